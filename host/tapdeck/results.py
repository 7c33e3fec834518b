"""Results that are stored stay as they are, whatever rules come later.

A finished deal is stored with its result. When a game is folded again by newer rules and something
else comes out, what is stored counts until somebody decides; the decision is an entry of the
journal and names the outcome that it was about, so that it is asked again only for another one.
"""

from __future__ import annotations

import json
from binascii import crc32
from dataclasses import dataclass
from typing import Any

from tapdeck.said import said
from tapdeck.store import Results
from tapdeck.texts import Text, in_all
from tapdeck.verdicts import Verdict

KEEP, ADOPT = "keep", "adopt"
RESULTS = "results"


@dataclass(frozen=True)
class Difference:
    """What is stored, and what today's rules make of the same journal."""

    stored: Results
    now: Results
    decided: bool = False  # somebody wants the stored result kept

    @property
    def mark(self) -> str:
        """Names what today's rules make of it."""
        return f"{crc32(json.dumps(_plain(self.now), sort_keys=True).encode()):08X}"

    def merged(self, fresh: Results) -> Results:
        """What counts when the game goes on or is corrected: the stored result of each deal that
        is still what it was when the difference was found, and the fresh ones of the others.
        """
        stored, now = self.stored, self.now
        if _plain(fresh) == _plain(now):
            return stored
        deals = []
        for place in range(max(len(fresh.deals), len(stored.deals))):
            here = fresh.deals[place] if place < len(fresh.deals) else None
            then = now.deals[place] if place < len(now.deals) else None
            if here == then and place < len(stored.deals):
                deals.append(stored.deals[place])
            elif here is not None:
                deals.append(here)
        return Results(fresh.game_id, tuple(deals), fresh.finished, fresh.winner)

    def view(self, lines: int) -> dict[str, Any]:
        """Old and new for the page; `lines` are judged otherwise than when they were entered."""
        return {
            "stored": _shown(self.stored),
            "now": _shown(self.now),
            "decided": self.decided,
            "lines": lines,
            "text": in_all(Text("results.kept" if self.decided else "results.differ")),
        }


def difference(stored: Results, now: Results, kept: str) -> Difference | None:
    """The difference between two results, if there is one; `kept` is the mark of an outcome that
    somebody has decided about.
    """
    if _plain(stored) == _plain(now):
        return None
    found = Difference(stored, now)
    return Difference(stored, now, decided=True) if found.mark == kept else found


def totals(results: Results) -> dict[str, int]:
    """The points of all deals together, by team or seat."""
    found: dict[str, int] = {}
    for deal in results.deals:
        for who, points in deal.get("points", {}).items():
            found[who] = found.get(who, 0) + points
    return found


def decision(line: str, about: str = RESULTS) -> tuple[str, str] | None:
    """(KEEP or ADOPT, mark) if a line of the journal is a decision about that, else None."""
    told = said(line)
    if told.entry is not None or told.verb != about or len(told.words) != 2:
        return None
    what, mark = told.words
    return (what, mark) if what in (KEEP, ADOPT) else None


def decided(what: str, mark: str) -> Verdict:
    """The entry of a decision."""
    line = f"{RESULTS} {what} {mark}"
    return Verdict(True, None, None, line, None, Text(f"done.results.{what}"))


def _plain(results: Results) -> list[Any]:
    return [list(results.deals), results.finished is not None, results.winner]


def _shown(results: Results) -> dict[str, Any]:
    return {
        "rounds": list(results.deals),
        "totals": totals(results),
        "finished": results.finished is not None,
        "winner": results.winner,
    }
