"""Hints: what a seat whose hand is known might do, for its holder only (F23)."""

from __future__ import annotations

import random

import pytest

from shared_rules import followers as core
from tapdeck.session import Session, Setup, fold, hint, view
from tests.rules.followers_table import deal
from tests.rules.full_table import DEALS, GIFTS

NAMES = ("Ann", "Bo", "Cy", "Di")
EVERYBODY = (1, 2, 3, 4)
SETUP = Setup("followers", NAMES)


def dealt(seed: int, **options: str) -> Session:
    session = Session(Setup("followers", NAMES, options))
    for seat, hand in enumerate(deal(session.state, random.Random(seed)), 1):
        cards = core.line(core.Action(0, "", tuple(sorted(hand)))).strip()
        assert session.do(f"deal {seat} {cards}").ok
    return session


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"call_order": "strict", "lead_after_out": "partner"},
        {"lone_joker": "never", "eighth": "dog"},
        {"eighth": "absent"},
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_f23_hints_alone_play_a_whole_deal(seed: int, options: dict[str, str]) -> None:
    """Calls, gifts, and every turn; nothing that is suggested is ever refused."""
    session = dealt(seed, **options)
    verbs = set()
    for _ in range(400):
        if session.state.ended:
            break
        found = [each for seat in EVERYBODY if (each := hint(session, seat))]
        assert found, [entry.line for entry in session.log]
        if session.state.opened:
            assert len(found) == 1
            assert found[0]["seat"] == session.state.turn
        verdict = session.do(found[0]["line"])
        assert verdict.ok, verdict
        assert verdict.line == found[0]["line"]
        verbs.add(found[0]["verb"])
    assert session.state.ended
    assert {"nocall", "give", "play", "pass"} <= verbs
    assert not any(hint(session, seat) for seat in EVERYBODY)


def test_f23_without_known_hands_there_is_no_hint() -> None:
    session = fold(SETUP, ["1 play NB"])
    assert all(hint(session, seat) is None for seat in EVERYBODY)
    assert all(hint(fold(SETUP, DEALS[:3]), seat) is None for seat in EVERYBODY)


def test_f23_hints_are_in_the_view_of_the_seats_holder_only() -> None:
    session = fold(SETUP, [*DEALS, *GIFTS, "1 play NB"])
    assert view(session)["hints"] == {}
    assert view(session, (1, 3, 4))["hints"] == {}
    [(seat, found)] = view(session, (2, 3))["hints"].items()
    assert (seat, found["seat"], found["verb"]) == ("2", 2, "play")
    assert set(found["cards"]) <= set(view(session, (2,))["hands"]["2"])
    assert found["text"]["en"].startswith("Bo plays")
    assert found["text"]["zh-Hans"]


def test_a_hint_is_for_a_gift_that_is_still_owed() -> None:
    session = fold(SETUP, [*DEALS, *[f"{seat} nocall" for seat in EVERYBODY] * 2, *GIFTS[:2]])
    found = hint(session, 1)
    assert found is not None
    assert found["line"].startswith("1 give 4 ")
    assert found["cards"][0] not in ("2S", "3S")
    session.do("1 give 4 4S")
    assert hint(session, 1) is None
