"""What there is on and under the table: the board with its firmware, its port, what lies there.

The supervisor's copy of the world outlives the firmware's process: a board that restarts finds the
same tags on its readers and the same finger on its buttons.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from board import INTERRUPTIBLE, Board, BoardGone
from orders import FAULTS
from ports import Port
from traffic import Traffic


def _wirings() -> dict[str, Any]:
    """What is soldered where; the file lies among modules that would hide the library's."""
    path = Path(__file__).parent / "standins" / "wiring.py"
    spec = importlib.util.spec_from_file_location("wiring", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.WIRINGS)


WIRINGS = _wirings()
READER_CHIPS = ("mfrc522", "pn532_i2c", "pn532_spi", "pn532")

BOOT_US = 100_000  # from a reset to the first line of the firmware
OVERFLOW = 8192  # beyond it, output is lost, as on a board whose host does not read
INBOX = 4096

# Faults of the hardware; the others are states of the chip, which its next start clears.
LASTING = ("dead", "noisy", "collision")


class Table:
    """A table without hands and clock."""

    def __init__(self, port: Port, options: argparse.Namespace, state: Path) -> None:
        self.port = port
        self.options = options
        self.state = state
        self.traffic = Traffic()
        self.now = 0  # table time in µs, as last known
        wiring = WIRINGS[options.board]
        self.buttons = len(wiring["buttons"])
        self.readers = sum(1 for _, kind, _ in wiring["chips"] if kind in READER_CHIPS)
        self.tags: list[list[bytes]] = [[] for _ in range(self.readers)]
        self.faults = ["none"] * self.readers
        self.held: set[int] = set()
        self.host_reads = True
        self.outbox = bytearray()
        self.room_given = True  # what the firmware was last told of the room in it
        self.inbox = bytearray()
        self.lost = 0
        self.last_display: tuple[bytes, str] = (b"", "")
        self.interpreter = ""
        self.was_open = False
        self.moved = 0  # table time of the last order, answer or byte
        self.anchor: tuple[float, int] | None = None  # wall and table time that belong together
        self.restarted: list[Callable[[], None]] = []  # wait for the first sign of life
        self.board: Board
        self.fresh = False
        self.down = False  # the firmware has ended or hangs, and nothing has restarted it yet
        self.heard_at = time.monotonic()
        self.power_up("power")

    # -- the board's life ---------------------------------------------------------------------

    def power_up(self, cause: str) -> None:
        """Start the firmware anew; its flash (the state folder) stays."""
        options = self.options
        self.board = Board(
            options.interpreter,
            options.board,
            options.device,
            self.state,
            options.heap,
            cause,
            options.stock,
        )
        self.fresh = True
        self.down = False
        self.heard_at = time.monotonic()

    def restart(self, cause: str, more: str = "") -> None:
        """Reset the board for ``cause`` and say so."""
        self.note(f"the board restarts: {cause}{more}")
        self.collect_output()
        self.board.close()
        self.inbox.clear()
        self.now += BOOT_US
        self.power_up(cause)

    def note(self, text: str) -> None:
        """A line for whoever watches."""
        print(f"[{self.now / 1e6:.3f} s] {text}", file=sys.stderr, flush=True)

    def hear(self) -> None:
        """Take the record that is there."""
        self.heard_at = time.monotonic()
        try:
            kind, payload = self.board.hear()
            if kind == "I":
                self.now = max(self.now, self.board.now)
                self.board.now = self.now
                if self.fresh:
                    self.fresh = False
                    self.set_the_scene()
            elif kind == "H":
                self.interpreter = payload.decode()
            elif kind == "D":
                self.keep_display(payload)
            elif kind == "X":
                self.now = max(self.now, self.board.now)
            elif kind == "C":
                self.board.ended = payload.decode()
        except BoardGone:
            self.collect_output()
            ended = self.board.ended
            if ended == "reset":
                self.restart("reset")
                return
            self.down = True
            status = self.board.process.wait()
            self.note(
                f"the firmware has {ended or f'died with status {status}'}"
                + ("" if self.board.dog else "; only a reset brings it back")
            )

    def set_the_scene(self) -> None:
        """A new process knows an empty table: lay out what lies there."""
        for reader in range(self.readers):
            if self.faults[reader] in LASTING:
                self.board.tell("F", reader + 1, FAULTS.index(self.faults[reader]))
            for uid in self.tags[reader]:
                self.board.tell("P", reader + 1, 0, uid)
        for seat in self.held:
            self.board.tell("B", seat, 1)
        for call in self.restarted:
            call()
        self.restarted.clear()

    def keep_display(self, payload: bytes) -> None:
        """What the display showed last; it outlives the firmware too."""
        end = 1 + 3 * payload[0]
        self.last_display = (payload[1:end], payload[end:].decode())

    # -- bytes --------------------------------------------------------------------------------

    def collect_output(self) -> None:
        """What the firmware has written, into the port's buffer and on to the host."""
        data = self.board.take_output()
        if data:
            if self.host_gone():
                return  # no DTR: a board's output is lost
            kept = data[: max(0, OVERFLOW - len(self.outbox))]
            self.outbox += kept
            self.lost += len(data) - len(kept)
        if self.outbox and self.host_reads:
            taken = self.port.write(bytes(self.outbox))
            if taken:
                self.moved = self.now
                self.traffic.board_sent(bytes(self.outbox[:taken]))
                del self.outbox[:taken]

    def host_gone(self) -> bool:
        """Forget what was under way to a host that has closed the port."""
        if self.port.open_:
            self.was_open = True
            return False
        if self.was_open:
            self.was_open = False
            self.traffic.forget()
            self.outbox.clear()
            self.inbox.clear()
        return True

    def feed(self) -> bool:
        """Give the firmware what the host has sent; True if there was something."""
        if not self.board.started:
            return False  # byte 3 would end the process before there is a program to interrupt
        if len(self.inbox) < INBOX:
            self.inbox += self.port.read(INBOX)
        if not self.inbox:
            return False
        if self.board.wants & INTERRUPTIBLE and 3 in self.inbox:
            # Ctrl-C, as long as the firmware has not switched that off.
            del self.inbox[: self.inbox.index(3) + 1]
            self.board.interrupt()
            return False
        given = self.board.give_input(bytes(self.inbox))
        self.moved = self.now
        self.traffic.host_sent(bytes(self.inbox[:given]))
        del self.inbox[:given]
        return True
