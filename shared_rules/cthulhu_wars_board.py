"""Cthulhu Wars at the board: what tapped pieces mean, whose they are, what lights and digits say.

Pieces are words of a small language. A faction card says whose what follows is, alone it is the
enemy from whom a cultist is captured; a spellbook says by itself whose it is. Pieces of one kind
count together (two gates; power 5 and 2), and a ritual takes the signs it draws with it. Kinds that
do not belong together mean nothing, so that a forgotten piece is not silently left out.
"""

from shared_rules import packs
from shared_rules.cthulhu_wars_state import (
    ACTION,
    DOOM,
    DOOM_END,
    FACTIONS,
    FIRST,
    GATHER,
    NAME,
    OVER,
    SIGNS,
    State,
    candidates,
    draws,
    end_space,
    turn,
)
from shared_rules.cthulhu_wars_text import BARE_VERBS, DIRECTIONS, TABLE_VERBS, UNSEEN, Move

# What a piece changes, and by how much (`_kind`).
_SIGN, _BOOK, _RITUAL = "sign", "book", "ritual"
_UNITS = {"GATE": "gate", "CULT": "cultist", "GOO": "goo", "FREE": "free"}

# The colours of the doom track (`board.COLOURS`), as the factions in the pack.
COLOURS = "gbryvocw"
MARKER = "w."  # the ritual's: it blinks, as no faction does


def is_sign(card: int) -> bool:
    """Whether a card is a sign with its value (W10)."""
    return FACTIONS <= card < FACTIONS + sum(SIGNS)


def hidden(state: State, seat: int, card: int) -> bool:
    """Nobody may be told which sign waits at a seat (W10)."""
    return is_sign(card)


def names(state: State, card: int) -> int:
    """The seat of a faction card, 0: it is none, or its faction does not play."""
    return state.factions.index(card) + 1 if card in state.factions else 0


def choosers(state: State) -> "tuple[int, ...]":
    """In whose name anybody presses: the seats that can be first (W7); the gathering is everybody's
    (W5).
    """
    if state.at == FIRST:
        return tuple(candidates(state))
    return (1,) if state.at == GATHER else ()


def says(move: Move) -> str:
    """The direction that comes with a first player (W7)."""
    return DIRECTIONS[move.clockwise] if move.verb == "first" else ""


def choices(
    state: State, seat: int, verb: str, cards: "tuple[int, ...]", named: int
) -> "list[Move]":
    """What a verb of `seat.ROWS` means at a seat (see `board`)."""
    pieces = [card for card in cards if card >= FACTIONS]
    seats = [names(state, card) for card in cards if card < FACTIONS]
    if not all(seats):
        return []  # a faction that does not play
    if verb in ("gain", "lose"):
        moves = _changes(state, seat, verb == "gain", pieces, seats)
    elif pieces or not (verb == "first" or verb in BARE_VERBS):
        moves = _bare(state, seat, verb) if verb in BARE_VERBS else []
        cards = ()  # pieces that wait are not about this
    else:
        moves = _bare(state, seats[-1] if seats else seat, verb)
    for move in moves:
        move.cards = tuple(cards)
    return moves


def _bare(state: State, seat: int, verb: str) -> "list[Move]":
    """What a press without pieces, or a control tag, means."""
    if verb == "first":
        return [Move(0, verb, seat), Move(0, verb, seat, (), False)]
    if verb == "doom" and state.advanced:
        # W8: each decides in turn; when all have, the phase is closed.
        verb = "noritual" if turn(state) else "action"
    return [Move(0 if verb in TABLE_VERBS else seat, verb)]


def _changes(
    state: State, seat: int, gained: bool, pieces: "list[int]", seats: "list[int]"
) -> "list[Move]":
    """What pieces mean that somebody gained, or lost, and pressed for."""
    if not pieces:
        return _by_faction(state, seat, gained, seats)
    seat = seats[-1] if seats else seat
    kinds = [_kind(card) for card in pieces]
    verbs = [kind for kind, _ in kinds]
    kind = verbs[-1]
    if _RITUAL in verbs:
        return _ritual(state, seat, gained, kinds)
    if verbs.count(kind) != len(verbs):
        return []
    if kind == _SIGN:
        return _sign(state, seat, gained, [number for _, number in kinds])
    if kind == _BOOK:
        owner = names(state, kinds[-1][1])
        return [Move(owner, kind)] if gained and owner and len(kinds) == 1 else []
    number = sum([number for _, number in kinds])
    return [Move(0 if kind in TABLE_VERBS else seat, kind, number if gained else -number)]


