"""Followers of Cthulhu, clause by clause, as far as a bare table knows the rules (F1-F15)."""

from __future__ import annotations

import pytest

from shared_rules import followers, packs
from shared_rules import followers_plays as plays
from tests.rules.followers_table import Table, action, position

# --- F1, F2: pack and deal ------------------------------------------------------------------


def test_f1_sixty_cards_are_in_play_and_four_lie_apart() -> None:
    codes = packs.codes("followers")
    assert len(codes) == len(set(codes)) == 64
    assert codes[:5] == ("2S", "2H", "2C", "2D", "3S")
    assert " ".join(codes[50:]) == "AC AD W1 W2 W3 W4 NB LJ BJ X8 E1 E2 E3 E4"
    table = Table().do("1 play NB")
    for code in ("E1", "E2", "E3", "E4"):
        assert table.reason(f"2 play {code}") == "card_not_in_pack"
    assert table.reason("2 play SP1") == "card_not_in_pack"  # a card of another game
    assert table.reason("2 play X8") is None


def test_f2_fifteen_cards_each() -> None:
    assert Table().state.counts == [15, 15, 15, 15]


@pytest.mark.parametrize(("oldest", "short"), [(1, 4), (2, 1), (3, 2), (4, 3)])
def test_f13_without_the_eighth_the_seat_before_the_oldest_has_one_less(
    oldest: int, short: int
) -> None:
    table = Table(first=oldest, eighth="absent")
    expected = [15] * 4
    expected[short - 1] = 14
    assert table.state.counts == expected
    # And in later deals too, whoever calls first there.
    table.state.ended = 1
    table.state.out = [short]
    table.do("new")
    assert table.state.counts == expected
    assert table.state.first_caller == short


# --- F3: calls ------------------------------------------------------------------------------


def test_f3_calls_in_any_order_and_answers_may_be_missing() -> None:
    table = Table(first=2)
    table.do("4 great", "1 nocall", "3 great")
    assert followers.phase(table.state) == "calls"
    assert followers.turn(table.state) == 0
    table.do("2 play NB")
    assert followers.calls(table.state) == [(3, "great", False), (4, "great", False)]


def test_f3_partners_may_both_call() -> None:
    Table().do("1 great", "3 great", "2 small", "4 small")


def test_f3_the_first_small_call_ends_the_great_window() -> None:
    table = Table().do("1 great", "3 small")
    for seat in (2, 3, 4):
        assert table.reason(f"{seat} great") == "call_closed"
    assert table.reason("1 great") == "call_closed"
    table.do("2 small", "4 nocall")


def test_f3_four_answers_end_the_great_window() -> None:
    table = Table().do("1 nocall", "2 nocall", "3 nocall")
    assert table.reason("3 great") == "already_called"
    table.do("4 great")
    assert table.reason("3 great") == "call_closed"
    # Now a nocall answers the small call.
    table.do("1 nocall", "2 small")
    assert table.reason("1 small") == "already_called"
    assert table.reason("1 nocall") == "already_called"


def test_f3_one_answer_a_seat_and_window() -> None:
    table = Table().do("1 nocall")
    assert table.reason("1 nocall") == "already_called"
    assert table.reason("1 great") == "already_called"
    # The small call is another window, which its first call opens.
    table.do("1 small")
    assert table.reason("1 small") == "already_called"
    assert table.reason("1 nocall") == "already_called"
    table.do("2 nocall")
    assert table.reason("2 small") == "already_called"


def test_f3_a_great_caller_has_no_small_answer() -> None:
    table = Table().do("1 great")
    for verb in ("small", "nocall", "great"):
        assert table.reason(f"1 {verb}") == "already_called"
    table.do("2 small")
    assert table.reason("1 small") == "already_called"
    assert table.reason("1 nocall") == "already_called"


def test_f3_four_great_callers_leave_nothing_to_ask() -> None:
    table = Table().do("1 great", "2 great", "3 great", "4 great")
    assert followers.phase(table.state) == "opening"
    assert table.reason("1 small") == "already_called"
    table.do("3 play NB")


def test_f3_the_first_play_closes_both() -> None:
    table = Table().do("1 play NB")
    for verb in ("great", "small", "nocall"):
        for seat in (1, 2, 3, 4):
            assert table.reason(f"{seat} {verb}") == "call_closed"


