// Followers on the page: tricks, thirteen tokens, two teams' scores, calls and extension cards.

import { cardName } from "./cards.js";
import { Corner } from "./corners.js";
import { h, keyed, setAttribute, setText } from "./dom.js";
import { face, name } from "./followers_cards.js";
import { SkillPrompt } from "./followers_prompt.js";
import { Trick } from "./followers_trick.js";
import { fewChip, turnChip } from "./seats.js";
import { nameOf, w } from "./words.js";

export { Panel } from "./followers_entry.js";

export const cards = { name, face };

export const parts = (scene, seats) => [new Trick(scene, seats), new Scores(scene), new Tokens(scene), new SkillPrompt(scene)];

export const isTurn = (seat, view) =>
  view.turn === seat.seat || (view.phase === "calls" && view.asked === seat.seat);

export function chips(seat, view) {
  const found = [];
  if (seat.out) {
    found.push({ kind: "out", text: w(`page.out.${Math.min(seat.out, 3)}`, { place: seat.out }) });
  }
  if (isTurn(seat, view)) found.push(turnChip(w(`page.turn.${turnWord(view)}`)));
  if (seat.few) found.push(fewChip(seat.count));
  if (seat.call) {
    const made = view.calls.find((call) => call.seat === seat.seat)?.made;
    const outcome = made === true ? "made" : made === false ? "failed" : "open";
    const sign = { made: "good", failed: "bad", open: "eye" }[outcome];
    const name = w(`call.${seat.call}`);
    found.push({ kind: `call ${outcome}`, icon: sign, text: name, title: w(`call.${outcome}`, { call: name }) });
  } else if (view.phase === "calls" && (seat.answered?.great || seat.answered?.small)) {
    found.push({ kind: "quiet", text: w("call.nocall") });
  }
  if (seat.extension) {
    const { card, shown } = seat.extension;
    const name = card ? cardName(card) : w("page.extension");
    found.push({ kind: `extension${shown ? " shown" : ""}`, icon: shown ? "eye" : "card", text: name, title: w("page.extension") });
  }
  if (seat.yielded) found.push({ kind: "quiet", text: w("page.yielded") });
  return found;
}

function turnWord(view) {
  if (view.phase === "calls") return "call";
  return view.phase === "follow" ? "follow" : "lead";
}

/** Both teams' scores, in the two upper corners. */
class Scores {
  constructor(parent) {
    this.corners = ["1", "2"].map((team) => [team, new Corner(parent, team)]);
  }

  update(view) {
    for (const [team, corner] of this.corners) {
      const names = view.seats.filter((seat) => String(seat.team) === team).map(nameOf);
      const deal = (view.points?.[team] ?? 0) + (view.skill_points?.[team] ?? 0);
      const note = ["deal_over", "match_over"].includes(view.phase) ? "" : w("page.deal", { points: deal });
      corner.update(names.join(" + "), view.totals[team], note);
    }
  }

  remove() {
    for (const [, corner] of this.corners) corner.remove();
  }
}

/** Thirteen rings that fill with bomb tokens. */
class Tokens {
  constructor(parent) {
    this.rings = h("div", { class: "rings", "aria-hidden": "true" });
    this.number = h("span", { class: "number" });
    this.node = h("div", { class: "tokens", role: "img" }, this.rings, this.number);
    parent.append(this.node);
  }

  update(view) {
    const rings = Array.from({ length: view.tokens_end }, (_, at) => at);
    keyed(this.rings, rings, (at) => at, () => h("i"), (node, at) => setAttribute(node, "data-lit", at < view.tokens));
    setText(this.number, `${view.tokens}/${view.tokens_end}`);
    setAttribute(this.node, "aria-label", `${w("tokens")}: ${view.tokens} / ${view.tokens_end}`);
    this.node.title = w("tokens");
  }

  remove() {
    this.node.remove();
  }
}
