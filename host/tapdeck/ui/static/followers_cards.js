// The cards of Followers: a big index, one large suit sign; named cards have an emblem.

import { escape, titleLines, widthOf } from "./cards.js";
import { rankShown, sentence, w } from "./words.js";

// Each sign fills a box of 100 by 100.
const SIGNS = {
  S: "M50 4C58 24 94 40 94 64c0 22-30 28-40 8 1 10 5 18 12 24H34c7-6 11-14 12-24-10 20-40 14-40-8C6 40 42 24 50 4Z",
  H: "M50 94C36 76 6 58 6 32 6 8 40 2 50 26 60 2 94 8 94 32c0 26-30 44-44 62Z",
  D: "M50 3 84 50 50 97 16 50Z",
  C: "M50 4a22 22 0 0 1 20 32 22 22 0 1 1-16 36c1 10 5 18 12 24H34c7-6 11-14 12-24a22 22 0 1 1-16-36A22 22 0 0 1 50 4Z",
};
const COLOURS = { S: "spade", H: "heart", D: "diamond", C: "club" };

const LINE = 'fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"';
const EMBLEMS = {
  spiral: `<path ${LINE} d="M50 50c0-8 12-8 12 2 0 14-24 16-28-2-4-22 26-34 42-16 18 22 4 54-26 54-34 0-50-38-34-64"/>`,
  eye: `<path ${LINE} d="M6 50C26 18 74 18 94 50 74 82 26 82 6 50Z"/><circle cx="50" cy="50" r="15" fill="currentColor"/>`,
  branch: `<path ${LINE} d="M50 96V44M50 70 24 46V22M50 58l28-24V10M24 46 8 38M78 34l14 4M50 44 40 24V6"/>`,
  star: `<path ${LINE} d="m50 6 12 32 34 2-27 21 9 33-28-19-28 19 9-33L4 40l34-2Z"/>`,
  book: `<path ${LINE} d="M50 24C38 12 22 12 8 16v66c14-4 30-4 42 8 12-12 28-12 42-8V16c-14-4-30-4-42 8Zm0 0v66"/><path ${LINE} d="M22 36c6-1 10 0 15 3M22 54c6-1 10 0 15 3M78 36c-6-1-10 0-15 3"/>`,
  bell: `<path ${LINE} d="M16 76c10-10 8-24 10-38 2-16 12-26 24-26s22 10 24 26c2 14 0 28 10 38Z"/><circle cx="50" cy="88" r="9" fill="currentColor"/>`,
  eight: `<path ${LINE} d="M50 48C30 44 28 10 50 10s20 34 0 38c-28 6-28 42 0 42s28-36 0-42Z"/>`,
  gem: `<path ${LINE} d="M28 10h44l22 30-44 52L6 40Zm-22 30h88M28 10l22 82 22-82"/>`,
};
const NAMED = {
  W1: "spiral", W2: "eye", W3: "branch", W4: "star", NB: "book", LJ: "bell", BJ: "bell",
  X8: "eight", E1: "spiral", E2: "star", E3: "eye", E4: "gem",
};
const PLAIN = /^[2-9TJQKA][SHCD]$/;

/** The SVG of a card's sign alone, for buttons. */
export function suitSign(suit) {
  return `<svg viewBox="0 0 100 100" class="suit" aria-hidden="true"><path fill="var(--${COLOURS[suit]})" d="${SIGNS[suit]}"/></svg>`;
}

/** A card in words; undefined for a code of another game. */
export function name(code) {
  if (code in NAMED) return sentence(`card.${code}`);
  return PLAIN.test(code) ? w(`page.suit.${code[1]}`, { rank: rankShown(code[0]) }) : undefined;
}

export function face(code) {
  return NAMED[code] ? named(code, escape(name(code))) : plain(code);
}

function plain(code) {
  const rank = rankShown(code[0]);
  const suit = code[1];
  const colour = `var(--${COLOURS[suit]})`;
  const narrow = rank.length > 1 ? ' textLength="38" lengthAdjust="spacingAndGlyphs"' : "";
  return (
    `<rect class="face" x="1.5" y="1.5" width="97" height="137" rx="10"/>` +
    `<text class="index" x="24" y="41" fill="${colour}"${narrow}>${rank}</text>` +
    `<g transform="translate(13 49) scale(.22)"><path fill="${colour}" d="${SIGNS[suit]}"/></g>` +
    `<g transform="translate(33 68) scale(.58)"><path fill="${colour}" d="${SIGNS[suit]}"/></g>`
  );
}

function named(code, name) {
  const emblem = EMBLEMS[NAMED[code]];
  const ink = code === "LJ" ? "silver" : "gold";
  const lines = titleLines(name);
  const size = Math.min(17, 134 / Math.max(...lines.map(widthOf)));
  const texts = lines
    .map((line, at) => `<text class="title" x="50" y="${(lines.length > 1 ? 113 : 122) + at * 16}" font-size="${size}">${line}</text>`)
    .join("");
  const big = code === "LJ" ? 0.42 : 0.54;
  return (
    `<rect class="face dark" x="1.5" y="1.5" width="97" height="137" rx="10"/>` +
    `<rect class="frame" x="6" y="6" width="88" height="128" rx="7"/>` +
    `<g class="${ink}" transform="translate(11 12) scale(.27)">${emblem}</g>` +
    `<g class="${ink}" transform="translate(${56 - 50 * big} ${69 - 50 * big}) scale(${big})">${emblem}</g>` +
    texts
  );
}
