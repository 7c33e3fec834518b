"""The log in rows: what was done by whom, how it stands now, and how it is told.

A row is made from an entry when somebody asks for it, so that a long log costs those only who read
it. Rows hold nothing hidden: whoever may look at the table may see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapdeck.actors import BOARD, Actor
from tapdeck.remarks import DECK, SEATED
from tapdeck.results import RESULTS
from tapdeck.rulechanges import RULES
from tapdeck.rules import Names
from tapdeck.telling import STRIKE, UNDO, Statement, shown_line, shown_text, statement, told
from tapdeck.texts import LANGUAGES, Text, say
from tapdeck.verdicts import Entry as Logged
from tapdeck.verdicts import Follow
from tapdeck.words import line_words

if TYPE_CHECKING:
    from tapdeck.session import Session
    from tapdeck.store import Entry

# How a line stands: it counts, or did what it should; it was refused; it was accepted once and no
# longer fits; it was taken back; a correction struck it.
GOOD, BAD, LOST, VOIDED, STRUCK = "good", "bad", "unfit", "voided", "struck"
# What can only be struck; everything else can be entered anew.
STRUCK_ONLY = ("new", "draw", "show")
REMARKS = (*SEATED, DECK, RESULTS, RULES)  # entries that are no actions
OUTCOMES = ("effect", *REMARKS)  # told by their sentence alone


@dataclass(frozen=True)
class Row:
    """A line of the log as things stand.

    line   as it was entered; `now`: the one that counts in its place; `said`: that one in parts
    ok, reason    as it was judged then; `reason_now`: why it is refused as things stand
    text   what it comes to as things stand
    words  the line that counts as people read it; `was`: the one that was entered, if another
    who    who entered it, as people call them
    deal   in which deal of the match it was, from 1
    stands one of the constants above
    since  it made this entry, and those after it, stand otherwise than before; 0: none
    undid  the entry that it took back; 0: none
    """

    seq: int
    at: int
    source: str
    by: Actor | None
    who: Text
    line: str
    now: str
    said: Statement
    ok: bool | None
    reason: str | None
    reason_now: str | None
    voided: bool
    counts: bool
    corrected: bool
    stands: str
    deal: int
    text: Text
    words: Text
    was: Text | None
    follows: tuple[Follow, ...]
    board_verdict: str | None
    conflict: bool
    looked: bool
    since: int
    undid: int

    @property
    def correction(self) -> bool:
        """Whether it is a correction."""
        return self.said.corrects > 0

    @property
    def can_be_corrected(self) -> bool:
        """Whether another line may count in its place."""
        action = not self.correction and self.said.verb not in (UNDO, *REMARKS)
        return action and self.stands not in (VOIDED, STRUCK)

    @property
    def can_be_replaced(self) -> bool:
        """Whether it can be entered anew, and not only struck."""
        return self.can_be_corrected and self.said.verb not in STRUCK_ONLY

    def event(self, languages: Iterable[str] = LANGUAGES) -> dict[str, Any]:
        """The row as plain data, its sentences in some languages."""
        languages = tuple(languages)

        def texts(text: Text) -> dict[str, str]:
            return {language: say(language, text) for language in languages}

        effects = [
            {"line": each.line, "ok": each.ok, "text": texts(each.text)} for each in self.follows
        ]
        return {
            "seq": self.seq,
            "at": self.at,
            "source": self.source,
            "by": self.by.shown() if self.by else None,
            "who": texts(self.who),
            "line": self.line,
            "ok": self.ok,
            "reason": self.reason,
            "voided": self.voided,
            "counts": self.counts,
            "corrected": self.corrected,
            "now": self.now,
            "reason_now": self.reason_now,
            "stands": self.stands,
            "deal": self.deal,
            "seat": self.said.seat or None,
            "verb": self.said.verb,
            "to": self.said.to or None,
            "cards": self.said.cards,
            "parts": [part._asdict() for part in self.said.parts],
            "hidden": self.said.hidden,
            "correction_of": self.said.corrects or None,
            "undoes": self.undid or None,
            "changed_from": self.since or None,
            "text": texts(self.text),
            "words": texts(self.words),
            "was": texts(self.was) if self.was else None,
            "effects": effects,
            "board_verdict": self.board_verdict,
            "conflict": self.conflict,
            "looked": self.looked,
        }


@dataclass(frozen=True)
class LogPart:
    """A part of a game's log.

    game   the game's id, 0 if there is none
    count  how many entries the whole log has
    rows   in order
    last   the entry that `undo` would take back
    unfit  those that a correction has made impossible, wherever they stand
    """

    game: int = 0
    count: int = 0
    rows: tuple[Row, ...] = ()
    last: Row | None = None
    unfit: tuple[Row, ...] = ()


def rows(
    session: Session, entries: Sequence[Entry], after: int, limit: int | None = None
) -> list[Row]:
    """The rows behind the first `after` entries, in order, at most so many.

    entries  those of the record, which the session's log is made from
    """
    end = len(entries) if limit is None else min(len(entries), after + limit)
    return [_row(session, entries[place], session.log[place]) for place in range(after, end)]


def _row(session: Session, entry: Entry, logged: Logged) -> Row:
    assert entry.seq is not None
    now, names = logged.verdict, session.setup.said
    said, text = statement(session, now), shown_text(session, now)
    words = line_words(said, session.setup.game, names)
    if now.ok and said.verb in OUTCOMES and not said.corrects:
        words = text
    elif now.undid:
        words = Text("log.undoes", {"line": words, "number": now.undid})
    was = None
    if logged.corrected:
        was = line_words(statement(session, logged.first), session.setup.game, names)
    stands = GOOD
    if logged.voided:
        stands = STRUCK if logged.struck else VOIDED
    elif not now.ok:
        stands = LOST if logged.taken or entry.ok else BAD
    return Row(
        seq=entry.seq,
        at=entry.at,
        source=entry.source,
        by=logged.by,
        who=_who(entry, logged.by, names),
        line=shown_line(session, logged.first),
        now=shown_line(session, now),
        said=said,
        ok=entry.ok,
        reason=told(logged.first).reason,
        reason_now=told(now).reason,
        voided=logged.voided,
        counts=logged.counts,
        corrected=logged.corrected,
        stands=stands,
        deal=session.deal_of(entry.seq),
        text=text,
        words=words,
        was=was,
        follows=now.follows if logged.counts else (),
        board_verdict=entry.board_verdict,
        conflict=entry.conflict,
        looked=now.looked,
        since=now.since,
        undid=now.undid,
    )


def _who(entry: Entry, by: Actor | None, names: Names) -> Text:
    """Who entered a line, as people call them: a device by those whose seats it held."""
    if by is None or by.kind == BOARD:
        return Text(f"log.{entry.source}")
    seated = [names[seat - 1] for seat in sorted(by.seats) if 1 <= seat <= len(names)]
    if seated:
        parts = [part for name in seated for part in ("+", name)]
        return Text("words", {"words": tuple(parts[1:])})
    return Text(f"log.by.{by.kind}", {"id": by.shown()["id"]})


__all__ = ["BAD", "GOOD", "LOST", "STRIKE", "STRUCK", "VOIDED", "LogPart", "Row", "rows"]
