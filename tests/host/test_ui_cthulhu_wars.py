"""Cthulhu Wars in the drawers and at the page's door, without a browser."""

import pytest

from tapdeck.session import Session, Setup, view
from tapdeck.ui import cthulhu_wars


@pytest.mark.parametrize(
    ("line", "entered"),
    [
        ("2 sign 3", "2 sign ?"),
        ("1 sign 3", "1 sign 3"),
        ("2 ritual 1 ? 3", "2 ritual ? ? ?"),
        ("2 ritual", "2 ritual"),
        ("correct 4 2 sign 3", "correct 4 2 sign ?"),
        ("correct 2 1 sign 3", "correct 2 1 sign 3"),
        # What is shown everybody sees.
        ("2 show 3", "2 show 3"),
        ("2 sign three", "2 sign three"),
        ("2 power -3", "2 power -3"),
        ("sign 3", "sign 3"),
    ],
)
def test_w10_a_device_enters_values_for_its_own_seats_only(line, entered):
    assert cthulhu_wars.face_down(line, (1, 3)) == entered


class Looked:
    """A look at a game, as a drawer has it."""

    def __init__(self, *lines):
        session = Session(Setup("cthulhu_wars", ("Ann", "Bo", "Bo")))
        for line in lines:
            assert session.do(line).ok, line
        self.view = view(session)


def test_doom_and_power_are_charted_for_each_faction():
    lines = ["gather", "first 1 cw", "1 gate +2", "1 power -8", "2 power -8", "3 power -8"]
    lines += ["1 turn", "gather", "first 1 cw", "doom", "1 ritual"]
    (doom_title, doom), (power_title, power) = cthulhu_wars.charts(Looked(*lines))
    # Two players of one name are two factions.
    assert doom.lines == {"GC Ann": [0, 0, 6], "CC Bo": [0, 0, 1], "BG Bo": [0, 0, 1]}
    assert power.lines == {"GC Ann": [0, 8, 12], "CC Bo": [0, 8, 8], "BG Bo": [0, 8, 8]}
    assert (doom.end, power.end) == (30, None)
    assert (
        doom.paints
        == power.paints
        == (
            'data-faction="GC"',
            'data-faction="CC"',
            'data-faction="BG"',
        )
    )
    assert (doom_title, power_title) == (
        "page.cthulhu_wars.chart.doom",
        "page.cthulhu_wars.chart.power",
    )
