// The games that the page can show, each with its own module. A module exports
//   parts(scene, seats)  what stands on the felt, in the middle and the corners: objects with
//                        update(view, place) and remove(); place is {bottom, you, claims}
//   chips(seat, view)    what stands below a name: [{kind, icon, text, title}], see seats.js
//   isTurn(seat, view)   optional: whether a seat is to act, where `view.turn` alone does not say
//   pendingText(pending, view)  optional: how cards that wait at a seat would be taken
//   laid(seat, view)     optional: what lies before a seat: [{key, node(), update(node)}]
//   cards                {name(code, view), face(code, view)}: a card in words and as SVG
//   Panel                the inside of the entry panel, see entry.js

import { register } from "./cards.js";
import * as cthulhu_wars from "./cthulhu_wars.js";
import * as cultivation from "./cultivation.js";
import * as empty from "./empty.js";
import * as followers from "./followers.js";
import * as spooks from "./spooks.js";

export const GAMES = { followers, spooks, cultivation, cthulhu_wars };

for (const [name, game] of Object.entries(GAMES)) register(name, game.cards);

/** The module of a game; where none is on, or one that the page does not know, the empty felt. */
export const gameOf = (view) => GAMES[view.game] ?? empty;
