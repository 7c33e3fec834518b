"""Byte streams for the link, none of which ever waits.

A stream has ``readinto(buffer) -> bytes read, 0 when there is nothing``, ``write(data) -> bytes
taken, 0 when there is no room`` and ``raw(on)``, called when a host comes and goes. Bytes, never
text: a text stream waits for the rest of a UTF-8 letter.
"""

import select
import sys

CHUNK = 64  # bytes in one call; the rest can wait for the next step


class UsbStream:
    """The board's own port: USB on a Pico, the UART of the boot messages on many ESP32.

    It says whether a byte can pass, not how many: asking for more than is there would wait, and so
    would writing more than there is room for, half a second for each time that the host does not
    read. So bytes pass one by one, each asked for.
    """

    def __init__(self, incoming=None, outgoing=None) -> None:
        self._in = incoming or sys.stdin.buffer
        self._out = outgoing or sys.stdout.buffer
        self._reading = _Asker(self._in, select.POLLIN)
        self._writing = _Asker(self._out, select.POLLOUT)
        self._flush = getattr(self._out, "flush", None)
        self._one = bytearray(1)

    def readinto(self, buffer) -> int:
        """Fill ``buffer`` with what is there; the number of bytes."""
        count = 0
        one = self._one
        while count < len(buffer) and self._reading.ready():
            if not self._in.readinto(one):
                break
            buffer[count] = one[0]
            count += 1
        return count

    def write(self, data) -> int:
        """Send as much of ``data`` as there is room for, at most CHUNK; the number of bytes."""
        count = 0
        one = self._one
        end = min(len(data), CHUNK)
        while count < end and self._writing.ready():
            one[0] = data[count]
            self._out.write(one)
            count += 1
        if count and self._flush:
            self._flush()
        return count

    def raw(self, on: bool) -> None:
        """While a host is linked, byte 3 (Ctrl-C) is a byte like any other."""
        if sys.implementation.name == "micropython":
            from micropython import kbd_intr

            kbd_intr(-1 if on else 3)


class UartStream:
    """A machine.UART, made with ``timeout=0`` and an ``rxbuf`` and ``txbuf`` of 512 bytes or more:
    flash writes keep interrupts off for long, and no more than that is ever under way."""

    def __init__(self, uart) -> None:
        self._uart = uart

    def readinto(self, buffer) -> int:
        """Fill ``buffer`` with what is there; the number of bytes."""
        count = min(self._uart.any(), len(buffer))
        return (self._uart.readinto(buffer, count) or 0) if count else 0

    def write(self, data) -> int:
        """Send as much of ``data`` as there is room for; the number of bytes."""
        return self._uart.write(data) or 0

    def raw(self, on: bool) -> None:
        """Nothing to do: no byte of a UART interrupts the program."""


class _Asker:
    """Asks whether one stream is ready for one event, now."""

    def __init__(self, stream, event) -> None:
        poller = select.poll()
        poller.register(stream, event)
        # MicroPython's ipoll takes no memory; CPython has only poll.
        self._poll = getattr(poller, "ipoll", poller.poll)

    def ready(self) -> bool:
        """Can a byte pass?"""
        for _ in self._poll(0):  # any() would take memory
            return True
        return False
