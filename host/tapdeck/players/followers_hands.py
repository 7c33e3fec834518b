"""What a hand of Followers can do: every play worth considering, and how strong a hand is.

Nothing here says what is legal: that is asked of the core, with the state of the game.
"""

from collections.abc import Iterable, Iterator, Sequence

from shared_rules import followers_plays as plays

TWO, ACE = 2, 14
SUITS = 4

Cards = tuple[int, ...]


def _ranks_needed() -> Iterator[tuple[int, ...]]:
    """The ranks of each combination of number cards, suits aside (F6, F7)."""
    every = range(TWO, ACE + 1)
    for rank in every:
        for size in (2, 3, 4):
            yield (rank,) * size
        for pair in every:
            if pair != rank:
                yield (rank,) * 3 + (pair,) * 2
    for low in (ACE, *range(TWO, ACE)):
        high = TWO if low == ACE else low + 1
        yield (low, low, high, high)
    yield from _runs()


def _runs() -> Iterator[tuple[int, ...]]:
    yield (ACE, 2, 3, 4, 5)
    for low in range(TWO, ACE - 3):
        yield tuple(range(low, low + 5))


_PATTERNS = tuple(_ranks_needed())
_RUNS = tuple(_runs())


def card(rank: int, suit: int) -> int:
    """The plain card of a rank (2…14) and a suit (0…3)."""
    return (rank - TWO) * SUITS + suit


def rank(plain: int) -> int:
    """The rank of a plain card, 2…14."""
    return plain // SUITS + TWO


def wilds(hand: Iterable[int]) -> list[int]:
    """The wilds of a hand."""
    return sorted(each for each in hand if plays.is_wild(each))


def combinations(hand: Iterable[int]) -> list[Cards]:
    """Plays of a hand, as sorted cards: at least one for every type and rank it can make (F6-F9).

    Suits are exchangeable but in a straight flush, so one choice of suits stands for all.
    """
    held = sorted(set(hand))
    by_rank: dict[int, list[int]] = {}
    for each in held:
        if each < plays.FIRST_WILD:
            by_rank.setdefault(rank(each), []).append(each)
    wild = wilds(held)[:1]
    found: set[Cards] = {(each,) for each in held if not plays.is_wild(each)}
    if plays.LJ in held and plays.BJ in held:
        found.add((plays.LJ, plays.BJ))
    for pattern in _PATTERNS:
        chosen = _choose(pattern, by_rank)
        _add(found, chosen, len(pattern), wild)
    for run in _RUNS:
        for suit in range(SUITS):
            wanted = [card(each, suit) for each in run]
            _add(found, [each for each in wanted if each in held], len(run), wild)
    return sorted(found)


def _choose(pattern: Sequence[int], by_rank: dict[int, list[int]]) -> list[int]:
    chosen: list[int] = []
    for each in sorted(set(pattern)):
        chosen.extend(by_rank.get(each, [])[: pattern.count(each)])
    return chosen


def _add(found: set[Cards], chosen: list[int], size: int, wild: list[int]) -> None:
    """Note the chosen cards if they are all that is needed, or all but one and there is a wild."""
    if len(chosen) == size:
        found.add(tuple(sorted(chosen)))
    elif len(chosen) == size - 1 and wild:
        found.add(tuple(sorted(chosen + wild)))


def strength(hand: Iterable[int]) -> int:
    """How good a hand is for going out first; about 1 a sure trick."""
    held = list(hand)
    bombs = sum(
        1 for each in combinations(held) if len(each) == 4 and len({rank(c) for c in each}) == 1
    )
    high = sum(1 for each in held if each < plays.FIRST_WILD and rank(each) == ACE)
    jokers = sum(1 for each in held if each in (plays.LJ, plays.BJ))
    return 2 * bombs + high + 2 * jokers + 2 * len(wilds(held))


def spare(hand: Iterable[int]) -> list[int]:
    """The plain cards of a hand from the one missed least: low ones without a companion first."""
    held = sorted(each for each in hand if each < plays.FIRST_WILD)
    ranks = [rank(each) for each in held]
    return sorted(held, key=lambda each: (ranks.count(rank(each)), rank(each), each))
