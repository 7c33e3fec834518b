"""The piles of Spooks clause by clause, as a table sees them that knows no hands (S1-S11)."""

from __future__ import annotations

import pytest

from shared_rules import packs
from shared_rules import spooks as core
from shared_rules import spooks_cards as deck
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from tests.rules.spooks_table import CODES, Match, cards, under_way


def test_s1_the_pack() -> None:
    assert len(CODES) == len(set(CODES)) == 56
    some = (0, 9, 10, 11, 21, 55)
    assert [CODES[card] for card in some] == ["SP1", "SP10", "SPM", "GH1", "GHM", "CAT"]
    colours = {suit: deck.colour(cards(suit + "5")[0]) for suit in deck.SUITS}
    assert colours == {"SP": "blue", "GH": "blue", "GO": "green", "SK": "red", "BA": "red"}
    assert Match().reason("1 play KH") == "card_not_in_pack"


@pytest.mark.parametrize(
    ("seats", "dealer", "options", "sizes"),
    [
        (3, 3, {}, [19, 19, 18]),
        (3, 1, {}, [18, 19, 19]),
        (4, 2, {}, [14, 14, 14, 14]),
        (5, 5, {}, [12, 11, 11, 11, 11]),
        (6, 4, {}, [9, 9, 9, 9, 10, 10]),
        (4, 4, {"extra_hand": "on"}, [12, 11, 11, 11]),
        (12, 12, {"double_pack": "on"}, [10, 10, 10, 10, 9, 9, 9, 9, 9, 9, 9, 9]),
    ],
)
def test_s2_one_by_one_from_the_dealers_left(
    seats: int, dealer: int, options: dict[str, str], sizes: list[int]
) -> None:
    match = Match(seats, dealer, **options)
    assert list(match.now["hand_counts"].values()) == sizes


def test_s2_the_deal_passes_one_seat() -> None:
    match = under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), scored="on").do("2 play SK5")
    match.do("1 hand SP2", "3 hand SP3", "new")
    assert match.state.dealer == 1
    assert list(match.now["hand_counts"].values()) == [18, 19, 19]


def test_s3_unknown_hands_open_with_the_first_spider() -> None:
    match = Match()
    assert match.rule == ("lead", None, None)
    assert [match.reason(f"{seat} play SP1") for seat in (1, 2, 3, 4)] == [None] * 4
    for code in ("SP2", "GH1", "CAT"):
        assert match.reason(f"1 play {code}") == "must_start_lowest"
    assert match.reason("1 pass") == "cannot_pass"
    assert match.do("3 play SP1").rule == ("blue", "SP1", 4)


def test_s3_with_an_unknown_extra_hand_any_spider_opens() -> None:
    match = Match(extra_hand="on")
    assert match.reason("2 play SP4") is None
    assert match.reason("2 play SPM") is None
    assert match.reason("2 play GH1") == "must_start_lowest"


def test_s4_the_suit_of_the_top_card_sets_the_rule() -> None:
    for code, rule in (("SP3", "blue"), ("GH3", "blue"), ("SK3", "red"), ("BA3", "red")):
        assert under_way("lead", "SP1", 0, 2).do(f"2 play {code}").rule == (rule, code, 3)
    assert under_way("lead", "SP1", 0, 2).do("2 play GO3").rule == ("green", "GO3", None)


def test_s4_clockwise() -> None:
    """S4: play goes clockwise, and the card on top is the one to follow."""
    match = under_way("blue", "SP2", 4, 1)
    assert match.reason("2 pass") == "not_your_turn"
    assert match.do("1 play GH3", "2 play SP4", "3 pass").now["turn"] == 4


@pytest.mark.parametrize("suit", deck.SUITS)
def test_s5_exactly_one_more_of_any_suit(suit: str) -> None:
    match = under_way("blue", "SP4", 1, 2)
    assert match.reason(f"2 play {suit}5") is None
    for number in ("1", "3", "4", "6", "10"):
        if f"{suit}{number}" not in ("SP1", "SP4"):
            assert match.reason(f"2 play {suit}{number}") == "wrong_number"
    assert match.reason(f"2 play {suit}M") == "master_needs_ten"


@pytest.mark.parametrize("suit", deck.SUITS)
def test_s5_a_master_as_eleven_on_a_ten(suit: str) -> None:
    match = under_way("blue", "GH10", 1, 2)
    assert match.reason(f"2 play {suit}M") is None
    assert match.reason(f"2 play {suit}9") == "wrong_number"


def test_s5_all_others_pass_and_the_last_player_leads() -> None:
    match = under_way("blue", "SP4", 1, 2).do("2 pass", "3 pass")
    assert match.rule == ("blue", "SP4", 4)
    assert match.do("4 pass").rule == ("lead", None, 1)
    assert match.reason("1 play GO9") is None
    assert match.reason("1 play SPM") is None


