"""What a board's chip can do with its pins, and what of it a board file overlooks.

RP2040: data sheet, table 2 (functions of the GPIOs) and the Pico's schematic; ESP32: data sheet,
"Strapping Pins" and "IO MUX", and the WROOM-32 module's pins. Each finding says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tapdeck.boardfile import Use, Wiring
from tapdeck.texts import Text, Value

LONGEST_CHAIN, SHORTEST_CHAIN = 150, 2
READER_HZ = 10_000_000  # MFRC522 data sheet, 8.1.2: 10 Mbit/s at most
PCF_HZ = 100_000
DRIVEN = ("output", "sck", "mosi", "scl", "sda", "tx", "pixels")

ESP32_STRAPPING = (0, 2, 5, 12, 15)
ESP32_FLASH = range(6, 12)
ESP32_INPUTS = range(34, 40)
ESP32_CONSOLE = (1, 3)
ESP32_MISSING = (20, 24, 28, 29, 30, 31)
PICO_TAKEN = (23, 24, 25, 29)

_EXPANDER_PINS = {"MCP23017": 16, "PCF8574": 8}
_EXPANDER_ADDRESSES = {
    "MCP23017": (range(0x20, 0x28),),
    "PCF8574": (range(0x20, 0x28), range(0x38, 0x40)),
}
_MCP_OUTPUTS = (7, 15)

# RP2040: the role of a GPIO for SPI and I2C goes by its number modulo 4, the SPI by its eight.
_SPI_ROLES = {0: "miso", 2: "sck", 3: "mosi"}
_I2C_ROLES = {0: (0, "sda"), 1: (0, "scl"), 2: (1, "sda"), 3: (1, "scl")}
_UART_TX = {0: (0, 12, 16, 28), 1: (4, 8, 20, 24)}


def check(wiring: Wiring) -> list[Text]:
    """Everything that is wrong with a wiring, or unwise."""
    found = list(_doubles(wiring.uses))
    if wiring.chip not in ("rp2040", "esp32"):
        found.append(Text("boardfile.chip", {"chip": wiring.chip or "-"}))
    for use in wiring.uses:
        if isinstance(use.pin, tuple):
            found.extend(_expander_pin(use.pin, use))
        elif wiring.chip == "esp32":
            found.extend(_esp32(use.pin, use))
        elif wiring.chip == "rp2040":
            found.extend(_rp2040(use.pin, use))
    found.extend(_buses(wiring))
    found.extend(_parts(wiring))
    return found


def _facts(use: Use, **more: Value) -> dict[str, Value]:
    return {"pin": _name(use), "line": use.line, **more}


def _name(use: Use) -> str:
    return f"{use.pin[0]}/{use.pin[1]}" if isinstance(use.pin, tuple) else str(use.pin)


def _doubles(uses: list[Use]) -> Iterator[Text]:
    first: dict[object, Use] = {}
    for use in uses:
        before = first.setdefault(use.pin, use)
        if before is not use:
            yield Text("boardfile.double", _facts(use, first=before.line))


def _esp32(pin: int, use: Use) -> Iterator[Text]:
    if not 0 <= pin <= 39 or pin in ESP32_MISSING:
        yield Text("boardfile.no_pin", _facts(use, chip="ESP32"))
    elif pin in ESP32_FLASH:
        yield Text("boardfile.flash", _facts(use))
    elif pin in ESP32_INPUTS:
        if use.role in DRIVEN:
            yield Text("boardfile.input_only", _facts(use))
        elif use.pull:
            yield Text("boardfile.no_pull", _facts(use))
    elif pin in ESP32_STRAPPING:
        yield Text("boardfile.strapping", _facts(use))
    elif pin in ESP32_CONSOLE:
        yield Text("boardfile.console", _facts(use))


def _rp2040(pin: int, use: Use) -> Iterator[Text]:
    if not 0 <= pin <= 29:
        yield Text("boardfile.no_pin", _facts(use, chip="RP2040"))
    elif pin in PICO_TAKEN:
        yield Text("boardfile.taken", _facts(use))
    elif use.bus is not None and not _can(pin, use.role, use.bus):
        kind = {"sck": "SPI", "mosi": "SPI", "miso": "SPI", "scl": "I2C", "sda": "I2C"}
        facts = {"bus": f"{kind.get(use.role, 'UART')} {use.bus}", "role": use.role.upper()}
        able = ", ".join(str(each) for each in range(29) if _can(each, use.role, use.bus))
        yield Text("boardfile.peripheral", _facts(use, pins=able or "-", **facts))


def _can(pin: int, role: str, bus: int) -> bool:
    """Can this GPIO of the RP2040 be that line of that peripheral?"""
    if pin in PICO_TAKEN:
        return False
    if role in ("sck", "mosi", "miso"):
        return _SPI_ROLES.get(pin % 4) == role and pin // 8 % 2 == bus
    if role in ("scl", "sda"):
        return _I2C_ROLES[pin % 4] == (bus, role)
    return (pin if role == "tx" else pin - 1) in _UART_TX.get(bus, ())


def _expander_pin(pin: tuple[str, int], use: Use) -> Iterator[Text]:
    kind = pin[0].partition(" ")[0]
    if not 0 <= pin[1] < _EXPANDER_PINS[kind]:
        yield Text("boardfile.no_pin", _facts(use, chip=kind))
    elif kind == "MCP23017" and use.role == "input" and pin[1] in _MCP_OUTPUTS:
        yield Text("boardfile.mcp_output", _facts(use))


def _buses(wiring: Wiring) -> Iterator[Text]:
    numbers = {"SPI": (1, 2) if wiring.chip == "esp32" else (0, 1)}
    for bus in wiring.buses:
        facts: dict[str, Value] = {"bus": f"{bus.kind} {bus.number}", "line": bus.line}
        allowed = numbers.get(bus.kind, (0, 1, 2) if wiring.chip == "esp32" else (0, 1))
        if wiring.chip and bus.number not in allowed:
            known = ", ".join(map(str, allowed))
            yield Text("boardfile.no_bus", facts | {"known": known})
        if bus.kind == "SPI" and bus.hz > READER_HZ:
            yield Text("boardfile.too_fast", facts | {"most": READER_HZ // 1_000_000})
    seen = set()
    for kind, number, address, hz in wiring.expanders:
        facts = {"chip": kind, "address": f"0x{address:02X}"}
        if not any(address in each for each in _EXPANDER_ADDRESSES[kind]):
            yield Text("boardfile.no_address", facts)
        if (number, address) in seen:
            yield Text("boardfile.address_twice", facts)
        seen.add((number, address))
        if kind == "PCF8574" and hz > PCF_HZ:
            yield Text("boardfile.pcf_speed", facts)


def _parts(wiring: Wiring) -> Iterator[Text]:
    named = sorted(number for group in wiring.groups for number in group)
    if wiring.groups and named != list(range(1, wiring.readers + 1)):
        yield Text("boardfile.groups", {"readers": wiring.readers})
    for group in wiring.groups:
        ordered = sorted(group)
        for one, other in pairwise(ordered):
            if other == one + 1:
                yield Text("boardfile.neighbours", {"one": one, "other": other})
    if not wiring.readers:
        yield Text("boardfile.no_readers")
    if not wiring.buttons:
        yield Text("boardfile.no_buttons")
    if not SHORTEST_CHAIN <= wiring.pixels <= LONGEST_CHAIN:
        facts: dict[str, Value] = {
            "pixels": wiring.pixels, "least": SHORTEST_CHAIN, "most": LONGEST_CHAIN,
        }  # fmt: skip
        yield Text("boardfile.chain", facts)
    elif wiring.limit_ma and wiring.limit_ma <= wiring.pixels:
        # A WS2812B takes 1 mA even when it is dark.
        facts = {"limit": wiring.limit_ma, "pixels": wiring.pixels}
        yield Text("boardfile.current", facts)
