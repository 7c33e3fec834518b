// A card of any game as a node. Its face and its name are the game's own; the frame is here.

import { w } from "./words.js";

const known = new Map();

/** Let a game draw its cards: `cards` is {name(code, view), face(code, view)}. A code that is none
    of the game's has no name: undefined. */
export function register(game, cards) {
  known.set(game, cards);
}

export const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The game to which a card belongs: the one that is on, else the first that knows the code. */
function gameOf(code, view) {
  const own = known.get(view?.game);
  if (own?.name(code, view) !== undefined) return own;
  return [...known.values()].find((cards) => cards.name(code, view) !== undefined);
}

/** A card that lies somewhere and that nobody may know. */
export const UNSEEN = "?";

/** A card in words, for those who listen to the page. */
export function cardName(code, view) {
  if (code === UNSEEN) return w("page.card.unseen");
  return gameOf(code, view)?.name(code, view) ?? code;
}

/** A card as a node: `<svg class="card" data-card="5H">`, with its name for those who listen. */
export function cardNode(code, view) {
  if (code === UNSEEN) return backNode(cardName(code));
  const game = gameOf(code, view);
  const face = game?.face(code, view) ?? blank(code);
  return svg(code, escape(cardName(code, view)), face);
}

/** The back of a card that nobody may see. */
export function backNode(name) {
  return svg("", escape(name), '<rect class="face back" x="1.5" y="1.5" width="97" height="137" rx="10"/><rect class="frame" x="9" y="9" width="82" height="122" rx="6"/><ellipse class="frame" cx="50" cy="70" rx="26" ry="38"/>');
}

function svg(code, name, face) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="card" viewBox="0 0 100 140" role="img" aria-label="${name}" data-card="${escape(code)}">${face}</svg>`;
  return holder.content.firstChild;
}

/** A card that no game here knows: its code. */
function blank(code) {
  return `<rect class="face" x="1.5" y="1.5" width="97" height="137" rx="10"/><text class="index" x="50" y="82" textLength="76" lengthAdjust="spacingAndGlyphs">${escape(code)}</text>`;
}

/** A name as lines that fit on a card: two where one would be too small to read. */
export function titleLines(name, widest = 9.5) {
  return widthOf(name) > widest ? halves(name) : [name];
}

/** How wide a line is, in letters of Latin script. */
export function widthOf(line) {
  return [...line].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1.9 : 1), 0);
}

/** A name as two lines, parted where it may be. */
function halves(name) {
  const parts = [...name.matchAll(/[ ·-]/g)].map((match) => match.index);
  if (!parts.length) return name > "\u2e80" ? [name.slice(0, name.length / 2), name.slice(name.length / 2)] : [name];
  const middle = parts.reduce((best, at) =>
    Math.abs(at - name.length / 2) < Math.abs(best - name.length / 2) ? at : best);
  return [name.slice(0, middle + 1).trim(), name.slice(middle + 1).trim()];
}