def test_s5_a_play_ends_the_passes_in_a_row() -> None:
    match = under_way("blue", "SP4", 1, 2).do("2 pass", "3 pass", "4 play SP5", "1 pass", "2 pass")
    assert match.rule == ("blue", "SP5", 3)


def test_s5_on_a_blue_master_the_others_in_turn_pass_or_play_the_cat() -> None:
    match = under_way("blue", "GHM", 1, 2)
    for code in ("SP10", "SPM", "SKM", "GO1"):
        assert match.reason(f"2 play {code}") == "wrong_number"
    assert match.reason("2 play CAT") is None
    assert match.do("2 pass", "3 pass", "4 pass").rule == ("lead", None, 1)


@pytest.mark.parametrize(("code", "rule"), [("GO5", "green"), ("SK5", "red"), ("BA5", "red")])
def test_s5_another_colour_brings_its_rule(code: str, rule: str) -> None:
    assert under_way("blue", "SP4", 1, 2).do(f"2 play {code}").now["rule"] == rule


def test_s6_everyone_chooses_and_the_highest_goblin_leads() -> None:
    match = under_way("green", "GO4", 1, 0).do("3 choose GO9", "1 choose SP5", "4 choose GO8")
    assert match.now["turn"] is None
    assert match.now["hand_counts"] == {"1": 13, "2": 14, "3": 13, "4": 13}
    assert match.reason("3 choose SP9") == "already_chosen"
    assert match.reason("2 pass") == match.reason("2 play SP5") == "wrong_phase"
    assert match.do("2 choose BAM").rule == ("lead", None, 3)


def test_s6_the_master_above_ten_and_the_cat_above_all() -> None:
    chosen = ["1 choose GO10", "2 choose GOM", "3 choose SP2"]
    assert under_way("green", "GO4", 1, 0).do(*chosen, "4 choose SP3").now["turn"] == 2
    assert under_way("green", "GO4", 1, 0).do(*chosen, "4 choose CAT").now["turn"] == 4


def test_s6_without_goblin_or_cat_the_player_after_the_goblins_leads() -> None:
    chosen = ["1 choose SP2", "2 choose SKM", "3 choose BA3", "4 choose GHM"]
    match = under_way("green", "GO4", 3, 0).do(*chosen)
    assert match.rule == ("lead", None, 4)  # no chosen card has an effect of its own
    assert match.now["direction"] == "cw"


def test_s6_all_who_emptied_their_hands_have_won() -> None:
    match = under_way("green", "GO4", 3, 0, counts=(2, 1, 1, 3))
    match.do("1 choose SP2", "2 choose SP3", "4 choose GO9")
    assert match.result["finished"] is False
    match.do("3 choose SP4")
    assert match.result["winner"] == [2, 3]
    assert match.rule == (None, None, None)


def test_s6_a_goblin_as_last_card_wins_at_once() -> None:
    match = under_way("lead", "SP1", 0, 2, counts=(1, 1, 1, 1)).do("2 play GO3")
    assert match.result["winner"] == [2]


def test_s7_the_same_suit_or_the_same_number() -> None:
    match = under_way("red", "SK4", 1, 2)
    for code in ("SK9", "SKM", "BA4", "SP4", "GH4", "GO4", "CAT"):
        assert match.reason(f"2 play {code}") is None
    for code in ("BA5", "SP5", "BAM", "GO3"):
        assert match.reason(f"2 play {code}") == "wrong_match"


def test_s7_master_matches_master() -> None:
    match = under_way("red", "BAM", 1, 2)
    assert match.reason("2 play GHM") is None
    assert match.reason("2 play GH10") == "wrong_match"


@pytest.mark.parametrize(("code", "rule"), [("SP4", "blue"), ("GO4", "green"), ("BA4", "red")])
def test_s7_a_matching_card_brings_its_rule(code: str, rule: str) -> None:
    assert under_way("red", "SK4", 1, 2).do(f"2 play {code}").now["rule"] == rule


def test_s7_who_passes_says_that_they_cannot() -> None:
    assert under_way("red", "SK4", 1, 2).do("2 pass").rule == ("procession", "SK4", 1)
    assert under_way("red", "BA4", 1, 2).do("2 pass").rule == ("pandemonium", "BA4", 1)


