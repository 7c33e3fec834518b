// Cultivation on the page: each player's groups at their seat, the pile and what the turn still
// allows in the middle, everybody's points in the upper corners.

import { Asked } from "./asked.js";
import { backNode } from "./cards.js";
import { face, isReading, kindName, name, seal, slip } from "./cultivation_cards.js";
import { RolePrompt } from "./cultivation_prompt.js";
import { explain, signed, Why } from "./cultivation_why.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { turnChip } from "./seats.js";
import { nameOf, say, unnamed, w } from "./words.js";

export { Panel } from "./cultivation_entry.js";

const FEW = 3; // cards in a hand that is nearly empty

export const cards = { name, face };

export const parts = (scene) => [new Middle(scene), new Standings(scene), new Why(scene), new RolePrompt(scene)];

export function chips(seat, view) {
  const found = [];
  const ended = ["deal_over", "match_over"].includes(view.phase);
  if (view.turn === seat.seat) found.push(turnChip(w(`page.cultivation.turn.${view.phase === "draw" ? "draw" : "meld"}`)));
  if (seat.winner) found.push({ kind: "call made", icon: "good", text: w("page.cultivation.won") });
  if (!ended || seat.count) {
    found.push({ kind: seat.count <= FEW ? "few" : "quiet", icon: "card", text: String(seat.count), title: w("page.count", { count: seat.count }) });
  }
  if (seat.role) {
    const text = say(seat.role.name);
    found.push({ kind: `role${seat.role_used ? " used" : ""}`, icon: "eye", text, title: [text, say(seat.role.text)].filter(Boolean).join(": ") });
  }
  return found;
}

/** A seat's groups, in the order in which they were made. */
export function laid(seat, view) {
  return seat.groups.map((group) => ({
    key: group.number,
    node: () => tile(),
    update: (node) => drawTile(node, seat, group, view),
  }));
}

/** How cards that wait at a seat would be taken: the one chosen there, else the best. */
export function pendingText(pending) {
  const { reading, choices: found = [] } = pending;
  if (reading === "draw") return w("page.cultivation.draw.this", { card: pending.cards.join(" ") });
  if (!found.length) return w("page.cultivation.pending.none");
  const chosen = found.find((each) => isReading(each, reading));
  const more = found.length > 1 ? ` (${w("page.cultivation.pending.more", { count: found.length })})` : "";
  return say((chosen || found[0]).text) + more;
}

function tile() {
  return h(
    "button",
    { class: "meld", type: "button" },
    h("span", { class: "slips" }),
    h("span", { class: "counts" }, h("span", { class: "root" }), h("b")),
    h("span", { class: "what" }, h("span", { class: "signs" }), h("span", { class: "word" })),
  );
}

function drawTile(node, seat, group, view) {
  node.onclick = () => explain(seat.seat, group.number);
  node.title = say(group.points_text);
  setAttribute(node, "data-kind", group.kind);
  setAttribute(node, "data-root", group.root);
  setAttribute(node, "aria-label", `${w("page.cultivation.group", { number: group.number, kind: say(group.kind_text), count: group.cards.length })}: ${group.points}`);
  keyed(node.querySelector(".slips"), group.cards, (code) => code, (code) => slip(code, view), () => {});
  setText(node.querySelector(".counts b"), String(group.points));
  keyed(node.querySelector(".signs"), [group.kind], (kind) => kind, seal, () => {});
  setText(node.querySelector(".word"), kindName(group.kind));
  setText(node.querySelector(".root"), group.root ? w("page.cultivation.root") : "");
}

/** The pile, whose turn it is, and what this turn still allows. */
class Middle {
  constructor(parent) {
    this.asked = new Asked();
    this.count = h("b", { class: "count" });
    this.pile = h("div", { class: "pile" }, backNode(w("page.cultivation.pile")), this.count);
    this.deal = h("p", { class: "which" });
    this.who = h("h1");
    this.allows = h("p", { class: "allows" });
    this.note = h("p", { class: "note" });
    this.pool = h("div", { class: "pool" }, this.pile, h("div", { class: "now" }, this.deal, this.who, this.allows, this.note));
    this.node = h("div", { class: "middle" }, this.pool, this.asked.node);
    parent.append(this.node);
  }

