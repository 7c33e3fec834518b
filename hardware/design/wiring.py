"""A table's wiring as WireViz reads it: sheets of parts, cables and the wires between them.

    U1       the board                       J1        5 V from the supply
    U2       74AHCT125, 3.3 V to 5 V         X1        rails on the hub: 5V, 3V3, GND
    U3       3.3 V regulator of the readers  P1 …      headers on the hub, one a pad
    U4, U5   expanders                       W1 …      a ribbon from each to its pad
    R1 …     readers                         D1        the digits
    B1 …     buttons                         LS        the strip of tokens
    L1 …     the pads' lights

The hub is a piece of strip board beside U1; every pad is one 14-way ribbon away from it, in which
each fast line has a ground at its side. A header's pin is labelled with what it is joined to on the
hub, since a bus drawn wire by wire cannot be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hardware.design.names import AHCT125, BOARD_TYPES, BOARDS, EXPANDERS, label, part, place
from hardware.design.table import Expander, Pin, Table

TOKENS = 13
# The ribbon's cores, 1 first: what they carry and their colour in the drawings. They lie in the
# order of the reader module's pins, so that no wire crosses another.
CORES = (
    ("SDA", "VT"), ("GND", "BK"), ("SCK", "YE"), ("GND", "BK"), ("MOSI", "BU"), ("GND", "BK"),
    ("MISO", "GN"), ("GND", "BK"), ("3V3", "OG"), ("BUTTON", "BN"), ("GND", "BK"), ("5V", "RD"),
    ("LIGHT IN", "TQ"), ("LIGHT OUT", "PK"),
)  # fmt: skip
SEAT_GROUND = 11  # the core that grounds button and light; the other grounds are the reader's
BUS_OHM, LIGHT_OHM, PULL_OHM = 100, 330, 10_000

READER_PINS = {
    "MFRC522": ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V"),
    "PN532": ("SS", "SCK", "MOSI", "MISO", "GND", "VCC"),
}
# Where a core ends, if that pin is called otherwise than the core.
READER_ENDS = {"MFRC522": {"3V3": "3.3V"}, "PN532": {"SDA": "SS", "3V3": "VCC"}}
READER_NOTES = {
    "MFRC522": "RST joined to 3.3V; 10 µF and 100 nF from 3.3V to GND",
    "PN532": "switches set to SPI; 10 µF and 100 nF from VCC to GND",
}
SEAT_ENDS = {
    "BUTTON": ("B", "1"), "5V": ("L", "5V"), "LIGHT IN": ("L", "DIN"), "LIGHT OUT": ("L", "DOUT"),
}  # fmt: skip
SUPPLY = (("5V", "RD"), ("GND", "BK"))
BUNDLE = {"category": "bundle", "type": "wires on the hub"}
SHOWN = {"hide_disconnected_pins": True, "show_pincount": False}
PADS_A_SHEET = 6
BAR_M = 1.0


@dataclass
class Sheet:
    """One drawing: WireViz's three parts, in the order in which they were added."""

    name: str
    title: str
    connectors: dict[str, dict[str, Any]] = field(default_factory=dict)
    cables: dict[str, dict[str, Any]] = field(default_factory=dict)
    connections: list[list[dict[str, Any]]] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """What goes into the YAML file."""
        return {
            "metadata": {"title": self.title},
            "options": {"fontname": "arial"},
            "connectors": self.connectors,
            "cables": self.cables,
            "connections": self.connections,
        }

    def part(self, name: str, kind: str, pins: dict[str, str], **more: Any) -> None:
        """A part with its pins, label -> number; WireViz hides those without a wire."""
        self.connectors[name] = {
            "type": kind,
            "pins": [_number(number) for number in pins.values()],
            "pinlabels": list(pins),
            **SHOWN,
            **more,
        }

    def named(self, name: str, kind: str, pins: tuple[str, ...], **more: Any) -> None:
        """A part whose pins have names only."""
        self.connectors[name] = {
            "type": kind,
            "pinlabels": list(pins),
            **SHOWN,
            **more,
        }

    def cable(self, name: str, cores: tuple[tuple[str, str], ...], **more: Any) -> None:
        """A cable, its cores' names and colours."""
        self.cables[name] = {
            "wirecount": len(cores),
            "colors": [colour for _, colour in cores],
            "wirelabels": [name for name, _ in cores],
            **more,
        }

    def wire(self, *ends: tuple[str, str | int]) -> None:
        """Through these points, from left to right: (part, pin) and (cable, core)."""
        self.connections.append([{name: [_number(pin)]} for name, pin in ends])


def _number(pin: str | int) -> str | int:
    """WireViz takes digits for a number, and "24" is not 24 to it."""
    return int(pin) if isinstance(pin, str) and pin.isdigit() else pin