def test_s8_a_run_goes_up_by_one() -> None:
    match = under_way("red", "SK4", 1, 2).do("2 pass")
    for run in ("SP5", "SPM", "SP2 GH3 BA4", "GO9 SK10 BAM", "SP2 GH3 GO4 BA5 SK6 SP7"):
        assert match.reason(f"1 run {run}") is None
    for run in ("SP2 SP4", "SP3 SP2", "SP2 GH2", "SPM GH2", "SP10 GH2"):
        assert match.reason(f"1 run {run}") == "not_a_run"
    assert match.reason("1 run SP10 CAT") == match.reason("1 run CAT") == "cat_in_run"
    assert match.reason("1 play SP5") == "wrong_phase"
    assert match.reason("1 pass") == "cannot_pass"
    assert match.reason("2 run SP5") == "not_your_turn"
    assert match.reason("1 run SP5 SP5") == "duplicate_card"


@pytest.mark.parametrize(
    ("top", "rule"),
    [("SP5", ("blue", "SP5", 2)), ("SK5", ("red", "SK5", 2)), ("GO5", ("green", "GO5", None))],
)
def test_s8_who_could_not_follow_goes_on_under_the_top_of_the_run(
    top: str, rule: tuple[str, str, int | None]
) -> None:
    match = under_way("red", "SK4", 1, 2).do("2 pass", f"1 run GO4 {top}")
    assert match.rule == rule


def test_s8_a_blue_master_on_top_only_the_cat_else_the_runs_player_leads() -> None:
    match = under_way("red", "SK4", 1, 2).do("2 pass", "1 run GO10 SPM")
    assert match.rule == ("blue", "SPM", 2)
    assert match.reason("2 play SP2") == "wrong_number"
    assert match.reason("2 play CAT") is None
    assert match.do("2 pass", "3 pass", "4 pass").rule == ("lead", None, 1)


def test_s8_an_empty_hand_wins() -> None:
    match = under_way("red", "SK4", 1, 2, counts=(2, 5, 5, 5)).do("2 pass", "1 run SP5 SP6")
    assert match.result["winner"] == [1]


def test_s8_a_runner_with_only_cats_passes() -> None:
    match = under_way("red", "SK4", 1, 2, counts=(1, 5, 5, 5)).do("2 pass", "1 pass")
    assert match.rule == ("lead", None, 2)
    match = under_way("red", "SK4", 1, 2, counts=(2, 5, 5, 5)).do("2 pass")
    assert match.reason("1 pass") == "cannot_pass"  # there is one cat
    match = under_way("red", "SK4", 1, 2, counts=(1, 5, 5, 5))
    match.state.see(deck.CAT)
    assert match.do("2 pass").reason("1 pass") == "cannot_pass"  # and it was played
    match = under_way("red", "SK4", 1, 2, counts=(2, 5, 5, 5), double_pack="on").do("2 pass")
    assert match.reason("1 pass") is None


def test_s9_counter_clockwise_from_the_bats_player() -> None:
    match = under_way("red", "BA4", 2, 3).do("3 pass")
    assert match.rule == ("pandemonium", "BA4", 2)
    assert match.reason("2 give 1 SP5") == match.reason("2 give 2 SP5") == "wrong_receiver"
    assert match.reason("1 give 3 SP5") == "not_your_turn"
    assert match.reason("2 pass") == match.reason("2 play SP5") == "wrong_phase"
    givers = []
    while match.now["rule"] == "pandemonium":
        givers.append(match.now["turn"])
        match.do(f"{match.now['turn']} give 3 ?")
    assert givers == [2, 1, 4]
    assert match.rule == ("lead", None, 3)
    assert match.now["hand_counts"] == {"1": 13, "2": 13, "3": 17, "4": 13}


def test_s9_the_first_empty_hand_wins_and_the_giving_stops() -> None:
    match = under_way("red", "BA4", 2, 3, counts=(1, 5, 5, 1)).do("3 pass", "2 give 3 ?")
    match.do("1 give 3 GH9")
    assert match.result["winner"] == [1]
    assert match.now["hand_counts"] == {"1": 0, "2": 4, "3": 7, "4": 1}


@pytest.mark.parametrize(
    ("rule", "top"), [("lead", "SP1"), ("blue", "SP4"), ("blue", "GHM"), ("red", "SK5")]
)
def test_s10_the_cat_under_every_rule_and_the_next_player_leads(rule: str, top: str) -> None:
    assert under_way(rule, top, 1, 2).do("2 play CAT").rule == ("lead", None, 3)


def test_s10_not_in_a_procession_nor_while_cards_are_given() -> None:
    assert under_way("red", "SK5", 1, 2).do("2 pass").reason("1 play CAT") == "wrong_phase"
    assert under_way("red", "BA5", 1, 2).do("2 pass").reason("1 play CAT") == "wrong_phase"


