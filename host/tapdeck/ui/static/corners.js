// What always stands in the same place: scores, tokens, the last verdict, the table's own lights.

import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { open } from "./live.js";
import { nameOf, say, w } from "./words.js";

const STANDING = ["no_game", "judged_anew", "too_few_seats", "no_deck", "unknown_tag"];

/** Both sides' scores, in the two upper corners. */
export class Scores {
  constructor(parent) {
    this.nodes = ["1", "2"].map((team) =>
      h(
        "section",
        { class: "score", "data-team": team },
        h("div", { class: "names" }),
        h("div", { class: "sum" }, h("b", { class: "total" }), h("span", { class: "deal" })),
      ),
    );
    parent.append(...this.nodes);
  }

  update(view) {
    this.nodes.forEach((node, at) => {
      const team = String(at + 1);
      show(node, Boolean(view.totals));
      if (!view.totals) return;
      const names = view.seats.filter((seat) => String(seat.team) === team).map(nameOf);
      setText(node.querySelector(".names"), names.join(" + "));
      setText(node.querySelector(".total"), String(view.totals[team]));
      const deal = (view.points?.[team] ?? 0) + (view.skill_points?.[team] ?? 0);
      setText(node.querySelector(".deal"), ["deal_over", "match_over"].includes(view.phase) ? "" : w("page.deal", { points: deal }));
    });
  }
}

/** Thirteen rings that fill with bomb tokens. */
export class Tokens {
  constructor(parent) {
    this.rings = h("div", { class: "rings", "aria-hidden": "true" });
    this.number = h("span", { class: "number" });
    this.node = h("div", { class: "tokens", role: "img" }, this.rings, this.number);
    parent.append(this.node);
  }

  update(view) {
    show(this.node, view.tokens !== undefined);
    if (view.tokens === undefined) return;
    const rings = Array.from({ length: view.tokens_end }, (_, at) => at);
    keyed(this.rings, rings, (at) => at, () => h("i"), (node, at) => setAttribute(node, "data-lit", at < view.tokens));
    setText(this.number, `${view.tokens}/${view.tokens_end}`);
    setAttribute(this.node, "aria-label", `${w("tokens")}: ${view.tokens} / ${view.tokens_end}`);
    this.node.title = w("tokens");
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
    const [seats, lit, digits] = (view.lights || "").split("|");
    show(this.mirror, link.up && digits !== undefined);
    if (!link.up || digits === undefined) return;
    this.mirror.title = w("page.mirror");
    const states = seats.split(",").map((state, at) => ({ state, at }));
    keyed(this.seats, states, (each) => each.at, () => h("i"), (node, { state, at }) => {
      setAttribute(node, "data-state", state);
      node.title = `${w("seat", { seat: at + 1 })}: ${w(`page.light.${state}`)}`;
    });
    const strip = Array.from({ length: 13 }, (_, at) => at);
    keyed(this.strip, strip, (at) => at, () => h("i"), (node, at) => setAttribute(node, "data-lit", at < Number(lit)));
    setText(this.digits, digits);
  }
}
