"""Spooks at the referee: hidden choices, gifts, runs and two stickers of one card, on both
interpreters.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from shared_rules import packs, spooks
from shared_rules.wire import GAME_BITS
from tests.firmware.referee_table import Table
from tests.micropython import requires_micropython, run


def table_of(
    folder: Path, seats: int = 4, readers: int = 0, buttons: int = 0, **options: str
) -> Table:
    return Table.linked(folder, "spooks", seats, readers, buttons, options=options)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_of(tmp_path)


def lay(table: Table, seat: int, cards: str, reader: int = 0) -> list[tuple[str, str]]:
    """A seat taps cards and presses."""
    return table.say(f"{reader or seat} tap {cards}", f"{reader or seat} short")


def lit(table: Table) -> str:
    return str(table.do("wait 3000")[1])


def hear(table: Table) -> str:
    """All that was told the host about what lies there, and what the lights say of it."""
    return repr(table.told) + table.screens.text


# --- A turn ---------------------------------------------------------------------------------


def test_s4_a_tap_at_ones_seat_and_a_press_is_a_play(table: Table) -> None:
    """S3, S5: the first spider, then one more; S15: what must follow is on the digits."""
    assert lay(table, 1, "SP1") == [("1 play SP1", "ok")]
    assert spooks.show(table.referee.state)["digits"] == "       2"
    assert lay(table, 2, "GO5") == [("2 play GO5", "wrong_number")]
    # The last card tapped is meant: a wrong one is mended by tapping the right one.
    assert lay(table, 2, "BA2") == [("2 play BA2", "ok")]
    assert spooks.show(table.referee.state)["digits"] == "       2"
    assert lit(table) == "wait wait turn wait"


def test_s5_s7_a_press_without_a_card_is_a_pass(table: Table) -> None:
    lay(table, 1, "SP1")
    assert table.say("2 short") == [("2 pass", "ok")]
    assert table.say("3 tap pass") == [("3 pass", "ok")]
    assert table.say("4 short", "1 short") == [("4 pass", "ok"), ("1 pass", "cannot_pass")]


def test_the_other_tag_goes_back_to_a_card_tapped_before(table: Table) -> None:
    table.do("1 tap SP1, SP2")
    table.do("1 tap other")
    assert table.say("1 short") == [("1 play SP1", "ok")]
    assert table.referee.cards(1) == ()


# --- Hidden choices -------------------------------------------------------------------------


def green(table: Table) -> None:
    lay(table, 1, "SP1")
    lay(table, 2, "GO2")
    table.told.clear()


def test_s6_everybody_chooses_face_down_and_the_lights_say_only_who_has(table: Table) -> None:
    green(table)
    assert lit(table) == "turn turn turn turn"
    assert lay(table, 3, "SK4") == [("3 choose SK4", "ok")]
    assert lit(table) == "turn turn wait turn"
    assert table.do("3 tap GO9")[1] == "turn turn pending turn"
    assert table.say("3 short") == [("3 choose GO9", "already_chosen")]
    table.do("3 long")
    lay(table, 1, "GO7")
    lay(table, 4, "BAM")
    assert lit(table) == "wait turn wait wait"
    assert lay(table, 2, "CAT") == [("2 choose CAT", "ok")]
    assert lit(table) == "wait turn wait wait"  # S6: the cat wins and leads


def test_s6_nothing_that_is_told_names_a_chosen_card(table: Table) -> None:
    """Neither what waits, nor a notice, nor the lights; taking it back or refusing it neither."""
    green(table)
    heard = ""
    for step in (
        "1 tap GO7",
        "1 tap other",
        "1 tap SP9",
        "1 short",  # chosen
        "1 long",  # taken back
        "1 tap GO7, GO8",
        "1 long",  # put back
        "1 tap GO3",
        "1 short",
        "1 tap GO4",
        "1 short",  # refused: it has chosen
        "3 short",  # refused: nothing chosen
        "3 tap BA4",
        "3 short",
    ):
        table.do(step)
        table.screens.show(table.referee.shown(table.now), table.now)
        heard += hear(table)
    assert ("pending", 1, "?", "") in table.told
    assert ("pending", 1, "?,?", "") in table.told
    assert not [code for code in packs.codes("spooks") if code in heard.replace("GO2", "")]


def test_s6_a_card_that_waits_early_is_not_told_either(table: Table) -> None:
    """It may become a choice before its seat's turn comes."""
    lay(table, 1, "SP1")
    table.told.clear()
    table.do("3 tap GO9")
    assert table.told == [("pending", 3, "?", "")]
    lay(table, 2, "GO2")
    assert table.say("3 short") == [("3 choose GO9", "ok")]
    assert "GO9" not in repr(table.told)


