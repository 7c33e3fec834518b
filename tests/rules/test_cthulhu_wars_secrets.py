"""W10: the values of signs that are face down are for those who drew them, and for nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tapdeck import transcript
from tapdeck.session import (
    Session,
    Setup,
    became_illegal,
    core_bytes,
    shown_line,
    shown_text,
    view,
)
from tapdeck.texts import in_all

HEADERS = {"factions": "GC, YS, BG", "start.goo": "0, 2, 0", "start.gates": "1, 2, 1"}
NAMES = ("Ann", "Bo", "Cy")


def played(*lines: str) -> Session:
    session = Session(Setup("cthulhu_wars", NAMES, headers=HEADERS))
    for line in lines:
        session.do(line)
    return session


def all_that_is_shown(session: Session, held: frozenset[int]) -> str:
    """Everything about a game that leaves through its ways out, as text."""
    found: list[Any] = [view(session, tuple(held)), became_illegal(session, held)]
    for entry in session.log:
        for verdict in (entry.first, entry.verdict):
            found.append(shown_line(session, verdict, held))
            found.append(in_all(shown_text(session, verdict, held)))
    return json.dumps(found, sort_keys=True, ensure_ascii=False)


# Games that differ in nothing but values of signs; X, Y, Z stand for them.
GAMES = {
    "sign": ["gather", "first 1 cw", "2 sign X", "2 sign Y"],
    "ritual": [
        "gather",
        "first 1 cw",
        "1 power -8",
        "2 power -10",
        "3 power -8",
        "1 turn",
        "gather",
        "first 2 cw",
        "doom",
        "2 ritual X Y",
    ],
    "undone": ["gather", "first 1 cw", "2 sign X", "undo", "2 sign Y", "2 undo"],
    "in vain": ["gather", "2 sign X", "first 1 cw", "2 show Y", "2 ritual X Y"],
    "one shown": ["gather", "first 1 cw", "2 sign X", "2 sign Y", "2 sign 2", "2 show 2"],
    "corrected": ["gather", "first 1 cw", "2 sign X", "2 sign Y", "correct 3 2 sign Z"],
}


@pytest.mark.parametrize("lines", GAMES.values(), ids=GAMES.keys())
def test_w10_others_see_the_same_whatever_was_drawn(lines: list[str]) -> None:
    seen = set()
    told = set()
    for values in (("1", "3", "1"), ("3", "1", "2"), ("1", "1", "3"), ("3", "3", "3")):
        session = played()
        for line in lines:
            for letter, value in zip("XYZ", values, strict=True):
                line = line.replace(letter, value)
            session.do(line)
        for held in (frozenset[int](), frozenset({1}), frozenset({1, 3})):
            seen.add((held, all_that_is_shown(session, held)))
        told.add(transcript.export(session))
        told.add(core_bytes(session).hex())
    assert len(seen) == 3, "one a viewer"
    assert len(told) == 2, "one transcript, and one state for the board"


def test_w10_the_holder_sees_them() -> None:
    session = played("gather", "first 1 cw", "2 sign 3", "2 sign ?", "2 sign 1", "1 sign 2")
    seats = {each["seat"]: each for each in view(session, (2,))["seats"]}
    assert seats[2]["held"] == {"named": [1, 3], "unnamed": 1}
    assert seats[1]["held"] is None
    assert [each["signs"] for each in seats.values()] == [1, 3, 0]
    assert all(each["held"] is None for each in view(session)["seats"])
    verdict = session.log[2].verdict
    assert shown_line(session, verdict, frozenset({2})) == "2 sign 3"
    assert shown_line(session, verdict) == "2 sign …"


def test_w10_what_was_shown_everybody_sees() -> None:
    session = played("gather", "first 1 cw", "2 sign 3", "2 sign 1", "2 show all")
    verdict = session.log[-1].verdict
    assert shown_line(session, verdict) == "2 show all"
    assert in_all(shown_text(session, verdict))["en"] == "Bo shows elder signs 1 3: 4 doom."
    assert view(session)["signs_shown"] == {"1": 1, "2": 0, "3": 1}


def test_w10_a_sign_shown_in_vain_is_not_told() -> None:
    """It would say which one somebody does not hold."""
    session = played("gather", "first 1 cw", "2 sign 3", "2 show 1")
    verdict = session.log[-1].verdict
    assert verdict.reason == "no_such_sign"
    assert shown_line(session, verdict) == "2 show …"
    assert shown_line(session, verdict, frozenset({2})) == "2 show 1"


def test_w2_w10_whose_signs_leave_too_few_for_a_ritual() -> None:
    """Its own signs may be named as the reason; those that lie hidden elsewhere may not."""
    for holder, hidden in ((2, False), (1, True)):
        signs = [f"{holder} sign 3"] * 5
        spent = ["1 power -8", "2 power -10", "3 power -8", "1 turn"]
        begun = played("gather", "first 1 cw", *signs, *spent, "gather", "first 2 cw", "doom")
        verdict = begun.do("2 ritual 3 3")
        assert (verdict.reason, verdict.elsewhere) == ("no_such_sign", hidden)


def test_w10_a_game_that_goes_on_is_exported_as_everybody_saw_it() -> None:
    session = played(
        *["gather", "first 1 cw", "1 sign 2", "2 sign 3", "2 sign 1", "2 sign 1", "2 show all"],
        *["2 sign 2", "1 power -9", "1 power -8", "2 power -10", "3 power -8", "1 turn", "gather"],
        *["first 2 cw", "doom", "2 ritual 3 2"],
    )
    text = transcript.export(session)
    assert text.splitlines() == [
        "game: cthulhu_wars",
        "seats: Ann, Bo, Cy",
        "factions: GC, YS, BG",
        "start.gates: 1, 2, 1",
        "start.goo: 0, 2, 0",
        "",
        *["gather", "first 1 cw", "1 sign ?", "2 sign ?", "2 sign ?", "2 sign ?"],
        *["2 show 1", "2 show 1", "2 show 3", "2 sign ?"],
        *["1 power -8", "2 power -10", "3 power -8", "1 turn", "gather"],
        *["first 2 cw", "doom", "2 ritual ? ?"],
    ]
    again = transcript.replay(transcript.parse(text))
    assert all(verdict.ok for _, verdict in again.verdicts)
    one, two = transcript.score(text), view(session)
    assert one["totals"] == two["totals"]
    assert core_bytes(again.session) == core_bytes(session)


def test_w11_after_the_end_all_is_told() -> None:
    headers = HEADERS | {"start.gates": "30, 1, 1"}
    session = Session(Setup("cthulhu_wars", NAMES, headers=headers))
    lines = ["gather", "first 1 cw", "1 sign 2", "2 sign 3", "2 sign ?"]
    lines += ["1 power -66", "2 power -33", "3 power -33", "1 turn", "gather", "first 1 cw"]
    for line in (*lines, "doom", "action"):
        assert session.do(line).ok, line
    assert view(session)["awaits_signs"] is True
    assert "2 sign 3" in transcript.export(session)
    again = transcript.score(transcript.export(session))
    assert again["totals"] == view(session)["totals"]
    assert session.do("2 show 1").ok
    assert view(session)["result_text"]["en"].startswith("No faction has six spellbooks")
