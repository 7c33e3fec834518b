"""The chart of a match, without a browser."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tapdeck.ui import chart

NAMES = ("Ann", "Bob", "Cem", "Dee")


def match(*points):
    """Rounds in which both teams have these points, with a token more each time."""
    return [
        {"points": {"1": one, "2": two}, "tokens": number}
        for number, (one, two) in enumerate(points)
    ]


def test_totals_add_up_from_nothing():
    rounds = match((100, 0), (-200, 300), (55, 45))
    assert chart.totals_after(rounds, ("1", "2")) == {
        "1": [0, 100, -100, -45],
        "2": [0, 0, 300, 345],
    }
    # S12: the dead are in no later deal.
    rounds = [{"points": {"1": 5, "2": 205}}, {"points": {"1": 7}}]
    assert chart.totals_after(rounds, ("1", "2")) == {"1": [0, 5, 12], "2": [0, 205, 205]}


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0, 0)],
        [(100, 0)],
        [(50, 50)] * 3,
        [(-300, 200), (-100, 200)],
        [(120, -20), (45, 55)] * 20,
        [(9999, -9999)],
    ],
)
def test_everything_lies_inside_and_total_labels_keep_apart(points):
    rounds = match(*points)
    lines = chart.totals_after(rounds, ("1", "2"))
    bars = chart.Bars([each["tokens"] for each in rounds], 13)
    picture = chart.svg(chart.Chart(lines, 1000, bars), 'A & "B"')
    assert ElementTree.fromstring(picture).get("aria-label") == 'A & "B"'
    check(picture, 2)


def check(picture, sides):
    """Everything lies inside, and no label of a total over another."""
    root = ElementTree.fromstring(picture)
    width, height = map(float, root.get("viewBox").split()[2:])
    for node in root.iter():
        for name in ("x", "x1", "x2", "cx"):
            assert 0 <= float(node.get(name, 0)) <= width, (node.tag, node.attrib)
        for name in ("y", "y1", "y2", "cy"):
            assert 0 <= float(node.get(name, 0)) <= height, (node.tag, node.attrib)
    ends = re.findall(r'class="total side\d[^>]*? x="[\d.]+" y="([\d.]+)"', picture)
    places = sorted(float(end) for end in ends)
    assert len(places) == sides
    assert all(high - low >= chart.LABEL - 0.2 for low, high in pairwise(places))


@pytest.mark.parametrize("total", [0, 7, 199, 260])
def test_twelve_sides_are_told_apart(total):
    """S12: twelve lines that end alike, with the line of death at 200."""
    names = [f"Player {seat}" for seat in range(1, 12)] + ["陈小明陈小明"]
    lines = {name: [0, total // 2, total] for name in names}
    picture = chart.svg(chart.Chart(lines, 200), "all")
    check(picture, 12)
    assert picture.count('class="end"') == 1
    assert f"{total} 陈小明陈…" in picture
    assert len({chart.side(place) for place in range(12)}) == 12


def test_sides_with_colours_of_their_own_have_dashes_too():
    lines = {name: [0, 8] for name in NAMES}
    paints = tuple(f'data-faction="{code}"' for code in ("GC", "CC", "BG", "YS"))
    picture = chart.svg(chart.Chart(lines, 30, paints=paints), "doom")
    check(picture, 4)
    looks = re.findall(r'<g class="(\w+) painted" (data-faction="\w\w") data-dash="(\d)"', picture)
    assert [paint for _, paint, _ in looks] == list(paints)
    assert len({dash for _, _, dash in looks}) == 4
