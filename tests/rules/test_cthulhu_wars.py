"""Cthulhu Wars clause by clause, W1 to W12, under the full rules."""

from __future__ import annotations

import pytest

from shared_rules import cthulhu_wars as core
from shared_rules import packs
from shared_rules.cthulhu_wars_state import SIGNS, TRACKS
from tapdeck.rules import cthulhu_wars
from tests.rules.cthulhu_wars_table import FACTIONS, Game, second_round


def books(seat: int) -> list[str]:
    return [f"{seat} book"] * 6


# --- Players and set-up -----------------------------------------------------------------------


def test_w1_three_to_five_play_eight_factions() -> None:
    assert packs.codes("cthulhu_wars")[:8] == FACTIONS
    assert cthulhu_wars.SEATS == (3, 5)
    for seats in (3, 4, 5):
        assert len(Game(", ".join(FACTIONS[-seats:])).state.factions) == seats
        assert len(core.initial({}, 1, seats).factions) == seats
    for seats in (1, 2, 6):
        with pytest.raises(ValueError, match="played by 3 to 5"):
            core.initial({}, 1, seats)


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        ({"factions": "GC, XX, CC"}, "no faction 'XX'; the factions are: GC, CC"),
        ({"factions": "GC, CC, GC"}, "the faction GC stands twice"),
        ({"factions": "GC, CC"}, "the number of factions is 2, that of seats 3"),
        ({"factions": "GC,, CC"}, "no faction ''"),
        ({"factions": ""}, "the number of factions is 0, that of seats 3"),
        ({"start.goo": ""}, "values of start.goo is 0, that of seats 3"),
        ({"start.cultists": "7"}, "start.cultists cannot be '7'; it can be 0 to 6"),
        ({"start.power": "-1"}, "start.power cannot be '-1'"),
        ({"start.gates": "1, 2"}, "values of start.gates is 2, that of seats 3"),
        ({"start.goo": "one"}, "start.goo cannot be 'one'"),
        ({"start.doom": "1"}, "no header 'start.doom'"),
    ],
)
def test_w1_w2_a_wrong_header_is_told(headers: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")):
        cthulhu_wars.initial({}, 1, None, 3, headers)


def test_w2_set_up() -> None:
    game = Game()
    everybody = {"1": 0, "2": 0, "3": 0}
    assert game.result["totals"] == everybody
    assert game.shown == {
        "round": 0,
        "phase": "gather",
        "power": everybody,
        "gates": {"1": 1, "2": 1, "3": 1},
        "cultists": {"1": 6, "2": 6, "3": 6},
        "captured": everybody,
        "goo": everybody,
        "books": everybody,
        "signs": everybody,
        "ritual_cost": 5,
        "ritual_space": 1,
        "free_gates": 0,
        "signs_left": 36,
    }
    assert SIGNS == (18, 12, 6)
    assert game.do("gather").shown["power"] == {"1": 8, "2": 8, "3": 8}


def test_w2_the_start_is_editable_for_all_or_seat_by_seat() -> None:
    shown = Game(power="3", cultists="6, 5, 4", gates="2 0 1", goo="1").shown
    assert shown["power"] == {"1": 3, "2": 3, "3": 3}
    assert shown["cultists"] == {"1": 6, "2": 5, "3": 4}
    assert shown["gates"] == {"1": 2, "2": 0, "3": 1}
    assert shown["goo"] == {"1": 1, "2": 1, "3": 1}


def test_w3_a_faction_has_six_cultists_captives_included() -> None:
    game = Game(cultists="5, 6, 6").to_action()
    game.do("1 cultist +1")
    assert game.reason("1 cultist +1") == "too_many_cultists"
    game.do("2 capture 1", "3 capture 1")
    assert game.reason("1 cultist +1") == "too_many_cultists"
    game.do("1 cultist -3", "1 cultist +3")
    assert game.reason("1 cultist +1") == "too_many_cultists"
    game.do("2 gate +40")  # there is no such limit on gates
    assert game.shown["gates"]["2"] == 41


# --- Rounds -----------------------------------------------------------------------------------


def test_w4_the_phases_of_a_round() -> None:
    game = Game()
    for line, phase in [
        ("gather", "first"),
        ("first 1 cw", "action"),
        ("1 power -8", "action"),
        ("2 power -8", "action"),
        ("3 power -8", "action"),
        ("1 turn", "gather"),
        ("gather", "first"),
        ("first 1 cw", "doom"),
        ("doom", "doom"),
        ("action", "action"),
    ]:
        assert game.do(line).shown["phase"] == phase
    assert game.shown["round"] == 2


def test_w4_power_is_gathered_to_what_is_left() -> None:
    assert Game(power="3, 0, 0").do("gather").shown["power"] == {"1": 11, "2": 8, "3": 8}


@pytest.mark.parametrize(
    ("phase", "lines"),
    [
        ("gather", ("first 1 cw", "doom", "1 ritual", "1 noritual", "action", "1 turn")),
        ("first", ("gather", "doom", "1 ritual", "1 noritual", "action", "1 turn")),
        ("doom", ("gather", "first 1 cw", "doom", "1 turn")),
        ("action", ("gather", "first 1 cw", "doom", "1 ritual", "1 noritual", "action")),
    ],
)
def test_w4_what_belongs_to_another_phase_is_refused(phase: str, lines: tuple[str, ...]) -> None:
    game = Game().round()
    if phase == "first":
        game.do("gather")
    elif phase == "doom":
        game.to_doom()
    elif phase == "action":
        game.to_action()
    assert game.shown["phase"] == phase
    for line in lines:
        assert game.reason(line) == "wrong_phase", line


def test_w5_what_is_gathered() -> None:
    """Two gates, three cultists, a captive and a gate that nobody controls: nine."""
    game = Game("GC, BG, CC", cultists="3, 6, 6", gates="2, 1, 1").to_action()
    game.do("1 capture 2", "free +1").spend().do("3 turn")
    [first, second, third] = core.gathering(game.state)
    assert first == {
        "cultists": 3,
        "gates": 4,
        "free": 1,
        "captives": 1,
        "minimum": 0,
        "power": 9,
    }
    assert (second["power"], third["power"]) == (8, 9)
    game.do("gather")
    assert game.shown["power"] == {"1": 9, "2": 8, "3": 9}
    # The captive is back in its owner's pool, not on the map.
    assert game.shown["captured"] == {"1": 0, "2": 0, "3": 0}
    assert game.shown["cultists"]["2"] == 5
    assert game.do("first 1 cw").reason("2 cultist +1") is None
    assert game.reason("2 cultist +2") == "too_many_cultists"


def test_w5_great_old_ones_give_no_power_and_more_than_twenty_counts() -> None:
    game = Game(goo="3, 0, 0", gates="9, 1, 1").do("gather")
    assert game.shown["power"] == {"1": 24, "2": 12, "3": 12}


@pytest.mark.parametrize(
    ("gates", "power"), [("4, 0, 0", (14, 7, 7)), ("0, 0, 0", (6, 6, 6)), ("5, 0, 1", (16, 8, 8))]
)
def test_w6_less_than_half_becomes_half(gates: str, power: tuple[int, ...]) -> None:
    assert tuple(Game(gates=gates).do("gather").shown["power"].values()) == power


def test_w6_half_is_rounded_up() -> None:
    """Four against thirteen become seven; seven stay seven."""
    game = Game(cultists="5, 4, 5", gates="4, 0, 1").do("gather")
    assert game.shown["power"] == {"1": 13, "2": 7, "3": 7}


def test_w6_no_power_at_all_is_the_end_at_once() -> None:
    game = Game(cultists="0", gates="0").do("gather")
    assert game.result["winner"] == "humanity"
    assert game.result["finished"] is True
    assert game.shown["phase"] == "over"
    assert game.result["rounds"][0]["gathered"] == {"1": 0, "2": 0, "3": 0}
    assert game.result["rounds"][0]["first"] is None
    assert game.reason("first 1 cw") == "match_over"


def test_w6_no_reckoning_is_waited_for() -> None:
    game = Game(cultists="0", gates="0", power="1").to_action()
    game.do("1 sign ?").spend().do("1 turn", "gather")
    assert game.result["winner"] == "humanity"
    assert game.reason("1 show 1") == "match_over"


# --- The first player -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("factions", "first"),
    [("CC, BG, GC", 3), ("YS, WW, SL", 3), ("SL, AN, YS", 2), ("CC, BG, YS, OW, WW", 2)],
)
def test_w7_round_one_begins_with_gc_or_the_first_code(factions: str, first: int) -> None:
    game = Game(factions, gates="5, 1, 1" + ", 1" * (factions.count(",") - 2)).do("gather")
    for seat in game.state.seats:
        expected = None if seat == first else "wrong_first"
        assert game.reason(f"first {seat} ccw") == expected


