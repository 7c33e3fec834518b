// A card on the table that asks. It lies below the middle of the felt, so that what was played
// stays in sight, and waits for nobody: the game goes on without an answer, and it can be put away.

import { sideName } from "./asked.js";
import { cardNode } from "./cards.js";
import { h, setAttribute, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { act, settle } from "./live.js";
import { say, w } from "./words.js";

export class Prompt {
  constructor(parent) {
    this.away = "";
    this.kind = ""; // what is chosen first, where a second touch says how much
    this.card = h("div", { class: "which", "aria-hidden": "true" });
    this.question = h("p", { class: "question", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.choices = h("div", { class: "choices" });
    this.close = h("button", { type: "button", class: "close", "aria-label": w("page.prompt.later"), onclick: () => this.#putAway() }, icon("close"));
    this.node = h("section", { class: "prompt" }, this.card, this.question, this.close, this.problem, this.choices);
    this.parent = parent; // it is there only while it asks
  }

  /** What it asks now, as a text that changes with the question; "" for nothing. */
  about(view) {
    return "";
  }

  /** Draw the question and what may be answered. */
  ask(view) {}

  /** Whether it steps back for a refusal, which lies in the same place. */
  yields(view) {
    return view.last && !view.last.ok;
  }

  update(view) {
    this.view = view;
    const about = this.about(view);
    if (about !== this.asked) {
      [this.asked, this.kind] = [about, ""];
      show(this.problem, false);
    }
    if (!about || about === this.away || this.yields(view)) {
      this.remove();
      return;
    }
    if (!this.node.isConnected) this.parent.append(this.node);
    this.ask(view);
  }

  remove() {
    this.node.remove();
  }

  /**
   * Draw what is asked, where `state` is new.
   *
   * code     a card to show beside the question, or ""
   * buttons  [key, text, does, note] each
   */
  draw(state, question, code, buttons) {
    if (state === this.drawn) return;
    this.drawn = state;
    setText(this.question, question);
    this.card.replaceChildren(...(code ? [cardNode(code, this.view)] : []));
    this.choices.replaceChildren(
      ...buttons.map(([key, text, does, note]) =>
        h("button", { type: "button", "data-does": key, onclick: does }, h("span", { text }), note ? h("small", { text: note }) : null)),
    );
  }

  /** Enter a line; a refusal is said in the prompt. */
  async enter(line) {
    const verdict = await act(line).catch(() => ({ ok: false, text: w("page.lost") }));
    this.kind = "";
    this.tell(verdict.ok ? "" : verdict.text);
    this.update(this.view);
  }

  /** Say what went wrong; "" for nothing. */
  tell(problem) {
    setText(this.problem, problem);
    show(this.problem, problem !== "");
  }

  #putAway() {
    this.away = this.asked;
    this.remove();
  }
}

/** Which results are to count, where today's rules would give others than were stored. */
export class ResultsPrompt extends Prompt {
  about(view) {
    return asksResults(view) ? `results ${view.game_id}` : "";
  }

  yields() {
    return false;
  }

  ask(view) {
    const { stored, now, text } = view.results_differ;
    const points = (results) => Object.keys(view.totals).map((side) => `${sideName(view, side)} ${results.totals[side] ?? 0}`).join(" · ");
    const decide = (keep) => async () => {
      const answer = await settle(view.table.id, keep).catch(() => ({ detail: w("page.lost") }));
      this.tell(answer.detail ?? "");
    };
    setAttribute(this.node, "data-asks", "results");
    setAttribute(this.choices, "data-kind", "results");
    this.draw(this.asked, say(text), "", [
      ["keep", w("page.results.keep"), decide(true), points(stored)],
      ["adopt", w("page.results.adopt"), decide(false), points(now)],
    ]);
  }
}

/** Whether the results are asked about: other questions wait. */
export const asksResults = (view) => Boolean(view.results_differ && !view.results_differ.decided);
