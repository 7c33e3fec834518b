"""Those who look at the page, in the record: language, theme, which way the table is turned.

A device is known by a random token in its cookie; the record has only the token's hash. What it may
do and which seats it holds stands elsewhere (`access.py`, `claims.py`).
"""

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


class Visitors:
    """The visitors of a record. Safe to call from any thread. StoreError: as the store has it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        with store.transaction() as connection:
            old = sa.select(schema.visitors.c.key).where(
                schema.visitors.c.seen < now_ms() - KEEP_MS
            )
            held = schema.claims
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

    def _keep(self, connection: sa.Connection, token: str, chosen: dict[str, Any]) -> None:
        table, key = schema.visitors, key_of(token)
        chosen = {**chosen, "seen": now_ms()}
        changed = connection.execute(sa.update(table).where(table.c.key == key).values(chosen))
        if changed.rowcount == 0:
            values = vars(Visitor(key)) | chosen
            connection.execute(sa.insert(table).values(values))