def sheets(table: Table, cable_m: float) -> list[Sheet]:
    """The drawings of a table whose ribbons are ``cable_m`` long: its pads, then its hub."""
    count = len(table.readers)
    pads = []
    for first in range(1, count + 1, PADS_A_SHEET):
        seats = range(first, min(first + PADS_A_SHEET, count + 1))
        title = f"{table.name}: pads {seats[0]} to {seats[-1]}"
        pads.append(Sheet(f"pads-{seats[0]}-{seats[-1]}", title))
        for seat in reversed(seats):  # what comes last is drawn on top
            _pad(pads[-1], table, seat, cable_m)
    return [*pads, _hub(table)]


def nets(table: Table, seat: int) -> list[str]:
    """What the 14 pins of a pad's header are joined to on the hub, pin 1 first."""
    reader, last = table.readers[seat - 1], len(table.readers)

    def end(pin: Pin) -> str:
        return f"{part(table, pin)} {label(table, pin)}"

    at = {
        "SCK": f"{end(reader.bus.sck)}, {BUS_OHM} Ω",
        "MOSI": f"{end(reader.bus.mosi)}, {BUS_OHM} Ω",
        "MISO": end(reader.bus.miso),
        "SDA": end(reader.select),
        "BUTTON": end(table.buttons[seat - 1]),
        "LIGHT IN": f"P{seat - 1} LIGHT OUT" if seat > 1 else f"U2 4Y, {LIGHT_OHM} Ω",
        "LIGHT OUT": f"P{seat + 1} LIGHT IN" if seat < last else "LS DIN",
    }
    if reader.select.chip:
        at["SDA"] += f", {PULL_OHM // 1000} kΩ to 3V3"
    return [at.get(name, f"X1 {name}") for name, _ in CORES]


def _pad(sheet: Sheet, table: Table, seat: int, cable_m: float) -> None:
    kind = table.readers[seat - 1].kind
    header, reader, button, light, cable = (f"{letter}{seat}" for letter in "PRBLW")
    sheet.connectors[header] = {
        "type": "box header 2×7 on the hub",
        "subtype": f"seat {seat}",
        "pins": list(range(1, len(CORES) + 1)),
        "pinlabels": [
            f"{name}: {net}" for (name, _), net in zip(CORES, nets(table, seat), strict=True)
        ],
    }
    sheet.named(reader, f"{kind} module", READER_PINS[kind], notes=READER_NOTES[kind])
    sheet.named(button, "button", ("1", "2"))
    sheet.named(light, "light, one WS2812", ("GND", "5V", "DIN", "DOUT"))
    sheet.cable(cable, CORES, type="ribbon", length=cable_m)
    for core, (name, _) in enumerate(CORES, 1):
        if core == SEAT_GROUND:
            to = (light, "GND")
        elif name in SEAT_ENDS:
            letter, pin = SEAT_ENDS[name]
            to = (button if letter == "B" else light, pin)
        else:
            to = (reader, READER_ENDS[kind].get(name, name))
        sheet.wire((header, core), (cable, core), to)
    sheet.wire((cable, SEAT_GROUND), (button, "2"))


def _end(table: Table, pin: Pin) -> tuple[str, str]:
    return part(table, pin), place(table, pin)


def _hub(table: Table) -> Sheet:
    sheet = Sheet("hub", f"{table.name}: hub, digits, strip and power")
    sheet.part("U1", BOARD_TYPES[table.chip], BOARDS[table.chip], subtype=table.name)
    sheet.named("J1", "5 V supply", ("+", "-"))
    sheet.named("X1", "rails on the hub", ("5V", "3V3", "GND"), notes="1000 µF from 5V to GND")
    sheet.named("U3", "regulator 3.3 V", ("IN", "GND", "OUT"), subtype="for the readers only")
    gates = {"notes": "1OE to 4OE joined to GND; 100 nF at VCC"}
    sheet.part("U2", "74AHCT125", AHCT125, subtype="DIP", **gates)
    _display(sheet, table)
    _power(sheet, table)
    for index, expander in enumerate(table.expanders):
        _i2c(sheet, table, index, expander)
    return sheet


