"""Going back in a journal costs what it changes, and gives what a fold from the start gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapdeck import rules, transcript
from tapdeck.checkpoints import Checkpoints, copy_state
from tapdeck.rules import LineError
from tapdeck.session import Session, core_bytes, summary, view
from tapdeck.setup import Setup

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.txt"))
NEVER = 10**9


def read(path: Path) -> transcript.Transcript:
    def beside(name: str) -> str:
        return (path.parent / name).read_text(encoding="utf-8")

    return transcript.parse(path.read_text(encoding="utf-8"), beside)


def everything(session: Session) -> Any:
    """All that a session says, to the public and to those who hold all seats."""
    everyone = range(1, len(session.setup.names) + 1)
    rows = [(entry.verdict, entry.voided, entry.said, entry.taken) for entry in session.log]
    return (
        summary(session),
        view(session),
        view(session, everyone),
        core_bytes(session),
        [(str(verdict.text), verdict.ok, verdict.reason, *rest) for verdict, *rest in rows],
        transcript.export(session),
    )


@pytest.mark.parametrize("game", rules.NAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_any_way_back_gives_what_a_fold_from_the_start_gives(
    game: str, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([p for p in PLAYTHROUGHS if p.name.startswith(game)]))
    read_in = read(path)
    lines = [line for _, line in read_in.actions]
    kept, scratch = Session(read_in.setup), Session(read_in.setup)
    kept.kept = Checkpoints(data.draw(st.sampled_from((1, 2, 5, 16))), most=4)
    scratch.kept = Checkpoints(NEVER)
    place = 0
    for _ in range(data.draw(st.integers(1, 40))):
        what = data.draw(st.sampled_from(("on", "on", "undo", "undos", "correct", "strike")))
        said = [lines[place % len(lines)]]
        if what == "on":
            count = data.draw(st.integers(1, 12))
            said = [lines[(place + each) % len(lines)] for each in range(count)]
            place += count
        elif what == "undo":
            said = ["undo"]
        elif what == "undos":
            said = ["undo"] * data.draw(st.integers(2, 15))
        else:
            number = data.draw(st.integers(1, len(kept.log) + 1))
            line = data.draw(st.sampled_from(lines)) if what == "correct" else ""
            said = [f"correct {number} {line}"]
        for line in said:
            answers = []
            for session in (kept, scratch):
                try:
                    answers.append(session.do(line))
                except LineError as error:
                    answers.append(error.text)
            assert str(answers[0]) == str(answers[1])
    assert everything(kept) == everything(scratch)
    looked_for_by_looking_through(kept, data.draw(st.integers(0, len(kept.log))))


def looked_for_by_looking_through(session: Session, count: int) -> None:
    """What is kept by places is what looking through the whole log would find."""
    log = session.log
    live = [number for number, entry in enumerate(log, 1) if entry.can_be_undone]
    assert session.next_undone == max(live, default=0)
    assert session.unfit == [(n, entry) for n, entry in enumerate(log, 1) if entry.became_illegal]
    begun = [number for number, entry in enumerate(log, 1) if entry.begins_deal and number <= count]
    assert session.deal_of(count) == 1 + len(begun)
    last = max(begun, default=0)
    assert session.secrets(count) == [
        entry
        for entry in reversed(log[last:count])
        if entry.counts and session.is_secret(entry.verdict)
    ]


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_copy_of_a_state_is_its_own(path: Path) -> None:
    read_in = read(path)
    session = Session(read_in.setup)
    before: list[tuple[Any, bytes]] = []
    for _, line in read_in.actions:
        before.append((copy_state(session.state), core_bytes(session)))
        session.do(line)
    for state, dumped in before:
        session.state = state
        assert core_bytes(session) == dumped


def applied(session: Session, line: str) -> int:
    """How many actions are carried out to answer a line."""
    count = 0
    before = session.game.apply

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

        def apply(self, state: Any, action: Any) -> None:
            nonlocal count
            count += 1
            before(state, action)

    game = session.game
    session.game = Counting()  # type: ignore[assignment]
    session.do(line)
    session.game = game
    return count


def long_game(changes: int) -> Session:
    """A game in which a lot has happened: power that goes up and down."""
    headers = {"factions": "GC, CC, BG"}
    session = Session(Setup("cthulhu_wars", ("Ann", "Bo", "Cy"), headers=headers))
    for line in ("gather", "first 1 cw"):
        session.do(line)
    for number in range(changes):
        session.do(f"{number % 3 + 1} power {'+' if number % 2 else '-'}1")
    return session


@pytest.mark.parametrize("changes", [200, 2000])
def test_an_undo_and_a_correction_carry_out_what_they_change(changes: int) -> None:
    session = long_game(changes)
    assert applied(session, "undo") <= 64
    assert applied(session, f"correct {changes - 9} 1 power +2") <= 64 + 12
    assert applied(session, "undo") <= 64 + 12


def test_a_thousand_undos_in_a_row_are_each_as_cheap() -> None:
    session = long_game(1000)
    worst = max(applied(session, "undo") for _ in range(1000))
    assert worst <= 64
    assert session.do("undo").ok
    assert session.do("undo").ok
    assert session.do("undo").reason == "nothing_to_undo"


def test_what_is_kept_is_bounded() -> None:
    kept = Checkpoints(every=2, most=10)
    session = long_game(0)
    for count in range(1, 400):
        kept.pass_by(count, session.state)
    assert len(kept._kept) <= 10
    found = kept.nearest(399)
    assert found is not None
    assert found[0] >= 396
