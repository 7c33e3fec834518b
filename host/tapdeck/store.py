"""The record: an append-only journal, games with their set-up as it was, results, decks, people.

Durability: SQLite runs with a write-ahead log and `synchronous=FULL`, so each commit waits for the
disk. After a commit the host acknowledges and the board forgets; an event that was committed must
therefore survive SIGKILL and a power cut, and `NORMAL` would only promise the first. Batches
share one commit, which is where the speed comes from. PostgreSQL promises the same by default.

The store is used under the lock of its table; it knows nothing of rules.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from tapdeck import actors, private, schema
from tapdeck.actors import Actor
from tapdeck.once import Answered
from tapdeck.plain import mended

ANSWERS_MS = 7 * 24 * 3600 * 1000  # for so long a request may be repeated
UNDECIDED = "ask"  # a board's verdict where its core cannot judge


class StoreError(Exception):
    """The record cannot be opened, read or written; the text says what to do."""


@dataclass(frozen=True)
class Entry:
    """One line of the journal. Times in ms; `ok` is None where nothing was there to judge it."""

    at: int
    source: str  # "board" | "page" | "import"
    line: str
    ok: bool | None = None
    reason: str | None = None
    game_id: int | None = None
    seq: int | None = None
    own_undo: bool = False
    board: str | None = None
    boot: int | None = None
    n: int | None = None
    age: int | None = None
    version: int | None = None
    board_verdict: str | None = None
    actor_kind: str | None = None
    actor: str | None = None
    actor_role: str | None = None
    actor_seats: str | None = None

    @property
    def by(self) -> Actor | None:
        """Who did it; None where an older record does not say."""
        return actors.stored(vars(self))

    @property
    def conflict(self) -> bool:
        """Whether the board had judged otherwise than the host; the host's verdict counts."""
        if self.ok is None or self.board_verdict in (None, UNDECIDED):
            return False
        return self.board_verdict != ("ok" if self.ok else self.reason)


@dataclass(frozen=True)
class StoredDeck:
    """A named deck: {UID in upper case hex: code of a card or name of a control}."""

    name: str
    pack: str
    tags: dict[str, str]
    version: str = field(default="", compare=False)  # its id; empty: it is not stored yet


@dataclass(frozen=True)
class DeckVersion:
    """A state that a deck was in. `number` counts from 1 in each deck, `at` is ms since 1970."""

    id: str
    number: int
    at: int
    pack: str
    tags: dict[str, str]


@dataclass(frozen=True)
class StoredGame:
    """A game as it was set up. `setup` is what a game has besides names and options."""

    id: int
    table_id: int
    game: str
    names: tuple[str, ...]
    options: dict[str, str]
    setup: dict[str, Any]
    deck_name: str | None
    deck_tags: dict[str, str] | None
    deck_version: str | None
    started: int
    finished: int | None = None
    winner: Any = None


@dataclass(frozen=True)
class Results:
    """The ended deals of a game, as of its last entry."""

    game_id: int
    deals: tuple[dict[str, Any], ...] = ()
    finished: int | None = None  # ms since 1970
    winner: Any = None


@dataclass(frozen=True)
class BoardRecord:
    """What is known of a board: its hello, its last health report, when it was last here."""

    uid: str
    info: dict[str, Any]
    health: dict[str, Any] | None
    first_seen: int
    last_seen: int
    acked: dict[int, int] = field(default_factory=dict)  # boot -> n


