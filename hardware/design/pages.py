"""The page of each build: every number and pin of it, generated.

How to put it together is written by hand in ``build.md``, which leads here for what differs.
"""

from __future__ import annotations

from collections.abc import Iterable

from hardware.design import bom, electrics
from hardware.design.names import BOARD_TYPES, BOARDS, label, part, place
from hardware.design.table import Pin, Table
from hardware.design.wiring import CORES, nets, sheets

TITLES = {
    "pico": "Four seats on a Raspberry Pi Pico",
    "esp32_six": "Six seats on an ESP32",
    "esp32_twelve": "Twelve seats on an ESP32",
}
CLOCKS = (1, 2, 4, 5)


def page(table: Table) -> str:
    """The build's page, in Markdown."""
    parts = [
        f"# {TITLES[table.name]}",
        f"Generated from [{table.name}.py](../../firmware/boards/{table.name}.py) by "
        "`make drawings`; do not edit. How to build it: [build.md](../build.md).",
        "**Nobody has built this yet.** Pins are those of the firmware, which has run with them on "
        "the simulated table only; currents and lengths are computed, prices estimated.",
        _drawings(table),
        _pins(table),
        _headers(table),
        _bill(table),
        _power(table),
        _cables(table),
    ]
    return "\n\n".join(parts) + "\n"


