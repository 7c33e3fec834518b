// What always stands in the same place: scores, the last verdict, notices, the table's own lights.

import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { open } from "./live.js";
import { say, w } from "./words.js";

const STANDING = ["no_game", "judged_anew", "too_few_seats", "no_deck", "unknown_tag"];

/** A score in an upper corner, `at` "1" on the left, "2" on the right: whose, a number, a note. */
export class Corner {
  constructor(parent, at) {
    this.names = h("div", { class: "names" });
    this.total = h("b", { class: "total" });
    this.note = h("span", { class: "deal" });
    this.node = h("section", { class: "score", "data-team": at }, this.names, h("div", { class: "sum" }, this.total, this.note));
    parent.append(this.node);
  }

  /** Without a total there is nothing to see. */
  update(names, total, note = "") {
    show(this.node, total !== undefined);
    if (total === undefined) return;
    setText(this.names, names);
    setText(this.total, String(total));
    setText(this.note, note);
  }

  remove() {
    this.node.remove();
  }
}

/** The last verdict: a light with a shape, and a sentence. */
export class Verdict {
  constructor(parent) {
    this.light = h("span", { class: "light" });
    this.words = h("span", { class: "words" });
    this.node = h("div", { class: "verdict", role: "status", "aria-live": "polite" }, this.light, this.words);
    parent.append(this.node);
  }

  update(view) {
    const last = view.last;
    show(this.node, Boolean(last));
    if (!last) return;
    const kind = last.ok ? "good" : "bad";
    if (this.node.dataset.kind !== kind) {
      this.node.dataset.kind = kind;
      this.light.replaceChildren(icon(kind));
    }
    setText(this.words, say(last.text));
  }
}

/** The newest notice that is not about a play; the user may put it away. */
export class Notices {
  constructor(parent) {
    this.words = h("span");
    this.away = null;
    const close = h(
      "button",
      { type: "button", class: "close", "aria-label": w("page.close"), onclick: () => this.#close() },
      icon("close"),
    );
    this.node = h("div", { class: "notice", role: "alert", hidden: true }, icon("info"), this.words, close);
    this.version = 0;
    this.shown = "";
    parent.append(this.node);
  }

  update(view) {
    // What results are to count a card on the table asks.
    const notices = (view.notices ?? []).filter((notice) => notice.code !== "results");
    const newest = notices.at(-1);
    const text = newest ? `${notices.length} ${say(newest.text)}` : "";
    if (text !== this.shown) [this.shown, this.version, this.away] = [text, view.version, null];
    // What was said about a tap is over once something has been played since.
    const over = newest && !STANDING.includes(newest.code) && view.version > this.version;
    show(this.node, Boolean(newest) && !over && this.away !== text);
    if (newest) setText(this.words, say(newest.text));
  }

  #close() {
    this.away = this.shown;
    show(this.node, false);
  }
}

/** The board's link as a discreet sign, and a small picture of the table's own lights. */
export class Board {
  constructor(parent) {
    this.words = h("span", { class: "words" });
    this.sign = h("button", { class: "sign", type: "button", onclick: () => open("health") }, icon("board"), h("i", { class: "lamp" }), this.words);
    this.seats = h("span", { class: "pixels" });
    this.strip = h("span", { class: "strip" });
    this.digits = h("span", { class: "digits" });
    this.mirror = h("div", { class: "mirror", hidden: true }, this.seats, this.digits, this.strip);
    this.node = h("div", { class: "board" }, this.mirror, this.sign);
    parent.append(this.node);
  }

  update(view) {
    const link = view.link ?? { up: false, text: null };
    const state = link.up ? "up" : view.board ? "away" : "none";
    setAttribute(this.sign, "data-state", state);
    setText(this.words, w(`page.board.${state}`));
    this.sign.title = say(link.text);
    const [seats, strip, digits] = (view.lights || "").split("|");
    show(this.mirror, link.up && digits !== undefined);
    if (!link.up || digits === undefined) return;
    this.mirror.title = w("page.mirror");
    const states = seats.split(",").map((state, at) => ({ state, at }));
    keyed(this.seats, states, (each) => each.at, () => h("i"), (node, { state, at }) => {
      setAttribute(node, "data-state", state);
      node.title = `${w("seat", { seat: at + 1 })}: ${w(`page.light.${state}`)}`;
    });
    this.#mirrorStrip(strip);
    setText(this.digits, digits);
  }

  /** The strip as the board tells it: `3`, so many of 13 tokens; or its spaces as letters of colours
      and what moves, `bbbb cw`; spaces with several letters stand apart, `r,,gb`. */
  #mirrorStrip(text) {
    const [letters, ...moves] = text.split(" ");
    const tokens = /^\d+$/.test(letters);
    const spaces = tokens
      ? Array.from({ length: 13 }, (_, at) => (at < Number(letters) - 13 ? "v" : at < Number(letters) ? "o" : ""))
      : letters.includes(",") ? letters.split(",") : [...letters].map((letter) => letter.replace(".", ""));
    for (const move of ["blink", "fill", "cw", "ccw"]) setAttribute(this.strip, `data-${move}`, moves.includes(move));
    keyed(this.strip, spaces.map((colours, at) => ({ colours, at })), ({ at }) => at, () => h("i"), (node, { colours }) => {
      setAttribute(node, "data-lit", colours.slice(0, 1) || false);
      setAttribute(node, "data-more", colours.slice(1, 2) || false);
    });
  }
}