def now_ms() -> int:
    """The time, in ms since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The record at one database URL. Opening it brings an older one up to date.

    StoreError: the URL is no database's, it cannot be written, or a newer Tapdeck made it.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = _engine(url)
        # A read that later writes could meet another writer half-way; writers queue up first.
        self._writing = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        try:
            self._open()
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def transaction(self) -> AbstractContextManager[sa.Connection]:
        """A transaction for what is no part of the journal, such as the page's visitors.

        StoreError: nothing was changed.
        """
        return self._write()

    # The journal

    def append(
        self,
        table_id: int,
        entries: Sequence[Entry],
        results: Results | None = None,
        answered: Answered | None = None,
    ) -> None:
        """Commit entries and, if they changed, the results, and what a request came to: all or
        nothing.

        StoreError: nothing was committed. A repeated (board, boot, n) is such an error; ask
        `seen` before.
        """
        rows = [{"table_id": table_id, **vars(entry)} for entry in entries]
        with self._write() as connection:
            if rows:
                connection.execute(sa.insert(schema.entries), rows)
            if results is not None:
                _set_results(connection, results)
            _keep_answer(connection, answered)

    def answered(self, actor: str, key: str) -> Answered | None:
        """What a request with this key came to; None: it is new."""
        column = schema.answers.c
        query = sa.select(column.digest, column.answer).where(
            column.actor == actor, column.key == key
        )
        with self._read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Answered(actor, key, row.digest, row.answer)

    def seen(self, board: str, boot: int, numbers: Sequence[int]) -> set[int]:
        """Which of these numbers of a board's boot are in the journal already."""
        if not numbers:
            return set()
        column = schema.entries.c
        query = sa.select(column.n).where(
            column.board == board,
            column.boot == boot,
            column.n.between(min(numbers), max(numbers)),
        )
        with self._read() as connection:
            return set(connection.scalars(query))

    def entries(self, game_id: int, after: int = 0) -> list[Entry]:
        """A game's journal from the entry behind `after` on, in order."""
        column = schema.entries.c
        query = _select_entries().where(column.game_id == game_id, column.seq > after)
        with self._read() as connection:
            return [Entry(*row) for row in connection.execute(query.order_by(column.seq))]

    def unplaced(self, table_id: int) -> list[Entry]:
        """Events that came in while no game was being played, in order of arrival."""
        column = schema.entries.c
        query = _select_entries().where(column.table_id == table_id, column.game_id.is_(None))
        with self._read() as connection:
            return [Entry(*row) for row in connection.execute(query.order_by(column.id))]

    # Games

    def add_table(self, table_id: int, name: str) -> None:
        """Make a table, unless it is there."""
        with self._write() as connection:
            there = connection.scalar(
                sa.select(schema.tables.c.id).where(schema.tables.c.id == table_id)
            )
            if there is None:
                connection.execute(sa.insert(schema.tables).values(id=table_id, name=name))

    def new_game(
        self,
        table_id: int,
        game: str,
        names: Sequence[str],
        options: dict[str, str],
        setup: dict[str, Any],
        deck: StoredDeck | None,
        answered: Callable[[StoredGame], Answered | None] = lambda _: None,
    ) -> StoredGame:
        """Store a new game at a table, and what the request for it came to; it is what the table
        plays from now on.
        """
        values: dict[str, Any] = {
            "table_id": table_id,
            "game": game,
            "options": options,
            "setup": setup,
            "deck_name": deck.name if deck else None,
            "deck_tags": deck.tags if deck else None,
            "deck_version": deck.version if deck else None,
            "started": now_ms(),
        }
        with self._write() as connection:
            game_id = connection.execute(
                sa.insert(schema.games).values(values).returning(schema.games.c.id)
            ).scalar_one()
            for seat, name in enumerate(names, 1):
                connection.execute(
                    sa.insert(schema.seats).values(
                        game_id=game_id, seat=seat, person_id=person_id(connection, name)
                    )
                )
            game_made = StoredGame(id=game_id, names=tuple(names), **values)
            _keep_answer(connection, answered(game_made))
        return game_made

    def current_game(self, table_id: int) -> StoredGame | None:
        """The game that the table plays or has just played; None at a new table."""
        query = sa.select(sa.func.max(schema.games.c.id)).where(schema.games.c.table_id == table_id)
        with self._read() as connection:
            game_id = connection.scalar(query)
        return None if game_id is None else self.game(game_id)

    def game(self, game_id: int) -> StoredGame:
        """One game. StoreError: there is none with this id."""
        games, seats, people = schema.games, schema.seats, schema.people
        with self._read() as connection:
            row = (
                connection.execute(sa.select(games).where(games.c.id == game_id)).mappings().first()
            )
            if row is None:
                raise StoreError(f"The record holds no game {game_id}.")
            names = connection.scalars(
                sa.select(people.c.name)
                .join(seats, seats.c.person_id == people.c.id)
                .where(seats.c.game_id == game_id)
                .order_by(seats.c.seat)
            )
            return StoredGame(names=tuple(names), **row)

    def deals(self, game_id: int) -> list[dict[str, Any]]:
        """The results of a game's ended deals, in order."""
        query = sa.select(schema.deals.c.result).where(schema.deals.c.game_id == game_id)
        with self._read() as connection:
            return list(connection.scalars(query.order_by(schema.deals.c.number)))

    # Decks

    def save_deck(self, deck: StoredDeck, answered: Answered | None = None) -> None:
        """Store a deck, and what the request for it came to; one of the same name is replaced."""
        decks, tags = schema.decks, schema.deck_tags
        with self._write() as connection:
            deck_id = connection.scalar(sa.select(decks.c.id).where(decks.c.name == deck.name))
            values = {"pack": deck.pack, "changed": now_ms()}
            if deck_id is None:
                deck_id = connection.execute(
                    sa.insert(decks).values(name=deck.name, **values).returning(decks.c.id)
                ).scalar_one()
            else:
                connection.execute(sa.update(decks).where(decks.c.id == deck_id).values(values))
                connection.execute(sa.delete(tags).where(tags.c.deck_id == deck_id))
            _keep_version(connection, deck_id, deck)
            rows = [
                {"deck_id": deck_id, "uid": uid, "code": code} for uid, code in deck.tags.items()
            ]
            if rows:
                connection.execute(sa.insert(tags), rows)
            _keep_answer(connection, answered)

    def decks(self) -> list[StoredDeck]:
        """All decks, the one changed last first."""
        decks, tags = schema.decks, schema.deck_tags
        with self._read() as connection:
            found = connection.execute(
                sa.select(decks.c.id, decks.c.name, decks.c.pack).order_by(
                    decks.c.changed.desc(), decks.c.id.desc()
                )
            ).all()
            by_deck: dict[int, dict[str, str]] = {row.id: {} for row in found}
            for deck_id, uid, code in connection.execute(
                sa.select(tags.c.deck_id, tags.c.uid, tags.c.code).order_by(tags.c.uid)
            ):
                by_deck[deck_id][uid] = code
            newest = _newest_versions(connection)
        return [
            StoredDeck(row.name, row.pack, by_deck[row.id], newest.get(row.id, "")) for row in found
        ]

    def deck_versions(self, name: str) -> list[DeckVersion]:
        """The states that a deck was in, the newest first; none: there is no such deck."""
        decks, versions = schema.decks, schema.deck_versions
        query = (
            sa.select(*(versions.c[name] for name in DeckVersion.__dataclass_fields__))
            .join(decks, decks.c.id == versions.c.deck_id)
            .where(decks.c.name == name)
            .order_by(versions.c.number.desc())
        )
        with self._read() as connection:
            return [DeckVersion(*row) for row in connection.execute(query)]

    def use_deck(self, game_id: int, deck: StoredDeck, entry: tuple[int, Entry] | None) -> None:
        """Let a game go on with a deck; `entry`: the table, and what its journal says of it."""
        games = schema.games
        with self._write() as connection:
            connection.execute(
                sa.update(games)
                .where(games.c.id == game_id)
                .values(deck_name=deck.name, deck_tags=deck.tags, deck_version=deck.version)
            )
            if entry is not None:
                table_id, row = entry
                connection.execute(sa.insert(schema.entries).values(table_id=table_id, **vars(row)))

    def deck(self, name: str) -> StoredDeck | None:
        """The deck of this name, or None."""
        return next((deck for deck in self.decks() if deck.name == name), None)

    # Boards

    def board_seen(
        self, uid: str, info: dict[str, Any] | None = None, health: dict[str, Any] | None = None
    ) -> None:
        """Note a board's hello, or its health."""
        values: dict[str, Any] = {"last_seen": now_ms()}
        if info is not None:
            values["info"] = info
        if health is not None:
            values["health"] = health
        boards = schema.boards
        with self._write() as connection:
            changed = connection.execute(
                sa.update(boards).where(boards.c.uid == uid).values(values)
            )
            if changed.rowcount == 0:
                values = {"info": {}, "first_seen": values["last_seen"], "uid": uid} | values
                connection.execute(sa.insert(boards).values(values))

    def board(self, uid: str) -> BoardRecord | None:
        """What is known of a board, or None."""
        with self._read() as connection:
            row = (
                connection.execute(sa.select(schema.boards).where(schema.boards.c.uid == uid))
                .mappings()
                .first()
            )
            if row is None:
                return None
            return BoardRecord(**row, acked=self.acked(uid))

    def acked(self, board: str) -> dict[int, int]:
        """Up to which event of each boot a board's events are in the journal: {boot: n}."""
        column = schema.entries.c
        query = sa.select(column.boot, sa.func.max(column.n)).where(column.board == board)
        with self._read() as connection:
            rows = connection.execute(query.group_by(column.boot))
            return {int(boot): int(n) for boot, n in rows}

    # Inside

    def _open(self) -> None:
        config = Config()
        folder = Path(__file__).parent / "migrations"
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        steps = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        with self._write() as connection:
            here = MigrationContext.configure(connection).get_current_revision()
            if here is not None and here not in steps:
                raise StoreError(
                    f"The record {self._shown()} was written by a newer Tapdeck; "
                    "update this one, or name another database with --db."
                )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _shown(self) -> str:
        return sa.engine.make_url(self.url).render_as_string(hide_password=True)

    @contextmanager
    def _write(self) -> Iterator[sa.Connection]:
        with self._guard("written"), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        with self._guard("read"), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _guard(self, what: str) -> Iterator[None]:
        try:
            yield
        except IntegrityError as error:
            raise StoreError(
                f"The record {self._shown()} holds this already ({_cause(error)}). If two Tapdecks "
                "run on one database, stop one of them or give it another with --db."
            ) from error
        except SQLAlchemyError as error:
            raise StoreError(
                f"The record {self._shown()} cannot be {what}: {_cause(error)}. Check that the "
                "place exists, has room and may be written to, or name another with --db."
            ) from error


