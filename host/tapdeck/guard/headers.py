"""The headers that tell a browser what a page of this service may do, on every answer.

Scripts and styles come from this service only, no other page may frame it, nothing is guessed from
content, and no address of a page is told to others. A page that has inline scripts of its own asks
for a nonce (`nonce_of`).
"""

from __future__ import annotations

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapdeck.origin import split_host

_NONCE = "tapdeck.nonce"
# NiceGUI's page has a style element with nothing in it.
_EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class _Nonce:
    """The nonce of one answer. It counts only if a page has asked for it."""

    def __init__(self) -> None:
        self.value = ""

    def get(self) -> str:
        if not self.value:
            self.value = secrets.token_urlsafe(16)
        return self.value


def nonce_of(scope: Scope) -> str:
    """The nonce by which the inline scripts of the answer to this request are known.

    KeyError: the request has not come through the guard.
    """
    nonce: _Nonce = scope[_NONCE]
    return nonce.get()


def policy(connect: str = "", nonce: str = "") -> str:
    """A Content-Security-Policy.

    connect  where WebSockets go besides 'self', which older Safaris do not take for them
    nonce    of the page's inline scripts and styles. Such a page is NiceGUI's: its components are
             templates that Vue compiles in the browser, so eval must be allowed there
    """
    own = f" 'nonce-{nonce}'" if nonce else ""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self'{own}" + (" 'unsafe-eval'" if nonce else ""),
            f"style-src 'self'{own}" + (f" {_EMPTY}" if nonce else ""),
            "img-src 'self' data:",
            "font-src 'self'",
            f"connect-src 'self' {connect}".rstrip(),
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


class SafeHeaders:
    """Adds the headers to every answer. What an answer says itself stays."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and see to the answer."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        nonce = scope[_NONCE] = _Nonce()

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(raw=list(message.get("headers", [])))
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", policy(_sockets(scope), nonce.value))
                # What one device may see is for that device: nothing on the way keeps it.
                headers.setdefault("cache-control", "no-store")
                message["headers"] = headers.raw
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _sockets(scope: Scope) -> str:
    """The address of this service's WebSockets; empty: the request says none."""
    host = Headers(scope=scope).get("host", "")
    if split_host(host) is None:
        return ""
    return f"{'wss' if scope.get('scheme') in ('https', 'wss') else 'ws'}://{host}"
