// Cthulhu Wars on the page: the table keeps power, doom, gates and all the rest, and leads through
// the phases. What happens on the map the players enter.

import * as cards from "./cthulhu_wars_cards.js";
import { Middle, Pools, Ritual } from "./cthulhu_wars_felt.js";
import { Panel, touch } from "./cthulhu_wars_entry.js";
import { marker, s, sign } from "./cthulhu_wars_signs.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { turnChip } from "./seats.js";

export { Panel, cards };

export const parts = (scene) => [new Middle(scene), new Ritual(scene), new Pools(scene)];

/** Whose decision is awaited, or whose turn it is by custom. */
export const isTurn = (seat, view) => seat.seat === (view.turn ?? view.acting);

export function chips(seat, view) {
  const found = [];
  if (isTurn(seat, view)) found.push(turnChip(s(view.phase === "action" ? "turn.act" : "turn.decide")));
  return found;
}

// What stands at a seat, in this order; `away` belongs to the cultists.
const NUMBERS = ["power", "doom", "gates", "cultists", "captives", "goo", "signs", "books"];

/** A faction's numbers, each to be touched and changed. */
export function laid(seat, view) {
  return [{ key: "numbers", node: () => numbers(seat), update: (node) => update(node, seat, view) }];
}

function numbers(seat) {
  const node = h("div", { class: "wars-numbers" }, h("span", { class: "whose" }, marker(seat.faction), h("span", { class: "wars-begins", hidden: true })));
  for (const what of NUMBERS) {
    const does = what === "doom" ? undefined : () => touch(seat.seat, what);
    node.append(h(does ? "button" : "span", { class: "wars-stat", "data-what": what, type: does && "button", onclick: does ?? (() => {}) }, sign(what), h("b"), h("small")));
  }
  return node;
}

function update(node, seat, view) {
  const faction = node.querySelector(".faction");
  if (faction.dataset.faction !== seat.faction) faction.replaceWith(marker(seat.faction));
  const begins = node.querySelector(".wars-begins");
  const first = view.first === seat.seat && view.phase !== "gather";
  show(begins, first);
  if (first && begins.dataset.way !== view.direction) {
    begins.dataset.way = view.direction;
    begins.replaceChildren(sign(view.direction));
  }
  begins.title = s(`first.${view.direction}`);
  for (const what of NUMBERS) {
    const stat = node.querySelector(`[data-what="${what}"]`);
    const [count, note, title] = shown(what, seat);
    setText(stat.querySelector("b"), String(count));
    setText(stat.querySelector("small"), note);
    setAttribute(stat, "data-none", count === 0 && !note);
    setAttribute(stat, "data-full", what === "books" && count === 6);
    setAttribute(stat, "title", title);
    setAttribute(stat, "aria-label", title);
  }
}

/** A number, what stands small beside it, and all of it in words. */
function shown(what, seat) {
  const count = what === "captives" ? seat.captured : seat[what];
  const words = `${s(`what.${what}`)}: ${count}`;
  if (what === "cultists" && seat.away) return [count, `−${seat.away}`, `${words} · ${s("away", { count: seat.away })}`];
  if (what === "books") return [count, "/6", `${words} / 6`];
  return [count, "", words];
}
