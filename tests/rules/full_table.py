"""Helpers for the tests of the full rules: a state with lines as text, and hands to deal."""

from __future__ import annotations

from shared_rules import packs
from tapdeck.rules import followers
from tapdeck.rules.followers_state import State

# Four hands that are easy to keep in mind: spades with NB, hearts with X8, and so on.
HANDS = {
    1: "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS NB W1",
    2: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X8 W2",
    3: "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC LJ W3",
    4: "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD BJ W4",
}
DEALS = [f"deal {seat} {hand}" for seat, hand in HANDS.items()]
# A whole exchange in which NB stays with seat 1 and each gives a deuce, a three and a four.
GIFTS = [
    f"{seat} give {to} {card}"
    for seat, gifts in {
        1: {2: "2S", 3: "3S", 4: "4S"},
        2: {1: "2H", 3: "3H", 4: "4H"},
        3: {1: "2C", 2: "3C", 4: "4C"},
        4: {1: "2D", 2: "3D", 3: "4D"},
    }.items()
    for to, card in gifts.items()
]


class Game:
    """A match under the full rules, with lines in and reasons out."""

    def __init__(self, first: int = 1, **options: str) -> None:
        self.state: State = followers.initial(options, first)

    def reason(self, line: str) -> str | None:
        """Why the line would be refused; None if it would not be."""
        return followers.check(self.state, followers.parse(line, self.state))

    def do(self, *lines: str) -> Game:
        """Carry out lines, all of which must be accepted."""
        for line in lines:
            action = followers.parse(line, self.state)
            reason = followers.check(self.state, action)
            assert reason is None, f"{line}: {reason}"
            followers.apply(self.state, action)
        return self

    def hand(self, seat: int) -> set[str]:
        """The codes in a known hand."""
        held = self.state.hands[seat - 1]
        return {packs.name("followers", card) for card in range(60) if held >> card & 1}

    @property
    def summary(self) -> dict[str, dict[str, object]]:
        """`state` and the rest as host/README.md has them."""
        return followers.summary(self.state)


def under_way(counts: list[int], turn: int, unseen: str, **options: str) -> Game:
    """A deal with unknown hands in which `turn` leads and only these cards are still held."""
    game = Game(**options)
    state = game.state
    held = [packs.index("followers", code) for code in unseen.split()]
    assert len(held) == sum(counts)
    state.counts = list(counts)
    state.turn = turn
    state.opened = state.closed = True
    state.seen = sum(1 << card for card in range(60) if card not in held)
    return game
