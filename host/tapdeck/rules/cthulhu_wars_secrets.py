"""What lies hidden in Cthulhu Wars, and what asking could tell of it (W10)."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import cthulhu_wars_state as table
from shared_rules.actions import Action
from shared_rules.cthulhu_wars_text import UNSEEN, Move
from tapdeck.rules.cthulhu_wars_state import State, unnamed


def hidden_seats(state: State) -> frozenset[int]:
    """The seats that have something hidden now: signs whose values were entered. Nothing is hidden
    after the reckoning.
    """
    if state.at == table.OVER:
        return frozenset()
    return frozenset(seat for seat in state.seats if any(state.named[seat - 1]))


def probes(verb: str, words: Sequence[str]) -> bool:
    """Whether the verdict on such a line can depend on what other seats have hidden: it names the
    value of a sign, of which there are only so many.
    """
    if verb == "show":
        return True
    return verb in ("sign", "ritual") and any(word != "?" for word in words)


def elsewhere(state: State, action: Action, reason: str) -> bool:
    """Whether a refusal comes from what another seat has hidden: what was shown, and what the seat
    itself holds, would allow it.
    """
    assert isinstance(action, Move)
    if reason != "no_such_sign":
        return False
    if action.verb == "show" and not unnamed(state, action.seat):
        return False  # it holds others only
    own = state.named[action.seat - 1]
    return not any(
        state.shown[sign - 1] + own[sign - 1] + action.signs.count(sign) > table.SIGNS[sign - 1]
        for sign in action.signs
        if sign != UNSEEN
    )


def turned_up(state: State, action: Action) -> bool:
    """Whether an action, carried out, has let everybody see something hidden (W10, W11)."""
    return action.verb == "show" or (action.verb in ("turn", "action") and state.at == table.OVER)
