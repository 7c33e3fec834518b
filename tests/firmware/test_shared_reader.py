"""One reader and one button for four seats: whose they are, and a whole deal played so."""

from pathlib import Path

import pytest

from shared_rules import followers
from tapdeck.simulator import Interpreter
from tests.firmware import short_deal
from tests.firmware.referee_table import Table
from tests.hardware.rig import both
from tests.micropython import requires_micropython, run

TURN = "turn"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(str(tmp_path / "journal"), readers=1, buttons=1)


def calls(table: Table) -> None:
    for _ in range(8):
        table.do("1 short")
    table.events()


def test_calls_are_asked_seat_by_seat(table: Table) -> None:
    """F3: from the oldest player on, the great call first; the light says who is asked."""
    said = []
    for _ in range(8):
        lights = table.do("wait 3000")[1].split()
        asked = lights.index(TURN) + 1
        assert lights.count(TURN) == 1
        assert table.referee.hint() == f"SEAT {asked}"
        said += [line for line, verdict in table.do("1 short")[0] if verdict == "ok"]
    assert said == [f"{seat} nocall" for seat in (1, 2, 3, 4, 1, 2, 3, 4)]
    assert followers.phase(table.referee.state) == "opening"


def test_a_call_by_its_tag_is_the_asked_seats(table: Table) -> None:
    """F3: a great caller is asked for no small call."""
    table.do("1 short")
    assert table.do("1 tap great")[0] == [("2 great", "ok")]
    lines = [line for _ in range(5) for line, _ in table.do("1 short")[0]]
    assert lines == ["3 nocall", "4 nocall", "1 nocall", "3 nocall", "4 nocall"]


def test_strict_calls_are_asked_in_the_same_order(tmp_path: Path) -> None:
    """F3, option call_order strict: nobody is refused for it."""
    table = Table(str(tmp_path / "journal"), {"call_order": "strict"}, readers=1, buttons=1)
    assert [table.do("1 short")[0][0][1] for _ in range(8)] == ["ok"] * 8


def test_somebody_else_may_speak_first_with_the_seats_tag(table: Table) -> None:
    assert table.do("1 tap seat 3, small")[0] == [("3 small", "ok")]
    # What was claimed is done with: the next one asked is seat 1 again.
    assert table.do("1 short")[0] == [("1 nocall", "ok")]


def test_the_necronomicon_needs_the_seats_tag_before_or_after(table: Table) -> None:
    """F4: nobody knows who holds it, so nobody's turn it is."""
    calls(table)
    assert table.referee.hint() == "SEAT _"
    table.told.clear()
    assert table.do("1 tap NB") == ([], "refused refused refused refused")
    assert ("notice", 0, "which_seat", "") in table.told
    assert table.do("1 short")[0] == []
    table.do("1 tap seat 3")
    assert table.told[-1] == ("pending", 3, "NB", "")
    assert table.referee.hint() == "SEAT 3"
    assert table.do("1 short")[0] == [("3 play NB", "ok")]
    assert table.referee.hint() == "SEAT 4"


def test_cards_laid_down_too_early_can_be_put_back(table: Table) -> None:
    calls(table)
    table.do("1 tap NB, 5S")
    table.do("1 long")
    table.do("1 tap seat 2, NB")
    assert table.do("1 short")[0] == [("2 play NB", "ok")]


def test_cards_go_to_the_seat_that_is_named_after_them(table: Table) -> None:
    table.do("1 tap NB")  # while seat 1 is asked for its call
    table.do("1 tap seat 4")
    assert ("pending", 1, "-", "") in table.told
    assert table.do("1 short")[0] == [("4 play NB", "ok")]


def test_the_shared_button_passes_for_whose_turn_it_is(table: Table) -> None:
    calls(table)
    table.do("1 tap seat 1, NB")
    lines = [line for _ in range(4) for line, _ in table.do("1 short")[0]]
    assert lines == ["1 play NB", "2 pass", "3 pass", "4 pass"]
    assert table.referee.hint() == "SEAT 1"


def test_a_long_press_puts_cards_back_else_takes_the_last_action_back(table: Table) -> None:
    """Everybody's button: the last action is taken back for whoever did it."""
    calls(table)
    table.do("1 tap seat 1, NB")
    table.do("1 short")
    table.do("1 tap 5S")
    assert table.do("1 long")[0] == []
    assert table.do("1 long")[0] == [("1 undo", "ok")]
    assert followers.phase(table.referee.state) == "opening"


def test_a_second_seats_tag_counts_and_putting_back_gives_the_reader_free(table: Table) -> None:
    calls(table)
    table.do("1 tap seat 2, seat 4, NB")
    table.do("1 long")
    assert table.referee.hint() == "SEAT _"


def test_buttons_of_ones_own_beside_a_shared_reader(tmp_path: Path) -> None:
    table = Table(str(tmp_path / "journal"), readers=1, buttons=4)
    assert table.do("3 short")[0] == [("3 nocall", "ok")]
    table.do("1 tap seat 2, NB")
    assert table.do("2 short")[0] == [("2 play NB", "ok")]
    table.do("1 tap 5S")
    assert table.do("3 short")[0] == [("3 play 5S", "ok")]


def test_a_table_with_more_readers_than_the_game_has_seats(tmp_path: Path) -> None:
    """A tag at a seat that does not play is a sentence, no crash."""
    table = Table(str(tmp_path / "journal"), readers=6, buttons=6)
    assert table.do("6 tap NB")[0] == []
    assert table.told == [("notice", 6, "no_seat", "")]
    assert table.do("5 short")[0] == []
    assert table.referee.hint() == ""


STEPS = (
    ["1 short"] * 3
    + ["1 tap great", "1 tap NB", "1 tap seat 3", "1 short", "1 tap 5S", "1 long", "1 long"]
    + ["1 tap seat 2, NB", "1 short", "1 short", "wait 3000"]
)
SCRIPT = """
from tests.firmware.referee_table import Table
table = Table(FOLDER, readers=1, buttons=1)
for step in STEPS:
    print(step, table.do(step), table.referee.hint())
print(table.told)
"""


@requires_micropython
def test_both_interpreters_say_the_same(tmp_path: Path) -> None:
    here = Table(str(tmp_path / "here"), readers=1, buttons=1)
    said = [f"{step} {here.do(step)} {here.referee.hint()}" for step in STEPS]
    script = f"FOLDER = {str(tmp_path / 'there')!r}\nSTEPS = {STEPS!r}\n{SCRIPT}"
    assert run(script).splitlines() == [*said, str(here.told)]


@both
def test_a_whole_deal_with_one_reader_and_one_button(
    interpreter: Interpreter, tmp_path: Path
) -> None:
    """Played at the simulated table, through its port, into the record."""
    view, shown = short_deal.play("pico_shared", interpreter, tmp_path, shared=True)
    assert view["phase"] == "deal_over"
    assert view["rounds"][0]["double"]
    # Two rows: the totals, and that anybody may begin the next deal.
    assert shown["digits"] == " 200   0Any 5EAt"
    assert [any(pixel) for pixel in shown["pixels"][4:]] == [True] * 2 + [False] * 11