def test_a_card_that_waited_is_told_when_its_turn_comes(table: Table) -> None:
    lay(table, 1, "SP1")
    table.do("3 tap GO9")
    table.told.clear()
    table.say("2 short")
    assert ("pending", 3, "GO9", "") in table.told


def test_s6_a_full_journal_does_not_tell_a_choice(tmp_path: Path) -> None:
    table = Table(str(tmp_path / "journal"), capacity=2, game="spooks", seats=4)
    table.referee.linked = True
    lay(table, 1, "SP1")
    lay(table, 2, "GO2")
    table.told.clear()
    table.do("3 tap GO9")
    events, lights = table.do("3 short")
    assert (events, lights.split()[2]) == ([], "refused")
    assert table.told[-1] == ("notice", 3, "journal_full", "")


def test_s6_fewer_readers_than_seats_ask_seat_by_seat(tmp_path: Path) -> None:
    """One reader and one button for five."""
    table = table_of(tmp_path, 5, readers=1, buttons=1)
    assert table.referee.hint() == "SEAT _"
    table.say("1 tap seat 1", "1 tap SP1", "1 short")
    lay(table, 1, "GO2")
    asked = []
    for card in ("SP5", "SP6", "GO7", "SP8", "SP9"):
        asked.append(table.referee.hint())
        assert len(lay(table, 1, card)) == 1
    assert asked == [f"SEAT {seat}" for seat in (1, 2, 3, 4, 5)]
    assert spooks.turn(table.referee.state) == 3  # the only goblin
    assert "SP9" not in repr(table.told)


def test_s6_whoever_is_not_asked_yet_may_choose_with_the_seats_tag(tmp_path: Path) -> None:
    table = table_of(tmp_path, 4, readers=1, buttons=1)
    table.say("1 tap seat 1", "1 tap SP1", "1 short")
    lay(table, 1, "GO2")
    assert table.say("1 tap seat 3, GO7", "1 short") == [("3 choose GO7", "ok")]
    assert table.referee.hint() == "SEAT 1"


# --- Runs and gifts -------------------------------------------------------------------------


def test_s8_a_run_is_tapped_in_order_and_a_press_ends_it(table: Table) -> None:
    lay(table, 1, "SP1")
    lay(table, 2, "SK2")
    assert table.say("3 short") == [("3 pass", "ok")]  # S7: cannot follow
    assert lit(table) == "wait turn wait wait"
    assert lay(table, 2, "GH5, BA4, SP6") == [("2 run GH5 BA4 SP6", "not_a_run")]
    table.say("2 long")
    assert lay(table, 2, "BA4, GH5, SP6") == [("2 run BA4 GH5 SP6", "ok")]
    assert spooks.phase(table.referee.state) == "blue"
    assert lit(table) == "wait wait turn wait"  # S8: who could not follow goes on


def test_s9_gifts_go_to_the_victim_and_are_only_counted(table: Table) -> None:
    lay(table, 1, "SP1")
    lay(table, 2, "BA2")
    table.say("3 short")
    table.told.clear()
    assert lay(table, 2, "SP9") == [("2 give 3 SP9", "ok")]
    assert table.say("1 short") == [("1 pass", "wrong_phase")]
    assert lay(table, 1, "GO9") == [("1 give 3 GO9", "ok")]
    assert lay(table, 3, "GO8") == [("3 give 3 GO8", "not_your_turn")]
    table.say("3 long")
    assert lay(table, 4, "SK9") == [("4 give 3 SK9", "ok")]
    assert table.referee.state.counts == [12, 12, 17, 13]
    assert lit(table) == "wait wait turn wait"  # the victim leads
    told = repr(table.told)
    assert not [code for code in ("SP9", "GO9", "SK9") if code in told]


def test_s14_all_pass_a_card_at_once(tmp_path: Path) -> None:
    table = table_of(tmp_path, 4, strong_masters="on")
    lay(table, 1, "SP1")
    table.say("2 short", "3 short", "4 short")
    assert lay(table, 1, "GHM") == [("1 play GHM", "ok")]
    table.told.clear()
    given = [line for seat in (3, 1, 4, 2) for line, _ in lay(table, seat, f"BA{seat}")]
    assert given == ["3 give 2 BA3", "1 give 4 BA1", "4 give 3 BA4", "2 give 1 BA2"]
    assert "BA" not in repr(table.told)
    assert spooks.phase(table.referee.state) == "blue"


def equals(folder: Path, readers: int = 4) -> Table:
    """Seat 1 has led the goblins' master, and seats 2, 3 and 4 have as many cards."""
    table = table_of(folder, 4, readers=readers, buttons=min(readers, 1), strong_masters="on")
    table.say("1 tap seat 1", "1 tap SP1", "1 short")
    for seat in (2, 3, 4):
        table.say(f"1 tap seat {seat}", "1 short")
    lay(table, 1, "GOM")
    assert table.referee.state.counts == [12, 14, 14, 14]
    table.told.clear()
    return table


