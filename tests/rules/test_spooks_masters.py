"""Strong masters, each by itself, on top of runs, and turned back by a second one (S13, S14)."""

from __future__ import annotations

import pytest

from shared_rules import packs
from tests.rules.spooks_table import Match, under_way

STRONG = {"strong_masters": "on"}


def strong(rule: str, top: str, top_seat: int, turn: int, **more: object) -> Match:
    return under_way(rule, top, top_seat, turn, **{**STRONG, **more})  # type: ignore[arg-type]


def test_s14_without_the_option_masters_have_no_effect() -> None:
    match = under_way("lead", "SP1", 0, 2).do("2 play SKM")
    assert match.now["direction"] == "cw"
    assert under_way("lead", "SP1", 0, 2).do("2 play BAM").now["numbers"] == "up"
    assert under_way("lead", "SP1", 0, 2).do("2 play GHM").rule == ("blue", "GHM", 3)
    assert under_way("lead", "SP1", 0, 2).do("2 play GOM").now["rule"] == "green"
    assert under_way("blue", "SP4", 1, 2).reason("2 play SPM") == "master_needs_ten"


@pytest.mark.parametrize("top", ["SP1", "SP4", "SP9", "SP10"])
def test_s14_the_spider_master_goes_on_any_spider(top: str) -> None:
    match = strong("blue", top, 1, 2)
    match.state.seen = 0
    assert match.do("2 play SPM").rule == ("blue", "SPM", 3)
    assert match.reason("3 play SP2") == "wrong_number"  # still a master


def test_s14_the_spider_master_not_on_others_nor_on_its_like() -> None:
    assert strong("blue", "GH4", 1, 2).reason("2 play SPM") == "master_needs_ten"
    assert strong("blue", "GHM", 1, 2).reason("2 play SPM") == "wrong_number"
    assert strong("blue", "SPM", 1, 2, double_pack="on").reason("2 play SPM") == "wrong_number"
    assert strong("red", "SK4", 1, 2).reason("2 play SPM") == "wrong_match"
    assert strong("blue", "SP4", 1, 2).reason("2 play GHM") == "master_needs_ten"


def test_s14_not_as_the_last_card_of_a_hand() -> None:
    """As the last card a master has no effect, but what it may lie on stays."""
    last = strong("blue", "SP4", 1, 2, counts=(3, 1, 3, 3))
    assert last.reason("2 play GHM") == "master_needs_ten"
    assert last.do("2 play SPM").result["winner"] == [2]
    like = strong("blue", "SPM", 1, 2, counts=(3, 1, 3, 3), double_pack="on")
    assert like.reason("2 play SPM") == "wrong_number"
    on_ten = strong("blue", "SP10", 1, 2, counts=(3, 1, 3, 3)).do("2 play SPM")
    assert on_ten.result["winner"] == [2]
    for code in ("GHM", "GOM", "SKM", "BAM"):
        match = strong("lead", "SP1", 0, 2, counts=(3, 1, 3, 3)).do(f"2 play {code}")
        assert match.result["winner"] == [2]
        assert (match.now["direction"], match.now["numbers"]) == ("cw", "up")


def test_s14_the_spider_master_on_a_spider_while_numbers_are_turned() -> None:
    match = strong("lead", "SP1", 0, 1).do("1 play BAM", "2 play BA9", "3 play SP9")
    assert match.reason("4 play SPM") is None
    assert match.reason("4 play GHM") == "master_needs_ten"


def test_s14_the_ghost_master_sends_a_card_to_the_right() -> None:
    match = strong("lead", "SP1", 0, 2).do("2 play GHM")
    assert match.rule == ("masters", "GHM", None)
    assert match.reason("3 pass") == match.reason("3 play CAT") == "wrong_phase"
    assert match.reason("2 give 3 SP4") == match.reason("2 give 2 SP4") == "wrong_receiver"
    match.do("2 give 1 SP4", "4 give 3 ?", "1 give 4 ?")
    assert match.reason("1 give 4 ?") == "already_chosen"
    assert match.now["hand_counts"] == {"1": 13, "2": 12, "3": 14, "4": 13}
    match.do("3 give 2 SP9")
    assert match.now["hand_counts"] == {"1": 14, "2": 13, "3": 14, "4": 14}
    assert match.rule == ("blue", "GHM", 3)  # S5 goes on
    assert match.do("3 pass", "4 pass", "1 pass").rule == ("lead", None, 2)


