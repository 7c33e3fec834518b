"""What cards of Cultivation can be now: for the panel where they are entered, and for those that
wait at a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shared_rules import cultivation as core
from shared_rules import cultivation_cards as cards
from shared_rules import cultivation_groups as groups
from shared_rules.actions import Action
from shared_rules.cultivation_state import must_draw
from tapdeck.rules.cultivation_lines import line, named
from tapdeck.rules.cultivation_says import kind_text
from tapdeck.rules.cultivation_state import State
from tapdeck.texts import Text, in_all


def choices(state: State, seat: int, codes: Sequence[str], holds: bool) -> list[dict[str, Any]]:
    """Every meld and addition of some cards that is allowed, the best first (C4, C6, C10): the
    line, the sentence, the points it brings, whether it makes a single root and wins the deal. A
    draw that is due counts as made. None: the cards are nothing, or some of them no cards.

    holds  whether the asker holds the seat; to others nothing may be told of hands that are known
    """
    found = tuple(state.card_of(code) for code in codes)
    if not found or -1 in found or len(set(found)) < len(found):
        return []
    # The core's state has in it what everybody saw.
    known = state if holds else core.load(core.dump(state))
    count = state.counts[seat - 1] + (must_draw(state) and state.turn == seat)
    return [
        _choice(state, action, count == len(found)) for action in core.layings(known, seat, found)
    ]


def _choice(state: State, action: Action, wins: bool) -> dict[str, Any]:
    points, root = core.gain(state, action)
    kind = groups.chosen(state, action)
    group = groups.group_of(state, action) if action.verb == "add" else None
    key = f"choice.{action.verb}"
    if root:
        key += ".root"
    elif group is not None and group.kind != kind:
        key += ".turned"
    return {
        "line": line(named(action, state)),
        "kind": cards.KINDS[kind],
        "group": action.number or None,
        "points": points,
        "root": root,
        "wins": wins,
        "text": in_all(Text(key, {"kind": kind_text(kind), "group": action.number})),
    }
