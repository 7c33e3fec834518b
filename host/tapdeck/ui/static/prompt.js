// A card on the table that asks: what a card's skill did (F19), or which results are to count.
// It lies where the verdict and the tokens are, so that the trick stays in sight, and waits for
// nobody: the game goes on without an answer, and it can be put away.

import { cardNode } from "./cards.js";
import { h, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { act, open, settle } from "./live.js";
import { cardName, nameOf, say, w } from "./words.js";

const KINDS = ["team 1", "team 2", "tokens", "lead", "trick"];
const POINTS = [5, 10, 20, 50, 100];
const TOKENS = [-3, -2, -1, 1, 2, 3];

const signed = (number) => (number > 0 ? `+${number}` : `−${-number}`);
const written = (number) => (number > 0 ? `+${number}` : `${number}`);

export class Prompt {
  constructor(parent) {
    this.away = "";
    this.kind = ""; // the effect whose amount or seat is chosen next
    this.card = h("div", { class: "which", "aria-hidden": "true" });
    this.question = h("p", { class: "question", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.choices = h("div", { class: "choices" });
    this.close = h("button", { type: "button", class: "close", "aria-label": w("page.prompt.later"), onclick: () => this.#putAway() }, icon("close"));
    this.node = h("section", { class: "prompt", hidden: true }, this.card, this.question, this.close, this.problem, this.choices);
    parent.append(this.node);
  }

  update(view) {
    this.view = view;
    const differ = view.results_differ && !view.results_differ.decided ? `results ${view.game_id}` : "";
    const asks = view.ask ? `${view.ask} ${view.game_id} ${view.deal} ${shownBy(view)}` : "";
    const about = differ || asks;
    if (about !== this.about) {
      [this.about, this.kind] = [about, ""];
      show(this.problem, false);
    }
    // A refusal lies in the same place and goes first.
    const refused = !differ && view.last && !view.last.ok && !view.last.line.startsWith("effect");
    show(this.node, Boolean(about) && about !== this.away && !refused);
    if (this.node.hidden) return;
    setAttribute(this.node, "data-asks", differ ? "results" : "skill");
    if (differ) this.#results(view);
    else this.#skill(view);
  }

  #putAway() {
    this.away = this.about;
    show(this.node, false);
  }

  #draw(state, question, code, buttons) {
    if (state === this.drawn) return;
    this.drawn = state;
    setText(this.question, question);
    this.card.replaceChildren(...(code ? [cardNode(code)] : []));
    this.choices.replaceChildren(
      ...buttons.map(([key, text, does, note]) =>
        h("button", { type: "button", "data-does": key, onclick: does }, h("span", { text }), note ? h("small", { text: note }) : null)),
    );
  }

  #skill(view) {
    const state = `${this.about} ${this.kind} ${view.phase} ${view.seats.map(nameOf).join()}`;
    const buttons = this.kind ? this.#amounts(view) : this.#kinds(view);
    this.#draw(state, this.kind ? chosen(view, this.kind) : question(view), view.ask, buttons);
    setAttribute(this.choices, "data-kind", this.kind.split(" ")[0]);
  }

  #kinds(view) {
    const choose = (kind) => () => {
      this.kind = kind;
      this.update(this.view);
    };
    return [
      ...KINDS.filter((kind) => possible(view, kind)).map((kind) => [kind, chosen(view, kind), choose(kind)]),
      ["none", w("page.skill.none"), () => this.#enter("none")],
    ];
  }

  /** How many, or who: the second touch. */
  #amounts(view) {
    const [what, team] = this.kind.split(" ");
    const made = (text, words) => [words, text, () => this.#enter(words)];
    const points = (sign) => POINTS.map((each) => made(signed(sign * each), `team ${team} ${written(sign * each)}`));
    const other = ["other", w("page.prompt.other"), () => open("skill")];
    let buttons = [];
    if (what === "team") buttons = [...points(1), other, ...points(-1)];
    else if (what === "tokens") buttons = [...TOKENS.map((count) => made(signed(count), `tokens ${written(count)}`)), other];
    else buttons = view.seats.map((seat) => made(nameOf(seat), `${what} ${seat.seat}`));
    const back = () => {
      this.kind = "";
      this.update(this.view);
    };
    return [...buttons, ["back", w("page.prompt.back"), back]];
  }

  async #enter(effect) {
    const verdict = await act(`effect ${effect}`).catch(() => ({ ok: false, text: w("page.lost") }));
    this.kind = "";
    setText(this.problem, verdict.ok ? "" : verdict.text);
    show(this.problem, !verdict.ok);
    this.update(this.view);
  }

  #results(view) {
    const { stored, now, text } = view.results_differ;
    const points = (results) => [1, 2].map((team) => `${namesOf(view, team)} ${results.totals[team] ?? 0}`).join(" · ");
    const decide = (keep) => async () => {
      const answer = await settle(view.table.id, keep).catch(() => ({ detail: w("page.lost") }));
      setText(this.problem, answer.detail ?? "");
      show(this.problem, Boolean(answer.detail));
    };
    this.#draw(this.about, say(text), "", [
      ["keep", w("page.results.keep"), decide(true), points(stored)],
      ["adopt", w("page.results.adopt"), decide(false), points(now)],
    ]);
    setAttribute(this.choices, "data-kind", "results");
  }
}

function namesOf(view, team) {
  return view.seats.filter((seat) => seat.team === team).map(nameOf).join(" + ");
}

/** Whether an effect of this kind can be now: somebody leads only once the deal is opened. */
function possible(view, kind) {
  if (kind === "trick") return Boolean(view.top);
  return kind !== "lead" || ["lead", "follow"].includes(view.phase);
}

/** A kind of effect in words. */
function chosen(view, kind) {
  const [what, team] = kind.split(" ");
  if (what === "team") return w("page.prompt.team", { team: namesOf(view, Number(team)) });
  return what === "tokens" ? w("tokens") : w(`page.prompt.${what}`);
}

/** The seat that has shown the extension card which asks, 0 if none has. */
function shownBy(view) {
  return view.seats.find((seat) => seat.extension?.card === view.ask && seat.extension.shown)?.seat ?? 0;
}

function question(view) {
  if (!view.ask.startsWith("E")) return w(`page.prompt.${view.ask}`);
  return w(shownBy(view) ? "page.prompt.shown" : "page.prompt.drawn", { card: cardName(view.ask) });
}
