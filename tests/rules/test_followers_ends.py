"""How deals and matches of Followers of Cthulhu end, clause by clause (F16-F23)."""

from __future__ import annotations

import pytest

from shared_rules import followers
from shared_rules import followers_plays as plays
from tests.rules.followers_table import cards, ending, position

ALL_WILDS = "W1 W2 W3 W4"


# --- F16: stuck hands -----------------------------------------------------------------------


def test_f16_only_a_leader_yields() -> None:
    table = position([2, 9, 9, 9], 1)
    assert table.reason("2 yield") == "not_your_turn"
    table.do("1 yield")
    assert followers.turn(table.state) == 2
    table.do("2 play 2S")
    assert table.reason("3 yield") == "cannot_yield"


@pytest.mark.parametrize(
    ("count", "played", "believed"),
    [(4, "", True), (5, "", False), (3, "W1", True), (4, "W1", False), (1, ALL_WILDS, False)],
)
def test_f16_a_yield_is_believed_as_far_as_counting_goes(
    count: int, played: str, believed: bool
) -> None:
    table = position([count, 9, 9, 9], 1)
    for card in cards(played):
        table.state.see(card)
    assert table.reason("1 yield") == (None if believed else "cannot_yield")


def test_f16_two_yielders_are_counted_together() -> None:
    table = position([2, 2, 9, 9], 1).do("1 yield", "2 yield")
    assert table.reason("3 yield") == "cannot_yield"
    table = position([2, 3, 9, 9], 1).do("1 yield")
    assert table.reason("2 yield") == "cannot_yield"
    table.do("2 play 2S", "3 pass", "4 pass", "1 pass")
    table.do("2 yield")  # the play ended the round of yields


def test_f16_never_each_hand_may_have_one_joker_more() -> None:
    assert position([5, 9, 9, 9], 1).reason("1 yield") == "cannot_yield"
    table = position([5, 9, 9, 9], 1, lone_joker="never").do("1 yield")
    assert table.reason("2 yield") == "cannot_yield"
    assert position([6, 9, 9, 9], 1, lone_joker="never").reason("1 yield") == "cannot_yield"
    table = position([5, 1, 9, 9], 1, lone_joker="never").do("1 yield", "2 yield")
    assert table.reason("3 yield") == "cannot_yield"
    # A joker that was played is in no hand.
    table = position([5, 1, 9, 9], 1, lone_joker="never")
    table.state.see(plays.LJ)
    table.do("1 yield")
    assert table.reason("2 yield") == "cannot_yield"
    table.state.see(plays.BJ)
    table.state.yielded = []
    table.state.turn = 1
    assert table.reason("1 yield") == "cannot_yield"


def test_f16_all_yield_with_somebody_out() -> None:
    table = position([2, 1, 0, 1], 4, ALL_WILDS, out=(3,), taken=(10, 20, 30, 40))
    table.state.great[2] = 2
    table.do("4 yield", "1 yield", "2 yield")
    assert table.state.out == [3]
    # All three count as last players: what lies before them is the first-out's team's.
    assert followers.card_points(table.state) == (100, 0)
    assert table.state.totals == [300, 0]
    assert followers.phase(table.state) == "deal_over"
    assert table.do("new").state.first_caller == 3


def test_f16_two_players_left_and_both_yield() -> None:
    table = position([0, 2, 2, 0], 3, ALL_WILDS, out=(1, 4), taken=(10, 20, 30, 40))
    table.do("3 yield", "2 yield")
    assert followers.card_points(table.state) == (60, 40)


def test_f16_all_yield_with_nobody_out() -> None:
    table = position([1, 1, 1, 1], 2, ALL_WILDS, taken=(10, 20, 30, 40))
    table.state.small[0] = table.state.great[3] = 2
    table.state.first_caller = 2
    table.do("2 yield", "3 yield", "4 yield", "1 yield")
    assert table.state.out == []
    assert followers.card_points(table.state) == (40, 60)
    assert followers.calls(table.state) == [(1, "small", False), (4, "great", False)]
    assert table.state.totals == [40 - 100, 60 - 200]
    assert table.do("new").state.first_caller == 2


def test_f16_a_leader_cannot_pass_instead() -> None:
    table = position([2, 9, 9, 9], 1).do("1 yield")
    assert table.reason("2 pass") == "must_lead"


