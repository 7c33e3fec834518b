// The entry panel of Followers: plays and their readings, calls, gifts, hands, extension cards.

import { cardName, cardNode } from "./cards.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { suitSign } from "./followers_cards.js";
import { inOrder } from "./followers_trick.js";
import { open, readings } from "./live.js";
import { nameOf, rankShown, say, w } from "./words.js";

const RANKS = [..."23456789TJQKA"];
const PLAIN = RANKS.flatMap((rank) => [..."SHCD"].map((suit) => rank + suit));
const NAMED = ["W1", "W2", "W3", "W4", "NB", "LJ", "BJ", "X8"];
const APART = ["E1", "E2", "E3", "E4"];
const HAND = 15;

export class Panel {
  constructor({ body, above }, entry) {
    this.entry = entry;
    this.clear();
    this.cards = h("div", { class: "cards" });
    this.named = h("div", { class: "cards named" });
    this.apart = h("div", { class: "cards named apart" });
    this.own = h("div", { class: "own" });
    this.picked = h("div", { class: "picked" });
    this.says = h("div", { class: "says" });
    this.ways = h("div", { class: "choice ways", role: "group", "aria-label": w("page.enter.reading") });
    body.append(this.own, this.cards, this.named, this.apart);
    above.append(this.picked, this.says, this.ways);
    for (const code of PLAIN) this.cards.append(this.#pick(code, suitSign(code[1])));
    for (const code of NAMED) this.named.append(this.#pick(code, ""));
    for (const code of APART) this.apart.append(this.#pick(code, ""));
  }

  remove() {}

  get busy() {
    return this.picks.length > 0;
  }

  clear() {
    this.picks = [];
    this.want = "";
    this.found = [];
    this.mode = "play"; // or "deal": a whole hand is entered; or "draw": an extension card is
  }

  begin(about) {
    this.picks = [...about.cards];
    if (about.verb === "deal") this.mode = "deal";
    if (this.mode === "play" && this.busy) this.#read([...this.picks]);
  }

  #pick(code, sign) {
    const node = h("button", { class: "pick", type: "button", "data-code": code, "aria-label": cardName(code), onclick: () => this.#toggleCard(code) });
    if (sign) node.innerHTML = `<b data-suit="${code[1]}">${rankShown(code[0])}</b>${sign}`;
    else node.textContent = cardName(code);
    return node;
  }

  #toggleCard(code) {
    if (this.mode === "draw") {
      this.entry.act(`${this.entry.seat} draw ${code}`);
      return;
    }
    const at = this.picks.indexOf(code);
    if (at >= 0) this.picks.splice(at, 1);
    else this.picks.push(code);
    this.want = "";
    this.found = [];
    this.entry.say({ ok: true, text: "" });
    this.entry.render();
    if (this.mode === "play" && this.busy) this.#read([...this.picks]);
  }

  async #read(cards) {
    const found = await readings(cards).catch(() => []);
    if (cards.join() !== this.picks.join()) return; // picked further meanwhile
    this.found = found;
    this.entry.render();
  }

  #play() {
    const as = this.want ? ` as ${this.want}` : "";
    return this.entry.act(`${this.entry.seat} play ${inOrder(this.picks).join(" ")}${as}`);
  }

  update(view) {
    const { about, seat } = this.entry;
    const hand = about || this.mode !== "play" ? null : view.hands?.[seat];
    const drawing = this.mode === "draw";
    show(this.own, Boolean(hand));
    show(this.cards, !hand && !drawing);
    show(this.named, !hand && !drawing);
    show(this.apart, drawing);
    keyed(this.own, hand ?? [], (code) => code, (code) => h("button", { class: "held-card", type: "button", "aria-label": cardName(code), onclick: () => this.#toggleCard(code) }, cardNode(code)), (node, code) => setAttribute(node, "aria-pressed", String(this.picks.includes(code))));
    for (const node of [...this.cards.children, ...this.named.children]) {
      setAttribute(node, "aria-pressed", String(this.picks.includes(node.dataset.code)));
    }
    keyed(this.picked, this.mode === "deal" ? [] : inOrder(this.picks), (code) => code, (code) => cardNode(code), () => {});
    this.#ways();
    this.#buttons(view);
  }

  #ways() {
    let words = "";
    if (this.mode === "deal") words = w("page.enter.hand", { count: this.picks.length, of: HAND });
    else if (this.mode === "draw") words = w("page.extension.which");
    else if (!this.picks.length) words = w("page.enter.none");
    else if (this.found.length) words = (this.found.find((each) => each.reading === this.want) ?? this.found[0]).text;
    setText(this.says, words);
    show(this.ways, this.found.length > 1);
    keyed(this.ways, this.found.length > 1 ? this.found : [], (each) => each.reading, (each) => h("button", { type: "button", text: each.text, onclick: () => this.#choose(each.reading) }), (node, each) => setAttribute(node, "aria-pressed", String(this.want === each.reading)));
  }

  #choose(wanted) {
    this.want = this.want === wanted ? "" : wanted;
    this.entry.render();
  }

  /** What may be done, as the phase of the game has it; refused things explain themselves. */
  #buttons(view) {
    const { about, seat } = this.entry;
    const line = (verb) => () => this.entry.act(`${seat} ${verb}`);
    const found = [];
    const add = (key, text, does, strong = false, off = false) => found.push({ key, text, does, strong, off });
    const picked = this.busy;
    let cancel = picked ? "verb.put_back" : "";
    if (this.mode === "deal") {
      add("hand", w("verb.deal"), () => this.entry.act(`deal ${seat} ${this.picks.join(" ")}`), true, this.picks.length < HAND - 1);
      cancel = "page.cancel";
    } else if (this.mode === "draw") {
      cancel = "page.cancel";
    } else if (about) {
      if (about.verb === "give") this.#gifts(view, add);
      else {
        add("play", w("verb.play"), () => this.#play(), picked, !picked);
        for (const verb of ["pass", "yield", "great", "small", "nocall"]) {
          add(verb, w(`verb.${verb}`), line(verb));
        }
      }
    } else {
      if (view.phase === "calls") {
        if (view.great_open) add("great", w("verb.great"), line("great"), true);
        add("small", w("verb.small"), line("small"), !view.great_open);
        add("nocall", w("verb.nocall"), line("nocall"));
      }
      const ended = this.entry.ended();
      if (ended.length) found.push(...ended);
      else if (view.phase === "exchange" || (view.phase === "calls" && picked && view.gifts_due?.[seat])) {
        this.#gifts(view, add);
      } else {
        add("play", w("verb.play"), () => this.#play(), picked, !picked);
        if (view.phase !== "calls") add("pass", w("verb.pass"), line("pass"), !picked);
        if (view.phase === "lead") add("yield", w("verb.yield"), line("yield"));
      }
      if (["calls", "dealing"].includes(view.phase) && !view.hands?.[seat]) {
        add("deal", w("verb.deal"), () => { this.clear(); this.mode = "deal"; this.entry.render(); });
      }
      if (view.ask) add("ask", w("page.skill", { card: cardName(view.ask) }), () => open("skill"));
      this.#extension(view, add);
      const hint = view.hints?.[seat];
      if (hint && !picked) add("hint", w("page.hint"), () => this.#hint(hint));
    }
    this.entry.buttons(found, { cancel });
  }

  #gifts(view, add) {
    const { seat } = this.entry;
    for (const to of view.seats.filter((each) => each.seat !== seat)) {
      add(`give ${to.seat}`, w("page.enter.give", { seat: nameOf(to) }), () => this.entry.act(`${seat} give ${to.seat} ${this.picks[0]}`), true, this.picks.length !== 1);
    }
  }

  /** Drawing and showing an extension card (F20), only where this device holds the seat. */
  #extension(view, add) {
    const { seat, you } = this.entry;
    if (!view.house?.extension || !you.includes(seat)) return;
    const own = view.seats.find((each) => each.seat === seat);
    const drawn = own.extension;
    if (own.call && !drawn) {
      add("draw", w("page.extension.draw"), () => { this.clear(); this.mode = "draw"; this.entry.say({ ok: true, text: "" }); this.entry.render(); });
    } else if (drawn?.card && !drawn.shown) {
      add("show", w("page.extension.show", { card: cardName(drawn.card) }), () => this.entry.act(`${seat} show ${drawn.card}`));
    }
  }

  /** What the seat might do: said, and its cards picked, so that one more touch does it. */
  #hint(hint) {
    if (hint.verb === "play" || hint.verb === "give") this.picks = [...hint.cards];
    this.entry.say({ ok: true, text: w("page.hint.says", { text: say(hint.text) }) });
    this.entry.render();
    if (hint.verb === "play") this.#read([...this.picks]);
  }
}