def _by_faction(state: State, seat: int, gained: bool, seats: "list[int]") -> "list[Move]":
    """Faction cards alone: the first player, or from whom a cultist is captured, and by whom."""
    if not gained or not seats:
        return []
    if state.at == FIRST:
        return _bare(state, seats[-1], "first")
    return [Move(seats[-2] if len(seats) > 1 else seat, "capture", seats[-1])]


def _ritual(state: State, seat: int, gained: bool, kinds: "list[tuple[str, int]]") -> "list[Move]":
    """The marker and the signs that are drawn; those that nobody tapped are not told (W8)."""
    signs = [number for kind, number in kinds if kind == _SIGN]
    if len(signs) != len(kinds) - 1:
        return []
    if not gained:
        return [] if signs else [Move(seat, "noritual")]
    signs += [UNSEEN] * (draws(state, seat) - len(signs))
    return [Move(seat, _RITUAL, 0, tuple(signs))]


def _sign(state: State, seat: int, gained: bool, signs: "list[int]") -> "list[Move]":
    """A sign that is drawn, or shown: then it is lost (W10). In the reckoning all are shown."""
    if len(signs) != 1:
        return []
    if gained and state.at != OVER:
        return [Move(seat, _SIGN, 0, tuple(signs))]
    return [] if signs[0] == UNSEEN else [Move(seat, "show", 0, tuple(signs))]


def _kind(card: int) -> "tuple[str, int]":
    """What a piece that is no faction card changes, and by how much; of a sign the value, of a
    spellbook its faction's card.
    """
    code = packs.name(NAME, card)
    if is_sign(card):
        return _SIGN, int(code[1])
    if code == "SIGN":
        return _SIGN, UNSEEN
    if code == "RITUAL":
        return _RITUAL, 0
    letters = code.rstrip("0123456789")
    if letters == "P":
        return "power", int(code[1:])
    if letters in _UNITS:
        return _UNITS[letters], 1
    return _BOOK, packs.index(NAME, letters)


# --- Lights and digits ----------------------------------------------------------------------


def show(state: State) -> "dict[str, object]":
    """What the table's lights say.

    seats   per seat `turn` (something is to be done there), `wait`, or `idle` (the game is over)
    strip   the doom track, spaces 0 to 30 with the colours of the factions that stand there, then
            the ritual track
    rows    power (until the game is over), doom, two digits a seat; then how many signs each holds
            (W10), if any
    """
    strip = [""] * (DOOM_END + 1)
    for place, doom in enumerate(state.doom):
        strip[min(doom, DOOM_END)] += COLOURS[state.factions[place]]
    ritual = [""] * end_space(state)
    ritual[state.space - 1] = MARKER
    rows = ()  # type: tuple[str, ...]
    if state.at != OVER:
        rows = _rows(["%2d" % min(99, number) for number in state.power], "P")
    rows += _rows(["%2d" % min(99, number) for number in state.doom], "D")
    if any(state.signs):
        rows += _rows([_count(number) for number in state.signs], "E")
    return {
        "seats": tuple([_seat(state, seat) for seat in state.seats]),
        "strip": tuple(strip + ritual),
        "tracks": (len(strip), len(ritual)),
        "digits": rows[0],
        "rows": rows,
    }


def _seat(state: State, seat: int) -> str:
    if state.at == OVER:
        return "idle"
    if state.at == ACTION:
        asked = state.power[seat - 1] > 0  # W12: in any order
    elif state.at == FIRST:
        asked = seat in candidates(state)
    elif state.at == DOOM and turn(state):
        asked = seat == turn(state)
    else:
        asked = True  # anybody presses for all
    return "turn" if asked else "wait"


def _count(signs: int) -> str:
    """Signs by their number, with the letter E where there is room: no other row has letters."""
    return "E%d" % signs if signs < 10 else "%2d" % signs


def _rows(words: "list[str]", letter: str) -> "tuple[str, ...]":
    """Rows of 8 digits, two a seat; with a letter for what they count where there is room."""
    rows = ["%-8s" % "".join(words[at : at + 4]) for at in range(0, len(words), 4)]
    if rows[-1][-1] == " ":
        rows[-1] = rows[-1][:7] + letter
    return tuple(rows)
