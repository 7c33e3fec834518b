"""One game as a fold of its journal: lines in, verdicts and views out.

Pure: no I/O, no clock, no randomness, nothing of the web. Every line that is an action becomes an
entry of the log, refused ones and `undo` as well; the state is always what the accepted entries
that are not voided make of a fresh game. `view` is the only way out of here towards people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal

from shared_rules import games, packs
from shared_rules.actions import Action
from tapdeck import rules, typed
from tapdeck.actors import Actor
from tapdeck.checkpoints import Checkpoints, copy_state
from tapdeck.corrections import correct, restore
from tapdeck.places import Places
from tapdeck.rules import LineError, check_length
from tapdeck.secrecy import hides
from tapdeck.setup import Setup
from tapdeck.telling import shown_line, shown_text, statement, told
from tapdeck.texts import Text, in_all
from tapdeck.verdicts import Entry, Follow, Verdict
from tapdeck.words import line_words

__all__ = [
    "Entry",
    "LineError",
    "Session",
    "Setup",
    "Verdict",
    "became_illegal",
    "choices",
    "core_bytes",
    "core_state",
    "follows_view",
    "hint",
    "shown_line",
    "shown_text",
    "summary",
    "told",
    "view",
]

NOTHING_TO_UNDO = "nothing_to_undo"
Viewer = Literal["public"] | Sequence[int] | str


class Session:
    """A game in progress. Not safe for several threads at once."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = rules.full(setup.game)
        self.house = self.game.house_view(setup.house)
        self.log: list[Entry] = []
        self.state: Any = self.fresh()
        self.kept = Checkpoints()
        self._live = Places(self.log, lambda entry: entry.can_be_undone)
        self._unfit = Places(self.log, lambda entry: entry.became_illegal)
        self._deals = Places(self.log, lambda entry: entry.begins_deal)  # but for the first deal
        self._secret = Places(
            self.log, lambda entry: entry.counts and self.is_secret(entry.verdict)
        )

    def do(self, line: str, by: Actor | None = None) -> Verdict:
        """Judge one line, and if it is accepted carry it out; refused lines are logged too.

        `undo` takes back the last accepted action or correction that still counts, whoever's it
        was; `N undo` (a seat's long press) does so only if that was an action of seat N.
        `correct NUMBER LINE` lets another line count in the place of an entry, `correct NUMBER`
        none; entries count from 1. All that came later is judged afresh.

        LineError: the line is no action; it is not logged and changes nothing.
        """
        check_length(line)
        words = line.split()
        if words and words[-1] == "undo" and len(words) <= 2:
            verdict = self._undo(words)
        elif words and words[0] == "correct":
            verdict, before = correct(self, words)
            if verdict.ok:
                self._changed(verdict.number - 1)
            self._append(Entry(verdict.line, verdict, by, before=before))
            return verdict
        else:
            verdict = self.judge(line, self.state)
        self._append(Entry(verdict.line, verdict, by, said=line))
        return verdict

    def keep(self, line: str, verdict: Verdict, by: Actor | None = None) -> None:
        """Log a line that changes nothing and that somebody else has judged."""
        self._append(Entry(line, verdict, by))

    def stand(self, ok: bool, reason: str | None) -> bool:
        """Let the last entry stand as it did when other rules judged it; whether that is possible:
        what those accepted may be nothing that can be carried out today.
        """
        entry = self.log[-1]
        action, verdict = entry.verdict.action, entry.verdict
        if action is None:
            return False
        if ok:
            state = copy_state(self.state)
            try:
                self.carry_out(state, action)
            except Exception:  # whatever of it the rules know no more
                return False
            said = self.game.explain(self.state, action, None, self.setup.said)
            verdict = replace(verdict, ok=True, reason=None, text=said, elsewhere=False)
        else:
            self.kept.forget(len(self.log) - 1)
            state = self._fold(len(self.log) - 1)
            text = Text("reason.other_rules", {"reason": reason or "-"})
            verdict = replace(verdict, ok=False, reason=reason, reading=None, text=text, follows=())
        entry.verdict, entry.taken = verdict, ok
        entry.first = verdict
        self.state = state
        self._changed(len(self.log) - 1)
        return True

    @property
    def history(self) -> list[Entry]:
        """The entries that count, in order: actions that were accepted and not voided."""
        return [entry for entry in self.log if entry.counts]

    def fresh(self) -> Any:
        """The state before anything happened."""
        return self.setup.initial()

    def typed(self, line: str) -> str:
        """A line as somebody typed it, with the codes that its words certainly mean."""
        return typed.action(line, self.setup.game, self.game.codes(self.state), self._called())

    def nearer(self, error: LineError) -> LineError:
        """An error about a word that is no card, with the codes that come nearest."""
        return typed.nearer(error, self.game.codes(self.state), self._called())

    def _called(self) -> dict[str, tuple[str, ...]]:
        """By code: what the owners of a deck of their own call its cards."""
        pairs = getattr(self.state, "names", ())
        named = zip(self.game.codes(self.state), pairs, strict=False)
        return {code: tuple(filter(None, names)) for code, names in named if any(names)}

    def judge(self, line: str, state: Any) -> Verdict:
        """Judge a line on a state, which follows if it is accepted. LineError: it is no action."""
        action = self.game.parse(line, state)
        reason = self.game.check(state, action)
        text = self.game.explain(state, action, reason, self.setup.said)
        reading = None
        turned_up = elsewhere = False
        follows: tuple[Follow, ...] = ()
        # Before it is carried out: the state may say otherwise then.
        core = games.core(self.setup.game)
        secret = reason is not None and hides(core, state, action.seat, action.cards)
        if reason is None:
            reading = self.game.reading(state, action)
            hid = bool(self.game.hidden_seats(state))
            follows = self.carry_out(state, action)
            opens = hid and self.game.all_open(state)
            turned_up = opens or self.game.turned_up(state, action)
        else:
            elsewhere = self.game.elsewhere(state, action, reason)
        if -1 in action.cards:
            # An action knows no card of another game by name; the line does.
            words = line.split()
            shown = " ".join(words)
            if reason == "card_not_in_pack":
                strange = " ".join(word for word in words if self._is_strange(word))
                text = Text("reason.card_not_in_pack", {"cards": strange})
        else:
            shown = self.game.line(action)
        return Verdict(
            reason is None,
            reason,
            reading,
            shown,
            action,
            text,
            action.seat,
            follows,
            secret=secret,
            elsewhere=elsewhere,
            turned_up=turned_up,
        )

    def is_secret(self, verdict: Verdict) -> bool:
        """Whether only the acting seat may see what exactly was done or, in vain, tried."""
        action = verdict.action or verdict.about
        if action is None:
            return False
        return verdict.secret or self.game.is_secret(action, not verdict.ok)

    def state_before(self, number: int) -> Any:
        """The state in which the entry of this number, from 1, was judged as things stand."""
        return self._fold(number - 1)

    def carry_out(self, state: Any, action: Action) -> tuple[Follow, ...]:
        """Apply an allowed action, and what follows from it by itself as far as it is possible."""
        self.game.apply(state, action)
        found = []
        for effect in self.game.follows(state, action):
            reason = self.game.check(state, effect)
            text = self.game.explain(state, effect, reason, self.setup.said)
            if reason is None:
                self.game.apply(state, effect)
            else:
                text = Text("follows.not", {"why": text})
            found.append(Follow(self.game.line(effect), reason is None, text))
        return tuple(found)

    # Inside

    def _is_strange(self, word: str) -> bool:
        """Whether a word is a card of another game only."""
        return word not in self.game.codes(self.state) and packs.known(word)

    def _fold(self, count: int) -> Any:
        """The state that the first entries make of a fresh game, as far as they count."""
        start, state = self.kept.nearest(count) or (0, self.fresh())
        for place in range(start, count):
            entry = self.log[place]
            if entry.counts and entry.verdict.action is not None:
                self.carry_out(state, entry.verdict.action)
            self.kept.pass_by(place + 1, state)
        return state

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        self._changed(len(self.log) - 1)
        self.kept.pass_by(len(self.log), self.state)

    def _changed(self, place: int) -> None:
        """Entries from this place on are new, or stand otherwise than before."""
        for places in (self._live, self._unfit, self._deals, self._secret):
            places.changed(place)

    @property
    def last_live(self) -> Entry | None:
        """The entry that `undo` would take back; None: there is none."""
        return self.log[self._live.all[-1]] if self._live.all else None

    @property
    def next_undone(self) -> int:
        """The number of that entry, from 1; 0: there is none."""
        return self._live.all[-1] + 1 if self._live.all else 0

    def changed_since(self, count: int) -> int:
        """The place from which on entries are new or stand otherwise than when there were only the
        first `count`.
        """
        later = [entry.verdict.since for entry in self.log[max(count, 0) :]]
        return min([count, *(since - 1 for since in later if since)])

    def deal_of(self, number: int) -> int:
        """In which deal of the match the entry of this number was, both from 1."""
        return 1 + self._deals.before(number)

    def secrets(self, count: int) -> list[Entry]:
        """The entries that hid something in the deal that the first `count` entries end in, the
        last first.
        """
        deal = self._deals.before(count)
        begun = self._deals.all[deal - 1] if deal else 0
        places = self._secret.all[self._secret.before(begun) : self._secret.before(count)]
        return [self.log[place] for place in reversed(places)]

    @property
    def unfit(self) -> list[tuple[int, Entry]]:
        """The entries that a correction has made impossible, each with its number from 1."""
        return [(place + 1, self.log[place]) for place in self._unfit.all]

    def _undo(self, words: list[str]) -> Verdict:
        line = " ".join(words)
        seat = 0
        if len(words) == 2:
            if words[0] not in map(str, range(1, len(self.setup.names) + 1)):
                raise LineError("wrong.line_undo", word=words[0])
            seat = int(words[0])
        last, undid = self.last_live, self.next_undone
        if last is None:
            return Verdict(
                False, NOTHING_TO_UNDO, None, line, None, Text("reason.nothing_to_undo"), seat
            )
        if seat and last.verdict.seat != seat:
            text = Text("reason.nothing_to_undo.own", {"seat": self.setup.said[seat - 1]})
            return Verdict(False, NOTHING_TO_UNDO, None, line, None, text, seat)
        last.voided = True
        # A correction is taken back last of all that came after it, so what it changed stands as
        # it left it.
        place = last.verdict.number - 1 if last.verdict.number else self._live.all[-1]
        restore(self.log, place, last.before)
        self._changed(place)
        self.kept.forget(place)
        self.state = self._fold(len(self.log))
        # What everybody has seen meanwhile was looked at: the log says so.
        text = Text("done.undo.looked" if last.verdict.turned_up else "done.undo")
        looked, since = last.verdict.turned_up, place + 1
        return Verdict(
            True, None, None, line, None, text, seat, looked=looked, since=since, undid=undid
        )


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
    """The result as host/README.md has it, but for `lines`."""
    return {"game": session.setup.game, **session.game.summary(session.state)}


