// What a card's skill did (F19): first what it is about, then how many, or who.

import { cardName } from "./cards.js";
import { setAttribute } from "./dom.js";
import { open } from "./live.js";
import { asksResults, Prompt } from "./prompt.js";
import { nameOf, w } from "./words.js";

const KINDS = ["team 1", "team 2", "tokens", "lead", "trick"];
const POINTS = [5, 10, 20, 50, 100];
const TOKENS = [-3, -2, -1, 1, 2, 3];

const signed = (number) => (number > 0 ? `+${number}` : `−${-number}`);
const written = (number) => (number > 0 ? `+${number}` : `${number}`);

export class SkillPrompt extends Prompt {
  about(view) {
    if (!view.ask || asksResults(view)) return "";
    return `${view.ask} ${view.game_id} ${view.deal} ${shownBy(view)}`;
  }

  yields(view) {
    return super.yields(view) && !view.last.line.startsWith("effect");
  }

  ask(view) {
    setAttribute(this.node, "data-asks", "skill");
    const state = `${this.asked} ${this.kind} ${view.phase} ${view.seats.map(nameOf).join()}`;
    const buttons = this.kind ? this.#amounts(view) : this.#kinds(view);
    this.draw(state, this.kind ? chosen(view, this.kind) : question(view), view.ask, buttons);
    setAttribute(this.choices, "data-kind", this.kind.split(" ")[0]);
  }

  #kinds(view) {
    const choose = (kind) => () => {
      this.kind = kind;
      this.update(this.view);
    };
    return [
      ...KINDS.filter((kind) => possible(view, kind)).map((kind) => [kind, chosen(view, kind), choose(kind)]),
      ["none", w("page.skill.none"), () => this.enter("effect none")],
    ];
  }

  /** How many, or who: the second touch. */
  #amounts(view) {
    const [what, team] = this.kind.split(" ");
    const made = (text, words) => [words, text, () => this.enter(`effect ${words}`)];
    const points = (sign) => POINTS.map((each) => made(signed(sign * each), `team ${team} ${written(sign * each)}`));
    const other = ["other", w("page.prompt.other"), () => open("skill")];
    let buttons = [];
    if (what === "team") buttons = [...points(1), other, ...points(-1)];
    else if (what === "tokens") buttons = [...TOKENS.map((count) => made(signed(count), `tokens ${written(count)}`)), other];
    else buttons = view.seats.map((seat) => made(nameOf(seat), `${what} ${seat.seat}`));
    const back = () => {
      this.kind = "";
      this.update(this.view);
    };
    return [...buttons, ["back", w("page.prompt.back"), back]];
  }
}

function namesOf(view, team) {
  return view.seats.filter((seat) => seat.team === team).map(nameOf).join(" + ");
}

/** Whether an effect of this kind can be now: somebody leads only once the deal is opened. */
function possible(view, kind) {
  if (kind === "trick") return Boolean(view.top);
  return kind !== "lead" || ["lead", "follow"].includes(view.phase);
}

/** A kind of effect in words. */
function chosen(view, kind) {
  const [what, team] = kind.split(" ");
  if (what === "team") return w("page.prompt.team", { team: namesOf(view, Number(team)) });
  return what === "tokens" ? w("tokens") : w(`page.prompt.${what}`);
}

/** The seat that has shown the extension card which asks, 0 if none has. */
function shownBy(view) {
  return view.seats.find((seat) => seat.extension?.card === view.ask && seat.extension.shown)?.seat ?? 0;
}

function question(view) {
  if (!view.ask.startsWith("E")) return w(`page.prompt.${view.ask}`);
  return w(shownBy(view) ? "page.prompt.shown" : "page.prompt.drawn", { card: cardName(view.ask) });
}
