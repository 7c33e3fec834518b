// Why somebody has the points they have (C12): group by group, over the middle of the felt.

import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { seal } from "./cultivation_cards.js";
import { nameOf, say, w } from "./words.js";

let shown = null; // the sheet that is on the felt

/** Explain a seat's points, beginning with one of its groups; touched again it goes away. */
export const explain = (seat, group = 0) => shown?.toggle(seat, group);

export class Why {
  constructor(parent) {
    this.seat = 0;
    this.group = 0;
    this.title = h("h2");
    this.rows = h("ol", { class: "groups" });
    this.below = h("ul", { class: "below" });
    const close = h("button", { type: "button", class: "close", "aria-label": w("page.close"), onclick: () => this.#close() }, icon("close"));
    this.node = h("section", { class: "why", hidden: true, role: "status" }, h("header", {}, this.title, close), this.rows, this.below);
    parent.append(this.node);
    shown = this;
  }

  toggle(seat, group) {
    const same = !this.node.hidden && this.seat === seat && this.group === group;
    [this.seat, this.group] = [same ? 0 : seat, group];
    this.update(this.view);
  }

  update(view) {
    if (view.deal !== this.view?.deal || view.game_id !== this.view?.game_id) this.seat = 0;
    this.view = view;
    const seat = view.seats.find((each) => each.seat === this.seat);
    show(this.node, Boolean(seat));
    if (!seat) return;
    setText(this.title, w("page.cultivation.points", { seat: nameOf(seat), points: seat.points }));
    keyed(this.rows, seat.groups, (group) => group.number, () => h("li", {}, h("span", { class: "signs" }), h("span", { class: "what" }), h("span", { class: "because" }), h("b")), (node, group) => {
      setAttribute(node, "data-chosen", group.number === this.group);
      keyed(node.querySelector(".signs"), [group.kind], (kind) => kind, seal, () => {});
      setText(node.querySelector(".what"), w("page.cultivation.group", { number: group.number, kind: say(group.kind_text), count: group.cards.length }));
      setText(node.querySelector(".because"), group.why.map(say).join(" + "));
      setText(node.querySelector("b"), String(group.points));
    });
    const below = this.#below(view, seat);
    keyed(this.below, below, (each) => each.key, () => h("li", {}, h("span"), h("b")), (node, each) => {
      setText(node.querySelector("span"), each.text);
      setText(node.querySelector("b"), each.points);
    });
  }

  /** What is not a group's: doubling, what a destiny role gave, the role itself, all deals. */
  #below(view, seat) {
    const found = [];
    const ended = ["deal_over", "match_over"].includes(view.phase);
    if (!seat.groups.length) found.push({ key: "none", text: w("page.cultivation.none"), points: "0" });
    if (seat.winner) found.push({ key: "winner", text: w("page.cultivation.winner"), points: "× 2" });
    else if (!ended) found.push({ key: "double", text: w("page.cultivation.double"), points: "" });
    if (seat.extra) found.push({ key: "extra", text: w("page.cultivation.extra"), points: signed(seat.extra) });
    if (seat.role) found.push({ key: "role", text: `${say(seat.role.name)}: ${say(seat.role.text) || seat.role.effects_text.map(say).join(" ")}`, points: "" });
    found.push({ key: "total", text: w(ended ? "page.cultivation.total.after" : "page.cultivation.total"), points: String(seat.total) });
    return found;
  }

  #close() {
    this.seat = 0;
    show(this.node, false);
  }

  remove() {
    this.node.remove();
    if (shown === this) shown = null;
  }
}

export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
