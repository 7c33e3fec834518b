"""Rules that have changed under a game: what stands until the host decides, entry by entry.

A game is stored with the version of its rules. When it is folded by other rules and an entry is
judged otherwise, the entry stands as it did, if that is possible at all: nothing that was played
drops out without a word. The host then keeps it so, or adopts today's rules. The decision is an
entry of the journal and names what it was about, so that it is asked again only for something else.
"""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tapdeck import results
from tapdeck.texts import Text, in_all
from tapdeck.verdicts import Verdict

RULES = "rules"


@dataclass(frozen=True)
class Change:
    """An entry that today's rules judge otherwise than when it was entered.

    then, now  the reason of the refusal, empty where the line is accepted
    stands     whether it could be let stand as it did
    words      the line as people read it
    """

    seq: int
    line: str
    then: str
    now: str
    stands: bool
    text: Text
    words: Text

    def view(self) -> dict[str, Any]:
        """For people, as plain data."""
        return {
            "seq": self.seq,
            "line": self.line,
            "words": in_all(self.words),
            "then": self.then or None,
            "now": self.now or None,
            "stands": self.stands,
            "text": in_all(self.text),
        }


@dataclass(frozen=True)
class Changes:
    """All of them, with the versions of the rules; `decided`: `keep`, `adopt`, or nothing yet."""

    then: int
    now: int
    entries: tuple[Change, ...]
    decided: str = ""

    @property
    def mark(self) -> str:
        """Names what is to be decided about."""
        facts = [(each.seq, each.then, each.now) for each in self.entries]
        return f"{self.now}-{crc32(json.dumps(facts).encode()):08X}"

    def view(self) -> dict[str, Any]:
        """For people, as plain data."""
        return {
            "then": self.then,
            "now": self.now,
            "decided": self.decided or None,
            "entries": [each.view() for each in self.entries],
            "text": in_all(Text("rules.kept" if self.decided else "rules.differ")),
        }


def decision(line: str) -> tuple[str, str] | None:
    """(`keep` or `adopt`, mark) if a line of the journal is a decision about rules, else None."""
    return results.decision(line, RULES)


def decided(what: str, mark: str) -> Verdict:
    """The entry of a decision."""
    line = f"{RULES} {what} {mark}"
    # All entries may stand otherwise from then on.
    return Verdict(True, None, None, line, None, Text(f"done.rules.{what}"), note=True, since=1)


def decision_about(lines: Sequence[str], mark: str) -> str:
    """What was decided last about a mark; empty: nothing."""
    found = [each for line in lines if (each := decision(line)) is not None]
    return next((what for what, about in reversed(found) if about == mark), "")
