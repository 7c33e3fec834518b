// The entry panel of Spooks: what the rule in force asks of a seat, with the cards of its hand
// where this device may see them, else with the whole pack.

import { cardName, cardNode } from "./cards.js";
import { each, h, keyed, setAttribute, setText, show } from "./dom.js";
import { CODES, COLOURS, name, NUMBERS, sign, SUITS } from "./spooks_cards.js";
import { nameOf, say, w } from "./words.js";

const MANY = ["run", "hand", "deal", "aside"]; // what takes more than one card

export class Panel {
  constructor({ body, above }, entry) {
    this.entry = entry;
    this.suit = "SP"; // the suit that a phone shows
    this.clear();
    this.own = h("div", { class: "own" });
    this.suits = h("div", { class: "choice spook-suits", role: "group", "aria-label": w("page.spooks.enter.suit") });
    this.pack = h("div", { class: "spook-pack" });
    this.picked = h("div", { class: "picked" });
    this.says = h("div", { class: "says" });
    body.append(this.own, this.suits, this.pack);
    above.append(this.picked, this.says);
    for (const suit of [...SUITS, "CAT"]) {
      const words = suit === "CAT" ? name("CAT") : w(`spooks.suit.${suit}`);
      const node = h("button", { type: "button", class: "spook", "data-suit": suit, "aria-label": words, title: words, onclick: () => this.#open(suit) });
      node.innerHTML = sign(suit);
      node.classList.add(COLOURS[suit] ?? "cat");
      this.suits.append(node);
    }
    for (const code of CODES) this.pack.append(this.#pick(code));
  }

  remove() {}

  get busy() {
    return this.picks.length > 0 || this.mode !== "";
  }

  clear() {
    this.picks = [];
    this.mode = ""; // "" as the rule asks; "deal", "aside": hands before the first card
  }

  begin(about) {
    this.mode = about.verb;
    this.picks = about.cards.filter((code) => code !== "?");
    if (this.picks.length) this.suit = suitOf(this.picks[0]);
  }

  /** Whose action is expected where all have something to do at once. */
  next(view) {
    return view.turn ?? view.seats.find((seat) => seat.owes)?.seat ?? 0;
  }

  #pick(code) {
    const suit = suitOf(code);
    const node = h("button", { class: `pick spook ${COLOURS[suit] ?? "cat"}`, type: "button", "data-code": code, "data-suit": suit, "aria-label": cardName(code), onclick: () => this.#toggle(code) });
    node.innerHTML = `${code === "CAT" ? "" : `<b>${NUMBERS.find((number) => code === suit + number)}</b>`}${sign(suit)}<i class="times"></i>`;
    return node;
  }

  /** On a phone the pack is a suit at a time. */
  #open(suit) {
    this.suit = suit;
    if (suit === "CAT") this.#toggle("CAT");
    else this.entry.render();
  }

  #toggle(code) {
    const held = this.picks.filter((each) => each === code).length;
    const copies = MANY.includes(this.#verb()) ? this.#copies(code) : 1;
    if (held >= copies) this.picks = this.picks.filter((each) => each !== code);
    else if (MANY.includes(this.#verb())) this.picks.push(code);
    else this.picks = [code];
    this.entry.say({ ok: true, text: "" });
    this.entry.render();
  }

  /** How often a card may be picked: with two packs twice, out of a hand as often as it is there. */
  #copies(code) {
    const hand = this.#hand();
    return hand ? hand.filter((each) => each === code).length : this.entry.view.copies;
  }

  #hand() {
    if (this.entry.about || ["deal", "aside"].includes(this.mode)) return null;
    return this.entry.view.hands[this.entry.seat] ?? null;
  }

  /** What cards are picked for: the verb of the line that they will be in. */
  #verb() {
    if (this.mode) return this.mode;
    const { phase } = this.entry.view;
    if (phase === "counting") return "hand";
    return { green: "choose", procession: "run", pandemonium: "give", masters: "give" }[phase] ?? "play";
  }

  update(view) {
    const verb = this.#verb();
    const hand = this.#hand();
    const hidden = view.finished || view.phase === "deal_over";
    show(this.own, Boolean(hand) && !hidden);
    show(this.suits, !hand && !hidden);
    show(this.pack, !hand && !hidden);
    keyed(this.own, each(hand ?? []), ({ key }) => key, ({ code }) => h("button", { class: "held-card", type: "button", "aria-label": cardName(code), onclick: () => this.#toggle(code) }, cardNode(code)), (node, { code, key }) => {
      const copy = Number(key.split(" ")[1]);
      setAttribute(node, "aria-pressed", String(this.picks.filter((each) => each === code).length > copy));
    });
    for (const node of this.pack.children) {
      const times = this.picks.filter((each) => each === node.dataset.code).length;
      setAttribute(node, "aria-pressed", String(times > 0));
      setAttribute(node, "data-open", node.dataset.suit === this.suit);
      setText(node.querySelector(".times"), times > 1 ? "×2" : "");
    }
    for (const node of this.suits.children) {
      const cat = node.dataset.suit === "CAT";
      setAttribute(node, "aria-pressed", String(cat ? this.picks.includes("CAT") : node.dataset.suit === this.suit));
      setAttribute(node, "data-picked", this.picks.some((code) => suitOf(code) === node.dataset.suit));
    }
    keyed(this.picked, ["deal", "aside", "hand"].includes(verb) ? [] : each(this.picks), ({ key }) => key, ({ code }) => cardNode(code), () => {});
    setText(this.says, hidden ? "" : this.#words(view, verb));
    this.#buttons(view, verb);
  }

  /** What is asked for, in a sentence. */
  #words(view, verb) {
    const seat = view.seats[this.entry.seat - 1];
    const count = this.picks.length;
    if (verb === "deal" || verb === "hand") return w("page.spooks.enter.hand", { count, of: seat.count, seat: nameOf(seat) });
    if (verb === "aside") return w("page.spooks.enter.aside", { count, of: view.aside });
    if (verb === "choose" && seat.choice && !count) return w("page.spooks.enter.own", { card: cardName(seat.choice) });
    if (verb === "choose") return w("page.spooks.enter.choose");
    if (verb === "run") return w("page.spooks.enter.run");
    if (verb === "give") return w("page.spooks.enter.give");
    return w("page.spooks.enter.play");
  }

  /** What may be done, as the rule in force has it; refused things explain themselves. */
  #buttons(view, verb) {
    const { about, seat } = this.entry;
    const own = view.seats[seat - 1];
    const line = (words) => () => this.entry.act(`${seat} ${words}`);
    const cards = this.picks.join(" ");
    const found = [];
    const add = (key, text, does, strong = false, off = false) => found.push({ key, text, does, strong, off });
    let cancel = this.picks.length ? "verb.put_back" : "";
    const ended = about ? [] : this.entry.ended();
    if (ended.length) found.push(...ended);
    else if (verb === "deal" || verb === "hand") {
      const does = verb === "deal" ? () => this.entry.act(`deal ${seat} ${cards}`) : line(`hand ${cards}`);
      add(verb, w(verb === "hand" ? "page.spooks.do.hand" : "verb.deal"), does, true, !this.picks.length || (!about && this.picks.length !== own.count));
    } else if (verb === "aside") {
      add("aside", w("verb.aside"), () => this.entry.act(`aside ${cards}`), true, this.picks.length !== view.aside);
    } else if (verb === "give") this.#gifts(view, add);
    else {
      const one = ["play", "pass"].includes(verb) ? "play" : verb;
      add(one, w(["choose", "run"].includes(one) ? `page.spooks.do.${one}` : `verb.${one}`), line(`${one} ${cards}`), this.picks.length > 0, !this.picks.length);
      const passes = ["blue", "red", "procession"].includes(view.phase);
      if (about ? one === "play" || one === "run" : passes) add("pass", w("verb.pass"), line("pass"), !this.picks.length);
    }
    if (!about && ["deal", "aside"].includes(this.mode)) cancel = "page.cancel";
    else if (!about && !ended.length) {
      const early = ["start", "dealing"].includes(view.phase);
      const mode = (name) => () => { this.clear(); this.mode = name; this.entry.say({ ok: true, text: "" }); this.entry.render(); };
      if (early && !view.hands_known && own.count) add("deal", w("verb.deal"), mode("deal"));
      if (view.phase === "start" && view.aside && !view.hands_known) add("aside", w("verb.aside"), mode("aside"));
      const hint = view.hints?.[seat];
      if (hint && !this.picks.length) add("hint", w("page.hint"), () => this.#hint(hint));
    }
    this.entry.buttons(found, { cancel });
  }

  #gifts(view, add) {
    const { about, seat } = this.entry;
    const told = about?.to ?? 0;
    const others = view.seats.filter((each) => each.seat !== seat && !each.dead).map((each) => each.seat);
    const to = about ? [told, ...others.filter((each) => each !== told)] : view.seats[seat - 1].gives_to;
    for (const other of to.length ? to : others) {
      const facts = { seat: nameOf(view.seats[other - 1]) };
      add(`give ${other}`, w("page.enter.give", facts), () => this.entry.act(`${seat} give ${other} ${this.picks[0]}`), true, !this.picks.length);
      if (!view.hands_known && !this.picks.length) {
        add(`unseen ${other}`, w("page.spooks.enter.unseen", facts), () => this.entry.act(`${seat} give ${other} ?`));
      }
    }
  }

  /** What the seat might do: said, and its cards picked, so that one more touch does it. */
  #hint(hint) {
    this.picks = [...hint.cards];
    this.entry.say({ ok: true, text: w("page.hint.says", { text: say(hint.text) }) });
    this.entry.render();
  }
}

const suitOf = (code) => (code === "CAT" ? "CAT" : code.slice(0, 2));
