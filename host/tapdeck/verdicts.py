"""What a journal's lines come to: the answer to one line, and its entry in a game's log."""

from __future__ import annotations

from dataclasses import dataclass, field

from shared_rules.actions import Action
from tapdeck.actors import Actor
from tapdeck.texts import Text

UNREADABLE = "unreadable"  # the reason of a line that is no action at all
ELSEWHERE = "hidden_elsewhere"  # what is told where a refusal comes from what another seat hides


@dataclass(frozen=True)
class Follow:
    """What followed by itself from an accepted action: an effect of a card skill.

    line  as a transcript has it; `ok`: whether it was possible; `text`: one sentence about it
    """

    line: str
    ok: bool
    text: Text


@dataclass(frozen=True)
class Verdict:
    """The answer to one line.

    reason   code of the refusal, None where the line was accepted
    reading  how a play was read (`pair A`), None for anything else and for refused lines
    line     the line as the transcript has it
    action   what it says; None for `undo` and corrections
    text     one sentence about it; `tapdeck.texts.in_all` puts it into words
    follows  what came of it by itself
    about    the new action of a correction, None for one that strikes a line
    number   the entry that a correction is about; 0: it is none
    secret   it was refused, and named cards that lay where the game lets nobody see them
    elsewhere  it was refused for something that another seat has hidden; that is told with one code
    turned_up  it has let everybody see something hidden
    looked     it took back, or changed the past of, something that everybody had seen turned up
    note     it is no action but something that the log should tell
    since    the first entry that stands otherwise because of it, from 1; 0: it changed none
    undid    the entry that it took back; 0: none
    """

    ok: bool
    reason: str | None
    reading: str | None
    line: str
    action: Action | None
    text: Text
    seat: int = 0
    follows: tuple[Follow, ...] = ()
    about: Action | None = None
    number: int = 0
    secret: bool = False
    elsewhere: bool = False
    turned_up: bool = False
    looked: bool = False
    note: bool = False
    since: int = 0
    undid: int = 0


@dataclass
class Entry:
    """One line of the journal.

    line     as it was entered
    first    the verdict when it was entered
    verdict  the verdict as things stand: corrections may have changed it
    voided   it was accepted, and taken back or struck later
    said     the line that counts in its place
    taken    it was accepted at some time
    struck   it is voided by a correction that lets nothing count in its place
    by       who entered it; None where an older record does not say
    """

    line: str
    verdict: Verdict
    by: Actor | None = None
    voided: bool = False
    said: str = ""
    taken: bool = False
    struck: bool = False
    first: Verdict = field(init=False)
    before: list[Standing] = field(default_factory=list, repr=False)
    """Of an accepted correction: how the entries from the corrected one on stood before it."""

    def __post_init__(self) -> None:
        self.first = self.verdict
        self.said = self.said or self.line
        self.taken = self.verdict.ok

    @property
    def counts(self) -> bool:
        """Whether it is part of the history as it counts."""
        return self.verdict.ok and not self.voided and self.verdict.action is not None

    @property
    def can_be_undone(self) -> bool:
        """Whether `undo` could take it back: actions and corrections."""
        return self.counts or (self.verdict.ok and not self.voided and self.verdict.number > 0)

    @property
    def begins_deal(self) -> bool:
        """Whether it is a `new` that counts."""
        return self.counts and self.verdict.action is not None and self.verdict.action.verb == "new"

    @property
    def corrected(self) -> bool:
        """Whether another line counts in its place."""
        return self.verdict.line != self.first.line

    @property
    def became_illegal(self) -> bool:
        """Whether it was accepted once, and a correction has made it impossible since."""
        return self.taken and not self.voided and not self.verdict.ok

    @property
    def standing(self) -> Standing:
        """How it stands, to be restored."""
        return self.verdict, self.voided, self.said, self.taken, self.struck

    def restore(self, standing: Standing) -> None:
        """Let it stand as it did."""
        self.verdict, self.voided, self.said, self.taken, self.struck = standing


Standing = tuple[Verdict, bool, str, bool, bool]
