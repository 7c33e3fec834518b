// The cards of Cultivation: an element by sign and colour, types by shapes, the name of their owner.

import { escape, titleLines, widthOf } from "./cards.js";
import { h } from "./dom.js";
import { language, w } from "./words.js";

export const TYPES = ["elixir", "artifact", "formation", "beast"];
export const ELEMENTS = ["metal", "wood", "water", "fire", "earth"];
export const SPECIALS = ["hunyuan", "treasure"];
const DRAWINGS = "/page/static/cultivation.svg";

/** What a card is: its element and types, or its special kind; undefined: the deck has no such card. */
export const kindsOf = (code, view) => view?.deck_cards?.[code]?.split(" ");

export const isSpecial = (code, view) => SPECIALS.includes(kindsOf(code, view)?.[0]);

/** Whether a choice is the one that a board's reading means: `as metal`, `add 2`, as the line has it. */
export const isReading = (choice, reading) => Boolean(reading) && `${choice.line} `.includes(` ${reading} `);

/** A kind in words. */
export const kindName = (kind) => w(`kind.${kind}`);

/** The name that the deck's owner gave to a card, in this language if there is one; else "". */
export function ownName(code, view) {
  const [english, chinese] = view?.deck_names?.[code] ?? ["", ""];
  return language === "en" ? english || chinese : chinese || english;
}

/** A card in words; undefined: it is none of this game's. */
export function name(code, view) {
  const kinds = kindsOf(code, view);
  if (!kinds) return undefined;
  const what = kinds.map(kindName).join(" ");
  const own = ownName(code, view);
  return own ? `${code} ${own}, ${what}` : `${code}, ${what}`;
}

const drawing = (kind, place = "") =>
  `<svg class="kind ${kind}"${place} viewBox="0 0 100 100"><use href="${DRAWINGS}#${kind}"/></svg>`;
const use = (kind, x, y, size) => drawing(kind, ` x="${x}" y="${y}" width="${size}" height="${size}"`);

// Where the shapes of one, two or three types lie in the middle: across, down, size.
const MIDDLE = {
  1: [[43, 44, 48]],
  2: [[40, 38, 33], [60, 68, 33]],
  3: [[40, 36, 27], [66, 54, 27], [42, 76, 27]],
};

export function face(code, view) {
  const kinds = kindsOf(code, view);
  if (!kinds) return undefined;
  const [first, ...types] = kinds;
  const special = SPECIALS.includes(first);
  const narrow = code.length > 3 ? ' textLength="50" lengthAdjust="spacingAndGlyphs"' : "";
  const middle = special ? use(first, 38, 42, 54) : MIDDLE[types.length].map(([x, y, size], at) => use(types[at], x, y, size)).join("");
  return (
    `<rect class="face" x="1.5" y="1.5" width="97" height="137" rx="10"/>` +
    `<rect class="edge ${first}" x="1.5" y="1.5" width="7" height="137" rx="3.5"/>` +
    use(first, 12, 8, 26) +
    types.map((type, at) => use(type, 14, 40 + at * 27, 22)).join("") +
    `<text class="code" x="93" y="30"${narrow}>${escape(code)}</text>` +
    middle +
    title(ownName(code, view) || kinds.map(kindName).join(language === "en" ? " " : ""))
  );
}

function title(words) {
  const lines = titleLines(words, 9);
  const size = Math.min(14, 92 / Math.max(...lines.map(widthOf)));
  return lines
    .map((line, at) => `<text class="own" x="65" y="${(lines.length > 1 ? 117 : 126) + at * 14}" font-size="${size}">${escape(line)}</text>`)
    .join("");
}

/** A kind's sign on a bit of card, so that it has its colour in any light. */
export function seal(kind) {
  const holder = h("span", { class: `seal ${kind}`, "aria-hidden": "true" });
  holder.innerHTML = drawing(kind);
  return holder;
}

/** A card as a slip: the signs of its element and types, one above the other. */
export function slip(code, view) {
  const node = h("span", { class: "slip", "data-card": code, title: name(code, view) });
  node.append(...(kindsOf(code, view) ?? []).map(seal));
  return node;
}
