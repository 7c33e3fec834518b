"""Those who look at the page, in the record: language, theme and the seats a device holds.

A device is known by a random token in its cookie; the record has only the token's hash, so that
a copy of the record lets nobody sit on a seat.
"""

import secrets
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tapdeck import schema
from tapdeck.actors import key_of
from tapdeck.store import Store, now_ms
from tapdeck.texts import LANGUAGES

THEMES = ("dark", "light")
SUITS = ("two", "four")
KEEP_MS = 400 * 24 * 3600 * 1000  # browsers keep a cookie no longer either


@dataclass(frozen=True)
class Visitor:
    """One device. `language` None: what the browser asks for. `bottom` 0: no seat chosen."""

    key: str
    language: str | None = None
    theme: str = "dark"
    suits: str = "two"
    bottom: int = 0
    welcomed: bool = False


class SeatTaken(Exception):
    """Another device holds this seat."""


def new_token() -> str:
    """A token for a device that has none."""
    return secrets.token_urlsafe(24)


class Visitors:
    """The visitors of one table. Safe to call from any thread. StoreError: as the store has it."""

    def __init__(self, store: Store, table_id: int) -> None:
        self._store = store
        self._table_id = table_id
        self._seats: dict[int, str] | None = None
        with store.transaction() as connection:
            old = sa.select(schema.visitors.c.key).where(
                schema.visitors.c.seen < now_ms() - KEEP_MS
            )
            held = schema.visitor_seats
            connection.execute(sa.delete(held).where(held.c.key.in_(old)))
            connection.execute(
                sa.delete(schema.visitors).where(schema.visitors.c.seen < now_ms() - KEEP_MS)
            )

    def find(self, token: str) -> Visitor:
        """The device with this token; a new one has the defaults and is not kept yet."""
        key = key_of(token)
        table = schema.visitors
        columns = (table.c[name] for name in Visitor.__dataclass_fields__)
        with self._store.transaction() as connection:
            row = connection.execute(sa.select(*columns).where(table.c.key == key)).first()
        return Visitor(key) if row is None else Visitor(*row)

    def change(self, token: str, **chosen: Any) -> Visitor:
        """Keep what a device has chosen. ValueError: no such language, theme or suits."""
        allowed = {"language": (None, *LANGUAGES), "theme": THEMES, "suits": SUITS}
        for name, value in chosen.items():
            if value not in allowed.get(name, (value,)):
                raise ValueError(f"{name} cannot be {value!r}")
        with self._store.transaction() as connection:
            self._keep(connection, token, chosen)
        return self.find(token)

    def seats(self) -> dict[int, str]:
        """The key of the device that holds a seat, by seat."""
        if self._seats is None:
            held = schema.visitor_seats
            query = sa.select(held.c.seat, held.c.key).where(held.c.table_id == self._table_id)
            with self._store.transaction() as connection:
                self._seats = {row.seat: row.key for row in connection.execute(query)}
        return dict(self._seats)

    def held_by(self, token: str) -> tuple[int, ...]:
        """The seats that a device holds, in order."""
        key = key_of(token)
        return tuple(sorted(seat for seat, holder in self.seats().items() if holder == key))

    def claim(self, token: str, seat: int, *, take_over: bool = False) -> None:
        """Let a device hold a seat. SeatTaken: another one does, and is not to be put off it."""
        held, key = schema.visitor_seats, key_of(token)
        here = (held.c.table_id == self._table_id) & (held.c.seat == seat)
        with self._store.transaction() as connection:
            self._keep(connection, token, {"bottom": seat})
            holder = connection.scalar(sa.select(held.c.key).where(here))
            if holder is not None and holder != key and not take_over:
                raise SeatTaken
            connection.execute(sa.delete(held).where(here))
            connection.execute(sa.insert(held).values(table_id=self._table_id, seat=seat, key=key))
            self._seats = None

    def release(self, token: str, seat: int) -> None:
        """Let go of a seat, if this device holds it."""
        held = schema.visitor_seats
        with self._store.transaction() as connection:
            connection.execute(
                sa.delete(held).where(
                    held.c.table_id == self._table_id,
                    held.c.seat == seat,
                    held.c.key == key_of(token),
                )
            )
            self._seats = None

    def _keep(self, connection: sa.Connection, token: str, chosen: dict[str, Any]) -> None:
        table, key = schema.visitors, key_of(token)
        chosen = {**chosen, "seen": now_ms()}
        changed = connection.execute(sa.update(table).where(table.c.key == key).values(chosen))
        if changed.rowcount == 0:
            values = vars(Visitor(key)) | chosen
            connection.execute(sa.insert(table).values(values))
