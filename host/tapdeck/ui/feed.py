"""The log for the drawers that are open: its newest lines at once, then only what has changed.

A drawer that is open costs each change a row, not the log. What a line tells is public, so a feed
need not know who looks.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from tapdeck.table import Table
from tapdeck.ui.watchers import Watchers

NEWEST = 60  # lines at first
EARLIER = 240  # more of them each time that they are asked for


@dataclass
class _Window:
    """What a drawer has: of which game, how many entries that had then, from behind which one on.

    more  how many earlier ones it wants
    """

    game: int = 0
    count: int = -1
    first: int = 0
    more: int = 0


class Feed:
    """Sends the log to the drawers that show it."""

    def __init__(self, table: Table, watchers: Watchers) -> None:
        self._table = table
        self._watchers = watchers

    async def serve(self, websocket: WebSocket, language: str) -> None:
        """Send the newest lines, then what changes; earlier ones for every message that comes."""
        await websocket.accept()
        window = _Window()
        with self._watchers.listening() as changed:
            changed.set()
            sending = asyncio.create_task(self._send(websocket, language, window, changed))
            try:
                while (await websocket.receive())["type"] != "websocket.disconnect":
                    window.more += EARLIER
                    changed.set()
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _send(
        self, websocket: WebSocket, language: str, window: _Window, changed: asyncio.Event
    ) -> None:
        while True:
            await changed.wait()
            changed.clear()
            text = await run_in_threadpool(self._message, language, window)
            try:
                if text:
                    await websocket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):  # it has gone in the meantime
                return

    def _message(self, language: str, window: _Window) -> str:
        """What is new for a window; empty if nothing is."""
        more, window.more = window.more, 0
        earliest = max(0, window.first - more)
        part = self._table.log(earliest, seen=earliest if more else window.count)
        whole = part.game != window.game or window.count < 0
        if whole:
            part = self._table.log(-NEWEST)
            earliest = max(0, part.count - NEWEST)
        elif part.count == window.count and not more:
            return ""
        window.game, window.count, window.first = part.game, part.count, earliest
        message = {
            "whole": whole,  # whatever the drawer had is over
            "first": earliest,
            "rows": [row.event([language]) for row in part.rows],
            "unfit": [row.event([language]) for row in part.unfit],
            "last": part.last.event([language]) if part.last else None,
        }
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
