// Where the game is and what leads on from there, for the felt and for the panel alike.

import { s } from "./cthulhu_wars_signs.js";
import { nameOf, say, w } from "./words.js";

/** A seat of the view, and who sits there. */
export const seatOf = (view, seat) => view.seats.find((each) => each.seat === seat);
export const named = (view, seat) => nameOf(seatOf(view, seat));

/** Where the game is: {title, round}. */
export function standing(view) {
  if (view.phase === "over") return { title: view.awaits_signs ? s("title.over") : say(view.result_text), round: "" };
  const round = view.phase === "gather" ? view.round + 1 : view.round;
  return { title: s(`title.${view.phase}`), round: s("round", { round }) };
}

/** What is to be done now, in one sentence; nothing where the numbers on the felt say it all. */
export function asked(view) {
  const at = (seat) => ({ seat: named(view, seat) });
  if (view.phase === "gather") return "";
  if (view.phase === "first") {
    if (view.candidates.length === 1) return s("ask.first", at(view.candidates[0]));
    return s("ask.tie", at(view.turn));
  }
  if (view.phase === "doom") {
    if (!view.advanced) return s("ask.advance");
    return view.turn ? s("ask.ritual", at(view.turn)) : s("ask.decided");
  }
  if (view.phase === "action") return view.acting ? s("ask.action", at(view.acting)) : s("ask.spent");
  return view.awaits_signs ? s("ask.naming") : "";
}

/**
 * The steps that lead on from here: [{key, text, parts, line, strong, off, aside}]. A step without a
 * line is done in the panel, one that is `aside` is offered there only. `parts` are the text with
 * signs: [{marker, sign, text}]. place is {you}: with a sign to be drawn, its holder says its value first.
 */
export function next(view, place) {
  const name = (seat) => named(view, seat);
  const step = (line, text, more = {}) => ({ key: line, line, text, ...more });
  if (view.phase === "gather") return [step("gather", w("verb.gather"), { strong: true })];
  if (view.phase === "first") {
    return view.candidates.flatMap((seat) =>
      ["cw", "ccw"].map((way) => step(`first ${seat} ${way}`, s(`do.${way}`, { seat: name(seat) }), { parts: [{ marker: view.candidates.length > 1 ? seatOf(view, seat).faction : "", sign: way }], strong: way === "cw" && view.candidates.length === 1 })));
  }
  if (view.phase === "doom") {
    if (!view.advanced) return [step("doom", w("verb.doom"), { strong: true })];
    const close = step("action", w("verb.action"), { strong: !view.turn });
    if (!view.turn) return [close];
    const { seat, signs, cost, enough, doom } = view.ritual;
    const mine = place.you.includes(seat) && signs > 0;
    const line = `${seat} ritual${" ?".repeat(signs)}`;
    const parts = [{ text: s("do.ritual") }, { sign: "power", text: `−${cost}` }, { sign: "doom", text: `+${doom}` }, { sign: "signs", text: `+${signs}` }];
    return [
      { ...step(line, w("verb.ritual"), { seat, parts, strong: enough, off: !enough }), key: "ritual", line: mine ? "" : line },
      step(`${seat} noritual`, w("verb.noritual"), { strong: !enough }),
      { ...close, aside: true },
    ];
  }
  if (view.phase === "action") {
    const seat = view.acting ?? view.ended ?? view.first;
    const text = view.acting ? s("do.turn", { seat: name(seat) }) : s("do.end");
    return [step(`${seat} turn`, text, { strong: true })];
  }
  if (view.awaits_signs) return [{ key: "name", text: s("do.name"), line: "", strong: true }];
  return [{ key: "new", text: w("page.new"), line: "", strong: true }];
}