# --- F17, F18: end of a deal ----------------------------------------------------------------


def test_f17_the_deal_ends_at_once_when_one_player_holds_cards() -> None:
    held = "KS 5S TS 2S"
    table = position([1, 0, 0, 3], 1, held, out=(2, 3), taken=(20, 25, 10, 20))
    table.do("1 play KS")  # nobody is asked to beat it
    assert table.state.ended
    assert table.state.out == [2, 3, 1]
    assert followers.turn(table.state) == 0
    assert table.state.taken == [30, 25, 10, 20]  # the trick goes to its top play
    # Seat 4 is last: 20 before it to seat 2's team, 15 in its hand to seats 1 and 3.
    assert followers.card_points(table.state) == (30 + 10 + 15, 25 + 20)


def test_f17_the_last_players_own_points_change_sides_twice() -> None:
    held = "KS 5S TS 2S"
    table = position([3, 0, 0, 1], 4, held, out=(2, 3), taken=(20, 25, 10, 20))
    table.do("4 play KS")
    # Seat 1 is last: 20 before it to team 2 (first out), 15 in hand to its opponents.
    assert followers.card_points(table.state) == (10, 25 + 30 + 20 + 15)


def test_f18_a_double_finish() -> None:
    for first, second in ((1, 3), (3, 1), (2, 4), (4, 2)):
        counts = [5, 5, 5, 5]
        counts[first - 1], counts[second - 1] = 0, 1
        table = position(counts, second, out=(first,), taken=(20, 30, 10, 5))
        table.state.great[second - 1] = 2
        table.do(f"{second} play KS")
        assert followers.card_points(table.state) == (0, 0)
        points = [0, 0]
        points[followers.team(first) - 1] = 200 - 200  # and the second's great call has failed
        assert table.state.totals == points
        assert followers.phase(table.state) == "deal_over"


def test_f18_second_and_third_of_a_team_are_no_double_finish() -> None:
    table = position([5, 1, 0, 0], 2, out=(3, 4), taken=(20, 30, 10, 5)).do("2 play 2S")
    assert sum(followers.card_points(table.state)) == 100


# --- F21: match -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "tokens", "winner"),
    [
        ([0, 799], 0, 0),
        ([0, 800], 0, 2),
        ([1000, 799], 0, 1),
        ([1000, 800], 0, 0),  # 1000 each: one more deal
        ([1200, 1000], 0, 0),
        ([1300, 1000], 0, 1),
        ([0, 0], 12, 0),
        ([0, 0], 13, 2),
        ([500, 0], 14, 1),
        ([-100, -400], 13, 1),
        ([200, 0], 13, 0),  # a tie, whatever the tokens
    ],
)
def test_f21_the_end_of_a_match(totals: list[int], tokens: int, winner: int) -> None:
    table = ending(totals, tokens)
    assert followers.winner(table.state) == winner
    assert followers.phase(table.state) == ("match_over" if winner else "deal_over")
    assert table.reason("new") == ("match_over" if winner else None)
    assert table.reason("1 play 3S") == ("match_over" if winner else "deal_over")
    assert table.reason("1 great") == ("match_over" if winner else "deal_over")


def test_f21_the_thirteenth_token_ends_the_match_after_its_deal() -> None:
    table = position([9, 9, 9, 9], 1)
    table.state.tokens = 12
    table.do("1 play LJ BJ")
    assert table.state.tokens == 14
    assert followers.phase(table.state) == "follow"
    assert followers.show(table.state)["strip"] == 14


def test_f21_after_a_tie_the_next_deal_decides() -> None:
    table = ending([200, 0], 13).do("new")
    state = table.state
    state.opened = state.closed = True
    state.counts, state.out, state.turn = [1, 5, 0, 5], [3], 1
    table.do("1 play 2S")
    assert state.totals == [400, 200]
    assert followers.winner(state) == 1


# --- F22, F23 -------------------------------------------------------------------------------


def test_f23_hands_are_counted() -> None:
    table = position([2, 4, 4, 4], 1)
    assert table.reason("1 play 2S 2H 2C") == "not_in_hand"
    table.do("1 play 2S 2H")
    assert table.reason("2 play 2S 2C 2D") == "card_already_played"
    assert table.state.counts == [0, 4, 4, 4]
