// The people round the felt: name, turn, call, cards left, and what they have laid down.

import { cardNode } from "./cards.js";
import { comeFrom, h, keyed, middle, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { open } from "./live.js";
import { cardName, nameOf, reading, w } from "./words.js";

/** Where seat `at` of `count` sits, 0 nearest to the viewer, clockwise: the middle, in percent. */
export function place(at, count) {
  const angle = Math.PI / 2 + (at * 2 * Math.PI) / count;
  return { across: Math.cos(angle), down: Math.sin(angle) };
}

/** The side of the felt that a seat is at: it decides where its cards lie. */
function side({ across, down }) {
  if (Math.abs(across) < 0.5) return down > 0 ? "near" : "far";
  return across < 0 ? "left" : "right";
}

function chips(seat, view) {
  const found = [];
  const dealt = view.dealing?.seats[seat.seat];
  if (dealt) {
    const gifts = view.dealing.what === "gifts";
    const done = gifts ? !dealt.gifts_due : dealt.count === dealt.wanted;
    const text = gifts ? w("page.dealing.due", { count: dealt.gifts_due }) : w("page.dealing.count", { count: dealt.count, of: dealt.wanted });
    return [{ kind: `dealt${done ? " all" : ""}`, icon: done ? "good" : "card", text }];
  }
  if (seat.out) {
    found.push({ kind: "out", text: w(`page.out.${Math.min(seat.out, 3)}`, { place: seat.out }) });
  }
  if (isTurn(seat, view)) found.push({ kind: "turn", icon: "turn", text: w(`page.turn.${turnWord(view)}`) });
  if (seat.few) found.push({ kind: "few", text: w(seat.count === 1 ? "page.count.1" : "page.count", { count: seat.count }) });
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

function isTurn(seat, view) {
  return view.turn === seat.seat || (view.phase === "calls" && view.asked === seat.seat);
}

function turnWord(view) {
  if (view.phase === "calls") return "call";
  return view.phase === "follow" ? "follow" : "lead";
}

export class Seats {
  constructor(parent) {
    this.node = h("div", { class: "seats" });
    parent.append(this.node);
  }

  /** The middle of a seat on the screen, for cards that come from there. */
  middleOf(seat) {
    const node = this.node.querySelector(`[data-key="${seat}"] .plate`);
    return node ? middle(node) : null;
  }

  update(view, { bottom, you, claims }) {
    const seats = view.seats ?? [];
    keyed(this.node, seats, (seat) => seat.seat, (seat) => this.#create(seat), (node, seat) => {
      const at = place((seat.seat - bottom + seats.length) % seats.length, seats.length);
      node.style.setProperty("--across", at.across.toFixed(4));
      node.style.setProperty("--down", at.down.toFixed(4));
      setAttribute(node, "data-side", side(at));
      setAttribute(node, "data-turn", isTurn(seat, view));
      setAttribute(node, "data-team", seat.team);
      setAttribute(node, "data-out", seat.out !== null);
      setText(node.querySelector(".name"), nameOf(seat));
      setAttribute(node, "data-long", nameOf(seat).length > 9);
      const mine = you.includes(seat.seat);
      const held = node.querySelector(".held");
      show(held, mine || Boolean(claims[seat.seat]));
      setAttribute(held, "data-mine", mine);
      setText(held.querySelector("span"), mine ? w("page.you") : "");
      held.title = w(mine ? "page.seat.yours" : "page.seat.held");
      keyed(
        node.querySelector(".chips"),
        chips(seat, view),
        (chip) => `${chip.kind} ${chip.text}`,
        (chip) => h("span", { class: `chip ${chip.kind}`, title: chip.title }, chip.icon ? icon(chip.icon) : null, h("span", { text: chip.text })),
        () => {},
      );
      this.#pending(node, view.pending?.[seat.seat]);
    });
  }

  #create(seat) {
    const plate = h(
      "button",
      { class: "plate", type: "button", onclick: () => open("seat", seat.seat) },
      h("span", { class: "who" }, h("span", { class: "name" }), h("span", { class: "held" }, icon("sit"), h("span"))),
      h("span", { class: "chips" }),
    );
    const pending = h("div", { class: "pending", hidden: true }, h("div", { class: "fan" }), h("div", { class: "says" }));
    return h("div", { class: "seat" }, h("div", { class: "spot" }, plate, pending));
  }

  #pending(node, pending) {
    const holder = node.querySelector(".pending");
    show(holder, Boolean(pending));
    keyed(
      holder.querySelector(".fan"),
      pending?.cards ?? [],
      (code) => code,
      (code) => cardNode(code),
      (card) => {
        if (card.dataset.arrived) return;
        card.dataset.arrived = "1";
        comeFrom(card, middle(node.querySelector(".plate")), 0.3);
      },
    );
    if (!pending) return;
    const words = pending.reading && pending.reading !== "-" ? reading(pending.reading) : w("page.pending.none");
    setText(holder.querySelector(".says"), words);
  }
}

