// Entering any action by hand, for any seat: cards by touch, and what may be done with them.

import { cardNode, suitSign } from "./cards.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { act, open, readings } from "./live.js";
import { inOrder } from "./trick.js";
import { cardName, nameOf, rankShown, say, w } from "./words.js";

const RANKS = [..."23456789TJQKA"];
const PLAIN = RANKS.flatMap((rank) => [..."SHCD"].map((suit) => rank + suit));
const NAMED = ["W1", "W2", "W3", "W4", "NB", "LJ", "BJ", "X8"];
const APART = ["E1", "E2", "E3", "E4"];
const HAND = 15;

export class Entry {
  constructor(parent, onToggle) {
    this.onToggle = onToggle;
    this.seat = 0;
    this.picks = [];
    this.want = "";
    this.mode = "play"; // or "deal": a whole hand is entered; or "draw": an extension card is
    this.about = null; // the line of the journal in whose place something is entered
    this.lost = []; // what is no longer possible since a correction
    this.found = [];
    this.seats = h("div", { class: "choice seats-choice", role: "group", "aria-label": w("page.enter.seat") });
    this.cards = h("div", { class: "cards" });
    this.named = h("div", { class: "cards named" });
    this.apart = h("div", { class: "cards named apart" });
    this.own = h("div", { class: "own" });
    this.place = h("p", { class: "place", hidden: true });
    this.lostLines = h("ol", { class: "lost-list", hidden: true });
    this.picked = h("div", { class: "picked" });
    this.says = h("div", { class: "says" });
    this.ways = h("div", { class: "choice ways", role: "group", "aria-label": w("page.enter.reading") });
    this.does = h("div", { class: "does" });
    this.answer = h("p", { class: "answer", role: "status" });
    const close = h("button", { class: "close", type: "button", "aria-label": w("page.close"), onclick: () => this.toggle(false) }, icon("close"));
    this.node = h(
      "aside",
      { class: "entry", hidden: true, "aria-label": w("page.enter") },
      h("header", {}, h("h2", { text: w("page.enter") }), close),
      this.place,
      this.seats,
      h("div", { class: "body" }, this.own, this.cards, this.named, this.apart),
      h("footer", {}, this.picked, this.says, this.ways, this.answer, this.lostLines, this.does),
    );
    parent.append(this.node);
    for (const code of PLAIN) this.cards.append(this.#pick(code, suitSign(code[1])));
    for (const code of NAMED) this.named.append(this.#pick(code, ""));
    for (const code of APART) this.apart.append(this.#pick(code, ""));
  }

  /** Enter another line in the place of one: `about` is {seq, seat, verb, cards, words}. */
  correct(about) {
    this.#clear();
    [this.about, this.seat] = [about, about.seat || this.seat];
    this.picks = [...about.cards];
    if (about.verb === "deal") this.mode = "deal";
    this.#say({ ok: true, text: "" });
    show(this.node, true);
    this.onToggle(true);
    this.#render();
    if (this.mode === "play" && this.picks.length) this.#read([...this.picks]);
  }

  get isOpen() {
    return !this.node.hidden;
  }

  toggle(wanted = !this.isOpen, seat = 0) {
    if (seat) this.#sit(seat);
    if (!wanted && this.about) this.#clear();
    show(this.node, wanted);
    this.onToggle(wanted);
    if (wanted) this.#render();
  }

  update(view, { you }) {
    const before = this.view?.turn;
    this.view = view;
    // Who sits down enters for the own seat.
    if (!this.about && you.length && you.join() !== this.you?.join()) this.#sit(you[0]);
    this.you = you;
    const seats = (view.seats ?? []).map((seat) => seat.seat);
    if (!seats.includes(this.seat)) this.seat = 0;
    if (view.turn !== before && !this.picks.length && !this.about) this.#follow();
    if (!this.seat) this.seat = you[0] ?? view.turn ?? seats[0] ?? 0;
    if (this.isOpen) this.#render();
  }

  #pick(code, sign) {
    const node = h("button", { class: "pick", type: "button", "data-code": code, "aria-label": cardName(code), onclick: () => this.#toggleCard(code) });
    if (sign) node.innerHTML = `<b data-suit="${code[1]}">${rankShown(code[0])}</b>${sign}`;
    else node.textContent = cardName(code);
    return node;
  }

  #sit(seat) {
    if (seat !== this.seat && !this.about) this.#clear();
    this.seat = seat;
    this.#render();
  }

  #clear() {
    [this.picks, this.want, this.found, this.mode, this.about] = [[], "", [], "play", null];
  }

  #toggleCard(code) {
    if (this.mode === "draw") {
      this.#do(`${this.seat} draw ${code}`);
      return;
    }
    const at = this.picks.indexOf(code);
    if (at >= 0) this.picks.splice(at, 1);
    else this.picks.push(code);
    this.want = "";
    this.found = [];
    this.#say({ ok: true, text: "" });
    this.#render();
    if (this.mode === "play" && this.picks.length) this.#read([...this.picks]);
  }

  async #read(cards) {
    const found = await readings(cards).catch(() => []);
    if (cards.join() !== this.picks.join()) return; // picked further meanwhile
    this.found = found;
    this.#render();
  }