def test_s14_all_at_once_so_a_single_card_is_no_win() -> None:
    match = strong("lead", "SP1", 0, 2, counts=(1, 3, 1, 1)).do("2 play GHM")
    match.do("1 give 4 ?", "2 give 1 ?", "3 give 2 ?", "4 give 3 ?")
    assert match.now["hand_counts"] == {"1": 1, "2": 2, "3": 1, "4": 1}
    assert match.result["finished"] is False


def test_s14_the_goblin_masters_player_gives_to_the_fewest() -> None:
    match = strong("lead", "SP1", 0, 2, counts=(4, 6, 3, 3)).do("2 play GOM")
    assert match.rule == ("masters", "GOM", 2)
    assert match.reason("1 give 3 ?") == "not_your_turn"
    assert match.reason("2 choose SP4") == match.reason("2 pass") == "wrong_phase"
    assert match.reason("2 give 1 SP4") == match.reason("2 give 2 SP4") == "wrong_receiver"
    assert match.reason("2 give 3 SP4") is match.reason("2 give 4 SP4") is None  # their choice
    match.do("2 give 4 SP4")
    assert match.rule == ("green", "GOM", None)
    assert match.now["hand_counts"] == {"1": 4, "2": 4, "3": 3, "4": 4}


def test_s14_s11_the_last_card_given_away_wins() -> None:
    match = strong("lead", "SP1", 0, 2, counts=(4, 2, 3, 3)).do("2 play GOM", "2 give 3 ?")
    assert match.result["winner"] == [2]


def test_s14_chosen_masters_have_no_effect() -> None:
    match = strong("green", "GO4", 1, 0)
    match.do("1 choose SKM", "2 choose BAM", "3 choose GHM", "4 choose GOM")
    assert match.rule == ("lead", None, 4)
    assert (match.now["direction"], match.now["numbers"]) == ("cw", "up")


def test_s14_the_skeleton_master_turns_play() -> None:
    match = strong("lead", "SP1", 0, 2).do("2 play SKM")
    assert match.rule == ("red", "SKM", 1)
    assert match.now["direction"] == "ccw"
    match.do("1 play SK5", "4 play GH5", "3 pass")
    assert match.now["turn"] == 2
    assert match.do("2 play CAT").now["turn"] == 1


def test_s14_a_pandemonium_goes_the_other_way_round() -> None:
    match = strong("lead", "SP1", 0, 2).do("2 play SKM", "1 play SK5", "4 play BA5", "3 pass")
    givers = []
    while match.now["rule"] == "pandemonium":
        givers.append(match.now["turn"])
        match.do(f"{match.now['turn']} give 3 ?")
    assert givers == [4, 1, 2]


def test_s14_the_ghost_masters_cards_go_to_the_left_then() -> None:
    match = strong("lead", "SP1", 0, 2).do("2 play SKM", "1 play GHM")
    assert match.reason("1 give 4 ?") == "wrong_receiver"
    match.do("1 give 2 ?", "2 give 3 ?", "3 give 4 ?", "4 give 1 ?")
    assert match.rule == ("blue", "GHM", 4)


def test_s14_the_player_after_a_goblins_in_the_turned_direction() -> None:
    match = strong("lead", "SP1", 0, 2).do("2 play SKM", "1 play SK5", "4 play GO5")
    match.do("1 choose SP2", "2 choose SP3", "3 choose SP4", "4 choose SP5")
    assert match.rule == ("lead", None, 3)


def test_s14_the_bat_master_turns_numbers() -> None:
    match = strong("lead", "SP1", 0, 1).do("1 play BAM")
    assert match.now["numbers"] == "down"
    match.do("2 play BA3", "3 play SP3")
    assert match.reason("4 play GH4") == "wrong_number"
    match.do("4 play GH2", "1 play GH1")
    assert match.reason("2 play SK2") == "wrong_number"
    assert match.reason("2 play SKM") is None  # a master as the one below one
    assert strong("blue", "SP10", 1, 2).reason("2 play SKM") is None


def test_s14_the_lowest_goblin_wins_and_the_master_is_weakest() -> None:
    match = strong("lead", "SP1", 0, 1).do("1 play BAM", "2 play BA3", "3 play GO3")
    match.do("1 choose GO9", "2 choose GO5", "3 choose GOM", "4 choose GO10")
    assert match.rule == ("lead", None, 2)
    match = strong("lead", "SP1", 0, 1).do("1 play BAM", "2 play BA3", "3 play GO3")
    match.do("1 choose SP9", "2 choose SP5", "3 choose GOM", "4 choose SP10")
    assert match.rule == ("lead", None, 3)


