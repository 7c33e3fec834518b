"""How much is read of a request: so little that a big one cannot keep the others waiting.

The bound on WebSocket messages is the server's (`service.py`).
"""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapdeck import limits
from tapdeck.guard.refusals import refuse
from tapdeck.texts import Text

LARGEST = limits.BODY
DROPPED = 10 * limits.MB  # of a larger body so much is let come, unkept
LONGEST = limits.ADDRESS
BODY_SECONDS = 20.0  # in which a body must have come


class Sizes:
    """Lets in what is small enough. A body is taken in before the application sees the request, so
    that one without a length, or with a wrong one, is refused like any other.

    seconds  in which a body must have come
    """

    def __init__(self, app: ASGIApp, language: str, seconds: float = BODY_SECONDS) -> None:
        self.app = app
        self._language = language
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address = len(scope.get("raw_path") or scope["path"].encode()) + len(scope["query_string"])
        if address > LONGEST:
            why = Text("guard.long", {"most": LONGEST})
            await refuse(scope, receive, send, 414, why, self._language)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        said = (
            int(length) if length.isascii() and length.isdecimal() and len(length) < 20 else DROPPED
        )
        body: list[Message] | None = []
        try:
            if said >= DROPPED:
                body = None
            elif said or "transfer-encoding" in headers:
                async with asyncio.timeout(self._seconds):
                    body = await _body(receive)
        except TimeoutError:
            why = Text("guard.slow", {"seconds": int(self._seconds)})
            await refuse(scope, receive, send, 408, why, self._language, _LAST)
            return
        if body is None:
            why = Text("guard.large", {"most": LARGEST // limits.KB})
            await refuse(scope, receive, send, 413, why, self._language, _LAST)
            return
        waiting = iter(body)

        async def receive_again() -> Message:
            return next(waiting, None) or await receive()

        await self.app(scope, receive_again, send)


# The rest of the body is not read, so nothing else can come over this connection.
_LAST = {"connection": "close"}


async def _body(receive: Receive) -> list[Message] | None:
    """What comes of a body; None: it is too large. Of a large one some more is let come and
    dropped, for as long as it sends an asker does not hear that it is too much.
    """
    found: list[Message] = []
    size = 0
    while size < DROPPED:
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST:
            found.clear()
        else:
            found.append(message)
        if not message.get("more_body", False):  # the end, or the asker has gone
            break
    return found or None
