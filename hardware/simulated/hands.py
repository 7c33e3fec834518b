"""The hands at the table: carrying out the orders of the control port."""

from __future__ import annotations

import argparse
import contextlib
import heapq
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from board import BoardGone
from clients import Client, ControlPort
from orders import FAULTS, OrderError, parse
from ports import Port
from table import Table

PRESS_MS = {"short": 80, "long": 800}


class Hands(Table):
    """A table with hands. Every ``op_`` method is an order; it calls ``done`` when it is."""

    def __init__(
        self, port: Port, control: ControlPort, options: argparse.Namespace, state: Path
    ) -> None:
        super().__init__(port, options, state)
        self.control = control
        self.deadlines: list[tuple[int, int, Callable[[], None]]] = []
        self.order_of = itertools.count()

    def take_orders(self) -> None:
        """Begin the next order of every client that has none under way."""
        for client in self.control.clients:
            while client.lines and not client.busy and not client.gone:
                client.busy = True
                self.moved = self.now
                try:
                    self.begin(client, parse(client.lines.popleft(), self.readers, self.buttons))
                except OrderError as error:
                    client.answer({"ok": False, "error": str(error)})

    def begin(self, client: Client, order: dict[str, Any]) -> None:
        """Carry out an order, or set it going."""

        def done(**more: Any) -> None:
            self.moved = self.now
            client.answer({"ok": True, "ms": self.now // 1000, **more})

        getattr(self, "op_" + order["op"])(order, done)

    def tell(self, kind: str, a: int, b: int = 0, payload: bytes = b"") -> None:
        """Change the firmware's surroundings; one that is down learns it when it starts."""
        if not self.down:
            # One that dies just now is noticed at the next turn.
            with contextlib.suppress(BoardGone):
                self.board.tell(kind, a, b, payload)

    def after(self, ms: int, call: Callable[[], None]) -> None:
        """Call when ``ms`` of table time have passed."""
        heapq.heappush(self.deadlines, (self.now + ms * 1000, next(self.order_of), call))

    def op_place(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        reader, uid = order["reader"], order["uid"]
        if uid in self.tags[reader - 1]:
            raise OrderError(f"{uid.hex().upper()} lies on reader {reader} already; lift it first")
        self.tags[reader - 1].append(uid)
        self.tell("P", reader, 0, uid)
        done()

    def op_lift(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        reader, uid = order["reader"], order.get("uid", b"")
        self.tags[reader - 1] = [tag for tag in self.tags[reader - 1] if uid and tag != uid]
        self.tell("L", reader, 0, uid)
        done()

    def op_press(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        seat = order["seat"]
        if seat in self.held:
            raise OrderError(f"the button of seat {seat} is down; wait for its release")

        def release() -> None:
            self.held.discard(seat)
            self.tell("B", seat, 0)
            done()

        self.held.add(seat)
        self.tell("B", seat, 1)
        self.after(PRESS_MS[order["kind"]], release)

    def op_fault(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        self.faults[order["reader"] - 1] = order["kind"]
        self.tell("F", order["reader"], FAULTS.index(order["kind"]))
        done()

    def op_usb(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        self.host_reads = order.get("read", self.host_reads)
        if "plug" in order:
            if order["plug"]:
                self.port.plug()
            else:
                self.port.unplug()
                self.host_gone()
        done()

    def op_reset(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        self.restarted.append(done)
        self.restart("reset")

    def op_run(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        self.after(order["ms"], done)

    def op_display(self, order: dict[str, Any], done: Callable[..., None]) -> None:
        if not self.down:
            with contextlib.suppress(BoardGone):
                self.keep_display(self.board.display()[1])
        pixels, digits = self.last_display
        done(pixels=[list(pixels[i : i + 3]) for i in range(0, len(pixels), 3)], digits=digits)
