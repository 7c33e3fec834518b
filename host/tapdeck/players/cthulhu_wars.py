"""Simulated players of Cthulhu Wars, as far as a tracker sees them.

There is no map here: what happens on it is made up, with the costs that such things have. What is
legal they ask the core, with a state that follows what the table answered. Each player knows the
values of their own signs, enters most of them, and shows them when that wins. They are people too:
now and then one enters something impossible, or takes a change back.

They say what they enter as lines. How lines become taps and presses is not theirs to know.
"""

from __future__ import annotations

import random
from collections.abc import Generator

from shared_rules import cthulhu_wars as core
from shared_rules import cthulhu_wars_state as table
from shared_rules.cthulhu_wars_text import CHANGES, UNSEEN, Move
from tapdeck.players import PlayersError

NAMES = ("Ada", "Bao", "Chen", "Dora", "Emre")
FACTIONS = "GC, CC, BG, YS, OW"

AWAKENING = 8  # power that a Great Old One costs
GATE, RECRUITING, CAPTURE = 3, 1, 1
# How often, each time that it could happen.
BOOK = 0.7  # a deed earns a spellbook
SIGN = 0.1  # it brings a sign besides
UNNAMED = 0.15  # the value of a sign is not entered
MISTAKE = 0.04
TAKE_BACK = 0.03

# Yields lines; is sent the reason of a refusal, None where the line was accepted.
Lines = Generator[str, str | None, None]
Step = Generator[str, str | None, str | None]


