"""What may be seen of a game of Cthulhu Wars: the result for files, the view for people."""

from __future__ import annotations

from typing import Any

from shared_rules import cthulhu_wars_state as table
from shared_rules import packs
from shared_rules.cthulhu_wars_text import DIRECTIONS
from tapdeck.rules.cthulhu_wars_says import faction_text
from tapdeck.rules.cthulhu_wars_state import State, acting, by_seat, named, unnamed
from tapdeck.texts import Text, in_all

HUMANITY = "humanity"


def _winner(state: State) -> list[int] | str | None:
    if not table.is_finished(state):
        return None
    return table.winners(state) or HUMANITY


def _rounds(state: State) -> list[dict[str, Any]]:
    """The rounds as they are now: a copy, for the last one goes on."""
    return [{**each, "rituals": list(each["rituals"])} for each in state.rounds]


def summary(state: State) -> dict[str, Any]:
    """The result as host/cthulhu_wars.md has it, but for `game` and `lines`."""
    return {
        "finished": table.is_finished(state),
        "winner": _winner(state),
        "totals": by_seat(state.doom),
        "rounds": _rounds(state),
        "state": {
            "round": state.round,
            "phase": table.phase(state),
            "power": by_seat(state.power),
            "gates": by_seat(state.gates),
            "cultists": by_seat(state.cultists),
            "captured": by_seat([table.held(state, seat) for seat in state.seats]),
            "goo": by_seat(state.goo),
            "books": by_seat(state.books),
            "signs": by_seat(state.signs),
            "ritual_cost": table.cost(state),
            "ritual_space": state.space,
            "free_gates": state.free,
            "signs_left": state.left,
        },
    }


def _seat(state: State, seat: int, mine: bool) -> dict[str, Any]:
    place = seat - 1
    captives = state.captives[place]
    decided = []
    if state.at == table.DOOM:
        decided = table.order(state)[: state.decided]
    return {
        "seat": seat,
        "faction": packs.name(table.NAME, state.factions[place]),
        "faction_text": in_all(faction_text(state, seat)),
        "turn": table.turn(state) == seat,
        "power": state.power[place],
        "doom": state.doom[place],
        "gates": state.gates[place],
        "cultists": state.cultists[place],
        "captives": {str(owner): count for owner, count in enumerate(captives, 1) if count},
        "captured": sum(captives),
        "away": table.away(state, seat),  # held captive by others
        "goo": state.goo[place],
        "books": state.books[place],
        "signs": state.signs[place],
        # W10: the values only for whoever holds the seat.
        "held": {"named": named(state, seat), "unnamed": unnamed(state, seat)} if mine else None,
        "decided": seat in decided,
        "ritual": seat in state.rounds[-1]["rituals"] if decided else False,
    }


def view(state: State, held: frozenset[int]) -> dict[str, Any]:
    """What may be seen by whoever holds these seats; nobody's seats: the public.

    Plain data, ready for JSON. Values of signs of other seats never appear in it (W10).
    """
    asked = table.turn(state)
    return {
        "round": state.round,
        "phase": table.phase(state),
        "turn": asked or None,
        "acting": acting(state) or None,
        "ended": state.ended or None,
        "first": state.first or None,
        "direction": DIRECTIONS[state.clockwise],
        "order": table.order(state) if state.first else [],
        "candidates": table.candidates(state) if state.at == table.FIRST else [],
        "advanced": state.advanced,
        "seats": [_seat(state, seat, seat in held) for seat in state.seats],
        # W5, W6: what everybody gets and why, before it counts.
        "gathering": table.gathering(state) if state.at == table.GATHER else None,
        # W8: what a ritual costs and brings, before it is paid.
        "ritual": _ritual(state, asked) if state.at == table.DOOM and asked else None,
        "reckoning": _reckoning(state),
        "track": list(table.TRACKS[len(state.factions)]),
        "ritual_space": state.space,
        "ritual_cost": table.cost(state),
        "doom_end": table.DOOM_END,
        "free_gates": state.free,
        "signs_left": state.left,
        "signs_shown": {str(sign): count for sign, count in enumerate(state.shown, 1)},
        "totals": by_seat(state.doom),
        "rounds": _rounds(state),
        "awaits_signs": table.awaits_signs(state),
        "finished": table.is_finished(state),
        "winner": _winner(state),
        "result_text": in_all(result_text(state)),
    }


def _ritual(state: State, seat: int) -> dict[str, Any]:
    drawn = table.draws(state, seat)
    return {
        "seat": seat,
        "cost": table.cost(state),
        "enough": state.power[seat - 1] >= table.cost(state),
        "doom": state.gates[seat - 1] + state.goo[seat - 1] - drawn,
        "signs": drawn,
    }


def _reckoning(state: State) -> list[dict[str, Any]] | None:
    """W11, seat by seat: the doom before it, the signs shown, how many wait for their values, the
    doom now, and whether all spellbooks are there. None: it is not that far.
    """
    if state.at != table.OVER or state.forsaken:
        return None
    return [
        {
            "seat": seat,
            "before": state.doom[seat - 1] - sum(state.reckoned[seat - 1]),
            "shown": list(state.reckoned[seat - 1]),
            "waiting": state.signs[seat - 1],
            "doom": state.doom[seat - 1],
            "ready": state.books[seat - 1] == table.BOOKS,
        }
        for seat in state.seats
    ]


def result_text(state: State) -> Text:
    """How the game stands (W11), in one sentence."""
    winner = _winner(state)
    if isinstance(winner, list):
        factions = tuple(faction_text(state, seat) for seat in winner)
        doom = state.doom[winner[0] - 1]
        return Text("tracker.winner", {"factions": factions, "doom": doom})
    if winner is not None:
        return Text("tracker.forsaken" if state.forsaken else "tracker.humanity")
    return Text("tracker.reckoning" if state.at == table.OVER else "tracker.open")
