"""Simulated players of Followers of Cthulhu.

Each player knows their own hand and what everybody could see, and no more. What is legal they ask
the core, with a state that follows what the table answered; they have no rules of their own. They
are people too: now and then one lays something illegal, taps a wrong card, or takes a play back.
"""

import random
from collections.abc import Iterable

from shared_rules import followers as core
from shared_rules import followers_plays as plays
from shared_rules.actions import Action
from shared_rules.followers_state import UNANSWERED, great_open, owes_small, partner
from tapdeck.players import Play
from tapdeck.players import followers_hands as hands
from tapdeck.players.gestures import AtTable

SEATS = (1, 2, 3, 4)
FIRST_PART = 7  # cards dealt before the great call (F2)

GREAT_FROM, SMALL_FROM = 5, 7  # the strength of a hand that calls
FEW_LEFT = 5  # F22
RICH_TRICK = 10  # points on the table that are worth a bomb

# How often, per play.
WRONG_PLAY = 0.04
WRONG_TAP = 0.03
TAKE_BACK = 0.03


class Player:
    """One player: a seat, a hand, and the choices made with it."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: set[int] = set()
        self._bombs: list[set[int]] = []  # of the hand, at the turn

    def legal_plays(self, state: core.State) -> list[hands.Cards]:
        """The plays of this hand that the core allows now."""
        return [
            cards
            for cards in hands.combinations(self.hand)
            if core.check(state, Action(self.seat, "play", cards)) is None
        ]

    def illegal_play(self, state: core.State, rng: random.Random) -> hands.Cards | None:
        """Some cards of this hand that the core refuses now; None if none were found."""
        held = sorted(self.hand)
        for _ in range(20):
            cards = tuple(rng.sample(held, min(len(held), rng.choice((1, 1, 2, 3)))))
            if cards and core.check(state, Action(self.seat, "play", cards)) is not None:
                return cards
        return None

    def call_great(self) -> bool:
        """Whether to call Great Old One (F3): the hand is strong for its size, as a rule seven."""
        return hands.strength(self.hand) * FIRST_PART >= GREAT_FROM * len(self.hand)

    def call_small(self) -> bool:
        """Whether to call Lesser Old One on the whole hand (F3)."""
        return hands.strength(self.hand) >= SMALL_FROM

    def answer(self, state: core.State) -> str:
        """The answer to the call that this seat may answer now (F3); empty if there is none."""
        if great_open(state) and state.great[self.seat - 1] == UNANSWERED:
            return "great" if self.call_great() else "nocall"
        if owes_small(state, self.seat) and not state.closed:
            return "small" if self.call_small() else "nocall"
        return ""

    def action(self, state: core.State) -> Action:
        """What to do in one's turn: play, pass, or as a leader who cannot play, yield (F16)."""
        cards = self.choose(state)
        if cards is not None:
            return Action(self.seat, "play", cards)
        return Action(self.seat, "pass" if state.top_seat else "yield")

    def gifts(self, receivers: Iterable[int] = SEATS) -> dict[int, int]:
        """One card for each other seat (F2): the partner's is good, the opponents' are not."""
        left = hands.spare(self.hand)
        chosen: dict[int, int] = {}
        for seat in receivers:
            if seat == self.seat:
                continue
            # A hand of too few plain cards gives others; wilds last, they are worth most.
            pool = left or sorted(self.hand - set(chosen.values()), reverse=True)
            best = seat == partner(self.seat)
            chosen[seat] = max(pool, key=lambda each: (each // 4, each)) if best else pool[0]
            left = [each for each in left if each != chosen[seat]]
        return chosen

    def choose(self, state: core.State) -> hands.Cards | None:
        """The cards to play; None to pass, or as a leader to yield."""
        legal = self.legal_plays(state)
        if not legal:
            return None
        for cards in legal:
            if len(cards) == len(self.hand):
                return cards  # going out is always best
        self._bombs = [set(cards) for cards in legal if _reading(cards)[0] >= plays.FOUR]
        return self._follow(state, legal) if state.top_seat else min(legal, key=self._lead_cost)

    def _lead_cost(self, cards: hands.Cards) -> tuple[int, int, int, hands.Cards]:
        kind, rank = _reading(cards)
        dear = hands.wilds(cards) or cards[0] in (plays.LJ, plays.BJ)
        return (
            int(bool(dear) and kind < plays.FOUR),
            self._broken(cards),
            rank * 2 - len(cards) * 3,
            cards,
        )

    def _follow(self, state: core.State, legal: list[hands.Cards]) -> hands.Cards | None:
        ordinary = [cards for cards in legal if _reading(cards)[0] < plays.FOUR]
        bombs = [cards for cards in legal if _reading(cards)[0] >= plays.FOUR]
        plain = [cards for cards in ordinary if not hands.wilds(cards)]
        if state.top_seat == partner(self.seat):
            # A partner's trick is left alone, but for a small card that costs nothing.
            small = [cards for cards in plain if _reading(cards) < (plays.SINGLE, 11)]
            return min(small, key=self._cost) if small else None
        counts = [state.counts[seat - 1] for seat in SEATS]
        urgent = min(count for count in counts if count) <= FEW_LEFT
        urgent = urgent or state.pile >= RICH_TRICK
        if plain:
            best = min(plain, key=self._cost)
            if urgent or not self._broken(best):
                return best
        if bombs or urgent:
            return min(bombs or ordinary, key=self._cost, default=None)
        return None

    def _cost(self, cards: hands.Cards) -> tuple[int, int, int, hands.Cards]:
        kind, rank = _reading(cards)
        return kind, self._broken(cards), rank, cards

    def _broken(self, cards: hands.Cards) -> int:
        """What a play spoils: the bombs it takes a card from, and companions it leaves behind."""
        ranks = {hands.rank(card) for card in cards if card < plays.FIRST_WILD}
        rest = self.hand.difference(cards)
        alone = sum(1 for card in rest if card < plays.FIRST_WILD and hands.rank(card) in ranks)
        if _reading(cards)[0] >= plays.FOUR:
            return alone
        return alone + 2 * sum(1 for bomb in self._bombs if bomb.intersection(cards))


def _reading(cards: hands.Cards) -> tuple[int, int]:
    return plays.readings(cards)[0]


class Party(AtTable):
    """Four players, their pack of cards, and what they know of the game."""

    names: tuple[str, ...] = ("Ada", "Bao", "Chen", "Dora")

    def __init__(self, seed: int, options: dict[str, str] | None = None, first: int = 1) -> None:
        """ValueError: an unknown option or seat."""
        self.options, self.first = dict(options or {}), first
        owed = ("wrong play", "wrong tap", "take back")
        super().__init__(core, core.initial(options or {}, first), seed, owed)
        self.players = {seat: Player(seat) for seat in SEATS}

    def play(self) -> Play:
        """Play a whole match."""
        while True:
            yield from self._calls_and_deal()
            while not self.state.ended:
                yield from self._turn()
            if core.phase(self.state) == "match_over":
                return
            out = self.state.out
            yield from self.press(out[0] if out else self.state.first_caller, "new")

    # The deal and the calls

    def _calls_and_deal(self) -> Play:
        pack = list(range(plays.IN_PLAY))
        if self.state.eighth_absent:
            pack.remove(plays.X8)  # F13
        self.rng.shuffle(pack)
        first = self.state.first_caller
        order = [(first + step - 1) % 4 + 1 for step in range(4)]
        for seat in SEATS:
            self.players[seat].hand = {pack.pop() for _ in range(FIRST_PART)}
        for seat in order:
            if great_open(self.state):
                yield from self._call(seat)
        for seat in SEATS:
            missing = self.state.counts[seat - 1] - FIRST_PART
            self.players[seat].hand |= {pack.pop() for _ in range(missing)}
        for seat in order:
            if owes_small(self.state, seat):
                yield from self._call(seat)
        self._exchange()

    def _call(self, seat: int) -> Play:
        answer = self.players[seat].answer(self.state)
        if answer == "nocall":
            yield from self.press(seat, answer)
        else:
            yield from self.tap_control(seat, answer)

    def _exchange(self) -> None:
        """Each gives one card face down to each other (F2); the table does not see it."""
        given = {seat: player.gifts() for seat, player in self.players.items()}
        for seat, gifts in given.items():
            self.players[seat].hand -= set(gifts.values())
            for receiver, card in gifts.items():
                self.players[receiver].hand.add(card)

    # A turn

    def _turn(self) -> Play:
        seat = core.turn(self.state) or self._holder(plays.NB)
        player = self.players[seat]
        if self._happens("wrong play", WRONG_PLAY):
            wrong = player.illegal_play(self.state, self.rng)
            if wrong is not None:
                yield from self._lay(seat, wrong)
                yield from self.put_back(seat)
        action = player.action(self.state)
        if action.verb == "pass":
            yield from self.press(seat, "pass")
        elif action.verb == "yield":
            yield from self.tap_control(seat, "yield")
        else:
            yield from self._play(seat, action.cards)

    def _play(self, seat: int, cards: hands.Cards) -> Play:
        others = sorted(self.players[seat].hand.difference(cards))
        if others and self._happens("wrong tap", WRONG_TAP):
            yield from self.tap_card(seat, (self.rng.choice(others),))
            yield from self.put_back(seat)
        before = core.dump(self.state)
        yield from self._lay(seat, cards)
        if not self.state.ended and self._happens("take back", TAKE_BACK):
            yield from self.take_back(seat, before)
            self.players[seat].hand.update(cards)
            yield from self._lay(seat, cards)

    def _happens(self, what: str, chance: float) -> bool:
        return self.happens(what, chance, bool(self.state.top_seat))

    def _holder(self, card: int) -> int:
        return next(seat for seat in SEATS if card in self.players[seat].hand)

    def _lay(self, seat: int, cards: hands.Cards) -> Play:
        """Tap the cards one after the other and press; what is played leaves the hand."""
        reason = yield from self.lay(Action(seat, "play", cards))
        if reason is None:
            self.players[seat].hand.difference_update(cards)
