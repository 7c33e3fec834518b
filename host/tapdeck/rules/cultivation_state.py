"""The state of a whole match of Cultivation: the core's, and what only the host knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shared_rules import cultivation as core
from tapdeck.rules.cultivation_deck import Deck
from tapdeck.rules.cultivation_roles import Role


class State(core.State):
    """The core's state, and hands, names, roles and the ended deals beside it."""

    codes: tuple[str, ...]
    """The codes of the deck's cards."""
    names: tuple[tuple[str, str], ...]
    """Their names, English and Chinese; empty where the deck has none."""
    hidden: list[int]
    """The cards known to be in each hand and seen by its holder alone, as bits."""
    dealt: list[int]
    """The seats whose hands were entered, in that order: none, or all once complete."""
    rounds: list[dict[str, Any]]
    """The ended deals, as host/cultivation.md has them."""
    roles: Mapping[str, Role]
    """The destiny roles of the house rules (C14)."""
    drawn_roles: dict[int, str]
    """The role that each seat drew in this deal."""
    used_roles: list[int]
    """The seats that have used theirs."""
    ask: int
    """The seat whose role may now be entered, 0 for none."""

    __slots__ = (
        "_places",
        "ask",
        "codes",
        "dealt",
        "drawn_roles",
        "hidden",
        "names",
        "roles",
        "rounds",
        "used_roles",
    )

    def __init__(
        self,
        settings: tuple[int, ...],
        first: int,
        seats: int,
        deals: int,
        deck: Deck,
        roles: Mapping[str, Role],
    ) -> None:
        super().__init__(settings, first, seats, deals, deck.faces)
        self.codes = deck.codes
        self.names = deck.names
        self._places = {code: card for card, code in enumerate(deck.codes)}
        self.roles = roles
        self.rounds = []
        start_deal(self)

    def card_of(self, code: str) -> int:
        """The card with this code, -1 if the deck has none."""
        return self._places.get(code, -1)

    def known(self, seat: int) -> int:
        """The cards known to be in a hand: those that everybody saw, and those entered."""
        return self.held[seat - 1] | self.hidden[seat - 1]

    @property
    def dealing(self) -> bool:
        """Whether some hands were entered, but not all."""
        return 0 < len(self.dealt) < self.seats

    def hand_known(self, seat: int) -> bool:
        """Whether every card of a hand is known."""
        return self.known(seat).bit_count() == self.counts[seat - 1]


def start_deal(state: State) -> None:
    """Forget the deal before; the core's part is the core's to do."""
    state.hidden = [0] * state.seats
    state.dealt = []
    state.drawn_roles = {}
    state.used_roles = []
    state.ask = 0
