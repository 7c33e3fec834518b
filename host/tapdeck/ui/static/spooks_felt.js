// Spooks on the felt: the pile, the rule in force (S15), the direction of play, the cards that were
// turned up in a green round.

import { Asked } from "./asked.js";
import { cardNode } from "./cards.js";
import { comeFrom, h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { place } from "./seats.js";
import { nameOf, say, w } from "./words.js";

const EARLIER = 4; // cards of the pile that are seen behind the top one

/** The phases in which nobody plays any more. */
export const OVER = ["counting", "deal_over", "match_over"];

const seatName = (view, seat) => nameOf(view.seats[seat - 1]);
const together = (view, seats) => seats.map((seat) => seatName(view, seat)).join(" + ");

/** Whether words stand in the middle, and no pile: nobody has to follow anything. */
const asks = (view) => Boolean(view.dealing) || view.top === null;

/** The pile: its top card large, or the whole run that lies there; earlier ones fanned behind. */
export class Pile {
  constructor(parent, seats) {
    this.seats = seats;
    this.earlier = h("div", { class: "pile-earlier", "aria-hidden": "true" });
    this.top = h("div", { class: "pile-top" });
    this.by = h("p", { class: "pile-by" });
    this.turned = h("div", { class: "turned" });
    this.round = h("p", { class: "round" });
    this.asked = new Asked();
    this.shown = h("div", { class: "turned-up" }, this.turned, this.round);
    this.node = h("div", { class: "middle spooks-middle" }, this.earlier, this.top, this.by, this.shown, this.asked.node);
    parent.append(this.node);
  }

  update(view) {
    const turned = OVER.includes(view.phase) || view.dealing ? [] : view.turned;
    const lies = !asks(view) && !turned.length;
    this.#pile(view, lies);
    this.#turned(view, turned);
    this.asked.update(view, !lies && !turned.length, asked(view));
  }

  #pile(view, lies) {
    const cards = view.pile.flatMap((laid, item) => laid.cards.map((code, at) => ({ code, item, seat: laid.seat, key: `${item} ${at} ${code}` })));
    const last = view.pile.length - 1;
    const top = lies ? cards.filter((card) => card.item === last) : [];
    const before = lies ? cards.filter((card) => card.item < last).slice(-EARLIER).slice(Math.min(top.length - 1, EARLIER)) : [];
    const draw = ({ code }) => h("div", { class: "pile-card" }, cardNode(code));
    keyed(this.earlier, before, (card) => card.key, draw, (node, card) => node.style.setProperty("--age", before.length - before.indexOf(card)));
    keyed(this.top, top, (card) => card.key, draw, (node, card) => {
      node.style.setProperty("--at", top.indexOf(card) - top.length + 1);
      if (node.dataset.arrived) return;
      node.dataset.arrived = "1";
      comeFrom(node, this.seats.middleOf(card.seat));
    });
    this.top.style.setProperty("--cards", top.length);
    this.earlier.style.setProperty("--cards", top.length);
    setText(this.by, lies ? w("page.played", { seat: seatName(view, view.top_seat), played: say(view.top_text) }) : "");
  }

  /** The choices of a green round, all at once, and what came of them. */
  #turned(view, turned) {
    show(this.shown, turned.length > 0);
    if (!turned.length) {
      this.turned.replaceChildren();
      return;
    }
    const again = view.rule === "green" ? view.seats.filter((seat) => seat.owes || seat.chosen).map((seat) => seat.seat) : [];
    const best = again.length ? again : winners(view, turned);
    setAttribute(this.turned, "data-many", turned.length > 6);
    keyed(this.turned, turned, ({ seat, card }) => `${view.deal} ${view.pile.length} ${seat} ${card}`, ({ seat, card }) => h("div", { class: "turned-card" }, cardNode(card), h("span", { text: seatName(view, seat) })), (node, { seat }) => {
      setAttribute(node, "data-best", best.includes(seat));
      if (node.dataset.arrived) return;
      node.dataset.arrived = "1";
      comeFrom(node, this.seats.middleOf(seat));
    });
    let words = w("page.spooks.round.none", { seat: view.turn ? seatName(view, view.turn) : "" });
    if (again.length) words = w("page.spooks.round.again", { seats: together(view, again) });
    else if (best.length) words = w("page.spooks.round.won", { seat: together(view, best) });
    setText(this.round, words);
  }

  remove() {
    this.node.remove();
  }
}

