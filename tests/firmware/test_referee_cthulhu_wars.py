"""Cthulhu Wars at the referee: pieces and presses, whose they are, what nobody is told, on both
interpreters.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.referee import JOURNAL_FULL
from firmware.screens import Screens
from shared_rules import cthulhu_wars, packs
from shared_rules.cthulhu_wars_text import read
from tests.firmware.referee_table import Chain, Digits, Table
from tests.micropython import requires_micropython, run

SIGNS = [code for code in packs.codes("cthulhu_wars") if code[0] == "S" and code[1].isdigit()]


def table_of(
    folder: Path, seats: int = 3, readers: int = 0, buttons: int = 0, capacity: int = 2048
) -> Table:
    """Great Cthulhu, Crawling Chaos, Black Goat, Yellow Sign, Opener of the Way from seat 1 on."""
    return Table.linked(folder, "cthulhu_wars", seats, readers, buttons, capacity=capacity)


def after(table: Table, *lines: str) -> Table:
    """The table once these lines are done."""
    state = table.referee.state
    for line in lines:
        move = read(line, len(state.factions))
        assert cthulhu_wars.check(state, move) is None, line
        cthulhu_wars.apply(state, move)
    return table


OPENED = ("gather", "first 1 cw")
SPENT = ("1 power -8", "2 power -8", "3 power -8", "1 turn")
DOOM = (*OPENED, *SPENT, "gather", "first 1 cw")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """In the first action phase: 8 power, a gate, six cultists each."""
    return after(table_of(tmp_path), *OPENED)


def lit(table: Table) -> str:
    return str(table.do("wait 3000")[1])


def ok(*lines: str) -> list[tuple[str, str]]:
    return [(line, "ok") for line in lines]


# --- The phases -----------------------------------------------------------------------------


def test_w4_a_press_without_pieces_does_what_the_phase_says(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    assert lit(table) == "turn turn turn"
    assert table.say("3 short") == ok("gather")
    assert lit(table) == "turn wait wait"  # W7: Great Cthulhu
    assert table.say("2 short", "1 short") == [("first 2 cw", "wrong_first"), ("first 1 cw", "ok")]
    assert lit(table) == "turn turn turn"
    after(table, *SPENT[:3])
    assert lit(table) == "wait wait wait"  # nobody has power left
    assert table.say("2 short") == ok("2 turn")
    assert table.say("2 short", "1 short") == ok("gather", "first 1 cw")
    assert table.say("3 short") == ok("doom")  # W8
    assert lit(table) == "turn wait wait"
    assert table.say("2 short") == [("2 noritual", "ritual_order")]
    assert table.say("1 short", "2 tap pass", "3 short") == ok(
        *[f"{n} noritual" for n in (1, 2, 3)]
    )
    assert lit(table) == "turn turn turn"
    assert table.say("2 short") == ok("action")


def test_w7_the_other_tag_turns_the_direction(tmp_path: Path) -> None:
    table = after(table_of(tmp_path), "gather")
    assert table.do("1 tap other") == ([], "choice wait wait")
    assert table.referee.hint() == "CCW"
    assert table.say("1 short") == ok("first 1 ccw")
    assert table.referee.hint() == ""
    # The next round is asked afresh.
    after(table, *SPENT, "gather")
    assert table.say("1 tap other", "1 tap other", "1 short") == ok("first 1 cw")


def test_w7_what_was_chosen_is_forgotten_when_somebody_else_presses(tmp_path: Path) -> None:
    table = after(table_of(tmp_path), "gather")
    table.do("2 tap other")
    assert table.do("wait 3000")[1] == "turn choice wait"
    assert table.say("1 short") == ok("first 1 cw")
    assert lit(table) == "turn turn turn"
    after(table, *SPENT, "gather")
    assert table.say("2 short") == ok("first 2 cw")


def test_w7_a_faction_card_names_the_first_player(tmp_path: Path) -> None:
    table = after(table_of(tmp_path), *OPENED, *SPENT, "gather")
    assert table.say("1 tap BG", "1 short") == ok("first 3 cw")
    assert table.referee.cards(1) == ()


def test_w8_the_done_tag_closes_the_phase(tmp_path: Path) -> None:
    table = after(table_of(tmp_path), *DOOM)
    assert table.say("2 tap done") == [("action", "wrong_phase")]
    assert table.say("2 short", "1 short", "2 tap done") == ok("doom", "1 noritual", "action")
    assert table.say("2 tap done") == ok("2 turn")


# --- Changes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "gained", "lost"),
    [
        ("GATE1", "2 gate +1", "2 gate -1"),
        ("GATE1, GATE12", "2 gate +2", "2 gate -2"),
        ("CULT", "2 cultist +1", "2 cultist -1"),
        ("GOO", "2 goo +1", "2 goo -1"),
        ("FREE", "free +1", "free -1"),
        ("P3", "2 power +3", "2 power -3"),
        ("P1, P20, P5", "2 power +26", "2 power -26"),
        ("CC3", "2 book", ""),
        ("BG3", "3 book", ""),
        ("SIGN", "2 sign ?", ""),
        ("S3A", "2 sign 3", "2 show 3"),
        ("CC", "2 capture 2", ""),
        ("GC", "2 capture 1", ""),
        ("BG, GC", "3 capture 1", ""),
        ("GC, GATE2", "1 gate +1", "1 gate -1"),
        ("GATE2, GC", "1 gate +1", "1 gate -1"),
        ("BG, S1B", "3 sign 1", "3 show 1"),
        ("RITUAL", "2 ritual", "2 noritual"),
    ],
)
def test_w12_tapping_and_pressing_says_gained_with_the_lost_tag_lost(
    table: Table, pieces: str, gained: str, lost: str
) -> None:
    seat, move = 2, cthulhu_wars.parse(gained)
    assert move is not None
    codes = [packs.index("cthulhu_wars", code.strip()) for code in pieces.split(",")]
    for verb, line in (("gain", gained), ("lose", lost)):
        found = cthulhu_wars.choices(table.referee.state, seat, verb, tuple(codes), 0)
        assert [cthulhu_wars.line(each) for each in found] == ([line] if line else [])
    if pieces != "CC":  # one's own card at one's own reader only says whose it is
        assert [line for line, _ in table.say(f"2 tap {pieces}", "2 short")] == [gained]


@pytest.mark.parametrize(
    "pieces", ["GATE1, CULT", "S1A, S1B", "GC1, GC2", "AN", "AN1", "RITUAL, GATE1", "P1, SIGN"]
)
def test_what_does_not_belong_together_means_nothing_and_stays(table: Table, pieces: str) -> None:
    """W12: a piece that somebody forgot there is not silently left out."""
    table.do(f"1 tap {pieces}")
    assert table.do("1 short") == ([], "refused turn turn")
    assert table.told[-1] == ("notice", 1, "no_action", "")
    assert table.referee.cards(1)


def test_w12_the_lost_tag_waits_for_the_press_before_or_after_the_pieces(table: Table) -> None:
    assert table.do("1 tap lost") == ([], "choice turn turn")
    assert table.referee.hint() == "LOST"
    table.do("1 tap P2")
    assert table.told[-1] == ("pending", 1, "P2", "lost")
    assert table.say("1 tap P1", "1 short") == ok("1 power -3")
    assert table.say("2 tap GATE1", "2 tap lost", "2 short") == ok("2 gate -1")
    # It holds for one press, tapped twice or put back it does not hold at all.
    assert table.say("2 tap GATE1", "2 short") == ok("2 gate +1")
    assert table.say("2 tap lost", "2 tap lost", "2 tap CULT", "2 short") == [
        ("2 cultist +1", "too_many_cultists")
    ]
    assert table.say("2 long", "3 tap lost", "3 long", "3 tap GOO", "3 short") == ok("3 goo +1")
    # Alone it means nothing; with a refusal it stays, as the pieces do.
    assert table.say("3 tap lost", "3 short") == []
    assert table.told[-1] == ("notice", 3, "no_action", "")
    assert table.say("3 tap P10", "3 short") == [("3 power -10", "not_enough_power")]
    assert table.referee.hint() == "LOST"


def test_w12_any_seat_undoes_what_it_pressed_for_and_what_was_done_for_it(table: Table) -> None:
    assert table.say("2 tap GC, P5", "2 tap lost", "2 short") == ok("1 power -5")
    assert table.say("3 long") == [("3 undo", "nothing_to_undo")]
    assert table.say("2 long") == ok("1 undo")
    assert table.say("2 tap GC, P5, lost", "2 short", "1 long") == ok("1 power -5", "1 undo")
    assert table.say("2 tap FREE", "2 short", "2 long") == ok("free +1", "undo")
    assert table.say("2 tap CULT", "1 tap GATE3", "1 short", "2 tap undo") == ok(
        "1 gate +1", "undo"
    )
    assert table.referee.state.gates == [1, 1, 1]
    assert table.referee.state.power == [8, 8, 8]


def test_w12_a_control_tag_ends_the_turn_of_the_faction_that_waits(table: Table) -> None:
    assert table.say("2 tap BG", "2 tap done") == ok("3 turn")
    assert table.referee.cards(2) == ()
    # Pieces wait for a press of their own.
    assert table.say("2 tap GATE1", "2 tap done", "2 short") == ok("2 turn", "2 gate +1")


# --- Signs ----------------------------------------------------------------------------------


def test_w8_a_ritual_takes_the_signs_it_draws_with_it(tmp_path: Path) -> None:
    table = after(table_of(tmp_path), *OPENED, "1 goo +3", *SPENT, "gather", "first 1 cw", "doom")
    assert table.say("1 tap RITUAL, S3A, S1A", "1 short") == ok("1 ritual 3 1 ?")
    assert table.say("2 tap S2A, RITUAL", "2 short") == [("2 ritual 2", "sign_count")]
    assert table.say("2 long", "2 tap RITUAL, lost", "2 short") == ok("2 noritual")
    state = table.referee.state
    assert (state.signs, state.space, state.doom) == ([3, 0, 0], 2, [2, 1, 1])


def test_w10_no_light_digit_notice_or_telemetry_tells_a_sign(tmp_path: Path) -> None:
    """The same steps with signs of other values: all but the events is the same."""

    def heard(value: int) -> str:
        folder = tmp_path / str(value)
        folder.mkdir()
        table = after(table_of(folder, capacity=16), *OPENED)
        first, second = f"S{value}A", f"S{value}B"
        said = ""
        for step in (
            *(f"1 tap {first}", "1 short", "1 long", f"1 tap {first}", "1 tap other", "1 short"),
            *(f"1 tap {first}, {second}", "1 short", "1 long", f"2 tap GC, {first}", "2 short"),
            *(f"1 tap lost, {second}", "1 long"),
            *[f"1 tap {second}", "1 short"] * 20,  # until the journal is full
        ):
            events, lights = table.do(step)
            table.screens.show(table.referee.shown(table.now), table.now, "", table.referee.hint())
            said += f"{step[:2]} {len(events)} {lights} {table.screens.text} {table.digits.shown}"
        table.referee.tell_all()
        said += repr(table.told)
        assert JOURNAL_FULL in said
        assert not [code for code in SIGNS if code in said]
        return said

    assert len({heard(value) for value in (1, 2, 3)}) == 1


def test_w10_a_sign_is_shown_by_the_lost_tag_and_counted_in_the_digits(table: Table) -> None:
    assert table.say("1 tap S2A", "1 short", "3 tap SIGN", "3 short") == ok("1 sign 2", "3 sign ?")
    assert cthulhu_wars.show(table.referee.state)["rows"][-1] == "E1E0E1 E"
    assert table.say("1 tap lost, S2A", "1 short") == ok("1 show 2")
    assert table.referee.state.doom == [2, 0, 0]
    assert cthulhu_wars.show(table.referee.state)["rows"][-1] == "E0E0E1 E"


def test_w11_in_the_reckoning_a_tap_and_a_press_show_a_sign(tmp_path: Path) -> None:
    table = after(table_of(tmp_path), *OPENED, "1 sign ?", "1 gate +40", *SPENT)
    after(table, "gather", "first 1 cw", "doom")
    assert table.say("3 tap done") == ok("action")
    assert lit(table) == "idle idle idle"
    assert table.say("1 tap S2C", "1 short") == ok("1 show 2")
    assert cthulhu_wars.show(table.referee.state)["rows"] == ("43 1 1 D",)
    assert table.say("1 short") == []


# --- Fewer readers than factions ------------------------------------------------------------


def test_w1_on_a_shared_reader_faction_cards_say_whose_pieces_are(tmp_path: Path) -> None:
    table = table_of(tmp_path, 3, readers=1, buttons=1)
    # What is everybody's needs no card.
    assert table.referee.hint() == "SEAT 1"
    assert table.say("1 short", "1 short") == ok("gather", "first 1 cw")
    assert table.referee.hint() == "SEAT _"
    assert table.do("1 tap GATE1")[0] == []
    assert table.told[-1] == ("notice", 0, "which_seat", "")
    assert table.say("1 short") == []
    # Before the pieces or after them; it holds for one press.
    assert table.say("1 tap BG", "1 short") == ok("3 gate +1")
    assert table.say("1 tap CC, GATE1", "1 short") == ok("2 gate +1")
    assert table.say("1 tap CC, GC", "1 short") == ok("2 capture 1")
    assert table.say("1 tap GC", "1 short") == ok("1 turn")
    assert table.referee.hint() == "SEAT _"
    assert table.say("1 long") == ok("1 undo")


def test_w8_on_a_shared_reader_the_asked_faction_answers_and_others_speak_by_card(
    tmp_path: Path,
) -> None:
    table = after(table_of(tmp_path, 3, readers=1, buttons=1), *DOOM)
    assert table.say("1 short") == ok("doom")
    assert table.referee.hint() == "SEAT 1"
    assert table.say("1 tap CC, CC1", "1 short") == ok("2 book")
    assert table.say("1 short", "1 short", "1 short", "1 short") == ok(
        "1 noritual", "2 noritual", "3 noritual", "action"
    )


def test_w7_on_a_shared_reader_another_of_the_tied_takes_the_first_place(tmp_path: Path) -> None:
    table = after(table_of(tmp_path, 3, readers=1, buttons=1), *OPENED, *SPENT, "gather")
    assert table.say("1 tap BG", "1 tap other", "1 short") == ok("first 3 ccw")


def test_w1_five_factions_play_at_four_readers(tmp_path: Path) -> None:
    table = after(table_of(tmp_path, 5, readers=4, buttons=4), *OPENED)
    assert len(cthulhu_wars.dump(table.referee.state)) <= 256
    assert table.say("2 tap OW, GATE1", "2 short") == ok("5 gate +1")
    assert table.say("4 tap BG, YS", "4 short") == ok("3 capture 4")
    rows = cthulhu_wars.show(table.referee.state)["rows"]
    assert rows == (" 8 8 8 8", " 8     P", " 0 0 0 0", " 0     D")
    # Two chained rows have room for power, then for doom; a table with one shows each in turn.
    two = Digits(2)
    screens = Screens(Chain(17), two, 4)
    for now in range(0, 8000, 2000):
        screens.show(table.referee.shown(table.now) | {"rows": rows}, now)
    assert two.shown[:4] == [" 8 8 8 8", " 8     P", " 0 0 0 0", " 0     D"]


def test_w1_a_card_of_a_faction_at_its_own_reader_changes_nothing(table: Table) -> None:
    assert table.say("1 tap GC, GATE1", "1 short") == ok("1 gate +1")
    assert table.say("1 tap GC, CC", "1 short") == ok("1 capture 2")
    # A `seat` tag says whose it is as well.
    assert table.say("1 tap seat 3, GATE1", "3 short") == ok("3 gate +1")


# --- Without a host -------------------------------------------------------------------------


def test_without_a_host_nothing_is_judged_and_nothing_lost(table: Table) -> None:
    table.referee.linked = False
    assert table.referee.waits
    assert table.do("2 tap lost, GATE1")[1] == "turn choice turn"
    assert table.do("2 short") == ([], "turn refused turn")
    assert lit(table) == "turn choice turn"
    table.referee.linked = True
    assert table.say("2 short") == ok("2 gate -1")


def test_later_events_go_on_top_of_the_hosts_state(table: Table) -> None:
    hosts = cthulhu_wars.load(cthulhu_wars.dump(table.referee.state))
    table.say("1 tap S3A", "1 short", "2 tap GC", "2 short", "3 tap FREE", "3 short", "3 long")
    mine = cthulhu_wars.dump(table.referee.state)
    assert table.referee.adopt(hosts, table.journal.boot, 0, 9)
    assert cthulhu_wars.dump(table.referee.state) == mine
    assert table.referee.state.captives[1] == [1, 0, 0]


# --- Both interpreters ----------------------------------------------------------------------

STEPS = [
    *("2 short", "2 short", "1 tap other", "1 short", "1 tap lost, P1, P2", "1 short"),
    *("1 tap GATE1, GATE2", "1 short", "2 tap GC", "2 short", "3 tap CULT", "3 short", "3 long"),
    *("1 tap S2A", "1 short", "2 tap SIGN", "2 short", "2 tap GATE1, CULT", "2 short", "2 long"),
    *("3 tap BG4", "3 short", "3 tap AN", "3 short", "3 long", "3 tap GC, GOO", "3 short"),
    *("1 long", "3 tap GC, GOO", "3 short", "1 tap lost, S2A", "1 short", "wait 3000"),
    *("1 tap lost, P5", "1 short", "2 tap lost, P5, P3", "2 short", "3 tap P5, P3, lost"),
    *("3 short", "1 short", "4 short", "1 short", "1 short", "1 short", "1 tap RITUAL, S1R"),
    *("1 short", "2 tap pass", "3 tap lost, RITUAL", "3 short", "2 short", "2 tap undo"),
]
SCRIPT = """
from tests.firmware.referee_table import Table
table = Table(FOLDER, game="cthulhu_wars", seats=3)
table.referee.linked = True
for step in STEPS:
    print(step, table.do(step), table.referee.hint())
    table.screens.show(table.referee.shown(table.now), table.now)
    print(table.screens.text, [list(colour) for colour in table.chain.colours[4:]])
print(table.told, list(table.referee.core.dump(table.referee.state)))
"""


@requires_micropython
def test_both_interpreters_referee_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(SCRIPT, {"FOLDER": str(tmp_path / "cpython"), "STEPS": STEPS})
    here = capsys.readouterr().out
    known = f"FOLDER = {str(tmp_path / 'micro')!r}\nSTEPS = {STEPS!r}\n"
    assert run(known + SCRIPT) == here
    assert "('1 ritual 1', 'ok')" in here
    assert "('3 noritual', 'ok')" in here