def became_illegal(session: Session, held: frozenset[int] = frozenset()) -> list[dict[str, Any]]:
    """The lines that were accepted once and that a correction has made impossible, with why."""
    game, names = session.setup.game, session.setup.said
    return [
        {
            "seq": place,
            "line": shown_line(session, entry.verdict, held),
            "words": in_all(line_words(statement(session, entry.verdict, held), game, names)),
            "reason": told(entry.verdict).reason,
            "text": in_all(shown_text(session, entry.verdict, held)),
        }
        for place, entry in session.unfit
    ]


def follows_view(verdict: Verdict) -> list[dict[str, Any]]:
    """What came of a line by itself, as plain data."""
    return [
        {"line": each.line, "ok": each.ok, "text": in_all(each.text)} for each in verdict.follows
    ]


def hint(session: Session, seat: int) -> dict[str, Any] | None:
    """What a seat might do now, for its holder only: a line, and the sentence it would get. None
    where the seat's hand is not known, or it has nothing to do.
    """
    action = session.game.hint(session.state, seat)
    if action is None:
        return None
    text = session.game.explain(session.state, action, None, session.setup.said)
    return {
        "seat": seat,
        "line": session.game.line(action),
        "verb": action.verb,
        "cards": [session.game.codes(session.state)[card] for card in action.cards],
        "text": in_all(text),
    }


