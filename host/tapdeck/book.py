"""The game being played: its session and its journal, which always say the same.

Judging comes before committing, because the journal holds the verdict. Nobody sees it in between
(the table's lock is held), and when the commit fails the session is folded afresh from what the
record holds.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from shared_rules.wire import GAME_BITS
from tapdeck import results, rulechanges, rules
from tapdeck.actors import BOARD, Actor, board, columns
from tapdeck.device import BoardEvent
from tapdeck.logrows import Row, rows
from tapdeck.oldlines import house_with_signs, with_signs
from tapdeck.once import Answered
from tapdeck.remarks import remark
from tapdeck.results import ADOPT, KEEP, Difference
from tapdeck.rulechanges import Change, Changes, decision_about
from tapdeck.rules import LineError
from tapdeck.secrecy import own_codes, told_line
from tapdeck.session import Session, Setup, Verdict, shown_line, shown_text, summary
from tapdeck.store import Entry, Results, Store, StoredDeck, StoredGame, StoreError, now_ms
from tapdeck.telling import statement
from tapdeck.texts import Text, in_all
from tapdeck.transcript import export
from tapdeck.verdicts import UNREADABLE
from tapdeck.words import line_words

log = logging.getLogger(__name__)

Answering = Callable[[Verdict], Answered | None]
PAGE = "page"  # the source of what was entered by hand, wherever that was


class Book:
    """The last game of a table, if it has one. Not safe for threads: the table's lock guards it.

    StoreError: the record cannot be read.
    """

    def __init__(self, store: Store, table_id: int) -> None:
        self._store = store
        self._table_id = table_id
        self.game: StoredGame | None = None
        self.session: Session | None = None
        self.entries: list[Entry] = []
        self._conflicts: list[int] = []  # places of those that the board had judged otherwise
        self.unplaced = 0  # events that came in while no game was on
        self.changes = Changes(0, 0, ())  # entries that today's rules judge otherwise
        self.difference: Difference | None = None  # of its results to the stored ones
        self._results = Results(0)
        self._acked: dict[str, dict[int, int]] = {}  # board -> boot -> highest n in the journal
        self._stale = True  # the session may say more than the record holds
        self.load()

    def load(self) -> None:
        """Fold the session from the record. StoreError: until `refresh` succeeds there is none."""
        self._stale = True
        self.game, self.session, self.entries = None, None, []
        self._conflicts = []
        self.difference = None
        self.changes = Changes(0, 0, ())
        self._acked.clear()
        self.unplaced = len(self._store.unplaced(self._table_id))
        game = self._store.current_game(self._table_id)
        if game is not None:
            entries = self._store.entries(game.id)
            deals = tuple(self._store.deals(game.id))
            first, house = int(game.setup["first"]), house_with_signs(game.setup.get("house", {}))
            headers = game.setup.get("headers", {})
            setup = Setup(game.game, game.names, game.options, first, house, headers)
            session, changes = _folded(setup, entries, keep=True)
            then = int(game.setup.get("rules", 1))
            self.changes = Changes(then, session.game.VERSION, tuple(changes))
            lines = [entry.line for entry in entries if entry.ok]
            what = decision_about(lines, self.changes.mark)
            self.changes = replace(self.changes, decided=what)
            if what == ADOPT:
                session, _ = _folded(setup, entries, keep=False)
            kept = next(
                (each[1] for line in reversed(lines) if (each := results.decision(line))), ""
            )
            self.game, self.session = game, session
            self._add(entries)
            self._results = Results(game.id, deals, game.finished, game.winner)
            self.difference = results.difference(self._results, self._judged(), kept)
        self._stale = False

    def refresh(self) -> None:
        """Load again if that failed the last time. StoreError: it does so still."""
        if self._stale:
            self.load()

    def begin(
        self,
        setup: Setup,
        deck: StoredDeck | None,
        chosen: bool,
        answered: Callable[[StoredGame], Answered | None] = lambda _: None,
    ) -> StoredGame:
        """A new game; the one before stays in the record as it is. `chosen`: somebody asked for
        this deck by name. StoreError: not begun.
        """
        game = self._store.new_game(
            self._table_id,
            setup.game,
            setup.names,
            dict(setup.options),
            {
                "first": setup.first,
                "deck_chosen": chosen,
                "house": dict(setup.house),
                "headers": dict(setup.headers),
                "rules": rules.full(setup.game).VERSION,
            },
            deck,
            answered,
        )
        self.game, self.session = game, Session(setup)
        self.entries, self._conflicts, self.difference = [], [], None
        self.changes = Changes(self.session.game.VERSION, self.session.game.VERSION, ())
        self._results = Results(game.id)
        return game

    @property
    def version(self) -> int:
        """Grows with every entry, and from game to game; fits into 32 bits. 0: no game."""
        return ((self.game.id & 0xFFFF) << GAME_BITS) + len(self.entries) if self.game else 0

    def enter(
        self, lines: Sequence[str], by: Actor, answered: Answering | None = None
    ) -> list[Verdict]:
        """Judge and commit lines, all together, and with them what the request for them came to.
        LineError: one is no action, none is kept. StoreError: the same.
        """
        assert self.session is not None
        with self._all_or_nothing():
            verdicts = [self.session.do(line, by) for line in lines]
            first = len(self.entries) + 1
            self._commit(
                [self._by_hand(verdict, by, seq) for seq, verdict in enumerate(verdicts, first)],
                answered(verdicts[-1]) if answered else None,
            )
        return verdicts

    def _by_hand(self, verdict: Verdict, by: Actor, seq: int) -> Entry:
        """The entry of what somebody entered just now."""
        facts = {"at": now_ms(), "source": PAGE, **columns(by)}
        return self._entry(verdict.line, verdict, seq, **facts)

    def _keep(self, verdict: Verdict, by: Actor) -> None:
        """Log and commit something that changes no game's state. StoreError: it is not kept."""
        assert self.session is not None
        self.session.keep(verdict.line, verdict, by)
        self.commit([self._by_hand(verdict, by, len(self.entries) + 1)])

    def note(self, line: str, by: Actor) -> None:
        """Commit a remark (`remarks.py`). StoreError: it is not kept."""
        assert self.session is not None
        verdict = remark(line)
        assert verdict is not None
        self._keep(verdict, by)

    def use_deck(self, deck: StoredDeck, by: Actor) -> None:
        """Go on with a deck. StoreError: the game goes on with the one it has."""
        assert self.session is not None
        assert self.game is not None
        line = f"deck {deck.version} {deck.name}"
        verdict = remark(line)
        assert verdict is not None
        entry = self._by_hand(verdict, by, len(self.entries) + 1)
        self._store.use_deck(self.game.id, deck, (self._table_id, entry))
        self.session.keep(line, verdict, by)
        self._add([entry])
        self.game = replace(
            self.game, deck_name=deck.name, deck_tags=deck.tags, deck_version=deck.version
        )

    def settle(self, keep: bool, by: Actor) -> Verdict:
        """Keep the stored results where today's rules give others, or adopt those. StoreError."""
        assert self.session is not None
        assert self.difference is not None
        verdict = results.decided(KEEP if keep else ADOPT, self.difference.mark)
        found = Difference(self.difference.stored, self.difference.now, decided=True)
        self.difference = found if keep else None
        self._keep(verdict, by)
        return verdict

    def decide(self, keep: bool, by: Actor) -> Verdict:
        """Let entries that today's rules judge otherwise stand as they did, or adopt the rules.
        StoreError: not decided.
        """
        assert self.session is not None
        verdict = rulechanges.decided(KEEP if keep else ADOPT, self.changes.mark)
        self._keep(verdict, by)
        self.load()
        return verdict

    def take(
        self, events: Sequence[BoardEvent], arrived: int
    ) -> list[tuple[Entry, Verdict | None]]:
        """Judge and commit a board's events, without those that are in the journal already.

        arrived  when they came in, ms since 1970; their ages are taken off it
        Returns each with its verdict (None: the line is unreadable, or the event belongs to no
        game that is on: then it is kept without one, and has no `game_id`).
        StoreError: none of them was committed.
        """
        with self._all_or_nothing():
            return self._take(events, arrived)

    def _take(
        self, events: Sequence[BoardEvent], arrived: int
    ) -> list[tuple[Entry, Verdict | None]]:
        judged: list[tuple[Entry, Verdict | None]] = []
        for event in self._fresh(events):
            by = board(event.uid)
            facts: dict[str, Any] = {
                "source": BOARD,
                "at": arrived - max(event.age_ms, 0),
                "board": event.uid,
                "boot": event.boot,
                "n": event.n,
                "age": event.age_ms,
                "version": event.version,
                "board_verdict": event.verdict,
                **columns(by),
            }
            line = event.line.strip()
            if self.session is None or not self._is_ours(event.version):
                judged.append((Entry(line=line, **facts), None))
                continue
            seq = len(self.entries) + len(judged) + 1
            line = " ".join(own_codes(self.session, line.split(" ")))
            try:
                verdict = self.session.do(line, by)
            except LineError as error:
                told = told_line(self.session.game, line)
                why = str(error) if told == line else "it is no action"
                log.warning("the board sent %r: %s", told, why)
                self.session.keep(line, _unreadable(line, error), by)
                facts |= {"ok": False, "reason": UNREADABLE}
                judged.append((self._entry(line, None, seq, **facts), None))
            else:
                judged.append((self._entry(line, verdict, seq, **facts), verdict))
        if judged:
            self._commit([entry for entry, _ in judged])
        return judged

    def commit(self, entries: list[Entry], answered: Answered | None = None) -> None:
        """Entries that the session has judged already go into the record, or nothing does."""
        with self._all_or_nothing():
            self._commit(entries, answered)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Judging and committing are one: whatever fails in between, what the record holds counts
        and nothing else. A fault of the program's own is told as not kept, like one of the record.
        """
        try:
            yield
        except Exception as error:
            if self.session is None or len(self.session.log) > len(self.entries):
                self.load()
            if isinstance(error, StoreError | LineError):
                raise
            log.exception("something went wrong between judging and committing")
            raise StoreError(
                f"This could not be kept: {type(error).__name__} in Tapdeck itself. Nothing has "
                "happened; try again, and please report it with the log."
            ) from error

    def _commit(self, entries: list[Entry], answered: Answered | None = None) -> None:
        changed = self._changed_results()
        self._store.append(self._table_id, entries, changed, answered)
        self._results = changed or self._results
        placed = [entry for entry in entries if entry.game_id is not None]
        self._add(placed)
        self.unplaced += len(entries) - len(placed)
        for entry in entries:
            if entry.board is not None and entry.boot is not None and entry.n is not None:
                acked = self._acked.setdefault(entry.board, {})
                acked[entry.boot] = max(acked.get(entry.boot, 0), entry.n)

    def _add(self, entries: Sequence[Entry]) -> None:
        first = len(self.entries)
        self.entries += entries
        self._conflicts += [place for place, entry in enumerate(entries, first) if entry.conflict]

    def rows(self, after: int = 0, limit: int | None = None) -> list[Row]:
        """The log behind its first `after` entries, as everybody may see it."""
        return rows(self.session, self.entries, after, limit) if self.session else []

    def overrule(self, shown: dict[str, Any]) -> None:
        """Put the results that count into a view, where today's rules would give others."""
        differ = self.changes.entries if self.changes.decided != ADOPT else ()
        shown["rules_differ"] = self.changes.view() if differ else None
        shown["results_differ"] = None
        if self.difference is None:
            return
        shown["results_differ"] = self.difference.view(len(differ))
        shown |= {
            "rounds": list(self._results.deals),
            "totals": results.totals(self._results),
            "finished": self._results.finished is not None,
            "winner": self._results.winner,
        }

    def conflicts(self) -> list[dict[str, Any]]:
        """The entries that the board had judged otherwise."""
        if self.session is None:
            return []
        found = []
        for place in self._conflicts:
            entry, logged = self.entries[place], self.session.log[place]
            line = shown_line(self.session, logged.first)
            found.append({"seq": entry.seq, "line": line, "text": in_all(_conflict(entry, line))})
        return found

    def transcript(self) -> str:
        """The game as a transcript; public things only while it goes on. ValueError: no game."""
        if self.session is None:
            raise ValueError("there is no game")
        return export(self.session)

    def _is_ours(self, version: int) -> bool:
        """Whether an event judged on this version is one of the game being played. What a board
        did in an earlier game, and hands over late, must not be played in this one. A board that
        never had a state says 0. Beyond what this game has come to, it is of another record, whose
        games have the same numbers.
        """
        same = version >> GAME_BITS == self.version >> GAME_BITS
        return version == 0 or (same and version <= self.version)

    def _fresh(self, events: Sequence[BoardEvent]) -> list[BoardEvent]:
        """Those that are not in the journal yet. Only numbers up to the highest known of a boot
        can be, so as a rule nothing need be looked up.
        """
        doubtful: dict[tuple[str, int], list[int]] = {}
        for event in events:
            if event.uid not in self._acked:
                self._acked[event.uid] = self._store.acked(event.uid)
            if event.n <= self._acked[event.uid].get(event.boot, 0):
                doubtful.setdefault((event.uid, event.boot), []).append(event.n)
        seen = {(*key, n) for key, held in doubtful.items() for n in self._store.seen(*key, held)}
        fresh = []
        for event in events:
            key = (event.uid, event.boot, event.n)
            if key not in seen:
                seen.add(key)
                fresh.append(event)
        return fresh

    def _entry(self, line: str, verdict: Verdict | None, seq: int, **facts: Any) -> Entry:
        assert self.game is not None
        if verdict is not None:
            own_undo = verdict.line.endswith("undo") and verdict.seat > 0
            facts |= {"ok": verdict.ok, "reason": verdict.reason, "own_undo": own_undo}
        return Entry(line=line, game_id=self.game.id, seq=seq, **facts)

    def _judged(self) -> Results:
        """The results as the session has them."""
        assert self.session is not None
        assert self.game is not None
        result = summary(self.session)
        finished = bool(result["finished"])
        return Results(
            self.game.id,
            tuple(result["rounds"]),
            (self._results.finished or now_ms()) if finished else None,
            result["winner"] if finished else None,
        )

    def _changed_results(self) -> Results | None:
        if self.session is None or self.game is None:
            return None
        new, before = self._judged(), self._results
        if self.difference is not None:
            new = self.difference.merged(new)
        same_end = (new.finished is None) == (before.finished is None)
        return None if new.deals == before.deals and same_end else new


