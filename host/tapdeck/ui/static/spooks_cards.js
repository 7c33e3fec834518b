// The cards of Spooks: five suits in the colour of their rule, masters with a crown, and the cat.

import { escape, titleLines, widthOf } from "./cards.js";
import { sentence, w } from "./words.js";

export const SUITS = ["SP", "GH", "GO", "SK", "BA"];
export const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "M"];
export const CODES = [...SUITS.flatMap((suit) => NUMBERS.map((number) => suit + number)), "CAT"];
export const COLOURS = { SP: "blue", GH: "blue", GO: "green", SK: "red", BA: "red" };

// Each sign fills a box of 100 by 100; holes are cut out where a path crosses itself.
const LEGS = "M39 50C27 42 20 36 14 22M35 58C22 55 14 54 4 46M35 67C24 69 15 74 7 84M41 76C33 83 28 89 25 97";
const SIGNS = {
  SP: `<ellipse cx="50" cy="62" rx="17" ry="21"/><circle cx="50" cy="34" r="11"/><path class="legs" d="${LEGS}"/><path class="legs" transform="matrix(-1 0 0 1 100 0)" d="${LEGS}"/>`,
  GH: `<path fill-rule="evenodd" d="M50 6C27 6 16 25 16 47v47l12-10 11 10 11-10 11 10 11-10 12 10V47C84 25 73 6 50 6ZM31 42a7 9 0 1 0 14 0 7 9 0 1 0-14 0ZM55 42a7 9 0 1 0 14 0 7 9 0 1 0-14 0ZM43 64a7 6 0 1 0 14 0 7 6 0 1 0-14 0Z"/>`,
  GO: `<path fill-rule="evenodd" d="M50 16c15 0 24 9 27 22l21-14c-2 20-8 32-20 35-3 19-13 35-28 35S25 78 22 59C10 56 4 44 2 24l21 14c3-13 12-22 27-22ZM30 48c3 9 9 13 17 12L34 46ZM70 48c-3 9-9 13-17 12l13-14ZM36 74c8 8 20 8 28 0l-4 9c-6 4-14 4-20 0Z"/>`,
  SK: `<path fill-rule="evenodd" d="M50 5C25 5 10 22 10 43c0 14 6 23 17 29v23h10V84h5v11h16V84h5v11h10V72c11-6 17-15 17-29C90 22 75 5 50 5ZM25 45a10 11 0 1 0 20 0 10 11 0 1 0-20 0ZM55 45a10 11 0 1 0 20 0 10 11 0 1 0-20 0ZM50 58l7 13H43Z"/>`,
  BA: `<path d="m50 42 6-16 7 13c11-13 23-15 36-11-8 9-10 19-10 32-9-6-17-4-21 5-7-6-13-4-18 13-5-17-11-19-18-13-4-9-12-11-21-5 0-13-2-23-10-32 13-4 25-2 36 11l7-13Z"/>`,
  CAT: `<path fill-rule="evenodd" d="M30 6l12 13h16L70 6v28c0 5-1 9-4 12 8 8 12 19 12 32 6-2 8-9 4-17-3-6 6-10 9-3 7 15 0 31-14 33v3H22V78c0-13 4-24 12-32-3-3-4-7-4-12ZM37 31l10 5c-1 4-9 4-10-5ZM63 31l-10 5c1 4 9 4 10-5Z"/>`,
};
const CROWN = '<path d="M12 84V30l20 20 18-34 18 34 20-20v54Z"/>';

const suitOf = (code) => (code === "CAT" ? "CAT" : code.slice(0, 2));
const numberOf = (code) => code.slice(2);
const ours = new Set(CODES);

/** A card in words; undefined for a code of another game. */
export function name(code) {
  if (!ours.has(code)) return undefined;
  if (code === "CAT") return sentence("card.CAT");
  const key = `spooks.${suitOf(code)}`;
  return numberOf(code) === "M" ? sentence(`${key}.master`) : w(key, { number: numberOf(code) });
}

/** The SVG of a sign alone, for buttons: a suit, or `CAT`. */
export function sign(suit) {
  return `<svg viewBox="0 0 100 100" class="spook-sign" aria-hidden="true">${SIGNS[suit]}</svg>`;
}

/** A sign as part of a card: its middle, and its size in hundredths. */
const drawn = (suit, x, y, size) => `<g transform="translate(${x - 50 * size} ${y - 50 * size}) scale(${size})">${SIGNS[suit] ?? CROWN}</g>`;

export function face(code) {
  const suit = suitOf(code);
  const master = numberOf(code) === "M";
  const kind = suit === "CAT" ? "cat" : COLOURS[suit];
  const paper = `<rect class="face${suit === "CAT" ? " dark" : ""}" x="1.5" y="1.5" width="97" height="137" rx="10"/>`;
  if (suit === "CAT" || master) {
    const lines = titleLines(escape(name(code)), 11);
    const size = Math.min(16, 132 / Math.max(...lines.map(widthOf)));
    const texts = lines.map((line, at) => `<text class="title" x="50" y="${(lines.length > 1 ? 115 : 124) + at * 15}" font-size="${size}">${line}</text>`).join("");
    const middle = master ? drawn("crown", 58, 36, 0.36) + drawn(suit, 58, 77, 0.5) : drawn("CAT", 54, 66, 0.66);
    const corner = master ? `<text class="index" x="22" y="39">M</text>${drawn(suit, 22, 54, 0.2)}` : drawn("CAT", 20, 22, 0.24);
    return `${paper}<rect class="frame" x="6" y="6" width="88" height="128" rx="7"/><g class="spook ${kind}">${corner}${middle}${texts}</g>`;
  }
  const narrow = numberOf(code).length > 1 ? ' textLength="36" lengthAdjust="spacingAndGlyphs"' : "";
  return `${paper}<g class="spook ${kind}"><text class="index" x="24" y="41"${narrow}>${numberOf(code)}</text>${drawn(suit, 24, 60, 0.24)}${drawn(suit, 60, 94, 0.64)}</g>`;
}
