// Spooks on the page: one pile whose top card says the rule, and what each seat has to do.

import { cardName, UNSEEN } from "./cards.js";
import { face, name } from "./spooks_cards.js";
import { Corners, Direction, OVER, Pile, Rule } from "./spooks_felt.js";
import { countChip, fewChip, turnChip } from "./seats.js";
import { nameOf, w } from "./words.js";

export { Panel } from "./spooks_entry.js";

export const cards = { name, face };

export const parts = (scene, seats) => [new Direction(scene), new Pile(scene, seats), new Rule(scene), new Corners(scene)];

export const isTurn = (seat, view) => view.turn === seat.seat || (!view.turn && seat.owes);

export function chips(seat, view) {
  const found = [];
  if (seat.dead) return [{ kind: "dead", icon: "dead", text: w("page.spooks.dead") }, ...total(seat, view)];
  // Of a match, not of its last deal.
  const won = view.finished ? view.winner.includes(seat.seat) : seat.winner;
  if (won) found.push({ kind: "won", icon: "good", text: w("page.spooks.won") });
  else found.push(...todo(seat, view));
  // Where there is no room in the middle for the cards that were turned up, or no place any more.
  const turned = view.turned.find((each) => each.seat === seat.seat);
  const over = OVER.includes(view.phase);
  if (turned && (over || !isTurn(seat, view))) {
    found.push({ kind: over ? "turned shown" : "turned", icon: "eye", text: name(turned.card) });
  }
  if (seat.count && !view.finished) {
    const { kind, text } = seat.few ? fewChip(seat.count) : countChip(seat.count, "count");
    found.push({ kind, icon: "card", text: String(seat.count), title: text });
  }
  found.push(...total(seat, view));
  if (seat.dealer && !view.finished) found.push({ kind: "dealer", icon: "dealer", text: "", title: w("page.spooks.dealer") });
  return found;
}

/** The cards that wait at a seat, in words; of one face down its back says enough. */
export const pendingText = (pending) => pending.cards.filter((code) => code !== UNSEEN).map((code) => cardName(code)).join(" ");

/** What the seat has to do, or has done of what all are to do. */
function todo(seat, view) {
  if (view.rule === "green") {
    if (seat.chosen) return [{ kind: "chosen", icon: "back", text: w("page.spooks.chosen") }];
    return seat.owes ? [turnChip(w("page.spooks.chooses"))] : [];
  }
  if (view.phase === "counting") return seat.owes ? [turnChip(w("page.spooks.counts"))] : [];
  if (seat.gives_to.length) {
    const names = seat.gives_to.map((to) => nameOf(view.seats[to - 1])).join(" / ");
    return [{ ...turnChip(`→ ${names}`), icon: "card", title: w("page.spooks.gives", { seat: names }) }];
  }
  if (view.stuck === seat.seat && view.rule === "pandemonium") return [{ kind: "victim", icon: "bad", text: w("page.spooks.victim") }];
  if (view.rule === "masters" && !view.turn) return [{ kind: "chosen", icon: "good", text: w("page.spooks.given") }];
  if (view.turn !== seat.seat) return [];
  const what = view.rule === "lead" ? "lead" : view.rule === "procession" ? "run" : "play";
  return [turnChip(w(`page.spooks.turn.${what}`))];
}

function total(seat, view) {
  if (!view.points_end) return [];
  const words = w("page.spooks.total", { points: seat.total, end: view.points_end });
  return [{ kind: "points", icon: "scores", text: String(seat.total), title: words }];
}
