"""How the players of Cthulhu Wars say at the table what they enter: with pieces and presses.

The players themselves (`cthulhu_wars`) think in lines; here a line becomes what hands do.
"""

from __future__ import annotations

import random
from collections.abc import Generator

from shared_rules import cthulhu_wars as core
from shared_rules import cthulhu_wars_state as table
from shared_rules import packs
from shared_rules.cthulhu_wars_text import UNSEEN, Move
from tapdeck.players import Answer, Gesture, Play, PlayersError
from tapdeck.players.cthulhu_wars import Players

SEATS = 4  # as many as the usual board has readers
PIECES = {"gate": "GATE1", "cultist": "CULT", "goo": "GOO", "free": "FREE"}
POWER = (20, 10, 5, 3, 2, 1)  # what there is a piece for
LOST_LAST = 0.3  # how often the `lost` tag comes after the pieces it is about

# The answer: why the table refused, None if it did not.
Step = Generator[Gesture, Answer | None, str | None]


class Party:
    """Players with their factions, the pieces they tap, and what they know of the game."""

    def __init__(self, seed: int, seats: int = SEATS) -> None:
        self._players = Players(seed, seats)
        self._rng = random.Random(seed)
        self.names = self._players.names
        self.headers = self._players.headers
        self.options: dict[str, str] = {}
        self.first = 1
        self.mistakes = 0
        self._bag: dict[int, list[str]] = {sign: [] for sign in (1, 2, 3)}
        for code in packs.codes(core.NAME):
            if core.hidden(self._players.state, 1, packs.index(core.NAME, code)):
                self._bag[int(code[1])].append(code)
        # The tokens whose values were entered, by seat and value.
        self._held: dict[tuple[int, int], list[str]] = {}
        self._last: tuple[int, Move] = (1, Move(0, "gather"))

    def play(self) -> Play:
        """Play a whole game."""
        lines = self._players.lines()
        line = next(lines)
        while True:
            reason = yield from self._enter(line)
            self.mistakes += reason is not None
            try:
                line = lines.send(reason)
            except StopIteration:
                return

    def _enter(self, line: str) -> Step:
        if line == "undo":
            return (yield from self._undo())
        move = core.parse(line)
        if move is None:
            raise PlayersError(f"nobody can enter '{line}'")
        state = self._players.state
        seat = move.seat or (move.number if move.verb == "first" else state.first or 1)
        self._last = (seat, move)
        pieces, lost = self._pieces(move)
        if pieces:
            reason = yield from self._lay(seat, pieces, lost, line)
            if reason is None:
                self._note(move, pieces)
            return reason
        if move.verb == "first" and not move.clockwise:
            yield Gesture(seat, "tap", "other")
        early = move.verb == "action" and table.turn(state)  # not all have decided
        kind, tag = ("tap", "done") if early else ("short", "")
        return _reason((yield Gesture(seat, kind, tag, line=line)))

    def _undo(self) -> Step:
        """Take back the last action: with the tag, or by holding the button."""
        seat, move = self._last
        if self._rng.random() < 0.5:
            return _reason((yield Gesture(seat, "tap", "undo", line="undo")))
        line = f"{move.seat} undo" if move.seat else "undo"
        return _reason((yield Gesture(seat, "long", line=line)))

    def _lay(self, seat: int, pieces: tuple[str, ...], lost: bool, line: str) -> Step:
        """Tap pieces and press; what is refused is put back."""
        last = self._rng.random() < LOST_LAST
        if lost and not last:
            yield Gesture(seat, "tap", "lost")
        for count in range(1, len(pieces) + 1):
            yield Gesture(seat, "tap", pieces[count - 1], pieces[:count])
        if lost and last:
            yield Gesture(seat, "tap", "lost", pieces)
        refused = core.check(self._players.state, self._last[1]) is not None
        answer = yield Gesture(seat, "short", "", pieces if refused else (), line)
        if refused:
            yield Gesture(seat, "long")
        return _reason(answer)

    def _pieces(self, move: Move) -> tuple[tuple[str, ...], bool]:
        """The pieces that a move takes, and whether what they say is lost."""
        state, verb = self._players.state, move.verb
        if verb in PIECES:
            return (PIECES[verb],) * abs(move.number), move.number < 0
        if verb == "power":
            return _power(abs(move.number)), move.number < 0
        if verb == "capture":
            return (packs.name(core.NAME, state.factions[move.number - 1]),), False
        if verb == "book":
            faction = packs.name(core.NAME, state.factions[move.seat - 1])
            return (f"{faction}{state.books[move.seat - 1] + 1}",), False
        if verb in ("sign", "ritual"):
            marker = ("RITUAL",) if verb == "ritual" else ()
            return marker + self._drawn(move), False
        if verb == "show":
            held = self._held.get((move.seat, move.signs[0])) or self._bag[move.signs[0]]
            return (held[-1],), state.at != table.OVER
        return (), False

    def _drawn(self, move: Move) -> tuple[str, ...]:
        """The tokens of the signs that a move draws. Those of a ritual whose values are not told
        come last, and need none.
        """
        taken: list[str] = []
        for sign in move.signs:
            if sign != UNSEEN:
                taken.append([code for code in self._bag[sign] if code not in taken][-1])
            elif move.verb == "sign":
                taken.append("SIGN")
        return tuple(taken)

    def _note(self, move: Move, pieces: tuple[str, ...]) -> None:
        """Tokens go from the bag to whoever drew them, and out of the game when they are shown."""
        for code in pieces:
            sign = int(code[1]) if code[0] == "S" and code[1].isdigit() else 0
            if not sign:
                continue
            held = self._held.setdefault((move.seat, sign), [])
            if move.verb == "show" and code in held:
                held.remove(code)
                continue
            self._bag[sign].remove(code)
            if move.verb != "show":
                held.append(code)


def _power(amount: int) -> tuple[str, ...]:
    """The pieces that make an amount of power. PlayersError: there are not enough."""
    taken = []
    for piece in POWER:
        if amount >= piece:
            taken.append(f"P{piece}")
            amount -= piece
    if amount:
        raise PlayersError("there are not enough pieces for so much power")
    return tuple(taken)


def _reason(answer: Answer | None) -> str | None:
    if answer is None:
        raise PlayersError("the table did not answer")
    return answer.reason
