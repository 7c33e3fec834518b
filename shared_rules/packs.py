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


def _followers() -> "list[str]":
    plain = [rank + suit for rank in "23456789TJQKA" for suit in "SHCD"]
    return plain + "W1 W2 W3 W4 NB LJ BJ X8 E1 E2 E3 E4".split()


def _spooks() -> "list[str]":
    numbers = [str(number) for number in range(1, 11)] + ["M"]
    return [suit + number for suit in "SP GH GO SK BA".split() for number in numbers] + ["CAT"]


def _cultivation() -> "list[str]":
    return ["K%02d" % number for number in range(1, 61)] + "H1 H2 H3 T1 T2 T3".split()


def _cthulhu_wars() -> "list[str]":
    factions = "GC CC BG YS OW SL WW AN".split()
    return (
        factions
        + ["S1" + letter for letter in "ABCDEFGHIJKLMNOPQR"]
        + ["S2" + letter for letter in "ABCDEFGHIJKL"]
        + ["S3" + letter for letter in "ABCDEF"]
        + ["%s%d" % (faction, number) for faction in factions for number in range(1, 7)]
        + "SIGN RITUAL CULT GOO FREE".split()
        + ["GATE%d" % number for number in range(1, 13)]
        + "P1 P2 P3 P5 P10 P20".split()
    )


_MAKERS = {
    "followers": _followers,
    "spooks": _spooks,
    "cultivation": _cultivation,
    "cthulhu_wars": _cthulhu_wars,
}
# game -> (codes, code -> index); a board makes only the pack it plays with.
_MADE = {}  # type: dict[str, tuple[tuple[str, ...], dict[str, int]]]


def _pack(game: str) -> "tuple[tuple[str, ...], dict[str, int]]":
    if game not in _MADE:
        codes = tuple(_MAKERS[game]())
        _MADE[game] = (codes, {code: card for card, code in enumerate(codes)})
    return _MADE[game]


def forget(but: str = "") -> None:
    """Let go of the packs made so far, but for one game's: they take memory."""
    for game in list(_MADE):
        if game != but:
            del _MADE[game]


def games() -> "list[str]":
    """The games that have a pack, in alphabetical order."""
    return sorted(_MAKERS)


def codes(game: str) -> "tuple[str, ...]":
    """All codes of a game's pack; a card's int is its place here. KeyError: no such game."""
    return _pack(game)[0]


def index(game: str, code: str) -> int:
    """The card with this code in the game's pack, or -1. KeyError: no such game."""
    codes, places = _pack(game)
    found = places.get(code, -1)
    if found < 0 and code[:1] == "N" and code[1:].isdigit():
        place = int(code[1:])
        if len(codes) < place <= MOST.get(game, 0) and code == "N%d" % place:
            return place - 1
    return found


def name(game: str, card: int) -> str:
    """The code of a card. KeyError: no such game; IndexError: no such card."""
    if card < 0:
        raise IndexError("no card %d" % card)
    codes = _pack(game)[0]
    if len(codes) <= card < MOST.get(game, 0):
        return "N%d" % (card + 1)
    return codes[card]


def known(code: str) -> bool:
    """Whether any pack has a card with this code."""
    return any(code in _MAKERS[game]() for game in _MAKERS)
