// Entering for Cthulhu Wars: a number is touched, then by how much; the phase's own step is always
// one touch away, and so is taking back.

import { choices, whatOf } from "./cthulhu_wars_choices.js";
import { marker, s, sign } from "./cthulhu_wars_signs.js";
import { asked, next } from "./cthulhu_wars_steps.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { act, open, startGame } from "./live.js";
import { language, nameOf, w } from "./words.js";

let panel = null; // the one on the page

/** A number on the felt was touched: the panel opens with what it can become. */
export function touch(seat, what) {
  panel?.touch(seat, what);
}

/** Do a step from the felt; one that wants more to be said is done in the panel. */
export function perform(step) {
  if (step.line) act(step.line).catch(() => {}); // the page says by itself that nobody answers
  else if (step.key === "new") open("new");
  else panel?.touch(step.seat ?? 0, step.key);
}

const NUMBERS = ["power", "gates", "cultists", "captives", "goo", "books", "signs"];
const GATHERED = ["cultists", "gates", "free", "captives", "minimum", "power"];
const RECKONED = ["before", "signs", "doom", "books"];
// What can be corrected before power is gathered; nothing is free or captive in the set-up.
const CORRECTED = { setup: ["cultists", "gates"], turn: ["cultists", "gates", "free", "captives"] };
const START = { cultist: "start.cultists", gate: "start.gates" };

export class Panel {
  constructor({ body, above }, entry) {
    panel = this;
    this.entry = entry;
    this.grid = h("div", { class: "wars-grid" });
    this.pools = h("div", { class: "wars-pools" });
    this.note = h("p", { class: "wars-note" });
    this.says = h("p", { class: "wars-says" });
    this.choices = h("div", { class: "wars-choices" });
    body.append(this.grid, this.pools, this.note);
    above.append(this.says, this.choices);
    this.sent = 0; // lines that are not answered yet
    this.#leave();
  }

  /** Whether a number is touched. */
  get busy() {
    return this.what !== "";
  }

  /** Whose action is expected. */
  next(view) {
    return view.turn ?? view.acting ?? 0;
  }

  /** Forget what was touched; not what was touched since a line was sent. */
  clear() {
    if (!this.sent) this.#leave();
  }

