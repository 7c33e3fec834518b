"""Who asks: the actor behind a request or a WebSocket.

On this machine a browser and a script are the host's without being asked. From elsewhere a device
is a guest until it has joined or its owner has entered the PIN; a script says a bearer token.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tapdeck.access import Access
from tapdeck.actors import DEVICE, HOST, STRANGER, THIS_MACHINE, Actor, key_of
from tapdeck.errors import TableError
from tapdeck.origin import is_local

COOKIE = "tapdeck"
BEARER = "bearer "


class UnknownToken(TableError):
    """A bearer token that nobody made here, or that was withdrawn."""


def token_of(connection: HTTPConnection) -> str:
    """The token in the cookie of a browser; empty: it has none."""
    return connection.cookies.get(COOKIE, "")


def actor_of(connection: HTTPConnection, access: Access | None = None) -> Actor:
    """Who asks, without the seats that it holds: those the table knows.

    access  the grants of the record; None: those of the application that was asked
    UnknownToken: a token that was never made here.
    """
    access = access or connection.app.state.parts.access
    said = connection.headers.get("authorization", "")
    if said.lower().startswith(BEARER):
        grant = access.grant_of(key_of(said[len(BEARER) :].strip()))
        if grant is None:
            raise UnknownToken("forbidden.token")
        return Actor(grant.kind, grant.key, grant.role)
    local = is_local(connection.scope)
    token = token_of(connection)
    if not token:
        return THIS_MACHINE if local else STRANGER
    key = key_of(token)
    return Actor(DEVICE, key, HOST if local else access.role_of(key))