def test_s14_runs_stay_ascending() -> None:
    match = strong("lead", "SP1", 0, 1).do("1 play BAM", "2 play BA3", "3 play SK3", "4 pass")
    assert match.reason("3 run SP6 SP5") == "not_a_run"
    assert match.reason("3 run SP5 SP6") is None


@pytest.mark.parametrize(
    ("top", "rule", "direction", "numbers"),
    [
        ("SPM", ("blue", "SPM", 2), "cw", "up"),
        ("GHM", ("masters", "GHM", None), "cw", "up"),
        ("GOM", ("masters", "GOM", 1), "cw", "up"),
        ("SKM", ("red", "SKM", 2), "ccw", "up"),
        ("BAM", ("red", "BAM", 2), "cw", "down"),
    ],
)
def test_s8_s14_a_master_on_top_of_a_run_has_its_effect(
    top: str, rule: tuple[str, str, int | None], direction: str, numbers: str
) -> None:
    """A turned direction does not change who goes on."""
    match = strong("red", "SK4", 1, 2).do("2 pass", f"1 run SP9 SP10 {top}")
    assert match.rule == rule
    assert (match.now["direction"], match.now["numbers"]) == (direction, numbers)


def test_s8_s14_after_cards_went_round_who_could_not_follow_goes_on() -> None:
    match = strong("red", "SK4", 1, 2).do("2 pass", "1 run GHM")
    match.do("1 give 4 ?", "2 give 1 ?", "3 give 2 ?", "4 give 3 ?")
    assert match.rule == ("blue", "GHM", 2)
    # Also where a run has turned the direction, so that another would be next.
    match = strong("red", "SK4", 1, 2).do("2 pass", "1 run SKM", "2 pass", "1 run GHM")
    match.do("1 give 2 ?", "2 give 3 ?", "3 give 4 ?", "4 give 1 ?")
    assert match.rule == ("blue", "GHM", 2)
    match = strong("red", "SK4", 3, 4, counts=(9, 9, 9, 5)).do("4 pass", "3 run GOM", "3 give 4 ?")
    assert match.rule == ("green", "GOM", None)


def test_s5_s8_s14_a_runs_player_is_no_other_though_the_turned_direction_comes_by() -> None:
    match = strong("red", "SK4", 1, 2).do("2 pass", "1 run SKM")
    match.do("2 pass", "1 run SP5")  # Bo goes on; next in the turned direction would be Ann
    assert match.rule == ("blue", "SP5", 2)
    assert match.do("2 pass").now["turn"] == 4
    assert match.do("4 pass", "3 pass").rule == ("lead", None, 1)


def test_s9_s14_every_other_player_gives_though_the_victim_sits_between() -> None:
    match = strong("red", "SK4", 1, 2).do("2 pass", "1 run SKM", "2 pass", "1 run BA5", "2 pass")
    givers = []
    while match.now["rule"] == "pandemonium":
        givers.append(match.now["turn"])
        match.do(f"{match.now['turn']} give 2 ?")
    assert givers == [1, 3, 4]


def test_s13_s14_the_second_of_a_kind_turns_back() -> None:
    match = strong("lead", "SP1", 0, 1, double_pack="on")
    match.do("1 play SKM", "4 play SKM")
    assert match.now["direction"] == "cw"
    match.do("1 play BAM", "2 play BAM")
    assert match.now["numbers"] == "up"


def test_s14_until_the_end_of_the_deal() -> None:
    match = strong("lead", "SP1", 0, 1, counts=(3, 2, 2, 2), scored="on")
    match.do("1 play SKM", "4 play BAM", "3 play BA3", "2 play BA4", "1 play BA5", "4 play BA6")
    match.do("1 hand SP2", "2 hand SP3", "3 hand SP4", "new")
    assert (match.now["direction"], match.now["numbers"]) == ("cw", "up")


def test_s1_masters_have_codes() -> None:
    assert [packs.index("spooks", code) for code in ("SPM", "GHM", "GOM", "SKM", "BAM")] == [
        10,
        21,
        32,
        43,
        54,
    ]