def choices(
    session: Session, seat: int, codes: Sequence[str], held: frozenset[int] = frozenset()
) -> list[dict[str, Any]]:
    """What some cards of a seat can be now, the best first, in games where they can be several
    things: a line and a sentence each. `held` are the seats of whoever asks.
    """
    find = getattr(session.game, "choices", None)
    return find(session.state, seat, codes, seat in held) if find is not None else []


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
    shown["house"] = session.house
    shown["hands_open"] = session.game.hands(session.state) is not None
    due = session.game.gifts_due(session.state)
    shown["gifts_due"] = {str(seat): count for seat, count in due.items()}
    shown["hints"] = {str(seat): found for seat in sorted(held) if (found := hint(session, seat))}
    shown["became_illegal"] = became_illegal(session, held)
    shown["last"] = _last(session, held)
    last = session.last_live
    shown["can_undo"] = last is not None
    shown["undoes"] = shown_line(session, last.verdict, held) if last else None
    shown["undoes_entry"] = _undone(session, last.verdict) if last else None
    return shown


def _undone(session: Session, verdict: Verdict) -> dict[str, Any]:
    """What `undo` would take back, in parts."""
    about = statement(session, verdict)
    return {
        "seq": session.next_undone,
        "seat": about.seat or None,
        "verb": about.verb,
        "correction_of": about.corrects or None,
    }


def _last(session: Session, held: frozenset[int]) -> dict[str, Any] | None:
    verdict = next((each.verdict for each in reversed(session.log) if not each.verdict.note), None)
    if verdict is None:
        return None
    return {
        "seat": verdict.seat or None,
        "ok": verdict.ok,
        "reason": told(verdict).reason,
        "reading": verdict.reading,
        "line": shown_line(session, verdict, held),
        "text": in_all(shown_text(session, verdict, held)),
        "effects": follows_view(verdict),
    }
