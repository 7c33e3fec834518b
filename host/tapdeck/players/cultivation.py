"""Simulated players of Cultivation.

A player knows their own hand and what everybody could see, and no more. What is legal they ask the
core; they have no rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shared_rules import cultivation as core
from shared_rules import cultivation_cards as cards
from shared_rules import cultivation_groups as groups
from shared_rules.actions import Action

# What a step is worth, in the coin of one card less in the hand.
POINT = 3  # a point now
TURN = 4  # another turn at once (C10)
SPARED = 2  # a special card that is kept for later


def choose(state: core.State, seat: int, hand: Iterable[int]) -> Action:
    """The next thing to do in one's turn, allowed by the core: draw, take back, lay cards, end.

    hand  all cards that the seat holds
    """
    held = sorted(hand)
    draw = Action(seat, "draw")
    if core.check(state, draw) is None:
        return draw
    found = _best(state, seat, held)
    if found is not None:
        return found
    taken = _worth_taking(state, seat, held)
    return taken if taken is not None else Action(seat, "end")


def _best(state: core.State, seat: int, held: Sequence[int]) -> Action | None:
    legal = [
        action
        for action in (*melds(state, seat, held), *_additions(state, seat, held))
        if core.check(state, action) is None
    ]
    # The first of equal ones, so that a hand gives one answer.
    return max(legal, key=lambda action: _worth(state, held, action), default=None)


def melds(state: core.State, seat: int, held: Sequence[int]) -> Iterator[Action]:
    """New groups that a hand has the cards for, whatever the rules say to them: for each kind all
    of its plain cards, for each type and element all of those that are both, and what a hunyuan or
    a treasure makes up for.
    """
    plain = [card for card in held if not cards.is_special(state.deck[card])]
    specials = [card for card in held if cards.is_special(state.deck[card])]
    kinds = range(len(cards.KINDS))
    wanted = [(kind, 1 << kind) for kind in kinds]
    wanted += [
        (kind, 1 << kind | 1 << element)
        for kind in range(cards.FIRST_ELEMENT)
        for element in range(cards.FIRST_ELEMENT, len(cards.KINDS))
    ]
    for kind, bits in wanted:
        fitting = tuple(card for card in plain if state.deck[card] & bits == bits)
        if len(fitting) >= cards.GROUP:
            yield Action(seat, "meld", fitting, 0, (kind, -1))
        if len(fitting) >= cards.PLAIN:
            for special in specials:
                if state.deck[special] >> kind & 1:
                    yield Action(seat, "meld", (*fitting, special), 0, (kind, -1))


def _additions(state: core.State, seat: int, held: Sequence[int]) -> Iterator[Action]:
    for number, group in enumerate(state.own(seat), 1):
        fitting = tuple(card for card in held if groups.add_kinds(state, group, (card,)))
        if len(fitting) > 1:
            yield Action(seat, "add", fitting, number)
        for card in fitting:
            yield Action(seat, "add", (card,), number)


def _worth(state: core.State, held: Sequence[int], action: Action) -> int:
    points, root = core.gain(state, action)
    if len(action.cards) == len(held):
        return 1000 + points
    special = sum(1 for card in action.cards if cards.is_special(state.deck[card]))
    return len(action.cards) + POINT * points + TURN * root - SPARED * special


def _worth_taking(state: core.State, seat: int, held: Sequence[int]) -> Action | None:
    """A card whose return makes a new group possible; None if there is none."""
    for group in state.own(seat):
        for card in group.cards:
            taken = Action(seat, "take", (card,))
            if core.check(state, taken) is not None:
                continue
            before = core.load(core.dump(state))
            core.apply(before, taken)
            for meld in melds(before, seat, sorted((*held, card))):
                if card in meld.cards and core.check(before, meld) is None:
                    return taken
    return None
