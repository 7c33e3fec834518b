"""Simulated players of Cultivation.

A player knows their own hand and what everybody could see, and no more. What is legal they ask the
core; they have no rules of their own. They are people too: now and then one lays something illegal,
taps a wrong card, or takes a group back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shared_rules import cultivation as core
from shared_rules import cultivation_cards as cards
from shared_rules import cultivation_groups as groups
from shared_rules.actions import Action
from shared_rules.cultivation_state import HAND
from tapdeck.players import Gesture, Play
from tapdeck.players.gestures import AtTable

NAMES = ("Ada", "Bao", "Chen", "Dora")
DEALS = 3  # in the demonstration's match

# How often, per meld or addition.
WRONG_MELD = 0.06
WRONG_TAP = 0.05
TAKE_BACK = 0.05
OTHER = 0.2  # what is not the best, where the table asks which is meant

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


class Party(AtTable):
    """Four players, their deck, and what they know of the game."""

    names: tuple[str, ...] = NAMES

    def __init__(self, seed: int, options: dict[str, str] | None = None, first: int = 1) -> None:
        """ValueError: an unknown option or seat."""
        self.options, self.first = dict(options or {}), first
        owed = ("wrong meld", "wrong tap", "take back", "other")
        state = core.initial(options or {}, first, len(NAMES), DEALS)
        super().__init__(core, state, seed, owed)
        self.headers = {"deals": str(DEALS)}
        self.hands: dict[int, set[int]] = {}
        self._pile: list[int] = []

    def play(self) -> Play:
        """Play a whole match."""
        while True:
            self._deal()
            while not self.state.ended:
                yield from self._turn(self.state.turn)
            if core.phase(self.state) == "match_over":
                return
            yield from self.press(self.state.winner or 1, "new")

    def _deal(self) -> None:
        self._pile = list(range(len(self.state.deck)))
        self.rng.shuffle(self._pile)
        seats = range(1, self.state.seats + 1)
        self.hands = {seat: {self._pile.pop() for _ in range(HAND)} for seat in seats}

    def _turn(self, seat: int) -> Play:
        """A turn to its end. The card is drawn from the pile; the table takes that for granted with
        whatever is done first (C2).
        """
        hand = self.hands[seat]
        if self.state.pile:
            hand.add(self._pile.pop())
        while not self.state.ended:
            action = choose(self._drawn(), seat, hand)
            if action.verb == "end":
                yield from self.press(seat, "end")
                return
            if action.verb == "take":
                yield from self._take(action)
                continue
            yield from self._mistakes(action)
            yield from self._lay(action)
            if not self.state.drawn:
                return  # C10: another turn at once

    def _drawn(self) -> core.State:
        """The state as the players see it: with the draw that the table has yet to write down."""
        state = core.load(core.dump(self.state))
        draw = core.assumed(state, Action(state.turn, "end"))
        if draw is not None:
            core.apply(state, draw)
        return state

    def _mistakes(self, action: Action) -> Play:
        """What goes wrong before somebody lays the cards that they mean."""
        seat = action.seat
        wrong = self._no_meld(seat)
        if wrong and self.happens("wrong meld", WRONG_MELD, True):
            yield from self.lay(Action(seat, "meld", wrong))
            yield from self.put_back(seat)
        others = sorted(self.hands[seat].difference(action.cards))
        if others and self.happens("wrong tap", WRONG_TAP, True):
            yield from self.tap_card(seat, (self.rng.choice(others),))
            yield from self.put_back(seat)

    def _no_meld(self, seat: int) -> tuple[int, ...]:
        """Some cards of a hand that are nothing; empty: none were found."""
        held, state = sorted(self.hands[seat]), self._drawn()
        for _ in range(20):
            some = tuple(self.rng.sample(held, min(len(held), self.rng.choice((1, 2, 3, 3)))))
            if not core.layings(state, seat, some):
                return some
        return ()

    def _lay(self, action: Action) -> Play:
        """Tap the cards, say with the `other` tag which of their meanings it is, and press."""
        seat, laid = action.seat, action.cards
        state = self._drawn()
        found = core.layings(state, seat, laid)
        place = [core.line(each) for each in found].index(core.line(action))
        if len(found) > 1 and self.happens("other", OTHER, True):
            place = (place + 1) % len(found)
        for count in range(1, len(laid) + 1):
            yield from self.tap_card(seat, laid[:count])
        for _ in range(place):
            yield Gesture(seat, "tap", "other", self._names(laid))
        yield from self.act(found[place], "short", pending=laid)
        self.hands[seat].difference_update(laid)
        if not self.state.ended and self.happens("take back", TAKE_BACK, True):
            yield from self.take_back(seat, core.dump(state))
            self.hands[seat].update(laid)

    def _take(self, action: Action) -> Play:
        """The `take` tag and the card, in either order (C7)."""
        if self.rng.random() < 0.5:
            yield Gesture(action.seat, "tap", "take")
            yield from self.act(action, "tap", tag=self._names(action.cards)[0])
        else:
            yield from self.tap_card(action.seat, action.cards)
            yield from self.act(action, "tap", tag="take")
        self.hands[action.seat].update(action.cards)
