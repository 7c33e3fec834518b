"""The firmware's process and the channel to its stand-ins, as the supervisor holds them.

The channel carries records of 32 bytes (see ``start.py``). The firmware's stdin and stdout are the
board's side of the serial port; its stderr is ours.
"""

from __future__ import annotations

import fcntl
import os
import select
import shutil
import struct
import subprocess
import sys
from pathlib import Path

UP = struct.Struct("<BBHiqqq")
DOWN = struct.Struct("<BBBBiq16s")

HERE = Path(__file__).resolve().parent

# The models and stand-ins need room beside the firmware; see the measurement in the tests.
HEAP = "1M"


INTERRUPTIBLE = 8  # among what a waiting firmware wants: byte 3 interrupts it


class BoardGone(Exception):
    """The firmware's process has ended."""


def micropython() -> str | None:
    """The path of ``micropython``: beside this Python first, then on PATH; None without one."""
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


class Board:
    """One life of the firmware, from power-up to the end of its process."""

    def __init__(
        self,
        interpreter: str,
        name: str,
        device: Path,
        state: Path,
        heap: str,
        cause: str,
        stock: str | None = None,
    ) -> None:
        down_read, down_write = os.pipe()
        up_read, up_write = os.pipe()
        environment = {**os.environ, "TAPDECK_RESET_CAUSE": cause}
        start = [str(HERE / "start.py"), "--board", name, "--link", str(down_read), str(up_write)]
        if stock is not None:
            start += ["--stock", stock]
        if interpreter == "micropython":
            executable = micropython()
            assert executable is not None
            command = [executable, "-X", f"heapsize={heap}", *start]
            environment["MICROPYPATH"] = f"{HERE / 'standins'}:{device}:.frozen"
        else:
            command = [sys.executable, "-u", *start]
            environment["PYTHONPATH"] = str(device)
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=state,
            env=environment,
            pass_fds=(down_read, up_write),
            start_new_session=True,  # Ctrl-C at the terminal is for the supervisor
        )
        os.close(down_read)
        os.close(up_write)
        self._down = down_write
        self.channel = up_read
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin = self.process.stdin.fileno()
        self.stdout = self.process.stdout.fileno()
        os.set_blocking(self.stdin, False)
        os.set_blocking(self.stdout, False)
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            fcntl.fcntl(self.stdin, fcntl.F_SETPIPE_SZ, 4096)
        self.waiting = False  # it has handed over the clock
        self.started = False  # it has had the clock back: the firmware itself runs
        self.wake = 0
        self.dog = 0
        self.wants = 0
        self.now = 0
        self.ended = ""  # how the firmware ended, once it has

    def hear(self) -> tuple[str, bytes]:
        """The next record: its kind and its payload. Raises BoardGone at the end."""
        kind, wants, size, _, now, wake, dog = UP.unpack(self._exactly(UP.size))
        letter = chr(kind)
        if letter in "IX":
            self.wants, self.now, self.wake, self.dog = wants, now, wake, dog
            self.waiting = letter == "I"
        return letter, self._exactly(size) if size else b""

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = os.read(self.channel, size - len(data))
            if not part:
                raise BoardGone
            data += part
        return data

    def tell(self, kind: str, a: int = 0, b: int = 0, payload: bytes = b"") -> None:
        """A record to the firmware, which must be waiting. Raises BoardGone."""
        record = DOWN.pack(ord(kind), a, b, len(payload), 0, self.now, payload)
        try:
            os.write(self._down, record)
        except BrokenPipeError:
            raise BoardGone from None

    def go(self, now: int, room: bool) -> None:
        """Give the clock back at table time ``now`` (µs)."""
        self.now = now
        self.waiting = False
        self.started = True
        self.tell("G", int(room))

    def interrupt(self) -> None:
        """Ctrl-C: the firmware's wait ends in a KeyboardInterrupt."""
        self.waiting = False
        self.tell("K")

    def display(self) -> tuple[str, bytes]:
        """Ask for the display while the firmware waits."""
        self.tell("D")
        return self.hear()

    def take_output(self) -> bytes:
        """What the firmware has written to its port since."""
        try:
            return os.read(self.stdout, 65536)
        except BlockingIOError:
            return b""

    def give_input(self, data: bytes) -> int:
        """Bytes for its port; how many fit."""
        try:
            return os.write(self.stdin, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            return len(data)

    def spoke(self, timeout: float) -> bool:
        """Is a record there, or the end, within ``timeout`` seconds?"""
        poller = select.poll()
        poller.register(self.channel, select.POLLIN)
        return bool(poller.poll(timeout * 1000))

    def close(self) -> None:
        """End the process and the pipes; also after it has ended by itself."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for file in (self._down, self.channel):
            os.close(file)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