def test_f3_strict_order_asks_each_in_turn() -> None:
    table = Table(first=3, call_order="strict")
    for seat in (3, 4, 1, 2):
        assert followers.turn(table.state) == seat
        for other in {1, 2, 3, 4} - {seat}:
            assert table.reason(f"{other} nocall") in ("wrong_call_order", "already_called")
        assert table.reason(f"{seat} small") == "wrong_call_order"
        assert table.reason("2 play NB") == "wrong_phase"
        assert table.reason("2 pass") == "wrong_phase"
        table.do(f"{seat} great" if seat == 4 else f"{seat} nocall")
    for seat in (3, 1, 2):  # the great caller is not asked again
        assert followers.turn(table.state) == seat
        assert followers.phase(table.state) == "calls"
        assert table.reason(f"{seat} great") == "call_closed"
        assert table.reason("4 small") == "already_called"
        assert table.reason("2 play NB") == "wrong_phase"
        table.do(f"{seat} small" if seat == 1 else f"{seat} nocall")
    assert followers.turn(table.state) == 0
    assert followers.phase(table.state) == "opening"
    assert table.reason("1 small") == "already_called"
    table.do("2 play NB")
    assert followers.calls(table.state) == [(1, "small", False), (4, "great", False)]


def test_f3_strict_a_seat_that_answered_is_told_so_first() -> None:
    table = Table(call_order="strict").do("1 nocall")
    assert table.reason("1 great") == "already_called"
    assert table.reason("3 great") == "wrong_call_order"
    assert table.reason("3 small") == "wrong_call_order"


@pytest.mark.parametrize(
    ("call", "caller", "points"),
    [("great", 1, 200), ("small", 1, 100), ("great", 3, -200), ("small", 2, -100)],
)
def test_f3_a_call_pays_or_costs_its_team(call: str, caller: int, points: int) -> None:
    table = position([0, 1, 1, 2], 2, "2S 3S 4S 6S", out=(1,), taken=(60, 40, 0, 0))
    state = table.state
    (state.great if call == "great" else state.small)[caller - 1] = 2
    table.do("2 play 2S", "3 play 6S")
    assert state.out == [1, 2, 3]
    assert followers.calls(state) == [(caller, call, caller == 1)]
    expected = [60, 40]
    expected[followers.team(caller) - 1] += points
    assert state.totals == expected


def test_f3_the_next_deals_calls_begin_with_the_first_out() -> None:
    table = position([1, 1, 0, 4], 1, "2S 3S 4S 5S 6S 7S", out=(3,), call_order="strict")
    table.do("1 play 2S")
    assert table.state.ended
    table.do("new")
    assert followers.turn(table.state) == 3


# --- F4: opening ----------------------------------------------------------------------------


def test_f4_only_the_necronomicon_alone_opens() -> None:
    table = Table()
    for line in ("1 play 2S", "2 play AS AH", "3 play LJ BJ", "4 play X8", "1 pass", "2 yield"):
        assert table.reason(line) == "must_lead_necronomicon"
    assert table.reason("1 play NB 2S") == "not_a_combination"
    assert table.reason("1 play NB as pair") == "bad_reading"
    table.do("3 play NB as single NB")
    assert followers.turn(table.state) == 4
    assert followers.phase(table.state) == "follow"


def test_f4_whoever_holds_it() -> None:
    for seat in (1, 2, 3, 4):
        assert Table().do(f"{seat} play NB").state.top_seat == seat


# --- F5, F8, F10: a turn --------------------------------------------------------------------


def test_f5_clockwise_over_those_who_hold_cards() -> None:
    table = position([3, 3, 0, 3], 2, out=(3,))
    table.do("2 play 2S")
    assert followers.turn(table.state) == 4
    table.do("4 play 3S")
    assert followers.turn(table.state) == 1
    assert table.reason("2 play 4S") == "not_your_turn"
    assert table.reason("2 play 4S 4H 4C 4D") == "not_your_turn"  # bombs too
    assert table.reason("2 pass") == "not_your_turn"
    assert table.reason("3 pass") == "player_out"


def test_f5_a_leader_may_not_pass() -> None:
    table = position([3, 3, 3, 3], 2)
    assert table.reason("2 pass") == "must_lead"
    assert table.reason("1 pass") == "not_your_turn"


@pytest.mark.parametrize(
    ("top", "higher", "too_low"),
    [
        ("TS", "JS", "TH"),
        ("2S", "3S 3H", "2H"),
        ("AS", "2S 2H", "KS"),
        ("AS AH", "2S 2H 2C", "AC AD"),
        ("AS AH 2S 2H", "2C 2D 3S 3H", "AC AD 2C 2D"),
        ("TS JS QS KS AD", "2S 2H 2C 3S 3H", "TH JH QH KD AS"),
        ("AS AH AC KS KH", "2S 2H 2C 2D", "KC KD QS QH QC"),
        ("AS AH AC AD", "2S 3S 4S 5S 6S", "KS KH KC KD"),
        ("TS JS QS KS AS", "LJ BJ", "TH JH QH KH AH"),
        ("LJ", "BJ", "AS"),
        ("2S", "LJ", "X8"),
        ("X8", "2S", "NB"),
        ("AS 2S 3S 4S 5D", "2H 3H 4H 5H 6D", "AH 2H 3H 4H 5C"),
        ("3S 3H 3C 2S 2H", "4S 4H 4C 2C 2D", "AS AH KS KH"),
    ],
)
def test_f8_a_higher_type_or_a_strictly_higher_rank(top: str, higher: str, too_low: str) -> None:
    table = position([15, 15, 15, 15], 1)
    table.state.seen = 0
    table.do(f"1 play {top}")
    assert table.reason(f"2 play {too_low}") == "too_low"
    assert table.reason(f"2 play {higher}") is None


