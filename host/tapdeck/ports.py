"""Serial ports and sockets as one thing: bytes in, bytes out, never waiting longer than asked."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
import sys
from typing import Any, Protocol

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]

BAUD = 115200  # means nothing on USB; on a UART both ends use it
CONNECT_S = 3.0
_READ = 4096


class DeviceError(Exception):
    """The board cannot be talked to; the text is a sentence that says what to do.

    ``kind``: missing, denied, busy, lost, silent, stranger or version.
    """

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Port(Protocol):
    """An open port. Each call raises DeviceError("lost") where the port has gone."""

    def read(self, seconds: float) -> bytes:
        """What has arrived, waiting for up to ``seconds`` for the first byte; b"": nothing."""

    def write(self, data: bytes) -> int:
        """Hand over what there is room for; the number of bytes."""

    def wake(self) -> None:
        """Let a ``read`` that waits in another thread return at once."""

    def close(self) -> None:
        """Let go of the port."""


def open_port(name: str) -> Port:
    """Open ``/dev/…``, ``COM5`` or ``socket://HOST:PORT``. DeviceError: it cannot be opened."""
    if name.startswith("socket://"):
        return _FilePort(name, _connect(name))
    device = _open_serial(name)
    if sys.platform == "win32":
        return _WindowsPort(name, device)
    return _FilePort(name, device)


def usb_ports() -> list[str]:
    """The names of the USB serial ports there are now, in order."""
    return sorted(str(port.device) for port in list_ports.comports() if port.vid is not None)


def _connect(name: str) -> socket.socket:
    host, _, port = name.removeprefix("socket://").rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise DeviceError(
            "missing", f"{name} is no address: write socket://HOST:PORT, socket://localhost:5000."
        )
    try:
        connection = socket.create_connection((host.strip("[]"), int(port)), CONNECT_S)
    except OSError as error:
        raise DeviceError(
            "missing",
            f"Nothing listens at {name} ({_reason(error)}). Start the simulated table there, "
            "or check the host and the port.",
        ) from error
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setblocking(False)
    return connection


def _open_serial(name: str) -> Any:
    device = serial.Serial(baudrate=BAUD, timeout=0, write_timeout=0, exclusive=True)
    device.port = name
    # A Pico sends nothing unless DTR is set. On an ESP32 the two lines together do nothing, while
    # RTS without DTR holds it in reset: so both are set, and they stay set when the port closes.
    device.dtr = True
    device.rts = True
    try:
        device.open()
    except (OSError, ValueError) as error:
        raise _open_error(name, error) from error
    if sys.platform != "win32":
        import termios

        with contextlib.suppress(termios.error):
            settings = termios.tcgetattr(device.fd)
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(device.fd, termios.TCSANOW, settings)
    return device


def _open_error(name: str, error: Exception) -> DeviceError:
    code = getattr(error, "errno", None)
    text = str(error)
    if code in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        return DeviceError(
            "busy", f"{name} is in use by another program. Close it there, then try again."
        )
    if code in (errno.EACCES, errno.EPERM) or "PermissionError" in text:
        if sys.platform == "win32":
            return DeviceError(
                "busy", f"{name} is in use by another program. Close it there, then try again."
            )
        return DeviceError(
            "denied",
            f"You may not use {name}. Join the group that owns it (often dialout or uucp) and log "
            "in again.",
        )
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFoundError" in text:
        return DeviceError(
            "missing", f"There is no port {name}. Plug the board in, or name another port."
        )
    return DeviceError(
        "missing", f"{name} cannot be opened as a serial port ({text}). Name another port."
    )


def _reason(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).lower()


def lost(name: str) -> DeviceError:
    """The error for a board that was there and is not any more."""
    return DeviceError("lost", f"The board at {name} is gone. Plug it in again; play goes on then.")


class _FilePort:
    """A socket, or a serial port of a POSIX system: both can be selected."""

    def __init__(self, name: str, device: Any) -> None:
        self._name = name
        self._device = device
        self._socket = device if isinstance(device, socket.socket) else None
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)

    def read(self, seconds: float) -> bytes:
        try:
            ready, _, _ = select.select([self._device, self._woken], [], [], seconds)
            if self._woken in ready:
                self._woken.recv(_READ)
            if self._device not in ready:
                return b""
            if self._socket is not None:
                data = self._socket.recv(_READ)
            else:
                data = os.read(self._device.fd, _READ)
        except (BlockingIOError, InterruptedError):
            return b""
        except (OSError, ValueError, TypeError) as error:
            raise lost(self._name) from error
        if not data:
            raise lost(self._name)
        return data

    def write(self, data: bytes) -> int:
        try:
            if self._socket is not None:
                return self._socket.send(data)
            return os.write(self._device.fd, data)
        except (BlockingIOError, InterruptedError):
            return 0
        except (OSError, ValueError, TypeError) as error:
            raise lost(self._name) from error

    def wake(self) -> None:
        with contextlib.suppress(OSError):
            self._waker.send(b"w")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._device.close()
        self._woken.close()
        self._waker.close()


class _WindowsPort:
    """A serial port of Windows, which cannot be selected."""

    def __init__(self, name: str, device: Any) -> None:
        self._name = name
        self._device = device

    def read(self, seconds: float) -> bytes:
        try:
            self._device.timeout = seconds
            data = bytes(self._device.read(1))
            return data + bytes(self._device.read(self._device.in_waiting)) if data else b""
        except (OSError, ValueError, TypeError) as error:
            raise lost(self._name) from error

    def write(self, data: bytes) -> int:
        try:
            return int(self._device.write(data) or 0)
        except (OSError, ValueError, TypeError) as error:
            raise lost(self._name) from error

    def wake(self) -> None:
        with contextlib.suppress(OSError, AttributeError, TypeError):
            self._device.cancel_read()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._device.close()