  update(view) {
    const asks = this.#asks(view);
    this.asked.update(view, asks, { words: w("page.cultivation.start"), result: result(view) });
    setAttribute(this.node, "data-ended", view.finished || view.phase === "deal_over");
    show(this.pool, !asks && Boolean(view.turn));
    if (asks || !view.turn) return;
    const seat = view.seats.find((each) => each.seat === view.turn);
    setText(this.count, String(view.pile));
    setAttribute(this.pile, "data-empty", !view.pile);
    this.pile.title = w("page.cultivation.pile.count", { count: view.pile });
    setText(this.deal, w("page.cultivation.deal", { deal: view.deal, deals: view.deals }));
    setText(this.who, w(`page.cultivation.now.${view.phase === "draw" ? "draw" : "meld"}`, { seat: nameOf(seat) }));
    const allowed = [
      { key: "draw", done: view.drawn, off: !view.drawn && !view.pile },
      { key: "take", done: view.took, off: !view.took && !seat.groups.length },
    ];
    keyed(this.allows, allowed, (each) => each.key, () => h("span", { class: "allowed" }, icon("good"), h("span")), (node, { key, done, off }) => {
      setAttribute(node, "data-state", done ? "done" : off ? "off" : "open");
      setText(node.querySelector("span"), w(`page.cultivation.${key}.${done ? "done" : off ? "off" : "open"}`));
    });
    // C15: the pile is empty, and how long nobody has done anything.
    setText(this.note, view.pile ? "" : w("page.cultivation.idle", { idle: view.idle, seats: view.seats.length }));
  }

  #asks(view) {
    const fresh = !view.last && view.seats.every((seat) => unnamed(seat));
    const offers = view.hands_open && view.link?.up;
    return Boolean(view.dealing || view.finished || view.phase === "deal_over" || fresh || offers);
  }

  remove() {
    this.node.remove();
  }
}

/** Who won the match, by name (C13). */
function result(view) {
  const winners = view.seats.filter((seat) => view.winner?.includes(seat.seat)).map(nameOf);
  if (!winners.length) return undefined;
  const facts = { seats: winners.join(" + "), points: Math.max(...Object.values(view.totals)) };
  return w(winners.length > 1 ? "page.cultivation.match.shared" : "page.cultivation.match", facts);
}

/** Everybody's points: of the match, and beside it what lies before them now; touched, why. */
class Standings {
  constructor(parent) {
    this.corners = ["1", "2"].map((at) => h("section", { class: "standing", "data-at": at }));
    parent.append(...this.corners);
  }

  update(view) {
    const half = Math.ceil(view.seats.length / 2);
    const ended = ["deal_over", "match_over"].includes(view.phase);
    this.corners.forEach((corner, at) => {
      keyed(corner, view.seats.slice(at * half, (at + 1) * half), (seat) => seat.seat, (seat) => h("button", { type: "button", onclick: () => explain(seat.seat) }, h("span", { class: "names" }), h("b", { class: "total" }), h("span", { class: "deal" })), (node, seat) => {
        setText(node.querySelector(".names"), nameOf(seat));
        setText(node.querySelector(".total"), String(seat.total));
        // What is counted already stands in brackets.
        setText(node.querySelector(".deal"), ended ? `(${signed(seat.points)})` : signed(seat.points));
        setAttribute(node, "data-most", Boolean(view.winner?.includes(seat.seat)));
        node.title = w("page.cultivation.standing", { seat: nameOf(seat), total: seat.total, points: seat.points });
      });
    });
  }

  remove() {
    for (const corner of this.corners) corner.remove();
  }
}
