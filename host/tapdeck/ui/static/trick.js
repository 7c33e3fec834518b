// The middle of the felt: the winning play large, earlier ones fanned behind it, or what is asked.

import { cardNode } from "./cards.js";
import { comeFrom, h, keyed, setAttribute, setText, show } from "./dom.js";
import { dealing, open } from "./live.js";
import { cardName, language, nameOf, say, unnamed, w } from "./words.js";

const EARLIER = 3; // plays behind the winning one
const ORDER = "23456789TJQKA";

/** The cards of a play in the order in which people read them: alike ones first, then ascending. */
export function inOrder(cards) {
  const count = (code) => cards.filter((other) => other[0] === code[0]).length;
  const rank = (code) => (/[SHDC]$/.test(code) && code.length === 2 ? ORDER.indexOf(code[0]) : 99);
  const low = cards.some((code) => code[0] === "2") && cards.some((code) => code[0] === "A") && cards.length === 5;
  const at = (code) => (low && code[0] === "A" ? -1 : rank(code));
  return [...cards].sort((a, b) => count(b) - count(a) || at(a) - at(b));
}

export class Trick {
  constructor(parent, seats) {
    this.seats = seats;
    this.earlier = h("div", { class: "earlier", "aria-hidden": "true" });
    this.top = h("div", { class: "top" });
    this.caption = h("div", { class: "caption" }, h("span", { class: "played" }), h("span", { class: "worth" }));
    this.title = h("h1");
    this.words = h("p");
    this.offer = h("button", { class: "offer", type: "button" });
    this.deal = h("button", { class: "offer other", type: "button" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.empty = h("div", { class: "asked" }, this.title, this.words, this.offer, this.deal, this.problem);
    this.node = h("div", { class: "trick" }, this.earlier, this.top, this.caption, this.empty);
    parent.append(this.node);
  }

  update(view) {
    const plays = (view.trick ?? []).map((play, at) => ({ ...play, key: `${at} ${play.cards.join(" ")}` }));
    const top = plays.slice(-1);
    const name = (number) => {
      const seat = view.seats.find((each) => each.seat === number);
      return seat ? nameOf(seat) : "";
    };
    show(this.caption, top.length > 0);
    show(this.empty, top.length === 0);
    if (top.length) show(this.problem, false);
    const before = plays.slice(0, -1).slice(-EARLIER);
    keyed(this.earlier, before, (play) => play.key, (play) => this.#play(play), (node, play) => {
      const age = before.length - before.indexOf(play);
      node.style.setProperty("--age", age);
      node.style.setProperty("--lean", age % 2 ? -1 : 1);
    });
    keyed(this.top, top, (play) => play.key, (play) => this.#play(play), (node, play) => {
      if (node.dataset.arrived) return;
      node.dataset.arrived = "1";
      comeFrom(node, this.seats.middleOf(play.seat));
    });
    for (const play of top) {
      setText(this.caption.firstChild, w("page.played", { seat: name(play.seat), played: say(play.text) }));
      setText(this.caption.lastChild, view.trick_points ? w("page.worth", { points: view.trick_points }) : "");
    }
    if (!top.length) this.#ask(view, name);
  }

  #play(play) {
    return h(
      "div",
      { class: "play", style: `--cards: ${play.cards.length}` },
      ...inOrder(play.cards).map((code) => cardNode(code)),
    );
  }

  /** What is to be done now, where no play lies on the felt. */
  #ask(view, name) {
    let title = say(view.phase_text);
    let words = "";
    let offer = null;
    const wanted = this.#dealing(view);
    if (view.dealing) {
      [title, words] = dealt(view);
    } else if (view.game === null) {
      [title, words, offer] = [w("page.empty.game"), w("page.empty.game.words"), ["new", "page.empty.game.offer"]];
    } else if (!view.last && view.seats.every((seat) => unnamed(seat))) {
      [title, words, offer] = [say(view.name), w("page.empty.game.words"), ["new", "page.empty.game.offer"]];
    } else if (view.phase === "match_over") {
      [title, words, offer] = [say(view.results_differ ? view.phase_text : view.result_text), totals(view), ["new", "page.new"]];
    } else if (view.phase === "deal_over") {
      [words, offer] = [totals(view), ["act new", "verb.new"]];
    } else if (view.turn) {
      const key = view.phase === "opening" ? "page.ask.opening" : "page.ask.lead";
      words = w(key, { seat: name(view.turn), card: cardName("NB") });
    } else {
      words = w(`page.ask.${view.phase}`);
    }
    setAttribute(this.empty, "data-dealing", Boolean(view.dealing));
    setText(this.title, title);
    setText(this.words, words);
    show(this.words, words !== "");
    show(this.offer, offer !== null);
    if (offer) {
      setText(this.offer, w(offer[1]));
      setAttribute(this.offer, "data-does", offer[0]);
      this.offer.onclick = () => this.does(offer[0]);
    }
    show(this.deal, wanted !== null);
    if (wanted) setText(this.deal, w(`page.dealing.${wanted}`));
    setAttribute(this.deal, "data-does", `dealing ${wanted}`);
    this.deal.onclick = () => this.#deal(view.table.id, wanted === "end" ? null : wanted);
  }

  /** What may be begun or ended at the readers: `hands`, `gifts`, `end`, or nothing. */
  #dealing(view) {
    if (view.dealing) return "end";
    if (!view.link?.up) return null;
    if (view.hands_open) return "hands";
    return Object.keys(view.gifts_due ?? {}).length ? "gifts" : null;
  }

  async #deal(table, what) {
    const answer = await dealing(table, what).catch(() => ({ texts: { [language]: w("page.lost") } }));
    setText(this.problem, answer.texts?.[language] ?? answer.detail ?? "");
    show(this.problem, this.problem.textContent !== "");
  }

  does(what) {
    if (what.startsWith("act ")) this.act?.(what.slice(4));
    else open(what);
  }
}

/** The last deal's points, team by team. */
function totals(view) {
  const last = view.rounds?.at(-1);
  if (!last) return "";
  const names = (team) => view.seats.filter((seat) => String(seat.team) === team).map(nameOf).join(" + ");
  return Object.entries(last.points ?? {})
    .map(([team, points]) => `${names(team)}: ${points > 0 ? "+" : ""}${points}`)
    .join("\n");
}

/** What is being dealt over the readers, and how far it is. */
function dealt(view) {
  const { what, seats } = view.dealing;
  const sum = (key) => Object.values(seats).reduce((all, seat) => all + seat[key], 0);
  const facts = what === "hands" ? { count: sum("count"), of: view.dealing.of } : { count: sum("gifts_due") };
  return [w(`page.dealing.on.${what}`), w(`page.dealing.how.${what}`, facts)];
}
