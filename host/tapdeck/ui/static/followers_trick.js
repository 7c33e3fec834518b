// The middle of the felt: the winning play large, earlier ones fanned behind it, or what is asked.

import { Asked } from "./asked.js";
import { cardName, cardNode } from "./cards.js";
import { comeFrom, h, keyed, setText, show } from "./dom.js";
import { nameOf, say, w } from "./words.js";

const EARLIER = 3; // plays behind the winning one
const ORDER = "23456789TJQKA";

/** The cards of a play in the order in which people read them: alike ones first, then ascending. */
export function inOrder(cards) {
  const count = (code) => cards.filter((other) => other[0] === code[0]).length;
  const rank = (code) => (/[SHDC]$/.test(code) && code.length === 2 ? ORDER.indexOf(code[0]) : 99);
  const low = cards.some((code) => code[0] === "2") && cards.some((code) => code[0] === "A") && cards.length === 5;
  const at = (code) => (low && code[0] === "A" ? -1 : rank(code));
  return [...cards].sort((a, b) => count(b) - count(a) || at(a) - at(b));
}

export class Trick {
  constructor(parent, seats) {
    this.seats = seats;
    this.earlier = h("div", { class: "earlier", "aria-hidden": "true" });
    this.top = h("div", { class: "top" });
    this.caption = h("div", { class: "caption" }, h("span", { class: "played" }), h("span", { class: "worth" }));
    this.asked = new Asked();
    this.node = h("div", { class: "middle trick" }, this.earlier, this.top, this.caption, this.asked.node);
    parent.append(this.node);
  }

  update(view) {
    const plays = (view.trick ?? []).map((play, at) => ({ ...play, key: `${at} ${play.cards.join(" ")}` }));
    const top = plays.slice(-1);
    const name = (number) => {
      const seat = view.seats.find((each) => each.seat === number);
      return seat ? nameOf(seat) : "";
    };
    show(this.caption, top.length > 0);
    this.asked.update(view, top.length === 0, asks(view, name));
    const before = plays.slice(0, -1).slice(-EARLIER);
    keyed(this.earlier, before, (play) => play.key, (play) => this.#play(play), (node, play) => {
      const age = before.length - before.indexOf(play);
      node.style.setProperty("--age", age);
      node.style.setProperty("--lean", age % 2 ? -1 : 1);
    });
    keyed(this.top, top, (play) => play.key, (play) => this.#play(play), (node, play) => {
      if (node.dataset.arrived) return;
      node.dataset.arrived = "1";
      comeFrom(node, this.seats.middleOf(play.seat));
    });
    for (const play of top) {
      setText(this.caption.firstChild, w("page.played", { seat: name(play.seat), played: say(play.text) }));
      setText(this.caption.lastChild, view.trick_points ? w("page.worth", { points: view.trick_points }) : "");
    }
  }

  #play(play) {
    return h(
      "div",
      { class: "play", style: `--cards: ${play.cards.length}` },
      ...inOrder(play.cards).map((code) => cardNode(code)),
    );
  }

  remove() {
    this.node.remove();
  }
}

/** What is to be done now, where no play lies on the felt. */
function asks(view, name) {
  if (!view.turn) return { words: w(`page.ask.${view.phase}`) };
  const key = view.phase === "opening" ? "page.ask.opening" : "page.ask.lead";
  return { words: w(key, { seat: name(view.turn), card: cardName("NB", view) }) };
}
