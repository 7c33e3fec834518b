// The entry panel of Cultivation: cards by element and type, and everything that can be done.

import { cardName, cardNode } from "./cards.js";
import { ELEMENTS, isReading, isSpecial, kindName, kindsOf, name, ownName, seal, SPECIALS, TYPES } from "./cultivation_cards.js";
import { signed } from "./cultivation_why.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { choicesOf, open } from "./live.js";
import { language, say, w } from "./words.js";

const HAND = 8;
const SMALLEST = 3; // what stays of a group from which a card is taken (C7)
const VERBS = ["meld", "add", "take", "draw", "end"];

export class Panel {
  constructor({ body, above }, entry) {
    this.entry = entry;
    this.element = ""; // what is looked for; "" for all
    this.type = "";
    this.clear();
    this.own = h("div", { class: "own" });
    this.elements = h("div", { class: "choice filter elements", role: "group", "aria-label": w("page.cultivation.elements") });
    this.types = h("div", { class: "choice filter types-of", role: "group", "aria-label": w("page.cultivation.types") });
    this.cards = h("div", { class: "cards faces" });
    this.roles = h("div", { class: "roles" });
    this.picked = h("div", { class: "picked" });
    this.says = h("div", { class: "says" });
    this.ways = h("div", { class: "choice ways", role: "group", "aria-label": w("page.cultivation.ways") });
    this.kinds = h("div", { class: "choice ways kinds", role: "group", "aria-label": w("page.cultivation.kind") });
    body.append(this.own, this.elements, this.types, this.cards, this.roles);
    above.append(this.picked, this.says, this.ways, this.kinds);
    for (const kind of [...ELEMENTS, "special"]) this.elements.append(this.#filter("element", kind));
    for (const kind of TYPES) this.types.append(this.#filter("type", kind));
  }

  remove() {}

  get busy() {
    return this.picks.length > 0;
  }

  clear() {
    this.picks = [];
    this.found = []; // what the cards can be now, the best first
    this.want = ""; // the line of the one that was chosen
    this.kind = ""; // in a correction: what the group is to be of
    this.mode = "play"; // or "deal", "take", "role"
  }

  begin(about) {
    this.picks = [...about.cards];
    const part = (kind) => about.parts.find((each) => each.kind === kind)?.text;
    if (about.verb === "deal") this.mode = "deal";
    this.kind = part("kind") ?? "";
    this.group = Number(part("group") ?? 1);
  }

  #filter(which, kind) {
    const signs = kind === "special" ? SPECIALS.map(seal) : [seal(kind)];
    const text = kind === "special" ? w("page.cultivation.special") : kindName(kind);
    return h("button", { type: "button", "data-kind": kind, onclick: () => { this[which] = this[which] === kind ? "" : kind; this.entry.render(); } }, ...signs, h("span", { text }));
  }

  #pick(code) {
    if (this.mode === "take") {
      this.entry.act(`${this.entry.seat} take ${code}`);
      return;
    }
    const at = this.picks.indexOf(code);
    if (at >= 0) this.picks.splice(at, 1);
    else if (this.mode !== "deal" || this.picks.length < HAND) this.picks.push(code);
    [this.found, this.want] = [[], ""];
    this.entry.say({ ok: true, text: "" });
    this.entry.render();
    if (this.mode === "play" && !this.entry.about && this.busy) this.#read();
  }

