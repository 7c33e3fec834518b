// What lies on the felt: the doom track with a lane for each faction, the ritual track, the pools;
// and above them what is to be done now, with the button that does it.

import { perform, touch } from "./cthulhu_wars_entry.js";
import { marker, s, sign } from "./cthulhu_wars_signs.js";
import { asked, next, seatOf, standing } from "./cthulhu_wars_steps.js";
import { h, keyed, setAttribute, setText, show } from "./dom.js";
import { nameOf, w } from "./words.js";

/** The middle of the felt: what is asked, and the doom track, the preview or the reckoning. */
export class Middle {
  constructor(parent) {
    this.title = h("h1");
    this.words = h("p");
    this.does = h("div", { class: "wars-offers" });
    this.track = h("div", { class: "doom-track", role: "img" });
    this.table = h("div", { class: "wars-table", role: "table" });
    this.node = h("section", { class: "wars" }, h("header", {}, h("div", {}, this.title, this.words), this.does), this.track, this.table);
    parent.append(this.node);
  }

  update(view, place) {
    const { title, round } = standing(view);
    // Whose turn it is their seat shows as well.
    const whose = view.phase === "doom" && view.advanced ? view.turn : view.acting;
    const said = whose ? nameOf(seatOf(view, whose)) : asked(view);
    const words = [round, said].filter(Boolean).join(" · ");
    setText(this.title, title);
    setText(this.words, words);
    show(this.words, words !== "");
    setAttribute(this.words, "data-short", Boolean(whose));
    this.#offers(view, next(view, place).filter((step) => !step.aside));
    const tracked = !["gather", "over"].includes(view.phase) || (view.phase === "over" && !view.reckoning);
    show(this.track, tracked);
    show(this.table, !tracked);
    if (tracked) this.#lanes(view);
    else if (view.phase === "gather") this.#rows(gathered(view));
    else this.#rows(reckoned(view));
    setAttribute(this.node, "data-phase", view.phase);
    setAttribute(this.node, "data-seats", view.seats.length);
  }

  remove() {
    this.node.remove();
  }

  /** The steps as buttons, and taking back. */
  #offers(view, steps) {
    const back = { key: "undo", text: w("verb.undo"), parts: [{ sign: "undo" }], line: "undo" };
    const offers = view.can_undo ? [...steps, back] : steps;
    setAttribute(this.does, "data-many", offers.length > 4);
    keyed(this.does, offers, (each) => each.key, () => h("button", { class: "offer", type: "button" }), (node, each) => {
      const parts = each.parts ?? [{ text: each.text.charAt(0).toUpperCase() + each.text.slice(1) }];
      const said = JSON.stringify(parts);
      if (node.dataset.said !== said) {
        node.dataset.said = said;
        node.replaceChildren(...parts.map((part) => h("span", {}, part.marker ? marker(part.marker) : null, part.sign ? sign(part.sign) : null, part.text ?? "")));
      }
      setAttribute(node, "data-does", each.key);
      setAttribute(node, "title", each.text);
      setAttribute(node, "aria-label", each.parts ? each.text : null);
      setAttribute(node, "data-strong", Boolean(each.strong));
      node.disabled = Boolean(each.off);
      node.onclick = () => perform(each);
    });
  }

  /** Each faction has a lane of its own, so that several on one space stay legible. */
  #lanes(view) {
    const spaces = Array.from({ length: view.doom_end + 1 }, (_, at) => at);
    keyed(this.track, [...view.seats, { seat: "axis" }], (seat) => seat.seat, (seat) => lane(seat, spaces), (node, seat) => {
      if (seat.seat === "axis") return;
      const code = node.querySelector(".faction");
      if (code.dataset.faction !== seat.faction) code.replaceWith(marker(seat.faction));
      setAttribute(node, "data-faction", seat.faction);
      node.style.setProperty("--at", Math.min(seat.doom, view.doom_end));
      keyed(node.querySelector(".spaces"), spaces, (at) => at, () => h("i"), (space, at) => setAttribute(space, "data-lit", at <= seat.doom));
      setText(node.querySelector("b"), String(seat.doom));
      setAttribute(node, "data-end", seat.doom >= view.doom_end);
    });
    setAttribute(this.track, "aria-label", `${s("what.doom")}: ${view.seats.map((seat) => `${nameOf(seat)} ${seat.doom}`).join(", ")}`);
  }

  #rows({ head, rows }) {
    this.table.style.setProperty("--columns", head.length);
    keyed(this.table, [{ key: "head", cells: head, head: true }, ...rows], (row) => row.key, () => h("div", { class: "row", role: "row" }), (node, row) => {
      setAttribute(node, "data-head", Boolean(row.head));
      setAttribute(node, "data-won", Boolean(row.won));
      setAttribute(node, "data-faction", row.faction);
      keyed(node, row.cells.map((cell, at) => ({ ...cell, at })), (cell) => `${cell.at} ${cell.sign ?? cell.marker ?? ""}`, (cell) => h("span", { class: "cell", role: row.head ? "columnheader" : "cell" }, cell.marker ? marker(cell.marker) : null, cell.sign ? sign(cell.sign) : null, h("b"), h("small")), (cell, { text = "", note = "", kind, title }) => {
        setText(cell.querySelector("b"), String(text));
        setText(cell.querySelector("small"), note);
        setAttribute(cell, "data-kind", kind);
        setAttribute(cell, "title", title);
      });
    });
  }
}

