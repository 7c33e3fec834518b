"""Entries of the journal that say who sat down or got up: no actions, and never taken back."""

from __future__ import annotations

from tapdeck.texts import Text
from tapdeck.verdicts import Verdict

_VERBS = ("claim", "release")


def seat_note(line: str) -> Verdict | None:
    """The verdict of `claim SEAT` or `release SEAT`, None for any other line."""
    words = line.split()
    if len(words) != 2 or words[0] not in _VERBS or not words[1].isdecimal():
        return None
    text = Text(f"done.{words[0]}", {"seat": Text("seat", {"seat": int(words[1])})})
    return Verdict(True, None, None, line, None, text, int(words[1]), note=True)
