"""What a play of Followers can be, worked out the slow way from the rules' text.

Nothing here comes from the rules core: cards and readings are texts, every plain combination is
written down once in a table, and a wild is tried as each number card in turn (F9). The order of
readings is one list from low to high (F6, F7, F12, F13).
"""

from __future__ import annotations

from itertools import combinations, product

RANKS = "23456789TJQKA"
SUITS = "SHCD"
NUMBER_CARDS = [rank + suit for rank in RANKS for suit in SUITS]
WILDS = ["W1", "W2", "W3", "W4"]
SPECIALS = ["NB", "LJ", "BJ", "X8"]
PACK = NUMBER_CARDS + WILDS + SPECIALS
STRAIGHTS = ["A2345", *(RANKS[start : start + 5] for start in range(9))]

# Every reading, from the lowest to the highest.
LADDER = [
    *(f"single {rank}" for rank in ["NB", "X8", *RANKS, "LJ", "BJ"]),
    *(f"pair {rank}" for rank in RANKS),
    *(f"adjacent_pairs {rank}" for rank in RANKS),  # by the higher pair: AA22 is 2
    *(f"triple {rank}" for rank in RANKS),
    *(f"straight {straight[-1]}" for straight in STRAIGHTS),
    *(f"full_house {rank}" for rank in RANKS),
    *(f"four {rank}" for rank in RANKS),
    *(f"straight_flush {straight[-1]}" for straight in STRAIGHTS),
    "jokers BJ",
]
STEP = {reading: step for step, reading in enumerate(LADDER)}


def of_rank(rank: str, count: int) -> list[tuple[str, ...]]:
    """All ways to take so many cards of one rank."""
    return list(combinations([rank + suit for suit in SUITS], count))


def _table() -> dict[frozenset[str], str]:
    table = {frozenset(["LJ", "BJ"]): "jokers BJ"}
    for card in [*NUMBER_CARDS, *SPECIALS]:
        table[frozenset([card])] = f"single {card[0] if card in NUMBER_CARDS else card}"
    for rank in RANKS:
        for count, name in ((2, "pair"), (3, "triple"), (4, "four")):
            for alike in of_rank(rank, count):
                table[frozenset(alike)] = f"{name} {rank}"
        for other in RANKS:
            if other != rank:
                for triple, pair in product(of_rank(rank, 3), of_rank(other, 2)):
                    table[frozenset(triple + pair)] = f"full_house {rank}"
    for lower, higher in zip("A" + RANKS, RANKS, strict=False):
        for low, high in product(of_rank(lower, 2), of_rank(higher, 2)):
            table[frozenset(low + high)] = f"adjacent_pairs {higher}"
    for straight in STRAIGHTS:
        for suits in product(SUITS, repeat=5):
            name = "straight_flush" if len(set(suits)) == 1 else "straight"
            chosen = [rank + suit for rank, suit in zip(straight, suits, strict=True)]
            table[frozenset(chosen)] = f"{name} {straight[-1]}"
    return table


TABLE = _table()


def readings(cards: list[str]) -> list[str]:
    """All readings of these cards (no card twice), the highest first."""
    wilds = [card for card in cards if card in WILDS]
    rest = frozenset(card for card in cards if card not in WILDS)
    if not wilds:
        return [TABLE[rest]] if rest in TABLE else []
    if len(wilds) > 1 or not rest or "LJ" in rest or "BJ" in rest:
        return []
    # Standing for a card that lies beside it never helps: of two alike there is always another
    # suit, and four of a rank with a fifth are no type.
    found = {TABLE.get(rest | {card}) for card in NUMBER_CARDS if card not in rest} - {None}
    return sorted(found, key=lambda name: -STEP[name])  # type: ignore[index, arg-type]


def beats(reading: str, other: str) -> bool:
    """F8: whether a reading beats another one."""
    return STEP[reading] > STEP[other]