function lane(seat, spaces) {
  if (seat.seat === "axis") {
    return h("div", { class: "wars-axis" }, ...spaces.map((at) => h("span", { text: at % 5 ? "" : String(at) })));
  }
  return h("div", { class: "wars-lane" }, h("div", { class: "spaces" }), h("div", { class: "wars-runner" }, marker(seat.faction)), h("b"));
}

/** What everybody gets, and why, before it counts. */
function gathered(view) {
  const left = view.seats.some((seat) => seat.power);
  const head = [
    {},
    ...(left ? [{ sign: "power", text: s("short.left"), title: s("why.left") }] : []),
    { sign: "cultists", text: "×1", title: s("why.cultists") },
    { sign: "gates", text: "×2", title: s("why.gates") },
    { sign: "free", text: "×1", title: s("why.free") },
    { sign: "captives", text: "×1", title: s("why.captives") },
    { sign: "minimum", text: "½", title: s("why.minimum") },
    { sign: "power", text: "=", title: s("why.power") },
  ];
  const rows = view.seats.map((seat, at) => {
    const gains = view.gathering[at];
    const part = (number) => ({ text: number ? `+${number}` : "–", kind: number ? "" : "none" });
    return {
      key: seat.seat,
      faction: seat.faction,
      cells: [
        { marker: seat.faction, text: nameOf(seat), kind: "name" },
        ...(left ? [{ text: seat.power }] : []),
        part(gains.cultists), part(gains.gates), part(gains.free), part(gains.captives), part(gains.minimum),
        { text: gains.power, kind: "sum" },
      ],
    };
  });
  return { head, rows };
}

/** The end, seat by seat: doom so far, the signs that are shown, their sum, the spellbooks. */
function reckoned(view) {
  const winners = Array.isArray(view.winner) ? view.winner : [];
  const head = [
    {},
    { sign: "doom", title: s("reckon.before") },
    { sign: "signs", title: s("reckon.signs") },
    { sign: "doom", text: "=", title: s("reckon.sum") },
    { sign: "books", title: s("what.books") },
    {},
  ];
  const rows = view.reckoning.map((each) => {
    const seat = seatOf(view, each.seat);
    const won = winners.includes(each.seat);
    return {
      key: each.seat,
      faction: seat.faction,
      won,
      cells: [
        { marker: seat.faction, text: nameOf(seat), kind: "name" },
        { text: each.before },
        { text: [...each.shown.map((value) => `+${value}`), ...Array(each.waiting).fill("?")].join(" ") || "–", kind: each.waiting ? "waiting" : "" },
        { text: each.waiting ? "…" : each.doom, kind: "sum" },
        { text: `${seat.books}/6`, kind: each.ready ? "" : "none" },
        { text: won ? s("won") : "", kind: "won" },
      ],
    };
  });
  return { head, rows };
}

/** The ritual track: its spaces with what they cost, the marker, and the cost now. */
export class Ritual {
  constructor(parent) {
    this.words = h("span", { class: "now" });
    this.spaces = h("span", { class: "spaces" });
    this.node = h("section", { class: "ritual-track", role: "img" }, h("span", { class: "what" }, sign("ritual"), this.words), this.spaces);
    parent.append(this.node);
  }

  update(view) {
    const words = s("ritual.now", { cost: view.ritual_cost });
    setText(this.words, words);
    const spaces = [...view.track, s("ritual.end")].map((cost, at) => ({ cost, at: at + 1 }));
    keyed(this.spaces, spaces, (space) => space.at, () => h("i"), (node, { cost, at }) => {
      setText(node, String(cost));
      setAttribute(node, "data-past", at < view.ritual_space);
      setAttribute(node, "data-here", at === view.ritual_space);
      setAttribute(node, "data-end", at === spaces.length);
    });
    setAttribute(this.node, "data-many", spaces.length > 7);
    setAttribute(this.node, "aria-label", words);
  }

  remove() {
    this.node.remove();
  }
}

/** In the upper corners: gates that nobody controls, and the signs left to draw. */
export class Pools {
  constructor(parent) {
    const free = h("button", { type: "button", class: "wars-pool", "data-what": "free", onclick: () => touch(0, "free") }, sign("free"), h("b"), h("span"));
    const left = h("div", { class: "wars-pool", "data-what": "left" }, sign("signs"), h("b"), h("span"));
    this.nodes = [free, left];
    parent.append(...this.nodes);
  }

  update(view) {
    const crowded = view.seats.length > 4;
    for (const [node, count, what] of [[this.nodes[0], view.free_gates, "free"], [this.nodes[1], view.signs_left, "left"]]) {
      setText(node.querySelector("b"), String(count));
      setText(node.querySelector("span"), s(`pool.${what}`));
      setAttribute(node, "data-crowded", crowded);
      node.title = s(`what.${what}`);
    }
  }

  remove() {
    for (const node of this.nodes) node.remove();
  }
}
