// What a number that was touched can become: groups of steps, each a line to be entered.

import { s } from "./cthulhu_wars_signs.js";
import { named, seatOf } from "./cthulhu_wars_steps.js";
import { w } from "./words.js";

const VERBS = { power: "power", gates: "gate", cultists: "cultist", goo: "goo" };
const WHAT = { power: "power", gate: "gates", cultist: "cultists", goo: "goo", capture: "captives", book: "books", sign: "signs", show: "signs", noritual: "ritual" };
const CHANGES = { gates: [-2, -1, 1, 2], cultists: [-2, -1, 1, 2], goo: [-1, 1], free: [-1, 1] };
const SPENT = [1, 2, 3, 4, 5, 6, 8];
const VALUES = ["1", "2", "3"];

/** The number that a verb changes. */
export const whatOf = (verb) => WHAT[verb] ?? verb;

/** A change as it is read, and as a line has it. */
const shown = (number) => (number > 0 ? `+${number}` : `−${-number}`);
const written = (number) => (number > 0 ? `+${number}` : `${number}`);

/**
 * {title, groups: [{key, label, steps: [{key, text, line, title, marker, sign}]}]} for what is
 * touched: picked is {seat, what, values, entry}. place is {you, claims}.
 */
export function choices(view, place, picked) {
  const { seat: number, what, entry } = picked;
  const seat = seatOf(view, number);
  if (what === "free") return { title: s("what.free"), groups: [changes("free", CHANGES.free)] };
  if (what === "ritual" || (!what && view.ritual)) return ritual(view, place, picked);
  if (what === "first") return { title: w("verb.first"), groups: [first(view)] };
  if (view.awaits_signs && what !== "signs") return { title: "", groups: unnamed(view) };
  if (!seat) return { title: "", groups: [] };
  const title = `${named(view, number)} · ${s(`what.${what}`)}`;
  if (what === "turn") return { title, groups: [{ key: "turn", steps: [{ key: "turn", text: s("do.turn", { seat: named(view, number) }), line: `${number} turn` }] }] };
  if (what === "power") return { title, groups: [power(seat)] };
  if (what === "captives") return { title: s("ask.capture", { seat: named(view, number) }), groups: [captures(view, seat)] };
  if (what === "books") return { title, groups: [{ key: "book", steps: [{ key: "book", text: s("do.book"), line: `${number} book` }] }] };
  if (what === "signs") return signs(view, place, seat, entry);
  if (VERBS[what]) return { title, groups: [changes(`${number} ${VERBS[what]}`, CHANGES[what])] };
  return { title: "", groups: [] };
}

const change = (verb, number) => ({ key: written(number), text: shown(number), line: `${verb} ${written(number)}` });

const changes = (verb, numbers) => ({ key: verb, steps: numbers.map((number) => change(verb, number)) });

/** Power is mostly spent; all of it at once as well. */
function power({ seat, power: left }) {
  const verb = `${seat} power`;
  const steps = SPENT.map((number) => change(verb, -number));
  if (left && !SPENT.includes(left)) steps.push({ ...change(verb, -left), title: s("do.all") });
  return { key: verb, steps: [...steps, change(verb, 1), change(verb, 2)] };
}

function captures(view, { seat }) {
  const others = view.seats.filter((each) => each.seat !== seat);
  return {
    key: "capture",
    steps: others.map((each) => ({ key: String(each.seat), text: named(view, each.seat), marker: each.faction, line: `${seat} capture ${each.seat}` })),
  };
}

/** Values are for whoever holds the seat; anywhere else a sign is drawn face down (W10). */
function signs(view, { you, claims }, seat, entry) {
  const mine = you.includes(seat.seat);
  const ours = mine && seat.held ? seat.held : { named: [], unnamed: seat.signs };
  const draw = (value) => ({ key: `sign ${value}`, text: value === "?" ? s("sign.down") : value, line: `${seat.seat} sign ${value}` });
  const showing = (value) => ({ key: `show ${value}`, text: value === "all" ? s("sign.all") : value, line: `${seat.seat} show ${value}` });
  const values = ours.unnamed ? VALUES : VALUES.filter((value) => ours.named.includes(Number(value)));
  // By trying values anybody could find out what another device knows; in the end all are known.
  const may = mine || !claims[seat.seat] || view.phase === "over";
  const groups = [];
  if (view.phase !== "over") groups.push({ key: "draw", label: s("sign.draw"), steps: (mine ? [...VALUES, "?"] : ["?"]).map(draw) });
  if (may && (seat.signs || entry.about)) groups.push({ key: "show", label: s("sign.show"), steps: [...values, ...(view.phase === "over" ? [] : ["all"])].map(showing) });
  let title = `${named(view, seat.seat)} · ${s("what.signs")}: ${seat.signs}`;
  if (mine && seat.signs) title = s("sign.yours", { signs: [...ours.named, ...Array(ours.unnamed).fill("?")].join(" ") });
  else if (!mine) groups.push({ key: "claim", label: s("sign.claim"), steps: [] });
  return { title, groups };
}

/** What the ritual costs and brings; its holder says the values of the signs that are drawn. */
function ritual(view, { you }, { entry, seat: number, values }) {
  if (entry.about) {
    const drawn = entry.about.parts.filter((part) => part.kind === "sign").length + (entry.about.hidden ? 1 : 0);
    const again = { key: "ritual", text: w("verb.ritual"), line: [number, "ritual", ...Array(drawn).fill("?")].join(" ") };
    return { title: w("verb.ritual"), groups: [{ key: "ritual", steps: [again, { key: "noritual", text: w("verb.noritual"), line: `${number} noritual` }] }] };
  }
  if (!view.ritual) return { title: "", groups: [] };
  const { seat, cost, doom, signs: drawn, enough } = view.ritual;
  const facts = { seat: named(view, seat), cost, power: seatOf(view, seat).power, doom, signs: drawn };
  const title = s(enough ? "ritual.would" : "ritual.short", facts);
  if (!you.includes(seat)) return { title, groups: [] };
  const groups = Array.from({ length: drawn }, (_, at) => ({
    key: `drawn ${at}`,
    label: s("sign.value", { number: at + 1 }),
    steps: [...VALUES, "?"].map((value) => ({ key: value, text: value, at, value, chosen: (values[at] ?? "?") === value })),
  }));
  return { title, groups };
}

function first(view) {
  const steps = view.seats.flatMap(({ seat, faction }) =>
    ["cw", "ccw"].map((way) => ({ key: `${seat} ${way}`, text: named(view, seat), marker: faction, sign: way, line: `first ${seat} ${way}` })));
  return { key: "first", steps };
}

/** At the end the signs that nobody has named yet are (W11). */
function unnamed(view) {
  return view.reckoning.filter((each) => each.waiting).map(({ seat, waiting }) => ({
    key: `name ${seat}`,
    label: s("reckon.waiting", { seat: named(view, seat), count: waiting }),
    steps: VALUES.map((value) => ({ key: `show ${value}`, text: value, line: `${seat} show ${value}` })),
  }));
}
