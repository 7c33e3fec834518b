"""Bills of materials: what is counted is what the boards and drawings have."""

import csv
import datetime
import re

import pytest
import yaml

from hardware.design import bom, electrics, shapes
from hardware.design.table import BOARDS, BUILDS, ROOT, read
from shared_rules import packs

HARDWARE = ROOT / "hardware"
ALL = ("pico", "pico_shared", "esp32", "esp32_six", "esp32_twelve")


def committed(name):
    """The counts in the file, as a maker buys by it."""
    with (HARDWARE / "builds" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return {row["part"]: float(row["count"]) for row in csv.DictReader(file)}


def sheets(name):
    files = sorted((HARDWARE / "wiring" / name).glob("*.yml"))
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in files]


@pytest.mark.parametrize("name", BUILDS)
def test_the_bills_are_made_from_the_board_files_as_they_are(name):
    path = HARDWARE / "builds" / f"{name}.csv"
    assert path.read_text(encoding="utf-8") == bom.as_csv(read(name)), "run `make drawings`"


@pytest.mark.parametrize(
    ("name", "readers", "expanders", "buses", "lights"),
    [("pico", 4, 0, 1, 17), ("esp32_six", 6, 1, 1, 19), ("esp32_twelve", 12, 2, 2, 25)],
)
def test_the_counts_are_those_of_the_table(name, readers, expanders, buses, lights):
    """Counted by hand, so that board file and bill cannot be wrong together."""
    count = committed(name)
    assert count["reader_MFRC522"] == count["button"] == count["light"] == readers
    assert count["light"] + bom.TOKENS == lights
    assert count.get("expander_MCP23017", 0) == expanders
    assert count["digits"] == count["strip"] == count["shifter"] == count["light_resistor"] == 1
    assert count["bus_resistor"] == 2 * buses + 3
    assert count.get("pull_resistor", 0) == (readers if expanders else 0)
    assert count.get("i2c_resistor", 0) == (2 if expanders else 0)
    assert count["reader_capacitor"] == readers + 1
    assert count["bypass_capacitor"] == readers + 1 + 1 + expanders
    assert count["header"] == count["plug"] == 2 * readers
    assert count["ribbon"] > readers * electrics.ribbon_m(read(name))
    assert ("board_rp2040" in count, "diode" in count) == (name == "pico", name == "pico")


@pytest.mark.parametrize("name", BUILDS)
def test_the_drawings_show_as_many_of_each(name):
    count = committed(name)
    parts = {}
    for sheet in sheets(name):
        parts |= sheet["connectors"]

    def drawn(start):
        return sum(bool(re.fullmatch(rf"{start}\d+", part)) for part in parts)

    assert drawn("R") == count["reader_MFRC522"]
    assert drawn("B") == count["button"]
    assert drawn("L") == count["light"]
    assert 2 * drawn("P") == count["header"]
    assert drawn("D") == count["digits"]
    kinds = [part["type"] for part in parts.values()]
    assert sum(kind.startswith("MCP23017") for kind in kinds) == count.get("expander_MCP23017", 0)
    assert kinds.count("74AHCT125") == count["shifter"]
    # Resistors stand in the labels: the same end of a resistor may be at many headers.
    labels = {
        label.partition(": ")[2]
        for part in parts.values()
        for label in part["pinlabels"]
        if " Ω" in str(label) or " kΩ" in str(label)
    }
    hundred = sum(label.endswith("100 Ω") for label in labels) + 3  # and the digits' lines
    assert hundred == count["bus_resistor"]
    assert sum("10 kΩ" in label for label in labels) == count.get("pull_resistor", 0)
    assert sum("330 Ω" in label for label in labels) == count["light_resistor"]
    digits = " ".join(cable["type"] for sheet in sheets(name) for cable in sheet["cables"].values())
    assert "100 Ω in CLK, DIN and LOAD" in digits
    assert digits.count("4.7 kΩ from SCL and SDA") == count.get("i2c_resistor", 0) / 2
    assert ("1N5817" in digits) == ("diode" in count)


@pytest.mark.parametrize("name", BUILDS)
def test_regulator_and_supply_are_those_of_the_budget(name):
    table, count = read(name), committed(name)
    assert f"regulator_{electrics.regulator(table).kind}" in count
    assert f"supply_{electrics.supply_ma(table)}" in count
    assert sum(key.startswith(("regulator_", "supply_")) for key in count) == 2


@pytest.mark.parametrize("name", BUILDS)
def test_there_are_stickers_for_a_whole_pack_and_the_control_tags(name):
    table = read(name)
    game, copies = bom.PLAYED.get(name, bom.USUALLY)
    needed = copies * len(packs.codes(game)) + 11 + table.seats
    assert needed < committed(name)["stickers"] < 1.15 * needed


def test_every_part_says_why_what_else_and_about_how_much():
    parts = {key: part for key, part in bom.CATALOGUE.items() if isinstance(part, dict)}
    for key, part in parts.items():
        assert set(part) == {"what", "reason", "substitutes", "price"}, key
        assert part["what"], key
        assert part["reason"], key
        assert part["substitutes"], key
        assert 0 < part["price"] < 50, key
    assert bom.CURRENCY == "EUR"
    assert isinstance(bom.CATALOGUE["estimated"], datetime.date)
    used = {key for name in ALL for key in bom.counts(read(name))}
    others = {"reader_PN532", "expander_PCF8574"}  # of a table of one's own
    assert used | others == set(parts)


@pytest.mark.parametrize("name", BUILDS)
def test_the_page_adds_up(name):
    page = (HARDWARE / "builds" / f"{name}.md").read_text(encoding="utf-8")
    bill = page[page.index("## Bill of materials") : page.index("## Power")]
    costs = [float(cost) for cost in re.findall(r"\| ([\d.]+) \|$", bill, re.MULTILINE)]
    assert len(costs) == len(committed(name))
    [total] = re.findall(r"\(([\d.]+)\)", bill)
    assert sum(costs) == pytest.approx(float(total), abs=0.01 * len(costs))
    assert str(bom.ESTIMATED) in bill


def test_a_reader_more_in_the_board_file_is_bought(tmp_path):
    source = (BOARDS / "pico.py").read_text(encoding="utf-8")
    changed = source.replace("SEATS = 4", "SEATS = 5").replace("21, 22)", "21, 22, 26)")
    changed = changed.replace("BUTTONS = (2, 3, 4, 5)", "BUTTONS = (2, 3, 4, 5, 7)")
    (tmp_path / "pico.py").write_text(changed, encoding="utf-8")
    count = bom.counts(read("pico", tmp_path))
    assert (count["reader_MFRC522"], count["button"], count["light"]) == (5, 5, 5)
    assert count["header"] == 10


def test_there_is_plastic_for_the_cases():
    """1.24 g a cubic centimetre of PLA."""
    grams = {name: make().volume() / 1000 * 1.24 for name, make in shapes.PARTS.items()}
    assert grams["pad-shell"] + grams["pad-base"] < bom.GRAMS_PAD
    assert grams["bar-shell"] + grams["bar-back"] + 2 * grams["bar-foot"] < bom.GRAMS_BAR
