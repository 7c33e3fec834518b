"""What can be played in Followers of Cthulhu: cards, types, ranks, readings (F1, F6-F13).

A reading is a pair (type, rank) of ints. Of two readings the greater tuple is the higher one (F8),
so `max`, `sorted` and `>` say what they should.
"""

from shared_rules import packs

GAME = "followers"
# The cards with a part of their own, as indices into the pack (F1).
FIRST_WILD, LAST_WILD = 52, 55
NB, LJ, BJ, X8 = 56, 57, 58, 59
IN_PLAY = 60  # the cards from here on, E1-E4, lie apart
APART = (60, 61, 62, 63)

# Types from low to high; the place in this list is the type (F6).
TYPE_NAMES = (
    "",
    "single",
    "pair",
    "adjacent_pairs",
    "triple",
    "straight",
    "full_house",
    "four",
    "straight_flush",
    "jokers",
)
SINGLE, PAIR, ADJACENT_PAIRS, TRIPLE, STRAIGHT = 1, 2, 3, 4, 5
FULL_HOUSE, FOUR, STRAIGHT_FLUSH, JOKERS = 6, 7, 8, 9

# Ranks (F7, F12, F13): 0 NB, 1 X8, 2…14 for 2…A, 15 LJ, 16 BJ.
RANK_NAMES = tuple("NB X8 2 3 4 5 6 7 8 9 T J Q K A LJ BJ".split())
_TWO, _ACE = 2, 14
_SPECIAL_RANKS = {NB: 0, X8: 1, LJ: 15, BJ: 16}
_POINTS = {5: 5, 10: 10, 13: 10}

MOST_CARDS = 5  # no type has more


def is_wild(card: int) -> bool:
    """Whether the card is one of the four wilds (F9)."""
    return FIRST_WILD <= card <= LAST_WILD


def rank_of(card: int) -> int:
    """The rank of a card played as a single (F7, F12, F13); -1 for a wild."""
    if 0 <= card < FIRST_WILD:
        return card // 4 + 2
    return _SPECIAL_RANKS.get(card, -1)


def points_of(card: int) -> int:
    """The points a card is worth in a trick (F14): 5 for a five, 10 for a ten or a king."""
    return _POINTS.get(card // 4 + 2, 0) if 0 <= card < FIRST_WILD else 0


def tokens_of(kind: int) -> int:
    """The bomb tokens that a play of this type takes (F11)."""
    if kind == JOKERS:
        return 2
    return 1 if kind >= FOUR else 0


def type_of(name: str) -> int:
    """The type with this name, 0 if there is none."""
    return TYPE_NAMES.index(name) if name in TYPE_NAMES else 0


def describe(reading: "tuple[int, int]") -> str:
    """A reading in words: `pair A`, `straight 5`."""
    return TYPE_NAMES[reading[0]] + " " + RANK_NAMES[reading[1]]


def plain_reading(ranks: "list[int]", suited: bool) -> "tuple[int, int] | None":
    """What plain cards are (F6, F7): never more than one thing.

    ranks   2 to 5 ranks from 2 to 14, ascending
    suited  whether all cards share a suit
    """
    size = len(ranks)
    low, high = ranks[0], ranks[-1]
    if low == high:
        # Five alike are nothing (F9).
        return ((0, 0, PAIR, TRIPLE, FOUR)[size], high) if size < MOST_CARDS else None
    if size == 4 and ranks[0] == ranks[1] and ranks[2] == ranks[3]:
        if high == low + 1:
            return ADJACENT_PAIRS, high
        if low == _TWO and high == _ACE:
            return ADJACENT_PAIRS, _TWO
    if size != MOST_CARDS:
        return None
    if ranks[0] == ranks[1] and ranks[3] == ranks[4] and ranks[2] in (ranks[1], ranks[3]):
        return FULL_HOUSE, ranks[2]
    for place in range(3):
        if ranks[place + 1] != ranks[place] + 1:
            return None
    if high == ranks[3] + 1:
        return STRAIGHT_FLUSH if suited else STRAIGHT, high
    if low == _TWO and high == _ACE:
        return STRAIGHT_FLUSH if suited else STRAIGHT, ranks[3]
    return None


def readings(cards: "tuple[int, ...]") -> "tuple[tuple[int, int], ...]":
    """All readings of some cards, the highest first; empty where they are no combination.

    Takes no notice of options. Two wilds, a lone wild and a wild beside a joker have none (F9).
    """
    size = len(cards)
    if size == 1:
        rank = rank_of(cards[0])
        return ((SINGLE, rank),) if rank >= 0 else ()
    if not 2 <= size <= MOST_CARDS:
        return ()
    if size == 2 and min(cards) == LJ and max(cards) == BJ:
        return ((JOKERS, rank_of(BJ)),)
    ranks = []  # type: list[int]
    suit = -1
    suited = True
    wild = False
    for card in cards:
        if 0 <= card < FIRST_WILD:
            ranks.append(card // 4 + 2)
            if suit < 0:
                suit = card % 4
            elif suit != card % 4:
                suited = False
        elif is_wild(card) and not wild:
            wild = True
        else:
            return ()
    if not wild:
        ranks.sort()
        only = plain_reading(ranks, suited)
        return (only,) if only else ()
    found = set()  # type: set[tuple[int, int]]
    for rank in range(_TWO, _ACE + 1):
        with_wild = ranks + [rank]
        with_wild.sort()
        # The wild may have the others' suit or another one (F9): both are readings.
        for as_suited in (False, True) if suited else (False,):
            reading = plain_reading(with_wild, as_suited)
            if reading:
                found.add(reading)
    return tuple(sorted(found, reverse=True))


def codes(cards: "tuple[int, ...]") -> str:
    """Cards as text: their codes with spaces between."""
    return " ".join([packs.name(GAME, card) for card in cards])
