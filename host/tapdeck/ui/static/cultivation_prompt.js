// What came of a destiny role (C14): whose points, then how many.

import { setAttribute } from "./dom.js";
import { asksResults, Prompt } from "./prompt.js";
import { signed } from "./cultivation_why.js";
import { nameOf, say, w } from "./words.js";

const POINTS = [1, 2, 3, 4, 5];
const written = (number) => (number > 0 ? `+${number}` : `${number}`);

export class RolePrompt extends Prompt {
  about(view) {
    return view.ask && !asksResults(view) ? `${view.ask} ${view.ask_seat} ${view.game_id} ${view.deal}` : "";
  }

  yields(view) {
    return super.yields(view) && !view.last.line.startsWith("effect");
  }

  ask(view) {
    const owner = view.seats.find((each) => each.seat === view.ask_seat);
    const role = owner.role;
    const words = [say(role.name), say(role.text)].filter(Boolean).join(": ");
    const chosen = view.seats.find((each) => String(each.seat) === this.kind);
    const question = chosen
      ? w("page.prompt.team", { team: nameOf(chosen) })
      : w("page.cultivation.ask", { seat: nameOf(owner), role: words });
    setAttribute(this.node, "data-asks", "role");
    setAttribute(this.choices, "data-kind", chosen ? "team" : "lead");
    const choose = (kind) => () => {
      this.kind = kind;
      this.update(this.view);
    };
    const amount = (number) => [written(number), signed(number), () => this.enter(`effect team ${this.kind} ${written(number)}`)];
    const buttons = chosen
      ? [...POINTS.map(amount), ["back", w("page.prompt.back"), choose("")], ...POINTS.map((each) => amount(-each))]
      : [...view.seats.map((seat) => [`team ${seat.seat}`, nameOf(seat), choose(String(seat.seat))]), ["none", w("page.skill.none"), () => this.enter("effect none")]];
    this.draw(`${this.asked} ${this.kind} ${view.seats.map(nameOf).join()}`, question, "", buttons);
  }
}
