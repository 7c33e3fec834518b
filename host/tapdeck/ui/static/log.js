// The log in its drawer: `<tapdeck-log>`. It is told the newest lines, then only what changes.

import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { act, follow, open } from "./live.js";
import { language, say, w } from "./words.js";

const NOTES = { bad: "page.log.bad", unfit: "page.log.lost", voided: "page.log.voided", struck: "page.log.struck" };

class TapdeckLog extends HTMLElement {
  connectedCallback() {
    this.rows = new Map(); // by seq
    this.undo = h("button", { type: "button", class: "take-back", text: w("page.log.undo"), onclick: () => this.#undo() });
    this.undone = h("p", { class: "quiet-words" });
    this.answer = h("p", { class: "wrong", role: "status", hidden: true });
    this.last = h("div", { class: "last", hidden: true }, this.undo, this.answer, this.undone);
    this.unfit = h("div");
    this.lost = h(
      "section",
      { class: "lost-lines", hidden: true },
      h("div", { class: "sheet-label", text: w("page.lost_lines") }),
      h("div", { class: "quiet-words", text: w("page.lost_lines.words") }),
      this.unfit,
    );
    this.hint = h("p", { class: "quiet-words", hidden: true });
    this.list = h("div", { class: "log" });
    this.earlier = h("button", { type: "button", text: w("page.log.earlier"), hidden: true, onclick: () => this.stream.send("earlier") });
    this.replaceChildren(this.lost, this.last, this.hint, this.list, this.earlier);
    this.stream = follow("/page/log", (message) => this.#update(message));
  }

  disconnectedCallback() {
    this.stream.close();
  }

  async #undo() {
    const verdict = await act("undo").catch(() => ({ ok: false, text: w("page.lost") }));
    show(this.answer, !verdict.ok);
    setText(this.answer, verdict.ok ? "" : verdict.text);
  }

  #update({ whole, first, rows, unfit, last }) {
    if (whole) this.rows.clear();
    for (const row of rows) this.rows.set(row.seq, row);
    const shown = [...this.rows.values()].sort((one, other) => other.seq - one.seq);
    show(this.lost, unfit.length > 0);
    this.#lines(this.unfit, unfit);
    show(this.last, Boolean(last));
    setText(this.undone, last ? w("page.log.undo.what", { line: say(last.words) }) : "");
    show(this.hint, true);
    setText(this.hint, w(shown.length ? "page.log.touch" : "page.log.empty"));
    this.#lines(this.list, shown.length && shown[0].deal > 1 ? withDeals(shown) : shown);
    show(this.earlier, first > 0);
  }

  /** Lines, and the deals that they are of, in a place. */
  #lines(place, items) {
    keyed(place, items, (item) => item.seq ?? `deal ${item.deal}`, create, (node, item) => {
      if (node.row === item) return;
      node.row = item;
      if (item.seq) draw(node, item);
      else setText(node, w("page.log.deal", { number: item.deal }));
    });
  }
}

/** The lines with a title above those of each deal. */
function withDeals(rows) {
  return rows.flatMap((row, at) => (row.deal === rows[at - 1]?.deal ? [row] : [{ deal: row.deal }, row]));
}

function create(item) {
  if (!item.seq) return h("div", { class: "sheet-label" });
  return h("button", { type: "button", "data-seq": item.seq, onclick: () => open("line", item.seq) });
}

function draw(node, row) {
  const time = new Date(row.at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
  const notes = [time, say(row.who)];
  if (NOTES[row.stands]) notes.push(w(NOTES[row.stands]));
  if (row.conflict) notes.push(w("page.log.conflict"));
  const refused = row.stands === "bad" || row.stands === "unfit";
  const quiet = (text, also = "") => h("span", { class: `quiet-words ${also}` }, h("span", { text }));
  setAttribute(node, "class", `line ${row.stands}`);
  node.replaceChildren(
    h("span", { class: "seq", text: String(row.seq) }),
    h(
      "span",
      { class: "what" },
      h("span", { class: "words", text: say(row.words) }),
      row.was && quiet(w("page.log.was", { line: say(row.was) }), "was"),
      refused || row.looked ? h("span", { class: "because", text: say(row.text) }) : null,
      ...(row.counts ? row.effects : []).map((effect) => quiet(say(effect.text))),
      quiet(notes.join(" · ")),
    ),
  );
}

customElements.define("tapdeck-log", TapdeckLog);