def _engine(url: str) -> sa.Engine:
    for short in ("postgres://", "postgresql://"):
        if url.startswith(short):
            url = "postgresql+psycopg://" + url.removeprefix(short)
    try:
        parsed = sa.engine.make_url(url)
        # Without parameters, what goes wrong can be told without telling what was to be kept.
        usual: dict[str, Any] = {"hide_parameters": True, "json_deserializer": mended}
        if parsed.get_backend_name() != "sqlite":
            return sa.create_engine(parsed, pool_pre_ping=True, **usual)
        if parsed.database in (None, "", ":memory:"):
            engine = sa.create_engine(
                parsed,
                poolclass=StaticPool,
                connect_args={"check_same_thread": False},
                **usual,
            )
        else:
            file = Path(str(parsed.database))
            private.make_folder(file.parent)
            private.make_file(file)
            engine = sa.create_engine(parsed, **usual)
    except OSError as error:
        raise StoreError(
            f"The folder for the record {url} cannot be made: {error.strerror}. "
            "Name another place with --db."
        ) from None
    except ModuleNotFoundError:
        raise StoreError(
            f"For {parsed.get_backend_name()} a driver is missing; "
            "install it with: pip install 'tapdeck[postgresql]'."
        ) from None
    except (ArgumentError, SQLAlchemyError, ValueError):
        raise StoreError(
            f"'{url}' is no database URL; give sqlite:///FILE or postgresql://USER@HOST/NAME."
        ) from None
    event.listen(engine, "connect", _sqlite_connect)
    event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(connection: Any, _record: object) -> None:
    # The driver would begin transactions of its own, and leave table changes out of them.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA fullfsync=ON")  # macOS: past the disk's own cache; elsewhere nothing
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _sqlite_begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _cause(error: SQLAlchemyError) -> str:
    text = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return text.strip().splitlines()[0] if text.strip() else type(error).__name__


