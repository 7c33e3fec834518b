"""The state of a whole match of Followers: the core's, and what only the host knows (F19, F23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shared_rules import followers as core
from tapdeck.rules.followers_plays import Reading, readings
from tapdeck.rules.followers_skills import Skill, usual

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
    """The ended deals, as host/README.md has them."""
    extension: bool
    """Whether callers draw extension cards (F20)."""
    drawn: list[int]
    """The extension card that each seat drew in this deal, -1 for none (F20)."""
    shown: list[int]
    """The seats that have shown theirs."""
    skills: Mapping[int, Skill]
    """What house rules make of cards with a skill (F19); those not named ask."""

    __slots__ = (
        "ask",
        "called",
        "dealt",
        "drawn",
        "extension",
        "gifts",
        "hands",
        "rounds",
        "shown",
        "skills",
        "trick",
    )

    readings = staticmethod(readings)

    def __init__(
        self,
        settings: tuple[int, ...],
        oldest: int,
        extension: bool = False,
        skills: Mapping[int, Skill] | None = None,
    ) -> None:
        super().__init__(settings, oldest)
        self.rounds = []
        self.extension = extension
        self.skills = skills or {}
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

    def skill(self, card: int) -> Skill:
        """What a card with a skill does in this match."""
        return self.skills.get(card) or usual(card)

    def asks(self, card: int, trigger: str) -> bool:
        """Whether the players are to enter what the card does now."""
        skill = self.skill(card)
        return skill.asks and skill.trigger == trigger

    @property
    def ask_seat(self) -> int:
        """The only seat that may see which card asks, 0 if everybody may."""
        if self.ask in self.drawn:
            seat = self.drawn.index(self.ask) + 1
            return 0 if seat in self.shown else seat
        return 0


def start_deal(state: State) -> None:
    """Forget the deal before; the core's part is the core's to do."""
    state.hands = [0] * 4
    state.dealt = []
    state.gifts = []
    state.called = []
    state.trick = []
    state.ask = -1
    state.drawn = [-1] * 4
    state.shown = []


def bits(cards: tuple[int, ...]) -> int:
    """Cards as a set of bits."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a set of bits, ascending."""
    return tuple(card for card in range(hand.bit_length()) if hand >> card & 1)