def _folded(setup: Setup, entries: Sequence[Entry], keep: bool) -> tuple[Session, list[Change]]:
    """A journal folded by today's rules, and the entries that they judge otherwise.

    keep  let those stand as they did, where that is possible
    """
    session = Session(setup)
    changes = []
    for entry in entries:
        said = _note_of(entry)
        if said is not None:
            session.keep(entry.line, said, entry.by)
            continue
        _again(session, entry)
        verdict = session.log[-1].verdict
        if verdict.ok == entry.ok:
            continue
        line, text = shown_line(session, verdict), shown_text(session, verdict)
        words = line_words(statement(session, verdict), setup.game, setup.said)
        now, then = verdict.reason or "", entry.reason or ""
        stands = keep and session.stand(bool(entry.ok), entry.reason)
        changes.append(Change(entry.seq or 0, line, then, now, stands, text, words))
    return session, changes


def _note_of(entry: Entry) -> Verdict | None:
    """The verdict of an entry that is no action but something that the table noted."""
    if not entry.ok:
        return None
    if (found := results.decision(entry.line)) is not None:
        return results.decided(*found)
    if (found := rulechanges.decision(entry.line)) is not None:
        return rulechanges.decided(*found)
    return remark(entry.line)


def _again(session: Session, entry: Entry) -> None:
    """Judge an entry of the record again, after those before."""
    try:
        if entry.reason != UNREADABLE:
            # Entries that do not say who made them may be from before numbers had signs.
            line = with_signs(entry.line) if entry.actor_kind is None else entry.line
            session.do(line, entry.by)
            return
        session.keep(entry.line, _unreadable(entry.line, None), entry.by)
    except LineError as error:  # to rules that knew it otherwise it was an action
        session.keep(entry.line, _unreadable(entry.line, error), entry.by)


def _unreadable(line: str, why: LineError | None) -> Verdict:
    text = Text("error.line", {"why": why.text}) if why else Text("reason.unreadable")
    return Verdict(False, UNREADABLE, None, line, None, text)


def _conflict(entry: Entry, line: str) -> Text:
    key = "conflict.reasons"
    if entry.board_verdict == "ok":
        key = "conflict.board_took"
    elif entry.ok:
        key = "conflict.board_refused"
    return Text(key, {"line": line})
