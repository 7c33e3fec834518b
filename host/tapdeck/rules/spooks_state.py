"""The state of a whole match of Spooks: the core's, and what only the host knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shared_rules import spooks as core
from shared_rules.actions import Action
from shared_rules.spooks_cards import PACK


@dataclass(frozen=True, slots=True)
class Pile:
    """What a seat laid on the pile: one card, or a run (S8)."""

    seat: int
    verb: str
    cards: tuple[int, ...]


class State(core.State):
    """The core's state, and hands, the pile, what was turned up and the ended deals beside it."""

    hands: list[list[int]]
    """Each seat's cards, ascending, once all were dealt; empty where the hands are unknown."""
    dealt: list[int]
    """The seats whose hands were entered, in that order: none, or all once complete."""
    aside: list[int]
    """The extra hand (S2), if it was named or follows from known hands; else empty."""
    aside_named: bool
    """Whether the extra hand was named."""
    dealt_sizes: list[int]
    """How many cards each seat was dealt in this deal (S2)."""
    passing: list[tuple[int, int, int]]
    """(giver, receiver, card) of the cards that `GHM` sends round; -1: unseen (S14)."""
    choices: list[Action]
    """The choices that lie face down (S6)."""
    turned: list[tuple[int, int]]
    """(seat, card) of the choices that were turned up last."""
    known_choices: list[Action]
    """All choices of the match that have been turned up: they are secret no more."""
    pile: list[Pile]
    """What was laid since somebody led, or in the round before."""
    counted_hands: dict[int, tuple[int, ...]]
    """Losers' hands as they were counted (S12)."""
    rounds: list[dict[str, Any]]
    """The ended deals, as host/spooks.md has them."""

    __slots__ = (
        "aside",
        "aside_named",
        "choices",
        "counted_hands",
        "dealt",
        "dealt_sizes",
        "hands",
        "known_choices",
        "passing",
        "pile",
        "rounds",
        "turned",
    )

    def __init__(self, settings: tuple[int, ...], seats: int, dealer: int) -> None:
        super().__init__(settings, seats, dealer)
        self.rounds = []
        self.known_choices = []
        start_deal(self)

    @property
    def hands_known(self) -> bool:
        """Whether all hands were entered."""
        return len(self.dealt) == sum(1 for size in self.dealt_sizes if size)

    @property
    def dealing(self) -> bool:
        """Whether some hands were entered, but not all."""
        return bool(self.dealt) and not self.hands_known

    @property
    def aside_size(self) -> int:
        """How many cards are set aside (S2)."""
        return PACK * self.copies - sum(self.dealt_sizes)


def start_deal(state: State) -> None:
    """Forget the deal before; the core's part is the core's to do."""
    state.hands = [[] for _ in range(state.seats)]
    state.dealt = []
    state.aside = []
    state.aside_named = False
    state.dealt_sizes = list(state.counts)
    state.passing = []
    state.choices = []
    state.turned = []
    state.pile = []
    state.counted_hands = {}
