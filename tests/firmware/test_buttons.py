"""Buttons: bounces are swallowed, short is told at the release, long while still held."""

from pathlib import Path

from tests.hardware.rig import both, run

START = """
from firmware.buttons import Buttons
class Pin:
    level = 1
    def value(self): return self.level
pins = [Pin(), Pin()]
told = []
now = [1 << 30 - 1]
buttons = Buttons(pins, lambda seat, kind: told.append((now[0], seat, kind)))
start = now[0] = (1 << 30) - 300     # the milliseconds wrap during the test
def hold(level, ms, seat=1):
    pins[seat - 1].level = level
    for _ in range(ms // 10):
        now[0] = (now[0] + 10) & (1 << 30) - 1
        buttons.step(now[0])
def show():
    print(" ".join("%s%d" % (kind, seat) for _, seat, kind in told) or "-")
    told.clear()
hold(1, 100)
"""


def _told(interpreter: str, code: str, tmp_path: Path) -> list[str]:
    return run(interpreter, START + code, tmp_path)


@both
def test_short_and_long_presses(interpreter: str, tmp_path: Path) -> None:
    """Short below 0.7 s, long from 0.7 s; a long press is told once, while still held."""
    code = """
hold(0, 80); show(); hold(1, 100); show()
hold(0, 690); show(); hold(1, 100); show()
hold(0, 720); show(); hold(0, 3000); show(); hold(1, 100); show()
hold(0, 80, 2); hold(1, 100, 2); show()
"""
    shown = ["-", "short1", "-", "short1", "long1", "-", "-", "short2"]
    assert _told(interpreter, code, tmp_path) == shown


@both
def test_bounces_are_one_press(interpreter: str, tmp_path: Path) -> None:
    code = """
for _ in range(3): hold(0, 10); hold(1, 10)
hold(0, 200)
for _ in range(3): hold(1, 10); hold(0, 10)
hold(1, 100); show()
hold(0, 10); hold(1, 100); show()
"""
    assert _told(interpreter, code, tmp_path) == ["short1", "-"]


@both
def test_a_release_is_told_within_30_ms(interpreter: str, tmp_path: Path) -> None:
    code = "hold(0, 100); hold(1, 30); show()"
    assert _told(interpreter, code, tmp_path) == ["short1"]


@both
def test_a_button_held_at_power_up_is_no_press(interpreter: str, tmp_path: Path) -> None:
    code = """
pins[0].level = 0
buttons = Buttons(pins, lambda seat, kind: told.append((now[0], seat, kind)))
hold(0, 2000); show(); hold(1, 100); show(); hold(0, 100); hold(1, 100); show()
"""
    assert _told(interpreter, code, tmp_path) == ["-", "-", "short1"]
