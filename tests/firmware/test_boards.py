"""Every board: built on the table it is wired to, and played on."""

from pathlib import Path

import pytest

from tapdeck.simulator import Interpreter
from tests.firmware import short_deal
from tests.hardware.rig import both, run

# name -> (seats, readers, buttons, rows of digits)
BOARDS = {
    "pico": (4, 4, 4, 1),
    "pico_shared": (4, 1, 1, 2),
    "esp32": (4, 4, 4, 1),
    "esp32_six": (6, 6, 6, 1),
    "esp32_twelve": (12, 12, 12, 1),
}


@both
@pytest.mark.parametrize("name", BOARDS)
def test_each_board_finds_its_chips(interpreter: str, name: str, tmp_path: Path) -> None:
    """A board that names a wrong pin or bus finds nothing there."""
    code = f"""
from tabletop import TABLE
from firmware.boards import NAMES, load
board = load("{name}").build()
print(board.name, sorted(NAMES) == {sorted(BOARDS)})
print((board.seats, len(board.readers), len(board.buttons), board.digits.rows))
print([reader.init() for reader in board.readers] == [True] * len(board.readers))
board.digits.init(); board.digits.show("12")
print(TABLE.digits.text()[:2])
for pin in TABLE.seats:
    TABLE.buttons[pin] = True
    print("".join([str(button.value()) for button in board.buttons]), end=" ")
    TABLE.buttons[pin] = False
print("".join([str(button.value()) for button in board.buttons]))
board.pixels.write()
print(len(TABLE.display()[0]) // 3 - board.seats)
print(sorted([number for group in board.groups for number in group]) ==
    list(range(1, len(board.readers) + 1)))
neighbours = [abs(a - b) for group in board.groups for a in group for b in group if a != b]
print(1 in neighbours, board.speed > 0, board.limit_ma > 0)
"""
    seats, readers, buttons, rows = BOARDS[name]
    one_down = ["1" * place + "0" + "1" * (buttons - place - 1) for place in range(buttons)]
    assert run(interpreter, code, tmp_path, board=name) == [
        f"{name} True",
        str((seats, readers, buttons, rows)),
        "True",
        "12",
        " ".join([*one_down, "1" * buttons]),
        "13",
        "True",
        "False True True",
    ]


@both
def test_a_boards_name_may_lie_in_its_flash(interpreter: str, tmp_path: Path) -> None:
    (tmp_path / "board").write_text("pico_shared\n")
    code = """
from firmware.boards import load
print(load().Board.name)
try:
    load("uno")
except ValueError as error:
    print(error)
"""
    assert run(interpreter, code, tmp_path) == [
        "pico_shared",
        "no board uno; the boards are pico, pico_shared, esp32, esp32_six, esp32_twelve",
    ]


@both
def test_a_whole_deal_on_six_seats_behind_an_expander(
    interpreter: Interpreter, tmp_path: Path
) -> None:
    """Followers takes the first four of its seats; the others' lights stay dark."""
    view, shown = short_deal.play("esp32_six", interpreter, tmp_path, shared=False)
    assert view["phase"] == "deal_over"
    assert view["totals"] == {"1": 200, "2": 0}
    assert len(shown["pixels"]) == 6 + 13
    assert not any(map(any, shown["pixels"][4:6]))


@both
def test_a_whole_deal_on_twelve_seats_behind_two_expanders(
    interpreter: Interpreter, tmp_path: Path
) -> None:
    view, shown = short_deal.play("esp32_twelve", interpreter, tmp_path, shared=False)
    assert view["phase"] == "deal_over"
    assert view["totals"] == {"1": 200, "2": 0}
    assert len(shown["pixels"]) == 12 + 13
    assert not any(map(any, shown["pixels"][4:12]))


@both
def test_each_of_twelve_readers_finds_the_tag_that_lies_on_it(
    interpreter: Interpreter, tmp_path: Path
) -> None:
    """The two halves have buses of their own, and one expander each for their selects."""
    code = """
from tabletop import TABLE
from tags import Tag
from firmware.boards import load
board = load("esp32_twelve").build()
for reader in board.readers:
    reader.init()
for place in range(12):
    TABLE.readers[place].place(Tag(bytes((4, place, 1, 2, 3, 4, 5))))
for reader in board.readers:
    reader.poll()
print([reader.uid[1] for reader in board.readers], {reader.size for reader in board.readers})
"""
    assert run(interpreter, code, tmp_path, board="esp32_twelve") == [
        "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] {7}"
    ]
