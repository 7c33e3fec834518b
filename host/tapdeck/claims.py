"""Who holds which seat: a device holds the place of a person, wherever that person sits.

So a phone shows the same person's hand in the next game, and nobody else's. A device is known by
the hash of its token; the record has no token, so that a copy of it lets nobody sit on a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from tapdeck import schema
from tapdeck.store import Store, now_ms, person_id


@dataclass(frozen=True)
class _Place:
    """A person at the table; `number` tells namesakes apart, in the order of their seats from 1."""

    name: str
    number: int


def _places(names: Sequence[str]) -> list[_Place]:
    return [_Place(name, names[:seat].count(name)) for seat, name in enumerate(names, 1)]


class Claims:
    """The claims at one table. The table's lock guards it. StoreError: as the store has it."""

    def __init__(self, store: Store, table_id: int) -> None:
        self._store = store
        self._table_id = table_id
        self._held: dict[_Place, str] | None = None

    def holders(self, names: Sequence[str]) -> dict[int, str]:
        """By seat: the key of the device that holds it, where these people sit in this order."""
        held = self._load()
        places = enumerate(_places(names), 1)
        return {seat: held[place] for seat, place in places if place in held}

    def held_by(self, key: str, names: Sequence[str]) -> frozenset[int]:
        """The seats that a device holds; nobody without a key holds any."""
        if not key:
            return frozenset()
        return frozenset(seat for seat, holder in self.holders(names).items() if holder == key)

    def claim(self, key: str, seat: int, names: Sequence[str]) -> None:
        """Let a device hold a seat, whoever held it before."""
        place = _places(names)[seat - 1]
        held = schema.claims
        with self._store.transaction() as connection:
            person = person_id(connection, place.name)
            connection.execute(sa.delete(held).where(self._at(person, place.number)))
            connection.execute(
                sa.insert(held).values(
                    table_id=self._table_id,
                    person_id=person,
                    number=place.number,
                    key=key,
                    since=now_ms(),
                )
            )
            self._held = None

    def release(self, key: str, seat: int, names: Sequence[str]) -> None:
        """Let go of a seat, if this device holds it."""
        place = _places(names)[seat - 1]
        held = schema.claims
        with self._store.transaction() as connection:
            person = person_id(connection, place.name)
            connection.execute(
                sa.delete(held).where(self._at(person, place.number), held.c.key == key)
            )
            self._held = None

    def _at(self, person: int, number: int) -> sa.ColumnElement[bool]:
        held = schema.claims.c
        return sa.and_(
            held.table_id == self._table_id, held.person_id == person, held.number == number
        )

    def _load(self) -> dict[_Place, str]:
        if self._held is None:
            held, people = schema.claims, schema.people
            query = (
                sa.select(people.c.name, held.c.number, held.c.key)
                .join(people, people.c.id == held.c.person_id)
                .where(held.c.table_id == self._table_id)
            )
            with self._store.transaction() as connection:
                self._held = {
                    _Place(row.name, row.number): row.key for row in connection.execute(query)
                }
        return self._held
