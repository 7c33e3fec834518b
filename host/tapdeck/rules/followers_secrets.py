"""What lies hidden in Followers of Cthulhu, and what asking could tell of it (F2, F20, F23)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import followers_state as table
from shared_rules.actions import Action
from tapdeck.rules.followers_state import State


def hidden_seats(state: State) -> frozenset[int]:
    """The seats that have something hidden now: a hand that was entered, or an extension card that
    was drawn and not shown. Nothing is hidden once the match is over.
    """
    if state.ended == table.MATCH_OVER:
        return frozenset()
    return frozenset(
        seat
        for seat in (1, 2, 3, 4)
        if state.hands[seat - 1] or (state.drawn[seat - 1] >= 0 and seat not in state.shown)
    )


def probes(verb: str, words: Sequence[str]) -> bool:
    """Whether the verdict on such a line can depend on what other seats have hidden."""
    return verb in ("deal", "draw", "tap")


def elsewhere(state: State, action: Action, reason: str) -> bool:
    """Whether a refusal comes from what another seat has hidden: its hand, or its drawn card."""
    return reason == "duplicate_card" and action.verb in ("deal", "draw")


def turned_up(state: State, action: Action) -> bool:
    """Whether an action, carried out, has let everybody see something hidden: F20."""
    return action.verb == "show"
