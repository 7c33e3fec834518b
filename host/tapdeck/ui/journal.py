"""The journal for people: what counts, what is struck, what was corrected from what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tapdeck.texts import t
from tapdeck.ui.lines import line_in_words

# How a line stands: it counts; it was refused; it was accepted once and no longer fits; it was
# taken back; a correction struck it.
GOOD, BAD, LOST, VOIDED, STRUCK = "good", "bad", "unfit", "voided", "struck"
# What can only be struck; everything else can be entered anew.
STRUCK_ONLY = ("new", "draw", "show")


@dataclass(frozen=True)
class Row:
    """A line of the journal as things stand.

    words    the line that counts in its place; `was`: the one that was entered, if another
    why      the sentence of a line that does not count because the rules refuse it
    follows  what a card's skill did by itself
    """

    seq: int
    at: int
    source: str
    kind: str
    line: str
    words: str
    deal: int
    was: str = ""
    why: str = ""
    follows: tuple[str, ...] = ()
    conflict: bool = False
    correction: bool = False
    undone_next: bool = False

    @property
    def verb(self) -> str:
        """What is done: the verb of an action, `correct`, `undo` or `results`."""
        words = self.line.split()
        if not words:
            return ""
        return words[1] if words[0].isdecimal() and len(words) > 1 else words[0]

    @property
    def seat(self) -> int:
        """Whose line it is, 0 for nobody's."""
        words = [*self.line.split(), ""]
        word = words[1] if words[0] == "deal" else words[0]
        return int(word) if word.isdecimal() else 0

    @property
    def cards(self) -> list[str]:
        """The cards that it names."""
        words = self.line.split()
        with_seat = bool(self.seat) or words[:1] == ["deal"]
        words = words[2:] if with_seat else words[1:]
        if self.verb in ("give", "add"):  # a receiver or a group stands before them
            words = words[1:]
        if "as" in words:
            words = words[: words.index("as")]
        return [word for word in words if word != "…"]

    @property
    def can_be_corrected(self) -> bool:
        """Whether another line may count in its place."""
        action = not self.correction and self.verb not in ("undo", "results")
        return action and self.kind not in (VOIDED, STRUCK)

    @property
    def can_be_replaced(self) -> bool:
        """Whether it can be entered anew, and not only struck."""
        return self.can_be_corrected and self.verb not in STRUCK_ONLY


@dataclass
class _Seen:
    deal: int = 1
    rows: list[Row] = field(default_factory=list)


def rows(language: str, events: Sequence[dict[str, Any]], names: Sequence[str]) -> list[Row]:
    """The journal in order, in a language."""
    struck = {
        int(words[1])
        for event in events
        if event["ok"] and not event["voided"] and len(words := event["line"].split()) == 2
        if words[0] == "correct"
    }
    next_undone = max((event["seq"] for event in events if _can_be_undone(event)), default=0)
    seen = _Seen()
    for event in events:
        correction = event["line"].startswith("correct ")
        if event["now"] == "new" and event["counts"]:
            seen.deal += 1
        kind = _kind(event, struck)
        line = str(event["now"])
        seen.rows.append(
            Row(
                seq=event["seq"],
                at=event["at"],
                source=event["source"],
                kind=kind,
                line=line,
                words=_words(language, event, line, names),
                deal=seen.deal,
                was=line_in_words(language, event["line"], names) if event["corrected"] else "",
                why=event["text"][language] if kind in (BAD, LOST) else "",
                follows=tuple(each["text"][language] for each in event["effects"])
                if event["counts"]
                else (),
                conflict=event["conflict"],
                correction=correction,
                undone_next=event["seq"] == next_undone,
            )
        )
    return seen.rows


def _can_be_undone(event: dict[str, Any]) -> bool:
    corrects = event["ok"] and not event["voided"] and event["line"].startswith("correct ")
    return bool(event["counts"] or corrects)


def _kind(event: dict[str, Any], struck: set[int]) -> str:
    if event["voided"]:
        return STRUCK if event["seq"] in struck else VOIDED
    if event["reason_now"] is None:
        return GOOD
    return LOST if event["ok"] else BAD


def _words(language: str, event: dict[str, Any], line: str, names: Sequence[str]) -> str:
    words = line.split()
    if words[:1] == ["correct"] and len(words) > 1:
        if len(words) == 2:
            return t(language, "page.log.strikes", number=words[1])
        said = line_in_words(language, " ".join(words[2:]), names)
        return t(language, "page.log.replaces", number=words[1], line=said)
    if words[:1] in (["effect"], ["results"]) and event["reason_now"] is None:
        return str(event["text"][language])
    return line_in_words(language, line, names)