  async #do(line) {
    const said = this.about ? `correct ${this.about.seq} ${line}` : line;
    const verdict = await act(said).catch(() => ({ ok: false, text: w("page.lost") }));
    this.#say(verdict);
    if (verdict.ok) {
      this.#clear();
      this.#follow();
    }
    this.#render();
  }

  /** What came of it: the sentence, and after a correction the lines that it has made impossible. */
  #say(verdict) {
    const lost = verdict.lost ?? [];
    setAttribute(this.answer, "data-kind", verdict.ok ? "good" : "bad");
    setText(this.answer, verdict.text);
    show(this.lostLines, lost.length > 0);
    this.lostLines.replaceChildren(
      ...(lost.length ? [h("li", { class: "title", text: w("page.correct.lost") })] : []),
      ...lost.map((each) => h("li", {},
        h("button", { type: "button", onclick: () => open("line", each.seq) },
          h("b", { text: `${each.seq} · ${each.line}` }), h("span", { text: each.text })))),
    );
  }

  /** Without a seat of one's own the panel follows the turn. */
  #follow() {
    if (!this.you.length && this.view.turn) this.seat = this.view.turn;
  }

  #play() {
    const as = this.want ? ` as ${this.want}` : "";
    return this.#do(`${this.seat} play ${inOrder(this.picks).join(" ")}${as}`);
  }

  #render() {
    const view = this.view;
    if (!view?.seats) return;
    keyed(this.seats, view.seats, (seat) => seat.seat, (seat) => h("button", { type: "button", onclick: () => this.#sit(seat.seat) }), (node, seat) => {
      setText(node, nameOf(seat));
      setAttribute(node, "aria-pressed", String(seat.seat === this.seat));
      setAttribute(node, "data-turn", seat.seat === view.turn);
    });
    const hand = this.about || this.mode !== "play" ? null : view.hands?.[this.seat];
    const drawing = this.mode === "draw";
    show(this.place, Boolean(this.about));
    setText(this.place, this.about?.words ?? "");
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
    this.#render();
  }

  /** What may be done, as the phase of the game has it; refused things explain themselves. */
  #buttons(view) {
    const line = (verb) => () => this.#do(`${this.seat} ${verb}`);
    const found = [];
    const add = (key, text, does, strong = false, off = false) => found.push({ key, text, does, strong, off });
    const picked = this.picks.length > 0;
    const cancel = () => { this.#clear(); this.#render(); };
    if (this.mode === "deal") {
      add("hand", w("verb.deal"), () => this.#do(`deal ${this.seat} ${this.picks.join(" ")}`), true, this.picks.length < HAND - 1);
      add("stop", w("page.cancel"), cancel);
    } else if (this.mode === "draw") {
      add("stop", w("page.cancel"), cancel);
    } else if (this.about) {
      if (this.about.verb === "give") this.#gifts(view, add);
      else {
        add("play", w("verb.play"), () => this.#play(), picked, !picked);
        for (const verb of ["pass", "yield", "great", "small", "nocall"]) {
          add(verb, w(`verb.${verb}`), line(verb));
        }
      }
      add("stop", w("page.cancel"), cancel);
    } else {
      if (view.phase === "calls") {
        if (view.great_open) add("great", w("verb.great"), line("great"), true);
        add("small", w("verb.small"), line("small"), !view.great_open);
        add("nocall", w("verb.nocall"), line("nocall"));
      }
      if (view.phase === "deal_over") add("new", w("verb.new"), () => this.#do("new"), true);
      else if (view.phase === "match_over") add("game", w("page.new"), () => open("new"), true);
      else if (view.phase === "exchange" || (view.phase === "calls" && picked && view.gifts_due?.[this.seat])) {
        this.#gifts(view, add);
      } else {
        add("play", w("verb.play"), () => this.#play(), picked, !picked);
        if (view.phase !== "calls") add("pass", w("verb.pass"), line("pass"), !picked);
        if (view.phase === "lead") add("yield", w("verb.yield"), line("yield"));
      }
      if (["calls", "dealing"].includes(view.phase) && !view.hands?.[this.seat]) {
        add("deal", w("verb.deal"), () => { this.#clear(); this.mode = "deal"; this.#render(); });
      }
      if (view.ask) add("ask", w("page.skill", { card: cardName(view.ask) }), () => open("skill"));
      this.#extension(view, add);
      const hint = view.hints?.[this.seat];
      if (hint && !picked) add("hint", w("page.hint"), () => this.#hint(hint));
      if (picked) add("back", w("verb.put_back"), cancel);
    }
    if (view.can_undo && !this.about && this.mode === "play") add("undo", w("verb.undo"), () => this.#do("undo"));
    keyed(this.does, found, (each) => `${each.key} ${each.text}`, (each) => h("button", { type: "button", "data-does": each.key, text: each.text }), (node, each) => {
      node.onclick = each.does;
      node.disabled = each.off;
      setAttribute(node, "data-strong", each.strong);
    });
  }

  #gifts(view, add) {
    for (const seat of view.seats.filter((each) => each.seat !== this.seat)) {
      add(`give ${seat.seat}`, w("page.enter.give", { seat: nameOf(seat) }), () => this.#do(`${this.seat} give ${seat.seat} ${this.picks[0]}`), true, this.picks.length !== 1);
    }
  }

  /** Drawing and showing an extension card (F20), only where this device holds the seat. */
  #extension(view, add) {
    if (!view.house?.extension || !this.you.includes(this.seat)) return;
    const seat = view.seats.find((each) => each.seat === this.seat);
    const drawn = seat.extension;
    if (seat.call && !drawn) {
      add("draw", w("verb.draw"), () => { this.#clear(); this.mode = "draw"; this.#say({ ok: true, text: "" }); this.#render(); });
    } else if (drawn?.card && !drawn.shown) {
      add("show", w("page.extension.show", { card: cardName(drawn.card) }), () => this.#do(`${this.seat} show ${drawn.card}`));
    }
  }

  /** What the seat might do: said, and its cards picked, so that one more touch does it. */
  #hint(hint) {
    if (hint.verb === "play" || hint.verb === "give") this.picks = [...hint.cards];
    this.#say({ ok: true, text: w("page.hint.says", { text: say(hint.text) }) });
    this.#render();
    if (hint.verb === "play") this.#read([...this.picks]);
  }
}
