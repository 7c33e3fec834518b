"""The cards of Spooks and what may follow what (S1, S4-S8, S12).

A card is the index of its code in the pack: five suits of eleven, then the cat.
"""

from shared_rules import packs

GAME = "spooks"
SUITS = ("SP", "GH", "GO", "SK", "BA")
SPIDER, GHOST, GOBLIN, SKELETON, BAT = 0, 1, 2, 3, 4
SUIT_SIZE = 11
MASTER = 11  # a master's number: the one above ten
CAT = 55
PACK = 56

# A spider's master, and so on: `SPM GHM GOM SKM BAM`.
SPM, GHM, GOM, SKM, BAM = 10, 21, 32, 43, 54

MASTER_POINTS, CAT_POINTS = 20, 30


def suit(card: int) -> int:
    """A place in SUITS; the cat's is beyond them."""
    return card // SUIT_SIZE


def number(card: int) -> int:
    """1 to 10, MASTER for a master. The cat has none: 0."""
    return 0 if card == CAT else card % SUIT_SIZE + 1


def is_master(card: int) -> bool:
    """Whether the card is one of the five masters."""
    return number(card) == MASTER


def colour(card: int) -> str:
    """The colour of a card, which is the rule it brings (S4); the cat has none."""
    if card == CAT:
        return ""
    return ("blue", "blue", "green", "red", "red")[suit(card)]


def matches(card: int, top: int) -> bool:
    """Whether a card has the suit or the number of a red one (S7)."""
    return card != CAT and (suit(card) == suit(top) or number(card) == number(top))


def wanted(top: int, down: bool) -> int:
    """The number that follows on a blue card (S5, S14); 0: on a master none does."""
    found = number(top)
    if found == MASTER:
        return 0
    if down:
        return found - 1 if found > 1 else MASTER
    return found + 1


def is_run(cards: "tuple[int, ...]") -> bool:
    """Whether the cards, as named, go up by one each, whatever their suits (S8)."""
    first = number(cards[0])
    return all(number(card) == first + place for place, card in enumerate(cards))


def points_of(card: int) -> int:
    """What a card costs whoever still holds it in a scored game (S12)."""
    if card == CAT:
        return CAT_POINTS
    return MASTER_POINTS if is_master(card) else number(card)


def best(chosen: "dict[int, int]", down: bool) -> "list[int]":
    """The seats whose card wins a green round (S6, S13, S14): the cat, else the highest goblin, or
    the lowest while numbers are turned; several with equal cards; none, if nobody has either.

    chosen  seat -> card
    """
    cats = [seat for seat in chosen if chosen[seat] == CAT]
    if cats:
        return sorted(cats)
    values = {
        seat: -number(card) if down else number(card)
        for seat, card in chosen.items()
        if suit(card) == GOBLIN
    }
    if not values:
        return []
    highest = max(values.values())
    return sorted([seat for seat in values if values[seat] == highest])


def name(card: int) -> str:
    """A card's code."""
    return packs.name(GAME, card)
