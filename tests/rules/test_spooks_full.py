"""Known hands, the extra hand, scored matches, two packs, secrets (S2, S3, S7-S9, S12, S13)."""

from __future__ import annotations

import json

import pytest

from shared_rules import packs
from tapdeck import transcript
from tapdeck.rules import LineError, spooks
from tapdeck.session import shown_line, shown_text, view
from tapdeck.texts import in_all, say
from tests.rules.spooks_table import CODES, Match, deal, under_way

SPIDERS = "SP1 SP2 SP3 SP4 SP5 SP6 SP7 SP8 SP9 SP10 SPM"


# --- Dealing and starting ---------------------------------------------------------------------


def test_s2_all_hands_or_none() -> None:
    match = Match(6)
    match.do("deal 1 " + " ".join(SPIDERS.split()[:10]))
    for line in ("1 pass", "1 play SP1", "aside SP1", "1 hand SP1", "deal 1 " + SPIDERS[:-4]):
        assert match.reason(line) == "wrong_phase"
    assert match.reason("new") == "deal_unfinished"


def test_s2_a_hand_has_the_size_it_is_dealt() -> None:
    match = Match(3, 3)
    with pytest.raises(LineError, match="19 cards"):
        spooks.parse("deal 1 SP1 SP2", match.state)
    with pytest.raises(LineError, match="18 cards"):
        spooks.parse("deal 3 " + SPIDERS, match.state)
    with pytest.raises(LineError, match="no seat 4"):
        spooks.parse("deal 4 " + SPIDERS, match.state)
    with pytest.raises(LineError, match="14 cards are set aside"):
        spooks.parse("aside SP1", Match(3, extra_hand="on").state)


def test_s2_no_card_is_dealt_twice() -> None:
    match = Match(6).do("deal 1 " + " ".join(SPIDERS.split()[:10]))
    assert match.reason("deal 2 SP1 GH2 GH3 GH4 GH5 GH6 GH7 GH8 GH9 GH10") == "duplicate_card"
    assert match.reason("deal 2 GH2 GH2 GH3 GH4 GH5 GH6 GH7 GH8 GH9 GH10") == "duplicate_card"
    double = Match(12, double_pack="on").do("deal 1 " + " ".join(SPIDERS.split()[:10]))
    assert double.reason("deal 2 SP1 SP1 GH3 GH4 GH5 GH6 GH7 GH8 GH9 GH10") == "duplicate_card"
    assert double.reason("deal 2 SP1 GH3 GH3 GH4 GH5 GH6 GH7 GH8 GH9 GH10") is None


def test_s13_equal_cards_of_one_line_count_together() -> None:
    """Of two packs one copy may still be there when two are named, and only that card is blamed."""

    def run(cards: str, seen: str = "", aside: str = "", decks: int = 2) -> tuple[str, str]:
        match = under_way("red", "SK4", 1, 2, double_pack="on" if decks == 2 else "off")
        for code in seen.split():
            match.state.see(packs.index("spooks", code))
        match.state.aside = [packs.index("spooks", code) for code in aside.split()]
        verdict = match.do("2 pass").say(f"1 run {cards}")
        assert verdict.reason is not None
        return verdict.reason, say("en", verdict.text)

    seen = run("SP4 SP5 SP5", seen="SP4 SP5")
    assert seen[0] == "card_already_played"
    assert run("SP4 SP5 SP5")[0] == "not_a_run"
    assert run("SP5 SP5", aside="SP5")[0] == "not_in_hand"
    assert run("SP5 SP5", aside="SP4")[0] == "not_a_run"
    twice = run("SP4 SP5 SP5", decks=1)
    assert twice[0] == "duplicate_card"
    for _, sentence in (seen, twice):
        assert "spider 5" in sentence
        assert "spider 4" not in sentence


def test_s2_too_late_to_deal() -> None:
    match = Match(6).do("1 play SP1")
    assert match.reason("deal 1 " + " ".join(SPIDERS.split()[:10])) == "wrong_phase"
    assert match.reason("aside SP1") == "wrong_phase"


def test_s3_the_holder_of_the_first_spider_starts() -> None:
    match = deal(Match(4), {1: "GH1", 3: "SP1"})
    assert match.rule == ("lead", None, 3)
    assert match.reason("1 play GH1") == "not_your_turn"
    assert match.reason("3 play SP1") is None
    other = next(iter(match.state.hands[2][1:]))
    assert match.reason(f"3 play {spooks.codes(match.state)[other]}") == "must_start_lowest"