def test_w7_later_the_most_power() -> None:
    """W7: from the second round on the most power is first."""
    game = Game(gates="1, 2, 1").round().do("gather")
    assert game.reason("first 1 cw") == "wrong_first"
    assert game.reason("first 2 cw") is None


def test_w7_a_tie_is_for_the_previous_first_player() -> None:
    game = Game(gates="1, 2, 2").round().do("gather")
    assert core.turn(game.state) == 1  # who was first picks
    assert game.reason("first 1 cw") == "choose_first"
    assert game.reason("first 2 cw") is None
    assert game.reason("first 3 ccw") is None
    assert game.do("first 3 ccw").result["rounds"][-1]["first"] == 3


def test_w7_most_power_after_the_minimum() -> None:
    """With one and nothing the half, rounded up, is as much as the highest."""
    game = Game(cultists="0", gates="0", power="1").to_action()
    game.do("1 cultist +1").spend().do("1 turn", "gather")
    assert game.shown["power"] == {"1": 1, "2": 1, "3": 1}
    assert game.reason("first 2 cw") is None


@pytest.mark.parametrize(("direction", "order"), [("cw", [3, 4, 1, 2]), ("ccw", [3, 2, 1, 4])])
def test_w7_the_direction_is_for_the_round(direction: str, order: list[int]) -> None:
    game = Game("GC, CC, BG, YS").round().to_doom(3, direction)
    for seat in order:
        assert core.turn(game.state) == seat
        game.do(f"{seat} noritual")
    assert core.turn(game.state) == 0


