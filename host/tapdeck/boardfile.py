"""A board file's wiring, found by running it with stand-ins that note down every pin and bus.

The file is run as it is, in this process, without the firmware: `machine` and `neopixel` are
recorders, drivers take anything, expanders note their pins. What it means is judged in `boardpins`.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from tapdeck.device_files import device_files

# Pins that a bus takes when the file names none, as MicroPython has them: (sck, mosi, miso).
SPI_USUAL = {
    "rp2040": {0: (18, 19, 16), 1: (10, 11, 8)},
    "esp32": {1: (14, 13, 12), 2: (18, 23, 19)},
}


class BoardFileError(Exception):
    """The file cannot be run; the text is its own complaint."""


@dataclass(frozen=True)
class Use:
    """A pin and what it is used for. ``pin`` is a number of the board or (expander, number).

    ``role``: input, output, sck, mosi, miso, scl, sda, tx, rx or pixels; ``bus`` the number of the
    peripheral, ``pull`` whether a pull-up was asked for, ``line`` where in the file.
    """

    pin: int | tuple[str, int]
    role: str
    bus: int | None = None
    pull: bool = False
    line: int = 0


@dataclass(frozen=True)
class Bus:
    """A peripheral: ``kind`` SPI, I2C or UART, its number and its clock in Hz (0: not said)."""

    kind: str
    number: int
    hz: int
    line: int


@dataclass
class Wiring:
    """What a board file has: its uses of pins, its buses and its parts."""

    name: str = ""
    chip: str = ""
    seats: int = 0
    readers: int = 0
    buttons: int = 0
    pixels: int = 0
    limit_ma: int = 0
    groups: tuple[tuple[int, ...], ...] = ()
    uses: list[Use] = field(default_factory=list)
    buses: list[Bus] = field(default_factory=list)
    expanders: list[tuple[str, int, int, int]] = field(default_factory=list)  # kind, i2c, address


def file_of(board: str) -> Path | None:
    """The file of the board that calls itself so, if we have it."""
    if not re.fullmatch(r"\w+", board):
        return None
    try:
        path = device_files() / "firmware" / "boards" / f"{board}.py"
    except FileNotFoundError:
        return None
    return path if path.is_file() else None


def read(path: Path) -> Wiring:
    """Run a board file and its ``build()``. BoardFileError: it cannot be read or run."""
    recorder = _Recorder(path)
    try:
        names = recorder.run(path)
        recorder.wiring.chip = str(names.get("CHIP", ""))
        build = names.get("build")
        if build is None:
            raise BoardFileError("it has no build()")
        board = build()
    except BoardFileError:
        raise
    except Exception as error:
        line = recorder.line_of(error)
        raise BoardFileError(f"line {line}: {type(error).__name__}: {error}") from None
    wiring = recorder.wiring
    wiring.name = str(getattr(board, "name", ""))
    wiring.seats = int(getattr(board, "seats", 0))
    wiring.readers = len(getattr(board, "readers", ()))
    wiring.buttons = len(getattr(board, "buttons", ()))
    wiring.limit_ma = int(getattr(board, "limit_ma", 0))
    wiring.groups = tuple(tuple(group) for group in getattr(board, "groups", ()))
    return wiring


class _Anything:
    """Stands in for drivers and streams, whose insides do not matter here."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.rows = 1

    def __call__(self, *_: Any, **__: Any) -> _Anything:
        return self

    def __getattr__(self, name: str) -> _Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything()

    def hex(self) -> str:
        """As of an identity's bytes."""
        return "00"


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything


class _Recorder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path.parent
        self.wiring = Wiring()
        self.loaded: dict[str, Mapping[str, Any]] = {}
        self._modules = {
            "machine": self._machine(),
            "neopixel": self._neopixel(),
            "micropython": _module("micropython", const=lambda value: value),
            "firmware.drivers.mcp23017": _module(
                "mcp23017", MCP23017=self._expander("MCP23017", 0x20), ADDRESS=0x20
            ),
            "firmware.drivers.pcf8574": _module(
                "pcf8574", PCF8574=self._expander("PCF8574", 0x20), ADDRESS=0x20
            ),
        }

    def run(self, path: Path) -> dict[str, Any]:
        """Run a file of the boards' folder; the names that it leaves behind."""
        try:
            source = path.read_text(encoding="utf-8")
            code = compile(source, str(path), "exec")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardFileError(str(error)) from None
        except SyntaxError as error:
            raise BoardFileError(f"line {error.lineno}: {error.msg}") from None
        names: dict[str, Any] = {
            "__name__": path.stem,
            "__builtins__": {**vars(builtins), "__import__": self._import},
        }
        exec(code, names)
        return names

    def line(self) -> int:
        """The line of the board file that is being run."""
        frame = self._frame()
        return frame.f_lineno if frame else 0

    def line_of(self, error: BaseException) -> int:
        """The line of the board file at which it failed."""
        found = 0
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == str(self.path):
                found = trace.tb_lineno
            trace = trace.tb_next
        return found

    def _import(
        self,
        name: str,
        _globals: object = None,
        _locals: object = None,
        fromlist: tuple[str, ...] | None = (),
        _level: int = 0,
    ) -> Any:
        if name in self._modules:
            return self._modules[name]
        if name == "firmware.boards" and fromlist:
            module = _Module(name)
            for each in fromlist:
                setattr(module, each, self._import(f"{name}.{each}", fromlist=("build",)))
            return module
        if name.startswith("firmware.boards."):
            if name not in self.loaded:
                path = self.folder / f"{name.rpartition('.')[2]}.py"
                if not path.is_file():
                    # A file of one's own may lie elsewhere than what it builds on.
                    path = device_files() / "firmware" / "boards" / path.name
                self.loaded[name] = self.run(path)
            return _module(name, **self.loaded[name])
        if name in ("sys", "time"):
            return __import__(name)
        return _Module(name)

    def _machine(self) -> ModuleType:
        uses, buses = self.wiring.uses, self.wiring.buses
        recorder = self

        class Pin:
            IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

            def __init__(
                self, id: int | str, mode: int = -1, pull: int = -1, value: int | None = None
            ) -> None:
                self.number = _number(id)
                self.use: Use | None = None
                if mode in (Pin.IN, Pin.OUT, Pin.OPEN_DRAIN):
                    role = "input" if mode == Pin.IN else "output"
                    up = mode == Pin.IN and pull == Pin.PULL_UP
                    self.use = Use(self.number, role, pull=up, line=recorder.line())
                    uses.append(self.use)

            def __call__(self, level: int | None = None) -> int:
                return 1

            value = init = on = off = __call__

        def claim(pin: Any, role: str, bus: int | None) -> None:
            if isinstance(pin, Pin):
                if pin.use is not None:
                    uses.remove(pin.use)  # it was made for this
                    pin.use = None
                uses.append(Use(pin.number, role, bus, line=recorder.line()))
            elif pin is not None:
                uses.append(Use(_number(pin), role, bus, line=recorder.line()))

        class SPI:
            MSB, LSB = 0, 1

            def __init__(self, id: int, baudrate: int = 0, **pins: Any) -> None:
                buses.append(Bus("SPI", id, baudrate, recorder.line()))
                usual = SPI_USUAL.get(recorder.chip(), {}).get(id, (None, None, None))
                for role, default in zip(("sck", "mosi", "miso"), usual, strict=True):
                    claim(pins.get(role, default), role, id)

        class I2C:
            def __init__(self, id: int, freq: int = 400_000, **pins: Any) -> None:
                self.number, self.freq = id, freq
                buses.append(Bus("I2C", id, freq, recorder.line()))
                for role in ("scl", "sda"):
                    claim(pins.get(role), role, id)

        class UART:
            def __init__(self, id: int, baudrate: int = 0, **pins: Any) -> None:
                buses.append(Bus("UART", id, baudrate, recorder.line()))
                for role in ("tx", "rx"):
                    claim(pins.get(role), role, id)

        self._claim = claim
        return _module("machine", Pin=Pin, SPI=SPI, I2C=I2C, UART=UART)

    def chip(self) -> str:
        """The chip that the file names, while it is being run."""
        frame = self._frame()
        return str(frame.f_globals.get("CHIP", "")) if frame else ""

    def _frame(self) -> FrameType | None:
        frame: FrameType | None = sys._getframe()
        while frame is not None and frame.f_code.co_filename != str(self.path):
            frame = frame.f_back
        return frame

    def _neopixel(self) -> ModuleType:
        wiring, recorder = self.wiring, self

        class NeoPixel:
            def __init__(self, pin: Any, n: int, *_: Any, **__: Any) -> None:
                wiring.pixels = n
                recorder._claim(pin, "pixels", None)

        return _module("neopixel", NeoPixel=NeoPixel)

    def _expander(self, kind: str, usual: int) -> Callable[..., Any]:
        wiring, recorder = self.wiring, self

        class Expander:
            def __init__(self, i2c: Any, address: int = usual) -> None:
                number, freq = getattr(i2c, "number", 0), getattr(i2c, "freq", 0)
                wiring.expanders.append((kind, number, address, freq))
                self.name = f"{kind} 0x{address:02X}"

            def output(self, pin: int) -> _Anything:
                wiring.uses.append(Use((self.name, pin), "output", line=recorder.line()))
                return _Anything()

            def input(self, pin: int) -> _Anything:
                wiring.uses.append(Use((self.name, pin), "input", line=recorder.line()))
                return _Anything()

            def init(self) -> bool:
                return True

        return Expander


def _module(name: str, **names: Any) -> _Module:
    module = _Module(name)
    for key, value in names.items():
        setattr(module, key, value)
    return module


def _number(name: int | str) -> int:
    if isinstance(name, int):
        return name
    found = re.fullmatch(r"(?:GP|GPIO|IO)?(\d+)", str(name))
    if found is None:
        raise BoardFileError(f"the pin {name!r} has no number")
    return int(found[1])