def test_s3_the_lowest_spider_that_was_not_set_aside() -> None:
    aside = "SP1 SP2 GH1 GH2 GH3 GH4 GH5 GH6 GH7 GH8 GH9"
    match = Match(4, extra_hand="on").do(f"aside {aside}")
    assert match.reason("1 play SP1") == "not_in_hand"
    assert match.reason("1 play SP4") == "must_start_lowest"
    assert match.reason("1 play SP3") is None
    assert match.reason(f"aside {aside}") == "wrong_phase"


def test_s3_aside_by_elimination_and_by_name() -> None:
    match = Match(4, extra_hand="on")
    order = ["GH", "GO", "SK", "BA"]
    numbers = [*map(str, range(1, 11)), "M"]
    hands = {seat: [suit + number for number in numbers] for seat, suit in enumerate(order, 1)}
    hands[1].append("SP3")
    for seat, hand in hands.items():
        match.do(f"deal {seat} " + " ".join(hand))
    assert match.rule == ("lead", None, 1)
    assert match.reason("1 play GH1") == "must_start_lowest"
    rest = [code for code in (*SPIDERS.split(), "CAT") if code != "SP3"]
    assert match.reason("aside " + " ".join(["GH1", *rest[1:]])) == "duplicate_card"
    assert match.do("aside " + " ".join(rest)).do("1 play SP3").rule == ("blue", "SP3", 2)


def test_s3_all_spiders_set_aside_the_dealers_left_leads_anything() -> None:
    match = Match(4, 2, extra_hand="on").do(f"aside {SPIDERS}")
    assert match.rule == ("lead", None, 3)
    assert match.reason("3 play GO5") is None
    # Hands may still be entered, until something is led.
    assert match.reason("deal 1 " + " ".join(CODES[11:22])) is None
    assert match.do("3 play GO5").reason("deal 1 " + " ".join(CODES[11:22])) == "wrong_phase"


def test_s2_without_the_option_nothing_is_set_aside() -> None:
    assert Match().reason(f"aside {SPIDERS}") == "wrong_phase"


def test_known_hands_hold_what_they_hold() -> None:
    match = deal(Match(4), {1: "SP1 GO3", 2: "SP2 GO2", 3: "SK2 CAT"}).do("1 play SP1")
    assert match.reason("2 play SK2") == "not_in_hand"
    match.do("2 play GO2")
    assert match.reason("1 choose SK2") == "not_in_hand"
    match.do("1 choose GO3")
    assert match.reason("1 choose GO3") == "not_in_hand"  # it left the hand
    assert match.now["hand_counts"]["1"] == len(match.state.hands[0]) == 12


def test_unknown_hands_are_only_counted() -> None:
    match = under_way("red", "SK4", 1, 2, counts=(2, 5, 5, 5)).do("2 pass")
    assert match.reason("1 run SP5 SP6 SP7") == "not_in_hand"
    assert match.reason("1 run SP5 SP6") is None
    assert match.reason("1 run SK4") == "card_already_played"


def test_s7_s8_a_pass_is_a_lie_where_hands_are_known() -> None:
    third = " ".join(f"GH{number}" for number in range(3, 11))
    third += " " + " ".join(f"GO{number}" for number in range(3, 8))
    match = deal(Match(4), {1: "SP1 SK5 SP9", 2: "BA2 BA3", 3: f"{third} CAT", 4: "SK9"})
    match.do("1 play SP1", "2 play BA2")
    assert match.reason("3 pass") == "cannot_pass"  # holding the cat is being able to
    match.do("3 play CAT", "4 play SK9")
    assert match.reason("1 pass") == "cannot_pass"


def test_s8_a_cat_that_lies_aside_is_in_no_runners_hand() -> None:
    match = under_way("red", "SK4", 1, 2, counts=(1, 5, 5, 5), extra_hand="on").do("2 pass")
    assert match.reason("1 pass") is None
    match.state.aside = [55]
    assert match.reason("1 pass") == "cannot_pass"


def test_s9_where_hands_are_known_the_card_is_named() -> None:
    hands = {1: "SP1", 2: "BA2 " + " ".join(f"GO{n}" for n in (*range(1, 11), "M"))}
    hands[3] = "SP3 SP4 SP5 SP6 SP7 SP8 GH1 GH4 GH5 GH6 GH7 GH8 GH9 GH10"
    match = deal(Match(4), hands).do("1 play SP1", "2 play BA2", "3 pass")
    assert match.reason("2 give 3 ?") == "not_in_hand"
    assert match.reason("2 give 3 SP3") == "not_in_hand"
    match.do("2 give 3 GO4")
    assert match.reason("1 give 3 GO4") == "not_in_hand"
    held = [spooks.codes(match.state)[card] for card in match.state.hands[2]]
    assert "GO4" in held
    assert len(held) == 15


