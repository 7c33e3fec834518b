"""The paper, which shares no code with the rules, keeps the same state line by line (S2-S14)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import packs
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from tapdeck import rules, transcript
from tapdeck.rules import spooks
from tapdeck.session import Session, Setup, summary
from tests.rules.oracle_spooks import Paper
from tests.rules.spooks_table import CODES, NAMES
from tests.rules.test_spooks_matches import deal_all, legal, option_sets

FILES = sorted((Path(__file__).parents[1] / "playthroughs").glob("spooks_*.txt"))


def agree(paper: Paper, session: Session) -> None:
    result = summary(session)
    ours, theirs = dict(result["state"]), paper.state
    if not session.state.opened:
        ours["turn"] = None  # the paper does not know who holds the first spider
    assert ours == theirs
    assert result["rounds"] == paper.rounds
    assert result["totals"] == {str(seat): total for seat, total in paper.totals.items()}
    assert result["finished"] == paper.finished


def shown_hands(session: Session) -> list[list[str]]:
    """Where hands are known, what the losers lay down to be counted."""
    return [
        [str(seat), "hand", *(CODES[card] for card in cards)]
        for seat, cards in session.state.counted_hands.items()
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_playthroughs_on_paper(path: Path) -> None:
    read = transcript.parse(path.read_text(encoding="utf-8"))
    played = transcript.replay(read).session
    session, setup = Session(read.setup), read.setup
    paper = Paper(len(setup.names), setup.first, dict(setup.options))
    for entry in played.history:  # what was taken back left out
        session.do(entry.verdict.line)
        paper.line(entry.verdict.line.split())
        agree(paper, session)
    assert summary(session) == summary(played)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), option_sets, st.integers(3, 12))
def test_whole_matches_on_paper(seed: int, options: dict[str, str], seats: int) -> None:
    seats = min(seats, 12 if options["double_pack"] == "on" else 6)
    rng = random.Random(seed)
    session = Session(Setup("spooks", NAMES[:seats], options, rng.randint(1, seats)))
    paper = Paper(seats, session.setup.first, options)
    while session.state.ended != table.MATCH_OVER:
        if session.state.ended:
            action = Action(0, "new")
        else:
            if not session.state.hands_known:
                deal_all(session, rng)
            action = legal(session, rng)
        line = spooks.line(action)
        assert session.do(line).ok
        paper.line(line.split())
        if session.state.ended and options["scored"] == "on":
            for words in shown_hands(session):
                paper.line(words)
        agree(paper, session)


def test_every_option_has_a_playthrough() -> None:
    seen = {
        option
        for path in FILES
        for option in transcript.parse(path.read_text(encoding="utf-8")).setup.options.items()
    }
    assert {name for name, value in seen if value == "on"} == {
        name for name, _ in rules.full("spooks").OPTIONS
    }


def test_the_playthroughs_show_what_the_game_has() -> None:
    """Each rule, each master in turn, the cat under each rule."""
    seen: set[tuple[str, str]] = set()
    for path in FILES:
        read = transcript.parse(path.read_text(encoding="utf-8"))
        session = Session(read.setup)
        for _, line in read.actions:
            rule = table.RULE_NAMES[session.state.rule]
            verdict = session.do(line)
            if verdict.ok and verdict.action and verdict.action.verb in ("play", "choose"):
                card = packs.name("spooks", verdict.action.cards[0])
                seen.add((rule, card))
            seen.add((rule, ""))
    assert {rule for rule, _ in seen} >= set(table.RULE_NAMES[1:])
    assert {rule for rule, card in seen if card == "CAT"} == {"lead", "blue", "green", "red"}
    assert {card for _, card in seen} >= {"SPM", "GHM", "GOM", "SKM", "BAM"}