def rows(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    heads = list(head)
    body = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    body += [f"| {' | '.join(map(str, line))} |" for line in lines]
    return "\n".join(body)


def _drawings(table: Table) -> str:
    found = ["## Drawings", "A click shows one at its full size."]
    for sheet in sheets(table, electrics.ribbon_m(table)):
        what = sheet.title.partition(": ")[2]
        name = f"../wiring/{table.name}/{sheet.name}.svg"
        found.append(f"**{what[0].upper()}{what[1:]}**\n\n[![{what}]({name})]({name})")
    return "\n\n".join(found)


def uses(table: Table) -> list[tuple[Pin, str]]:
    """Every pin that is used, and what hangs on it; the board's first, then the expanders'."""
    found: dict[Pin, list[str]] = {}

    def add(pin: Pin, what: str) -> None:
        found.setdefault(pin, []).append(what)

    for bus in table.buses:
        seats = [str(seat) for seat, each in enumerate(table.readers, 1) if each.bus == bus]
        where = f"P{seats[0]} to P{seats[-1]}" if len(seats) > 1 else f"P{seats[0]}"
        for pin, name in ((bus.sck, "SCK"), (bus.mosi, "MOSI"), (bus.miso, "MISO")):
            core = [each for each, _ in CORES].index(name) + 1
            ohm = "" if name == "MISO" else ", through 100 Ω"
            add(pin, f"{name}, {where} pin {core}{ohm}")
    digits = table.digits
    add(digits.bus.sck, "U2 1A, for the digits' CLK")
    add(digits.bus.mosi, "U2 2A, for the digits' DIN")
    add(digits.select, "U2 3A, for the digits' CS (LOAD)")
    add(table.pixels_pin, "U2 4A, for the lights")
    for index, expander in enumerate(table.expanders):
        add(expander.scl, f"SCL, U{4 + index}")
        add(expander.sda, f"SDA, U{4 + index}")
    for seat, reader in enumerate(table.readers, 1):
        add(reader.select, f"SDA (chip select) of reader {seat}, P{seat} pin 1")
    for seat, pin in enumerate(table.buttons, 1):
        add(pin, f"button {seat}, P{seat} pin 10")
    return sorted(
        ((pin, "; ".join(what)) for pin, what in found.items()),
        key=lambda each: (each[0].chip, each[0].number),
    )


def _pins(table: Table) -> str:
    text = f"U1 is the {BOARD_TYPES[table.chip]}"
    for index, expander in enumerate(table.expanders):
        text += f", U{4 + index} the {expander.kind} at 0x{expander.address:02X}"
    lines = [
        (part(table, pin), label(table, pin), place(table, pin), what) for pin, what in uses(table)
    ]
    pins = BOARDS[table.chip]
    power = [("U1", "GND", pins["GND"], "GND of the rails")]
    if table.chip == "rp2040":
        power.append(("U1", "VSYS", pins["VSYS"], "5V of the rails, through the diode"))
    return "\n\n".join(
        [
            "## Pins",
            text + '. "Place" is the pin\'s number on its header or package.',
            rows(("part", "pin", "place", "goes to"), lines + power),
        ]
    )


def _headers(table: Table) -> str:
    seats = range(1, len(table.readers) + 1)
    head = ["header pin", "core", *(f"P{seat}" for seat in seats)]
    columns = [nets(table, seat) for seat in seats]
    lines = [
        [core, name, *(column[core - 1] for column in columns)]
        for core, (name, _) in enumerate(CORES, 1)
    ]
    if len(columns) > 6:  # too wide to be read: turned
        head = ["header", *(f"{core} {name}" for core, (name, _) in enumerate(CORES, 1))]
        lines = [[f"P{seat}", *column] for seat, column in zip(seats, columns, strict=True)]
    return "## Headers on the hub\n\n" + rows(head, lines)


def _bill(table: Table) -> str:
    lines = bom.bill(table)
    body = [
        (f"{line.count:g}", line.what, line.reason, line.substitutes, f"{line.cost:.2f}")
        for line in lines
    ]
    total = sum(line.cost for line in lines)
    head = ("count", "what", "reason", "substitutes", bom.CURRENCY)
    return "\n\n".join(
        [
            "## Bill of materials",
            f"Prices are rough estimates of {bom.ESTIMATED}, without shipping. "
            f"[{table.name}.csv]({table.name}.csv) is the same for a spreadsheet.",
            rows(head, body),
            f"**Total: about {bom.CURRENCY} {round(total, -1):.0f}** ({total:.2f}), "
            "without cards and table.",
        ]
    )


def _ma(current: float) -> str:
    return f"{current:.0f}" if current >= 10 else f"{current:.1f}"


def _power(table: Table) -> str:
    loads = electrics.supply(table)
    typical = sum(load.typical for load in loads)
    worst = sum(load.worst for load in loads)
    lines: list[tuple[object, ...]] = [
        (load.what, load.count, _ma(load.typical), _ma(load.worst)) for load in loads
    ]
    lines.append(("**together, at 5 V**", "", f"**{typical:.0f}**", f"**{worst:.0f}**"))
    rail = [
        (f"{load.what}", load.count, _ma(load.typical), _ma(load.worst))
        for load in electrics.rail(table)
    ]
    regulator = electrics.regulator(table)
    own = "pico_3v3_ma" if table.chip == "rp2040" else "devkit_3v3_ma"
    enough = "would do" if electrics.own_rail_suffices(table) else "does not do"
    metres = electrics.ribbon_m(table)
    heat = f"{regulator.heat_w:.1f} W of heat"
    if regulator.kind == "linear":
        limit = electrics.LIMITS["linear_most_c"]
        heat += f", {regulator.junction_c:.0f} °C inside ({limit} °C are allowed)"
    usb = electrics.LIMITS["usb2_ma"]
    board = (
        "The Pico is on the same 5 V through a diode; the computer's USB feeds nothing else"
        if table.chip == "rp2040"
        else "The DevKitC has its own 5 V from USB"
    )
    return "\n\n".join(
        [
            "## Power",
            "In mA, from the data sheets' figures in [figures.toml](../figures.toml).",
            rows(("3.3 V of the readers", "count", "typical", "worst"), rail),
            f"- At the worst {regulator.worst_ma:.0f} mA: the board's own 3.3 V pin "
            f"({electrics.LIMITS[own]} mA) {enough}. A {regulator.kind} regulator: {heat}.\n"
            f"- A ribbon of {metres:g} m takes {electrics.drop_mv(table, metres):.0f} mV of the "
            "3.3 V; an MFRC522 reads less far below 3.0 V (data sheet, table 1).",
            rows(("5 V", "count", "typical", "worst"), lines),
            f"- **Supply: 5 V, {electrics.supply_ma(table) / 1000:g} A** (the worst and a quarter "
            f"more). A USB 2 port gives {usb} mA, so the table is not fed from the computer.\n"
            f"- {board}. All grounds are joined at the hub's GND rail.",
        ]
    )


def _cables(table: Table) -> str:
    bus = table.buses[0]
    readers = electrics.readers_on(table, bus)
    lines = [
        (f"{clock} MHz", f"{electrics.longest_m(readers, clock * 1_000_000):.1f} m")
        for clock in CLOCKS
        if electrics.longest_m(readers, clock * 1_000_000) >= 0.1
    ]
    text = [
        "## Cables",
        f"{readers} readers share a bus. The drawings' ribbons of {electrics.ribbon_m(table):g} m "
        f"go with the board file's SPEED, {bus.hz / 1e6:g} MHz; for longer ones lower SPEED:",
        rows(("SPEED", "longest ribbon"), lines),
        f"- From the gate to the first light: {electrics.light_longest_m():.0f} m at most; each "
        "light passes the data on afresh.",
    ]
    if table.expanders:
        longest = electrics.i2c_longest_m(table.expanders)
        text[-1] += (
            f"\n- SCL and SDA: {longest:.1f} m altogether at 400 kHz with 4.7 kΩ; so the "
            "expanders sit on the hub, and only selects and buttons travel."
        )
    return "\n\n".join(text)
