"""The state of a Cthulhu Wars tracker as bytes."""

import struct

from shared_rules.cthulhu_wars_state import SEATS, State

# Format of the bytes: change FORMAT whenever the layout changes.
FORMAT = 1
_PLACES = SEATS[1]
_LAYOUT = "<BBIBBBBBBIBBBB5B5B5B5B5B25B5I5I5I5I"
SIZE = struct.calcsize(_LAYOUT)


def _padded(seats: "list[int]") -> "list[int]":
    return (seats + [0] * _PLACES)[:_PLACES]


def dump(state: State) -> bytes:
    """The whole state as SIZE bytes; `load` turns it back."""
    captives = []
    for row in state.captives:
        captives.extend(_padded(row))
    return struct.pack(
        _LAYOUT,
        FORMAT,
        len(state.factions),
        state.round,
        state.at,
        state.first,
        state.clockwise,
        state.advanced,
        state.decided,
        state.space,
        state.free,
        state.left,
        *state.shown,
        *_padded(state.factions),
        *_padded(state.cultists),
        *_padded(state.books),
        *_padded(state.signs),
        *_padded([int(state.forsaken)]),
        *(captives + [0] * _PLACES * _PLACES)[: _PLACES * _PLACES],
        *_padded(state.power),
        *_padded(state.doom),
        *_padded(state.gates),
        *_padded(state.goo),
    )


def load(data: bytes) -> State:
    """The state that `dump` turned into these bytes.

    ValueError: not such bytes, or of another format.
    """
    if len(data) != SIZE or data[0] != FORMAT:
        raise ValueError("these bytes are no state of cthulhu_wars in format %d" % FORMAT)
    fields = list(struct.unpack(_LAYOUT, data))
    seats = fields[1]
    lists = []
    for start in range(14, len(fields), _PLACES):
        lists.append(fields[start : start + seats])
    state = State(lists[0])
    state.round, state.at, state.first = fields[2:5]
    state.clockwise, state.advanced = bool(fields[5]), bool(fields[6])
    state.decided, state.space, state.free, state.left = fields[7:11]
    state.shown = fields[11:14]
    state.cultists, state.books, state.signs = lists[1:4]
    state.forsaken = bool(lists[4][0])
    state.captives = lists[5 : 5 + seats]
    state.power, state.doom, state.gates, state.goo = lists[5 + _PLACES :]
    return state
