"""How cards of Followers are read, by look-up.

What the cards are is the core's to say (``shared_rules.followers_plays.readings``): each answer is
asked for once and kept under the sum of its cards' weights, three bits for each rank, so that
cards in any order and suit share one entry. Suits matter for five in a row only: such an entry
has two answers.
"""

from __future__ import annotations

from shared_rules import followers_plays as core
from shared_rules.followers_plays import BJ, IN_PLAY, LAST_WILD, LJ, MOST_CARDS, NB, X8

Reading = tuple[int, int]
Readings = tuple[Reading, ...]

_RANKS = 13
# Cards by slot of a key; the last slot is for what no combination can hold, so it may overflow.
_WILD = _RANKS
_SLOTS = {LJ: _RANKS + 1, BJ: _RANKS + 2, NB: _RANKS + 3, X8: _RANKS + 4}
_OTHER = _RANKS + 5


def _slot(card: int) -> int:
    if card < core.FIRST_WILD:
        return card // 4
    if card <= LAST_WILD:
        return _WILD
    return _SLOTS.get(card, _OTHER)


# One weight a card of the pack; -1, a card of another pack, finds the last one, E4.
_WEIGHTS = tuple(1 << 3 * _slot(card) for card in range(IN_PLAY + 4))


class _Suited:
    """Two answers: for cards of one suit, and for others."""

    __slots__ = ("mixed", "same")

    def __init__(self, same: Readings, mixed: Readings) -> None:
        self.same = same
        self.mixed = mixed


class _Table(dict[int, "Readings | _Suited"]):
    def __missing__(self, key: int) -> Readings | _Suited:
        counts = [key >> 3 * slot & 7 for slot in range(_OTHER)]
        if key >> 3 * _OTHER or sum(counts) > MOST_CARDS or max(counts) > 4:
            return ()  # not kept: there is no end to these
        cards = [4 * rank + copy for rank in range(_RANKS) for copy in range(counts[rank])]
        rest = [core.FIRST_WILD + copy for copy in range(counts[_WILD])]
        for card, slot in _SLOTS.items():
            rest += [card] * counts[slot]
        same = core.readings(tuple(cards + rest))
        entry: Readings | _Suited = same
        if len(cards) > 1 and max(counts[:_RANKS]) == 1:
            # All cards were spades so far: ask again with a heart among them.
            mixed = core.readings((cards[0] + 1, *cards[1:], *rest))
            if mixed != same:
                entry = _Suited(same, mixed)
        self[key] = entry
        return entry


_table = _Table()


def readings(cards: tuple[int, ...]) -> Readings:
    """All readings of some cards, the highest first; empty where they are no combination.

    Equal to ``shared_rules.followers_plays.readings`` for cards that are all different.
    """
    key = 0
    for card in cards:
        key += _WEIGHTS[card]
    entry = _table[key]
    if isinstance(entry, tuple):
        return entry
    suits = {card & 3 for card in cards if card < core.FIRST_WILD}
    return entry.same if len(suits) == 1 else entry.mixed


def forget() -> None:
    """Empty the look-up, as it is when the program starts: for measurements."""
    _table.clear()
