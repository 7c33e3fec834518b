"""The chart of a match, and the journal for people, without a browser."""

import re
from xml.etree import ElementTree

import pytest

from tapdeck.session import Session, Setup
from tapdeck.ui import chart
from tapdeck.ui.journal import rows
from tests.rules.full_table import DEALS

NAMES = ("Ann", "Bob", "Cem", "Dee")


def match(*points):
    """Rounds in which both teams have these points, with a token more each time."""
    return [
        {"points": {"1": one, "2": two}, "tokens": number}
        for number, (one, two) in enumerate(points)
    ]


def test_totals_add_up_from_nothing():
    assert chart.totals_after(match((100, 0), (-200, 300), (55, 45))) == {
        "1": [0, 100, -100, -45],
        "2": [0, 0, 300, 345],
    }


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
    picture = chart.svg(match(*points), 1000, 13, 'A & "B"')
    root = ElementTree.fromstring(picture)
    assert root.get("aria-label") == 'A & "B"'
    for node in root.iter():
        for name in ("x", "x1", "x2", "cx"):
            assert 0 <= float(node.get(name, 0)) <= chart.WIDTH, (node.tag, node.attrib)
        for name in ("y", "y1", "y2", "cy"):
            assert 0 <= float(node.get(name, 0)) <= chart.HEIGHT, (node.tag, node.attrib)
    ends = re.findall(r'class="total team\d" x="[\d.]+" y="([\d.]+)"', picture)
    assert abs(float(ends[0]) - float(ends[1])) >= 15


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


def test_a_struck_line_and_the_deals_are_told_apart():
    found = rows("en", journal("1 play NB", "2 pass", "correct 2"), NAMES)
    assert [row.kind for row in found] == ["good", "struck", "good"]
    assert [row.deal for row in found] == [1, 1, 1]
    assert found[2].undone_next
    assert not found[1].can_be_corrected
