"""The state of a whole game of Cthulhu Wars: the core's, and what only the host knows (W10)."""

from __future__ import annotations

from typing import Any

from shared_rules import cthulhu_wars as core
from shared_rules import cthulhu_wars_state as table
from shared_rules.cthulhu_wars_state import SIGNS

VALUES = tuple(range(1, len(SIGNS) + 1))  # of signs


class State(core.State):
    """The core's state, and beside it the values of signs that are held face down, and the rounds.

    Whatever comes from `named` is for the seat itself only.
    """

    named: list[list[int]]
    """How many signs of the values 1, 2, 3 each seat holds whose values were entered."""
    before: list[int]
    """Each seat's doom when the round began."""
    rounds: list[dict[str, Any]]
    """Every gathered round, as host/cthulhu_wars.md has them; and `points`, the doom it brought."""
    ended: int
    """The seat that ended a turn last in this round; 0: nobody yet."""
    reckoned: list[list[int]]
    """The values of the signs that each seat shows in the reckoning (W11)."""

    __slots__ = ("before", "ended", "named", "reckoned", "rounds")

    def __init__(self, factions: list[int]) -> None:
        super().__init__(factions)
        self.named = [[0] * len(VALUES) for _ in factions]
        self.before = [0] * len(factions)
        self.rounds = []
        self.ended = 0
        self.reckoned = [[] for _ in factions]


def acting(state: State) -> int:
    """Whose turn it is by custom in the action phase: from the first player on, round and round,
    whoever has power left. Nobody is held to it (W12). 0: another phase, or nobody has power.
    """
    if state.at != table.ACTION:
        return 0
    seats = table.order(state)
    if state.ended:
        place = seats.index(state.ended) + 1
        seats = seats[place:] + seats[:place]
    return next((seat for seat in seats if state.power[seat - 1]), 0)


def by_seat(numbers: list[int]) -> dict[str, int]:
    """Numbers by seat, as in a result."""
    return {str(seat): number for seat, number in enumerate(numbers, 1)}


def named(state: State, seat: int) -> list[int]:
    """The known values of a seat's signs, ascending."""
    return [sign for sign in VALUES for _ in range(state.named[seat - 1][sign - 1])]


def unnamed(state: State, seat: int) -> int:
    """How many signs a seat holds whose values nobody has entered."""
    return state.signs[seat - 1] - sum(state.named[seat - 1])


def known(state: State, sign: int) -> int:
    """How many signs of a value are known to have left the pool, shown or held."""
    return state.shown[sign - 1] + sum(held[sign - 1] for held in state.named)
