"""Simulated players of Spooks.

A player knows their own hand and what everybody could see, and no more. What is legal they ask the
core; they have no rules of their own. They are people too: now and then one lays something illegal,
taps a wrong card, or takes a play back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shared_rules import spooks as core
from shared_rules import spooks_cards as cards
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from shared_rules.spooks_cards import CAT, GOBLIN
from shared_rules.spooks_state import COUNTING, GREEN, LEAD, MASTERS, PANDEMONIUM, PROCESSION
from tapdeck.players import Gesture, Play
from tapdeck.players.gestures import AtTable

NAMES = ("Ada", "Bao", "Chen", "Dora")
# How the demonstration plays it: several deals, and all that masters can do (S12, S14).
SHOWN = {"scored": "on", "strong_masters": "on"}
CAT_FROM = 4  # with so few cards the cat is worth playing where one could pass

# How often, per play.
WRONG_PLAY = 0.04
WRONG_TAP = 0.03
TAKE_BACK = 0.03


def choose(state: core.State, seat: int, hand: Iterable[int]) -> Action | None:
    """What a seat does now with these cards, allowed by the core; None: it is not its turn."""
    held = sorted(hand)
    if state.ended or not held:
        return None
    if state.rule == GREEN:
        owes = seat in table.choosers(state)
        return Action(seat, "choose", (_face_down(state, held),)) if owes else None
    if state.rule in (MASTERS, PANDEMONIUM):
        gives = state.turn == seat if state.turn else seat in table.choosers(state)
        to = table.receivers(state, seat)[0]
        return Action(seat, "give", (max(held, key=_burden),), to) if gives else None
    if state.turn not in (0, seat):
        return None
    if not state.opened:
        return Action(seat, "play", (held[0],))  # S3
    if state.rule == PROCESSION:
        run = longest_run(held)
        return Action(seat, "run", run) if run else Action(seat, "pass")
    found = _play(state, seat, held)
    return Action(seat, "pass") if found is None else Action(seat, "play", (found,))


def _play(state: core.State, seat: int, held: Sequence[int]) -> int | None:
    legal = [card for card in held if core.check(state, Action(seat, "play", (card,))) is None]
    plain = [card for card in legal if card != CAT]
    if state.rule == LEAD:
        # A card that others of the hand could follow on, so that the pile may come back.
        return max(plain or legal, key=lambda card: (_company(card, held), -card), default=None)
    if plain:
        return max(plain, key=_burden)
    if CAT in legal and (state.rule == table.RED or len(held) <= CAT_FROM):
        return CAT
    return None


def _company(card: int, held: Sequence[int]) -> int:
    if card == CAT:
        return -1
    if cards.colour(card) == "red":
        return sum(1 for other in held if other != card and cards.matches(other, card))
    return sum(1 for other in held if cards.number(other) == cards.number(card) + 1)


def _burden(card: int) -> tuple[int, int]:
    """How gladly one is rid of a card; the cat is kept."""
    return (-1, card) if card == CAT else (cards.points_of(card), card)


def _face_down(state: core.State, held: Sequence[int]) -> int:
    """A goblin that has a chance, else what one is best rid of (S6)."""
    goblins = [card for card in held if cards.suit(card) == GOBLIN]
    if goblins:
        best = max(goblins, key=lambda card: -card if state.down else card)
        if len(held) <= CAT_FROM or cards.number(best) > 5:
            return best
    others = [card for card in held if card not in goblins and card != CAT]
    return max(others or goblins or held, key=_burden)


def longest_run(hand: Iterable[int]) -> tuple[int, ...]:
    """The longest run of a hand (S8), of equal ones the highest; empty: it has only cats."""
    by_number: dict[int, int] = {}
    for card in sorted(hand):
        if card != CAT:
            by_number[cards.number(card)] = card
    best: tuple[int, ...] = ()
    for first in by_number:
        run = []
        number = first
        while number in by_number:
            run.append(by_number[number])
            number += 1
        if (len(run), number) >= (len(best), cards.number(best[-1]) + 1 if best else 0):
            best = tuple(run)
    return best


class Party(AtTable):
    """Four players, their pack of cards, and what they know of the game."""

    names: tuple[str, ...] = NAMES

    def __init__(self, seed: int, options: dict[str, str] | None = None, first: int = 0) -> None:
        """`first` is the dealer's seat, 0 the last. ValueError: an unknown option or seat."""
        self.options, self.first = dict(options or {}), first or len(NAMES)
        owed = ("wrong play", "wrong tap", "take back")
        super().__init__(core, core.initial(options or {}, first, len(NAMES)), seed, owed)
        self.hands: dict[int, list[int]] = {}
        self._given: list[tuple[int, int]] = []

    def play(self) -> Play:
        """Play a whole match."""
        while True:
            self._deal()
            while not self.state.ended:
                yield from self._step()
            for seat in table.choosers(self.state) if self.state.ended == COUNTING else ():
                yield from self.lay(Action(seat, "hand", tuple(self.hands[seat])))
            if core.phase(self.state) == "match_over":
                return
            yield from self.press(table.deal_order(self.state)[0], "new")

    def _deal(self) -> None:
        pack = list(range(cards.PACK)) * self.state.copies
        spiders = range(cards.SUIT_SIZE)
        while True:
            self.rng.shuffle(pack)
            place = 0
            for seat, size in enumerate(self.state.counts, 1):
                self.hands[seat] = sorted(pack[place : place + size])
                place += size
            if any(card in spiders for card in pack[:place]):
                return  # S3: somebody can start

    def _step(self) -> Play:
        """The next thing that somebody does; where all choose, one of those who have yet to."""
        asked = table.choosers(self.state)
        seat = self.rng.choice(asked) if asked else self.state.turn or self._starter()
        action = choose(self.state, seat, self.hands[seat])
        assert action is not None
        wrong = self._wrong_cards(seat)
        if wrong and action.verb == "play" and self._happens("wrong play", WRONG_PLAY):
            yield from self.lay(Action(seat, "play", (self.rng.choice(wrong),)))
            yield from self.put_back(seat)
        if action.verb == "pass":
            yield from self.press(seat, "pass")
            return
        if action.verb == "give" and len(table.receivers(self.state, seat)) > 1:
            yield Gesture(seat, "tap", f"seat {action.number}")
        others = [card for card in self.hands[seat] if card not in action.cards]
        if others and action.verb == "play" and self._happens("wrong tap", WRONG_TAP):
            yield from self.tap_card(seat, (self.rng.choice(others),))
            yield from self.put_back(seat)
        before = core.dump(self.state)
        held = {each: list(hand) for each, hand in self.hands.items()}
        yield from self._lay(action)
        if action.verb != "play" or self.state.ended:
            return
        if self._happens("take back", TAKE_BACK):
            yield from self.take_back(seat, before)
            self.hands = held
            yield from self._lay(action)

    def _lay(self, action: Action) -> Play:
        """Tap the cards and press; what is laid leaves the hand, what is given changes hands."""
        reason = yield from self.lay(action)
        if reason is not None:
            return
        for card in action.cards:
            self.hands[action.seat].remove(card)
            if action.verb == "give":
                self._given.append((action.number, card))
        if not self.state.owing or self.state.rule != MASTERS:
            # S14: what a ghost master sends round arrives together.
            for to, card in self._given:
                self.hands[to].append(card)
            self._given = []

    def _wrong_cards(self, seat: int) -> list[int]:
        return [
            card
            for card in self.hands[seat]
            if core.check(self.state, Action(seat, "play", (card,))) is not None
        ]

    def _happens(self, what: str, chance: float) -> bool:
        return self.happens(what, chance, bool(self.state.top_seat))

    def _starter(self) -> int:
        """S3, S13: who starts, the first from the dealer's left with the lowest spider."""
        lowest = min(min(hand) for hand in self.hands.values() if hand)
        return next(
            seat for seat in table.deal_order(self.state) if min(self.hands[seat]) == lowest
        )
