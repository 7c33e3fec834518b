"""Evenings at a table of six readers, with everything that can happen to it."""

from pathlib import Path

import pytest

from tests.hardware.rig import micropython, run

# The firmware's own period is 15 ms; a slower one is the harder one, and sooner over.
PERIOD_MS = "22"

EVENING = (Path(__file__).parent / "evening.py").read_text(encoding="utf-8")


def spend(interpreter: str, folder: Path, *arguments: str) -> dict[str, int]:
    """An evening with these arguments, and its numbers; what went wrong fails the test."""
    lines = run(interpreter, EVENING, folder, arguments=arguments, patience=3600)
    assert len(lines) == 1, "\n".join(lines)
    return {name: int(number) for name, number in (pair.split("=") for pair in lines[0].split())}


@pytest.mark.skipif(micropython() is None, reason="no `micropython` here")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("minutes", "seed", "fields"), [(7, 1, "lit"), (3, 2, "dark")])
def test_ten_minutes_on_micropython(minutes: int, seed: int, fields: str, tmp_path: Path) -> None:
    """Resting cards, taps, piles, slides, strangers and every fault of a reader: no phantom card,
    no lost card, nothing acts twice, no watchdog reset.
    """
    numbers = spend("micropython", tmp_path, str(minutes), str(seed), fields, PERIOD_MS)
    assert numbers["wrong"] == 0
    assert numbers["taps"] > 10 * minutes
    assert numbers["resets"] > 10 * minutes
    assert numbers["misreads"] > 100 * minutes
    assert numbers["collisions"] > 100 * minutes
    assert numbers["longest_ms"] < 250


def test_a_minute_on_cpython(tmp_path: Path) -> None:
    assert spend("cpython", tmp_path, "1", "3", "lit", PERIOD_MS)["wrong"] == 0
