"""Who acts: the board, a device with a cookie or a token, or a script on this machine.

Every entry of the journal knows its actor, and the table asks before anything is read whether that
actor may do it (`access.py`). Pure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

# What an actor is. BOARD: the readers and buttons of a board, for all seats. DEVICE: a browser,
# known by its cookie. SCRIPT: a program, known by its bearer token. LOCAL: whatever on this machine
# says nothing about itself, `curl` for one; all of it is one actor. IMPORT: a file that was read.
# NOBODY: a stranger, who may look on.
BOARD, DEVICE, SCRIPT, LOCAL, IMPORT, NOBODY = (
    "board",
    "device",
    "script",
    "local",
    "import",
    "nobody",
)

# What an actor may do: everything; act for its seats; look on.
HOST, PLAYER, GUEST = "host", "player", "guest"
ROLES = (HOST, PLAYER, GUEST)

SHOWN_KEY = 6  # characters of a key by which people tell devices apart


@dataclass(frozen=True)
class Actor:
    """Somebody who acts.

    kind   one of the constants above
    key    what it is known by: a board's unique id, the hash of a token; never the token itself
    role   HOST, PLAYER or GUEST
    seats  those that it holds at that moment; a board acts for all without holding any
    """

    kind: str
    key: str = ""
    role: str = GUEST
    seats: frozenset[int] = frozenset()

    def holding(self, seats: frozenset[int]) -> Actor:
        """The same actor with these seats."""
        return self if seats == self.seats else replace(self, seats=seats)

    def shown(self) -> dict[str, Any]:
        """What everybody may know of it, as plain data: a key is cut, so that it opens nothing."""
        return {
            "kind": self.kind,
            "id": self.key if self.kind == BOARD else self.key[:SHOWN_KEY],
            "role": self.role,
            "seats": sorted(self.seats),
        }


THIS_MACHINE = Actor(LOCAL, LOCAL, HOST)
STRANGER = Actor(NOBODY)


def key_of(token: str) -> str:
    """What the record knows a token by: whoever reads the record can do nothing with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def board(uid: str) -> Actor:
    """The board with this unique id."""
    return Actor(BOARD, uid, PLAYER)


def stored(row: Mapping[str, Any]) -> Actor | None:
    """The actor of an entry of the record, from its columns; None where an older record does not
    say who it was.
    """
    if row["actor_kind"] is None:
        return board(row["board"]) if row["board"] else None
    seats = frozenset(int(seat) for seat in (row["actor_seats"] or "").split())
    return Actor(row["actor_kind"], row["actor"] or "", row["actor_role"] or GUEST, seats)


def columns(actor: Actor | None) -> dict[str, Any]:
    """An actor as the columns of an entry."""
    if actor is None:
        return {}
    return {
        "actor_kind": actor.kind,
        "actor": actor.key,
        "actor_role": actor.role,
        "actor_seats": " ".join(map(str, sorted(actor.seats))),
    }