# --- Scored matches ---------------------------------------------------------------------------


def test_s12_what_a_hand_costs() -> None:
    match = under_way("lead", "SP1", 0, 2, 3, (3, 1, 2), scored="on").do("2 play SK5")
    assert match.rule == (None, None, None)
    assert match.result["rounds"] == []
    assert match.reason("new") == "deal_unfinished"
    assert match.reason("1 play SP3") == "deal_over"
    assert match.reason("2 hand SP2") == "not_in_hand"
    assert match.reason("1 hand SP2") == match.reason("1 hand SP2 SP3 SP4 SP5") == "not_in_hand"
    match.do("1 hand GO10 SPM CAT")
    assert match.reason("1 hand GO10 SPM CAT") == "wrong_phase"
    assert match.reason("3 hand GO10 SP2") == "duplicate_card"
    assert match.reason("3 hand SK5 SP2") == "card_already_played"
    match.do("3 hand GH1 BA9")
    assert match.result["rounds"] == [{"winners": [2], "points": {"1": 60, "2": 0, "3": 10}}]
    assert match.reason("1 hand SP2 SP3 SP4") == "wrong_phase"
    assert match.result["finished"] is False
    assert match.do("new").result["totals"] == {"1": 60, "2": 0, "3": 10}


def test_s12_known_hands_are_counted_at_once() -> None:
    run = "SP3 GH4 BA5 SK6 SP7 GH8 SP9 GH10 SPM"
    hands = {1: "SP1", 2: "SK2 " + run, 3: "GH1 GH3 SP4 SP5 GO1 GO3 GO4 GO5 BA1"}
    match = deal(Match(6, scored="on"), hands)
    match.do("1 play SP1", "2 play SK2", "3 pass", "2 run " + run)
    [only] = match.result["rounds"]
    assert only["winners"] == [2]
    assert only["points"]["3"] == 1 + 3 + 4 + 5 + 1 + 3 + 4 + 5 + 1
    whole = 5 * (55 + 20) + 30
    assert sum(only["points"].values()) == whole - (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 20)
    assert match.reason("1 hand SP2") == "wrong_phase"
    told = transcript.export(match.session)  # the hands were shown to be counted
    assert told.count(" hand ") == 5
    again = transcript.replay(transcript.parse(told)).session
    assert again.state.totals == match.state.totals


def totals(match: Match, *points: int) -> Match:
    match.state.totals = list(points)
    return match


def test_s12_above_200_is_dead_and_ends_the_match() -> None:
    match = totals(under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), scored="on"), 195, 100, 80)
    match.do("2 play SK5", "1 hand SP5", "3 hand CAT")
    assert match.result["finished"] is False  # exactly 200 is alive
    match = totals(under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), scored="on"), 195, 110, 80)
    match.do("2 play SK5", "1 hand SP6", "3 hand CAT")
    assert match.result["finished"] is True
    assert match.result["totals"] == {"1": 201, "2": 110, "3": 110}
    assert match.result["winner"] == [2, 3]  # equal ones share
    assert match.now["hand_counts"] == {"1": 0, "2": 0, "3": 1}
    assert match.reason("new") == "match_over"


def test_s12_elimination_the_dead_leave() -> None:
    options = {"scored": "on", "elimination": "on"}
    match = totals(under_way("lead", "SP1", 0, 2, 4, (1, 1, 1, 1), **options), 195, 10, 20, 30)
    match.do("2 play SK5", "1 hand SP6", "3 hand CAT", "4 hand SP2")
    assert match.result["finished"] is False
    match.do("new")
    assert match.state.dealer == 2  # past the dead
    assert match.now["hand_counts"] == {"1": 0, "2": 18, "3": 19, "4": 19}
    assert match.reason("1 play SP1") == match.reason("deal 1 SP1") == "player_out"
    match.do("4 play SP1", "2 pass", "3 pass", "4 play GO3")
    assert match.reason("1 choose SP2") == "player_out"
    match.do("2 choose SP2", "3 choose SP3", "4 choose SP4")
    assert match.now["turn"] == 2


def test_s12_two_or_fewer_live() -> None:
    options = {"scored": "on", "elimination": "on"}
    match = totals(under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), **options), 195, 10, 10)
    match.do("2 play SK5", "1 hand SP6", "3 hand SP2")
    assert match.result["winner"] == [2]
    lone = totals(under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), **options), 195, 10, 195)
    lone.do("2 play SK5", "1 hand SP6", "3 hand CAT")
    assert lone.result["winner"] == [2]
    assert lone.result["rounds"][-1]["points"] == {"1": 6, "2": 0, "3": 30}


