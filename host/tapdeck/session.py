"""One game as a fold of its journal: lines in, verdicts and views out.

Pure: no I/O, no clock, no randomness, nothing of the web. Every line that is an action becomes an
entry of the log, refused ones and `undo` as well; the state is always what the accepted entries
that are not voided make of a fresh game. `view` is the only way out of here towards people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from unicodedata import category

from shared_rules import games, packs, reasons
from shared_rules.actions import Action
from tapdeck import rules
from tapdeck.rules import LineError
from tapdeck.texts import Text, in_all

__all__ = [
    "Entry",
    "LineError",
    "Session",
    "Setup",
    "Verdict",
    "core_bytes",
    "core_state",
    "shown_line",
    "summary",
    "view",
]

NOTHING_TO_UNDO = "nothing_to_undo"
# Control characters, line and paragraph separators: not for a name.
_BREAKS = ("Cc", "Zl", "Zp")
Viewer = Literal["public"] | Sequence[int] | str


@dataclass(frozen=True)
class Setup:
    """How a game was set up: all that a fold needs besides the journal.

    game     a name out of ``rules.NAMES``
    names    the players', clockwise from seat 1
    options  named options (RULES.md); what is not named has its default
    first    the seat the game's first-seat header names (followers: the oldest player)

    ValueError, with a sentence: unknown game, option or value, a wrong number of names, no such
    seat, a name that is empty or not one line.
    """

    game: str
    names: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    first: int = 1

    def __post_init__(self) -> None:
        fewest, most = rules.full(self.game).SEATS
        if not fewest <= len(self.names) <= most:
            wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise ValueError(f"{self.game} is played by {wanted}, not by {len(self.names)}")
        for name in self.names:
            if not name.strip() or any(category(char) in _BREAKS for char in name):
                raise ValueError(f"{name!r} is no name: it must be one line, and not empty")
        self.initial()

    def initial(self) -> Any:
        """The game's state before anything happened."""
        return rules.full(self.game).initial(self.options, self.first)

    def in_force(self) -> dict[str, str]:
        """Every option of the game with the value in force."""
        options = rules.full(self.game).OPTIONS
        return {name: self.options.get(name, values[0]) for name, values in options}


@dataclass(frozen=True)
class Verdict:
    """The answer to one line.

    reason   code of the refusal, None where the line was accepted
    reading  how a play was read (`pair A`), None for anything else and for refused lines
    line     the line as the transcript has it
    action   what it says; None for `undo`
    text     one sentence about it; `tapdeck.texts.in_all` puts it into words
    """

    ok: bool
    reason: str | None
    reading: str | None
    line: str
    action: Action | None
    text: Text
    seat: int = 0


@dataclass
class Entry:
    """One line of the journal. `voided`: it was accepted, and taken back later."""

    line: str
    verdict: Verdict
    voided: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is part of the history as it counts."""
        return self.verdict.ok and not self.voided and self.verdict.action is not None


class Session:
    """A game in progress. Not safe for several threads at once."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = rules.full(setup.game)
        self.log: list[Entry] = []
        self.state: Any = setup.initial()

    def do(self, line: str) -> Verdict:
        """Judge one line, and if it is accepted carry it out; refused lines are logged too.

        `undo` takes back the last accepted action that still counts, whoever's it was; `N undo`
        (a seat's long press) does so only if that action was seat N's own.

        LineError: the line is no action; it is not logged and changes nothing.
        """
        words = line.split()
        if words and words[-1] == "undo" and len(words) <= 2:
            verdict = self._undo(words)
        else:
            verdict = self._act(line)
        self.log.append(Entry(verdict.line, verdict))
        return verdict

    def replaced(self, place: int, line: str) -> Session:
        """The game with the line at a place of the log replaced and all later ones judged afresh.

        For correcting an old misread: what follows is replayed on the corrected past, and its
        verdicts show what no longer fits. This session stays as it is.

        IndexError: no such place. LineError: the new line is no action.
        """
        lines = [entry.line for entry in self.log]
        lines[place] = line
        return fold(self.setup, lines)

    @property
    def history(self) -> list[Entry]:
        """The entries that count, in order: accepted, not voided, no `undo`."""
        return [entry for entry in self.log if entry.counts]

    def _act(self, line: str) -> Verdict:
        action = self.game.parse(line, self.state)
        reason = self.game.check(self.state, action)
        text = self.game.explain(self.state, action, reason, self.setup.names)
        reading = None
        if reason is None:
            reading = self.game.reading(self.state, action)
            self.game.apply(self.state, action)
        if -1 in action.cards:
            # An action knows no card of another game by name; the line does.
            words = line.split()
            shown = " ".join(words)
            if reason == "card_not_in_pack":
                strange = " ".join(word for word in words if self._is_strange(word))
                text = Text("reason.card_not_in_pack", {"cards": strange})
        else:
            shown = self.game.line(action)
        return Verdict(reason is None, reason, reading, shown, action, text, action.seat)

    def _is_strange(self, word: str) -> bool:
        """Whether a word is a card of another game only."""
        return packs.index(self.setup.game, word) < 0 and packs.known(word)

    def _undo(self, words: list[str]) -> Verdict:
        line = " ".join(words)
        seat = 0
        if len(words) == 2:
            if words[0] not in map(str, range(1, len(self.setup.names) + 1)):
                raise LineError(f"'{words[0]}' is no seat that could take something back")
            seat = int(words[0])
        last = next((entry for entry in reversed(self.log) if entry.counts), None)
        if last is None:
            return Verdict(
                False, NOTHING_TO_UNDO, None, line, None, Text("reason.nothing_to_undo"), seat
            )
        if seat and last.verdict.seat != seat:
            text = Text("reason.nothing_to_undo.own", {"seat": self.setup.names[seat - 1]})
            return Verdict(False, NOTHING_TO_UNDO, None, line, None, text, seat)
        last.voided = True
        self.state = self.setup.initial()
        for entry in self.log:
            if entry.counts and entry.verdict.action is not None:
                self.game.apply(self.state, entry.verdict.action)
        return Verdict(True, None, None, line, None, Text("done.undo"), seat)


