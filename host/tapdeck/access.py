"""What devices and scripts may do: tokens, the host's PIN, the links by which players join.

The record has hashes of tokens only. Two secrets of its own are kept in it as they are, for they
must be shown again: the PIN, and what the join links are made from.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from tapdeck import schema
from tapdeck.actors import DEVICE, GUEST, HOST, PLAYER, SCRIPT, key_of
from tapdeck.errors import TableError
from tapdeck.settings import PIN_DIGITS
from tapdeck.store import Store, now_ms

PIN_TRIES = 5  # in a minute, by all devices together
PIN_SECONDS = 60.0
CODE_LETTERS = 12  # of a join link
TOKEN_BYTES = 24


class WrongPin(TableError):
    """That is not the PIN, or there were too many tries."""


@dataclass(frozen=True)
class Grant:
    """What a device or a script may do.

    since  ms since 1970
    """

    key: str
    kind: str
    role: str
    name: str
    since: int


def new_token() -> str:
    """A token for a device or a script that has none."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class Access:
    """The grants of one record. Safe to call from any thread. StoreError: as the store has it.

    pin    the host's PIN; empty: one of this record's own, made when it is first asked for
    clock  seconds, for the bound on tries
    """

    def __init__(
        self, store: Store, pin: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._pin = pin
        self._clock = clock
        self._lock = threading.Lock()
        self._grants: dict[str, Grant] | None = None
        self._tries: deque[float] = deque()

    # Grants

    def grant_of(self, key: str) -> Grant | None:
        """What whoever has this key may do; None: nothing was granted."""
        return self._load().get(key)

    def role_of(self, key: str) -> str:
        """A device's role: GUEST where nothing was granted."""
        found = self.grant_of(key)
        return found.role if found else GUEST

    def grants(self) -> list[Grant]:
        """All of them, the newest first."""
        return sorted(self._load().values(), key=lambda each: (-each.since, each.key))

    def allow(self, key: str, role: str, kind: str = DEVICE, name: str = "") -> None:
        """Grant a role, in the place of the one before."""
        grants = schema.grants
        values = {"kind": kind, "role": role, "name": name, "since": now_ms()}
        with self._store.transaction() as connection:
            connection.execute(sa.delete(grants).where(grants.c.key == key))
            connection.execute(sa.insert(grants).values(key=key, **values))
            self._forget()

    def join(self, key: str) -> None:
        """Let a device play; a host stays one."""
        if self.role_of(key) != HOST:
            self.allow(key, PLAYER)

    def make_token(self, role: str, name: str) -> str:
        """A bearer token for a script. It is told once; the record has its hash."""
        token = new_token()
        self.allow(key_of(token), role, SCRIPT, name)
        return token

    def withdraw(self, which: str) -> list[Grant]:
        """Take grants back: the one of this name, or whose key begins so; those that went."""
        gone = [each for each in self.grants() if which and _is(each, which)]
        grants = schema.grants
        with self._store.transaction() as connection:
            for each in gone:
                connection.execute(sa.delete(grants).where(grants.c.key == each.key))
            self._forget()
        return gone

    # The host's PIN

    def pin(self) -> str:
        """The PIN by which a device becomes the host's."""
        return self._pin or self._kept("pin", _new_pin)

    def enter_pin(self, key: str, pin: str) -> None:
        """Let a device be the host's. WrongPin: that is not it, or too many were tried."""
        with self._lock:
            now = self._clock()
            while self._tries and now - self._tries[0] >= PIN_SECONDS:
                self._tries.popleft()
            if len(self._tries) >= PIN_TRIES:
                raise WrongPin("error.pin_wait")
            self._tries.append(now)
        if not hmac.compare_digest(pin.strip().encode(), self.pin().encode()):
            raise WrongPin("error.pin")
        self.allow(key, HOST)

    # The links by which players join

    def join_code(self, place: str = "") -> str:
        """The code of the join link, or of that of one place, such as a seat of a table."""
        secret = self._kept("join", lambda: secrets.token_hex(16))
        digest = hmac.new(secret.encode(), place.encode(), hashlib.sha256).hexdigest()
        return digest[:CODE_LETTERS]

    def is_code(self, code: str, place: str = "") -> bool:
        """Whether a join link's code is the present one."""
        return hmac.compare_digest(code.encode(), self.join_code(place).encode())

    def renew_codes(self) -> None:
        """Make all join links that are about worthless."""
        kept = schema.kept
        with self._store.transaction() as connection:
            connection.execute(sa.delete(kept).where(kept.c.name == "join"))

    # Inside

    def _load(self) -> dict[str, Grant]:
        found = self._grants
        if found is None:
            grants = schema.grants
            columns = (grants.c[name] for name in Grant.__dataclass_fields__)
            with self._store.transaction() as connection:
                rows = connection.execute(sa.select(*columns)).all()
            found = self._grants = {row.key: Grant(*row) for row in rows}
        return found

    def _forget(self) -> None:
        self._grants = None

    def _kept(self, name: str, make: Callable[[], str]) -> str:
        """A secret of the record, made at the first call."""
        kept = schema.kept
        with self._store.transaction() as connection:
            found = connection.scalar(sa.select(kept.c.value).where(kept.c.name == name))
            if found is None:
                found = make()
                connection.execute(sa.insert(kept).values(name=name, value=found))
        return str(found)


def _new_pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))


def _is(grant: Grant, which: str) -> bool:
    return which == grant.name or (len(which) >= 4 and grant.key.startswith(which))