  #leave() {
    [this.seat, this.what, this.values] = [0, "", []];
  }

  /** A line is to be corrected: what it changed is touched already. */
  begin({ seat, verb }) {
    [this.seat, this.what] = [seat, whatOf(verb)];
  }

  /** Touch a number; touched again it is left. */
  touch(seat, what) {
    const same = this.entry.isOpen && this.seat === seat && this.what === what;
    if (same) this.#leave();
    else [this.seat, this.what, this.values] = [seat, what, []];
    this.entry.say({ ok: true, text: "" });
    if (this.entry.isOpen) this.entry.render();
    else this.entry.toggle(true);
  }

  remove() {
    panel = null;
  }

  update(view, place) {
    // What was touched was meant for the phase in which it was.
    if (this.view && this.view.phase !== view.phase && !this.entry.about) this.#leave();
    [this.view, this.place] = [view, place];
    const reckoning = view.phase === "over" && view.reckoning;
    const columns = view.phase === "gather" ? GATHERED : reckoning ? RECKONED : NUMBERS;
    this.#grid(view, columns);
    this.#pools(view);
    const corrects = this.#corrects(view);
    setText(this.note, view.phase === "gather" ? s(`correct.${corrects || "not"}`) : "");
    show(this.note, view.phase === "gather");
    this.#choices(view, place);
    this.#buttons(view, place);
  }

  /** A row for each faction: a number that is touched can be changed. */
  #grid(view, columns) {
    this.grid.style.setProperty("--columns", columns.length);
    const gather = view.phase === "gather";
    const cells = [
      { key: "head", head: "" },
      ...columns.map((what) => ({ key: `head ${what}`, what, head: s(gather && what === "power" ? "short.then" : `short.${what}`) })),
      ...view.seats.flatMap((seat, at) => [
        { key: `${seat.seat} marker`, seat },
        ...columns.map((what) => ({ key: `${seat.seat} ${what}`, seat, what, ...this.#cell(view, seat, at, what) })),
      ]),
    ];
    keyed(this.grid, cells, (cell) => `${view.phase === "gather"} ${cell.key}`, (cell) => this.#create(cell), (node, cell) => {
      if (cell.head !== undefined) return;
      if (!cell.what) {
        const old = node.querySelector(".faction");
        if (old.dataset.faction !== cell.seat.faction) old.replaceWith(marker(cell.seat.faction));
        setAttribute(node, "data-turn", this.next(view) === cell.seat.seat);
        setAttribute(node, "data-mine", this.place.you.includes(cell.seat.seat));
        setAttribute(node, "aria-label", nameOf(cell.seat));
        setAttribute(node, "title", nameOf(cell.seat));
      } else {
        setText(node.querySelector("b"), String(cell.text));
        setText(node.querySelector("small"), cell.note ?? "");
        setAttribute(node, "data-none", cell.text === 0 || cell.text === "–");
        setAttribute(node, "aria-label", `${nameOf(cell.seat)}, ${s(`what.${cell.what}`)}: ${cell.text}`);
        node.disabled = Boolean(cell.off);
      }
      const what = cell.what ?? "turn";
      setAttribute(node, "aria-pressed", String(this.seat === cell.seat.seat && this.what === what));
    });
  }

  #create(cell) {
    if (cell.head !== undefined) {
      if (!cell.what) return h("span");
      return h("span", { class: "head", title: s(`what.${cell.what}`) }, sign(cell.what === "before" ? "doom" : cell.what), h("small", { text: cell.head }));
    }
    const [seat, what] = [cell.seat.seat, cell.what ?? "turn"];
    const node = h("button", { type: "button", class: cell.what ? "wars-number" : "whose", "data-seat": seat, "data-what": what, onclick: () => this.touch(seat, what) });
    if (cell.what) node.append(h("b"), h("small"));
    else node.append(marker(cell.seat.faction));
    return node;
  }

  #cell(view, seat, at, what) {
    if (view.phase === "gather") {
      const number = view.gathering[at][what];
      const off = !CORRECTED[this.#corrects(view)]?.includes(what);
      return { text: what === "power" ? number : number ? `+${number}` : "–", off };
    }
    if (view.phase === "over" && view.reckoning) {
      const each = view.reckoning[at];
      if (what === "signs") return { text: [...each.shown, ...Array(each.waiting).fill("?")].join(" ") || "–", off: !each.waiting };
      if (what === "books") return { text: seat.books, note: "/6", off: true };
      return { text: what === "doom" && each.waiting ? "…" : each[what], off: true };
    }
    if (what === "captives") return { text: seat.captured };
    if (what === "cultists" && seat.away) return { text: seat.cultists, note: `−${seat.away}` };
    return { text: seat[what], note: what === "books" ? "/6" : "" };
  }

  #pools(view) {
    show(this.pools, view.phase !== "over");
    const free = { key: "free", text: `${s("what.free")}: ${view.free_gates}`, off: view.phase === "gather" && this.#corrects(view) !== "turn" };
    keyed(this.pools, [free], (each) => each.key, () => h("button", { type: "button", class: "wars-number", "data-what": "free", onclick: () => this.touch(0, "free") }, sign("free"), h("span")), (node, each) => {
      setText(node.querySelector("span"), each.text);
      node.disabled = each.off;
      setAttribute(node, "aria-pressed", String(this.what === "free"));
    });
  }

  /** How the numbers can be corrected before power is gathered: `setup`, `turn`, or not. */
  #corrects(view) {
    if (view.phase !== "gather") return "";
    if (!view.round) return "setup";
    return view.undoes_entry?.verb === "turn" && !view.undoes_entry.correction_of ? "turn" : "";
  }

  #choices(view, place) {
    const { title, groups } = choices(view, place, this);
    setText(this.says, title || asked(view));
    keyed(this.choices, groups, (group) => `${this.seat} ${this.what} ${group.key}`, (group) => h("div", { class: "group" }, h("span", { class: "label" }), h("div", { class: "steps" })), (node, group) => {
      setText(node.querySelector(".label"), group.label ?? "");
      show(node.querySelector(".label"), Boolean(group.label));
      keyed(node.querySelector(".steps"), group.steps, (step) => step.key, (step) => h("button", { type: "button" }, step.marker ? marker(step.marker) : null, step.sign ? sign(step.sign) : null, h("span")), (button, step) => {
        setText(button.querySelector("span"), step.text);
        setAttribute(button, "data-step", step.key);
        setAttribute(button, "aria-pressed", step.chosen === undefined ? null : String(step.chosen));
        setAttribute(button, "title", step.title);
        button.onclick = () => (step.line ? this.#enter(step.line) : this.#say(step));
      });
    });
  }

  /** The value of a sign that the ritual draws, for its holder only. */
  #say({ at, value }) {
    this.values[at] = value;
    this.entry.render();
  }

  #buttons(view, place) {
    // While a number is touched there is room for what it can become, and for leaving it.
    if (this.busy) return this.entry.buttons([], { cancel: "page.cancel" });
    const steps = this.entry.about ? [] : next(view, place).filter((step) => step.key !== "name");
    this.entry.buttons(view.finished ? this.entry.ended() : steps.map((step) => this.#button(step, view)));
  }

  #button(step, view) {
    const button = { key: step.key, text: step.text, strong: step.strong, off: step.off };
    if (step.key === "ritual") {
      const { seat, signs } = view.ritual;
      const values = Array.from({ length: signs }, (_, at) => this.values[at] ?? "?");
      return { ...button, does: () => this.#send([seat, "ritual", ...values].join(" ")) };
    }
    return { ...button, does: () => this.#send(step.line) };
  }

  /** Enter a change. Before power is gathered it counts for the turn that is over, or the set-up. */
  async #enter(line) {
    const how = this.entry.about ? "" : this.#corrects(this.view);
    if (!how || / show /.test(line)) await this.#send(line);
    else if (how === "turn") await this.#beforeTheEnd(line);
    else await this.#setUp(line);
  }

  /** Enter a line; what is touched before it is answered is kept. */
  async #send(line) {
    this.#leave();
    this.sent += 1;
    this.entry.render();
    await this.entry.act(line);
    this.sent -= 1;
  }

  /** The change is made before the turn that closed the round, which then ends again. */
  async #beforeTheEnd(line) {
    const end = this.view.undoes;
    const undone = await this.#do(end.replace("turn", "undo"));
    const verdict = undone.ok ? await this.#do(line) : undone;
    if (undone.ok) await this.#do(end);
    this.#said(verdict);
  }

  #do(line) {
    return act(line).catch(() => ({ ok: false, text: w("page.lost") }));
  }

  /** Nothing has happened yet: the game begins anew with another set-up. */
  async #setUp(line) {
    const view = this.view;
    const [seat, verb, change] = line.split(" ");
    const headers = { factions: view.seats.map((each) => each.faction).join(", ") };
    for (const [name, what] of [["start.power", "power"], ["start.cultists", "cultists"], ["start.gates", "gates"], ["start.goo", "goo"]]) {
      const numbers = view.seats.map((each) => each[what] + (START[verb] === name && each.seat === Number(seat) ? Number(change) : 0));
      headers[name] = numbers.join(", ");
    }
    const setup = { game: view.game, seats: view.seats.map((each) => each.name), headers };
    if (view.deck) setup.deck = view.deck; // else it would be the one changed last
    const answer = await startGame(view.table.id, setup).catch(() => ({ detail: w("page.lost") }));
    const wrong = answer.texts?.[language] ?? answer.detail;
    this.#said({ ok: !wrong, text: wrong ?? s("correct.done") });
  }

  #said(verdict) {
    this.entry.say(verdict);
    this.#leave();
    this.entry.render();
  }
}