  async #read() {
    const [picks, seat] = [this.picks.join(), this.entry.seat];
    const found = await choicesOf(seat, this.picks).catch(() => []);
    if (picks !== this.picks.join() || seat !== this.entry.seat) return; // picked further meanwhile
    this.found = found;
    this.entry.render();
  }

  update(view) {
    this.view = view;
    const { about, seat } = this.entry;
    const known = about ? [] : (view.hands?.[seat] ?? []);
    const mine = view.seats.find((each) => each.seat === seat);
    // A hand of which every card is known is all that can be laid; a drawn card comes from the deck.
    const whole = known.length > 0 && known.length === mine?.count;
    const deck = this.mode === "deal" || (this.mode === "play" && (Boolean(about) || !whole || (view.must_draw && view.turn === seat)));
    show(this.own, this.mode === "take" || (this.mode === "play" && known.length > 0));
    const shown = this.mode === "take" ? takeable(mine) : known;
    keyed(this.own, shown, (code) => code, (code) => h("button", { class: "held-card", type: "button", "aria-label": cardName(code, view), onclick: () => this.#pick(code) }, cardNode(code, view)), (node, code) => setAttribute(node, "aria-pressed", String(this.picks.includes(code))));
    for (const part of [this.elements, this.types, this.cards]) show(part, deck);
    if (deck) this.#deck(view, known);
    this.#roles(view, mine);
    this.waiting = this.#waiting(view);
    const picked = this.waiting && !this.busy ? this.waiting.cards : this.picks;
    keyed(this.picked, this.mode === "play" ? picked : [], (code) => code, (code) => cardNode(code, view), () => {});
    this.#ways(view);
    this.#buttons(view, mine);
  }

  /** Cards that wait at the seat's reader and can be something; null: none, or other cards are picked. */
  #waiting(view) {
    const waiting = view.pending?.[this.entry.seat];
    if (!waiting?.choices || this.busy || this.entry.about || this.mode !== "play") return null;
    return waiting;
  }

  /** What the cards can be, picked ones or those that wait, the best first. */
  #offers() {
    if (!this.waiting) return this.found;
    return this.waiting.choices.map((each) => ({ ...each, text: say(each.text) }));
  }

  /** The cards that can be meant, as the filters have them. */
  #deck(view, known) {
    for (const [part, which] of [[this.elements, "element"], [this.types, "type"]]) {
      for (const node of part.children) setAttribute(node, "aria-pressed", String(node.dataset.kind === this[which]));
    }
    const gone = this.entry.about ? new Set() : new Set([
      ...view.seats.flatMap((seat) => seat.groups.flatMap((group) => group.cards)),
      ...Object.values(view.hands ?? {}).flat(),
    ]);
    const wanted = Object.keys(view.deck_cards).filter((code) => {
      if (this.picks.includes(code)) return true;
      if (gone.has(code) && !known.includes(code)) return false;
      if (known.includes(code)) return false;
      if (this.element === "special") return isSpecial(code, view);
      const kinds = kindsOf(code, view);
      return (!this.element || kinds[0] === this.element) && (!this.type || kinds.includes(this.type));
    });
    keyed(this.cards, wanted, (code) => `${view.game_id} ${code}`, (code) => this.#cardButton(code, view), (node, code) => setAttribute(node, "aria-pressed", String(this.picks.includes(code))));
    setAttribute(this.cards, "data-all", !this.element && !this.type);
  }

  #cardButton(code, view) {
    const signs = h("span", { class: "signs" }, ...kindsOf(code, view).map(seal));
    const own = ownName(code, view);
    return h("button", { class: "pick", type: "button", "data-code": code, "aria-label": name(code, view), onclick: () => this.#pick(code) }, h("b", { text: code }), signs, own ? h("small", { text: own }) : null);
  }

  /** Destiny roles that can be drawn (C14). */
  #roles(view, mine) {
    const drawn = view.seats.map((seat) => seat.role?.role);
    const free = this.mode === "role" ? view.house.roles.filter((role) => !drawn.includes(role.role)) : [];
    show(this.roles, this.mode === "role");
    keyed(this.roles, free, (role) => role.role, (role) => h("button", { type: "button", onclick: () => this.entry.act(`${this.entry.seat} role ${role.role}`) }, h("b", { text: say(role.name) }), h("span", { text: say(role.text) || role.effects_text.map(say).join(" ") })), () => {});
  }

  /** What the picked cards would be: the best first, the others to choose from. */
  #ways(view) {
    const { about } = this.entry;
    let words = "";
    if (this.mode === "deal") words = w("page.cultivation.hand", { count: this.picks.length, of: HAND });
    else if (this.mode === "take") words = w("page.cultivation.take.which");
    else if (this.mode === "role") words = w("page.cultivation.role.which");
    else if (this.waiting) words = w("page.cultivation.waiting");
    else if (!this.busy) words = w("page.enter.none");
    else if (!about && this.found.length > 1) words = w("page.cultivation.ways");
    else if (!about && this.found.length) words = told(this.found[0]);
    else if (!about) words = w("page.cultivation.pending.none");
    setText(this.says, words);
    const offers = this.#offers();
    const ways = !about && (offers.length > 1 || this.waiting) ? offers : [];
    show(this.ways, ways.length > 0);
    keyed(this.ways, ways, (each) => each.line, (each) => h("button", { type: "button" }, seal(each.kind), h("span", { text: `${each.text} ${signed(each.points)}` })), (node, each) => {
      node.onclick = () => { this.want = each.line; this.entry.render(); };
      setAttribute(node, "aria-pressed", String(each.line === this.#chosen()?.line));
    });
    // In a correction nobody knows here what was possible then, so the kind is simply chosen.
    const kinds = about && this.mode === "play" ? [...TYPES, ...ELEMENTS] : [];
    show(this.kinds, kinds.length > 0);
    keyed(this.kinds, kinds, (kind) => kind, (kind) => h("button", { type: "button", title: kindName(kind), "aria-label": kindName(kind), onclick: () => { this.kind = this.kind === kind ? "" : kind; this.entry.render(); } }, seal(kind)), (node, kind) => setAttribute(node, "aria-pressed", String(this.kind === kind)));
  }

  #chosen() {
    const offers = this.#offers();
    const wanted = offers.find((each) => each.line === this.want);
    return wanted ?? offers.find((each) => isReading(each, this.waiting?.reading)) ?? offers[0];
  }

  #buttons(view, mine) {
    const { about, seat } = this.entry;
    const found = [];
    const add = (key, text, does, strong = false, off = false) => found.push({ key, text, does, strong, off });
    const line = (words) => () => this.entry.act(`${seat} ${words}`);
    const mode = (wanted) => () => { this.clear(); this.mode = wanted; this.entry.say({ ok: true, text: "" }); this.entry.render(); };
    let cancel = this.busy ? "verb.put_back" : "";
    if (this.mode !== "play") cancel = "page.cancel";
    if (this.mode === "deal") add("hand", w("verb.deal"), () => this.entry.act(`deal ${seat} ${this.picks.join(" ")}`), true, this.picks.length < HAND);
    else if (about) this.#corrections(add);
    else if (this.mode === "play") {
      const ended = this.entry.ended();
      found.push(...ended);
      if (!ended.length) this.#turn(view, mine, add, line, mode);
      if (view.hands_open && !view.hands?.[seat]) add("deal", w("verb.deal"), mode("deal"));
      this.#destiny(view, mine, add, line, mode);
      const hint = view.hints?.[seat];
      if (hint && !this.busy) add("hint", w("page.hint"), () => this.#hint(hint));
    }
    this.entry.buttons(found, { cancel });
  }

  /** A turn: draw, lay, take back, end. What is refused explains itself. */
  #turn(view, mine, add, line, mode) {
    const { seat } = this.entry;
    const due = view.must_draw && view.turn === seat;
    if (this.busy || this.waiting) {
      const lay = this.#chosen()?.line ?? `${seat} meld ${this.picks.join(" ")}`;
      const key = this.#chosen()?.group ? "add" : "meld";
      add("lay", w(`verb.${key}`), () => this.#after(due, lay), true);
    }
    if (due && this.picks.length === 1) add("draw-this", w("page.cultivation.draw.this", { card: this.picks[0] }), line(`draw ${this.picks[0]}`));
    if (!this.busy && (due || !view.drawn)) add("draw", w("verb.draw"), line("draw"), due && !this.waiting, !due);
    if (!this.busy) add("end", w("verb.end"), () => this.#after(due, `${seat} end`), !due && !this.waiting);
    if (!view.took && takeable(mine).length) add("take", w("verb.take"), mode("take"));
  }

  /** A draw that is due happens on the table before anything else, so it is entered first. */
  async #after(due, line) {
    const picks = this.picks;
    if (due) {
      if (!(await this.entry.act(`${this.entry.seat} draw`)).ok) return;
      this.picks = picks; // they are still there if what follows is refused
    }
    await this.entry.act(line);
  }

  #destiny(view, mine, add, line, mode) {
    if (!view.destiny || !mine) return;
    const { role } = mine;
    if (!role && view.house.roles?.length) add("role", w("verb.role"), mode("role"));
    else if (role && !mine.role_used && role.trigger === "when used") add("use", w("page.cultivation.use", { role: say(role.name) }), line(`use ${role.role}`));
    add("effect", w("page.cultivation.effect"), () => open("skill"));
  }

  /** What may stand in the place of a line. */
  #corrections(add) {
    const { seat } = this.entry;
    const cards = this.picks.join(" ");
    const as = this.kind ? ` as ${this.kind}` : "";
    const groups = Math.max(this.group, ...this.view.seats.map((each) => each.groups.length), 1);
    const lines = {
      meld: this.busy && `meld ${cards}${as}`,
      take: this.picks.length === 1 && `take ${cards}`,
      draw: this.picks.length < 2 && `draw ${cards}`.trim(),
      end: !this.busy && "end",
    };
    for (const verb of VERBS) {
      if (verb === "add") {
        for (let group = 1; this.busy && group <= groups; group += 1) {
          add(`add ${group}`, w("page.cultivation.add", { group }), () => this.entry.act(`${seat} add ${group} ${cards}`));
        }
      } else add(verb, w(`verb.${verb}`), () => this.entry.act(`${seat} ${lines[verb]}`), verb === "meld" && this.busy, !lines[verb]);
    }
  }

  /** What the seat might do: said, and its cards picked, so that one more touch does it. */
  #hint(hint) {
    if (["meld", "add"].includes(hint.verb)) this.picks = [...hint.cards];
    this.entry.say({ ok: true, text: w("page.hint.says", { text: say(hint.text) }) });
    this.entry.render();
    if (this.busy) this.#read().then(() => { this.want = hint.line; this.entry.render(); });
  }
}

/** A choice in words: what the cards become, what it brings, whether it wins. */
function told(choice) {
  const points = w("page.cultivation.brings", { points: signed(choice.points) });
  const stop = language === "en" ? ". " : "。";
  return [choice.text, points, choice.wins ? w("page.cultivation.wins") : ""].filter(Boolean).join(stop);
}

/** The cards that a seat could take back from its groups, as far as their number goes (C7). */
function takeable(seat) {
  return (seat?.groups ?? []).filter((group) => group.cards.length > SMALLEST).flatMap((group) => group.cards);
}
