"""What lies hidden in Cultivation, and what asking could tell of it (C2)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules.actions import Action
from shared_rules.cultivation_state import MATCH_OVER
from tapdeck.rules.cultivation_state import State


def hidden_seats(state: State) -> frozenset[int]:
    """The seats that have something hidden now: cards of the hand that were entered and that not
    everybody saw. Nothing is hidden once the match is over.
    """
    if state.ended == MATCH_OVER:
        return frozenset()
    return frozenset(seat for seat, hand in enumerate(state.hidden, 1) if hand)


def probes(verb: str, words: Sequence[str]) -> bool:
    """Whether the verdict on such a line can depend on what other seats have hidden: it names cards
    of a hand.
    """
    return verb in ("deal", "draw", "meld", "add") and bool(words)


def elsewhere(state: State, action: Action, reason: str) -> bool:
    """Whether a refusal comes from what another seat has hidden, and not from the hand itself."""
    own = state.hand_known(action.seat) if action.seat else True
    if reason not in ("duplicate_card", "not_in_hand") or (reason == "not_in_hand" and own):
        return False
    others = 0
    for seat, hand in enumerate(state.hidden, 1):
        if seat != action.seat:
            others |= hand
    return any(card >= 0 and others >> card & 1 for card in action.cards)


def turned_up(state: State, action: Action) -> bool:
    """Nothing is turned up: what is laid down comes from the hand of whoever lays it."""
    return False
