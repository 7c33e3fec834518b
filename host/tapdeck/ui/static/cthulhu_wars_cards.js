// The pieces of Cthulhu Wars that lie on a reader, as words and as SVG.

import { FACTIONS, drawn, s, shape } from "./cthulhu_wars_signs.js";
import { w } from "./words.js";

const KINDS = { SIGN: "signs", RITUAL: "ritual", CULT: "cultists", GOO: "goo", FREE: "free" };

/** {sign, faction, words, index} of a piece; undefined: it is none. */
function piece(code) {
  const [, letters, number] = /^([A-Z]+?)(\d+)?[A-R]?$/.exec(code) ?? [];
  if (FACTIONS.includes(code)) return { faction: code, words: w(`faction.${code}`), index: "" };
  if (FACTIONS.includes(letters)) {
    return { sign: "books", faction: letters, words: s("piece.book", { faction: w(`faction.${letters}`) }), index: number };
  }
  if (KINDS[code]) return { sign: KINDS[code], words: s(`piece.${KINDS[code]}`), index: "" };
  if (letters === "GATE") return { sign: "gates", words: s("piece.gates"), index: "" };
  if (letters === "P" && number) return { sign: "power", words: s("piece.power", { number }), index: number };
  if (letters === "S" && number) return { sign: "signs", words: s("piece.sign", { number }), index: number };
  return undefined;
}

export const name = (code) => piece(code)?.words;

export function face(code) {
  const { sign, faction, index } = piece(code);
  const middle = sign
    ? `<svg class="piece" x="24" y="${index ? 52 : 34}" width="52" height="52" viewBox="0 0 24 24">${drawn(sign)}</svg>`
    : `<svg class="faction" data-faction="${faction}" x="14" y="30" width="72" height="72" viewBox="0 0 100 100">${shape(faction)}</svg>`;
  const whose = sign && faction ? `<svg class="faction" data-faction="${faction}" x="56" y="8" width="34" height="34" viewBox="0 0 100 100">${shape(faction)}</svg>` : "";
  const number = index ? `<text class="index gold" x="27" y="42" fill="currentColor"${index.length > 1 ? ' textLength="38" lengthAdjust="spacingAndGlyphs"' : ""}>${index}</text>` : "";
  return (
    '<rect class="face dark" x="1.5" y="1.5" width="97" height="137" rx="10"/>' +
    `<rect class="frame" x="6" y="6" width="88" height="128" rx="7"/><g class="gold">${middle}</g>${number}${whose}`
  );
}
