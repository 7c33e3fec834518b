"""Carrying out what `cthulhu_wars_rules` allows."""

from shared_rules.cthulhu_wars_state import (
    ACTION,
    DOOM,
    DOOM_END,
    FIRST,
    GATHER,
    OVER,
    State,
    cost,
    end_space,
    gathering,
)
from shared_rules.cthulhu_wars_text import Move, no_verb


def apply(state: State, move: Move) -> None:
    """Carry out a move that `check` allowed; the state changes in place.

    `show all` leaves everything as it is: which signs those are only the host knows, and `reveal`
    carries out what it says.
    """
    verb = move.verb
    place = move.seat - 1
    if verb == "gather":
        _gather(state)
    elif verb == "first":
        state.first = move.number
        state.clockwise = move.clockwise
        state.at = DOOM if state.round > 1 else ACTION  # W8: not in round 1
        state.advanced = False
        state.decided = 0
    elif verb == "doom":
        for seat in state.seats:
            state.doom[seat - 1] += state.gates[seat - 1]
        state.advanced = True
    elif verb == "ritual":
        _ritual(state, place)
    elif verb == "noritual":
        state.decided += 1
    elif verb == "action":
        state.at = ACTION
        _end(state)
    elif verb == "power":
        state.power[place] += move.number
    elif verb == "gate":
        state.gates[place] += move.number
    elif verb == "cultist":
        state.cultists[place] += move.number
    elif verb == "goo":
        state.goo[place] += move.number
    elif verb == "free":
        state.free += move.number
    elif verb == "capture":
        state.cultists[move.number - 1] -= 1
        state.captives[place][move.number - 1] += 1
    elif verb == "book":
        state.books[place] += 1
    elif verb == "sign":
        _draw(state, place, 1)
    elif verb == "show":
        for sign in move.signs:
            reveal(state, move.seat, sign)
    elif verb == "turn":
        _turn(state)
    else:
        raise no_verb(verb)


def _gather(state: State) -> None:
    state.round += 1
    state.power = [gains["power"] for gains in gathering(state)]
    # W5: captives go back to their owners' pools, not to the map.
    state.captives = [[0] * len(row) for row in state.captives]
    state.at = FIRST
    if not any(state.power):
        state.forsaken = True  # W6
        state.at = OVER


def _draw(state: State, place: int, count: int) -> None:
    """Draw signs; each that is missing from the pool is a point of doom (W8, W10)."""
    drawn = min(count, state.left)
    state.left -= drawn
    state.signs[place] += drawn
    state.doom[place] += count - drawn


def _ritual(state: State, place: int) -> None:
    state.power[place] -= cost(state)
    state.space = min(state.space + 1, end_space(state))  # W9
    state.doom[place] += state.gates[place]
    state.decided += 1
    _draw(state, place, state.goo[place])


def reveal(state: State, seat: int, sign: int) -> None:
    """A seat shows a sign that it holds (W10): doom by its value, and the sign is out."""
    state.signs[seat - 1] -= 1
    state.shown[sign - 1] += 1
    state.doom[seat - 1] += sign


def _end(state: State) -> None:
    if max(state.doom) >= DOOM_END or state.space == end_space(state):
        state.at = OVER  # W11


def _turn(state: State) -> None:
    _end(state)
    if state.at != OVER and not any(state.power):
        state.at = GATHER  # W12: the action phase is over