/** Who has won the round that was turned up: they lead, with a goblin or the cat. */
function winners(view, turned) {
  return turned.filter(({ seat, card }) => seat === view.turn && /^(GO|CAT)/.test(card)).map(({ seat }) => seat);
}

/** What is to be done where nothing lies on the felt. */
function asked(view) {
  if (view.finished) return { result: ended(view) };
  if (view.phase === "counting") {
    return { words: w("page.spooks.ask.counting", { seats: together(view, view.seats.filter((seat) => seat.owes).map((seat) => seat.seat)) }) };
  }
  if (view.phase === "dealing") return { words: w("page.spooks.ask.dealing") };
  if (view.turn) return { title: w("page.spooks.ask.leads", { seat: seatName(view, view.turn) }) };
  return { title: w("page.spooks.deal", { number: view.deal }), words: w("page.spooks.ask.start") };
}

/** How the match has ended (S11, S12). */
export function ended(view) {
  const won = view.winner ?? [];
  const facts = { seats: together(view, won), points: Math.min(...Object.values(view.totals)) };
  return w(view.points_end ? "page.spooks.ended.scored" : won.length > 1 ? "page.spooks.ended.several" : "page.spooks.ended.one", facts);
}

const SHAPES = {
  up: "M10 82h24V60h24V38h24V16M64 30 82 12l10 22",
  down: "M10 18h24v22h24v22h24v22M64 70l18 18 10-22",
  all: "M50 14a9 9 0 1 0 .1 0M84 40a9 9 0 1 0 .1 0M71 78a9 9 0 1 0 .1 0M29 78a9 9 0 1 0 .1 0M16 40a9 9 0 1 0 .1 0",
  same: "M14 22h72v20H14zM14 58h72v20H14z",
  free: "M50 8v84M8 50h84M20 20l60 60M80 20 20 80",
  run: "M12 20l28 30-28 30M40 20l28 30-28 30M68 20l28 30-28 30",
  gather: "M50 38a12 12 0 1 0 .1 0M6 12l26 24M32 14v22H10M94 12 68 36M68 14v22h22M50 96V70M38 82l12-14 12 14",
  swap: "M10 34h72M62 14l22 20-22 20M90 68H18M38 48 16 68l22 20",
};

