"""How the guard says no: a sentence, to a request as to a WebSocket."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from tapdeck.texts import Text, in_all
from tapdeck.ui.words import language_of

POLICY_VIOLATION = 1008  # RFC 6455, 7.4.1
_HTTP_ANSWER = "websocket.http.response"


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    why: Text,
    language: str,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer a request, or a WebSocket that is not open yet, with a sentence.

    People at a browser get it bare and in their language, programs as the application says errors.
    """
    answer = _answer(scope, status, why, language, headers)
    if scope["type"] == "websocket":
        await receive()  # websocket.connect
        if _HTTP_ANSWER not in scope.get("extensions", {}):
            text = str(in_all(why)[language])
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": _cut(text)})
            return
    await answer(scope, receive, send)


def _answer(
    scope: Scope, status: int, why: Text, language: str, headers: Mapping[str, str] | None
) -> Response:
    texts = in_all(why)
    asked = Headers(scope=scope)
    if "text/html" in asked.get("accept", ""):
        wanted = language_of(None, asked.get("accept-language", ""), language)
        return PlainTextResponse(texts[wanted], status, headers)
    return JSONResponse({"detail": texts[language], "texts": texts}, status, headers)


def _cut(text: str) -> str:
    """What fits into the reason of a close frame: 123 bytes."""
    return text.encode()[:123].decode("utf-8", "ignore")
