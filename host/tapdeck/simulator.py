"""The simulated table from the host's side: start it as a process of its own, and be its hands.

``start_simulator`` runs ``hardware/simulated/supervisor.py``; ``SimControl`` lays tags, presses
buttons and breaks readers over the control port. One connection carries one order at a time, so a
thread that presses while another runs the clock takes a connection of its own.
"""

from __future__ import annotations

import json
import queue
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from tapdeck.device_files import device_files

Pace = Literal["1", "max"]
Interpreter = Literal["micropython", "cpython"]

START_S = 20.0


class SimError(Exception):
    """The simulated table refuses or has gone; the text is a sentence for people."""


def choose_interpreter() -> tuple[Interpreter, str]:
    """What runs the firmware here, and why: MicroPython where there is one, else CPython."""
    beside = Path(sys.executable).parent / "micropython"
    if beside.exists() or shutil.which("micropython"):
        return "micropython", "the real interpreter is installed here"
    return "cpython", "there is no micropython here, so the firmware runs on CPython"


class SimProcess:
    """A running simulated table.

    ``port`` is its serial port (a path, or ``socket://HOST:PORT``), ``control`` the address of its
    control port (``HOST:PORT``), ``interpreter`` what runs the firmware, with version.
    """

    def __init__(self, process: subprocess.Popen[bytes], announced: dict[str, str]) -> None:
        self._process = process
        self.port = announced["port"]
        self.control = announced["control"]
        self.interpreter = announced["interpreter"]

    @property
    def running(self) -> bool:
        """Is the table still there?"""
        return self._process.poll() is None

    def hands(self) -> SimControl:
        """A new connection to the control port."""
        return SimControl(self.control)

    def close(self) -> None:
        """End the table and its firmware; at most 5 s. May be called again."""
        _end(self._process)

    def __enter__(self) -> SimProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def start_simulator(
    *,
    state_dir: str | Path | None,
    pace: Pace = "1",
    interpreter: Interpreter | None = None,
    listen: str | None = None,
    control: str | None = None,
    board: str | None = None,
    stock: Mapping[str, Any] | None = None,
    quiet: bool = False,
) -> SimProcess:
    """Start a simulated table and wait until it is up (some 0.2 s).

    ``state_dir``: the folder that is the board's flash, kept from one start to the next; None: a
    temporary one. ``pace``: "1" for wall time, "max" for full speed. ``interpreter``: None chooses
    (see ``choose_interpreter``). ``listen``: "HOST:PORT" for a TCP port instead of a pty.
    ``control``: "HOST:PORT" of the control port; None: any free one on 127.0.0.1. ``board``: the
    name of its board and wiring; None: a Pico with four readers. ``stock``: a board that was given
    nothing but MicroPython, whose program is what its flash holds; says what it pretends to be
    (``hardware/simulated/prompt.py``). ``quiet`` drops what the table says on stderr (tracebacks of
    the firmware, restarts).
    Raises SimError with the table's own words when it does not start.
    """
    if interpreter is None:
        interpreter, _ = choose_interpreter()
    root = device_files()
    command = [sys.executable, str(root / "hardware" / "simulated" / "supervisor.py"), "--child"]
    command += ["--device", str(root), "--interpreter", interpreter, "--pace", pace]
    if state_dir is not None:
        command += ["--state", str(state_dir)]
    if listen is not None:
        command += ["--listen", listen]
    if control is not None:
        command += ["--control", control]
    if board is not None:
        command += ["--board", board]
    if stock is not None:
        command += ["--stock", json.dumps(dict(stock))]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if quiet else None,
    )
    line = _first_line(process)
    try:
        announced = json.loads(line)
    except ValueError:
        status = _end(process)
        raise SimError(
            f"the simulated table does not start (status {status}); what it said is on stderr"
        ) from None
    return SimProcess(process, announced)


def _first_line(process: subprocess.Popen[bytes]) -> bytes:
    """The line that announces the table; empty if it ends or stays silent."""
    assert process.stdout is not None
    stdout = process.stdout
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
    try:
        return lines.get(timeout=START_S)
    except queue.Empty:
        return b""


def _end(process: subprocess.Popen[bytes]) -> int:
    """End the process by closing its stdin, then less politely; its status."""
    if process.stdin is not None and not process.stdin.closed:
        process.stdin.close()
    try:
        status = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.terminate()
        try:
            status = process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
    if process.stdout is not None and not process.stdout.closed:
        process.stdout.close()
    return status


class SimControl:
    """A connection to the control port of a simulated table at ``address`` ("HOST:PORT").

    Every method returns the table's answer, ``ms`` (table time) among it, once the order has taken
    effect, and raises SimError with the table's sentence when it refuses. Readers and seats count
    from 1. ``timeout`` is in seconds of the wall, for one answer.
    """

    def __init__(self, address: str, timeout: float | None = 120.0) -> None:
        host, _, port = address.rpartition(":")
        try:
            self._socket = socket.create_connection((host, int(port)), timeout=10.0)
        except (OSError, ValueError) as error:
            raise SimError(f"no simulated table answers at {address}: {error}") from None
        self._socket.settimeout(timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answers = self._socket.makefile("rb")
        self._lock = threading.Lock()

    def place(self, reader: int, uid: str) -> dict[str, Any]:
        """Lay the tag ``uid`` (hex) on a reader."""
        return self.order({"op": "place", "reader": reader, "uid": uid})

    def lift(self, reader: int, uid: str | None = None) -> dict[str, Any]:
        """Take everything off a reader, or the one tag."""
        only = {} if uid is None else {"uid": uid}
        return self.order({"op": "lift", "reader": reader, **only})

    def press(self, seat: int, kind: str = "short") -> dict[str, Any]:
        """Press a seat's button, "short" or "long"; answered after the release."""
        return self.order({"op": "press", "seat": seat, "kind": kind})

    def fault(self, reader: int, kind: str) -> dict[str, Any]:
        """Break a reader: none, dead, noisy, stuck_crypto, collision or deaf."""
        return self.order({"op": "fault", "reader": reader, "kind": kind})

    def usb(self, *, read: bool | None = None, plug: bool | None = None) -> dict[str, Any]:
        """Stop or go on taking the board's bytes; pull or plug the cable."""
        asked = {"read": read, "plug": plug}
        return self.order({"op": "usb", **{k: v for k, v in asked.items() if v is not None}})

    def reset(self) -> dict[str, Any]:
        """Restart the board; its flash stays."""
        return self.order({"op": "reset"})

    def run(self, ms: int) -> dict[str, Any]:
        """Let ``ms`` of table time pass."""
        return self.order({"op": "run", "ms": ms})

    def display(self) -> dict[str, Any]:
        """``pixels`` ([r, g, b] each, as sent) and ``digits`` (text)."""
        return self.order({"op": "display"})

    def order(self, order: dict[str, Any]) -> dict[str, Any]:
        """Send any order; its answer."""
        with self._lock:
            try:
                self._socket.sendall(json.dumps(order).encode() + b"\n")
                line = self._answers.readline()
            except OSError as error:
                raise SimError(f"the simulated table does not answer: {error}") from None
        if not line:
            raise SimError("the simulated table has gone")
        answer: dict[str, Any] = json.loads(line)
        if not answer.get("ok"):
            raise SimError(str(answer.get("error", "the simulated table refuses")))
        return answer

    def close(self) -> None:
        """Hang up."""
        self._answers.close()
        self._socket.close()

    def __enter__(self) -> SimControl:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
