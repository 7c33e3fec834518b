"""One table: the game being played, its record, its board, and those who watch.

Everything that happens goes the same way, under one lock: judged by the full rules, committed,
shown, sent down to the board. What could not be committed has not happened: it is not
acknowledged, and nobody has seen it.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared_rules import games
from shared_rules.wire import CONFLICT
from tapdeck import decks, rules
from tapdeck.actors import HOST, Actor, board
from tapdeck.book import Answering, Book
from tapdeck.claims import Claims
from tapdeck.dealing import HANDS, Dealer
from tapdeck.desk import Desk
from tapdeck.device import BoardEvent, BoardInfo
from tapdeck.downlink import BoardLink, Downlink
from tapdeck.errors import TableError, why
from tapdeck.house import GameRules, HouseError, file_of
from tapdeck.house import load as load_house
from tapdeck.logrows import LogPart
from tapdeck.notices import standing
from tapdeck.once import Answered, Once
from tapdeck.permission import Asked, Forbidden, may_look
from tapdeck.rules import LineError
from tapdeck.seating import Seating
from tapdeck.secrecy import shown_pending, tellable, told_line
from tapdeck.session import Session, Verdict, choices, core_state, hint, told, view
from tapdeck.setup import said_name, set_up, shown_names
from tapdeck.store import DeckVersion, Store, StoredDeck, StoredGame, StoreError, now_ms
from tapdeck.texts import LANGUAGES, Text, in_all
from tapdeck.verdicts import UNREADABLE

log = logging.getLogger(__name__)

__all__ = ["PUBLIC", "BoardLink", "Table", "TableError"]

PUBLIC = "public"


class Stale(TableError):
    """Something has happened since the actor looked.

    version   as it is now
    happened  the entries that the actor has not seen, as the public may see them
    """

    def __init__(self, version: int, happened: list[dict[str, Any]]) -> None:
        super().__init__("error.stale", count=len(happened))
        self.version = version
        self.happened = happened


@dataclass(frozen=True)
class _Answer:
    """What an actor is told of a line, and what is kept of that for a request that is repeated."""

    asked: Asked
    by: Actor
    once: Once | None

    def told(self, verdict: Verdict) -> Verdict:
        """A verdict as this actor may know it."""
        return verdict if self.asked.sees_all() else told(verdict)

    def kept(self, verdict: Verdict) -> Answered | None:
        """What is kept of the request, if it has a key."""
        return self.once.kept(self.by.key, self.told(verdict)) if self.once else None


Viewer = str | Sequence[int]


class Table:
    """The table `table_id` of a store. Safe to call from any thread.

    house_rules   their file, or the folder that may have one for this table; None: no such rules
    StoreError: the record cannot be read. HouseError: there is a mistake in the house rules.
    """

    def __init__(
        self,
        store: Store,
        table_id: int = 1,
        name: str = "Table 1",
        house_rules: Path | None = None,
    ) -> None:
        self.id = table_id
        self.name = name
        self.language = "en"  # in which seats are named where nobody says who sits there
        self.simulated = False  # whether decks of the simulated table may be used
        self.desk = Desk()
        self._store = store
        self._lock = threading.RLock()
        self._watchers: list[Callable[[], None]] = []
        self._down = Downlink()
        self._dealer = Dealer(self._playing, self._dealt, self.desk)
        self._house_place = house_rules
        self._house()  # a mistake is told at once
        store.add_table(table_id, name)
        self.seating = Seating(Claims(store, table_id))
        self.free_seats = True  # whether players act for seats that nobody holds
        self._book = Book(store, table_id)

    @property
    def game(self) -> StoredGame | None:
        """The game being played, or the one that has just ended."""
        with self._lock:
            return self._book.game

    # What people do

    def start_game(
        self,
        game: str,
        names: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
        first: int | None = None,
        deck: str | None = None,
        house: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        by: Actor,
        once: Once | None = None,
    ) -> StoredGame:
        """Start a game; one that is on stays in the record as it is, unfinished.

        names    clockwise from seat 1; None: as the seats are called, as many as can play
        options  those that are not named are as the house rules have them, else the game's default
        first    the oldest player's seat, the dealer's, the one that begins, as the game has it;
                 None: its default
        deck     a deck's name; None: the one changed last
        house    house rules in place of those with the same name in the table's file
        headers  what the game's further headers say, as in a transcript; a deck's text itself
        once     the request, where it has a key of its own; Repeated: it has been carried out

        TableError: unknown game, option, header, deck, or a wrong number of seats, with what is
        allowed; a mistake in the house rules.
        """
        self._host_only(by)
        usual = self.house(game)
        setup = set_up(
            game,
            names,
            {**usual.options, **(options or {})},
            first,
            {**usual.rules, **(house or {})},
            headers or {},
            self.language,
        )
        with self._lock:
            self._book.refresh()
            self._check_once(by, once)
            stored = self._store.decks()
            chosen = decks.usual(stored, game, self.simulated)
            if deck:
                chosen = decks.named(stored, deck, game)
            started = self._book.begin(
                setup,
                chosen,
                deck is not None,
                lambda game: once.kept(by.key, game) if once else None,
            )
            self._down.clear()
            self.desk.clear()
            self.seating.clear()
            self._dealer.end(self._down.board)
            self._push_deck()
            self._push()
        self._notify()
        return started

    def house(self, game: str) -> GameRules:
        """What the table's house rules say of a game, as their file is now. TableError: no such
        game, or a mistake in the file, with its line.
        """
        try:
            rules.full(game)
            return self._house().get(game, GameRules())
        except HouseError as error:
            raise TableError("error.house", why=error.text) from None
        except ValueError as error:
            raise TableError("error.set_up", why=why(error)) from None

    def act(
        self, line: str, by: Actor, once: Once | None = None, expected: int | None = None
    ) -> Verdict:
        """Enter a transcript line. It is judged, and kept with its actor even if it is refused.

        once      the request, where it has a key of its own
        expected  the view's `version` that the actor has seen

        Repeated: the request has been carried out. Stale: something has happened since. Forbidden:
        this actor may not enter it; it has not been read and is not kept. LineError: it
        is no action at all, and is not kept. TableError: no game is on. StoreError: it could not
        be kept, and so has not happened.
        """
        with self._lock:
            asked = self._asked(by)
            self._check_once(by, once)
            self._check_version(expected)
            line = asked.session.typed(line)
            asked.check(line)
            answer = _Answer(asked, by, once)
            try:
                [verdict] = self._enter([line], asked.by, answer.kept)
            except LineError as error:
                raise asked.session.nearer(error) from None
            self._push()
        self._notify()
        return answer.told(verdict)

    def correct(
        self,
        seq: int,
        line: str,
        by: Actor,
        once: Once | None = None,
        expected: int | None = None,
    ) -> Verdict:
        """Let another line count in the place of an entry of the journal (nothing: none), at any
        point of the match; what came later is judged afresh. It is an entry of its own and can be
        undone. The view's `became_illegal` lists what no longer fits.

        LineError: no such entry, one that is no action or was taken back, or no action. The rest
        as `act` has it.
        """
        return self.act(f"correct {seq} {line}".rstrip(), by, once, expected)

    def settle(self, keep: bool, by: Actor) -> Verdict:
        """Decide about stored results that today's rules would give otherwise: keep the stored
        ones, or adopt the new ones. TableError: nothing differs. StoreError: not decided.
        """
        self._host_only(by)
        with self._lock:
            self._book.refresh()
            if self._book.difference is None:
                raise TableError("error.nothing_differs")
            verdict = self._book.settle(keep, by)
            self._push()
        self._notify()
        return verdict

    def decide_rules(self, keep: bool, by: Actor) -> Verdict:
        """Decide about entries that today's rules judge otherwise than those they were made under:
        let them stand, or adopt today's rules. TableError: nothing differs. StoreError: it is
        not decided.
        """
        self._host_only(by)
        with self._lock:
            self._book.refresh()
            if not self._book.changes.entries:
                raise TableError("error.nothing_differs")
            verdict = self._book.decide(keep, by)
            self._push()
        self._notify()
        return verdict

    def hint(self, seat: int) -> dict[str, Any] | None:
        """What a seat might do now; only for whoever holds it. None: nothing, or its hand is not
        known. TableError: no game, no such seat.
        """
        with self._lock:
            session = self._playing()
            self._check_seat(session, seat)
            return hint(session, seat)

    def choices(
        self, seat: int, cards: Sequence[str], viewer: Viewer = PUBLIC
    ) -> list[dict[str, Any]]:
        """What cards of a seat can be now, the best first; none where that is never in question.
        TableError: no game, no such seat.
        """
        with self._lock:
            session = self._playing()
            self._check_seat(session, seat)
            return choices(session, seat, cards, _held(viewer))

    def begin_dealing(self, by: Actor, what: str = HANDS) -> dict[str, Any]:
        """Let hands, or gifts, be dealt over the readers; play waits until they are there or
        somebody ends it. TableError: not possible now, or without a board or deck.
        """
        self._host_only(by)
        with self._lock:
            shown = self._dealer.begin(what, self._down.board, self._down.deck)
        self._notify()
        return shown

    def end_dealing(self, by: Actor) -> None:
        """Go back to play; cards of hands that are not complete are forgotten."""
        self._host_only(by)
        with self._lock:
            self._dealer.end(self._down.board)
        self._notify()

    def save_deck(
        self, deck: StoredDeck, by: Actor, once: Once | None = None, use: bool = False
    ) -> None:
        """Store a deck; what it was before is kept. The game that is on goes on with the deck it
        has; one that has none takes the first that is stored for its pack.

        use  let the game go on with this deck as it is now
        TableError: it would take all stickers from a deck that has some. Repeated: it has been
        stored before.
        """
        self._host_only(by)
        with self._lock:
            self._check_once(by, once)
            before = self._store.deck(deck.name)
            if before is not None and before.tags and not deck.tags:
                raise TableError("error.deck_emptied", deck=deck.name, count=len(before.tags))
            self._store.save_deck(deck, once.kept(by.key, deck) if once else None)
            game = self._book.game
            if game is not None and game.game == deck.pack and (use or game.deck_tags is None):
                self._use(deck.name, by)
            self._push_deck()
            self._push()
        self._notify()

    def use_deck(self, name: str, by: Actor) -> None:
        """Let the game go on with a deck as it is now; the log says so. TableError: no game, no
        such deck, or it is another game's.
        """
        self._host_only(by)
        with self._lock:
            self._playing()
            self._use(name, by)
            self._push_deck()
            self._push()
        self._notify()

    def restore_deck(self, name: str, number: int, by: Actor) -> StoredDeck:
        """Store a deck as it was in one of its earlier states. TableError: there is none such."""
        self._host_only(by)
        with self._lock:
            found = self._store.deck_versions(name)
            then = next((each for each in found if each.number == number), None)
            if then is None:
                known = ", ".join(str(each.number) for each in reversed(found)) or "-"
                raise TableError("error.deck_version", deck=name, number=number, known=known)
            deck = StoredDeck(name, then.pack, then.tags)
            self._store.save_deck(deck)
        self._notify()
        return deck

    def deck_versions(self, name: str) -> list[DeckVersion]:
        """The states that a deck was in, the newest first."""
        with self._lock:
            return self._store.deck_versions(name)

    # Who sits where

    def actor(self, by: Actor) -> Actor:
        """An actor with the seats that it holds now."""
        with self._lock:
            return by.holding(self.seating.claims.held_by(by.key, self._names()))

    def holders(self) -> dict[int, str]:
        """By seat: the key of the device that holds it."""
        with self._lock:
            return self.seating.claims.holders(self._names())

    def seen_by(self, by: Actor) -> tuple[int, ...]:
        """The seats whose hidden things an actor may see: those it holds, but for one where a
        device that held it before has entered something that is still hidden.
        """
        with self._lock:
            session = self._book.session
            if session is None:
                return ()
            held = self.seating.claims.held_by(by.key, self._names())
            return tuple(sorted(seat for seat in held if may_look(session, seat, by.key)))

    def claim(self, seat: int, by: Actor) -> None:
        """Let an actor hold a seat. One that another device holds is given up by its holder, who is
        asked, or by the host. It is in the log.

        Forbidden: a guest. SeatHeld: its holder has been asked, or is not here. TableError: no
        game, no such seat. StoreError: nothing has changed.
        """
        with self._lock:
            self._check_seat(self._playing(), seat)
            before = self.holders().get(seat)
            if not self.seating.claim(seat, by, self._names()):
                self._notify()
                raise self.seating.refusal(seat, self._names(), before)
            if before != by.key:
                self._seated("claim", seat, by, taken=before is not None)
        self._notify()

    def release(self, seat: int, by: Actor) -> None:
        """Let go of a seat. TableError: this actor does not hold it. The rest as `claim`."""
        with self._lock:
            self._check_seat(self._playing(), seat)
            if self.holders().get(seat) != by.key:
                raise TableError("error.seat_yours_not", seat=self._called(seat))
            self.seating.claims.release(by.key, seat, self._names())
            self._seated("release", seat, by)
        self._notify()

    def asks(self) -> dict[int, dict[str, Any]]:
        """By seat: who asks its holder for it, as everybody may know them."""
        with self._lock:
            return self.seating.asks()

    def answer(self, seat: int, yes: bool, by: Actor) -> None:
        """What the holder of a seat says to whoever asks for it; a host may say it too. The rest
        as `claim`.
        """
        with self._lock:
            self._check_seat(self._playing(), seat)
            if self.holders().get(seat) != by.key and by.role != HOST:
                raise TableError("error.seat_yours_not", seat=self._called(seat))
            asker = self.seating.answered(seat)
            if asker is None:
                raise TableError("error.nobody_asks", seat=self._called(seat))
            if yes:
                self.seating.claims.claim(asker.key, seat, self._names())
                self._seated("claim", seat, asker, taken=True)
        self._notify()

    # What the board says. The device calls these from its own thread.

    def attach(self, board: BoardLink | None) -> None:
        """The device through which states go down."""
        with self._lock:
            self._down.board = board

    def on_hello(self, info: BoardInfo) -> None:
        """A board has said who it is: it gets the deck and the state."""
        facts = dict(vars(info))
        with self._lock:
            self._down.greeted(info, self._store.acked(info.uid))
            self._note_board(info.uid, info=facts)
            self.desk.hello(facts)
            self._push_deck()
            self._push()
        self._notify()

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        """Events of the board, in order; repeats are dropped. When this returns all are committed.

        StoreError: none of them was committed.
        """
        arrived = now_ms()
        with self._lock:
            self._book.refresh()
            taken = self._book.take(events, arrived)
            self._down.handled(events)
            for entry, verdict in taken:
                if verdict is not None:
                    self._down.judged(verdict, CONFLICT if entry.conflict else 0)
                elif entry.reason == UNREADABLE:
                    told = told_line(rules.full(self._playing().setup.game), entry.line)
                    self.desk.say(Text("notice.unreadable", {"line": told}))
            self._dealer.follow(self._down.board)
            late = sum(entry.game_id is None for entry, _ in taken)
            if late and self._book.game is not None:
                self.desk.say(Text("notice.other_game", {"count": late}))
            self._push()
        if taken:
            self._notify()

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        """Something the board shows or feels; it is no event and may be lost."""
        with self._lock:
            changed = self.desk.telemetry(name, tellable(self._book.session, name, fields))
            if name == "tag" and fields["state"] == "seen" and self._down.deck is not None:
                if self._dealer.tapped(
                    int(fields["reader"]), bytes(fields["uid"]), self._down.deck
                ):
                    self._push()
                changed = True
            if name == "health" and self._down.uid and self.desk.health_is_due():
                self._note_board(self._down.uid, health=dict(fields))
        if changed:
            self._notify()

    def on_link(self, up: bool, reason: str) -> None:
        """The board has come or gone; `reason` is a sentence."""
        with self._lock:
            self.desk.link(up, reason)
        self._notify()

    # What others see

    def view(self, viewer: Viewer = PUBLIC) -> dict[str, Any]:
        """The table as a viewer may see it, as plain data: the game's view and the table's own."""
        with self._lock:
            book = self._book
            shown: dict[str, Any] = {"game": None}
            if book.session is not None:
                shown = view(book.session, viewer)
                book.overrule(shown)
            held = _held(viewer)
            shown["dealing"] = self._dealer.view(held)
            shown["table"] = {"id": self.id, "name": self.name}
            shown["game_id"] = book.game.id if book.game else None
            shown["deck"] = book.game.deck_name if book.game else None
            shown["version"] = book.version
            shown["held"] = sorted(self.holders())
            shown["conflicts"] = book.conflicts()
            shown |= self.desk.view()
            shown["pending"] = {
                seat: self._pending(int(seat), waiting)
                for seat, waiting in shown_pending(book.session, shown["pending"]).items()
            }
            shown["notices"] = [
                {"code": notice.key.partition(".")[2], "seat": 0, "text": in_all(notice)}
                for notice in standing(book, self.desk, self._down.deck)
            ] + shown["notices"]
            return shown

    def events(
        self, after: int = 0, limit: int | None = None, language: str | None = None
    ) -> list[dict[str, Any]]:
        """The journal of the game being played, as the public may see it: the entries behind the
        first `after`, at most so many, with sentences in one language or in all.
        """
        found = self.log(after, limit).rows
        return [row.event([language] if language else LANGUAGES) for row in found]

    def log(self, after: int = 0, limit: int | None = None, seen: int | None = None) -> LogPart:
        """A part of the journal in rows, which are put into words without holding up the table.

        after  the first entries that are left out; a negative one: all but the last so many
        seen   how many entries the asker has: only what is new or stands otherwise since
        """
        with self._lock:
            book = self._book
            if book.game is None or book.session is None:
                return LogPart()
            if after < 0:
                after = max(0, len(book.entries) + after)
            if seen is not None:
                after = max(after, book.session.changed_since(seen))
            last = book.session.next_undone
            return LogPart(
                book.game.id,
                len(book.entries),
                tuple(book.rows(after, limit)),
                next(iter(book.rows(last - 1, 1)), None) if last else None,
                tuple(row for seq, _ in book.session.unfit for row in book.rows(seq - 1, 1)),
            )

    def transcript(self) -> str:
        """The game as a transcript; public things only while it goes on. TableError: no game."""
        with self._lock:
            if self._book.session is None:
                raise TableError("error.no_game")
            return self._book.transcript()

    def sheet(self, language: str = "en") -> rules.Sheet:
        """The game's score sheet, for somebody who reads this language. TableError: no game."""
        with self._lock:
            session = self._playing()
            return session.game.sheet(session.state, shown_names(session.setup.names, language))

    def lights(self) -> dict[str, Any]:
        """What a board's lights and digits should say (shared_rules/board.py, `show`). TableError:
        no game.
        """
        with self._lock:
            session = self._playing()
            shown: dict[str, Any] = games.core(session.setup.game).show(core_state(session))
            return shown

    def board(self) -> dict[str, Any]:
        """Link, hello, health and counters of the board."""
        with self._lock:
            known = self._store.board(self._down.uid) if self._down.uid else None
            acked = {str(boot): n for boot, n in known.acked.items()} if known else {}
            return self.desk.board() | {"acknowledged": acked}

    def decks(self) -> list[StoredDeck]:
        """All decks, the one changed last first."""
        with self._lock:
            return self._store.decks()

    def subscribe(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` after every change, from whichever thread made it; it must return soon.

        Returns the function that ends it.
        """
        with self._lock:
            self._watchers.append(watcher)

        def unsubscribe() -> None:
            with self._lock:
                if watcher in self._watchers:
                    self._watchers.remove(watcher)

        return unsubscribe

    # Inside; the lock is held

    def _house(self) -> dict[str, GameRules]:
        place = self._house_place
        if place is None:
            return {}
        return load_house(file_of(place, self.id), named=place.suffix == ".toml")

    def _playing(self) -> Session:
        """The session of the game; TableError: there is none."""
        self._book.refresh()
        if self._book.session is None:
            raise TableError("error.no_game")
        return self._book.session

    def _pending(self, seat: int, waiting: dict[str, Any]) -> dict[str, Any]:
        """Cards that wait at a seat, with what they can be where that is in question."""
        session = self._book.session
        if session is None or seat > len(session.setup.names):
            return waiting
        found = choices(session, seat, waiting["cards"])
        return waiting | {"choices": found} if found else waiting

    def _check_seat(self, session: Session, seat: int) -> None:
        seats = len(session.setup.names)
        if not 1 <= seat <= seats:
            raise TableError("error.no_seat", seat=seat, seats=seats)

    def _names(self) -> tuple[str, ...]:
        return self._book.game.names if self._book.game else ()

    def _called(self, seat: int) -> Text | str:
        """Who sits at a seat, in a sentence."""
        return said_name(self._names()[seat - 1], seat)

    def _host_only(self, by: Actor) -> None:
        if by.role != HOST:
            raise Forbidden("forbidden.host")

    def _asked(self, by: Actor) -> Asked:
        session = self._playing()
        holders = self.seating.claims.holders(self._names())
        held = frozenset(seat for seat, key in holders.items() if by.key and key == by.key)
        return Asked(session, by.holding(held), holders, self.free_seats)

    def _seated(self, what: str, seat: int, by: Actor, taken: bool = False) -> None:
        """Who sits down or gets up is in the log; a seat that is taken over is told at once."""
        self._book.note(f"{what} {seat}", by)
        if taken:
            self.desk.say(Text("notice.seat_taken_over", {"seat": self._called(seat)}))
        self._push()

    def _check_once(self, by: Actor, once: Once | None) -> None:
        """Whether a request is new. Repeated, KeyReused: it is not."""
        if once is not None:
            once.check(self._store.answered(by.key, once.key))

    def _check_version(self, expected: int | None) -> None:
        """Whether an actor has seen what there is. Stale: what it has not."""
        version = self._book.version
        if expected is None or expected == version:
            return
        count, behind = len(self._book.entries), version - expected
        after = count - behind if 0 < behind <= count else 0
        raise Stale(version, [row.event() for row in self._book.rows(after)])

    def _dealt(self, lines: Sequence[str]) -> list[Verdict]:
        """Lines that were dealt over the readers: the board's."""
        return self._enter(lines, board(self._down.uid))

    def _enter(
        self, lines: Sequence[str], by: Actor, answered: Answering | None = None
    ) -> list[Verdict]:
        self._playing()
        verdicts = self._book.enter(lines, by, answered)
        self._down.judged(verdicts[-1])
        self._dealer.follow(self._down.board)
        return verdicts

    def _note_board(self, uid: str, **facts: Any) -> None:
        """Into the record, if that can be written; play goes on in any case."""
        try:
            self._store.board_seen(uid, **facts)
        except StoreError as error:
            log.warning("%s", error)

    def _use(self, name: str, by: Actor) -> None:
        game = self._book.game
        assert game is not None
        self._book.use_deck(decks.named(self._store.decks(), name, game.game), by)

    def _push(self) -> None:
        self._down.push(self._book)

    def _push_deck(self) -> None:
        """Choose the deck in use and offer it: as it was when it was chosen for the game."""
        game = self._book.game
        stored = decks.in_use(self._store, game, self.simulated) if game else None
        session = self._book.session
        codes = session.game.codes(session.state) if session else ()
        self.desk.deck_changed = decks.changed_since(self._store, stored)
        self._down.offer(stored, codes)

    def _notify(self) -> None:
        with self._lock:
            watchers = list(self._watchers)
        for watcher in watchers:
            try:
                watcher()
            except Exception:  # one that watches must not stop the table
                log.exception("a watcher failed")


def _held(viewer: Viewer) -> frozenset[int]:
    """The seats that a viewer holds."""
    return frozenset() if isinstance(viewer, str) else frozenset(viewer)
