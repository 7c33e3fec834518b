"""The state of a whole match of Followers: the core's, and what only the host knows (F19, F23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shared_rules import followers as core
from tapdeck.rules.followers_plays import Reading, readings

GIFTS = 12  # three from each of four (F2)


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a trick."""

    seat: int
    cards: tuple[int, ...]
    reading: Reading


class State(core.State):
    """The core's state, and hands, gifts, the trick's cards and the ended deals beside it."""

    hands: list[int]
    """Each seat's cards as bits, once all four were dealt; 0 where the hands are unknown (F23)."""
    dealt: list[int]
    """The seats whose hands were entered, in that order: none, or all four once complete."""
    gifts: list[tuple[int, int, int]]
    """(giver, receiver, card) of this deal's exchange; they take effect at the twelfth (F2)."""
    called: list[tuple[int, str]]
    """This deal's calls in the order they were made (F3)."""
    trick: list[Play]
    """The plays of the trick on the table, or of the last one."""
    ask: int
    """The card whose printed skill may now be entered (F19), -1 for none."""
    rounds: list[dict[str, Any]]
    """The ended deals, as TRANSCRIPT.md has them."""

    __slots__ = ("ask", "called", "dealt", "gifts", "hands", "rounds", "trick")

    readings = staticmethod(readings)

    def __init__(self, settings: tuple[int, ...], oldest: int) -> None:
        super().__init__(settings, oldest)
        self.rounds = []
        start_deal(self)

    @property
    def hands_known(self) -> bool:
        """Whether all four hands were entered (F23)."""
        return len(self.dealt) == 4

    @property
    def dealing(self) -> bool:
        """Whether some hands were entered, but not all."""
        return 0 < len(self.dealt) < 4

    @property
    def exchanging(self) -> bool:
        """Whether some gifts were given, but not all."""
        return 0 < len(self.gifts) < GIFTS


def start_deal(state: State) -> None:
    """Forget the deal before; the core's part is the core's to do."""
    state.hands = [0] * 4
    state.dealt = []
    state.gifts = []
    state.called = []
    state.trick = []
    state.ask = -1


def bits(cards: tuple[int, ...]) -> int:
    """Cards as a set of bits."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a set of bits, ascending."""
    return tuple(card for card in range(hand.bit_length()) if hand >> card & 1)
