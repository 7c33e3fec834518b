"""Whole matches of Followers by players with real hands, against a scorekeeper on paper."""

from __future__ import annotations

import random
from itertools import product

import pytest

from shared_rules import followers, packs
from shared_rules import followers_plays as plays
from shared_rules.actions import Action
from tests.rules import oracle_followers as oracle
from tests.rules.followers_table import WILDS, carry_out, choose, deal

OPTIONS = [name for name, _ in followers.OPTIONS]
EVERY_GAME = [
    dict(zip(OPTIONS, values, strict=True))
    for values in product(*[values for _, values in followers.OPTIONS])
]
JOKERS = (plays.LJ, plays.BJ)


def named(cards: object) -> list[str]:
    return [packs.name("followers", card) for card in cards]  # type: ignore[attr-defined]


def play_deal(
    state: followers.State,
    hands: list[set[int]],
    options: dict[str, str],
    rng: random.Random,
    hoard: tuple[int, ...],
) -> oracle.Deal:
    """One deal to its end; the core, a copy of it by way of its bytes, and the paper agree at
    every step.
    """
    paper = oracle.Deal({seat: named(hands[seat - 1]) for seat in (1, 2, 3, 4)}, options)
    twin = followers.load(followers.dump(state))
    tokens = state.tokens
    totals = list(state.totals)
    seen: list[int] = []
    for _ in range(1000):
        act = choose(state, hands, rng, hoard)
        assert followers.check(state, act) is None, (act, hands)
        assert followers.check(twin, act) is None
        before = state.tokens
        read = followers.reading(state, act) if act.verb == "play" else None
        carry_out(state, hands, act)
        followers.apply(twin, act)
        assert followers.dump(twin) == followers.dump(state)
        assert len(followers.dump(state)) <= 256
        if rng.random() < 0.1:
            twin = followers.load(followers.dump(state))
        paper.act(act.seat, act.verb, named(act.cards), plays.describe(read) if read else "")
        seen += act.cards
        assert state.tokens >= before  # F11: tokens never fall
        assert state.tokens == tokens + paper.tokens
        assert [len(hand) for hand in hands] == state.counts
        assert state.out == paper.out
        assert state.ended == 0 or paper.over
        assert followers.phase(state) in followers.PHASES
        if paper.over:
            break
        assert followers.phase(state) not in ("deal_over", "match_over")
        if state.opened:
            assert state.turn == paper.turn
            assert followers.turn(state) == state.turn
    assert paper.over
    assert len(set(seen)) == len(seen)  # every card once
    assert state.seen == sum(1 << card for card in seen)
    assert followers.turn(state) == 0
    points = paper.points()
    assert followers.deal_points(state) == (points[1], points[2])
    assert [total - was for total, was in zip(state.totals, totals, strict=True)] == [
        points[1],
        points[2],
    ]
    assert sum(followers.card_points(state)) == (0 if paper.is_double() else 100)
    paid = [(seat, 200 if call == "great" else 100) for seat, call, _ in followers.calls(state)]
    assert sorted(paid) == sorted(paper.calls)  # each call once, and no other
    return paper


def play_match(
    options: dict[str, str], rng: random.Random, hoard: tuple[int, ...] = ()
) -> tuple[followers.State, list[oracle.Deal]]:
    """A match to its end."""
    state = followers.initial(options, rng.randint(1, 4))
    deals: list[oracle.Deal] = []
    begins = state.oldest
    for _ in range(200):
        assert state.first_caller == begins  # F3
        paper = play_deal(state, deal(state, rng), options, rng, hoard)
        deals.append(paper)
        begins = paper.out[0] if paper.out else begins
        over = (max(state.totals) >= 1000 or state.tokens >= 13) and len(set(state.totals)) == 2
        assert followers.phase(state) == ("match_over" if over else "deal_over")  # F21
        new = Action(0, "new")
        assert followers.check(state, new) == ("match_over" if over else None)
        if over:
            assert followers.winner(state) == (1 if state.totals[0] > state.totals[1] else 2)
            return state, deals
        assert followers.winner(state) == 0
        followers.apply(state, new)
    raise AssertionError("no end of the match after 200 deals")


@pytest.mark.parametrize("options", EVERY_GAME, ids=lambda options: "-".join(options.values()))
def test_f1_to_f21_whole_matches(options: dict[str, str]) -> None:
    rng = random.Random("-".join(options.values()))
    for hoard in ((), (*WILDS, *JOKERS)):
        _, deals = play_match(options, rng, hoard)
        assert deals


def test_f16_hands_of_wilds_only_come_up_and_deals_end() -> None:
    """Players who keep their wilds to the end, until each way to end a deal was seen."""
    rng = random.Random(16)
    yields = all_yielded = doubles = 0
    for options in ({"lone_joker": "never"}, {"lone_joker": "never", "eighth": "dog"}, {}):
        for _ in range(4):
            _, deals = play_match(options, rng, (*WILDS, *JOKERS))
            yields += sum(1 for each in deals if each.yielded)
            all_yielded += sum(1 for each in deals if each.yielded == set(each.holders()))
            doubles += sum(1 for each in deals if each.is_double())
    assert yields > 0
    assert all_yielded > 0
    assert doubles > 0


@pytest.mark.parametrize("lone_joker", ["high", "never"])
def test_f16_one_wild_in_each_hand_and_nobody_goes_out(lone_joker: str) -> None:
    rng = random.Random(4)
    nobody_out = 0
    for _ in range(30):
        state = followers.initial({"lone_joker": lone_joker})
        hands = deal(state, rng)
        # A wild for everybody, whatever was dealt.
        for place, wild in enumerate(WILDS):
            holder = next(hand for hand in hands if wild in hand)
            given = next(card for card in hands[place] if card not in WILDS)
            if wild not in hands[place]:
                holder.remove(wild)
                hands[place].remove(given)
                holder.add(given)
                hands[place].add(wild)
        assert [len(hand) for hand in hands] == [15] * 4
        paper = play_deal(state, hands, {"lone_joker": lone_joker}, rng, (*WILDS, *JOKERS))
        nobody_out += not paper.out
        if not paper.out:
            assert all(not made for _, _, made in followers.calls(state))
            first = state.first_caller
            followers.apply(state, Action(0, "new"))
            assert state.first_caller == first
    assert nobody_out > 0
