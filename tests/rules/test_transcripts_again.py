"""Any accepted text, exported, is the same game again: all games, whatever stands in the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tapdeck import rules, transcript
from tapdeck.session import Session, core_bytes, summary
from tapdeck.transcript import TranscriptError

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
TEXTS = {
    game: [path.read_text(encoding="utf-8") for path in sorted(PLAYTHROUGHS.glob(f"{game}*.txt"))]
    for game in rules.NAMES
}
NAMES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12)


def beside(name: str) -> str:
    return (PLAYTHROUGHS / name).read_text(encoding="utf-8")


def split(text: str) -> tuple[list[str], list[str]]:
    """A transcript's lines up to its first action, and its actions."""
    lines = text.split("\n")
    first = transcript.parse(text, beside).actions[0][0]
    return lines[: first - 1], [line for line in lines[first - 1 :] if line.strip()]


@st.composite
def texts(draw: st.DrawFn, game: str) -> str:
    """A text as people might write one: a game that was played, up to somewhere, with lines out of
    other games of its kind, repeated, left out, exchanged and taken back; names with anything in
    them; comments, empty lines and spaces.
    """
    head, lines = split(draw(st.sampled_from(TEXTS[game])))
    others = draw(st.sampled_from(TEXTS[game]))
    strange = [*split(others)[1], "undo", "new"]
    if draw(st.booleans()):
        lines = lines[: draw(st.integers(0, len(lines)))]
    for _ in range(draw(st.integers(0, 8))):
        place = draw(st.integers(0, len(lines)))
        change = draw(st.sampled_from(("undo", "more", "less", "twice", "swap")))
        if change == "undo":
            lines[place:place] = ["undo"] * draw(st.integers(1, 4))
        elif change == "more":
            lines.insert(place, draw(st.sampled_from(strange)))
        elif change == "less":
            del lines[place : place + draw(st.integers(1, 3))]
        elif change == "twice":
            lines[place:place] = lines[place : place + 2]
        else:
            lines[place : place + 2] = lines[place : place + 2][::-1]
    if draw(st.booleans()):
        [at] = [place for place, line in enumerate(head) if line.startswith("seats:")]
        count = len(transcript.parse("\n".join(head), beside).setup.names)
        named = draw(st.lists(NAMES.filter(str.strip), min_size=count, max_size=count))
        head[at] = "seats: " + ", ".join('"' + name.replace('"', '""') + '"' for name in named)
    end = draw(st.sampled_from(("\n", "\r\n", "\r", "  # said\n", "\n\n# said: so\n", " \t\n")))
    return "\n".join(head) + "\n" + "".join(line + end for line in lines)


def played(text: str) -> transcript.Replay:
    return transcript.replay(transcript.parse(text, beside))


def secret(session: Session) -> bool:
    """Whether something in the history is for some people only."""
    return not session.game.all_open(session.state) and any(
        session.is_secret(entry.verdict) for entry in session.history
    )


@pytest.mark.parametrize("game", rules.NAMES)
@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_any_accepted_text_exported_gives_the_same_game(game: str, data: st.DataObject) -> None:
    try:
        session = played(data.draw(texts(game))).session
    except TranscriptError:
        assume(False)
    exported = transcript.export(session)
    again = played(exported)
    assert [number for number, verdict in again.verdicts if not verdict.ok] == []
    assert again.session.setup.names == session.setup.names
    assert transcript.export(again.session) == exported
    before, after = summary(session), summary(again.session)
    if not secret(session):
        assert after == before
        assert core_bytes(again.session) == core_bytes(session)
        everybody = frozenset(range(1, len(session.setup.names) + 1))
        shown = session.game.view(session.state, everybody)
        assert again.session.game.view(again.session.state, everybody) == shown
    else:
        # Hands, and what was begun with them, are left out; what came of them is told.
        for each in (before, after):
            del each["state"]
        assert after == before