def test_s12_all_win_at_once_and_nobody_counts() -> None:
    match = under_way("green", "GO4", 1, 0, 3, (1, 1, 1), scored="on")
    match.do("1 choose SP2", "2 choose SP3", "3 choose SP4")
    assert match.result["rounds"] == [
        {"winners": [1, 2, 3], "points": {"1": 0, "2": 0, "3": 0}},
    ]


def test_s12_elimination_without_a_scored_game_changes_nothing() -> None:
    match = under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), elimination="on").do("2 play SK5")
    assert match.result["finished"] is True
    assert match.result["rounds"] == [{"winners": [2], "points": {}}]


# --- Two packs --------------------------------------------------------------------------------


def test_s13_the_first_with_the_spider_from_the_dealers_left() -> None:
    match = Match(4, 2, double_pack="on")
    assert deal(match, {1: "SP1", 4: "SP1"}).now["turn"] == 4
    assert deal(Match(4, 4, double_pack="on"), {1: "SP1", 4: "SP1"}).now["turn"] == 1
    assert deal(Match(4, 1, double_pack="on"), {1: "SP1 SP1"}).now["turn"] == 1


def test_s13_each_card_twice() -> None:
    match = under_way("blue", "SP4", 1, 2, double_pack="on").do("2 play GH5", "3 play GH6")
    assert match.do("4 pass", "1 pass", "2 pass", "3 play GH5").reason("4 play GH6") is None
    match.do("4 play GH6", "1 pass", "2 pass", "3 pass")
    assert match.reason("4 play GH6") == "card_already_played"


def tied() -> Match:
    match = under_way("green", "GO2", 3, 0, double_pack="on")
    return match.do("1 choose GO9", "2 choose GO9", "3 choose SP3", "4 choose GO8")


def test_s13_only_the_tied_choose_again() -> None:
    match = tied()
    assert match.rule == ("green", "GO2", None)
    assert match.reason("3 choose SP5") == match.reason("4 choose GO10") == "not_your_turn"
    assert match.do("2 choose GO3", "1 choose GO5").rule == ("lead", None, 1)


def test_s13_until_one_wins_or_none_shows_a_goblin_or_cat() -> None:
    match = tied().do("1 choose GO5", "2 choose GO5")
    assert match.rule == ("green", "GO2", None)
    assert match.do("1 choose SP5", "2 choose SP5").rule == ("lead", None, 4)
    assert tied().do("1 choose CAT", "2 choose CAT").rule == ("green", "GO2", None)
    assert tied().do("1 choose SP5", "2 choose GO1").rule == ("lead", None, 2)


def test_s13_two_cats() -> None:
    match = under_way("green", "GO2", 3, 0, double_pack="on")
    match.do("1 choose CAT", "2 choose GOM", "3 choose CAT", "4 choose GO8")
    assert match.reason("2 choose SP5") == "not_your_turn"
    assert match.do("1 choose SP5", "3 choose GO1").now["turn"] == 3


def test_s13_a_tied_player_with_an_empty_hand_has_won() -> None:
    match = under_way("green", "GO2", 3, 0, counts=(1, 2, 3, 3), double_pack="on")
    match.do("1 choose GO9", "2 choose GO9", "3 choose SP3", "4 choose GO8")
    assert match.result["winner"] == [1]


# --- Secrets ----------------------------------------------------------------------------------


def chosen() -> Match:
    return under_way("green", "GO4", 1, 0).do("3 choose GO9", "1 choose BA8")


def test_s6_nobody_sees_a_chosen_card_before_all_are_turned_up() -> None:
    match = chosen()
    public = json.dumps(view(match.session))
    assert "GO9" not in public
    assert "BA8" not in public
    assert "goblin 9" not in public
    own = view(match.session, (3,))["seats"]
    assert [seat["choice"] for seat in own] == [None, None, "GO9", None]
    assert [seat["chosen"] for seat in own] == [True, False, True, False]
    assert "GO9" not in json.dumps(view(match.session, (1,)))
    for entry in match.session.log:
        assert "GO9" not in shown_line(match.session, entry.verdict)
        assert "9" not in in_all(shown_text(match.session, entry.verdict))["en"]
    assert "GO9" not in transcript.export(match.session)
    match.do("2 choose SP2", "4 choose SP3")
    turned = view(match.session)["turned"]
    assert {"seat": 3, "card": "GO9"} in turned
    assert [each["seat"] for each in turned] == [1, 2, 3, 4]


