"""Who watches: one view for each kind of viewer, made once however many devices look at it."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from tapdeck.actors import key_of
from tapdeck.classify import GAMES, cards_of, classify
from tapdeck.rules import LineError
from tapdeck.table import PUBLIC, Table
from tapdeck.ui.visitors import Visitors

BREATH = 5.0  # seconds; the page takes longer silence for a service that has gone
# What the picture does not show; the drawers ask for it when they are opened.
_LEFT_OUT = ("options", "health", "conflicts")


class Watchers:
    """Sends the view to the devices that look at the page; lives in the loop that serves them."""

    def __init__(self, table: Table, visitors: Visitors) -> None:
        self.table = table
        self.visitors = visitors
        self._service = secrets.token_hex(4)
        self._loop = asyncio.get_running_loop()
        self._events: dict[asyncio.Event, str] = {}
        self._version = 0
        self._made: dict[tuple[int, ...], tuple[int, asyncio.Task[str]]] = {}
        self._end: Callable[[], None] | None = None

    def changed(self) -> None:
        """Something is new for somebody; may be called from any thread."""
        self._loop.call_soon_threadsafe(self._wake)

    def present(self) -> set[str]:
        """The keys of the devices that look at the page now."""
        return set(self._events.values())

    async def serve(self, websocket: WebSocket, token: str) -> None:
        """Send the view at once and after every change, to a slow device the newest only."""
        await websocket.accept()
        if self._end is None:
            self._end = self.table.subscribe(self.changed)
        event = asyncio.Event()
        event.set()
        self._events[event] = key_of(token)
        sending = asyncio.create_task(self._send(websocket, event, token))
        try:
            while (await websocket.receive())["type"] != "websocket.disconnect":
                pass
        finally:
            del self._events[event]
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _send(self, websocket: WebSocket, event: asyncio.Event, token: str) -> None:
        while True:
            try:
                await asyncio.wait_for(event.wait(), BREATH)
                event.clear()
                text = await self._message(self.visitors.held_by(token))
            except TimeoutError:
                text = ""
            try:
                await websocket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):  # it has gone in the meantime
                return

    async def _message(self, held: tuple[int, ...]) -> str:
        """The view for those who hold these seats; all of them share it."""
        made = self._made.get(held)
        if made is None or made[0] != self._version:
            task = asyncio.create_task(run_in_threadpool(self._render, held))
            made = self._made[held] = (self._version, task)
        return await asyncio.shield(made[1])

    def _render(self, held: tuple[int, ...]) -> str:
        message = {
            "view": for_picture(self.table.view(held or PUBLIC)),
            "you": held,
            "claims": {str(seat): True for seat in self.visitors.seats()},
            "service": self._service,
        }
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    def _wake(self) -> None:
        self._version += 1
        for event in self._events:
            event.set()


def for_picture(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what the picture does not show, and with how pending cards would be read."""
    shown = {key: value for key, value in view.items() if key not in _LEFT_OUT}
    if "rounds" in shown:
        shown["rounds"] = shown["rounds"][-1:]
    if "deck_cards" in shown:
        shown.pop("cards", None)  # it goes by the list of the whole deck, which is shorter
    if view["game"] in GAMES:
        shown["pending"] = {seat: _read(held) for seat, held in view["pending"].items()}
    return shown


def _read(held: dict[str, Any]) -> dict[str, Any]:
    """Pending cards with their reading. The board names only one that was chosen (F10); unsaid it
    is the highest.
    """
    if held["reading"]:
        return held
    try:
        found = classify(cards_of(held["cards"]))
    except LineError:
        return held
    reading = f"{found['type']} {found['rank']}" if found["type"] else ""
    return held | {"reading": reading}