# --- The doom phase ---------------------------------------------------------------------------


def test_w8_not_in_round_one() -> None:
    game = Game().do("gather", "first 1 cw")
    assert game.shown["phase"] == "action"
    assert game.result["totals"] == {"1": 0, "2": 0, "3": 0}


def test_w8_doom_for_gates_comes_first_and_once() -> None:
    game = Game(gates="3, 1, 0").round().do("gather", "first 1 cw")
    for line in ("1 ritual", "1 noritual", "action"):
        assert game.reason(line) == "wrong_phase"
    game.do("doom")
    assert game.result["totals"] == {"1": 3, "2": 1, "3": 0}
    assert game.reason("doom") == "wrong_phase"


def test_w8_a_ritual() -> None:
    game = second_round(gates="3, 1, 0", goo="2, 0, 0")
    before = game.shown["power"]["1"]
    assert game.reason("1 ritual 1") == "sign_count"
    game.do("1 ritual 3 ?")
    assert game.shown["power"]["1"] == before - 5
    assert game.shown["ritual_space"] == 2
    assert game.shown["ritual_cost"] == 6
    assert game.result["totals"]["1"] == 3 + 3
    assert game.shown["signs"] == {"1": 2, "2": 0, "3": 0}
    assert game.shown["signs_left"] == 34
    assert game.result["rounds"][-1]["rituals"] == [1]


def test_w8_each_decides_once_in_turn_order() -> None:
    game = second_round()
    assert game.reason("2 ritual") == "ritual_order"
    assert game.reason("3 noritual") == "ritual_order"
    game.do("1 noritual")
    assert game.reason("1 ritual") == "ritual_done"
    game.do("2 ritual")
    assert game.reason("2 noritual") == "ritual_done"
    game.do("action")  # seat 3 has declined
    assert game.result["rounds"][-1]["rituals"] == [2]


def test_w8_the_cost_must_be_there() -> None:
    game = second_round().do("1 power -4")
    assert game.reason("1 ritual") == "not_enough_power"
    game.do("1 power +1", "1 ritual")
    assert game.shown["power"]["1"] == 0


def test_w8_a_missing_sign_is_a_point_of_doom() -> None:
    game = Game(goo="3, 0, 0").to_action().do(*["2 sign ?"] * 35).spend().do("1 turn").to_doom()
    assert game.reason("1 ritual ? ? ?") == "sign_count"
    game.do("1 ritual ?")
    assert game.result["totals"]["1"] == 1 + 1 + 2
    assert game.shown["signs_left"] == 0


def test_w8_changes_are_allowed_in_the_doom_phase() -> None:
    game = Game().round().do("gather", "first 1 cw")
    for line in ("1 power +1", "1 gate +1", "free +1", "1 goo +1", "1 book", "1 sign 1"):
        game.do(line)
    game.do("doom", "2 cultist -1", "2 capture 3")
    assert game.result["totals"] == {"1": 2, "2": 1, "3": 1}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_w9_the_track(seats: int) -> None:
    costs = {
        3: [5, 6, 7, 8, 9, 10],
        4: [5, 6, 7, 7, 8, 8, 9, 10],
        5: [5, 6, 6, 7, 7, 8, 8, 9, 9, 10],
    }[seats]
    assert list(TRACKS[seats]) == costs
    game = Game(", ".join(FACTIONS[:seats]), power="99").round().to_doom()
    for place, cost in enumerate([*costs, 10, 10]):
        game.state.decided = 0  # as if it were another round
        game.state.power = [99] * seats
        assert game.shown["ritual_cost"] == cost
        assert game.shown["ritual_space"] == min(place, len(costs)) + 1
        game.do("1 ritual")
        assert game.shown["power"]["1"] == 99 - cost