def test_s6_a_choice_that_was_taken_back_or_refused_stays_hidden() -> None:
    match = Match(3).do("1 play SP1", "2 play GO2", "1 choose BA8")
    assert match.say("1 choose GO7").reason == "already_chosen"
    assert match.say("1 undo").ok
    match.do("1 choose SP9", "2 choose SP2", "3 choose SP3")
    said = [shown_line(match.session, entry.verdict) for entry in match.session.log]
    assert not any(code in line for line in said for code in ("BA8", "GO7"))
    told = transcript.export(match.session)
    assert "1 choose SP9" in told
    assert "BA8" not in told


def test_s9_gifts_and_hands_are_for_those_who_hold_them() -> None:
    match = under_way("red", "BA4", 2, 3).do("3 pass", "2 give 3 SP9")
    assert "SP9" not in json.dumps(view(match.session))
    assert [shown_line(match.session, each.verdict) for each in match.session.log][-1] == (
        "2 give 3 …"
    )
    known = deal(Match(4), {1: "SP1"})
    assert view(known.session)["hands"] == {}
    assert set(view(known.session, (2,))["hands"]) == {"2"}
    aside = Match(4, extra_hand="on").do(f"aside {SPIDERS}")
    assert "SP5" not in json.dumps(view(aside.session))
    aside.say("aside SP1 SP2 SP3 SP4 SP5 SP6 SP7 SP8 SP9 SP10 KH")
    assert "SP5" not in json.dumps(view(aside.session))


def test_an_unfinished_game_tells_what_everybody_saw() -> None:
    match = deal(Match(4), {1: "SP1 GO1", 2: "GO2 BA7", 3: "SK9 BA9", 4: "GO9"})
    match.do("1 play SP1", "2 play GO2", "1 choose GO1", "2 choose BA7", "3 choose SK9")
    told = transcript.export(match.session)
    assert "deal " not in told
    assert "choose" not in told
    match.do("4 choose GO9")
    told = transcript.export(match.session)
    assert "4 choose GO9" in told
    again = transcript.replay(transcript.parse(told))
    assert all(verdict.ok for _, verdict in again.verdicts)
    assert transcript.result(again)["state"] == match.now


def test_s15_the_view_says_the_rule_in_force() -> None:
    shown = view(under_way("blue", "SP4", 1, 2).session)
    assert (shown["rule"], shown["colour"], shown["must_follow"]) == ("blue", "blue", "5")
    assert "5" in shown["rule_text"]["en"]
    assert not shown["spider_master"]
    assert view(under_way("blue", "SP10", 1, 2).session)["must_follow"] == "M"
    assert view(under_way("blue", "SPM", 1, 2).session)["must_follow"] is None
    for top, besides in (("SP4", True), ("GH4", False), ("SP10", False), ("SPM", False)):
        strong = view(under_way("blue", top, 1, 2, strong_masters="on").session)
        assert strong["spider_master"] is besides  # S14
        assert ("spider master" in strong["rule_text"]["en"]) is besides
    red = view(under_way("red", "BA7", 1, 2).session)
    assert (red["colour"], red["must_follow"], red["direction"]) == ("red", "7", "cw")
    assert "蝙蝠" in red["rule_text"]["zh-Hans"]
    for turned, wins in ((False, "highest"), (True, "lowest")):
        green = under_way("green", "GO7", 1, 0)
        green.state.down = turned
        shown = view(green.session)
        assert wins in shown["rule_text"]["en"]
        assert "goblin" not in shown["phase_text"]["en"]  # S14: which one wins, the rule says


def test_hints_are_allowed_by_the_rules() -> None:
    match = deal(Match(4), {1: "SP1"})
    shown = view(match.session, (1, 2))["hints"]
    assert set(shown) == {"1"}
    assert shown["1"]["line"] == "1 play SP1"
    assert spooks.hint(Match().state, 1) is None


def test_the_sheet_has_a_row_a_deal() -> None:
    match = under_way("lead", "SP1", 0, 2, 3, (1, 1, 1), scored="on")
    match.do("2 play SK5", "1 hand SP5", "3 hand CAT")
    sheet = spooks.sheet(match.state, ["Ann", "Bo", "Cy"])
    assert sheet.rows == ((1, "Bo", 5, 0, 30),)
    assert len(sheet.columns) == 5
    assert len(spooks.sheet(Match().state, ["Ann", "Bo", "Cy", "Di"]).columns) == 2


def test_house_rules_are_for_other_games() -> None:
    assert spooks.mistake({}) is None
    found = spooks.mistake({"cards": {}})
    assert found is not None
    assert found.path == ("cards",)
    with pytest.raises(ValueError, match="house rule"):
        spooks.initial({}, house={"cards": {}})
