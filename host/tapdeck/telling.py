"""What an entry of the log says, in parts, as the holders of some seats may know it.

`view` and the log tell of verdicts through here only: whatever is hidden is left out in one place,
for the line, for its parts and for its sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from shared_rules import packs, reasons
from shared_rules.actions import Action
from tapdeck.rules.lineparts import CARD, SEAT, UNTOLD, WORD, Part
from tapdeck.said import CORRECT, said
from tapdeck.secrecy import LEFT_OUT, told_line
from tapdeck.texts import SENTENCES, Text
from tapdeck.verdicts import ELSEWHERE, UNREADABLE, Verdict

if TYPE_CHECKING:
    from tapdeck.session import Session

NOBODY: frozenset[int] = frozenset()
STRIKE = "strike"  # the verb of a correction that lets nothing count in the place of a line
UNDO = "undo"


@dataclass(frozen=True)
class Statement:
    """A line in parts. That of a correction is the line that it puts in, or STRIKE.

    seat      whose it is, 0 for nobody's
    verb      what is done; empty for what is no line of the game
    parts     what stands behind it, each word with its kind
    hidden    whether something behind that is left out, because it is for others' eyes
    corrects  the number of the entry that it corrects; 0: it is no correction
    """

    seat: int
    verb: str
    parts: tuple[Part, ...] = ()
    hidden: bool = False
    corrects: int = 0

    @property
    def to(self) -> int:
        """The seat that something goes to, or comes from, or is about; 0: there is none."""
        return next((int(part.text) for part in self.parts if part.kind == SEAT), 0)

    @property
    def cards(self) -> list[str]:
        """The codes of the cards that it names."""
        return [part.text for part in self.parts if part.kind == CARD]

    @property
    def line(self) -> str:
        """As a transcript has it, with `…` for what is hidden."""
        words = [str(self.seat)] if self.seat else []
        words.append(self.verb)
        if self.verb == "deal":
            words.reverse()
        if self.corrects:
            start = [CORRECT, str(self.corrects)]
            words = start if self.verb == STRIKE else [*start, *words]
        return " ".join([*words, *(part.text for part in self.parts), *[LEFT_OUT] * self.hidden])


def statement(session: Session, verdict: Verdict, held: frozenset[int] = NOBODY) -> Statement:
    """What a verdict's line says, as the holders of some seats may know it."""
    if verdict.reason == UNREADABLE:
        return _unread(session, told_line(session.game, verdict.line))
    action = verdict.action or verdict.about
    if action is None:
        about = said(verdict.line)
        if verdict.number:
            return Statement(0, STRIKE, corrects=verdict.number)
        words = () if verdict.note else tuple(Part(WORD, word) for word in about.words)
        return Statement(verdict.seat, about.verb, words)
    parts = session.game.parts(action, _codes(session, verdict, action))
    hidden = _hides(session, verdict, held)
    if hidden:
        parts = tuple(takewhile(lambda part: part.kind not in UNTOLD, parts))
    return Statement(action.seat, action.verb, parts, hidden, verdict.number)


def shown_line(session: Session, verdict: Verdict, held: frozenset[int] = NOBODY) -> str:
    """A verdict's line as the holders of some seats may see it; the cards of hidden things that
    other seats did are left out.
    """
    if verdict.reason == UNREADABLE:
        return told_line(session.game, verdict.line)
    if not _hides(session, verdict, held):
        return verdict.line
    return statement(session, verdict, held).line


def shown_text(session: Session, verdict: Verdict, held: frozenset[int] = NOBODY) -> Text:
    """A verdict's sentence as the holders of some seats may read it."""
    verdict = told(verdict)
    if verdict.reason == UNREADABLE:
        kept = shown_line(session, verdict) == verdict.line
        return verdict.text if kept else Text("reason.unreadable")
    blames = verdict.reason in reasons.CARDS or "{cards}" in SENTENCES["en"][verdict.text.key]
    if not verdict.ok and blames and _hides(session, verdict, held):
        # The sentence would name cards that nobody else may see.
        seat = (verdict.action or verdict.about or Action(verdict.seat, "")).seat
        if not seat:
            return Text("reason.hidden.table")
        return Text("reason.hidden", {"seat": session.setup.said[seat - 1]})
    return verdict.text


def told(verdict: Verdict) -> Verdict:
    """A verdict as it is told: what comes from something hidden elsewhere has one code for all."""
    if not verdict.elsewhere:
        return verdict
    return replace(verdict, reason=ELSEWHERE, text=Text("reason.hidden_elsewhere"))


def _hides(session: Session, verdict: Verdict, held: frozenset[int]) -> bool:
    action = verdict.action or verdict.about
    if action is None or action.seat in held:
        return False
    return session.is_secret(verdict)


def _codes(session: Session, verdict: Verdict, action: Action) -> list[str]:
    """The codes of an action's cards. One of another game it does not know by name; the line does:
    cards are the only words of it that some game has in its pack, but for a rank behind them.
    """
    codes = session.game.codes(session.state)
    if -1 not in action.cards:
        return [codes[card] for card in action.cards]
    words = [word for word in said(verdict.line).words if word in codes or packs.known(word)]
    return words[: len(action.cards)]


def _unread(session: Session, line: str) -> Statement:
    """A line that is no action, as far as it can be told."""
    about = said(line)
    words = [word for word in about.words if word != LEFT_OUT]
    codes = session.game.codes(session.state)
    return Statement(
        about.seat,
        about.verb if about.verb in session.game.VERBS else "",
        tuple(Part(CARD if word in codes or packs.known(word) else WORD, word) for word in words),
        LEFT_OUT in line,
        about.entry or 0,
    )
