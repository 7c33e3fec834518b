"""The cards of Cultivation: what a card is, what cards have in common, what a group is worth.

A card's faces are an int of bits, one for each kind that it can stand for. A hunyuan stands for
every element, a treasure for every type (C8, C9), so what cards have in common is simply the bits
that all of them have.
"""

GAME = "cultivation"

TYPES = ("elixir", "artifact", "formation", "beast")
ELEMENTS = ("metal", "wood", "water", "fire", "earth")
# The kinds that a group can be of, in C1's order, types before elements (C4).
KINDS = TYPES + ELEMENTS
SPECIALS = ("hunyuan", "treasure")

FIRST_ELEMENT = len(TYPES)
ALL_TYPES = (1 << FIRST_ELEMENT) - 1
ALL_ELEMENTS = ((1 << len(ELEMENTS)) - 1) << FIRST_ELEMENT
_HUNYUAN_BIT = 1 << len(KINDS)
_TREASURE_BIT = 2 << len(KINDS)
HUNYUAN = _HUNYUAN_BIT | ALL_ELEMENTS
TREASURE = _TREASURE_BIT | ALL_TYPES
_SPECIAL = _HUNYUAN_BIT | _TREASURE_BIT

GROUP = 3  # cards in the smallest group (C4)
PLAIN = 2  # of them that are not special (C8, C9)
MOST_TYPES = 3  # on one card (C1)


def plain(element: int, types: int) -> int:
    """The faces of a plain card: the number of its element from 0, the bits of its types."""
    return 1 << (FIRST_ELEMENT + element) | types


def is_special(faces: int) -> bool:
    """Whether it is a hunyuan or a treasure."""
    return bool(faces & _SPECIAL)


def is_element(kind: int) -> bool:
    """Whether a kind is an element; else it is a type."""
    return kind >= FIRST_ELEMENT


_DEFAULT = []  # type: list[tuple[int, ...]]


def default_deck() -> "tuple[int, ...]":
    """The faces of the default deck's cards, `K01`-`K60`, `H1`-`H3`, `T1`-`T3` (C1); always the
    same tuple.
    """
    if not _DEFAULT:
        _DEFAULT.append(_default_deck())
    return _DEFAULT[0]


def _default_deck() -> "tuple[int, ...]":
    found = []
    for number in range(1, 61):
        first = (number - 1) // 3 % len(TYPES)
        types = 1 << first
        if number % 3 == 0:
            types |= 1 << (first + 1) % len(TYPES)
        found.append(plain((number - 1) // 12, types))
    return tuple(found + [HUNYUAN] * 3 + [TREASURE] * 3)


def common(faces: "list[int]") -> int:
    """The kinds that all of some cards share, as bits; all of them for no cards."""
    found = ALL_TYPES | ALL_ELEMENTS
    for each in faces:
        found &= each
    return found


def kinds(bits: int) -> "list[int]":
    """Bits as kinds, in C4's order."""
    return [kind for kind in range(len(KINDS)) if bits >> kind & 1]


def plain_of(faces: "list[int]") -> "list[int]":
    """Those of some cards that are not special."""
    return [each for each in faces if not is_special(each)]


def has_hunyuan(faces: "list[int]") -> bool:
    """Whether one of the cards is a hunyuan."""
    return any(each & _HUNYUAN_BIT for each in faces)


def has_treasure(faces: "list[int]") -> bool:
    """Whether one of the cards is a treasure."""
    return any(each & _TREASURE_BIT for each in faces)


def is_root(faces: "list[int]") -> bool:
    """Whether a group of these cards is a single root: its plain cards share a type and an
    element, and it holds no hunyuan (C10).
    """
    shared = common(plain_of(faces))
    return not has_hunyuan(faces) and bool(shared & ALL_TYPES) and bool(shared & ALL_ELEMENTS)


def group_points(kind: int, faces: "list[int]") -> int:
    """What a group is worth before anything doubles (C12)."""
    points = 1 if is_root(faces) else 0
    if not is_element(kind):
        points += 1 + (len(faces) > GROUP) + (len(faces) > GROUP + 2)
    return points


# One card in a byte, as a board gets a deck of its owners' own: 3 bits of element or special, 4 of
# types.


def packed(faces: int) -> int:
    """A card's faces as a number below 128."""
    if faces == HUNYUAN:
        return len(ELEMENTS)
    if faces == TREASURE:
        return len(ELEMENTS) + 1
    return kinds(faces & ALL_ELEMENTS)[0] - FIRST_ELEMENT | (faces & ALL_TYPES) << 3


def unpacked(number: int) -> int:
    """The faces that `packed` made a number of. ValueError: no such number."""
    element, types = number & 7, number >> 3
    if element < len(ELEMENTS) and 0 < types <= ALL_TYPES:
        return plain(element, types)
    if types or not len(ELEMENTS) <= element < len(ELEMENTS) + len(SPECIALS):
        raise ValueError("%d is no card" % number)
    return HUNYUAN if element == len(ELEMENTS) else TREASURE
