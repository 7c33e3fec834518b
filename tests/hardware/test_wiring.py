"""Every pin that is named anywhere is the board file's: drawings, tables, comments, simulator."""

import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from hardware.design import draw, electrics, names, pages, wiring
from hardware.design import table as tables
from hardware.design.table import BOARDS, BUILDS, ROOT, Pin, read
from tapdeck import boardfile

HARDWARE = ROOT / "hardware"
ALL = ("pico", "pico_shared", "esp32", "esp32_six", "esp32_twelve")
LABEL = re.compile(r"\b(?:GP[AB]?|IO|P)\d+\b")
PIN = re.compile(r"\b(?:GP(?:[AB]\d|\d+)|IO\d+)\b")


def yaml_files(name):
    return sorted((HARDWARE / "wiring" / name).glob("*.yml"))


def sheet(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def every_sheet():
    return [path for name in BUILDS for path in yaml_files(name)]


def shown(path):
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("name", ALL)
def test_what_is_drawn_is_what_the_doctor_finds_in_the_board_file(name):
    """Two readers of the same file: `tapdeck doctor`'s notes pins, ours which driver has them."""
    noted = boardfile.read(BOARDS / f"{name}.py")
    table = read(name)
    addresses = {f"{kind} 0x{address:02X}": address for kind, _, address, _ in noted.expanders}
    pins = {
        Pin(each.pin[1], addresses[each.pin[0]]) if isinstance(each.pin, tuple) else Pin(each.pin)
        for each in noted.uses
    }
    # SPI claims its MISO, also where nobody talks back.
    unused = {table.digits.bus.miso} - {bus.miso for bus in table.buses}
    assert table.pins() == pins - unused
    assert (table.seats, len(table.readers), len(table.buttons)) == (
        noted.seats, noted.readers, noted.buttons,
    )  # fmt: skip
    assert (table.pixels, table.limit_ma) == (noted.pixels, noted.limit_ma)


@pytest.mark.parametrize("name", BUILDS)
def test_the_wiring_is_made_from_the_board_file_as_it_is(name):
    table = read(name)
    made = {
        f"{each.name}.yml": draw.as_yaml(each.as_data(), f"firmware/boards/{name}.py")
        for each in wiring.sheets(table, electrics.ribbon_m(table))
    }
    there = {path.name: path.read_text(encoding="utf-8") for path in yaml_files(name)}
    assert there == made, "run `make drawings`"


def joined(name):
    """(part, pin label, part, pin label) of each wire of a build's files, from end to end."""
    found = set()
    for path in yaml_files(name):
        data = sheet(path)

        def at(part, pin, data=data):
            about = data["connectors"][part]
            numbers = about.get("pins", list(range(1, len(about["pinlabels"]) + 1)))
            place = numbers.index(pin) if pin in numbers else about["pinlabels"].index(pin)
            return part, str(about["pinlabels"][place])

        for first, *_, last in data["connections"]:
            ends = [(name, pins[0]) for each in (first, last) for name, pins in each.items()]
            parts = [at(*end) for end in ends if end[0] in data["connectors"]]
            if len(parts) == 2:
                found.add((*parts[0], *parts[1]))
    return found


@pytest.mark.parametrize("name", BUILDS)
def test_each_line_of_each_part_ends_at_the_board_files_pin(name):
    """From the YAML alone: header, ribbon, module; and what the header's pin is joined to."""
    table = read(name)
    wires = joined(name)

    def header_of(part, pin):
        [found] = [left for _, left, right, there in wires if (right, there) == (part, pin)]
        return found

    for seat, (reader, button) in enumerate(zip(table.readers, table.buttons, strict=True), 1):
        lines = {
            (f"R{seat}", "SDA"): reader.select,
            (f"R{seat}", "SCK"): reader.bus.sck,
            (f"R{seat}", "MOSI"): reader.bus.mosi,
            (f"R{seat}", "MISO"): reader.bus.miso,
            (f"B{seat}", "1"): button,
        }
        for end, pin in lines.items():
            _, _, net = header_of(*end).partition(": ")
            part, label = net.split(",")[0].split()
            assert (part, label) == (names.part(table, pin), names.label(table, pin)), end
        assert header_of(f"R{seat}", "3.3V") == "3V3: X1 3V3"
        assert header_of(f"L{seat}", "5V") == "5V: X1 5V"
    # Through the gates: n A is the same gate's n Y.
    ends = {"CLK": table.digits.bus.sck, "DIN": table.digits.bus.mosi, "CS": table.digits.select}
    for line, pin in ends.items():
        [gate] = [left for part, left, right, there in wires if (right, there) == ("D1", line)]
        assert ("U1", names.label(table, pin), "U2", gate.replace("Y", "A")) in wires
    [gate] = [left for _, left, right, there in wires if (right, there) == ("P1", "13 LIGHT IN")]
    assert ("U1", names.label(table, table.pixels_pin), "U2", gate.replace("Y", "A")) in wires
    for index, expander in enumerate(table.expanders):
        for line, pin in (("SCL", expander.scl), ("SDA", expander.sda)):
            assert ("U1", names.label(table, pin), f"U{4 + index}", line) in wires


@pytest.mark.parametrize("name", BUILDS)
def test_no_other_pin_of_the_board_has_a_wire(name):
    table = read(name)
    power = {"GND", "VSYS"} if table.chip == "rp2040" else {"GND"}
    drawn = {label for part, label, *_ in joined(name) if part == "U1"} - power
    headers = [
        label
        for path in yaml_files(name)
        for part in sheet(path)["connectors"].values()
        for label in part["pinlabels"]
        if ": U1 " in str(label)
    ]
    drawn |= {label.partition(": U1 ")[2].split(",")[0] for label in headers}
    assert drawn == {names.label(table, pin) for pin in table.pins() if not pin.chip}


@pytest.mark.skipif(shutil.which("dot") is None, reason="no Graphviz here")
@pytest.mark.parametrize("path", every_sheet(), ids=shown)
def test_a_drawing_regenerates_to_the_same_content(path):
    """Letters are laid out by the system's fonts: what is written and joined counts, not where."""
    before = path.with_suffix(".svg").read_text(encoding="utf-8")
    texts, lines = draw.content(before)
    assert draw.content(draw.drawing(path)) == (texts, lines), "run `make drawings`"
    assert "graphviz version" not in before
    data = sheet(path)
    said = " ".join(texts)
    for part in [*data["connectors"], *data["cables"]]:
        assert part in texts
    for cable in data["cables"].values():
        assert all(label in said for label in cable["wirelabels"])
    assert len(lines) >= len(data["connections"])


@pytest.mark.parametrize("name", BUILDS)
def test_the_builds_pages_are_the_board_files(name):
    page = (HARDWARE / "builds" / f"{name}.md").read_text(encoding="utf-8")
    assert page == pages.page(read(name)), "run `make drawings`"
    assert "Nobody has built this yet" in page
    listed = re.findall(r"^\| (U\d) \| (\S+) \| (\S+) \|", page, re.MULTILINE)
    table = read(name)
    pins = {(names.part(table, pin), names.label(table, pin)) for pin in table.pins()}
    assert {each[:2] for each in listed} - {("U1", "GND"), ("U1", "VSYS")} == pins


def spelled(text):
    """The pins a text names, ranges such as "GPA0 to GPA5" spelled out."""
    text = re.sub(
        r"\b([A-Z]+)(\d+) to \1(\d+)",
        lambda m: " ".join(f"{m[1]}{n}" for n in range(int(m[2]), int(m[3]) + 1)),
        text,
    )
    return set(LABEL.findall(text))


@pytest.mark.parametrize("name", ALL)
def test_the_table_on_top_of_a_board_file_names_its_pins(name):
    doc = (BOARDS / f"{name}.py").read_text(encoding="utf-8").split('"""')[1]
    head = doc[doc.index("part  ") : doc.index("\n\n", doc.index("part  "))]
    table = read(name)
    assert spelled(head) == {names.label(table, pin) for pin in table.pins()}


@pytest.mark.parametrize("name", ALL)
def test_the_simulated_table_is_wired_alike(name):
    wired = runpy.run_path(str(HARDWARE / "simulated/standins/wiring.py"))["WIRINGS"][name]
    table = read(name)

    def pin(number):
        return Pin(number[1], number[0]) if isinstance(number, tuple) else Pin(number)

    chips = [(bus, kind.upper(), pin(select)) for bus, kind, select in wired["chips"]]
    ours = [*table.readers, table.digits]
    assert chips == [(chip.bus.number, chip.kind, chip.select) for chip in ours]
    assert [pin(number) for number in wired["buttons"]] == table.buttons
    assert pin(wired["pixels"]) == table.pixels_pin
    assert wired.get("rows", 1) == table.digits.rows
    expanders = [(kind.upper(), address) for _, kind, address in wired.get("expanders", ())]
    assert expanders == [(each.kind, each.address) for each in table.expanders]


def prose():
    """What is written by hand and may name a pin."""
    found = [ROOT / "README.md", ROOT / "firmware" / "README.md", *HARDWARE.glob("*.md")]
    return sorted(found)


@pytest.mark.parametrize("path", prose(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_names_a_pin_that_no_board_has(path):
    known = {names.label(table, pin) for table in map(read, ALL) for pin in table.pins()}
    named = {label for label in spelled(path.read_text(encoding="utf-8")) if PIN.match(label)}
    assert named <= known, named - known


def test_a_pin_that_changes_in_the_board_file_changes_the_drawings(tmp_path):
    source = (BOARDS / "pico.py").read_text(encoding="utf-8")
    changed = source.replace("READER_SELECTS = (17, 20,", "READER_SELECTS = (17, 15,")
    assert changed != source
    (tmp_path / "pico.py").write_text(changed, encoding="utf-8")
    table = read("pico", tmp_path)
    assert table.readers[1].select == Pin(15)
    [pads, _] = wiring.sheets(table, 0.5)
    assert "SDA: U1 GP15" in pads.connectors["P2"]["pinlabels"]


def test_a_pn532_has_its_own_names(tmp_path):
    source = (BOARDS / "pico.py").read_text(encoding="utf-8")
    changed = source.replace("drivers.mfrc522 import MFRC522", "drivers.pn532_spi import PN532_SPI")
    changed = changed.replace("MFRC522(readers_bus", "PN532_SPI(readers_bus")
    (tmp_path / "pico.py").write_text(changed, encoding="utf-8")
    [pads, _] = wiring.sheets(read("pico", tmp_path), 0.5)
    assert [{"P1": [1]}, {"W1": [1]}, {"R1": ["SS"]}] in pads.connections
    assert pads.connectors["R1"]["type"] == "PN532 module"


def test_a_board_that_is_not_there_is_named():
    with pytest.raises(FileNotFoundError, match=r"uno\.py: no such board file"):
        read("uno")


def test_reading_a_board_file_leaves_no_stand_in_behind():
    before = {name: sys.modules[name] for name in sys.modules if name.startswith("firmware")}
    read("esp32_six")
    after = {name: sys.modules[name] for name in sys.modules if name.startswith("firmware")}
    assert "machine" not in sys.modules
    assert {name: after.get(name) for name in before} == before
    assert not {name for name in after if "mfrc522" in name or "streams" in name} - set(before)


@pytest.mark.parametrize("pins", [names.PICO, names.DEVKIT, names.MCP23017, names.PCF8574])
def test_no_two_pins_share_a_place(pins):
    assert len(set(pins.values())) == len(pins)


def test_the_builds_are_boards_with_all_their_pins_brought_out():
    for name in BUILDS:
        table = tables.read(name)
        assert all(names.place(table, pin) for pin in table.pins())
        assert Path(BOARDS / f"{name}.py").is_file()