/** The rule in force by colour, shape and word, and what may follow in one sentence. */
export class Rule {
  constructor(parent) {
    this.scene = parent;
    this.shape = h("svg:path");
    this.word = h("b");
    this.words = h("p");
    this.node = h("section", { class: "in-force", hidden: true }, h("svg:svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, this.shape), h("div", {}, this.word, this.words));
    parent.append(this.node);
  }

  update(view) {
    const shown = view.rule !== null && !view.dealing && !OVER.includes(view.phase);
    show(this.node, shown);
    setAttribute(this.scene, "data-rule", shown && (view.colour ?? "free"));
    if (!shown) return;
    const [shape, word] = inForce(view);
    setAttribute(this.node, "data-colour", view.colour || "free");
    setAttribute(this.shape, "d", SHAPES[shape]);
    setText(this.word, word);
    setText(this.words, sentence(view));
  }

  remove() {
    setAttribute(this.scene, "data-rule", false);
    this.node.remove();
  }
}

/** The rule in one sentence, with names where somebody in particular is meant. */
function sentence(view) {
  const stuck = view.stuck ? seatName(view, view.stuck) : "";
  switch (view.phase) {
    case "blue":
      if (!view.must_follow) return say(view.rule_text);
      return w(view.spider_master ? "page.spooks.round.blue.spider" : "page.spooks.round.blue");
    case "red": {
      const facts = { suit: w(`spooks.suit.${view.top.slice(0, 2)}`), number: view.must_follow };
      return w(view.must_follow === "M" ? "page.spooks.round.red.master" : "page.spooks.round.red", facts);
    }
    case "green": return w(`page.spooks.round.${view.numbers}`);
    case "procession": return w("page.spooks.round.run", { seat: seatName(view, view.turn), next: stuck });
    case "pandemonium": return w("page.spooks.round.gifts", { seat: stuck });
    case "masters": return w(view.turn ? "page.spooks.round.fewest" : "page.spooks.round.round");
    default: return say(view.rule_text);
  }
}

/** The shape and the word of the rule in force. */
function inForce(view) {
  const word = (key, facts) => w(`page.spooks.rule.${key}`, facts);
  const number = view.must_follow;
  switch (view.phase) {
    case "blue": {
      const shape = view.numbers;
      if (number === "M") return [shape, word("master")];
      return number ? [shape, word(view.numbers, { number })] : ["free", word("cat")];
    }
    case "green": return ["all", word("green")];
    case "red": return ["same", word("red")];
    case "procession": return ["run", word("procession")];
    case "pandemonium": return ["gather", word("pandemonium")];
    case "masters": return ["swap", word("masters")];
    case "start": case "dealing": return ["free", word("start")];
    default: return ["free", word("lead")];
  }
}

/** Arrows round the felt, one from each seat to the next in the direction of play. */
export class Direction {
  constructor(parent) {
    this.node = h("div", { class: "direction", role: "img" });
    parent.append(this.node);
  }

  update(view, { bottom }) {
    const count = view.seats.length;
    show(this.node, !view.finished && !view.dealing);
    setAttribute(this.node, "data-direction", view.direction);
    setAttribute(this.node, "aria-label", w(`page.spooks.${view.direction}`));
    const steps = view.seats.map((_, at) => ({ at, ...between(at, count) }));
    keyed(this.node, steps, ({ at }) => `${count} ${at}`, () => h("i", {}, icon("onward")), (node, step) => {
      for (const [name, value] of Object.entries(step.style)) node.style.setProperty(name, value.toFixed(4));
    });
    setAttribute(this.node, "data-bottom", bottom);
  }

  remove() {
    this.node.remove();
  }
}

/** Half way from one seat to the next: where, and which way is clockwise. */
function between(at, count) {
  const [from, to] = [place(at, count), place((at + 1) % count, count)];
  const high = { across: (from.high.across + to.high.across) / 2, down: (from.high.down + to.high.down) / 2 };
  // Beside the seats at both ends, never over the middle.
  for (const end of [from.high, to.high]) {
    if (end.across) continue;
    high.across *= 1.24;
    high.down = end.down * Math.max(0.74, high.down * end.down);
  }
  // Two columns without a seat between them: the arrow lies beyond both.
  if (from.high.across * to.high.across < 0) high.down = Math.sign(high.down) * Math.min(1, Math.max(0.75, Math.abs(high.down) + 0.14));
  const [wide, along, fall] = onOval(from, to);
  return {
    style: {
      "--across": wide.across, "--down": wide.down, "--along": along, "--fall": fall,
      "--high-across": high.across, "--high-down": high.down,
      "--high-along": to.high.across - from.high.across, "--high-fall": to.high.down - from.high.down,
    },
  };
}

/** The place on the oval half way between two seats, and the way along it. */
function onOval(from, to) {
  let [first, last] = [from, to].map(({ across, down }) => Math.atan2(down, across));
  if (last < first) last += 2 * Math.PI;
  const angle = (first + last) / 2;
  return [{ across: Math.cos(angle), down: Math.sin(angle) }, -Math.sin(angle), Math.cos(angle)];
}

/** The upper corners: direction and numbers in words, the deal and where death is. */
export class Corners {
  constructor(parent) {
    const line = () => h("p", {}, h("span", { class: "icon-place" }), h("span", { class: "text" }));
    [this.turns, this.numbers] = [line(), line()];
    [this.deal, this.death] = [h("p", { class: "deal-number" }), h("p", { class: "death" })];
    this.left = h("section", { class: "corner left" }, this.turns, this.numbers);
    this.right = h("section", { class: "corner right" }, this.deal, this.death);
    parent.append(this.left, this.right);
  }

  update(view) {
    this.#line(this.turns, view.direction === "cw" ? "clockwise" : "counter", w(`page.spooks.${view.direction}`));
    show(this.numbers, view.numbers === "down");
    this.#line(this.numbers, "down", w("page.spooks.down"));
    show(this.right, Boolean(view.points_end));
    if (!view.points_end) return;
    setText(this.deal, w("page.spooks.deal", { number: view.deal }));
    setText(this.death, w("page.spooks.death", { points: view.points_end }));
  }

  #line(node, sign, words) {
    const [place, text] = node.children;
    if (place.dataset.sign !== sign) {
      place.dataset.sign = sign;
      place.replaceChildren(icon(sign));
    }
    setText(text, words);
  }

  remove() {
    this.left.remove();
    this.right.remove();
  }
}