@pytest.mark.parametrize("code", ["SP5", "GO5", "SK5", "BA5", "CAT"])
def test_s11_the_first_empty_hand_ends_the_game(code: str) -> None:
    match = under_way("blue", "SP4", 1, 2, counts=(3, 1, 3, 3)).do(f"2 play {code}")
    assert match.result["finished"] is True
    assert match.result["winner"] == [2]
    assert match.result["rounds"] == [{"winners": [2], "points": {}}]
    assert match.result["totals"] == {"1": 0, "2": 0, "3": 0, "4": 0}
    for line in ("1 play SP6", "new", "1 hand SP6", "3 pass", "1 give 2 ?"):
        assert match.reason(line) == "match_over"
    assert match.say("undo").ok


def test_s15_the_lights_say_the_rule_in_force() -> None:
    """S15: by colour and pattern, direction, and what must follow."""

    def shown(match: Match) -> tuple[object, ...]:
        show = core.show(match.state)
        motion = [name for name in ("blink", "fill") if show[name]]
        return show["strip"], motion, show["run"], show["digits"], show["seats"]

    blue = under_way("blue", "SP4", 1, 2)
    assert shown(blue) == ("b" * 13, [], 1, "       5", ("wait", "turn", "wait", "wait"))
    assert shown(under_way("blue", "SP10", 1, 2))[3] == "       H"
    assert shown(under_way("blue", "SPM", 1, 2))[3] == "        "
    red = under_way("red", "BA7", 1, 2)
    assert shown(red)[:4] == ("rr.rr.rr.rr.r", [], 1, "       7")
    green = under_way("green", "GO4", 1, 0).do("3 choose SP9")
    assert shown(green) == ("g.g.g.g.g.g.g", [], 1, " " * 8, ("turn", "turn", "wait", "turn"))
    ccw = under_way("lead", "SP1", 0, 2, strong_masters="on").do("2 play SKM")
    assert shown(ccw)[2] == -1
    assert shown(under_way("lead", "SP1", 0, 2))[:3] == (".............", [], 1)
    assert shown(red.do("2 pass"))[:3] == ("rr.rr.rr.rr.r", ["blink"], 1)
    assert shown(under_way("red", "SK7", 1, 2).do("2 pass"))[:3] == ("r" * 13, ["fill"], 1)
    master = under_way("lead", "SP1", 0, 2, strong_masters="on").do("2 play GOM")
    assert shown(master)[:3] == ("ggg.......ggg", [], 1)
    ended = under_way("blue", "SP4", 1, 2, counts=(3, 1, 3, 3)).do("2 play SP5")
    assert shown(ended)[:3] == (".............", [], 0)


def test_a_match_for_too_few_or_too_many_is_no_match() -> None:
    for seats, options in ((2, {}), (7, {}), (13, {"double_pack": "on"})):
        with pytest.raises(ValueError, match=f"not by {seats}"):
            core.initial(options, 0, seats)
    with pytest.raises(ValueError, match="no seat 5"):
        core.initial({}, 5, 4)
    assert core.initial({"double_pack": "on"}, 0, 12).dealer == 12


def test_actions_as_lines_and_back() -> None:
    for line in ("new", "2 play GO5", "1 pass", "3 choose CAT", "1 run SP2 GH3", "2 give 3 ?"):
        action = core.parse(line)
        assert action is not None
        assert core.line(action) == line
    for line in ("", "2", "new 1", "2 dance", "2 play", "2 play SP1 SP2", "2 give 3", "99 pass"):
        assert core.parse(line) is None
    odd = core.parse("1 play KH")
    assert odd is not None
    assert odd.cards == (-1,)


def test_what_the_core_does_not_know_is_an_error() -> None:
    state = core.initial()
    for action in (Action(1, "dance"), Action(4, "pass"), Action(1, "play", (1, 2))):
        with pytest.raises(ValueError, match=r"verb|seat|number of cards"):
            core.check(state, action)


def test_bytes_of_another_game_are_no_state() -> None:
    data = core.dump(core.initial())
    assert len(data) <= 256
    with pytest.raises(ValueError, match="no state"):
        core.load(data[:-1])
    with pytest.raises(ValueError, match="no state"):
        core.load(b"\xff" + data[1:])


def test_the_phases_are_those_listed() -> None:
    assert table.PHASES[0] == core.phase(core.initial())
    assert packs.codes("spooks")[deck.CAT] == "CAT"
    match = under_way("lead", "SP1", 0, 2, counts=(1, 1, 1, 1), scored="on").do("2 play SP5")
    assert core.phase(match.state) == "counting"
    match.do("1 hand SP2", "3 hand SP3", "4 hand SP4")
    assert core.phase(match.state) == "deal_over"
