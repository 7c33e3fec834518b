"""The control port: several clients at once, one JSON object a line each way."""

from __future__ import annotations

import json
import socket
from collections import deque
from typing import Any

LONGEST_LINE = 65536


class Client:
    """One connection. Its orders are carried out one after the other, also where it has ended its
    side of the connection already, as `echo … | nc` does.
    """

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = connection
        self.lines: deque[bytes] = deque()
        self.busy = False  # an order is under way
        self.ended = False  # it will send no more
        self.gone = False
        self._rest = b""

    def read(self) -> None:
        """Take in what has come."""
        try:
            data = self.connection.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            self.gone = True
            return
        if not data:
            self.ended = True
            data = b"\n"  # its last line may lack one
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.lines.extend(line for line in lines if line.strip())
        if len(self._rest) > LONGEST_LINE:
            self.answer({"ok": False, "error": f"a line has at most {LONGEST_LINE} bytes"})
            self.gone = True

    @property
    def done_with(self) -> bool:
        """Whether nothing is left to be done for it."""
        return self.gone or (self.ended and not self.busy and not self.lines)

    def answer(self, reply: dict[str, Any]) -> None:
        """Answer the order under way."""
        self.busy = False
        try:
            self.connection.sendall(json.dumps(reply).encode() + b"\n")
        except OSError:
            self.gone = True  # a client that does not read its answers is let go


class ControlPort:
    """The listener and its clients."""

    def __init__(self, host: str, port: int) -> None:
        self._listener = socket.create_server((host, port), backlog=16)
        self._listener.setblocking(False)
        self.address = "{}:{}".format(*self._listener.getsockname()[:2])
        self.clients: list[Client] = []

    def files(self) -> list[int]:
        """The file numbers to watch."""
        return [
            self._listener.fileno(),
            *(client.connection.fileno() for client in self.clients if not client.ended),
        ]

    def look(self, ready: set[int]) -> None:
        """Take in what is ready."""
        if self._listener.fileno() in ready:
            try:
                self.clients.append(Client(self._listener.accept()[0]))
            except OSError:
                pass
        for client in self.clients[:]:
            if client.connection.fileno() in ready:
                client.read()
            if client.done_with:
                client.connection.close()
                self.clients.remove(client)

    def close(self) -> None:
        """Hang up on everybody."""
        self._listener.close()
        for client in self.clients:
            client.connection.close()
