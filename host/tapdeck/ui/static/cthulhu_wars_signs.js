// The signs of Cthulhu Wars: a shape and a colour for each faction, a line drawing for each number.

import { w } from "./words.js";

const SHAPES = "/page/static/cthulhu_wars.svg";
export const FACTIONS = ["GC", "CC", "BG", "YS", "OW", "SL", "WW", "AN"];

/** A sentence of this game's page. */
export const s = (key, facts) => w(`page.cthulhu_wars.${key}`, facts);

// Each in a box of 24 by 24.
const PATHS = {
  power: "M13 2 5 14h6l-1 8 9-12h-6z",
  doom: "M12 3a8 8 0 0 0-5 14v4h10v-4a8 8 0 0 0-5-14zM9 11v1M15 11v1M11 17v4M13.5 17v4",
  gates: "M12 2.5a9.5 9.5 0 1 0 .01 0zM12 7.5a4.5 4.5 0 1 0 .01 0z",
  cultists: "M12 2c-4 2-5 6-5 10l-3 10h16l-3-10c0-4-1-8-5-10zM12 8.5c-2.2 1.4-2.2 4.6 0 6 2.2-1.4 2.2-4.6 0-6z",
  captives: "M4 3h16M4 21h16M6 3v18M10 3v18M14 3v18M18 3v18",
  goo: "M4 11a8 8 0 0 1 16 0v5c0 3 1 3 2 5M4 11v5c0 3-1 3-2 5M8.5 15v3c0 2-1 2-1.5 4M15.5 15v3c0 2 1 2 1.5 4M12 15v7M9 9v1M15 9v1",
  books: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zv14",
  signs: "M12 22V12M12 15 5 9V3M12 12l6-5V2M5 8 2 6M18 6l4 1M12 12l-2-6V2M12 19l7-5",
  free: "M14 2.7a9.5 9.5 0 0 1 5.5 3.6M21.4 10.5a9.5 9.5 0 0 1-1.5 6.4M16.5 20.4a9.5 9.5 0 0 1-6.5.9M5.5 19a9.5 9.5 0 0 1-2.9-6M3 9a9.5 9.5 0 0 1 4-5",
  ritual: "M12 2c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-3-1-5 1-9zM5 21h14",
  minimum: "M5 21h14M12 3v13M7 8l5-5 5 5",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 9h-3",
  cw: "M20 12a8 8 0 1 1-3-6.2M17.5 1.5v4.7h-4.7",
  ccw: "M4 12a8 8 0 1 0 3-6.2M6.5 1.5v4.7h4.7",
};

/** A sign's lines, for an SVG of 24 by 24. */
export const drawn = (name) => `<path d="${PATHS[name]}"/>`;

/** A number's or a direction's sign as a node. */
export function sign(name) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawn(name)}</svg>`;
  return holder.content.firstChild;
}

/** The shape of a faction's marker with its code, as SVG without a box of its own. */
export function shape(code) {
  const narrow = code === "WW" ? ' textLength="60" lengthAdjust="spacingAndGlyphs"' : "";
  return `<use href="${SHAPES}#${code}" width="100" height="100"/><text class="code" x="50" y="65"${narrow}>${code}</text>`;
}

/** A faction's marker as a node. */
export function marker(code) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="faction" data-faction="${code}" viewBox="0 0 100 100" role="img" aria-label="${w(`faction.${code}`)}"><title>${w(`faction.${code}`)}</title>${shape(code)}</svg>`;
  return holder.content.firstChild;
}
