"""The chart of a match, and the journal for people, without a browser."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tapdeck.session import Session, Setup
from tapdeck.ui import chart
from tapdeck.ui.journal import Row, rows
from tests.rules.full_table import DEALS

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


def journal(*lines):
    """The events of a journal, as a table has them."""
    from tapdeck.session import follows_view, shown_line, shown_text
    from tapdeck.texts import in_all

    session = Session(Setup("followers", NAMES))
    for line in lines:
        session.do(line)
    return [
        {
            "seq": seq,
            "at": 0,
            "source": "page",
            "line": shown_line(session, entry.first),
            "ok": entry.first.ok,
            "voided": entry.voided,
            "counts": entry.counts,
            "corrected": entry.corrected,
            "now": shown_line(session, entry.verdict),
            "reason_now": entry.verdict.reason,
            "text": in_all(shown_text(session, entry.verdict)),
            "effects": follows_view(entry.verdict),
            "conflict": False,
        }
        for seq, entry in enumerate(session.log, 1)
    ]


def test_rows_say_what_counts_what_is_struck_and_what_was_corrected():
    events = journal(
        "1 play NB", "2 play 5H", "3 play 8C", "4 play 9C", "1 play 3S", "correct 3 3 play KC",
        "correct 2", "undo", "effect team 1 +20",
    )  # fmt: skip
    found = rows("en", events, NAMES)
    assert [row.kind for row in found] == [
        "good", "good", "good", "unfit", "bad", "good", "voided", "good", "good",
    ]  # fmt: skip
    assert (found[2].words, found[2].was) == ("Cem: play K♣", "Cem: play 8♣")
    assert "does not beat single K" in found[3].why
    assert found[5].words == "Correction of line 3: Cem: play K♣"
    assert found[6].words == "Correction: line 2 is struck"
    assert found[8].words == "Card skill: +20 points for Team 1."
    assert [row.seq for row in found if row.undone_next] == [9]
    assert [row.seq for row in found if row.can_be_corrected] == [1, 2, 3, 4, 5, 9]


def test_a_row_knows_what_is_entered_in_its_place_and_no_secret():
    events = journal(*DEALS, "1 great", "1 play NB", "2 play 4H 5H 6H 7H W2 as straight 8")
    found = rows("en", events, NAMES)
    assert [(row.verb, row.seat, row.cards) for row in (found[0], found[4], found[5])] == [
        ("deal", 1, []),
        ("great", 1, []),
        ("play", 1, ["NB"]),
    ]
    assert found[6].cards == ["4H", "5H", "6H", "7H", "W2"]


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("aside SP1 CAT", ["SP1", "CAT"]),
        ("deal 2 SP1 CAT", ["SP1", "CAT"]),
        ("2 run SP3 GH4", ["SP3", "GH4"]),
        ("3 give 2 ?", ["?"]),
        ("1 choose …", []),
        ("1 pass", []),
    ],
)
def test_the_cards_of_a_line_are_found_whatever_its_form(line, cards):
    row = Row(seq=1, at=0, source="page", kind="good", line=line, words="", deal=1)
    assert row.cards == cards


def test_a_struck_line_and_the_deals_are_told_apart():
    found = rows("en", journal("1 play NB", "2 pass", "correct 2"), NAMES)
    assert [row.kind for row in found] == ["good", "struck", "good"]
    assert [row.deal for row in found] == [1, 1, 1]
    assert found[2].undone_next
    assert not found[1].can_be_corrected


def test_sides_with_colours_of_their_own_have_dashes_too():
    lines = {name: [0, 8] for name in NAMES}
    paints = tuple(f'data-faction="{code}"' for code in ("GC", "CC", "BG", "YS"))
    picture = chart.svg(chart.Chart(lines, 30, paints=paints), "doom")
    check(picture, 4)
    looks = re.findall(r'<g class="(\w+) painted" (data-faction="\w\w") data-dash="(\d)"', picture)
    assert [paint for _, paint, _ in looks] == list(paints)
    assert len({dash for _, _, dash in looks}) == 4
