"""Who watches: one view for each kind of viewer, made once however many devices look at it."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from tapdeck.actors import HOST, Actor
from tapdeck.classify import GAMES, cards_of, classify
from tapdeck.rules import LineError
from tapdeck.table import PUBLIC, Table

BREATH = 5.0  # seconds; the page takes longer silence for a service that has gone
# What the picture does not show; the drawers ask for it when they are opened.
_LEFT_OUT = ("options", "health", "conflicts")


@dataclass(frozen=True)
class _Viewer:
    """Devices that see the same: their role, the seats they hold, those whose secrets they see."""

    role: str
    held: tuple[int, ...]
    seen: tuple[int, ...]


class Watchers:
    """Sends the view to the devices that look at the page; lives in the loop that serves them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.seating.present = self.present
        self._service = secrets.token_hex(4)
        self._loop = asyncio.get_running_loop()
        self._events: dict[asyncio.Event, str] = {}
        self._listeners: set[asyncio.Event] = set()
        self.changes = 0  # how often something has changed; drawers go by it
        self._made: dict[_Viewer, tuple[int, asyncio.Task[str]]] = {}
        table.subscribe(self.changed)

    def changed(self) -> None:
        """Something is new for somebody; may be called from any thread."""
        self._loop.call_soon_threadsafe(self._wake)

    def present(self) -> set[str]:
        """The keys of the devices that look at the page now; may be called from any thread."""
        return set(self._events.copy().values())

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set at every change, for what is no picture of the table."""
        event = asyncio.Event()
        self._listeners.add(event)
        try:
            yield event
        finally:
            self._listeners.remove(event)

    async def serve(self, websocket: WebSocket, who: Callable[[], Actor]) -> None:
        """Send the view at once and after every change, to a slow device the newest only.

        who  gives the actor that looks, as it is now: it may have joined meanwhile
        """
        await websocket.accept()
        event = asyncio.Event()
        event.set()
        self._events[event] = who().key
        sending = asyncio.create_task(self._send(websocket, event, who))
        try:
            while (await websocket.receive())["type"] != "websocket.disconnect":
                pass
        finally:
            del self._events[event]
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _send(
        self, websocket: WebSocket, event: asyncio.Event, who: Callable[[], Actor]
    ) -> None:
        while True:
            try:
                await asyncio.wait_for(event.wait(), BREATH)
                event.clear()
                text = await self._message(await run_in_threadpool(self._viewer, who))
            except TimeoutError:
                text = ""
            try:
                await websocket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):  # it has gone in the meantime
                return

    def _viewer(self, who: Callable[[], Actor]) -> _Viewer:
        actor = self.table.actor(who())
        return _Viewer(actor.role, tuple(sorted(actor.seats)), self.table.seen_by(actor))

    async def _message(self, viewer: _Viewer) -> str:
        """The view for such viewers; all of them share it."""
        made = self._made.get(viewer)
        if made is None or made[0] != self.changes:
            task = asyncio.create_task(run_in_threadpool(self._render, viewer))
            made = self._made[viewer] = (self.changes, task)
        return await asyncio.shield(made[1])

    def _render(self, viewer: _Viewer) -> str:
        asks = self.table.asks()
        mine = {
            str(seat): who
            for seat, who in asks.items()
            if viewer.role == HOST or seat in viewer.held
        }
        message = {
            "view": for_picture(self.table.view(viewer.seen or PUBLIC)),
            "you": viewer.held,
            "role": viewer.role,
            "claims": {str(seat): True for seat in self.table.holders()},
            "asks": mine,
            "service": self._service,
        }
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    def _wake(self) -> None:
        self.changes += 1
        for event in (*self._events, *self._listeners):
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
