"""Classification of plays: cards in, all their readings out.

The plays are parsed (tuples of cards), all different, a fifth of them with a wild, and of cards
near each other, so that combinations are not rare; about one in nine is one. Cold is the first time
a process sees them, with the look-up empty; warm is the second time. Speeds are of process time,
the best of several rounds.

Peers: the core's own function, which looks nothing up (what a board does); and douzero's
`get_move_type` on the same plays without their wilds, as ranks in order. It differs: Dou Dizhu's
types, no suits, no wilds, one answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

from shared_rules import followers_plays as core
from tapdeck.rules import followers_plays as look_up
from tests.bench.record import Record, best, ratio

PLAYS = 120_000

Play = tuple[int, ...]


def different_plays(count: int) -> list[Play]:
    """Plays of 1 to 5 cards, no two of the same cards."""
    rng = random.Random(1)
    found: dict[Play, Play] = {}
    wilds = 0
    while len(found) < count:
        low = rng.randrange(44)
        near = range(low, min(core.FIRST_WILD, low + rng.choice((8, 24))))
        cards = rng.sample(near, rng.choice((1, 2, 3, 4, 5, 5)))
        with_wild = 5 * wilds < len(found)
        if with_wild:
            cards[0] = rng.randint(core.FIRST_WILD, core.LAST_WILD)
        key = tuple(sorted(cards))
        if key not in found:
            found[key] = tuple(cards)
            wilds += with_wild
    return list(found.values())


def plays_a_second(plays: list[Any], classify: Callable[[Any], object]) -> float:
    """Plays classified in a second of process time."""
    began = process_time()
    for cards in plays:
        classify(cards)
    return len(plays) / (process_time() - began)


def peer(plays: list[Play]) -> float | None:
    """The same plays, wilds left out, by douzero's `get_move_type`; None without it."""
    try:
        from douzero.env.move_detector import get_move_type
    except ImportError:
        return None
    ranks = [sorted(card // 4 + 3 for card in cards if card < core.FIRST_WILD) for cards in plays]
    ranks = [move for move in ranks if move]
    return best(lambda: plays_a_second(ranks, get_move_type))


def measure(count: int = PLAYS, peers: bool = True) -> list[Record]:
    """Plays a second, cold and warm."""
    plays = different_plays(count)

    def cold() -> float:
        look_up.forget()
        return plays_a_second(plays, look_up.readings)

    first = best(cold)
    again = best(lambda: plays_a_second(plays, look_up.readings))
    alone = best(lambda: plays_a_second(plays, core.readings), 1)
    other = peer(plays) if peers else None
    wild = sum(any(core.is_wild(card) for card in cards) for cards in plays) / count
    note = f"{count:,} plays, no two alike, {wild:.0%} with a wild"

    def row(name: str, speed: float, budget: int) -> Record:
        others = (
            ratio(speed, other, "douzero's get_move_type") + ", which knows no wilds and suits"
            if other
            else "peer not installed: pip install --no-deps douzero; pip install numpy"
        )
        against = f"{ratio(speed, alone, 'the core, without look-up')}; {others}"
        return Record(f"classification, {name}", speed, "/s", budget, True, against, note)

    return [row("cold", first, 500_000), row("warm", again, 1_000_000)]