def test_s14_a_seats_tag_says_which_of_equals_gets_the_card(tmp_path: Path) -> None:
    table = equals(tmp_path, readers=1)
    assert table.say("1 tap SP9", "1 tap seat 3", "1 short") == [("1 give 3 SP9", "ok")]
    assert spooks.phase(table.referee.state) == "green"
    assert table.referee.state.counts == [11, 14, 15, 14]


def test_s14_the_tag_may_lie_there_before_the_card(tmp_path: Path) -> None:
    table = equals(tmp_path, readers=1)
    assert table.say("1 tap seat 4, SP9", "1 short") == [("1 give 4 SP9", "ok")]


def test_s14_the_other_tag_goes_from_one_of_equals_to_the_next(tmp_path: Path) -> None:
    for steps, to in (([], 2), (["1 tap other"], 3), (["1 tap other"] * 3, 2)):
        folder = tmp_path / str(len(steps))
        folder.mkdir()
        table = equals(folder, readers=1)
        said = table.say("1 tap SP9", *steps, "1 short")
        assert said == [(f"1 give {to} SP9", "ok")]


def test_s14_the_light_asks_which_of_equals_is_meant_until_somebody_says(tmp_path: Path) -> None:
    """The digits have the receiver, and nobody is told the card."""
    table = equals(tmp_path)
    table.do("wait 3000")
    assert table.do("1 tap SP9")[1] == "choice wait wait wait"
    assert table.referee.hint() == "GIVE 2"
    table.do("1 tap other")
    assert table.referee.hint() == "GIVE 3"
    assert table.do("1 tap seat 4")[1] == "pending wait wait wait"
    assert "SP9" not in hear(table)
    assert table.say("1 short") == [("1 give 4 SP9", "ok")]
    assert table.referee.hint() == ""


# --- Two packs ------------------------------------------------------------------------------


def test_s13_two_stickers_of_one_card_both_lie_there(tmp_path: Path) -> None:
    table = table_of(tmp_path, 4, double_pack="on")
    lay(table, 1, "SP1")
    table.do("2 tap SP2, SP2 2, SP2")
    assert ("pending", 2, "SP2,SP2", "") in table.told
    assert len(table.referee.cards(2)) == 2
    assert table.say("2 short") == [("2 play SP2", "ok")]
    assert lay(table, 3, "GH3") == [("3 play GH3", "ok")]
    # The other sticker of a card that was played, and a third time.
    assert table.say("4 short", "1 short", "2 short") == [
        (f"{seat} pass", "ok") for seat in (4, 1, 2)
    ]
    assert lay(table, 3, "SP2 2") == [("3 play SP2", "ok")]
    table.say("4 short", "1 short", "2 short")
    assert lay(table, 3, "SP2") == [("3 play SP2", "card_already_played")]


def test_s13_equal_best_goblins_choose_again(tmp_path: Path) -> None:
    table = table_of(tmp_path, 4, double_pack="on")
    green(table)
    for seat, card in ((1, "GO9"), (2, "GO9 2"), (3, "GO8"), (4, "SP9")):
        assert lay(table, seat, card)[0][1] == "ok"
    assert lit(table) == "turn turn wait wait"
    assert lay(table, 3, "GO10") == [("3 choose GO10", "not_your_turn")]
    lay(table, 1, "GO3")
    lay(table, 2, "GO4")
    assert spooks.turn(table.referee.state) == 2


# --- Ends -----------------------------------------------------------------------------------


def ended(folder: Path) -> Table:
    table = table_of(folder, 3, scored="on")
    lay(table, 1, "SP1")
    table.referee.state.counts = [2, 1, 3]
    assert lay(table, 2, "SP2") == [("2 play SP2", "ok")]
    return table


def test_s12_losers_tap_their_hands_and_then_the_next_deal_begins(tmp_path: Path) -> None:
    table = ended(tmp_path)
    assert lit(table) == "turn idle turn"
    assert table.say("2 short") == [("new", "deal_unfinished")]
    assert lay(table, 1, "SP5") == [("1 hand SP5", "not_in_hand")]
    assert lay(table, 1, "CAT") == [("1 hand SP5 CAT", "ok")]
    assert lay(table, 3, "SPM, GO1, GO2") == [("3 hand SPM GO1 GO2", "ok")]
    assert table.referee.state.totals == [35, 0, 23]
    assert table.say("1 short") == [("new", "ok")]
    assert spooks.phase(table.referee.state) == "start"


