"""The MAX7219 driver: what the digits show, and that only what changed is sent."""

from pathlib import Path

from tests.hardware.rig import both, run

START = """
from tabletop import TABLE
import machine
from firmware.drivers.max7219 import MAX7219
row = MAX7219(machine.SPI(1), machine.Pin(13, machine.Pin.OUT, value=1))
chip = TABLE.digits
"""


@both
def test_text_minus_blanks_and_points_show_as_written(interpreter: str, tmp_path: Path) -> None:
    code = f"""{START}
print("[%s]" % chip.text())
row.init()
for text in ("", " 120 -50", "FULL", "1.2.", ".5", "123456789", "-1", "?x"):
    row.show(text)
    print("[%s]" % chip.text())
"""
    assert run(interpreter, code, tmp_path) == [
        "[        ]",
        "[        ]",
        "[ 120 -50]",
        "[FULL    ]",
        "[1.2.      ]",
        "[ .5      ]",
        "[12345678]",
        "[-1      ]",
        "[__      ]",
    ]


@both
def test_only_digits_that_changed_are_sent(interpreter: str, tmp_path: Path) -> None:
    code = f"""{START}
row.init()
for text in ("  10  20", "  10  20", "  15  20", ""):
    before = TABLE.cycles
    row.show(text)
    print(TABLE.cycles - before)
"""
    assert run(interpreter, code, tmp_path) == ["4", "0", "1", "4"]


@both
def test_a_row_that_lost_its_power_is_whole_after_init(interpreter: str, tmp_path: Path) -> None:
    code = f"""{START}
row.init(); row.show("42")
for i in range(16): chip.registers[i] = 0xFF
row.init(); row.show("42")
print("[%s]" % chip.text())
"""
    assert run(interpreter, code, tmp_path) == ["[42      ]"]