# --- Signs ------------------------------------------------------------------------------------


def test_w10_signs_are_shown_by_choice_and_are_out_for_good() -> None:
    game = Game().to_action().do("1 sign 3", "1 sign 1", "1 sign 3")
    assert game.shown["signs"]["1"] == 3
    assert game.result["totals"]["1"] == 0
    game.do("1 show 3")
    assert game.result["totals"]["1"] == 3
    game.do("1 show all")
    assert game.result["totals"]["1"] == 7
    assert game.shown["signs"]["1"] == 0
    assert game.shown["signs_left"] == 33


def test_w10_at_any_moment() -> None:
    game = Game().to_action().do("1 sign 1", "1 sign 1", "1 sign 1", "1 sign 1").spend()
    for line in ("1 turn", "gather", "first 1 cw", "doom"):
        game.do("1 show 1")
        game.do(line)
    assert game.result["totals"]["1"] == 5
    assert game.reason("1 show 1") == "no_such_sign"


def test_w10_there_are_18_12_and_6() -> None:
    for sign, count in enumerate(SIGNS, 1):
        game = Game().to_action()
        for number in range(count):
            game.do(f"{number % 3 + 1} sign {sign}")
        assert game.reason(f"1 sign {sign}") == "no_such_sign"
        assert game.reason("1 sign ?") is None
        # Those that were shown do not come back.
        game.do("1 show all")
        assert game.reason(f"2 sign {sign}") == "no_such_sign"


@pytest.mark.parametrize("sign", [1, 2, 3])
def test_w2_w10_equal_signs_of_one_ritual_count_together(sign: int) -> None:
    """With all but one of a value known, a ritual may draw that one and not two of them."""
    game = Game(goo="2, 0, 0", gates="3, 1, 0").round().do("gather", "first 1 cw")
    game.do(*[f"2 sign {sign}"] * (SIGNS[sign - 1] - 1), "doom")
    assert game.reason(f"1 ritual {sign} {sign}") == "no_such_sign"
    assert game.reason(f"1 ritual {sign} ?") is None
    # Once they are shown a bare table knows as much.
    game.do("2 show all")
    assert core.check(game.state, core.parse(f"1 ritual {sign} {sign}")) == "no_such_sign"
    assert core.check(game.state, core.parse(f"1 ritual {sign} ?")) is None


def test_w10_an_empty_pool_gives_doom() -> None:
    game = Game().to_action().do(*["2 sign ?"] * 36)
    assert game.reason("1 sign 1") == "no_such_sign"
    game.do("1 sign ?")
    assert game.result["totals"]["1"] == 1
    assert game.shown["signs"] == {"1": 0, "2": 36, "3": 0}


def test_w10_an_unknown_sign_becomes_what_is_shown() -> None:
    game = Game().to_action().do("1 sign ?", "1 sign 2")
    assert game.reason("1 show all") == "sign_count"
    game.do("1 show 2")  # the one that was named
    assert game.reason("1 show all") == "sign_count"
    game.do("1 show 2")  # the other becomes one
    assert game.result["totals"]["1"] == 4
    assert game.reason("1 show 2") == "no_such_sign"
    assert game.reason("1 show all") == "no_such_sign"


def test_w10_an_unknown_sign_is_none_that_others_hold() -> None:
    game = Game().to_action().do("1 sign ?", *["2 sign 3"] * 6)
    assert game.reason("1 show 3") == "no_such_sign"
    assert game.reason("1 show 2") is None


# --- The end ----------------------------------------------------------------------------------


def test_w11_thirty_doom_count_when_a_turn_ends() -> None:
    game = Game(gates="14, 1, 1").round().to_action().spend().do("1 turn").to_action()
    game.do(*books(1), "1 sign 2")
    assert game.result["totals"]["1"] == 28
    game.do("2 turn")
    assert game.shown["phase"] == "action"
    game.do("1 show 2")
    assert game.shown["phase"] == "action"
    game.do("2 turn")
    assert game.result["winner"] == [1]
    assert game.result["finished"] is True
    assert game.shown["phase"] == "over"


