"""Which port the board to be flashed is at; and boards that sit in their boot loader instead."""

import string
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports  # type: ignore[import-untyped]

from tapdeck.ports import DeviceError, open_port, usb_ports
from tapdeck.texts import Text

# USB vendors, and the port of MicroPython that their boards may run. The last four make the
# bridges between USB and UART that ESP32 boards carry; printers and other things have them too.
VENDORS = {
    0x2E8A: ("rp2",),
    0x303A: ("esp32",),
    0xF055: ("rp2", "esp32"),
    0x10C4: ("esp32",),
    0x1A86: ("esp32",),
    0x0403: ("esp32",),
    0x067B: ("esp32",),
}
RASPBERRY_PI = "2e8a"
BOOT_PRODUCTS = ("0003", "000f")  # the boot ROMs of RP2040 and RP2350
BOOT_FILE = "INFO_UF2.TXT"
# esptool's protocol: a request to synchronise, in SLIP; only a boot loader answers it.
SYNC = b"\xc0\x00\x08\x24\x00\x00\x00\x00\x00\x07\x07\x12\x20" + 32 * b"\x55" + b"\xc0"
SYNC_ANSWER = b"\xc0\x01\x08"
SYNC_S = 0.6


class FlashError(Exception):
    """It cannot go on; ``text`` is a sentence that says what to do."""

    def __init__(self, key: str, **facts: str | int) -> None:
        super().__init__(key)
        self.text = Text(key, facts)


@dataclass(frozen=True)
class Place:
    """A port by name, and what tells its board from others: a USB board may come back elsewhere."""

    port: str
    serial: str = ""

    def now(self) -> str:
        """The port's name as it is now."""
        if self.serial:
            for each in list_ports.comports():
                if each.serial_number == self.serial:
                    return str(each.device)
        return self.port


def find_board(wanted: str, platform: str | None) -> Place:
    """Where the board is: at the port that is ``wanted``, or (``auto``) the only one that may be a
    board's; ``platform`` (rp2, esp32) narrows it. FlashError: none, or several.
    """
    there = {str(each.device): each for each in list_ports.comports()}
    if wanted != "auto":
        return Place(wanted, _serial(there.get(wanted)))
    boards = {name: VENDORS[each.vid] for name, each in there.items() if each.vid in VENDORS}
    fitting = [name for name in boards if platform in (None, *boards[name])] or list(boards)
    if not fitting:
        loaded = boot_loaders()
        if loaded:
            raise FlashError("flash.boot_rp2", where=loaded[0])
        others = usb_ports()
        if others:
            raise FlashError("flash.none_known", ports=", ".join(others))
        raise FlashError("flash.none")
    if len(fitting) > 1:
        raise FlashError("flash.several", ports=", ".join(sorted(fitting)))
    return Place(fitting[0], _serial(there[fitting[0]]))


def _serial(port: object) -> str:
    return str(getattr(port, "serial_number", None) or "")


def boot_loaders(
    usb: Path = Path("/sys/bus/usb/devices"), drives: Iterable[Path] | None = None
) -> list[str]:
    """Where boards with an RP2040 or RP2350 wait for a UF2 file: drives, else just "USB"."""
    found = []
    for drive in _drives() if drives is None else drives:
        with suppress(OSError):
            if "RP2" in (drive / BOOT_FILE).read_text(encoding="ascii", errors="replace").upper():
                found.append(str(drive))
    if found:
        return found
    with suppress(OSError):
        for device in usb.iterdir():
            with suppress(OSError):
                vendor = (device / "idVendor").read_text().strip()
                product = (device / "idProduct").read_text().strip()
                if vendor == RASPBERRY_PI and product in BOOT_PRODUCTS:
                    return ["USB"]
    return []


def _drives() -> list[Path]:
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    found = []
    for pattern in ("media/*", "media/*/*", "run/media/*/*", "Volumes/*", "mnt/*"):
        with suppress(OSError):
            found += list(Path("/").glob(pattern))
    return found


def in_download_mode(port: str, clock: Callable[[], float] = time.monotonic) -> bool:
    """Does the boot loader of an ESP32 answer there? DeviceError: the port cannot be opened."""
    opened = open_port(port)
    try:
        end = clock() + SYNC_S
        heard, waiting = b"", SYNC
        while clock() < end and SYNC_ANSWER not in heard:
            waiting = waiting[opened.write(waiting) :] if waiting else b""
            heard += opened.read(0.05)
        return SYNC_ANSWER in heard
    finally:
        opened.close()


def unusable(error: DeviceError, port: str) -> FlashError:
    """Why a port cannot be used, said in every language."""
    known = ("busy", "denied", "missing", "lost")
    kind = error.kind if error.kind in known else "lost"
    return FlashError(f"flash.port_{kind}", port=port)
