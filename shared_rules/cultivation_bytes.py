"""The state of Cultivation as bytes, as it is kept and travels to the board."""

import struct

from shared_rules import cultivation_cards as cards
from shared_rules.cultivation_state import SEATS, Group, State

# Format of the bytes: change FORMAT whenever the layout changes.
FORMAT = 1
_LAYOUT = "<5BH7B4B4i4i2B"
_HEAD = struct.calcsize(_LAYOUT)
_UNSEEN = 0  # places of a card: in the pile or a hand; 1-4 in a known hand; then the groups
_FIRST_GROUP = 5


def _padded(values: "list[int]") -> "list[int]":
    return (values + [0] * SEATS[1])[: SEATS[1]]


def dump(state: State) -> bytes:
    """The whole state as bytes, at most 256, options included; `load` turns it back.

    In which order the cards of a group were laid is not kept. A deck that is not the default one
    is part of them.
    """
    places = [_UNSEEN] * len(state.deck)
    for seat, held in enumerate(state.held, 1):
        for card in range(len(places)):
            if held >> card & 1:
                places[card] = seat
    for place, group in enumerate(state.groups):
        for card in group.cards:
            places[card] = _FIRST_GROUP + place
    usual = cards.default_deck()
    own = state.deck is not usual and state.deck != usual
    flags = state.drawn | state.took << 1 | state.active << 2 | state.begun << 3 | own << 4
    flags |= state.told << 5
    head = struct.pack(
        _LAYOUT,
        FORMAT,
        state.settings[0] | state.settings[1] << 1,
        state.seats,
        state.first,
        state.deals,
        state.deal & 0xFFFF,
        state.turn,
        flags,
        state.idle,
        state.pile,
        state.winner,
        state.ended,
        len(state.deck),
        *_padded(state.counts),
        *_padded(state.extra),
        *_padded(state.totals),
        len(state.groups),
        0,
    )
    body = [group.owner << 4 | group.kind for group in state.groups] + places
    if own:
        body += [cards.packed(faces) for faces in state.deck]
    return head + bytes(body)


def load(data: bytes) -> State:
    """The state that `dump` turned into these bytes.

    ValueError: not such bytes, or of another format.
    """
    wrong = ValueError("these bytes are no state of cultivation in format %d" % FORMAT)
    if len(data) < _HEAD or data[0] != FORMAT:
        raise wrong
    fields = list(struct.unpack(_LAYOUT, data[:_HEAD]))
    seats, size, count = fields[2], fields[12], fields[25]
    own = fields[7] >> 4 & 1
    if len(data) != _HEAD + count + size * (1 + own):
        raise wrong
    body = list(data[_HEAD:])
    deck = None
    if own:
        deck = tuple([cards.unpacked(number) for number in body[count + size :]])
    settings = (fields[1] & 1, fields[1] >> 1)
    state = State(settings, fields[3], seats, fields[4], deck)
    state.deal, state.turn, flags = fields[5:8]
    state.drawn, state.took = bool(flags & 1), bool(flags & 2)
    state.active, state.begun, state.told = bool(flags & 4), bool(flags & 8), bool(flags & 32)
    state.idle, state.pile, state.winner, state.ended = fields[8:12]
    state.counts = fields[13 : 13 + seats]
    state.extra = fields[17 : 17 + seats]
    state.totals = fields[21 : 21 + seats]
    state.groups = [Group(each >> 4, each & 15, []) for each in body[:count]]
    state.held = [0] * seats
    for card, place in enumerate(body[count : count + size]):
        if place >= _FIRST_GROUP:
            state.groups[place - _FIRST_GROUP].cards.append(card)
        elif place:
            state.held[place - 1] |= 1 << card
    return state
