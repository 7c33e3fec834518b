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

from shared_rules.actions import Action
from tapdeck.rules import LineError
from tapdeck.texts import Text
from tapdeck.verdicts import UNREADABLE, Entry, Follow, Standing, Verdict


class Judges(Protocol):
    """What a correction needs of a session."""

    log: list[Entry]
    state: Any

    def fresh(self) -> Any:
        """The state before anything happened."""

    def judge(self, line: str, state: Any) -> Verdict:
        """Judge a line; the state follows if it is accepted. LineError."""

    def carry_out(self, state: Any, action: Action) -> Sequence[Follow]:
        """Let an allowed action change the state."""


def correct(session: Judges, words: list[str]) -> tuple[Verdict, list[Standing]]:
    """Carry out `correct NUMBER [LINE]` on the entries and the state of a session.

    Returns the verdict and, if it was accepted, how the entries stood before: that undoes it. A
    line that would be refused in that place is refused here for the same reason.
    LineError: no such entry, one that cannot be corrected, or no action. Nothing has changed then.
    """
    log = session.log
    number = _number(log, words[1] if len(words) > 1 else "")
    line, said = " ".join(words), " ".join(words[2:])
    before = [entry.standing for entry in log]
    looked = any(entry.counts and entry.verdict.turned_up for entry in log[number - 1 :])
    state = session.fresh()
    try:
        answer = _judge_afresh(session, number, said, state)
    except LineError:
        restore(log, before)
        raise
    if answer is not None and not answer.ok:
        restore(log, before)
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
    session.state = state
    log[number - 1].voided = answer is None
    lost = sum(entry.became_illegal for entry in log)
    text = Text("done.correct" if lost else "done.correct.fits", {"number": number, "count": lost})
    about = answer.action if answer else None
    verdict = Verdict(True, None, None, line, None, text, about=about, number=number, looked=looked)
    return verdict, before


def restore(log: list[Entry], before: list[Standing]) -> None:
    """Let the first entries stand again as they did."""
    for entry, standing in zip(log, before, strict=False):
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


def _judge_afresh(session: Judges, number: int, said: str, state: Any) -> Verdict | None:
    """Let `said` count in the place of an entry (nothing: none) and judge what came after it; the
    state follows. The verdict on `said`, None for nothing; after a refusal the rest is left alone.
    """
    answer = None
    stays_out = [_acted_instead(session.log, place) for place in range(len(session.log))]
    for place, entry in enumerate(session.log, 1):
        action = entry.verdict.action
        if place == number:
            if said:
                answer = session.judge(said, state)
                if not answer.ok:
                    return answer
                entry.verdict, entry.said, entry.taken = answer, said, True
        elif place < number:
            if entry.counts and action is not None:
                session.carry_out(state, action)
        elif action is not None and not entry.voided and not stays_out[place - 1]:
            try:
                entry.verdict = session.judge(entry.said, state)
            except LineError as error:  # it was one, on the past as it was
                text = Text("error.line", {"why": error.text})
                line = entry.verdict.line
                entry.verdict = Verdict(False, UNREADABLE, None, line, action, text, action.seat)
            entry.taken = entry.taken or entry.verdict.ok
    return answer


def _acted_instead(log: list[Entry], place: int) -> bool:
    entry = log[place]
    if entry.taken or entry.verdict.action is None:
        return False
    later = next((each for each in log[place + 1 :] if each.counts), None)
    return later is not None and later.verdict.seat == entry.verdict.seat