class Players:
    """The players round one table.

    seats    3 to 5
    headers  the set-up, the same as the table's; None: the first factions of `FACTIONS`
    """

    def __init__(self, seed: int, seats: int = 3, headers: dict[str, str] | None = None) -> None:
        self.names = NAMES[:seats]
        self.headers = headers or {"factions": ", ".join(FACTIONS.split(", ")[:seats])}
        self.state = core.initial({}, 1, seats, self.headers)
        self.mistakes = 0
        self.rng = random.Random(seed)
        self.bag = [sign for sign in (1, 2, 3) for _ in range(table.SIGNS[sign - 1])]
        self.rng.shuffle(self.bag)
        self.signs: dict[int, list[int]] = {seat: [] for seat in self.state.seats}
        # Those of them whose values the table does not know.
        self.unnamed: dict[int, list[int]] = {seat: [] for seat in self.state.seats}

    def lines(self) -> Lines:
        """Play a whole game. PlayersError: the table answered what cannot be explained."""
        while core.phase(self.state) != "over":
            yield from self._do(Move(0, "gather"))
            if core.phase(self.state) == "over":
                return
            yield from self._first()
            if core.phase(self.state) == "doom":
                yield from self._doom()
            while core.phase(self.state) == "action":
                for seat in table.order(self.state):
                    yield from self._turn(seat)
                    if core.phase(self.state) != "action":
                        break
        yield from self._reckoning()

    # The phases

    def _first(self) -> Lines:
        possible = table.candidates(self.state)
        if self.rng.random() < MISTAKE or not self.mistakes:
            others = [seat for seat in self.state.seats if seat not in possible]
            if others:
                yield from self._do(Move(0, "first", others[0]))
        chosen = self.rng.choice(possible)
        yield from self._do(Move(0, "first", chosen, (), self.rng.random() < 0.5))

    def _doom(self) -> Lines:
        yield from self._do(Move(0, "doom"))
        for seat in table.order(self.state):
            place = seat - 1
            gain = self.state.gates[place] + 2 * self.state.goo[place]
            enough = self.state.power[place] >= table.cost(self.state)
            if enough and gain * 2 >= table.cost(self.state) - 3:
                yield from self._ritual(seat)
                yield from self._deed(seat)
            elif self.rng.random() < 0.8:
                yield from self._do(Move(seat, "noritual"))
            else:
                break  # nobody else wants to: the phase is closed
        for seat in self.state.seats:
            yield from self._triumph(seat)
        yield from self._do(Move(0, "action"))

    def _turn(self, seat: int) -> Lines:
        power = self.state.power[seat - 1]
        if not power and any(self.state.power):
            return
        if self.rng.random() < MISTAKE:
            yield from self._do(Move(seat, "power", -power - 1))
        if power:
            yield from self._act(seat, power)
        yield from self._triumph(seat)
        yield from self._do(Move(seat, "turn"))

    def _reckoning(self) -> Lines:
        """Signs whose values were not entered are shown one by one (W11); the others are shown by
        the table itself.
        """
        for seat in self.state.seats:
            for sign in list(self.unnamed[seat]):
                yield from self._show(seat, sign)

    # What players do

    def _act(self, seat: int, power: int) -> Lines:
        """One thing that costs power, and what it brings."""
        state, place = self.state, seat - 1
        preys = [other for other in state.seats if other != seat and state.cultists[other - 1]]
        gates = state.gates[place]
        possible = [("rest", power)]
        if gates and not state.goo[place] and power >= AWAKENING:
            possible += [("awaken", AWAKENING)] * 3
        if gates < state.cultists[place] and power >= GATE:
            possible += [("build", GATE)] * 2
        if state.cultists[place] + table.away(state, seat) < table.CULTISTS:
            possible += [("recruit", RECRUITING)] * 2
        if preys and power >= CAPTURE:
            possible += [("capture", CAPTURE), ("fight", CAPTURE)]
        deed, price = self.rng.choice(possible)
        yield from self._do(Move(seat, "power", -price))
        if deed == "awaken":
            yield from self._do(Move(seat, "goo", 1))
        elif deed == "build":
            yield from self._build(seat)
        elif deed == "recruit":
            yield from self._do(Move(seat, "cultist", 1))
        elif deed == "capture":
            yield from self._do(Move(seat, "capture", self.rng.choice(preys)))
        elif deed == "fight":
            yield from self._fight(self.rng.choice(preys))
        if deed != "rest":
            yield from self._deed(seat)

    def _build(self, seat: int) -> Lines:
        if self.state.free and self.rng.random() < 0.5:
            yield from self._do(Move(0, "free", -1))
        yield from self._do(Move(seat, "gate", 1))

    def _fight(self, loser: int) -> Lines:
        yield from self._do(Move(loser, "cultist", -1))
        if self.state.gates[loser - 1] > self.state.cultists[loser - 1]:
            yield from self._do(Move(loser, "gate", -1))
            yield from self._do(Move(0, "free", 1))

    def _deed(self, seat: int) -> Lines:
        """What a deed brings besides: a spellbook, a sign."""
        if self.rng.random() < BOOK and self.state.books[seat - 1] < table.BOOKS:
            yield from self._do(Move(seat, "book"))
        if self.rng.random() < SIGN:
            drawn = self._draw(seat, min(1, self.state.left))
            yield from self._do(Move(seat, "sign", 0, drawn or (UNSEEN,)))

    def _ritual(self, seat: int) -> Lines:
        drawn = self._draw(seat, table.draws(self.state, seat))
        yield from self._do(Move(seat, "ritual", 0, drawn))

    def _triumph(self, seat: int) -> Lines:
        """Show all signs when that is enough to end the game as its winner."""
        signs, place = self.signs[seat], seat - 1
        reached = self.state.doom[place] + sum(signs)
        if not signs or self.state.books[place] < table.BOOKS or reached < table.DOOM_END:
            return
        for sign in list(signs):
            yield from self._show(seat, sign)
        self.unnamed[seat].clear()

    # Lines

    def _draw(self, seat: int, count: int) -> tuple[int, ...]:
        """Take signs out of the bag; what is entered of them, those without a value last."""
        drawn = [self.bag.pop() for _ in range(count)]
        self.signs[seat] += drawn
        entered = []
        for sign in drawn:
            unseen = self.rng.random() < UNNAMED
            entered.append(UNSEEN if unseen else sign)
            if unseen:
                self.unnamed[seat].append(sign)
        return tuple(sorted(entered, key=lambda sign: sign == UNSEEN))

    def _show(self, seat: int, sign: int) -> Lines:
        self.signs[seat].remove(sign)
        yield from self._do(Move(seat, "show", 0, (sign,)))

    def _do(self, move: Move) -> Step:
        """Enter a move; the state follows. The reason if it was refused, as it was expected."""
        expected = core.check(self.state, move)
        yield from self._say(core.line(move), expected)
        if expected is not None:
            self.mistakes += 1
            return expected
        before = core.dump(self.state)
        over = self._follow(move)
        if not over and move.verb in CHANGES and self.rng.random() < TAKE_BACK:
            yield from self._say("undo", None)
            self.state = core.load(before)
            yield from self._say(core.line(move), None)
            self._follow(move)
        return None

    def _follow(self, move: Move) -> bool:
        core.apply(self.state, move)
        return core.phase(self.state) == "over"

    def _say(self, line: str, expected: str | None) -> Lines:
        reason = yield line
        if reason != expected:
            raise PlayersError(
                f"the table said {reason or 'ok'} to '{line}', "
                f"the players expected {expected or 'ok'}"
            )