def test_w11_twenty_nine_do_not() -> None:
    assert Game(gates="29, 1, 1").round().to_action().shown["phase"] == "action"
    assert Game(gates="30, 1, 1").round().to_action().shown["phase"] == "over"


def test_w11_it_is_checked_after_the_doom_phase() -> None:
    game = second_round(gates="30, 1, 1")
    assert game.shown["phase"] == "doom"
    assert game.do("2 power +1", "action").shown["phase"] == "over"


def test_w11_a_turn_that_ends_the_game_begins_no_round() -> None:
    game = Game(gates="14, 1, 1").round().to_action().spend().do("1 turn").to_action()
    game.do("1 sign 2", "1 show 2").spend().do("3 turn")
    assert game.shown["phase"] == "over"


def test_w11_the_end_of_the_track() -> None:
    game = second_round(power="99")
    game.state.space = 6
    game.state.power = [10, 10, 10]
    game.do("1 ritual")
    assert game.shown["phase"] == "doom"  # the phase is played to its end
    assert game.do("2 ritual", "action").shown["phase"] == "over"


def test_w11_all_signs_are_shown() -> None:
    game = Game(gates="30, 1, 1").to_action().do("1 sign 1", "2 sign 3", "2 sign 3").spend()
    game.do("1 turn").to_action()
    assert game.result["totals"] == {"1": 31, "2": 7, "3": 1}
    assert game.shown["signs"] == {"1": 0, "2": 0, "3": 0}
    assert game.result["finished"] is True


def test_w11_the_reckoning_waits_for_values() -> None:
    game = Game(gates="30, 30, 1").to_action().do(*books(1), *books(2), "1 sign ?", "2 sign 1")
    game.spend().do("1 turn").to_action()
    assert game.shown["phase"] == "over"
    assert (game.result["finished"], game.result["winner"]) == (False, None)
    assert game.result["totals"]["2"] == 31
    assert game.reason("1 turn") == "match_over"
    assert game.reason("new") == "match_over"
    assert game.reason("1 show all") == "sign_count"
    game.do("1 show 1")
    assert (game.result["finished"], game.result["winner"]) == (True, [1, 2])
    assert game.reason("1 show 1") == "match_over"


def test_w11_most_doom_among_those_with_six_spellbooks() -> None:
    game = Game(gates="30, 29, 28").to_action().do(*books(2), *books(3), *["1 book"] * 5)
    game.spend().do("1 turn").to_action()
    assert game.result["winner"] == [2]


def test_w11_nobody_with_six_spellbooks() -> None:
    assert Game(gates="30, 1, 1").round().to_action().result["winner"] == "humanity"


# --- Changes ----------------------------------------------------------------------------------


def test_w12_changes_and_what_they_may_not_do() -> None:
    game = Game(goo="1, 0, 0").to_action()
    assert game.reason("1 power -9") == "not_enough_power"
    assert game.reason("1 power -8") is None
    assert game.reason("1 gate -2") == "no_such_gate"
    assert game.reason("free -1") == "no_such_gate"
    assert game.reason("2 goo -1") == "no_such_unit"
    assert game.reason("1 goo -2") == "no_such_unit"
    assert game.reason("1 cultist -7") == "no_cultist_left"
    assert game.reason("2 capture 2") == "no_such_unit"
    game.do("1 gate -1", "free +1", "1 goo -1", "2 capture 1", "1 cultist -5")
    assert game.reason("2 capture 1") == "no_cultist_left"
    assert game.reason("1 capture 1") == "no_cultist_left"
    game.do(*books(3))
    assert game.reason("3 book") == "too_many_books"
    assert game.shown["captured"] == {"1": 0, "2": 1, "3": 0}
    assert game.shown["free_gates"] == 1


def test_w12_anybody_at_any_time() -> None:
    """No order is enforced, and a turn may be ended by whoever does not have it."""
    Game().to_action(1, "ccw").do("3 power -1", "2 turn", "2 turn", "1 book", "3 turn")


def test_w12_the_phase_ends_with_a_turn_when_nobody_has_power() -> None:
    game = Game().to_action().do("1 turn").spend()
    assert game.shown["phase"] == "action"
    assert game.do("2 turn").shown["phase"] == "gather"


@pytest.mark.parametrize("phase", ["gather", "first"])
def test_w12_no_changes_in_other_phases(phase: str) -> None:
    game = Game().round()
    if phase == "first":
        game.do("gather")
    changes = ("power +1", "gate +1", "cultist -1", "goo +1", "capture 2", "book", "sign ?")
    for line in (*(f"1 {change}" for change in changes), "free +1"):
        assert game.reason(line) == "wrong_phase", line
