"""How much a table draws, what feeds it, and how long its cables may be.

Everything is computed from ``figures.toml``; nothing here has been measured on a real table.
Currents are in mA, lengths in m, times in ns, capacitances in pF.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.lights import DARK_UA, FULL_UA
from firmware.screens import PATTERNS, STRIP, TOKEN
from hardware.design.table import Expander, Spi, Table
from hardware.design.wiring import BUS_OHM, LIGHT_OHM

FIGURES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "figures.toml").read_text(encoding="utf-8")
)
LIMITS: dict[str, Any] = FIGURES["limits"]
CABLE: dict[str, float] = FIGURES["cable"]

READER_VOLT, SUPPLY_VOLT = 3.3, 5.0
RIBBON_MOST_M = 1.2  # from the middle of a table for twelve to its edge
# The driver's brightness 3 of 0 to 15 is 7/32 of the time; the figure is for 31/32 (data sheet,
# table 7). Half of the segments lit is a score of common digits.
DIGITS_DUTY, DIGITS_TEST_DUTY, DIGITS_LIT = 7 / 32, 31 / 32, 0.5
# An input counts as high at 0.7 of the supply: so many time constants after the edge.
TO_HIGH = -math.log(0.3)
# From 0.3 to 0.7 of the supply, as I2C counts a rise.
RISE = math.log(0.7 / 0.3)


@dataclass(frozen=True)
class Load:
    """One line of a budget: what it is, how many, and mA of all of them."""

    what: str
    count: int
    typical: float
    worst: float


@dataclass(frozen=True)
class Regulator:
    """What makes the readers' 3.3 V: ``kind`` linear or buck, and why."""

    kind: str
    worst_ma: float
    heat_w: float
    junction_c: float


def chain_ma(colours: list[tuple[int, int, int]]) -> float:
    """What the firmware reckons a chain of these colours draws (`firmware/lights.py`)."""
    lit = sum(map(sum, colours)) * FULL_UA / 255
    return (lit + DARK_UA * len(colours)) / 1000


