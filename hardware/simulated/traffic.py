"""What the supervisor knows of the frames that pass: their numbers and receipts, nothing else.

A frame is a line ``~SS AA body*crc``: SS is the sender's number of this frame or ``--``, AA the
number of the last frame the sender has received or ``--``.
"""

from __future__ import annotations

import re

_HEAD = re.compile(rb"~([0-9A-Fa-f]{2}|--) ([0-9A-Fa-f]{2}|--)(?: |\*)")


class _Lines:
    """Whole lines out of pieces."""

    def __init__(self) -> None:
        self._rest = b""

    def heads(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """(SS, AA) of every frame that ends in ``data``."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-512:]
        found = []
        for line in lines:
            start = line.rfind(b"~")
            match = _HEAD.match(line, start) if start >= 0 else None
            if match:
                found.append((match[1].upper(), match[2].upper()))
        return found


class Traffic:
    """Whether a frame of the board waits for the host's receipt."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The host has gone; what was under way is lost."""
        self._from_board = _Lines()
        self._from_host = _Lines()
        self._sent = b""
        self._receipted = b""

    def board_sent(self, data: bytes) -> None:
        """Bytes the host has taken."""
        for number, _ in self._from_board.heads(data):
            if number != b"--":
                self._sent = number

    def host_sent(self, data: bytes) -> None:
        """Bytes the board is given."""
        for _, receipt in self._from_host.heads(data):
            if receipt != b"--":
                self._receipted = receipt

    @property
    def unacknowledged(self) -> bool:
        """Is the last numbered frame of the board not receipted?"""
        return bool(self._sent) and self._sent != self._receipted
