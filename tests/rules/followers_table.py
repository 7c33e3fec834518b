"""Helpers for the tests of Followers: lines as actions, a table, positions, and players.

The players hold real hands, which the core never sees; chance comes from a generator that the
caller seeds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

from shared_rules import followers, packs
from shared_rules import followers_plays as plays
from shared_rules import followers_state as table_state
from shared_rules.actions import Action

IN_PLAY = range(plays.IN_PLAY)
WILDS = range(plays.FIRST_WILD, plays.LAST_WILD + 1)


def cards(text: str) -> tuple[int, ...]:
    """Codes with spaces between, as cards."""
    return tuple(packs.index("followers", code) for code in text.split())


def action(line: str) -> Action:
    """A line of a transcript as an action: `2 play 5H 5S as pair 5`, `new`."""
    line, _, wanted = line.partition(" as ")
    words = line.split()
    if words[0] == "new":
        return Action(0, "new")
    want = None
    if wanted:
        kind, *rank = wanted.split()
        want = (plays.type_of(kind), plays.RANK_NAMES.index(rank[0]) if rank else -1)
    return Action(int(words[0]), words[1], cards(" ".join(words[2:])), 0, want)


class Table:
    """A state with actions as text."""

    def __init__(self, state: followers.State | None = None, first: int = 1, **options: str):
        self.state = state or followers.initial(options, first)

    def reason(self, line: str) -> str | None:
        """Why the line would be refused; None if it would not be."""
        return followers.check(self.state, action(line))

    def do(self, *lines: str) -> Table:
        """Carry out lines, all of which must be accepted."""
        for line in lines:
            asked = action(line)
            reason = followers.check(self.state, asked)
            assert reason is None, f"{line}: {reason}"
            followers.apply(self.state, asked)
        return self


def position(
    counts: list[int],
    turn: int,
    unseen: str | None = None,
    out: tuple[int, ...] = (),
    taken: tuple[int, ...] = (0, 0, 0, 0),
    **options: str,
) -> Table:
    """A deal that is well under way: `turn` leads, `unseen` are the cards in the hands, or None
    where a test takes no interest in them.
    """
    table = Table(followers.initial(options))
    state = table.state
    state.counts = list(counts)
    state.turn = turn
    state.opened = state.closed = True
    state.out = list(out)
    state.taken = list(taken)
    state.see(plays.NB)
    if unseen is not None:
        held = cards(unseen)
        assert len(held) == sum(counts)
        state.seen = sum(1 << card for card in IN_PLAY if card not in held)
    return table


def ending(totals: list[int], tokens: int = 0) -> Table:
    """A table where seat 4's play ends the deal with a double finish, worth 200 to team 2."""
    table = position([5, 0, 5, 1], 4, out=(2,))
    table.state.totals = list(totals)
    table.state.tokens = tokens
    return table.do("4 play 2S")


# --- Players --------------------------------------------------------------------------------


def deal(state: followers.State, rng: random.Random) -> list[set[int]]:
    """Hands for the four seats, as many cards as the state counts."""
    pack = [card for card in IN_PLAY if not (card == plays.X8 and state.eighth_absent)]
    rng.shuffle(pack)
    hands = []
    for count in state.counts:
        hands.append(set(pack[:count]))
        pack = pack[count:]
    assert not pack
    return hands


def combinations_in(hand: set[int]) -> Iterator[tuple[int, ...]]:
    """Plays that a hand holds, found by a search of its own (not all suits of each)."""
    wilds = [card for card in sorted(hand) if card in WILDS]
    ranks: dict[int, list[int]] = {}
    for card in sorted(hand):
        if card < plays.FIRST_WILD:
            ranks.setdefault(card // 4, []).append(card)
        elif card not in WILDS:
            yield (card,)
    if plays.LJ in hand and plays.BJ in hand:
        yield (plays.LJ, plays.BJ)
    wild = wilds[:1]
    groups: dict[int, list[tuple[int, tuple[int, ...]]]] = {1: [], 2: [], 3: [], 4: []}
    for rank, held in ranks.items():
        for size in range(1, 5):
            if len(held) >= size:
                groups[size].append((rank, tuple(held[:size])))
            elif wild and len(held) == size - 1:
                groups[size].append((rank, (*held, *wild)))
    for size in (1, 2, 3, 4):
        for _, group in groups[size]:
            yield group
    for (one, pair), (two, other) in product(groups[2], groups[2] + groups[3]):
        if one != two and not (set(pair) & set(other)):
            yield pair + other
    for start in range(-1, 9):
        wanted = [(start + step) % 13 for step in range(5)]
        missing = [rank for rank in wanted if rank not in ranks]
        have = [ranks[rank] for rank in wanted if rank in ranks]
        if len(missing) <= len(wild):
            for suit in range(4):
                run = [next((c for c in held if c % 4 == suit), held[0]) for held in have]
                yield tuple(run + (wild if missing else []))
            if wild:
                for kept in combinations(have, 4):
                    yield tuple([held[-1] for held in kept] + wild)


def choose(
    state: followers.State, hands: list[set[int]], rng: random.Random, hoard: tuple[int, ...]
) -> Action:
    """An action that the state allows and the hands can pay for, for the seat whose turn it is.

    Cards in `hoard` are kept back while there is any other play.
    """
    asked = table_state.asked(state)
    if asked:
        verbs = ("nocall", "nocall", "great" if table_state.great_open(state) else "small")
        return Action(asked, rng.choice(verbs))
    if not state.opened:
        if followers.calls_open(state) and rng.random() < 0.7:
            seat, verb = rng.randint(1, 4), rng.choice(("great", "small", "nocall", "nocall"))
            if followers.check(state, Action(seat, verb)) is None:
                return Action(seat, verb)
        holder = next(place for place, hand in enumerate(hands) if plays.NB in hand) + 1
        return Action(holder, "play", (plays.NB,))
    seat = state.turn
    leading = not state.top_seat
    if leading or rng.random() < 0.6:
        found = [tuple(each) for each in combinations_in(hands[seat - 1])]
        rng.shuffle(found)
        found.sort(key=lambda each: any(card in hoard for card in each))
        if not leading and found and rng.random() < 0.8:
            found = [each for each in found if not any(card in hoard for card in each)]
        for each in found:
            play = Action(seat, "play", each)
            options = followers.readings(state, play)
            if options and rng.random() < 0.2:
                play.want = rng.choice(options)
            if followers.check(state, play) is None:
                return play
            play.want = None
            if followers.check(state, play) is None:
                return play
    return Action(seat, "yield" if leading else "pass")


def carry_out(state: followers.State, hands: list[set[int]], act: Action) -> None:
    """Apply an allowed action to the state, and to the hand it is played from."""
    followers.apply(state, act)
    if act.verb == "play":
        assert set(act.cards) <= hands[act.seat - 1]
        hands[act.seat - 1] -= set(act.cards)