def test_f10_the_highest_reading_counts() -> None:
    table = position([15, 15, 15, 15], 1)
    assert followers.reading(table.state, action("1 play 2S 3H 4C 5D W1")) == (plays.STRAIGHT, 6)
    assert followers.reading(table.state, action("1 play 3S 3H 5C 5D W1")) == (plays.FULL_HOUSE, 5)
    table.do("1 play 3S 3H 5C 5D W1")
    assert followers.describe((table.state.top_type, table.state.top_rank)) == "full_house 5"


def test_f10_declared_readings() -> None:
    table = position([15, 15, 15, 15], 1)
    table.do("1 play 2H 3H 4H 5H 6D")
    # "as TYPE" alone is the highest rank of that type.
    assert table.reason("2 play 4S 5S 6S 7S W1 as straight") is None
    wanted = action("2 play 4S 5S 6S 7S W1 as straight")
    assert followers.reading(table.state, wanted) == (plays.STRAIGHT, 8)
    assert table.reason("2 play 4S 5S 6S 7S W1 as straight 7") is None
    assert table.reason("2 play 4S 5S 6S 7S W1 as straight 6") == "bad_reading"
    assert table.reason("2 play 3S 4S 5S 6S W1 as straight 6") == "too_low"
    assert table.reason("2 play 3S 4S 5S 6S 7S as straight") == "bad_reading"  # always a flush
    assert table.reason("2 play 3S 4S 5S 6S 7S as straight_flush 7") is None
    assert table.reason("2 play 3S 4S 5S 6S 7S as four") == "bad_reading"
    assert table.reason("2 play 7S as single 7") == "too_low"


def test_f10_a_plain_straight_takes_no_token() -> None:
    table = position([15, 15, 15, 15], 1).do("1 play 4S 5S 6S 7S W1 as straight")
    assert table.state.tokens == 0
    table.do("2 play 4H 5H 6H 7H W2")
    assert table.state.tokens == 1


# --- F9: wilds ------------------------------------------------------------------------------


def test_f9_wilds() -> None:
    table = position([15, 15, 15, 15], 1)
    assert table.reason("1 play W1") == "wild_alone"
    assert table.reason("1 play W1 W2") == "two_wilds"
    assert table.reason("1 play 2S W1 W2") == "two_wilds"
    assert table.reason("1 play W1 LJ") == "wild_with_joker"
    assert table.reason("1 play LJ BJ W1") == "wild_with_joker"
    assert table.reason("1 play X8 W1") == "not_a_combination"
    assert table.reason("1 play 2S 2H 2C 2D W1") == "not_a_combination"
    assert table.reason("1 play 2S 2H 2C W1") is None


def test_f9_a_wild_scores_nothing_whatever_it_stands_for() -> None:
    table = position([15, 15, 15, 15], 1).do("1 play KS KH KC W1", "2 pass", "3 pass", "4 pass")
    assert table.state.taken == [30, 0, 0, 0]


# --- F11 ------------------------------------------------------------------------------------


def test_f11_tokens_stay_from_deal_to_deal() -> None:
    table = position([15, 15, 15, 15], 1)
    table.do("1 play 2S 2H 2C 2D", "2 play 3S 4S 5S 6S 7S", "3 play LJ BJ")
    assert table.state.tokens == 4
    table.state.ended = 1
    assert table.do("new").state.tokens == 4
    assert followers.show(table.state)["strip"] == 4


# --- F12, F13: jokers, NB, X8 ---------------------------------------------------------------


def test_f12_lone_jokers() -> None:
    table = position([9, 9, 9, 9], 1).do("1 play AS", "2 play LJ")
    assert table.reason("3 play AH") == "too_low"
    table.do("3 play BJ")
    assert table.reason("4 play 2S 2H") is None


def test_f12_never() -> None:
    table = position([9, 9, 9, 9], 1, lone_joker="never")
    assert table.reason("1 play LJ") == "not_a_combination"
    assert table.reason("1 play BJ as single BJ") == "not_a_combination"
    assert table.reason("1 play LJ 2S") == "not_a_combination"
    assert table.reason("1 play LJ BJ") is None


