"""What to buy for a build: parts of ``parts.toml``, counted from the board file."""

from __future__ import annotations

import csv
import io
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.design import electrics
from hardware.design.table import Table
from hardware.design.wiring import BAR_M, TOKENS
from shared_rules import packs

CATALOGUE: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "parts.toml").read_text(encoding="utf-8")
)
CURRENCY: str = CATALOGUE["currency"]
ESTIMATED: str = str(CATALOGUE["estimated"])
# What the stickers are counted for: game and packs of it. Twelve people play Spooks.
PLAYED = {"esp32_twelve": ("spooks", 2)}
USUALLY = ("followers", 1)
SPARE = 1.1
RIBBON_LOST_M = 0.02  # at the plugs, of each ribbon
SCREWS_PAD, SCREWS_BAR = 4, 6
GRAMS_PAD, GRAMS_BAR = 60, 140  # of PLA, filled, with base or back and feet


@dataclass(frozen=True)
class Line:
    """One line of a bill: the part's key, how many, and what it says of itself."""

    key: str
    count: float
    what: str
    reason: str
    substitutes: str
    price: float

    @property
    def cost(self) -> float:
        """All of them, in the catalogue's currency."""
        return self.count * self.price


def counts(table: Table) -> dict[str, float]:
    """How many of each part; metres and hundreds of grams where it is sold so."""
    readers, seats = len(table.readers), table.seats
    kinds = [f"reader_{reader.kind}" for reader in table.readers]
    expanders = [f"expander_{expander.kind}" for expander in table.expanders]
    selects = sum(bool(reader.select.chip) for reader in table.readers)
    chips = 1 + len(table.expanders)  # with the 74AHCT125
    game, packs_of_it = PLAYED.get(table.name, USUALLY)
    cards = packs_of_it * len(packs.codes(game))
    grams = GRAMS_PAD * readers + GRAMS_BAR
    found: dict[str, float] = {
        f"board_{table.chip}": 1,
        **{kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        "button": len(table.buttons),
        "light": table.pixels - TOKENS,
        "strip": 1,
        "digits": table.digits.rows,
        **{kind: expanders.count(kind) for kind in dict.fromkeys(expanders)},
        "shifter": 1,
        f"regulator_{electrics.regulator(table).kind}": 1,
        f"supply_{electrics.supply_ma(table)}": 1,
        "diode": int(table.chip == "rp2040"),
        "bus_resistor": 2 * len(table.buses) + 3,
        "light_resistor": 1,
        "pull_resistor": selects,
        "i2c_resistor": 2 if table.expanders else 0,
        "reader_capacitor": readers + table.digits.rows,
        "bypass_capacitor": readers + chips + table.digits.rows,
        "bulk_capacitor": 1,
        "header": 2 * readers,
        "plug": 2 * readers,
        "ribbon": math.ceil(readers * (electrics.ribbon_m(table) + RIBBON_LOST_M)),
        "bar_cable": 8 * BAR_M,
        "strip_board": 1,
        "pad_board": readers,
        "usb_cable": 1,
        "screws": SCREWS_PAD * readers + SCREWS_BAR,
        "stickers": math.ceil((cards + control_tags(seats)) * SPARE),
        "filament": math.ceil(grams / 100),
    }
    return {key: count for key, count in found.items() if count}


def control_tags(seats: int) -> int:
    """How many control tags a table of so many seats has use for."""
    return sum(not name.startswith("seat ") for name in packs.CONTROLS) + seats


def bill(table: Table) -> list[Line]:
    """The build's bill of materials. KeyError: a part that the catalogue does not have."""
    lines = []
    for key, count in counts(table).items():
        part = CATALOGUE[key]
        lines.append(
            Line(key, count, part["what"], part["reason"], part["substitutes"], part["price"])
        )
    return lines


def as_csv(table: Table) -> str:
    """The bill as a file for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["part", "count", "what", "reason", "substitutes", f"price {CURRENCY}"])
    for line in bill(table):
        writer.writerow(
            [line.key, f"{line.count:g}", line.what, line.reason, line.substitutes, line.price]
        )
    return out.getvalue()
