"""Helpers for the tests of Spooks: a match with lines in and reasons out, and hands by the deck."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from shared_rules import packs, reasons
from shared_rules import spooks as core
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from shared_rules.spooks_cards import PACK
from shared_rules.spooks_state import RULE_NAMES
from tapdeck.rules import spooks
from tapdeck.session import Session, Setup, summary
from tapdeck.verdicts import Verdict

CODES = packs.codes("spooks")
NAMES = tuple(f"P{seat}" for seat in range(1, 13))


def cards(codes: str) -> tuple[int, ...]:
    """Cards by their codes."""
    return tuple(packs.index("spooks", code) for code in codes.split())


class Match:
    """A match under the full rules."""

    def __init__(self, seats: int = 4, dealer: int = 0, **options: str) -> None:
        self.session = Session(Setup("spooks", NAMES[:seats], options, dealer or seats))

    @property
    def state(self) -> Any:
        return self.session.state

    def reason(self, line: str) -> str | None:
        """Why the line would be refused; None if it would not be."""
        return spooks.check(self.state, spooks.parse(line, self.state))

    def do(self, *lines: str) -> Match:
        """Carry out lines, all of which must be accepted."""
        for line in lines:
            verdict = self.session.do(line)
            assert verdict.ok, f"{line}: {verdict.reason}"
        return self

    def say(self, line: str) -> Verdict:
        """One line and its verdict."""
        return self.session.do(line)

    @property
    def result(self) -> dict[str, Any]:
        """All of the result."""
        return summary(self.session)

    @property
    def now(self) -> dict[str, Any]:
        """`state` of the result."""
        found: dict[str, Any] = self.result["state"]
        return found

    @property
    def rule(self) -> tuple[str | None, str | None, int | None]:
        """The rule, the top card and whose turn it is."""
        return self.now["rule"], self.now["top"], self.now["turn"]


def under_way(
    rule: str,
    top: str,
    top_seat: int,
    turn: int,
    seats: int = 4,
    counts: Iterable[int] = (),
    **options: str,
) -> Match:
    """A deal with unknown hands in which this rule is in force for this card of this seat."""
    match = Match(seats, **options)
    state = match.state
    state.opened = True
    state.see(0)
    state.rule = RULE_NAMES.index(rule)
    state.top, state.top_seat, state.turn = packs.index("spooks", top), top_seat, turn
    if top and state.top:
        state.see(state.top)
    if rule == "lead":
        state.top, state.top_seat = -1, 0
    if rule == "green":
        state.turn, state.owing = 0, state.alive
    state.counts = list(counts) or state.counts
    return match


def deal(match: Match, hands: dict[int, str]) -> Match:
    """Deal some of the hands' cards as given and fill them up with what is left, in pack order."""
    sizes = match.state.dealt_sizes
    copies = match.state.copies
    wanted = {seat: list(cards(hand)) for seat, hand in hands.items()}
    used = Counter(card for hand in wanted.values() for card in hand)
    rest = [card for card in range(PACK) for _ in range(copies - used[card])]
    # The highest are left for the extra hand.
    for seat, size in enumerate(sizes, 1):
        hand = wanted.setdefault(seat, [])
        while len(hand) < size:
            hand.append(rest.pop(0))
        match.do(f"deal {seat} " + " ".join(CODES[card] for card in hand))
    return match


def anything(state: core.State, hands: list[list[int]], rng: random.Random) -> Action:
    """An action that is mostly wrong, often only a little."""
    asked = table.choosers(state)
    seat = rng.randint(1, state.seats)
    if rng.random() < 0.7:
        seat = state.turn or (rng.choice(asked) if asked else seat)
    verb = rng.choice(core.VERBS)
    if rng.random() < 0.6:
        fitting = {"green": "choose", "procession": "run", "pandemonium": "give", "masters": "give"}
        verb = fitting.get(RULE_NAMES[state.rule], rng.choice(("play", "play", "play", "pass")))
        verb = "hand" if state.ended == table.COUNTING else verb
    source = hands[seat - 1] if rng.random() < 0.7 and hands[seat - 1] else list(range(-1, PACK))
    size = {"pass": 0, "new": 0, "run": rng.randint(1, 4), "give": rng.randint(0, 1)}.get(verb, 1)
    some = [rng.choice(source) for _ in range(size)]
    if verb == "run" and rng.random() < 0.5:
        some.sort(key=lambda card: card % 11)
    if verb == "hand":
        some = list(hands[seat - 1]) or some
        if rng.random() < 0.2:
            some = [rng.randrange(PACK) for _ in some]
    to = 0
    if verb == "give":
        allowed = table.receivers(state, seat)
        to = rng.choice(allowed) if allowed and rng.random() < 0.8 else rng.randint(1, state.seats)
    return Action(0 if verb == "new" else seat, verb, tuple(some), to)


def known_reasons() -> set[str]:
    """The reasons that a bare table has."""
    return {reason for reason, _ in core.RULES} & set(reasons.order("spooks"))
