"""Who asks: the actor behind a request or a WebSocket."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tapdeck.actors import DEVICE, HOST, THIS_MACHINE, Actor, key_of

COOKIE = "tapdeck"


def token_of(connection: HTTPConnection) -> str:
    """The token in the cookie of a browser; empty: it has none."""
    return connection.cookies.get(COOKIE, "")


def actor_of(connection: HTTPConnection) -> Actor:
    """Who asks."""
    token = token_of(connection)
    return Actor(DEVICE, key_of(token), HOST) if token else THIS_MACHINE
