"""`tapdeck doctor`: the simulated table examined end to end, and board files judged."""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tapdeck import boardfile, boardpins, cli, doctor
from tapdeck.boardfile import BoardFileError
from tapdeck.device import Device
from tapdeck.doctor import run_doctor
from tapdeck.settings import Settings, load
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tests.hardware.rig import both

UID = "04A1B2C3D4E5F6"


class Keyboard:
    """Lines as a person types them, one after the other."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def type(self, line: str = "") -> None:
        self._lines.put(line + "\n")

    def __iter__(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line


class Patient:
    """A doctor at work in a thread, and what it says."""

    def __init__(self, sim: SimProcess, **more: Any) -> None:
        self.keys = Keyboard()
        self.said: list[str] = []
        self.code = -1
        self._heard = 0
        self._more = more
        self._settings: Settings = load(port=sim.port)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.code = run_doctor(self._settings, keys=self.keys, tell=self.said.append, **self._more)

    def hear(self, what: str) -> str:
        """Wait until it says something that begins so."""
        until = time.monotonic() + 30
        while True:
            for place in range(self._heard, len(self.said)):
                if self.said[place].startswith(what):
                    self._heard = place + 1
                    return self.said[place]
            assert time.monotonic() < until, (what, self.said)
            time.sleep(0.01)

    def end(self) -> int:
        self._thread.join(30)
        assert not self._thread.is_alive()
        return self.code


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., SimProcess]:
    open_: list[SimProcess] = []

    def start(**more: Any) -> SimProcess:
        open_.append(start_simulator(state_dir=tmp_path / "flash", quiet=True, **more))
        return open_[-1]

    yield start  # type: ignore[misc]
    for sim in open_:
        sim.close()


@both
def test_a_table_that_is_well(interpreter: str, table: Callable[..., SimProcess], capsys) -> None:  # type: ignore[no-untyped-def]
    sim = table(interpreter=interpreter)
    code = run_doctor(load(port=sim.port), as_json=True)
    report = json.loads(capsys.readouterr().out)
    assert (code, report["ok"], report["findings"]) == (0, True, [])
    assert [reader["reader"] for reader in report["readers"]] == [1, 2, 3, 4]
    for reader in report["readers"]:
        assert reader["chip"] == "mfrc522"
        assert reader["version"] == "92h"
        assert (reader["state"], reader["resets"], reader["mhz"]) == ("ok", 0, "4")
    assert report["board"]["board"] == "pico"
    assert report["board"]["protocol"] == "1.1"
    assert report["link"]["host"]["corrupt"] == report["link"]["board"]["corrupt"] == 0
    assert report["board_file"].endswith("pico.py")
    assert report["tests"] == {}


def test_every_reader_button_and_light_by_hand(table: Callable[..., SimProcess]) -> None:
    sim = table(board="pico_shared")
    patient = Patient(sim)
    with SimControl(sim.control) as hands:
        patient.hear("Lay a tag on reader 1.")
        hands.place(1, UID)
        assert UID in patient.hear("Reader 1 reads")
        patient.hear("Press button 1.")
        # All lights are lit meanwhile, and all segments.
        shown = hands.display()
        assert shown["digits"] == "8." * 16
        assert all(map(any, shown["pixels"]))
        hands.press(1)
        patient.hear("Button 1 works.")
        patient.hear("Are all lights")
        patient.keys.type()
        assert "Reader 1: mfrc522, version 92h, ok;" in patient.hear("Reader 1: ")
        patient.hear("All is well.")
        assert patient.end() == 0
        # It plays again, and nothing of this was a play.
        hands.run(6000)
        assert hands.display()["digits"] != "8." * 16


def test_tests_by_hand_can_be_skipped_and_ended(table: Callable[..., SimProcess]) -> None:
    sim = table()
    patient = Patient(sim)
    patient.hear("Lay a tag on reader 1.")
    patient.keys.type()
    patient.hear("Skipped.")
    patient.hear("Lay a tag on reader 2.")
    patient.keys.type("q")
    patient.hear("All is well.")
    assert patient.end() == 0


def test_swapped_readers_buttons_and_dark_lights_are_findings(
    table: Callable[..., SimProcess],
) -> None:
    sim = table()
    patient = Patient(sim)
    with SimControl(sim.control) as hands:
        patient.hear("Lay a tag on reader 1.")
        hands.place(2, UID)
        assert "Swap their chip selects" in patient.hear("The tag on reader 1 was read by reader 2")
        for reader in (1, 2, 3, 4):
            patient.keys.type()
            patient.hear("Lay" if reader < 4 else "Press button 1.")
        hands.press(3)
        patient.hear("Button 1 answers as number 3.")
        for _ in range(4):
            patient.keys.type()
        patient.hear("Are all lights")
        patient.keys.type("n")
        patient.hear("3 findings:")
        patient.hear("- Lights or digits do not work.")
    assert patient.end() == 1


@pytest.mark.parametrize(("fault", "code"), [("dead", "doctor.sick"), ("noisy", "doctor.errors")])
def test_a_reader_that_is_not_well_is_a_finding(
    fault: str,
    code: str,
    table: Callable[..., SimProcess],
    capsys,  # type: ignore[no-untyped-def]
) -> None:
    sim = table()
    with SimControl(sim.control) as hands:
        hands.place(2, UID)
        hands.run(300)
        hands.fault(2, fault)
        hands.run(1500)
        assert run_doctor(load(port=sim.port), as_json=True) == 1
    report = json.loads(capsys.readouterr().out)
    found = {finding["code"]: finding["text"] for finding in report["findings"]}
    assert "eader 2" in found[code]
    assert not any("eader 1" in text for text in found.values())


def test_plays_that_wait_are_left_on_the_board(
    table: Callable[..., SimProcess],
    capsys,  # type: ignore[no-untyped-def]
) -> None:
    """Whoever only looks on must not take a table's evening."""
    sim = table()
    with SimControl(sim.control) as hands:
        for seat in (1, 2, 3, 4):
            hands.press(seat)
        hands.run(500)
    assert run_doctor(load(port=sim.port), as_json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["link"]["board"]["waiting"] == 4
    taken: list[str] = []

    class Service:
        def on_hello(self, info: object) -> None: ...
        def on_telemetry(self, name: str, fields: object) -> None: ...
        def on_link(self, up: bool, reason: str) -> None: ...
        def on_events(self, events: Any) -> None:
            taken.extend(event.line for event in events)

    device = Device(sim.port, Service())
    device.start()
    until = time.monotonic() + 20
    while len(taken) < 4 and time.monotonic() < until:
        time.sleep(0.02)
    device.close()
    assert taken == [f"{seat} nocall" for seat in (1, 2, 3, 4)]


def test_a_board_that_goes_away_is_a_sentence(table: Callable[..., SimProcess]) -> None:
    sim = table()
    patient = Patient(sim)
    patient.hear("Lay a tag on reader 1.")
    sim.close()
    patient.hear("The board went away:")
    assert patient.end() == 1


def test_without_a_board_there_is_one_sentence(capsys, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run_doctor(load(port=str(tmp_path / "no-port")), as_json=True) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["ok"]
    assert "There is no port" in report["error"]
    assert run_doctor(load(port="none")) == doctor.BAD_INPUT
    assert "--board-file" in capsys.readouterr().err


def test_the_command_passes_its_exit_code_on(capsys, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    bad = tmp_path / "mine.py"
    bad.write_text("CHIP = 'esp32'\n")
    with pytest.raises(SystemExit) as caught:
        cli.main(["doctor", "--port", "none", "--board-file", str(bad), "--language", "zh-Hant"])
    assert caught.value.code == 1
    assert "無法使用" in capsys.readouterr().out


# Board files

HEAD = """
from machine import I2C, SPI, UART, Pin
from neopixel import NeoPixel
from firmware.boards.base import TOKENS, Base
from firmware.drivers.max7219 import MAX7219
from firmware.drivers.mcp23017 import MCP23017
from firmware.drivers.mfrc522 import MFRC522
from firmware.drivers.pcf8574 import PCF8574
from firmware.drivers.textline import TextLine
from ssd1306 import SSD1306_I2C
"""


def findings(tmp_path: Path, chip: str, body: str, **parts: object) -> list[str]:
    """What is found in a board whose ``__init__`` has this body, without its place."""
    given = {"readers": "[1]", "buttons": "[1]", "groups": "()", **parts}
    lines = [f"        self.{name} = {value}" for name, value in given.items()]
    code = [
        HEAD + f"CHIP = {chip!r}",
        "class Board(Base):",
        "    name = 'mine'",
        "    def __init__(self):",
        "        Base.__init__(self)",
        *lines,
    ]
    if "NeoPixel" not in body:
        body += f"\nNeoPixel(Pin({4 if chip == 'esp32' else 6}), 17)"
    code += [f"        {line}" for line in body.strip().splitlines()]
    path = tmp_path / "mine.py"
    path.write_text("\n".join([*code, "def build():", "    return Board()", ""]))
    return [each.key.partition(".")[2] for each in boardpins.check(boardfile.read(path))]


@pytest.mark.parametrize("name", ["pico", "pico_shared", "esp32", "esp32_six", "esp32_twelve"])
def test_our_own_board_files_are_fine(name: str) -> None:
    path = boardfile.file_of(name)
    assert path is not None
    wiring = boardfile.read(path)
    assert wiring.name == name
    assert wiring.readers
    assert len(wiring.uses) >= wiring.readers + wiring.buttons + 4
    assert boardpins.check(wiring) == []


@pytest.mark.parametrize(
    ("chip", "body", "found"),
    [
        ("esp32", "Pin(34, Pin.OUT)", ["input_only"]),
        ("esp32", "Pin(39, Pin.IN)", []),
        ("esp32", "Pin(36, Pin.IN, Pin.PULL_UP)", ["no_pull"]),
        ("esp32", "SPI(2, sck=Pin(18), mosi=Pin(35), miso=Pin(34))", ["input_only"]),
        ("esp32", "for pin in (0, 2, 5, 12, 15): Pin(pin, Pin.IN)", ["strapping"] * 5),
        ("esp32", "for pin in range(6, 12): Pin(pin, Pin.OUT)", ["flash"] * 6),
        ("esp32", "Pin(3, Pin.IN)", ["console"]),
        ("esp32", "Pin(24, Pin.IN); Pin(40, Pin.OUT)", ["no_pin"] * 2),
        ("esp32", "SPI(1)", ["strapping"]),  # its usual MISO is 12
        ("esp32", "SPI(0, sck=18, mosi=23, miso=19)", ["no_bus"]),
        ("esp32", "Pin(13, Pin.OUT); Pin(13, Pin.IN)", ["double"]),
        ("esp32", "SPI(2); Pin(19, Pin.OUT)", ["double"]),
        ("esp32", "I2C(0, scl=Pin(22), sda=Pin(21))", []),
        ("rp2040", "for pin in (23, 24, 25, 29): Pin(pin, Pin.OUT)", ["taken"] * 4),
        ("rp2040", "Pin(30, Pin.OUT)", ["no_pin"]),
        ("rp2040", "Pin('GP17', Pin.OUT); Pin(17, Pin.IN)", ["double"]),
        ("rp2040", "SPI(0, sck=Pin(18), mosi=Pin(19), miso=Pin(16))", []),
        ("rp2040", "SPI(0, sck=Pin(18), mosi=Pin(16), miso=Pin(19))", ["peripheral"] * 2),
        ("rp2040", "SPI(1, sck=Pin(18), mosi=Pin(19), miso=Pin(16))", ["peripheral"] * 3),
        ("rp2040", "SPI(0)", []),
        ("rp2040", "SPI(2, sck=Pin(18), mosi=Pin(19), miso=Pin(16))",
         ["peripheral"] * 3 + ["no_bus"]),
        ("rp2040", "I2C(0, scl=Pin(5), sda=Pin(4))", []),
        ("rp2040", "I2C(1, scl=Pin(5), sda=Pin(4))", ["peripheral"] * 2),
        ("rp2040", "UART(0, tx=Pin(0), rx=Pin(1))", []),
        ("rp2040", "UART(1, tx=Pin(0), rx=Pin(1))", ["peripheral"] * 2),
        ("rp2040", "SPI(0, baudrate=20_000_000)", ["too_fast"]),
        ("rp2040", "NeoPixel(Pin(6, Pin.OUT), 1)", ["chain"]),
        ("rp2040", "NeoPixel(Pin(6, Pin.OUT), 150)", []),
        ("rp2040", "self.limit_ma = 100; NeoPixel(Pin(6, Pin.OUT), 150)", ["current"]),
        ("", "pass", ["chip"]),
        ("esp32", "x = MCP23017(I2C(0)); x.output(0); x.input(8); x.input(7); x.input(8)",
         ["double", "mcp_output"]),
        ("esp32", "x = MCP23017(I2C(0), 0x28); x.output(16)", ["no_pin", "no_address"]),
        ("esp32", "b = I2C(0); MCP23017(b); MCP23017(b)", ["address_twice"]),
        ("esp32", "PCF8574(I2C(0), 0x38)", ["pcf_speed"]),
        ("esp32", "PCF8574(I2C(0, freq=100_000), 0x38)", []),
        ("esp32", "self.line = TextLine(SSD1306_I2C(128, 32, I2C(0)), page=1)", []),
    ],
)  # fmt: skip
def test_what_is_wrong_with_pins(chip: str, body: str, found: list[str], tmp_path: Path) -> None:
    assert sorted(findings(tmp_path, chip, body)) == sorted(found)


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ({"readers": "[1] * 4", "groups": "((1, 3), (2, 4))"}, []),
        ({"readers": "[1] * 4", "groups": "((1, 2), (3, 4))"}, ["neighbours"] * 2),
        ({"readers": "[1] * 4", "groups": "((1, 3), (2,))"}, ["groups"]),
        ({"readers": "[]"}, ["no_readers"]),
        ({"buttons": "[]"}, ["no_buttons"]),
    ],
)
def test_what_is_wrong_with_parts(
    parts: dict[str, object], found: list[str], tmp_path: Path
) -> None:
    assert findings(tmp_path, "rp2040", "pass", **parts) == found


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("def build(:", "line 1: "),
        ("x = 1\nraise OSError('no such thing')", "line 2: OSError: no such thing"),
        ("CHIP = 'esp32'", "it has no build()"),
        ("from machine import Pin\nPin('LED')", "the pin 'LED' has no number"),
    ],
)
def test_a_file_that_cannot_be_run_says_where(code: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(code)
    with pytest.raises(BoardFileError) as caught:
        boardfile.read(path)
    assert str(caught.value).startswith(why)
    with pytest.raises(BoardFileError):
        boardfile.read(tmp_path / "none.py")


def test_a_board_of_another_name_has_no_file_here() -> None:
    assert boardfile.file_of("uno") is None
    assert boardfile.file_of("../main") is None


def test_running_a_board_file_leaves_no_module_behind() -> None:
    path = boardfile.file_of("esp32_six")
    assert path is not None
    before = set(sys.modules)
    boardfile.read(path)
    assert not {
        name for name in set(sys.modules) - before if "firmware" in name or "machine" in name
    }
