"""Helpers for the tests of Cthulhu Wars: a game with lines in and reasons out, and chance moves."""

from __future__ import annotations

import random
from typing import Any

from shared_rules import cthulhu_wars as core
from shared_rules.cthulhu_wars_state import BIGGEST
from shared_rules.cthulhu_wars_text import CHANGES, Move
from tapdeck.rules import cthulhu_wars

FACTIONS = ("GC", "CC", "BG", "YS", "OW", "SL", "WW", "AN")


class Game:
    """A game under the full rules."""

    def __init__(self, factions: str = "GC, BG, CC", **start: str) -> None:
        headers = {"factions": factions} | {f"start.{name}": value for name, value in start.items()}
        seats = len(factions.split(","))
        self.state = cthulhu_wars.initial({}, 1, None, seats, headers)

    def reason(self, line: str) -> str | None:
        """Why the line would be refused; None if it would not be."""
        return cthulhu_wars.check(self.state, cthulhu_wars.parse(line, self.state))

    def do(self, *lines: str) -> Game:
        """Carry out lines, all of which must be accepted."""
        for line in lines:
            move = cthulhu_wars.parse(line, self.state)
            reason = cthulhu_wars.check(self.state, move)
            assert reason is None, f"{line}: {reason}"
            cthulhu_wars.apply(self.state, move)
        return self

    def spend(self) -> Game:
        """Everybody spends what is left."""
        for seat in self.state.seats:
            power = self.state.power[seat - 1]
            if power:
                self.do(f"{seat} power -{power}")
        return self

    def round(self, first: int = 0, direction: str = "cw") -> Game:
        """A whole round in which nothing happens, up to the next gathering."""
        self.to_action(first, direction)
        return self.spend().do("1 turn")

    def to_doom(self, first: int = 0, direction: str = "cw") -> Game:
        """Gather, name the first player (0: any that can be), advance doom if that is due."""
        self.do("gather")
        self.do(f"first {first or core.candidates(self.state)[0]} {direction}")
        return self.do("doom") if self.state.round > 1 else self

    def to_action(self, first: int = 0, direction: str = "cw") -> Game:
        """The same, and close the doom phase."""
        self.to_doom(first, direction)
        return self.do("action") if self.state.round > 1 else self

    @property
    def result(self) -> dict[str, Any]:
        """`finished, winner, totals, rounds` as host/README.md has them."""
        return cthulhu_wars.summary(self.state)

    @property
    def shown(self) -> dict[str, Any]:
        """`state` as host/README.md has it."""
        found: dict[str, Any] = self.result["state"]
        return found


def second_round(factions: str = "GC, BG, CC", **start: str) -> Game:
    """A game in the doom phase of its second round, with doom advanced; seat 1 is first if any
    may be.
    """
    return Game(factions, **start).round().to_doom()


def chance(state: core.State, rng: random.Random) -> Move:
    """A move that may or may not be possible, and leads on often enough."""
    seats = len(state.factions)
    seat = rng.randint(1, seats)
    if rng.random() < 0.35:
        leading = {
            "gather": Move(0, "gather"),
            "first": Move(0, "first", rng.choice(core.candidates(state)), (), rng.random() < 0.5),
            "doom": Move(0, "action" if state.advanced else "doom"),
            "action": Move(seat, "turn"),
            "over": Move(seat, "show", 0, (rng.randint(1, 3),)),
        }
        return leading[core.phase(state)]
    if core.phase(state) == "doom" and rng.random() < 0.4:
        asked = core.turn(state) or seat
        if rng.random() < 0.3:
            return Move(asked, "noritual")
        drawn = core.draws(state, asked) + rng.choice((0, 0, 0, 1))
        signs = tuple(rng.randint(0, 3) for _ in range(drawn))
        return Move(asked, "ritual", 0, signs)
    if core.phase(state) == "action" and rng.random() < 0.3:
        return Move(seat, "power", -min(state.power[seat - 1], BIGGEST))
    verb = rng.choice(core.VERBS)
    if verb in core.TABLE_VERBS and verb not in CHANGES:
        seat = 0
    signs = ()
    number = 0
    if verb in CHANGES:
        seat = 0 if verb == "free" else seat
        number = rng.choice((-9, -2, -1, -1, 1, 1, 2, 7))
    elif verb in ("capture", "first"):
        number = rng.randint(1, seats)
    elif verb == "sign":
        signs = (rng.randint(0, 3),)
    elif verb == "show":
        signs = rng.choice(((), (1,), (2,), (3,)))
    elif verb == "ritual":
        signs = tuple(rng.randint(0, 3) for _ in range(rng.randint(0, 2)))
    return Move(seat, verb, number, signs, rng.random() < 0.5)
