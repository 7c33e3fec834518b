"""A board that runs the firmware, before it is flashed: its plays are taken, then it is stopped."""

import queue
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from tapdeck.device import BoardEvent, BoardInfo, Device
from tapdeck.flash_find import FlashError
from tapdeck.link import NotTaken
from tapdeck.store import Store, StoreError
from tapdeck.table import Table

LINK_S = 8.0  # for the board to answer the link's hello
PROGRESS_S = 10.0  # without a play fewer on the board
STOP_S = 10.0  # for the board to be gone after its stop
SPILL_S = 3.0  # longer than a linked board keeps a play in RAM only

News = tuple[str, Any]


class _Receiver:
    """Hands plays to the table of the record, without a table: they stay with the board. The state
    and the deck that the board has are left alone."""

    def __init__(self, table: Table | None, news: "queue.SimpleQueue[News]") -> None:
        self._table = table
        self._news = news

    def on_hello(self, info: BoardInfo) -> None:
        """The board is there."""
        if self._table is not None:
            self._table.on_hello(info)
        self._news.put(("hello", info))

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        """What was played; committed when this returns."""
        if self._table is None:
            raise NotTaken
        self._table.on_events(events)
        self._news.put(("taken", len(events)))

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        """Of it only how many plays wait."""
        if name == "health":
            self._news.put(("waiting", int(fields["waiting"])))

    def on_link(self, up: bool, reason: str) -> None:
        """The board is there, or gone."""
        if not up:
            self._news.put(("away", reason))


def take_over(port: str, db: str, discard: bool) -> int:
    """Take the plays that wait on the board at ``port`` into the record ``db``, then tell it to
    leave its program. How many there were.

    With ``discard`` it goes on where they cannot be taken: they stay in the board's flash, for
    whichever firmware can read them. FlashError otherwise.
    """
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    with ExitStack() as stack:
        table = None
        try:
            store = Store(db)
            stack.callback(store.close)
            table = Table(store)
        except StoreError as error:
            if not discard:
                raise FlashError("flash.no_record", why=str(error)) from None
        device = Device(port, _Receiver(table, news))
        device.set_mode("enrol")  # so that no play comes meanwhile
        device.start()
        stack.callback(device.close)
        taken = _drain(news, port, discard, table is not None)
        _stop(device, news, port)
        return taken


def _drain(news: "queue.SimpleQueue[News]", port: str, discard: bool, takes: bool) -> int:
    """Until nothing waits on the board: two reports in a row, the first may be older than the
    mode."""
    taken = empty = 0
    least: int | None = None
    linked = False
    until = time.monotonic() + LINK_S
    settled = 0.0 if takes else SPILL_S
    since = time.monotonic()
    while (left := until - time.monotonic()) > 0:
        try:
            kind, what = news.get(timeout=left)
        except queue.Empty:
            break
        if kind == "hello":
            linked, since = True, time.monotonic()
            until = since + PROGRESS_S
        elif kind == "taken":
            taken += what
            until = time.monotonic() + PROGRESS_S
        elif kind == "waiting" and linked:
            empty = empty + 1 if what == 0 else 0
            if empty >= 2 or (not takes and time.monotonic() - since > settled):
                return taken
            if least is None or what < least:
                least = what
                until = time.monotonic() + PROGRESS_S
        elif kind == "away" and linked:
            raise FlashError("flash.port_lost", port=port)
    if not linked:
        raise FlashError("flash.no_link", port=port)
    if not discard:
        raise FlashError("flash.waiting", count=least if least is not None else "?")
    return taken


def _stop(device: Device, news: "queue.SimpleQueue[News]", port: str) -> None:
    end = time.monotonic() + STOP_S
    while time.monotonic() < end:
        device.stop_board()  # again: a single frame may be lost
        again = time.monotonic() + 1.0
        while (left := again - time.monotonic()) > 0:
            try:
                kind, _ = news.get(timeout=left)
            except queue.Empty:
                break
            if kind == "away":
                return
    raise FlashError("flash.no_stop", port=port)
