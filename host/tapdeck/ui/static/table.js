// The live picture. NiceGUI keeps menus and dialogs; the picture is an element of its own, because
// it must follow a tap within 150 ms on thirty devices and change only what differs: it takes the
// view from a WebSocket and patches its nodes. `<tapdeck-table>` is all that the page knows of it.

import { Board, Notices, Verdict } from "./corners.js";
import { h, setAttribute, setText, show } from "./dom.js";
import { Entry } from "./entry.js";
import { gameOf } from "./games.js";
import { icon } from "./icons.js";
import { open, watch, welcomed } from "./live.js";
import "./log.js";
import { ResultsPrompt } from "./prompt.js";
import { Seats } from "./seats.js";
import { settings, w } from "./words.js";

const BAR = ["enter", "log", "scores", "rules", "more"];

class TapdeckTable extends HTMLElement {
  connectedCallback() {
    if (this.scene) return;
    this.scene = h("div", { class: "scene" }, h("div", { class: "felt" }));
    const stage = h("div", { class: "stage" }, this.scene);
    this.append(stage);
    this.seats = new Seats(this.scene);
    this.game = null; // the module of the game that is on, and what it has put on the felt
    this.parts = [];
    this.always = [Verdict, Board, Notices, ResultsPrompt].map((Part) => new Part(this.scene));
    this.entry = new Entry(this, (isOpen) => this.#entryToggled(isOpen));
    this.bar = h("nav", { class: "bar" }, ...BAR.map((name) => this.#button(name)));
    this.scene.append(this.bar);
    this.lost = h("div", { class: "lost", role: "alert", hidden: true }, h("i", { class: "lamp" }), h("span", { text: w("page.lost") }));
    this.append(this.lost);
    if (!settings.welcomed) this.append(this.#hello());
    window.tapdeck = { enter: (seat) => this.entry.toggle(true, seat), turn: (seat) => this.#turn(seat), correct: (about) => this.entry.correct(about) };
    watch((message) => this.#update(message), (up) => this.#linked(up));
  }

  #button(name) {
    const does = name === "enter" ? () => this.entry.toggle() : () => open(name);
    return h("button", { type: "button", "data-does": name, onclick: does }, icon(name), h("span", { text: w(`page.bar.${name}`) }));
  }

  /** What this is, for those who see it for the first time. */
  #hello() {
    const leave = (then) => () => {
      welcomed();
      this.hello.remove();
      then?.();
    };
    this.hello = h(
      "section",
      { class: "hello" },
      h("h2", { text: w("page.hello") }),
      h("p", { text: w("page.hello.words") }),
      h(
        "div",
        { class: "does" },
        h("button", { type: "button", "data-strong": true, text: w("page.hello.watch"), onclick: leave() }),
        h("button", { type: "button", text: w("page.hello.sit"), onclick: leave(() => open("sit")) }),
        h("button", { type: "button", text: w("page.hello.new"), onclick: leave(() => open("new")) }),
      ),
    );
    return this.hello;
  }

  #turn(seat) {
    settings.bottom = seat;
    if (this.message) this.#update(this.message);
  }

  #update(message) {
    this.message = message;
    const { view, claims, you } = message;
    const bottom = settings.bottom || you[0] || 1;
    const seats = (view.seats ?? []).length;
    const place = { bottom: bottom <= seats ? bottom : 1, you, claims };
    // The game's name stands there first: its styles go by it.
    setAttribute(this, "data-game", view.game ?? "none");
    this.#play(gameOf(view));
    this.seats.update(view, place, this.game);
    for (const part of [...this.parts, ...this.always]) part.update(view, place);
    this.entry.update(view, place);
    setAttribute(this, "data-version", view.version);
    const lost = view.became_illegal?.length ?? 0;
    setAttribute(this.bar.querySelector('[data-does="log"]'), "data-count", lost > 0 && lost);
    setText(this.bar.querySelector('[data-does="enter"] span'), w(you.length ? "page.bar.play" : "page.bar.enter"));
    this.#asked(message.asks ?? {}, you);
  }

  /** Somebody asks for a seat that this device holds: say so, once for each who asks. */
  #asked(asks, you) {
    const before = this.asks ?? {};
    this.asks = asks;
    for (const seat of you) if (asks[seat] && asks[seat].id !== before[seat]?.id) open("asks", seat);
  }

  /** Clear the felt for another game. */
  #play(game) {
    if (game === this.game) return;
    for (const part of this.parts) part.remove();
    this.game = game;
    this.parts = game.parts(this.scene, this.seats);
    this.entry.play(game);
  }

  #linked(up) {
    show(this.lost, !up);
    setAttribute(this, "data-lost", !up);
  }

  #entryToggled(isOpen) {
    setAttribute(this, "data-entry", isOpen);
    setAttribute(this.bar.querySelector('[data-does="enter"]'), "aria-expanded", String(isOpen));
  }
}

customElements.define("tapdeck-table", TapdeckTable);