def _select_entries() -> sa.Select[Any]:
    return sa.select(*(schema.entries.c[name] for name in Entry.__dataclass_fields__))


def person_id(connection: sa.Connection, name: str) -> int:
    """The id of the person with this name; a new one is made where there is none."""
    people = schema.people
    found = connection.scalar(sa.select(people.c.id).where(people.c.name == name))
    if found is None:
        found = connection.execute(
            sa.insert(people).values(name=name).returning(people.c.id)
        ).scalar_one()
    return int(found)


def _keep_version(connection: sa.Connection, deck_id: int, deck: StoredDeck) -> None:
    """Keep a deck's state beside those before it, if it is another one."""
    versions = schema.deck_versions
    last = connection.execute(
        sa.select(versions.c.number, versions.c.pack, versions.c.tags)
        .where(versions.c.deck_id == deck_id)
        .order_by(versions.c.number.desc())
        .limit(1)
    ).first()
    if last is not None and (last.pack, last.tags) == (deck.pack, deck.tags):
        return
    connection.execute(
        sa.insert(versions).values(
            id=secrets.token_hex(8),
            deck_id=deck_id,
            number=last.number + 1 if last else 1,
            pack=deck.pack,
            tags=deck.tags,
            at=now_ms(),
        )
    )


def _newest_versions(connection: sa.Connection) -> dict[int, str]:
    """By deck: the id of its last state."""
    versions = schema.deck_versions
    query = sa.select(versions.c.deck_id, versions.c.id).order_by(versions.c.number)
    return {row.deck_id: row.id for row in connection.execute(query)}


def _keep_answer(connection: sa.Connection, answered: Answered | None) -> None:
    """Keep what a request came to, and forget those that nobody can mean to repeat any more."""
    if answered is None:
        return
    answers = schema.answers
    connection.execute(sa.delete(answers).where(answers.c.at < now_ms() - ANSWERS_MS))
    connection.execute(sa.insert(answers).values(at=now_ms(), **vars(answered)))


def _set_results(connection: sa.Connection, results: Results) -> None:
    connection.execute(sa.delete(schema.deals).where(schema.deals.c.game_id == results.game_id))
    rows: Iterable[dict[str, Any]] = (
        {"game_id": results.game_id, "number": number, "result": result}
        for number, result in enumerate(results.deals, 1)
    )
    if results.deals:
        connection.execute(sa.insert(schema.deals), list(rows))
    connection.execute(
        sa.update(schema.games)
        .where(schema.games.c.id == results.game_id)
        .values(finished=results.finished, winner=results.winner)
    )
