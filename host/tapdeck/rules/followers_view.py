"""What may be seen of a Followers match: the result for files, the view for people."""

from __future__ import annotations

from typing import Any

from shared_rules import followers as core
from shared_rules import followers_score as score
from shared_rules import followers_state as table
from shared_rules import packs
from shared_rules.followers_plays import GAME, RANK_NAMES, TYPE_NAMES
from tapdeck.rules.followers_plays import Reading
from tapdeck.rules.followers_says import phase, reading_text
from tapdeck.rules.followers_state import Play, State, cards_of
from tapdeck.texts import Text, in_all

FEW_CARDS = 5  # from here down a hand's count must be told (F22)


def _teams(points: list[int]) -> dict[str, int]:
    return {"1": points[0], "2": points[1]}


def _top(state: State) -> Reading | None:
    return (state.top_type, state.top_rank) if state.top_seat else None


def summary(state: State) -> dict[str, Any]:
    """The result as host/README.md has it, but for `game` and `lines`."""
    top = _top(state)
    return {
        "finished": state.ended == table.MATCH_OVER,
        "winner": score.winner(state) or None,
        "totals": _teams(state.totals),
        "rounds": [dict(each) for each in state.rounds],
        "state": {
            "turn": table.turn(state) or None,
            "tokens": state.tokens,
            "hand_counts": {str(seat): count for seat, count in enumerate(state.counts, 1)},
            "top": core.describe(top) if top else None,
        },
    }


def _codes(cards: tuple[int, ...]) -> list[str]:
    return [packs.name(GAME, card) for card in cards]


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "type": TYPE_NAMES[reading[0]],
        "rank": RANK_NAMES[reading[1]],
        "reading": core.describe(reading),
        "text": in_all(reading_text(reading)),
    }


def _play(play: Play) -> dict[str, Any]:
    return {"seat": play.seat, "cards": _codes(play.cards), **_reading(play.reading)}


def _seat(state: State, seat: int, held: frozenset[int]) -> dict[str, Any]:
    count = state.counts[seat - 1]
    calls = [call for caller, call in state.called if caller == seat]
    return {
        "seat": seat,
        "team": table.team(seat),
        "count": count,
        "few": 0 < count <= FEW_CARDS,  # F22
        "turn": table.turn(state) == seat,
        "call": calls[0] if calls else None,
        "answered": {
            "great": state.great[seat - 1] != table.UNANSWERED,
            "small": state.small[seat - 1] != table.UNANSWERED,
        },
        "out": state.out.index(seat) + 1 if seat in state.out else None,
        "yielded": seat in state.yielded,
        "taken": state.taken[seat - 1],
        "gifts_given": sum(1 for gift in state.gifts if gift[0] == seat),
        "extension": _extension(state, seat, seat in held),
    }


def _extension(state: State, seat: int, mine: bool) -> dict[str, Any] | None:
    """The extension card of a seat (F20); which it is only its holder sees until it is shown."""
    card = state.drawn[seat - 1]
    if card < 0:
        return None
    shown = seat in state.shown
    return {"card": packs.name(GAME, card) if mine or shown else None, "shown": shown}


def view(state: State, held: frozenset[int]) -> dict[str, Any]:
    """What may be seen by whoever holds these seats; nobody's seats: the public.

    Plain data, ready for JSON. Hands and gifts of other seats never appear in it (F2, F23).
    """
    top = _top(state)
    mine = [seat for seat in (1, 2, 3, 4) if seat in held]
    return {
        "deal": state.deal,
        "phase": phase(state),
        "turn": table.turn(state) or None,
        "asked": table.asked(state) or None,
        "great_open": not state.ended and table.great_open(state),
        "calls_open": not state.ended and table.calls_open(state),
        "first_caller": state.first_caller,
        "seats": [_seat(state, seat, held) for seat in (1, 2, 3, 4)],
        "top": {"seat": state.top_seat, **_reading(top)} if top else None,
        "trick": [_play(play) for play in state.trick] if top else [],
        "last_trick": [] if top else [_play(play) for play in state.trick],
        "trick_points": state.pile,
        "tokens": state.tokens,
        "tokens_end": score.MATCH_TOKENS,
        "points_end": score.MATCH_POINTS,
        "totals": _teams(state.totals),
        "points": {
            str(number): sum(
                state.taken[seat - 1] for seat in (1, 2, 3, 4) if table.team(seat) == number
            )
            for number in (1, 2)
        },
        "skill_points": _teams(state.extra),
        "calls": [
            # Decided as soon as somebody is out (F3).
            {"seat": seat, "call": call, "made": state.out[0] == seat if state.out else None}
            for seat, call in state.called
        ],
        "out": list(state.out),
        "ask": packs.name(GAME, state.ask)
        if state.ask >= 0 and state.ask_seat in (0, *mine)
        else None,
        "ask_seat": state.ask_seat or None,
        "hands_known": state.hands_known,
        "hands": {str(seat): _codes(cards_of(state.hands[seat - 1])) for seat in mine}
        if state.hands_known
        else {},
        "gifts": {
            str(seat): [
                {"to": to, "card": packs.name(GAME, card)}
                for giver, to, card in state.gifts
                if giver == seat
            ]
            for seat in mine
        },
        "rounds": [dict(each) for each in state.rounds],
        "finished": state.ended == table.MATCH_OVER,
        "winner": score.winner(state) or None,
        "result_text": in_all(_result(state)),
    }


def _result(state: State) -> Text:
    """How the match stands (F21), in one sentence."""
    high, low = max(state.totals), min(state.totals)
    winner = score.winner(state)
    if winner:
        team = Text("team", {"team": winner})
        return Text("match.winner", {"team": team, "high": high, "low": low})
    ends = high >= score.MATCH_POINTS or state.tokens >= score.MATCH_TOKENS
    if state.ended and ends:
        return Text("match.tied", {"points": high})
    return Text("match.open")
