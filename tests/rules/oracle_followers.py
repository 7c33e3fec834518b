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
    return sorted(found, key=lambda name: -STEP[name])  # type: ignore[arg-type]


def beats(reading: str, other: str) -> bool:
    """F8: whether a reading beats another one."""
    return STEP[reading] > STEP[other]


# --- A deal, kept as on paper ---------------------------------------------------------------

TEAM = {1: 1, 3: 1, 2: 2, 4: 2}
WORTH = {"5": 5, "T": 10, "K": 10}


def worth(codes: list[str]) -> int:
    """The points of some cards (F14)."""
    return sum(WORTH.get(code[0], 0) for code in codes if code in NUMBER_CARDS)


class Deal:
    """What a scorekeeper with pencil and paper has of one deal: piles of cards, and who is next."""

    def __init__(self, hands: dict[int, list[str]], options: dict[str, str]):
        self.hands = {seat: set(hand) for seat, hand in hands.items()}
        self.options = options
        self.turn = 0
        self.trick: list[tuple[int, list[str]]] = []
        self.passed: set[int] = set()
        self.yielded: set[int] = set()
        self.won: dict[int, list[str]] = {1: [], 2: [], 3: [], 4: []}
        self.out: list[int] = []
        self.calls: list[tuple[int, int]] = []
        self.tokens = 0
        self.over = False

    def holders(self) -> list[int]:
        """Who has cards."""
        return [seat for seat, hand in self.hands.items() if hand]

    def next_after(self, seat: int) -> int:
        """The next with cards, clockwise (F5)."""
        order = [1, 2, 3, 4, 1, 2, 3, 4][seat:]
        return next(each for each in order if self.hands[each])

    def is_double(self) -> bool:
        """F18."""
        return self.out[:2] in ([1, 3], [3, 1], [2, 4], [4, 2])

    def act(self, seat: int, verb: str, codes: list[str], reading: str) -> None:
        """Note one accepted action."""
        if verb in ("great", "small"):
            self.calls.append((seat, 200 if verb == "great" else 100))
        elif verb == "play":
            self.play(seat, codes, reading)
        elif verb == "pass":
            self.passed.add(seat)
            if self.passed == set(self.holders()) - {self.trick[-1][0]}:
                self.end_trick()
            else:
                self.turn = self.next_after(seat)
        elif verb == "yield":
            self.yielded.add(seat)
            self.turn = self.next_after(seat)
            self.over = self.yielded == set(self.holders())

    def play(self, seat: int, codes: list[str], reading: str) -> None:
        """F5, F11, F13, F17, F18."""
        self.passed, self.yielded = set(), set()
        self.tokens += {"four": 1, "straight_flush": 1, "jokers": 2}.get(reading.split()[0], 0)
        assert self.hands[seat] >= set(codes)
        self.hands[seat] -= set(codes)
        self.trick.append((seat, codes))
        if not self.hands[seat]:
            self.out.append(seat)
        dog = codes == ["X8"] and self.options.get("eighth") == "dog"
        if len(self.out) == 3 or self.is_double():
            self.over = True
            self.end_trick()
        elif dog:
            mate = {1: 3, 2: 4, 3: 1, 4: 2}[seat]
            self.trick = []
            self.turn = mate if self.hands[mate] else self.next_after(mate)
        else:
            self.turn = self.next_after(seat)

    def end_trick(self) -> None:
        """F14, F15."""
        winner = self.trick[-1][0]
        for _, codes in self.trick:
            self.won[winner] += codes
        self.trick, self.passed = [], set()
        if self.over:
            return
        self.turn = winner
        if not self.hands[winner]:
            if self.options.get("lead_after_out") == "partner":
                self.turn = {1: 3, 2: 4, 3: 1, 4: 2}[winner]
            else:
                self.turn = self.next_after(winner)

    def points(self) -> dict[int, int]:
        """Everything the teams get for a deal that is over (F3, F16-F18)."""
        points = {1: 0, 2: 0}
        first = self.out[0] if self.out else None
        for seat, stake in self.calls:
            points[TEAM[seat]] += stake if seat == first else -stake
        if self.is_double():
            points[TEAM[self.out[0]]] += 200
            return points
        for seat in self.won:
            owner = first if first and self.hands[seat] else seat
            points[TEAM[owner]] += worth(self.won[seat])
            points[3 - TEAM[seat]] += worth(list(self.hands[seat]))
        return points
