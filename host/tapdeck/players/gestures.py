"""What the hands of simulated players do at a table, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable
from types import ModuleType
from typing import Any

from shared_rules import packs
from shared_rules.actions import Action
from tapdeck.players import Answer, Gesture, Play, PlayersError

# A step's answer: None if the table allowed the action, else its reason.
Step = Generator[Gesture, Answer | None, str | None]


class AtTable:
    """Players round a table, with a state that follows what the table answers.

    core      the game's core: what is legal is asked of it
    options, first, headers   how the game is set up
    owed      what surely happens once in the first deal of every match, so that all of it is seen
    mistakes  refused actions so far, all on purpose
    """

    options: dict[str, str]
    first: int
    headers: dict[str, str]

    def __init__(self, core: ModuleType, state: Any, seed: int, owed: Iterable[str]) -> None:
        self.headers = {}
        self.core = core
        self.state: Any = state
        self.rng = random.Random(seed)
        self.mistakes = 0
        self._owed = list(owed)

    def happens(self, what: str, chance: float, may_be_owed: bool) -> bool:
        """Whether something happens now, by chance or because it is owed."""
        by_chance = self.rng.random() < chance
        owed = what in self._owed and may_be_owed
        if by_chance or owed:
            self._owed = [each for each in self._owed if each != what]
        return by_chance or owed

    def tap_card(self, seat: int, cards: tuple[int, ...]) -> Play:
        """Tap the last of these cards; the others are pending already."""
        names = self._names(cards)
        yield Gesture(seat, "tap", names[-1], names)

    def put_back(self, seat: int) -> Play:
        """Put the pending cards back."""
        yield Gesture(seat, "long")

    def lay(self, action: Action) -> Step:
        """Tap an action's cards one after the other and press."""
        for count in range(1, len(action.cards) + 1):
            yield from self.tap_card(action.seat, action.cards[:count])
        return (yield from self.act(action, "short", pending=action.cards))

    def press(self, seat: int, verb: str) -> Step:
        """Press without a card."""
        return (yield from self.act(Action(0 if verb == "new" else seat, verb), "short", by=seat))

    def tap_control(self, seat: int, verb: str) -> Step:
        """Tap a control tag."""
        return (yield from self.act(Action(seat, verb), "tap", tag=verb))

    def take_back(self, seat: int, before: bytes) -> Play:
        """Take one's own last action back, to the state as it was before."""
        answer = yield Gesture(seat, "long", line=f"{seat} undo")
        if answer is None or answer.reason is not None:
            raise PlayersError(f"seat {seat} could not take back its own play: {answer}")
        self.state = self.core.load(before)

    def act(
        self,
        action: Action,
        kind: str,
        by: int = 0,
        tag: str = "",
        pending: tuple[int, ...] = (),
    ) -> Step:
        """Do something that the table judges, and with it what the table takes for granted before
        it; the state follows. The reason if it was refused.
        """
        granted = self.core.assumed(self.state, action)
        before = ""
        if granted is not None and self.core.check(self.state, granted) is None:
            self.core.apply(self.state, granted)
            before = self.core.line(granted)
        expected: str | None = self.core.check(self.state, action)
        kept = self._names(pending) if expected is not None else ()
        gesture = Gesture(by or action.seat, kind, tag, kept, self.core.line(action), before)
        answer = yield gesture
        if answer is None:
            raise PlayersError(f"the table did not answer to '{gesture.line}'")
        if answer.reason != expected:
            raise PlayersError(
                f"the table said {answer.reason or 'ok'} to '{gesture.line}', "
                f"the players expected {expected or 'ok'}"
            )
        if expected is None:
            self.core.apply(self.state, action)
        else:
            self.mistakes += 1
        return expected

    def _names(self, cards: Iterable[int]) -> tuple[str, ...]:
        return tuple(packs.name(self.core.NAME, card) for card in cards)
