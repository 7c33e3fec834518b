"""Helpers for the tests of Cultivation: lines as actions, a table, and what cards are on paper."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import cultivation
from tapdeck.rules import cultivation as full
from tapdeck.rules.cultivation_state import State

TYPES = ("elixir", "artifact", "formation", "beast")
ELEMENTS = ("metal", "wood", "water", "fire", "earth")
HUNYUAN, TREASURE = ("H1", "H2", "H3"), ("T1", "T2", "T3")
PACK = (*[f"K{number:02d}" for number in range(1, 61)], *HUNYUAN, *TREASURE)


def on_paper(code: str) -> set[str]:
    """The kinds that a card of the default deck stands for, worked out from its number (C1)."""
    if code in HUNYUAN:
        return set(ELEMENTS)
    if code in TREASURE:
        return set(TYPES)
    number = int(code[1:])
    # Twelve cards of each element: three of each type, the third of them of the next one too.
    dozen, place = divmod(number - 1, 12)
    kinds = {ELEMENTS[dozen], TYPES[place // 3]}
    if place % 3 == 2:
        kinds.add(TYPES[(place // 3 + 1) % 4])
    return kinds


def shared_on_paper(codes: Sequence[str]) -> set[str]:
    """The kinds that all of some cards stand for."""
    return set.intersection(*[on_paper(code) for code in codes])


def root_on_paper(codes: Sequence[str]) -> bool:
    """Whether these cards are a single root (C10)."""
    shared = shared_on_paper([code for code in codes if code[0] == "K"])
    return not set(codes) & set(HUNYUAN) and bool(shared & set(TYPES) and shared & set(ELEMENTS))


def points_on_paper(kind: str, codes: Sequence[str]) -> int:
    """What a group is worth (C12)."""
    size = 0 if kind in ELEMENTS else {3: 1, 4: 2, 5: 2}.get(len(codes), 3)
    return size + root_on_paper(codes)


class Table:
    """A state of the core with actions as text."""

    def __init__(self, seats: int = 2, first: int = 1, deals: int = 5, **options: str) -> None:
        self.state = cultivation.initial(options, first, seats, deals)

    def reason(self, line: str) -> str | None:
        """Why the line would be refused; None if it would not be."""
        action = cultivation.parse(line)
        assert action is not None, line
        return cultivation.check(self.state, action)

    def do(self, *lines: str) -> Table:
        """Carry out lines, all of which must be accepted."""
        for line in lines:
            action = cultivation.parse(line)
            assert action is not None, line
            reason = cultivation.check(self.state, action)
            assert reason is None, f"{line}: {reason}"
            assert cultivation.line(action) == line
            cultivation.apply(self.state, action)
        return self

    def groups(self, seat: int) -> list[str]:
        """A seat's groups as text: kind, `root` if it is one, and the cards as they were laid."""
        found = []
        for group in self.state.own(seat):
            codes = [PACK[card] for card in group.cards]
            words = [cultivation.describe(group.kind), *codes]
            words[1:1] = ["root"] if root_on_paper(codes) else []
            found.append(" ".join(words))
        return found

    def points(self, seat: int) -> int:
        """What lies before a seat is worth."""
        return cultivation.points(self.state, seat)


def game(*lines: str, seats: int = 2, first: int = 1, **headers: str) -> Game:
    """A match under the full rules in which all these lines were accepted."""
    return Game(seats, first, headers).do(*lines)


class Game:
    """A match under the full rules, with lines in and reasons out."""

    def __init__(
        self,
        seats: int = 2,
        first: int = 1,
        headers: dict[str, str] | None = None,
        options: dict[str, str] | None = None,
        house: dict[str, object] | None = None,
    ) -> None:
        self.state: State = full.initial(options or {}, first, house, seats, headers)

    def reason(self, line: str) -> str | None:
        """Why the line would be refused; None if it would not be."""
        return full.check(self.state, full.parse(line, self.state))

    def do(self, *lines: str) -> Game:
        """Carry out lines, all of which must be accepted."""
        for line in lines:
            action = full.parse(line, self.state)
            reason = full.check(self.state, action)
            assert reason is None, f"{line}: {reason}"
            assert full.line(action) == line
            full.apply(self.state, action)
        return self

    def hand(self, seat: int) -> set[str]:
        """The known cards of a hand."""
        known = self.state.known(seat)
        return {code for card, code in enumerate(self.state.codes) if known >> card & 1}
