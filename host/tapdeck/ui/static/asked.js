// What is to be done now, in large words where no cards lie: the same for every game.

import { h, setAttribute, setText, show } from "./dom.js";
import { act, dealing, open } from "./live.js";
import { language, nameOf, say, unnamed, w } from "./words.js";

export class Asked {
  /** `node` joins whatever the game puts into the middle of the felt. */
  constructor() {
    this.title = h("h1");
    this.words = h("p");
    this.offer = h("button", { class: "offer", type: "button" });
    this.deal = h("button", { class: "offer other", type: "button" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.node = h("div", { class: "asked" }, this.title, this.words, this.offer, this.deal, this.problem);
  }

  /**
   * Ask, if `visible`. What every game has is known here: no game, nobody named, dealing over the
  X
   */
  update(view, visible, own = {}) {
    show(this.node, visible);
    if (!visible) {
      show(this.problem, false);
      return;
    }
    const { title = say(view.phase_text), words = "", offer = null } = common(view, own) ?? own;
    const wanted = wantedDealing(view);
    setAttribute(this.node, "data-dealing", Boolean(view.dealing));
    setText(this.title, title);
    setText(this.words, words);
    show(this.words, words !== "");
    show(this.offer, offer !== null);
    if (offer) {
      setText(this.offer, w(offer[1]));
      setAttribute(this.offer, "data-does", offer[0]);
      this.offer.onclick = () => (offer[0].startsWith("act ") ? act(offer[0].slice(4)) : open(offer[0]));
    }
    show(this.deal, wanted !== null);
    if (wanted) setText(this.deal, w(`page.dealing.${wanted}`));
    setAttribute(this.deal, "data-does", `dealing ${wanted}`);
    this.deal.onclick = () => this.#deal(view.table.id, wanted === "end" ? null : wanted);
  }

  async #deal(table, what) {
    const answer = await dealing(table, what).catch(() => ({ texts: { [language]: w("page.lost") } }));
    setText(this.problem, answer.texts?.[language] ?? answer.detail ?? "");
    show(this.problem, this.problem.textContent !== "");
  }
}

/** What is asked in every game alike; null where the game itself knows. */
function common(view, own) {
  if (view.dealing) return dealt(view);
  const start = { words: w("page.empty.game.words"), offer: ["new", "page.empty.game.offer"] };
  if (view.game === null) return { title: w("page.empty.game"), ...start };
  if (!view.last && view.seats.every((seat) => unnamed(seat))) return { title: say(view.name), ...start };
  if (view.finished) {
    const title = view.results_differ ? say(view.phase_text) : (own.result ?? say(view.result_text));
    return { title, words: lastPoints(view), offer: ["new", "page.new"] };
  }
  if (view.phase === "deal_over") return { words: lastPoints(view), offer: ["act new", "verb.new"] };
  return null;
}

/** What may be begun or ended at the readers: `hands`, `gifts`, `end`, or nothing. */
function wantedDealing(view) {
  if (view.dealing) return "end";
  if (!view.link?.up) return null;
  if (view.hands_open) return "hands";
  return Object.keys(view.gifts_due ?? {}).length ? "gifts" : null;
}

/** The last deal's points, a line for each team, or each seat. */
export function lastPoints(view) {
  const sides = Object.entries(view.rounds?.at(-1)?.points ?? {});
  return sides
    .map(([side, points]) => `${sideName(view, side)}: ${points > 0 ? "+" : ""}${points}`)
    .join(sides.length > 4 ? " · " : "\n");
}

/** Who a key of points is: a team's players, or a seat's. */
export function sideName(view, side) {
  const teams = view.seats.some((seat) => seat.team);
  return view.seats.filter((seat) => String(teams ? seat.team : seat.seat) === side).map(nameOf).join(" + ");
}

/** What is being dealt over the readers, and how far it is. */
function dealt(view) {
  const { what, seats } = view.dealing;
  const sum = (key) => Object.values(seats).reduce((all, seat) => all + seat[key], 0);
  const facts = what === "hands" ? { count: sum("count"), of: view.dealing.of } : { count: sum("gifts_due") };
  return { title: w(`page.dealing.on.${what}`), words: w(`page.dealing.how.${what}`, facts) };
}
