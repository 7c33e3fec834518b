"""Whole matches by chance: every card in one place, no hand below nothing, always an end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import spooks as core
from shared_rules import spooks_cards as deck
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from tapdeck import transcript
from tapdeck.players.spooks import choose, longest_run
from tapdeck.rules import spooks
from tapdeck.session import Session, Setup, core_bytes, summary
from tests.rules.spooks_table import CODES, NAMES, Match

MOST_STEPS = 4000

option_sets = st.fixed_dictionaries(
    {name: st.sampled_from(values) for name, values in spooks.OPTIONS}
)


def every_card_in_one_place(state: Any) -> None:
    """Hands, what goes round, what was set aside and what left the hands are the pack."""
    found = Counter(card for hand in state.hands for card in hand)
    found.update(state.aside)
    found.update(card for _, _, card in state.passing)
    for card in range(deck.PACK):
        found[card] += state.times_seen(card)
    assert found == dict.fromkeys(range(deck.PACK), state.copies)
    for seat in table.living(state):
        assert len(state.hands[seat - 1]) == state.counts[seat - 1]


def legal(session: Session, rng: random.Random) -> Action:
    """Something that a seat whose hand is known may do now."""
    state = session.state
    seats = table.choosers(state) or [state.turn]
    seat = rng.choice(seats)
    hand = list(state.hands[seat - 1])
    rng.shuffle(hand)
    if state.rule == table.GREEN:
        return Action(seat, "choose", (hand[0],))
    if state.rule in (table.MASTERS, table.PANDEMONIUM):
        return Action(seat, "give", (hand[0],), rng.choice(table.receivers(state, seat)))
    if state.rule == table.PROCESSION:
        run = longest_run(hand)
        some = run[rng.randrange(len(run)) :] if run else ()
        return Action(seat, "run", some) if some else Action(seat, "pass")
    actions = [Action(seat, "play", (card,)) for card in hand]
    if state.rule == table.BLUE and rng.random() < 0.3:
        return Action(seat, "pass")
    return next(
        (each for each in actions if spooks.check(state, each) is None), Action(seat, "pass")
    )


def deal_all(session: Session, rng: random.Random) -> None:
    state = session.state
    pack = list(range(deck.PACK)) * state.copies
    rng.shuffle(pack)
    for seat in table.living(state):
        hand = [pack.pop() for _ in range(state.dealt_sizes[seat - 1])]
        assert session.do(f"deal {seat} " + " ".join(CODES[card] for card in hand)).ok


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), option_sets, st.integers(3, 12))
def test_s1_s2_s11_s12_every_card_in_one_place_and_a_game_always_ends(
    seed: int, options: dict[str, str], seats: int
) -> None:
    seats = min(seats, 12 if options["double_pack"] == "on" else 6)
    rng = random.Random(seed)
    session = Session(Setup("spooks", NAMES[:seats], options, rng.randint(1, seats)))
    steps = 0
    while session.state.ended != table.MATCH_OVER:
        if session.state.ended:
            assert session.do("new").ok
            continue
        if not session.state.hands_known:
            deal_all(session, rng)
        action = legal(session, rng)
        verdict = session.do(spooks.line(action))
        assert verdict.ok, (verdict.line, verdict.reason, summary(session))
        every_card_in_one_place(session.state)
        assert min(session.state.counts) >= 0
        steps += 1
        assert steps < MOST_STEPS
    result = summary(session)
    assert result["winner"]
    if options["scored"] == "on":
        lowest = min(result["totals"].values())
        assert result["winner"] == [
            seat for seat in range(1, seats + 1) if result["totals"][str(seat)] == lowest
        ]
        sums = Counter[str]()
        for each in result["rounds"]:
            sums.update(each["points"])
            assert all(each["points"][str(seat)] == 0 for seat in each["winners"])
        assert {seat: sums[seat] for seat in result["totals"]} == result["totals"]
    else:
        assert result["rounds"] == [{"winners": result["winner"], "points": {}}]
        assert result["winner"] == [
            seat for seat in range(1, seats + 1) if not result["state"]["hand_counts"][str(seat)]
        ]
    again = transcript.replay(transcript.parse(transcript.export(session))).session
    assert summary(again) == result
    assert core_bytes(again) == core_bytes(session)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), option_sets)
def test_the_full_rules_take_nothing_that_the_core_refuses(
    seed: int, options: dict[str, str]
) -> None:
    rng = random.Random(seed)
    match = Match(4, **options)
    deal_all(match.session, rng)
    for _ in range(60):
        state = match.state
        if state.ended:
            return
        bare = core.load(core.dump(state))
        for _ in range(20):
            seat = rng.randint(1, 4)
            cards = tuple(rng.sample(range(deck.PACK), rng.randint(1, 3)))
            for action in (
                Action(seat, "play", cards[:1]),
                Action(seat, "pass"),
                Action(seat, "run", cards),
                Action(seat, "choose", cards[:1]),
                Action(seat, "give", cards[:1], rng.randint(1, 4)),
            ):
                if spooks.check(state, action) is None:
                    assert core.check(bare, action) is None, action
        match.do(spooks.line(legal(match.session, rng)))


def test_a_simulated_players_choice_is_allowed_or_none() -> None:
    rng = random.Random(5)
    for options in ({}, {"strong_masters": "on", "double_pack": "on"}):
        match = Match(4, **options)
        deal_all(match.session, rng)
        while not match.state.ended:
            hands = match.state.hands
            actions = [choose(match.state, seat, hands[seat - 1]) for seat in (1, 2, 3, 4)]
            found = [action for action in actions if action is not None]
            assert found
            assert all(spooks.check(match.state, action) is None for action in found)
            match.do(spooks.line(rng.choice(found)))


def test_s8_the_longest_run_of_a_hand() -> None:
    hand = [CODES.index(code) for code in ("SP3", "GH4", "BA5", "SK9", "GO10", "CAT", "BA4")]
    assert [CODES[card] for card in longest_run(hand)][::2] == ["SP3", "BA5"]
    assert longest_run([deck.CAT]) == ()
