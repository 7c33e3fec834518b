"""Followers of Cthulhu: the order of reasons, and the state with its bytes and lights."""

from __future__ import annotations

import random

import pytest

from shared_rules import followers, reasons
from shared_rules.actions import Action
from tests.rules.followers_table import Table, ending, position

# --- Reasons in their order -----------------------------------------------------------------


def test_the_rules_stand_in_the_order_of_the_reasons() -> None:
    ranks = [reasons.rank("followers", reason) for reason, _ in followers.RULES]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 play E1 E1", "player_out"),
        ("2 play E1 E1", "not_your_turn"),
        ("1 play E1 E1 W1 W2 2S", "card_not_in_pack"),
        ("1 play NB NB", "duplicate_card"),
        ("1 play W1 W2 NB 4S", "card_already_played"),
        ("1 play W1 W2 3S 4S", "not_in_hand"),
        ("1 play W1 W2 LJ", "two_wilds"),
        ("1 play W1 LJ as pair", "wild_with_joker"),
        ("1 play W1 as pair", "wild_alone"),
        ("1 play 3S 4S as pair", "not_a_combination"),
        ("1 play 3S as pair", "bad_reading"),
        ("1 play 3S", "too_low"),
        ("1 yield", "cannot_yield"),
        ("1 great", "call_closed"),
        ("1 pass", None),
        ("new", "deal_unfinished"),
    ],
)
def test_where_several_reasons_apply_the_first_counts(line: str, reason: str | None) -> None:
    table = position([3, 5, 0, 5], 4, out=(3,)).do("4 play 9S")
    assert table.reason(line) == reason


def test_before_the_opening_cards_are_judged_first() -> None:
    table = Table()
    assert table.reason("1 play W1") == "wild_alone"
    assert table.reason("1 play 2S 3S") == "not_a_combination"
    assert table.reason("1 play 2S as pair") == "bad_reading"
    assert table.reason("1 play 2S") == "must_lead_necronomicon"


def test_check_knows_its_seats_and_verbs() -> None:
    state = followers.initial()
    for seat in (0, 5, -1):
        with pytest.raises(ValueError, match="the seats are 1 to 4"):
            followers.check(state, Action(seat, "pass"))
    for verb in ("deal", "give", "effect", "undo", ""):
        with pytest.raises(ValueError, match="the verbs are"):
            followers.check(state, Action(1, verb))
        with pytest.raises(ValueError, match="the verbs are"):
            followers.apply(state, Action(1, verb))
    assert followers.check(state, Action(1, "play")) == "not_a_combination"


def test_check_changes_nothing() -> None:
    table = position([3, 5, 0, 5], 4, out=(3,)).do("4 play 9S")
    before = followers.dump(table.state)
    for line in ("1 play TS", "1 pass", "1 yield", "1 play W1", "new", "1 great"):
        table.reason(line)
    assert followers.dump(table.state) == before


# --- The state: options, bytes, lights ------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "first", "sentence"),
    [
        ({"jokers": "high"}, 1, "no option 'jokers'; the options are: lone_joker, eighth"),
        ({"eighth": "cat"}, 1, "option eighth cannot be 'cat'; it can be: low_single, dog"),
        ({}, 0, "no seat 0"),
        ({}, 5, "no seat 5"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, str], first: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        followers.initial(options, first)


def test_the_bytes_hold_everything() -> None:
    table = position([3, 9, 0, 9], 4, out=(3,), eighth="dog", lone_joker="never")
    table.do("4 play 9S", "1 pass")
    state = table.state
    state.tokens, state.deal, state.totals, state.extra = 70_000, 300, [-12_345, 99_999], [-50, 7]
    state.yielded = [2, 4]
    data = followers.dump(state)
    assert len(data) <= 256
    again = followers.load(data)
    for field in followers.State.__slots__:
        assert getattr(again, field) == getattr(state, field), field


def test_other_bytes_are_refused() -> None:
    data = followers.dump(followers.initial())
    for wrong in (b"", data[:-1], data + b"\0", b"\xff" + data[1:]):
        with pytest.raises(ValueError, match="no state of followers"):
            followers.load(wrong)


def test_the_lights() -> None:
    table = position([3, 9, 0, 9], 4, out=(3,))
    table.state.totals = [-120, 1050]
    shown = followers.show(table.state)
    assert shown == {"seats": ("wait", "wait", "out", "turn"), "strip": 0, "digits": "-1201050"}
    table.state.totals = [-123_456, 123_456]
    assert followers.show(table.state)["digits"] == "-9999999"
    assert followers.show(ending([0, 0]).state)["seats"] == ("idle",) * 4
    assert followers.show(Table().state)["seats"] == ("wait",) * 4
    asked = followers.show(Table(first=2, call_order="strict").state)
    assert asked["seats"] == ("wait", "turn", "wait", "wait")


def test_a_random_action_gets_the_first_broken_rule_and_never_an_error() -> None:
    rng = random.Random(1)
    states = [
        Table().state,
        Table(call_order="strict").do("1 nocall").state,
        position([3, 5, 0, 5], 4, out=(3,)).do("4 play 9S").state,
        position([2, 2, 9, 9], 1, lone_joker="never", eighth="dog").do("1 yield").state,
        ending([0, 0]).state,
    ]
    for _ in range(10_000):
        chosen = tuple(rng.choice(range(64)) for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 16))))
        want = rng.choice((None, None, (rng.randint(1, 9), rng.randint(-1, 16))))
        act = Action(rng.randint(1, 4), rng.choice(followers.VERBS), chosen, 0, want)
        state = rng.choice(states)
        reason = followers.check(state, act)
        broken = [name for name, rule in followers.RULES if rule(state, act)]
        assert reason == (broken[0] if broken else None)