def test_f13_x8_as_a_low_single() -> None:
    table = Table().do("1 play NB", "2 play X8")
    assert table.reason("3 play X8") == "card_already_played"
    table.do("3 play 2S")
    other = position([9, 9, 9, 9], 1).do("1 play X8")
    assert followers.turn(other.state) == 2
    assert other.state.top_seat == 1


def test_f13_x8_absent() -> None:
    table = position([9, 9, 9, 9], 1, eighth="absent")
    assert table.reason("1 play X8") == "card_not_in_pack"
    assert table.reason("1 play X8 2S") == "card_not_in_pack"


def test_f13_the_dog_leads_to_the_partner() -> None:
    table = Table(eighth="dog").do("4 play NB")
    assert table.reason("1 play X8") == "too_low"
    table.do("1 pass", "2 pass", "3 pass")
    assert table.reason("4 play X8 2S") == "not_a_combination"
    table.do("4 play X8")
    assert followers.turn(table.state) == 2
    assert followers.phase(table.state) == "lead"
    assert table.state.top_seat == 0
    table.do("2 play 2S")


def test_f13_the_dog_cannot_open() -> None:
    assert Table(eighth="dog").reason("1 play X8") == "must_lead_necronomicon"


@pytest.mark.parametrize(
    ("counts", "out", "leads"),
    [
        ([5, 5, 0, 5], (3,), 4),
        ([5, 5, 0, 0], (3, 4), 1),  # all round, to the dog's own player
    ],
)
def test_f13_the_dogs_partner_is_out(counts: list[int], out: tuple[int, ...], leads: int) -> None:
    table = position(counts, 1, out=out, eighth="dog").do("1 play X8")
    assert followers.turn(table.state) == leads


def test_f13_the_dog_as_a_last_card() -> None:
    table = position([1, 5, 5, 5], 1, eighth="dog").do("1 play X8")
    assert table.state.out == [1]
    assert followers.turn(table.state) == 3
    # The partner is out first: a double finish.
    table = position([1, 5, 0, 5], 1, out=(3,), eighth="dog").do("1 play X8")
    assert table.state.totals == [200, 0]
    # The third to go out: the deal is over, and nothing lies on the table to be taken.
    held = "5S 5H TS TH KS X8"
    table = position([1, 0, 0, 5], 1, held, (3, 2), (0, 30, 30, 0), eighth="dog")
    table.do("1 play X8")
    assert followers.card_points(table.state) == (70, 30)


# --- F14, F15: tricks -----------------------------------------------------------------------


def test_f14_the_last_to_play_takes_the_trick_and_leads() -> None:
    table = position([9, 9, 9, 9], 1)
    table.do("1 play 5S", "2 play TS", "3 pass", "4 play KS", "1 pass", "2 pass")
    assert table.state.taken == [0, 0, 0, 0]
    table.do("3 pass")
    assert table.state.taken == [0, 0, 0, 25]
    assert followers.turn(table.state) == 4
    assert followers.phase(table.state) == "lead"
    assert table.state.top_seat == 0
    table.do("4 play 3S")  # anything


def test_f14_passing_is_never_final() -> None:
    table = position([9, 9, 9, 9], 1)
    table.do("1 play 2S", "2 pass", "3 pass", "4 play 3S", "1 pass", "2 play 4S", "3 play 5S")
    table.do("4 pass", "1 pass", "2 pass")
    assert table.state.taken == [0, 0, 5, 0]


def test_f14_the_players_who_are_out_are_not_waited_for() -> None:
    table = position([9, 9, 0, 9], 1, out=(3,)).do("1 play KS", "2 pass", "4 pass")
    assert table.state.taken == [10, 0, 0, 0]


def test_f14_all_others_pass_after_the_leader_went_out() -> None:
    table = position([1, 9, 9, 9], 1).do("1 play KS", "2 pass", "3 pass")
    assert table.state.top_seat == 1
    table.do("4 pass")
    assert table.state.taken == [10, 0, 0, 0]
    assert followers.turn(table.state) == 2  # F15


def test_f15_lead_after_out() -> None:
    for option, leads in (("clockwise", 2), ("partner", 3)):
        table = position([1, 9, 9, 9], 1, lead_after_out=option)
        table.do("1 play KS", "2 pass", "3 pass", "4 pass")
        assert followers.turn(table.state) == leads
    for option, leads in (("clockwise", 4), ("partner", 1)):
        table = position([9, 0, 1, 9], 3, out=(2,), lead_after_out=option)
        table.do("3 play KS", "4 pass", "1 pass")
        assert followers.turn(table.state) == leads
    # Who still holds cards leads, whatever the option.
    table = position([9, 9, 9, 9], 1, lead_after_out="partner")
    table.do("1 play KS", "2 pass", "3 pass", "4 pass")
    assert followers.turn(table.state) == 1