def _lights(table: Table) -> Load:
    waiting = [PATTERNS["wait"][0]] * (table.seats - 1)
    tokens = [TOKEN] * (STRIP // 2) + [(0, 0, 0)] * (STRIP - STRIP // 2)
    typical = chain_ma([PATTERNS["turn"][0], *waiting, *tokens])
    return Load("WS2812, within the board's limit", table.pixels, typical, table.limit_ma)


def _digits(table: Table) -> Load:
    full = FIGURES["MAX7219"]["worst"] * table.digits.rows
    typical = full * DIGITS_DUTY / DIGITS_TEST_DUTY * DIGITS_LIT
    return Load("MAX7219", table.digits.rows, typical, full)


def _load(kind: str, count: int, what: str = "") -> Load:
    figure = FIGURES[kind]
    return Load(what or kind, count, count * figure["typical"], count * figure["worst"])


def rail(table: Table) -> list[Load]:
    """What hangs on the readers' 3.3 V."""
    kinds = [reader.kind for reader in table.readers]
    loads = [_load(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]
    if table.expanders:
        loads.append(_load("MCP23017", len(table.expanders)))
    return loads


def regulator(table: Table) -> Regulator:
    """The readers' regulator: a linear one while current and heat allow it, else a buck.

    ValueError: not even that suffices.
    """
    worst = sum(load.worst for load in rail(table))
    heat = (SUPPLY_VOLT - READER_VOLT) * worst / 1000
    junction = LIMITS["room_c"] + heat * LIMITS["linear_c_w"]
    if worst <= LIMITS["linear_ma"] and junction <= LIMITS["linear_most_c"]:
        return Regulator("linear", worst, heat, junction)
    if worst > LIMITS["buck_ma"]:
        raise ValueError(f"{worst:.0f} mA are too much for one regulator: split the readers")
    watt = READER_VOLT * worst / 1000
    return Regulator("buck", worst, watt / LIMITS["buck_efficiency"] - watt, LIMITS["room_c"])


def own_rail_suffices(table: Table) -> bool:
    """Could the board's own 3.3 V pin feed the readers, at their worst?"""
    limit = LIMITS["pico_3v3_ma" if table.chip == "rp2040" else "devkit_3v3_ma"]
    return bool(sum(load.worst for load in rail(table)) <= limit)


def supply(table: Table) -> list[Load]:
    """What hangs on the table's 5 V. An ESP32 has its own from USB and is not among it."""
    kind = regulator(table).kind
    share = 1.0 if kind == "linear" else READER_VOLT / SUPPLY_VOLT / LIMITS["buck_efficiency"]
    loads = rail(table)
    what = f"readers, through a {kind} regulator"
    readers = Load(
        what,
        len(table.readers),
        share * sum(load.typical for load in loads),
        share * sum(load.worst for load in loads),
    )
    board = [_load("rp2040", 1, "Raspberry Pi Pico")] if table.chip == "rp2040" else []
    return [readers, *board, _lights(table), _digits(table), _load("74AHCT125", 1)]


def supply_ma(table: Table) -> int:
    """What the supply must be able to give: the worst with a margin, rounded up to what is sold."""
    wanted = sum(load.worst for load in supply(table)) * LIMITS["supply_margin"]
    return int(next(each for each in LIMITS["supplies_ma"] if each >= wanted))


def drop_mv(table: Table, metres: float) -> float:
    """What a ribbon takes from a reader's 3.3 V: one core there, four grounds back."""
    worst = max(FIGURES[reader.kind]["worst"] for reader in table.readers)
    return float(worst * CABLE["ohm_per_m"] * metres * (1 + 1 / 4))


def bus_ns(readers: int, metres: float) -> float:
    """From the board's falling SCK until a bit of a reader's has arrived, on a star of ribbons."""
    load = readers * (CABLE["pf_per_m"] * metres + CABLE["load_pf"]) + CABLE["load_pf"]
    ohm = BUS_OHM + CABLE["board_ohm"] + CABLE["reader_ohm"]
    edges = TO_HIGH * ohm * load / 1000
    return edges + 2 * CABLE["ns_per_m"] * metres + CABLE["reader_ns"] + CABLE["board_ns"]


def longest_m(readers: int, hz: int) -> float:
    """The longest ribbons for so many readers on a bus at that clock; 0: none will do.

    A reader changes MISO as SCK falls and the board looks as it rises (mode 0): half a period.
    """
    room = 1e9 / hz / 2 * CABLE["margin"]
    fixed, per_metre = bus_ns(readers, 0), bus_ns(readers, 1) - bus_ns(readers, 0)
    return max(0.0, (room - fixed) / per_metre)


def readers_on(table: Table, bus: Spi) -> int:
    """How many readers share that bus."""
    return sum(reader.bus == bus for reader in table.readers)


def ribbon_m(table: Table) -> float:
    """The ribbons' length in the drawings: what the busiest bus allows, rounded down to 0.1 m."""
    longest = min(longest_m(readers_on(table, bus), bus.hz) for bus in table.buses)
    return math.floor(10 * min(longest, RIBBON_MOST_M)) / 10


def i2c_longest_m(expanders: list[Expander], pull_ohm: float = 4700) -> float:
    """How far expanders may lie from the board, all together, before the lines rise too slowly."""
    load = CABLE["i2c_rise_ns"] * 1000 / (RISE * pull_ohm)
    return max(0.0, (load - CABLE["load_pf"] * (1 + len(expanders))) / CABLE["pf_per_m"])


def light_longest_m() -> float:
    """How far the first light may lie from the gate, by its series resistor and the cable."""
    return float(CABLE["ws2812_ns"] * 1000 / (TO_HIGH * LIGHT_OHM * CABLE["pf_per_m"]))
