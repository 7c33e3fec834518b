"""Lines of Cthulhu Wars in and out, the order of its reasons, and what its table shows."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest

from shared_rules import cthulhu_wars as core
from tapdeck.rules import LineError, cthulhu_wars
from tests.micropython import requires_micropython, run
from tests.rules.cthulhu_wars_table import Game, second_round


@pytest.mark.parametrize(
    "line",
    [
        "gather",
        "first 2 ccw",
        "doom",
        "1 ritual",
        "1 ritual 3 ? 1",
        "2 noritual",
        "action",
        "1 power -3",
        "1 gate +1",
        "3 cultist -2",
        "3 goo +1",
        "free +1",
        "2 capture 3",
        "1 book",
        "1 sign ?",
        "1 sign 2",
        "1 show 3",
        "1 show all",
        "3 turn",
        "new",
    ],
)
def test_a_line_is_written_as_it_is_read(line: str) -> None:
    assert cthulhu_wars.line(cthulhu_wars.parse(line, Game().state)) == line
    move = core.parse(line)
    assert move is not None
    assert core.line(move) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1",
        "undo",
        "effect none",
        "1 gather",
        "gather 1",
        "first 1",
        "first 4 cw",
        "first 1 left",
        "first one cw",
        "4 book",
        "0 book",
        "1 book 1",
        "power +1",
        "1 power",
        "1 power x",
        "1 power +10000",
        "1 power ++1",
        "1 power 3",
        "1 gate 1",
        "1 cultist 2",
        "1 goo 1",
        "free 1",
        "1 power 0",
        "1 power +1 +1",
        "1 free +1",
        "free",
        "1 capture 4",
        "1 capture GC",
        "1 sign",
        "1 sign 4",
        "1 sign 0",
        "1 sign 1 2",
        "1 show",
        "1 show ?",
        "1 show 1 2",
        "1 ritual 4",
        "1 ritual all",
        "1 play GC",
        "doom 1",
        "1 power ²",
        "² book",
    ],
)
def test_a_malformed_line_is_no_move(line: str) -> None:
    with pytest.raises(LineError):
        cthulhu_wars.parse(line, Game().state)
    if line not in ("4 book", "first 4 cw", "1 capture 4"):
        assert core.parse(line) is None


SIGNS = """
from shared_rules.cthulhu_wars_text import line, read
from shared_rules.wrong import Wrong
for verb in ("1 power", "2 gate", "3 cultist", "1 goo", "free"):
    for number in ("+3", "-3", "+0", "3"):
        try:
            print(line(read(verb + " " + number, 3)))
        except Wrong as error:
            print(error)
"""


@requires_micropython
def test_w12_a_board_writes_signs_and_reads_no_number_without_one() -> None:
    """The same sentence on both interpreters."""
    told = run(SIGNS).splitlines()
    here = io.StringIO()
    with redirect_stdout(here):
        exec(SIGNS, {})
    assert told == here.getvalue().splitlines()
    assert told[:4] == [
        *("1 power +3", "1 power -3", "1 power +0"),
        "'3' has no sign: write +3 or -3",
    ]
    assert [line.endswith("write +3 or -3") for line in told] == [False, False, False, True] * 5


def test_the_order_of_reasons_decides() -> None:
    game = Game().to_action().do("1 cultist -6")
    assert game.reason("1 capture 1") == "no_cultist_left"  # and no_such_unit
    game = second_round(power="1").do("2 power -8")
    assert game.reason("2 ritual") == "not_enough_power"  # and ritual_order
    assert game.reason("2 ritual ?") == "not_enough_power"  # and sign_count
    assert game.reason("3 ritual ?") == "ritual_order"  # and sign_count
    assert game.reason("new") == "deal_unfinished"


def test_check_knows_only_its_verbs_and_seats() -> None:
    state = Game().state
    with pytest.raises(ValueError, match="no verb 'play'"):
        core.check(state, core.Move(1, "play"))
    with pytest.raises(ValueError, match="no seat 4"):
        core.check(state, core.Move(4, "book"))
    with pytest.raises(ValueError, match="no seat 0"):
        core.check(state, core.Move(1, "capture"))
    with pytest.raises(ValueError, match="no verb 'play'"):
        core.apply(state, core.Move(1, "play"))


def test_lights_and_digits() -> None:
    five = Game("GC, CC, BG, YS, OW", power="3, 5, 99, 1000, 7")
    shown = core.show(five.state)
    assert shown["rows"] == (" 3 59999", " 7     P", " 0 0 0 0", " 0     D")
    assert shown["digits"] == " 3 59999"
    assert (shown["strip"][:2], shown["tracks"]) == (("gbryv", ""), (31, 11))
    # W10: how many signs each holds, once somebody does.
    signs = Game().to_action().do("2 sign ?").do(*["3 sign ?"] * 10)
    assert core.show(signs.state)["rows"][2] == "E0E110 E"
    game = second_round()
    assert core.show(game.state)["seats"] == ("turn", "wait", "wait")
    assert core.show(game.do("1 ritual").state)["strip"][31:] == ("", "w.", "", "", "", "", "")
    game = Game(gates="30, 1, 1").round().to_action()
    assert core.show(game.state)["seats"] == ("idle",) * 3
    assert core.show(game.state)["digits"] == "30 1 1 D"