def test_a_new_deal_is_nobodys_own_and_can_be_taken_back(tmp_path: Path) -> None:
    table = ended(tmp_path)
    lay(table, 1, "SP5, CAT")
    lay(table, 3, "SPM, GO1, GO2")
    table.say("1 short")
    assert table.say("2 long") == [("2 undo", "nothing_to_undo")]
    assert table.say("1 long") == [("undo", "ok")]
    assert spooks.phase(table.referee.state) == "deal_over"


def test_a_hand_that_no_line_holds_is_entered_on_the_page(tmp_path: Path) -> None:
    table = table_of(tmp_path, 3, scored="on", double_pack="on")
    lay(table, 1, "SP1")
    table.referee.state.counts = [30, 1, 3]
    lay(table, 2, "SP2")
    table.do("wait 2000")
    cards = ", ".join(f"{code} 2" for code in packs.codes("spooks")[3:33])
    assert table.do(f"1 tap {cards}")[0] == []
    assert table.do("1 short") == ([], "refused idle turn")
    assert table.told[-1] == ("notice", 1, "too_long", "")
    assert len(table.referee.cards(1)) == 30


# --- Without a host -------------------------------------------------------------------------


def test_without_a_host_nothing_is_judged_and_nothing_lost(table: Table) -> None:
    lay(table, 1, "SP1")
    table.do("wait 2000")
    table.referee.linked = False
    assert table.referee.waits
    assert table.do("2 tap SP2")[1] == "wait pending wait wait"
    assert table.do("2 short") == ([], "wait refused wait wait")
    assert table.say("1 long") == []
    assert lit(table) == "wait pending wait wait"
    table.referee.linked = True
    assert table.say("2 short") == [("2 play SP2", "ok")]


# --- The host's word ------------------------------------------------------------------------


def test_a_state_of_the_next_game_with_more_seats_is_taken(table: Table) -> None:
    """What was done in the game before does not go on top of it."""
    game = 1 << GAME_BITS
    assert table.referee.adopt(spooks.initial({}, 0, 4), table.journal.boot, 0, 3 * game)
    lay(table, 1, "SP1")
    table.do("2 tap SP2")
    fresh = spooks.initial({}, 0, 6)
    assert table.referee.adopt(fresh, table.journal.boot, 0, 4 * game)
    assert table.do("wait 0")[1] == " ".join(["wait"] * 6)
    assert table.referee.cards(2) == ()
    assert table.say("1 tap seat 6, SP1", "6 short") == [("6 play SP1", "ok")]
    # As of the game before, and of a table with more seats: neither is put on top.
    other = spooks.initial({}, 0, 3)
    assert table.referee.adopt(other, table.journal.boot, 0, 5 * game)
    assert spooks.dump(table.referee.state) == spooks.dump(spooks.initial({}, 0, 3))


def test_later_events_of_a_hidden_choice_go_on_top(table: Table) -> None:
    green(table)
    hosts = spooks.load(spooks.dump(table.referee.state))
    lay(table, 4, "GO3")
    lay(table, 1, "SP4")
    assert table.referee.adopt(hosts, table.journal.boot, 2, 9)
    assert spooks.choosers(table.referee.state) == [2, 3]


STEPS = [
    *("1 tap SP1", "1 short", "2 tap GO2", "2 short", "1 tap GO5", "1 short", "2 tap SP9"),
    *("2 short", "3 tap GO5 2", "3 tap other", "3 short", "4 short", "4 tap BA9", "4 short"),
    *("1 tap GO6", "1 short", "3 tap CAT", "3 short", "wait 3000", "3 tap BA1", "3 short"),
    *("4 short", "3 tap GH1", "3 short", "2 tap GH2", "2 long", "2 tap GH3, GH4", "2 short"),
    *("1 tap SP3", "1 short", "3 long", "4 tap SKM", "4 short", "3 tap GHM", "3 short"),
    *("4 tap SP4", "4 short", "4 tap undo", "2 short"),
]
SCRIPT = """
from tests.firmware.referee_table import Table
table = Table(FOLDER, OPTIONS, game="spooks", seats=4)
table.referee.linked = True
for step in STEPS:
    print(step, table.do(step))
    table.screens.show(table.referee.shown(table.now), table.now)
    print(table.screens.text, [list(colour) for colour in table.chain.colours[4:]])
print(table.told)
"""
OPTIONS = {"double_pack": "on", "strong_masters": "on"}


@requires_micropython
def test_both_interpreters_referee_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(SCRIPT, {"FOLDER": str(tmp_path / "cpython"), "STEPS": STEPS, "OPTIONS": OPTIONS})
    here = capsys.readouterr().out
    known = f"FOLDER = {str(tmp_path / 'micro')!r}\nSTEPS = {STEPS!r}\nOPTIONS = {OPTIONS!r}\n"
    assert run(known + SCRIPT) == here
    assert "('3 play GHM', 'ok')" in here
