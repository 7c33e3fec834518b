// Entering any action by hand, for any seat: the frame. What is picked and what may be done with it
// is the game's own panel.
//
// A game's Panel is made with ({body, above, does}, entry): three places that it fills, and this
// frame. It has
//   update(view, place)  draw, also after every change of its own (entry.render() calls it)
//   clear()              forget what was picked
//   begin(about)         pick what the line to be corrected had: {seq, seat, verb, to, cards, parts,
//                        hidden}, as an event of the journal
//   busy                 whether something is picked, so that the seat must not change by itself
//   next(view)           optional: whose action is expected, where `view.turn` alone does not say
//   remove()

import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { act, open } from "./live.js";
import { nameOf, w } from "./words.js";

export class Entry {
  constructor(parent, onToggle) {
    this.onToggle = onToggle;
    this.seat = 0; // for whom something is entered
    this.about = null; // the line of the journal in whose place something is entered
    this.panel = null;
    this.seats = h("div", { class: "choice seats-choice", role: "group", "aria-label": w("page.enter.seat") });
    this.place = h("p", { class: "place", hidden: true });
    this.lostLines = h("ol", { class: "lost-list", hidden: true });
    this.body = h("div", { class: "body" });
    this.above = h("div", { class: "above" });
    this.does = h("div", { class: "does" });
    this.answer = h("p", { class: "answer", role: "status" });
    const close = h("button", { class: "close", type: "button", "aria-label": w("page.close"), onclick: () => this.toggle(false) }, icon("close"));
    this.node = h(
      "aside",
      { class: "entry", hidden: true, "aria-label": w("page.enter") },
      h("header", {}, h("h2", { text: w("page.enter") }), close),
      this.place,
      this.seats,
      this.body,
      h("footer", {}, this.above, this.answer, this.lostLines, this.does),
    );
    parent.append(this.node);
  }

  /** Take the panel of another game; null: nothing can be entered. */
  play(game) {
    this.panel?.remove();
    for (const place of [this.body, this.above, this.does]) place.replaceChildren();
    this.about = null;
    this.say({ ok: true, text: "" });
    this.panel = game.Panel ? new game.Panel({ body: this.body, above: this.above, does: this.does }, this) : null;
  }

  /** Enter another line in the place of one. */
  correct(about) {
    if (!this.panel) return;
    this.clear();
    [this.about, this.seat] = [about, about.seat || this.seat];
    this.panel.begin(about);
    this.say({ ok: true, text: "" });
    show(this.node, true);
    this.onToggle(true);
    this.render();
  }

  get isOpen() {
    return !this.node.hidden;
  }

  toggle(wanted = !this.isOpen, seat = 0) {
    if (seat) this.sit(seat);
    if (!wanted && this.about) this.clear();
    show(this.node, wanted);
    this.onToggle(wanted);
    this.render();
  }

  update(view, place) {
    const [before, held] = [this.#next(), this.you?.join()];
    [this.view, this.where, this.you] = [view, place, place.you];
    // Who sits down enters for the own seat.
    if (!this.about && this.you.length && this.you.join() !== held) this.sit(this.you[0]);
    const seats = (view.seats ?? []).map((seat) => seat.seat);
    if (!seats.includes(this.seat)) this.seat = 0;
    if (this.#next() !== before && !this.panel?.busy && !this.about) this.#follow();
    if (!this.seat) this.seat = this.you[0] ?? (this.#next() || seats[0] || 0);
    this.render();
  }

  /** Enter for a seat from now on. */
  sit(seat) {
    if (seat !== this.seat && !this.about) this.clear();
    this.seat = seat;
    this.render();
  }

  /** Forget what was picked, and a correction under way. */
  clear() {
    this.about = null;
    this.panel?.clear();
  }

  /** Enter a line; the verdict, which is shown as well. What was picked is forgotten if it counts. */
  async act(line) {
    const said = this.about ? `correct ${this.about.seq} ${line}` : line;
    const verdict = await act(said).catch(() => ({ ok: false, text: w("page.lost") }));
    this.say(verdict);
    if (verdict.ok) {
      this.clear();
      this.#follow();
    }
    this.render();
    return verdict;
  }

  /** What came of it: the sentence, and after a correction the lines that it has made impossible. */
  say(verdict) {
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

  /** Draw the panel, if it is to be seen. */
  render() {
    const view = this.view;
    if (!view?.seats || !this.isOpen || !this.panel) return;
    const next = this.#next();
    keyed(this.seats, view.seats, (seat) => seat.seat, (seat) => h("button", { type: "button", onclick: () => this.sit(seat.seat) }), (node, seat) => {
      setText(node, nameOf(seat));
      setAttribute(node, "aria-pressed", String(seat.seat === this.seat));
      setAttribute(node, "data-turn", seat.seat === next);
    });
    show(this.place, Boolean(this.about));
    setText(this.place, this.about?.words ?? "");
    this.panel.update(view, this.where);
  }

  /**
   * The buttons of what may be done, as the panel has them: [{key, text, does, strong, off}]. What
   * every game has follows by itself: the next deal or game, to give up a correction or to put
   * cards back (`cancel`: the key of its words), to take back.
   */
  buttons(found, { cancel = "" } = {}) {
    const all = [...found];
    const stop = () => { this.clear(); this.say({ ok: true, text: "" }); this.render(); };
    if (this.about) all.push({ key: "stop", text: w("page.cancel"), does: stop });
    else if (cancel) all.push({ key: cancel === "page.cancel" ? "stop" : "back", text: w(cancel), does: stop });
    if (this.view.can_undo && !this.about && cancel !== "page.cancel") {
      all.push({ key: "undo", text: w("verb.undo"), does: () => this.act("undo") });
    }
    keyed(this.does, all, (each) => `${each.key} ${each.text}`, (each) => h("button", { type: "button", "data-does": each.key, text: each.text }), (node, each) => {
      node.onclick = each.does;
      node.disabled = Boolean(each.off);
      setAttribute(node, "data-strong", Boolean(each.strong));
    });
  }

  /** The buttons after a deal or a match; empty while one is on. */
  ended() {
    if (this.view.finished) return [{ key: "game", text: w("page.new"), does: () => open("new"), strong: true }];
    if (this.view.phase !== "deal_over") return [];
    return [{ key: "new", text: w("verb.new"), does: () => this.act("new"), strong: true }];
  }

  #next() {
    if (!this.view) return 0;
    return this.panel?.next?.(this.view) ?? this.view.turn ?? 0;
  }

  /** Without a seat of one's own the panel follows the turn. */
  #follow() {
    const next = this.#next();
    if (!this.you.length && next) this.seat = next;
  }
}
