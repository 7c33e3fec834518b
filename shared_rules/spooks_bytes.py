"""The state of Spooks as bytes, at most 256."""

import struct

from shared_rules.spooks_state import MOST_SEATS, OPTIONS, State

# Format of the bytes: change FORMAT whenever the layout changes.
FORMAT = 1
_LAYOUT = "<BBBHBHHHH6B3BbQQQQ12B12b12H12H"
SIZE = struct.calcsize(_LAYOUT)


def _padded(seats: "list[int]") -> "list[int]":
    return seats + [0] * (MOST_SEATS - len(seats))


def dump(state: State) -> bytes:
    """The whole state as SIZE bytes, options included; `load` turns it back."""
    options = 0
    for place, value in enumerate(state.settings):
        options |= value << place
    return struct.pack(
        _LAYOUT,
        FORMAT,
        options,
        state.seats,
        state.deal & 0xFFFF,
        state.dealer,
        state.alive,
        state.counted,
        state.owing,
        state.winners,
        state.rule,
        state.top_seat,
        state.turn,
        state.passes,
        state.stuck,
        state.ended,
        state.opened,
        state.ccw,
        state.down,
        state.top,
        state.seen,
        state.seen_twice,
        state.laid,
        state.laid_twice,
        *_padded(state.counts),
        *_padded(state.chosen),
        *_padded(state.points),
        *_padded(state.totals),
    )


def load(data: bytes) -> State:
    """The state that `dump` turned into these bytes.

    ValueError: not such bytes, or of another format.
    """
    if len(data) != SIZE or data[0] != FORMAT:
        raise ValueError("these bytes are no state of spooks in format %d" % FORMAT)
    fields = list(struct.unpack(_LAYOUT, data))
    settings = tuple([fields[1] >> place & 1 for place in range(len(OPTIONS))])
    state = State(settings, fields[2], fields[4])
    state.deal = fields[3]
    state.alive, state.counted, state.owing, state.winners = fields[5:9]
    state.rule, state.top_seat, state.turn, state.passes = fields[9:13]
    state.stuck, state.ended = fields[13:15]
    state.opened, state.ccw, state.down = [bool(each) for each in fields[15:18]]
    state.top, state.seen, state.seen_twice = fields[18:21]
    state.laid, state.laid_twice = fields[21:23]
    lists = []
    for place in range(4):
        start = 23 + place * MOST_SEATS
        lists.append(fields[start : start + state.seats])
    state.counts, state.chosen, state.points, state.totals = lists
    return state