def _display(sheet: Sheet, table: Table) -> None:
    """What goes from the board through the four gates: digits and lights."""
    count = len(table.readers)
    last = f"P{count}"
    sheet.named("D1", "digits, MAX7219", ("VCC", "GND", "DIN", "CS", "CLK"))
    sheet.named("P1", "header of pad 1", ("13 LIGHT IN",))
    sheet.named(last, f"header of pad {count}", ("14 LIGHT OUT",))
    sheet.named("LS", f"strip of {TOKENS} WS2812", ("DIN", "5V", "GND"))
    bus = table.digits.bus
    lines = (
        ("CLK", "YE", bus.sck, ("D1", "CLK")),
        ("DIN", "BU", bus.mosi, ("D1", "DIN")),
        ("LOAD", "VT", table.digits.select, ("D1", "CS")),
        ("DATA", "TQ", table.pixels_pin, ("P1", "13 LIGHT IN")),
    )
    cores = tuple((name, colour) for name, colour, _, _ in lines)
    sheet.cable("WL", cores, **BUNDLE)
    damped = f"to the display bar, {BUS_OHM} Ω in CLK, DIN and LOAD"
    sheet.cable("WD", (*cores[:3], *SUPPLY), type=damped, length=BAR_M)
    sheet.cable("WX", cores[3:], category="bundle", type=f"{LIGHT_OHM} Ω on the hub")
    sheet.cable("WS", (cores[3], *SUPPLY), type="to the display bar", length=BAR_M)
    for gate, (_, _, pin, to) in enumerate(lines, 1):
        onward = ("WX", 1) if gate == len(lines) else ("WD", gate)
        sheet.wire(_end(table, pin), ("WL", gate), ("U2", AHCT125[f"{gate}A"]))
        sheet.wire(("U2", AHCT125[f"{gate}Y"]), onward, to)
    sheet.wire(("X1", "5V"), ("WD", 4), ("D1", "VCC"))
    sheet.wire(("X1", "GND"), ("WD", 5), ("D1", "GND"))
    sheet.wire((last, "14 LIGHT OUT"), ("WS", 1), ("LS", "DIN"))
    sheet.wire(("X1", "5V"), ("WS", 2), ("LS", "5V"))
    sheet.wire(("X1", "GND"), ("WS", 3), ("LS", "GND"))


def _power(sheet: Sheet, table: Table) -> None:
    sheet.cable("WP", SUPPLY, type="from the supply", gauge="0.5 mm2")
    sheet.wire(("J1", "+"), ("WP", 1), ("X1", "5V"))
    sheet.wire(("J1", "-"), ("WP", 2), ("X1", "GND"))
    sheet.cable("WR", (*SUPPLY, ("3V3", "OG")), **BUNDLE)
    sheet.wire(("X1", "5V"), ("WR", 1), ("U3", "IN"))
    sheet.wire(("X1", "GND"), ("WR", 2), ("U3", "GND"))
    sheet.wire(("X1", "3V3"), ("WR", 3), ("U3", "OUT"))
    sheet.cable("WU", SUPPLY, **BUNDLE)
    sheet.wire(("X1", "5V"), ("WU", 1), ("U2", AHCT125["VCC"]))
    sheet.wire(("X1", "GND"), ("WU", 2), ("U2", AHCT125["GND"]))
    pins = BOARDS[table.chip]
    if table.chip == "rp2040":
        diode = "5V through a Schottky diode, 1N5817, its ring to U1"
        sheet.cable("WB", SUPPLY, category="bundle", type=diode)
        sheet.wire(("U1", pins["VSYS"]), ("WB", 1), ("X1", "5V"))
        sheet.wire(("U1", pins["GND"]), ("WB", 2), ("X1", "GND"))
    else:
        sheet.cable("WB", SUPPLY[1:], category="bundle", type="U1 has its 5 V from USB alone")
        sheet.wire(("U1", pins["GND"]), ("WB", 1), ("X1", "GND"))


def _i2c(sheet: Sheet, table: Table, index: int, expander: Expander) -> None:
    pins = EXPANDERS[expander.kind]
    name, cable = f"U{4 + index}", f"WE{1 + index}"
    low = [f"A{bit}" for bit in range(3) if not expander.address >> bit & 1]
    high = [f"A{bit}" for bit in range(3) if expander.address >> bit & 1]
    high += ["RESET"] if "RESET" in pins else []
    straps = [f"{', '.join(each)} to {to}" for each, to in ((low, "GND"), (high, "3V3")) if each]
    sheet.part(
        name,
        f"{expander.kind}, address 0x{expander.address:02X}",
        pins,
        subtype="DIP",
        notes="; ".join([*straps, "100 nF at VDD"]),
    )
    cores = (("SCL", "YE"), ("SDA", "VT"), ("3V3", "OG"), ("GND", "BK"))
    pulled = "wires on the hub, 4.7 kΩ from SCL and SDA to 3V3"
    sheet.cable(cable, cores, category="bundle", type=pulled if index == 0 else BUNDLE["type"])
    sheet.wire(_end(table, expander.scl), (cable, 1), (name, pins["SCL"]))
    sheet.wire(_end(table, expander.sda), (cable, 2), (name, pins["SDA"]))
    # On the readers' rail: selects and their pull-ups then never feed a chip without power.
    sheet.wire(("X1", "3V3"), (cable, 3), (name, pins["VDD"]))
    sheet.wire(("X1", "GND"), (cable, 4), (name, pins["VSS"]))
