// The people round the felt: name, turn, call, cards left, and what they have laid down.

import { cardNode } from "./cards.js";
import { comeFrom, each, h, keyed, middle, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { open } from "./live.js";
import { nameOf, reading, w } from "./words.js";

const TILT = -0.2; // a seat higher than this has its cards below its name
const LOWEST = 0.76; // where many sit, those beside the nearest keep clear of the bar

// Where seats sit on a wide screen, from the nearest on the left side up to the middle of the far
// one, as parts of the felt's half width and height; the right side mirrors them. Few sit on an oval;
// many keep the middle, the upper corners and the bar clear.
const [FAR, PAIR, BESIDE] = [[0, -1], [-0.42, -0.88], [-0.52, -0.88]];
const LOW = [-0.47, LOWEST];
const THREE = [[-1, 0.55], [-1, 0], [-1, -0.55]];
const RAISED = [[-1, 0.45], [-1, -0.05], [-1, -0.55]];
const LEFT = {
  2: [FAR],
  3: [[-Math.sqrt(0.75), -0.5]],
  4: [[-1, 0], FAR],
  5: [[-1, 0.28], PAIR],
  6: [[-1, 0.45], [-1, -0.35], FAR],
  7: [[-1, 0.5], [-1, -0.25], PAIR],
  8: [...THREE, FAR],
  9: [...THREE, PAIR],
  10: [...THREE, BESIDE, FAR],
  11: [LOW, ...RAISED, PAIR],
  12: [LOW, ...RAISED, BESIDE, FAR],
};

/**
 * Where seat `at` of `count` sits, 0 nearest to the viewer, clockwise: the middle, as parts of the
 * felt's half width and height. `high` is the place on a screen that is higher than wide.
 */
export function place(at, count) {
  const left = LEFT[count] ?? [];
  const mirrored = at > left.length;
  const [across, down] = at === 0 ? [0, 1] : (left[mirrored ? count - at - 1 : at - 1] ?? [0, 0]);
  return { across: mirrored ? -across : across, down, ...column(at, count) };
}

/** The place of a seat on a screen that is higher than wide. */
function column(at, count) {
  if (at === 0) return { high: { across: 0, down: 1 } };
  if (at * 2 === count) return { high: { across: 0, down: -1 } };
  const each = Math.ceil(count / 2) - 1; // seats in a column
  const step = at < count / 2 ? at - 1 : count - at - 1; // from below
  const low = each > 2 ? 0.62 : 0.58;
  const top = count % 2 ? -0.84 : -0.62;
  const down = each === 1 ? -0.37 : low + ((top - low) * step) / (each - 1);
  return { high: { across: at < count / 2 ? -1 : 1, down } };
}

/** How little room each of so many seats has. */
function crowd(count) {
  return count > 7 ? "full" : count > 4 ? "many" : "few";
}

/** The side of the felt that a seat is at: it decides where its cards lie. */
function side({ across, down }) {
  if (Math.abs(across) < 0.35) return down > 0 ? "near" : "far";
  return across < 0 ? "left" : "right";
}

/** The chip of who is to act. */
export const turnChip = (text) => ({ kind: "turn", icon: "turn", text });

/** The chip of how many cards a hand has. */
export const countChip = (count, kind = "quiet") => ({ kind, text: w("page.count", { count }) });

/** The chip of a hand that is nearly empty. */
export const fewChip = (count) => countChip(count, "few");

/** What a seat has of the cards that are being dealt over the readers. */
function dealtChip(seat, view) {
  const dealt = view.dealing.seats[seat.seat];
  const gifts = view.dealing.what === "gifts";
  const done = gifts ? !dealt.gifts_due : dealt.count === dealt.wanted;
  const text = gifts ? w("page.dealing.due", { count: dealt.gifts_due }) : w("page.dealing.count", { count: dealt.count, of: dealt.wanted });
  return { kind: `dealt${done ? " all" : ""}`, icon: done ? "good" : "card", text };
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

  /** `game` is the module of the game that is on. */
  update(view, { bottom, you, claims }, game) {
    const seats = view.seats ?? [];
    const isTurn = game.isTurn ?? ((seat) => view.turn === seat.seat);
    setAttribute(this.node, "data-crowd", crowd(seats.length));
    setAttribute(this.node.parentNode, "data-narrow", seats.length > 6);
    keyed(this.node, seats, (seat) => seat.seat, (seat) => this.#create(seat), (node, seat) => {
      const at = place((seat.seat - bottom + seats.length) % seats.length, seats.length);
      node.style.setProperty("--across", at.across.toFixed(4));
      node.style.setProperty("--down", at.down.toFixed(4));
      node.style.setProperty("--high-across", at.high.across);
      node.style.setProperty("--high-down", at.high.down.toFixed(4));
      setAttribute(node, "data-side", side(at));
      setAttribute(node, "data-up", at.down < TILT);
      setAttribute(node, "data-low", at.down === LOWEST);
      setAttribute(node, "data-turn", isTurn(seat, view));
      setAttribute(node, "data-team", seat.team);
      setAttribute(node, "data-out", Boolean(seat.out || seat.dead));
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
        view.dealing?.seats[seat.seat] ? [dealtChip(seat, view)] : game.chips(seat, view),
        (chip) => `${chip.kind} ${chip.text}`,
        (chip) => h("span", { class: `chip ${chip.kind}`, title: chip.title }, chip.icon ? icon(chip.icon) : null, h("span", { text: chip.text })),
        () => {},
      );
      this.#pending(node, view, view.pending?.[seat.seat], game);
      keyed(node.querySelector(".laid"), game.laid?.(seat, view) ?? [], (each) => each.key, (each) => each.node(), (laid, each) => each.update?.(laid));
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
    return h("div", { class: "seat" }, h("div", { class: "spot" }, plate, h("div", { class: "laid" }), pending));
  }

  #pending(node, view, pending, game) {
    const holder = node.querySelector(".pending");
    show(holder, Boolean(pending));
    keyed(
      holder.querySelector(".fan"),
      each(pending?.cards ?? []),
      ({ key }) => key,
      ({ code }) => cardNode(code, view),
      (card) => {
        if (card.dataset.arrived) return;
        card.dataset.arrived = "1";
        comeFrom(card, middle(node.querySelector(".plate")), 0.3);
      },
    );
    if (!pending) return;
    // The service has read the cards where they can be read (see watchers.py).
    const words = game.pendingText ? game.pendingText(pending, view) : pending.reading && pending.reading !== "-" ? reading(pending.reading) : w("page.pending.none");
    setText(holder.querySelector(".says"), words);
  }
}

