"""What may be seen of a Spooks match: the result for files, the view for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shared_rules import packs
from shared_rules import spooks as core
from shared_rules import spooks_cards as cards
from shared_rules import spooks_state as table
from tapdeck.rules.spooks_says import card_text, phase, rule_text
from tapdeck.rules.spooks_state import State
from tapdeck.texts import Text, in_all

FEW_CARDS = 3  # from here down the page marks a hand


def _by_seat(numbers: Iterable[int]) -> dict[str, int]:
    return {str(seat): number for seat, number in enumerate(numbers, 1)}


def _codes(some: Iterable[int]) -> list[str]:
    return [packs.name(cards.GAME, card) for card in some]


def _top(state: State) -> str | None:
    return packs.name(cards.GAME, state.top) if state.top >= 0 else None


def _say(card: int) -> dict[str, str] | None:
    said = card_text(card)
    return in_all(said) if isinstance(said, Text) else None


def _in_force(state: State) -> dict[str, Any]:
    """The rule in force (S15)."""
    return {
        "rule": table.RULE_NAMES[state.rule] or None,
        "top": _top(state),
        "turn": table.turn(state) or None,
        "direction": "ccw" if state.ccw else "cw",
        "numbers": "down" if state.down else "up",
    }


def summary(state: State) -> dict[str, Any]:
    """The result as host/spooks.md has it, but for `game` and `lines`."""
    return {
        "finished": state.ended == table.MATCH_OVER,
        "winner": table.match_winners(state) or None,
        "totals": _by_seat(state.totals),
        "rounds": [dict(each) for each in state.rounds],
        "state": {**_in_force(state), "hand_counts": _by_seat(state.counts)},
    }


def _seat(state: State, seat: int, held: frozenset[int]) -> dict[str, Any]:
    count = state.counts[seat - 1]
    face_down = state.chosen[seat - 1]
    mine = seat in held
    return {
        "seat": seat,
        "count": count,
        "few": 0 < count <= FEW_CARDS,
        "turn": table.turn(state) == seat,
        "dealer": state.dealer == seat,
        "dead": not state.alive & table.bit(seat),
        "owes": seat in table.choosers(state),
        # Which card lies face down only its holder sees until all are turned up (S6).
        "chosen": face_down >= 0,
        "choice": packs.name(cards.GAME, face_down) if mine and face_down >= 0 else None,
        "total": state.totals[seat - 1],
        "winner": bool(state.winners & table.bit(seat)),
        "gives_to": table.receivers(state, seat) if _gives(state, seat) else [],
    }


def _gives(state: State, seat: int) -> bool:
    if state.rule not in (table.PANDEMONIUM, table.MASTERS):
        return False
    return state.turn == seat if state.turn else seat in table.choosers(state)


def view(state: State, held: frozenset[int]) -> dict[str, Any]:
    """What may be seen by whoever holds these seats; nobody's seats: the public.

    Plain data, ready for JSON. Hands, gifts and choices face down of other seats never appear in
    it, nor does the extra hand.
    """
    mine = [seat for seat in range(1, state.seats + 1) if seat in held]
    number = core.must_follow(state)
    return {
        "deal": state.deal,
        "phase": phase(state),
        **_in_force(state),
        "colour": cards.colour(state.top) if state.top >= 0 else None,
        "must_follow": "M" if number == cards.MASTER else str(number) if number else None,
        # S14: besides that number.
        "spider_master": 0 < number < cards.MASTER and core.takes_spider_master(state),
        "rule_text": in_all(rule_text(state)),
        "top_seat": state.top_seat or None,
        "top_text": _say(state.top),
        "stuck": state.stuck or None,
        "dealer": state.dealer,
        "seats": [_seat(state, seat, held) for seat in range(1, state.seats + 1)],
        "pile": [
            {"seat": laid.seat, "verb": laid.verb, "cards": _codes(laid.cards)}
            for laid in state.pile
        ],
        "turned": [
            {"seat": seat, "card": packs.name(cards.GAME, card)} for seat, card in state.turned
        ],
        "totals": _by_seat(state.totals),
        "points_end": table.DEATH if state.scored else None,
        "hands_known": state.hands_known,
        "hands": {str(seat): _codes(state.hands[seat - 1]) for seat in mine}
        if state.hands_known
        else {},
        "counted": {str(seat): _codes(some) for seat, some in sorted(state.counted_hands.items())},
        "aside": state.aside_size,
        "copies": state.copies,
        "rounds": [dict(each) for each in state.rounds],
        "finished": state.ended == table.MATCH_OVER,
        "winner": table.match_winners(state) or None,
        "result_text": in_all(result_text(state)),
    }


def result_text(state: State) -> Text:
    """How the match stands (S11, S12), in one sentence."""
    won = table.match_winners(state)
    if not won:
        return Text("match.open")
    seats: list[Text | str] = []
    for seat in won:
        name = Text("seat", {"seat": seat})
        seats += ["+", name] if seats else [name]
    if not state.scored:
        return Text("match.out", {"seats": tuple(seats)})
    return Text("match.lowest", {"seats": tuple(seats), "points": min(state.totals)})
