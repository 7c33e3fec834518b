"""Is a request meant for this machine, and does a page of this machine make it?

A page of another site can have its own name lead to this machine's address (DNS rebinding); the
browser then takes this service for that site. It names that site in `Host`, so only names that are
this machine's are answered. And a browser sends a request of another site's page with that site's
`Origin`; what changes something, and every WebSocket, is for pages of this service and for
programs, which send none.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tapdeck.guard.refusals import refuse
from tapdeck.origin import BEHIND_PROXY, address_of, is_loopback, is_own_origin, split_host
from tapdeck.texts import Text

SAFE = ("GET", "HEAD", "OPTIONS")  # RFC 9110, 9.2.1
LONGEST_ORIGIN = 100  # characters of it that are shown


class KnownHosts:
    """Answers requests to this machine's names and addresses, by its own pages or by programs.

    more          further names and addresses that are this machine's
    behind_proxy  whether a proxy stands before it; it is then not known who is at this machine
    """

    def __init__(
        self, app: ASGIApp, more: Iterable[str], behind_proxy: bool, language: str
    ) -> None:
        self.app = app
        self._names = {*own_names(), *(each.lower().rstrip(".") for each in more)}
        self._behind_proxy = behind_proxy
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may go on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if self._behind_proxy:
            scope[BEHIND_PROXY] = True
        headers = Headers(scope=scope)
        said = headers.getlist("host")
        found = split_host(said[0]) if len(said) == 1 else None
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if found is None:
            await refuse(scope, receive, send, 400, Text("guard.no_host"), self._language)
        elif not self._knows(found[0], scope):
            why = Text("guard.host", {"host": found[0]})
            await refuse(scope, receive, send, 421, why, self._language)
        elif unsafe and not is_own_origin(scope):
            origin = headers["origin"].encode("ascii", "replace").decode()[:LONGEST_ORIGIN]
            why = Text("guard.origin", {"origin": origin})
            await refuse(scope, receive, send, 403, why, self._language)
        else:
            await self.app(scope, receive, send)

    def _knows(self, host: str, scope: Scope) -> bool:
        if is_loopback(host) or host in self._names:
            return True
        # The address at which the connection arrived is one of this machine's, whatever addresses
        # it has got since it was started.
        arrived = address_of((scope.get("server") or ("",))[0])
        return arrived is not None and arrived == address_of(host)


def own_names() -> set[str]:
    """What this machine is called: its name, alone and with its domain, and that of its own in the
    local network (mDNS, RFC 6762).
    """
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} - {"", ".local"}
