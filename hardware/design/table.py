"""What a board file builds: its parts, and the pin at which each line of them ends.

The board file is the one source. It is run as it is, with stand-ins that note which driver got
which pin; so a pin that is changed there changes every drawing, table and count here.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BOARDS = ROOT / "firmware" / "boards"
BUILDS = ("pico", "esp32_six", "esp32_twelve")


@dataclass(frozen=True)
class Pin:
    """A pin of the board, or of an expander (``chip`` its address) by the expander's own number."""

    number: int
    chip: int = 0


@dataclass(frozen=True)
class Spi:
    """An SPI bus: its number, its clock in Hz and its pins."""

    number: int
    hz: int
    sck: Pin
    mosi: Pin
    miso: Pin


@dataclass(frozen=True)
class Chip:
    """A chip on an SPI bus: a reader (``kind`` MFRC522 or PN532), or the digits (MAX7219)."""

    kind: str
    bus: Spi
    select: Pin
    rows: int = 1


@dataclass(frozen=True)
class Expander:
    """An expander: MCP23017 or PCF8574, its address, its I2C bus and that bus's clock in Hz."""

    kind: str
    address: int
    hz: int
    scl: Pin
    sda: Pin


@dataclass
class Table:
    """A board file's parts, in the order of the seats."""

    name: str
    chip: str
    seats: int
    limit_ma: int
    brightness: int
    groups: tuple[tuple[int, ...], ...]
    readers: list[Chip]
    digits: Chip
    buttons: list[Pin]
    pixels: int
    pixels_pin: Pin
    expanders: list[Expander] = field(default_factory=list)

    @property
    def buses(self) -> list[Spi]:
        """The readers' buses, each once."""
        return list(dict.fromkeys(reader.bus for reader in self.readers))

    def pins(self) -> set[Pin]:
        """Every pin that something hangs on. A bus's line that nobody reads is claimed, not
        used: the MISO of digits on a bus of their own."""
        used = {self.pixels_pin, *self.buttons, self.digits.select}
        used |= {self.digits.bus.sck, self.digits.bus.mosi}
        for reader in self.readers:
            used |= {reader.select, reader.bus.sck, reader.bus.mosi, reader.bus.miso}
        for expander in self.expanders:
            used |= {expander.scl, expander.sda}
        return used


def read(name: str, folder: Path = BOARDS) -> Table:
    """Run the board file of that name. FileNotFoundError: there is none."""
    path = folder / f"{name}.py"
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such board file")
    expanders: list[Expander] = []
    with _stand_ins(expanders):
        names = runpy.run_path(str(path))
        board = names["build"]()
    return Table(
        name=board.name,
        chip=names["CHIP"],
        seats=board.seats,
        limit_ma=board.limit_ma,
        brightness=board.brightness,
        groups=board.groups,
        readers=board.readers,
        digits=board.digits,
        buttons=board.buttons,
        pixels=board.pixels.count,
        pixels_pin=board.pixels.pin,
        expanders=expanders,
    )


@contextmanager
def _stand_ins(expanders: list[Expander]) -> Iterator[None]:
    """What a board file imports, for as long as one is run."""

    class MachinePin(Pin):
        IN, OUT, PULL_UP = 0, 1, 1

        def __new__(cls, number: int, *_: Any, **__: Any) -> Any:
            return Pin(number)

    @dataclass(frozen=True)
    class I2C:
        number: int
        scl: Pin
        sda: Pin
        freq: int = 400_000
        timeout: int = 0

    class NeoPixel:
        def __init__(self, pin: Pin, count: int) -> None:
            self.pin, self.count = pin, count

    def spi(number: int, baudrate: int, sck: Pin, mosi: Pin, miso: Pin) -> Spi:
        return Spi(number, baudrate, sck, mosi, miso)

    def chip(kind: str) -> Any:
        return lambda bus, select, rows=1, **_: Chip(kind, bus, select, rows)

    def expander(kind: str) -> Any:
        class Made:
            def __init__(self, wires: I2C, address: int = 0x20) -> None:
                self.address = address
                expanders.append(Expander(kind, address, wires.freq, wires.scl, wires.sda))

            def output(self, number: int) -> Pin:
                return Pin(number, self.address)

            input = output

            def init(self) -> bool:
                return True

        return Made

    def module(name: str, **contents: Any) -> tuple[str, ModuleType]:
        made = ModuleType(name)
        vars(made).update(contents)
        return name, made

    class UsbStream:
        pass

    drivers = "firmware.drivers."
    modules = dict(
        [
            module(
                "machine",
                Pin=MachinePin,
                SPI=spi,
                I2C=I2C,
                WDT=None,
                reset=None,
                unique_id=lambda: b"",
            ),
            module("neopixel", NeoPixel=NeoPixel),
            module("firmware.streams", UsbStream=UsbStream),
            module(drivers + "mfrc522", MFRC522=chip("MFRC522")),
            module(drivers + "pn532_spi", PN532_SPI=chip("PN532")),
            module(drivers + "max7219", MAX7219=chip("MAX7219")),
            module(drivers + "mcp23017", MCP23017=expander("MCP23017")),
            module(drivers + "pcf8574", PCF8574=expander("PCF8574")),
        ]
    )
    # The board files build on `base`, which must be run with these stand-ins and forgotten again.
    before = dict(sys.modules)
    sys.modules.update(modules)
    sys.modules.pop("firmware.boards.base", None)
    try:
        yield
    finally:
        for name in [*modules, "firmware.boards.base"]:
            sys.modules.pop(name, None)
            if name in before:
                sys.modules[name] = before[name]
