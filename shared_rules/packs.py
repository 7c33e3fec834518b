"""The card codes of each pack. A card is an int: the index of its code in its pack.

followers (F1)      52 plain cards, rank first: `2S 2H 2C 2D 3S … AD`; wilds `W1`-`W4`, `NB`, `LJ`,
                    `BJ`, `X8`; the extension `E1`-`E4`
spooks (S1)         `SP GH GO SK BA`, each 1-10 and `M`; `CAT`
cultivation (C1)    the default deck: `K01`-`K60`, `H1`-`H3`, `T1`-`T3`
cthulhu_wars (W1)   the faction cards; elder signs, their value first: `S1A`-`S1R`, `S2A`-`S2L`,
                    `S3A`-`S3F`; six spellbooks a faction, `GC1`-`AN6`; `SIGN` for a sign whose
                    value is not told, `RITUAL` for the marker, `CULT`, `GOO`, `FREE` for a gate
                    that nobody controls, `GATE1`-`GATE12`; power: `P1 P2 P3 P5 P10 P20`
"""

# How many of each card a game may be played with, where it is more than one (S13).
COPIES = {"spooks": 2}

# How many cards a deck of one's own may have, where it may have more than the pack (C1): those past
# the pack's last are named by their places, `N67`.
MOST = {"cultivation": 84}

# What a tag may mean besides a card.
CONTROLS = "pass undo great small nocall yield new done other take lost".split() + [
    "seat %d" % seat for seat in range(1, 13)
]


def _filled(words: "list[str]") -> "tuple[int, str]":
    """(width, codes): the codes one after the other, each filled up to a width. Of words a board
    would have more to keep.
    """
    width = max([len(code) for code in words])
    return width, "".join([code + " " * (width - len(code)) for code in words])


_FACTIONS = "GC CC BG YS OW SL WW AN".split()
_PACKS = {
    "followers": _filled(
        [rank + suit for rank in "23456789TJQKA" for suit in "SHCD"]
        + "W1 W2 W3 W4 NB LJ BJ X8 E1 E2 E3 E4".split()
    ),
    "spooks": _filled(
        [
            suit + number
            for suit in "SP GH GO SK BA".split()
            for number in "1 2 3 4 5 6 7 8 9 10 M".split()
        ]
        + ["CAT"]
    ),
    "cultivation": _filled(["K%02d" % n for n in range(1, 61)] + "H1 H2 H3 T1 T2 T3".split()),
    "cthulhu_wars": _filled(
        _FACTIONS
        + ["S1" + letter for letter in "ABCDEFGHIJKLMNOPQR"]
        + ["S2" + letter for letter in "ABCDEFGHIJKL"]
        + ["S3" + letter for letter in "ABCDEF"]
        + ["%s%d" % (faction, number) for faction in _FACTIONS for number in range(1, 7)]
        + "SIGN RITUAL CULT GOO FREE".split()
        + ["GATE%d" % number for number in range(1, 13)]
        + "P1 P2 P3 P5 P10 P20".split()
    ),
}
_CODES = {}  # type: dict[str, tuple[str, ...]]


def games() -> "list[str]":
    """The games that have a pack, in alphabetical order."""
    return sorted(_PACKS)


def codes(game: str) -> "tuple[str, ...]":
    """All codes of a game's pack; a card's int is its place here. KeyError: no such game."""
    if game not in _CODES:
        width, text = _PACKS[game]
        _CODES[game] = tuple([name(game, card) for card in range(len(text) // width)])
    return _CODES[game]


def index(game: str, code: str) -> int:
    """The card with this code in the game's pack, or -1. KeyError: no such game."""
    width, text = _PACKS[game]
    if 0 < len(code) <= width:
        wanted = code + " " * (width - len(code))
        at = text.find(wanted)
        while at >= 0 and at % width:
            at = text.find(wanted, at + 1)
        if at >= 0:
            return at // width
    if code[:1] == "N" and code[1:].isdigit():
        place = int(code[1:])
        if len(text) // width < place <= MOST.get(game, 0) and code == "N%d" % place:
            return place - 1
    return -1


def name(game: str, card: int) -> str:
    """The code of a card. KeyError: no such game; IndexError: no such card."""
    width, text = _PACKS[game]
    size = len(text) // width
    if 0 <= card < size:
        return text[card * width : (card + 1) * width].rstrip()
    if size <= card < MOST.get(game, 0):
        return "N%d" % (card + 1)
    raise IndexError("no card %d" % card)


def known(code: str) -> bool:
    """Whether any pack has a card with this code, and not only a deck of one's own."""
    return any(code in codes(game) for game in _PACKS)
