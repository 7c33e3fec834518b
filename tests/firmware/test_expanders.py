"""Chip selects and buttons behind an I2C expander, on the chips' models."""

from pathlib import Path

import pytest

from tests.hardware.rig import both, run

START = """
import time
from tabletop import TABLE, Socket
from tags import Tag
from chip_expander import Mcp23017Chip, Pcf8574Chip
import machine
from firmware.drivers import mcp23017, pcf8574
from firmware.drivers.mfrc522 import MFRC522
from firmware.scanner import Scanner
TABLE.wires[0] = {0x20: Mcp23017Chip(TABLE, 0x20), 0x21: Pcf8574Chip(TABLE, 0x21)}
def expander(kind, freq=400_000):
    i2c = machine.I2C(0, freq=freq)
    return mcp23017.MCP23017(i2c, 0x20) if kind == "mcp" else pcf8574.PCF8574(i2c, 0x21)
def hang(address):
    "Move the board's four readers behind the expander."
    for number, pin in enumerate((17, 20, 21, 22)):
        TABLE.sockets[address, number] = TABLE.sockets.pop(pin)
told = []
def on_tag(reader, uid, seen): told.append("%d%s" % (reader, "+" if seen else "-"))
def on_notice(reader, code, detail): told.append(("%d:%s:%s" % (reader, code, detail)).strip(":"))
A = bytes.fromhex("04a1b2c3")
def scan(times=12):
    for _ in range(times):
        scanner.step()
        time.sleep_ms(10)
    print(" ".join(told) or "-")
    told.clear()
"""

chips = pytest.mark.parametrize(("kind", "address"), [("mcp", 0x20), ("pcf", 0x21)])


@both
@chips
def test_readers_behind_an_expander_read_cards(
    interpreter: str, kind: str, address: int, tmp_path: Path
) -> None:
    code = f"""{START}
hang({address})
port = expander("{kind}")
readers = [MFRC522(machine.SPI(0), port.output(n)) for n in range(4)]
print(port.init())
scanner = Scanner(readers, lambda uid: uid == A, on_tag, on_notice)
scanner.init()
TABLE.readers[0].place(Tag(A)); scan()
TABLE.readers[0].lift(); TABLE.readers[3].place(Tag(A)); scan()
print([scanner.health(n)[0] for n in (1, 2, 3, 4)])
"""
    lines = run(interpreter, code, tmp_path)
    assert lines[:2] == ["True", "1+"]
    assert [word for word in lines[2].split() if ":" not in word] == ["1-", "4+"]
    assert lines[3] == "['', '', '', '']"


@both
@chips
def test_all_buttons_are_one_transfer_a_round(
    interpreter: str, kind: str, address: int, tmp_path: Path
) -> None:
    transfers = 2 if kind == "mcp" else 1  # an MCP23017 is told first where to read from
    code = f"""{START}
port = expander("{kind}")
pins = [port.input(n) for n in range(2, 8)]
print(port.init())
def look():
    before = TABLE.calls
    levels = [pin.value() for pin in pins]
    return levels, TABLE.calls - before
print(look() == ([1] * 6, {transfers}))
TABLE.buttons[{address}, 3] = True
print(look() == ([1, 0, 1, 1, 1, 1], {transfers}))
print(pins[1](), pins[1]())
TABLE.buttons[{address}, 3] = False
print(pins[1]())
"""
    assert run(interpreter, code, tmp_path) == ["True", "True", "True", "0 0", "1"]


@both
def test_what_a_chip_select_costs(interpreter: str, tmp_path: Path) -> None:
    """The figures in the drivers' texts: the bits on the wire, without the calls' own time."""
    code = f"""{START}
machine.CALL_US = 0
for kind, freq in (("mcp", 400_000), ("pcf", 100_000)):
    port = expander(kind, freq)
    select = port.output(0)
    button = port.input(5)
    port.init()
    began = TABLE.now
    select(0)
    print(TABLE.now - began, end=" ")
    began = TABLE.now
    select(0)
    print(TABLE.now - began, end=" ")
    began = TABLE.now
    button.value()
    print(TABLE.now - began)
"""
    assert run(interpreter, code, tmp_path) == ["72 0 167", "200 0 200"]


@both
@chips
def test_an_output_can_be_asked_and_no_input_is_driven(
    interpreter: str, kind: str, address: int, tmp_path: Path
) -> None:
    code = f"""{START}
port = expander("{kind}")
one, two, button = port.output(0), port.output(1), port.input(2)
port.init()
one(0)
print(one(), two(), one.value(), button())
one.value(1); two(0)
print(one(), two(), button())
try:
    port.output(16)
except ValueError as error:
    print(error)
"""
    assert run(interpreter, code, tmp_path) == [
        "0 1 0 1",
        "1 0 1",
        "no pin 16 on this expander",
    ]


@both
@chips
def test_a_loose_wire_is_sick_readers_and_released_buttons_until_it_is_back(
    interpreter: str, kind: str, address: int, tmp_path: Path
) -> None:
    """A reader that raises is out and the others go on; a board that starts so starts all the
    same."""
    code = f"""{START}
hang({address})
TABLE.sockets[22] = TABLE.sockets.pop(({address}, 3))
chip = TABLE.wires[0].pop({address})
port = expander("{kind}")
selects = [port.output(0), machine.Pin(22, machine.Pin.OUT, value=1)]
button = port.input(7)
readers = [MFRC522(machine.SPI(0), select) for select in selects]
print(port.init(), button.value(), port.errors > 0)
scanner = Scanner(readers, lambda uid: uid == A, on_tag, on_notice)
scanner.init()
TABLE.readers[3].place(Tag(A)); scan(6)
TABLE.wires[0][{address}] = chip
# The other readers' selects, which this board does not use, are held up by their resistors.
TABLE.sockets[{address}, 1].drive(1); TABLE.sockets[{address}, 2].drive(1)
scan(120)
TABLE.readers[0].place(Tag(bytes(4))); TABLE.buttons[{address}, 7] = True; scan()
print(button.value())
"""
    lines = run(interpreter, code, tmp_path)
    assert lines[0] == "False 1 True"
    # A floating select spoils the bus until the expander is there: then both readers are well.
    assert "1:reader_sick:error" in lines[1]
    assert "1:reader_well" in lines[2]
    assert "2+" in lines[1] + lines[2]
    assert lines[3:] == ["1+", "0"]


@both
def test_an_expander_that_lost_its_power_is_set_up_again(interpreter: str, tmp_path: Path) -> None:
    code = f"""{START}
chip = TABLE.wires[0][0x20]
port = expander("mcp")
select, button = port.output(0), port.input(8)
port.init()
chip.power_up()
print(chip.registers[0], button.value(), chip.registers[0], chip.registers[0x14] & 1)
"""
    assert run(interpreter, code, tmp_path)[0].split()[2:] == ["254", "1"]


def test_sweeping_readers_behind_an_expander_allocates_nothing(tmp_path: Path) -> None:
    code = f"""{START}
import micropython
hang(0x20)
port = expander("mcp")
readers = [MFRC522(machine.SPI(0), port.output(n)) for n in range(4)]
button = port.input(8)
port.init()
scanner = Scanner(readers, lambda uid: uid == A, on_tag, on_notice)
scanner.init()
scan()
def locked():
    micropython.heap_lock()
    for _ in range(20):
        scanner.step()
        button.value()
    micropython.heap_unlock()
locked()
scan()
"""
    assert run("micropython", code, tmp_path) == ["-", "-"]
