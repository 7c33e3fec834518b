"""Corrections: another line counts in the place of an old one, and what followed is judged afresh.

A correction is an event of its own; no entry of the journal is ever changed. What people took back
stays taken back, whatever the correction makes of it: they meant that entry. What the rules had
refused stays refused if its seat then did something else instead, because the cards went back to
the hand; else the refused line may come to life, as after a misread that made all later plays
impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tapdeck.checkpoints import Checkpoints
from tapdeck.rules import LineError
from tapdeck.texts import Text
from tapdeck.verdicts import UNREADABLE, Entry, Standing, Verdict


class Judges(Protocol):
    """What a correction needs of a session."""

    log: list[Entry]
    state: Any
    kept: Checkpoints

    def state_before(self, number: int) -> Any:
        """The state in which the entry of this number was judged; it may be changed."""

    def judge(self, line: str, state: Any) -> Verdict:
        """Judge a line; the state follows if it is accepted. LineError."""


def correct(session: Judges, words: list[str]) -> tuple[Verdict, list[Standing]]:
    """Carry out `correct NUMBER [LINE]` on the entries and the state of a session.

    Returns the verdict and, if it was accepted, how the entries from the corrected one on stood
    before: that undoes it. A line that would be refused in that place is refused here for the same
    reason. What it costs grows with what came later, not with what came before.
    LineError: no such entry, one that cannot be corrected, or no action. Nothing has changed then.
    """
    log = session.log
    number = _number(log, words[1] if len(words) > 1 else "")
    line, said = " ".join(words), " ".join(words[2:])
    state = session.state_before(number)
    answer = session.judge(said, state) if said else None
    if answer is not None and not answer.ok:
        refused = Verdict(
            False,
            answer.reason,
            None,
            line,
            None,
            answer.text,
            about=answer.action,
            number=number,
            secret=answer.secret,
            elsewhere=answer.elsewhere,
        )
        return refused, []
    later = log[number - 1 :]
    before = [entry.standing for entry in later]
    looked = any(entry.counts and entry.verdict.turned_up for entry in later)
    stays_out = _acted_instead(later)
    _put(session, number, said, answer)
    for place in range(number, len(log)):
        session.kept.pass_by(place, state)
        if not stays_out[place - number + 1]:
            _judge_afresh(session, log[place], state)
    session.state = state
    lost = sum(entry.became_illegal for entry in log[number - 1 :])
    text = Text("done.correct" if lost else "done.correct.fits", {"number": number, "count": lost})
    about = answer.action if answer else None
    verdict = Verdict(
        True, None, None, line, None, text, about=about, number=number, looked=looked, since=number
    )
    return verdict, before


def restore(log: list[Entry], place: int, before: list[Standing]) -> None:
    """Let the entries from a place on stand again as they did."""
    for entry, standing in zip(log[place:], before, strict=False):
        entry.restore(standing)


def _number(log: list[Entry], word: str) -> int:
    if not (word.isascii() and word.isdecimal() and 1 <= int(word) <= len(log)):
        raise LineError("wrong.correct_none", word=word, count=len(log))
    entry = log[int(word) - 1]
    if entry.verdict.action is None and entry.verdict.reason != UNREADABLE:
        raise LineError("wrong.correct_no_action", number=word)
    if entry.voided:
        raise LineError("wrong.correct_taken", number=word)
    return int(word)


def _put(session: Judges, number: int, said: str, answer: Verdict | None) -> None:
    """Let a line count in the place of an entry, or none."""
    entry = session.log[number - 1]
    if answer is None:
        entry.voided = entry.struck = True
    else:
        entry.verdict, entry.said, entry.taken = answer, said, True
    session.kept.forget(number - 1)


def _judge_afresh(session: Judges, entry: Entry, state: Any) -> None:
    """Judge an entry on another past than it had; the state follows."""
    action = entry.verdict.action
    if action is None or entry.voided:
        return
    try:
        entry.verdict = session.judge(entry.said, state)
    except LineError as error:  # it was one, on the past as it was
        text = Text("error.line", {"why": error.text})
        line = entry.verdict.line
        entry.verdict = Verdict(False, UNREADABLE, None, line, action, text, action.seat)
    entry.taken = entry.taken or entry.verdict.ok


def _acted_instead(later: Sequence[Entry]) -> list[bool]:
    """Of each entry: whether the rules had refused it, and its seat did something else then."""
    found = []
    next_seat: int | None = None  # of the next entry that counts
    for entry in reversed(later):
        refused = not entry.taken and entry.verdict.action is not None
        found.append(refused and next_seat == entry.verdict.seat)
        if entry.counts:
            next_seat = entry.verdict.seat
    return found[::-1]