def fold(setup: Setup, lines: Sequence[str]) -> Session:
    """A game played through from its journal's lines. LineError: one of them is no action."""
    session = Session(setup)
    for line in lines:
        session.do(line)
    return session


def core_state(session: Session) -> Any:
    """The state as the reduced core knows it, for the board: nothing hidden is in it."""
    core = games.core(session.setup.game)
    return core.load(core.dump(session.state))


def core_bytes(session: Session) -> bytes:
    """The reduced core's state as bytes, for the board."""
    dump: Callable[[Any], bytes] = games.core(session.setup.game).dump
    return dump(session.state)


def summary(session: Session) -> dict[str, Any]:
    """The result as TRANSCRIPT.md has it, but for `lines`."""
    return {"game": session.setup.game, **session.game.summary(session.state)}


def shown_line(session: Session, verdict: Verdict, held: frozenset[int] = frozenset()) -> str:
    """A verdict's line as the holders of some seats may see it; the cards of hidden things that
    other seats did are left out.
    """
    action = verdict.action
    if action is None or action.seat in held or not session.game.is_secret(action):
        return verdict.line
    words = [str(action.seat), action.verb]
    if action.verb == "deal":
        words.reverse()
    return " ".join([*words, *([str(action.number)] if action.number else []), "…"])


def view(session: Session, viewer: Viewer = "public") -> dict[str, Any]:
    """The game as a viewer may see it, as plain data ready for JSON.

    viewer  "public", or the seats that the viewer holds

    Whatever a seat holds hidden is there for its holder only.
    """
    held = frozenset[int]() if isinstance(viewer, str) else frozenset(viewer)
    setup = session.setup
    shown: dict[str, Any] = {
        "game": setup.game,
        "name": in_all(Text("game." + setup.game)),
        "viewer": sorted(held),
        **session.game.view(session.state, held),
    }
    for seat in shown["seats"]:
        seat["name"] = setup.names[seat["seat"] - 1]
    shown["phase_text"] = in_all(Text("phase." + shown["phase"]))
    shown["options"] = [
        {
            "option": name,
            "value": value,
            "default": value == values[0],
            "title": in_all(Text(f"option.{name}")),
            "text": in_all(Text(f"option.{name}.{value}")),
        }
        for (name, values), value in zip(
            session.game.OPTIONS, setup.in_force().values(), strict=True
        )
    ]
    shown["last"] = _last(session, held)
    shown["can_undo"] = any(entry.counts for entry in session.log)
    return shown


def _last(session: Session, held: frozenset[int]) -> dict[str, Any] | None:
    if not session.log:
        return None
    verdict = session.log[-1].verdict
    action = verdict.action
    hidden = action is not None and session.game.is_secret(action) and action.seat not in held
    text = verdict.text
    if hidden and verdict.reason in reasons.CARDS:
        # The sentence would name cards that nobody else may see.
        text = Text("reason.hidden", {"seat": session.setup.names[verdict.seat - 1]})
    return {
        "seat": verdict.seat or None,
        "ok": verdict.ok,
        "reason": verdict.reason,
        "reading": verdict.reading,
        "line": shown_line(session, verdict, held),
        "text": in_all(text),
    }
