"""The board's serial port as the host sees it: a pseudo terminal or a TCP server.

Both have the same face: ``name`` is what the host opens, ``open_`` says whether somebody has it
open (DTR, on a board), ``read`` and ``write`` never block, ``unplug`` and ``plug`` take the port
away and bring it back under the same name. The supervisor registers ``files()`` with its selector.
"""

from __future__ import annotations

import errno
import os
import select
import socket
import tempfile
import time
import tty
from typing import Protocol

# Whether a terminal is open can only be asked, not waited for.
ASK_EVERY_S = 0.02


class Port(Protocol):
    """The board's serial port."""

    name: str
    plugged: bool

    @property
    def open_(self) -> bool:
        """Has a host opened it?"""

    def files(self) -> list[int]:
        """The file numbers to watch for input."""

    def look(self) -> None:
        """Notice that a host has come or gone."""

    def read(self, size: int) -> bytes:
        """What the host has sent, at most ``size`` bytes."""

    def write(self, data: bytes) -> int:
        """Give the host bytes; how many it took."""

    def unplug(self) -> None:
        """Pull the cable."""

    def plug(self) -> None:
        """Put the cable back."""

    def close(self) -> None:
        """Away with it."""


class TerminalPort:
    """A pty. Its printed name is a link, so that it stays the same when replugged."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="tapdeck-port-")
        self.name = os.path.join(self._folder, "tty")
        self._master = -1
        self.open_ = False
        self.plugged = False
        self._asked = 0.0
        self.plug()

    def plug(self) -> None:
        if self.plugged:
            return
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        os.symlink(os.ttyname(slave), self.name)
        # Closing the last slave makes the master report a hang-up until a host opens it.
        os.close(slave)
        self.plugged = True

    def unplug(self) -> None:
        if not self.plugged:
            return
        os.unlink(self.name)
        os.close(self._master)
        self._master = -1
        self.plugged = self.open_ = False

    def files(self) -> list[int]:
        return [self._master] if self.open_ else []

    def look(self) -> None:
        now = time.monotonic()
        if not self.plugged or now - self._asked < ASK_EVERY_S:
            return
        self._asked = now
        poller = select.poll()
        poller.register(self._master, 0)
        hung_up = any(event & select.POLLHUP for _, event in poller.poll(0))
        self.open_ = not hung_up

    def read(self, size: int) -> bytes:
        if not self.open_:
            return b""
        try:
            return os.read(self._master, size)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            self.open_ = False  # the host has closed it
            return b""

    def write(self, data: bytes) -> int:
        if not self.open_:
            return len(data)
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            self.open_ = False
            return len(data)

    def close(self) -> None:
        self.unplug()
        os.rmdir(self._folder)


class TcpPort:
    """A TCP server for one host at a time; while one is there, others are turned away."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._listener: socket.socket | None = None
        self._client: socket.socket | None = None
        self.plugged = False
        self.plug()
        self.name = "socket://{}:{}".format(*self._address)

    @property
    def open_(self) -> bool:
        return self._client is not None

    def plug(self) -> None:
        if self.plugged:
            return
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(self._address)
        listener.listen(4)
        listener.setblocking(False)
        self._address = listener.getsockname()[:2]  # the port stays the same from now on
        self._listener = listener
        self.plugged = True

    def unplug(self) -> None:
        self._drop()
        if self._listener is not None:
            self._listener.close()
        self._listener = None
        self.plugged = False

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None

    def files(self) -> list[int]:
        return [part.fileno() for part in (self._listener, self._client) if part is not None]

    def look(self) -> None:
        if self._listener is None:
            return
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._client is not None and not self._ended():
                client.close()
                continue
            self._drop()
            client.setblocking(False)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._client = client

    def _ended(self) -> bool:
        """Has the present host gone, so that the next may have the port?"""
        assert self._client is not None
        try:
            return self._client.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def read(self, size: int) -> bytes:
        if self._client is None:
            return b""
        try:
            data = self._client.recv(size)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop()
        return data

    def write(self, data: bytes) -> int:
        if self._client is None:
            return len(data)
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._drop()
            return len(data)

    def close(self) -> None:
        self.unplug()
