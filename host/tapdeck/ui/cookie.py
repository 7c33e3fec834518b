"""The cookie by which a device is known.

It is `SameSite=Strict`: what another site's page asks comes without it, also where that only leads
here by a link. So that such a device does not get a new token and lose its seats, a second cookie,
which comes along with links, says that there is one; the page then asks once more by itself, as its
own.
"""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapdeck.access import new_token
from tapdeck.asking import COOKIE

JOIN = "/join/"
HAS_ONE = "tapdeck_has_one"
SECONDS = 400 * 24 * 3600  # browsers keep a cookie no longer
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,100}")
# A page that leads to where it is: the browser takes that for a wish of this site.
_ONCE_MORE = '<!doctype html><meta http-equiv="refresh" content="0"><title>Tapdeck</title>'


class CookieMiddleware:
    """Gives a device that asks for the page, or comes by a join link, a token if it has none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with the cookie."""
        if scope["type"] != "http" or not (scope["path"] == "/" or scope["path"].startswith(JOIN)):
            await self.app(scope, receive, send)
            return
        cookies = HTTPConnection(scope).cookies
        token = cookies.get(COOKIE, "")
        secure = scope.get("scheme") == "https"
        if not token and HAS_ONE in cookies:
            again: Response = HTMLResponse(_ONCE_MORE)
            # Should the cookie be gone all the same, the next time it is given anew.
            again.headers.append("set-cookie", _cookie(HAS_ONE, "", 0, "Lax", secure))
            await again(scope, receive, send)
            return
        if not _TOKEN.fullmatch(token):
            token = new_token()
            others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
            scope["headers"] = [*others, (b"cookie", f"{COOKIE}={token}".encode())]

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=list(message.get("headers", [])))
                headers.append("set-cookie", _cookie(COOKIE, token, SECONDS, "Strict", secure))
                headers.append("set-cookie", _cookie(HAS_ONE, "1", SECONDS, "Lax", secure))
                message["headers"] = headers.raw
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _cookie(name: str, value: str, seconds: int, site: str, secure: bool) -> str:
    end = "; Secure" if secure else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite={site}{end}"
