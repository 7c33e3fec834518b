"""The PN532 driver on the chip's model, over I2C and SPI, on both interpreters."""

from pathlib import Path

import pytest

from tests.hardware.rig import both, run

START = """
import time
from tabletop import TABLE, Bus, Socket
from tags import Tag
import machine
from chip_pn532 import Pn532Chip
from firmware.drivers import reader as drivers
from firmware.drivers.pn532_i2c import PN532_I2C
from firmware.drivers.pn532_spi import PN532_SPI
NAMES = ("NONE", "OK", "COLLISION", "CORRUPT", "SILENT", "BUSY")
chip = Pn532Chip(TABLE)
if BUS == "i2c":
    TABLE.wires[0] = {0x24: chip}
    first = PN532_I2C(machine.I2C(0, timeout=25_000))
else:
    TABLE.sockets[30] = Socket(TABLE, TABLE.buses[0], chip)
    for pin in (17, 20, 21, 22): machine.Pin(pin, machine.Pin.OUT, value=1)
    first = PN532_SPI(machine.SPI(0), machine.Pin(30, machine.Pin.OUT, value=1))
well = first.init()
def poll():
    outcome = first.poll()
    return NAMES[outcome], (bytes(first.uid[:first.size]).hex() if outcome in (1, 2) else "-")
"""


@pytest.fixture(params=["i2c", "spi"])
def start(request: pytest.FixtureRequest) -> str:
    """The set-up over one bus."""
    return f"BUS = '{request.param}'\n{START}"


@both
@pytest.mark.parametrize(
    "uid", ["04a1b2c3", "88a1b2c3", "04a1b2c3d4e5f6", "0488b2c3d4e5f6", "04a1b2c3d4e5f6a7b8c9"]
)
def test_a_resting_card_is_read_whole_at_every_poll(
    start: str, interpreter: str, uid: str, tmp_path: Path
) -> None:
    code = f"{start}\nchip.place(Tag(bytes.fromhex('{uid}')))\nfor _ in range(6): print(*poll())"
    assert run(interpreter, code, tmp_path) == [f"OK {uid}"] * 6


@both
def test_no_card_is_a_time_out_of_bounded_length(
    start: str, interpreter: str, tmp_path: Path
) -> None:
    """Its default retries wait for ever."""
    code = f"""{start}
print(well, chip.retries, chip.rats, hex(first.version))
began = TABLE.now
print(poll()[0], TABLE.now - began < 30_000)
chip.retries = 0xFF
began = TABLE.now
print(poll()[0], TABLE.now - began < 200_000, first.health() or "well")
"""
    assert run(interpreter, code, tmp_path) == [
        "True 2 False 0x16",
        "NONE True",
        "SILENT True well",
    ]


@both
def test_two_cards_are_a_collision_and_either_is_read_alone_afterwards(
    start: str, interpreter: str, tmp_path: Path
) -> None:
    code = f"""{start}
one, other = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3")
chip.place(Tag(one)); chip.place(Tag(other))
for _ in range(3): print(poll()[0], bytes(first.uid[:first.size]) in (one, other))
chip.lift(one)
for _ in range(2): print(*poll())
chip.lift()
print(*poll())
"""
    assert run(interpreter, code, tmp_path) == ["COLLISION True"] * 3 + ["OK 04a1b2c3"] * 2 + [
        "NONE -"
    ]


@both
def test_a_running_command_is_aborted_before_the_next(
    start: str, interpreter: str, tmp_path: Path
) -> None:
    code = f"""{start}
chip.place(Tag(bytes.fromhex('04a1b2c3')))
first.start()
time.sleep_ms(1)
print(NAMES[first.collect()])
print(first.health() or "well", chip.ignored)
first.start(); first.start()
print(*poll(), chip.ignored, chip.broken)
chip.fault("hang")
print(*poll())
chip.fault("none")
print(*poll(), chip.ignored)
"""
    assert run(interpreter, code, tmp_path) == [
        "BUSY",
        "well 0",
        "OK 04a1b2c3 0 0",
        "SILENT -",
        "OK 04a1b2c3 0",
    ]


@both
def test_a_poll_waits_for_nobody(start: str, interpreter: str, tmp_path: Path) -> None:
    """The chip takes its time; who polls it is told so, and does something else meanwhile."""
    code = f"""{start}
most = 0
for _ in range(5):
    began = TABLE.now
    first.start()
    most = max(most, TABLE.now - began)
    outcome = drivers.BUSY
    while outcome == drivers.BUSY:
        time.sleep_ms(2)
        began = TABLE.now
        outcome = first.collect()
        most = max(most, TABLE.now - began)
print(most < 2500)
"""
    assert run(interpreter, code, tmp_path) == ["True"]


@both
def test_each_fault_has_its_outcome_and_its_pulse(
    start: str, interpreter: str, tmp_path: Path
) -> None:
    code = f"""{start}
tag = Tag(bytes.fromhex('04a1b2c3'))
def safely(function):
    try: return function()
    except OSError as error: return "raises %d" % error.args[0]
def pulse(): return first.health() or "well"
for kind in ("deaf", "stuck_crypto", "collision", "noisy", "hang"):
    chip.fault(kind); chip.lift(); chip.place(tag)
    pulses = set([safely(pulse) for _ in range(20)])
    seen = set([safely(poll)[0] for _ in range(40)])
    print(kind, ",".join(sorted(pulses)), ",".join(sorted(seen)), end=" ")
    chip.fault("none" if kind not in ("deaf", "stuck_crypto") else kind)
    print(first.init(), *poll())
"""
    lines = [line.split() for line in run(interpreter, code, tmp_path)]
    assert [line[0] for line in lines] == ["deaf", "stuck_crypto", "collision", "noisy", "hang"]
    assert [line[1] for line in lines[:3]] == ["antenna", "crypto", "well"]
    assert [line[2] for line in lines[:3]] == ["NONE", "NONE", "COLLISION"]
    assert set(lines[3][2].split(",")) == {"CORRUPT", "NONE", "OK"}
    assert lines[4][1:3] == ["silent", "SILENT"]
    assert [line[3:] for line in lines] == [["True", "OK", "04a1b2c3"]] * 5


@both
def test_a_chip_that_is_gone_or_holds_the_clock_too_long(interpreter: str, tmp_path: Path) -> None:
    """Clock stretching is waited for, up to the bus's time-out and no longer."""
    code = f"""BUS = "i2c"{START}
chip.place(Tag(bytes.fromhex('04a1b2c3')))
for stretch in (5_000, 24_000, 1_000_000):
    chip.stretch_us = stretch
    began = TABLE.now
    try: print(first.init(), *poll())
    except OSError as error: print(error.args[0], TABLE.now - began < 60_000)
chip.fault("dead")
try: first.start()
except OSError as error: print(error.args[0])
chip.fault("none")
print(first.init(), *poll())
"""
    lines = run(interpreter, code, tmp_path)
    assert lines == ["True OK 04a1b2c3"] * 2 + ["110 True", "19", "True OK 04a1b2c3"]


@both
def test_a_dead_chip_on_spi_is_silent(interpreter: str, tmp_path: Path) -> None:
    code = f"""BUS = "spi"{START}
chip.fault("dead")
print(*poll(), first.health(), first.init())
chip.fault("none")
print(first.init(), *poll())
"""
    assert run(interpreter, code, tmp_path) == ["SILENT - silent False", "True NONE -"]


@both
def test_frames_have_the_manuals_checksums(interpreter: str, tmp_path: Path) -> None:
    """UM0701-02, 6.2.1.1; InListPassiveTarget and GetFirmwareVersion as the manual's readers print
    them.
    """
    code = """
from firmware.drivers.pn532 import frame
from firmware.drivers.pn532_spi import turned
print(frame(b"\\x02").hex(), frame(b"\\x4a\\x01\\x00").hex())
print(all([turned(turned(byte)) == byte for byte in range(256)]), turned(1), turned(0xC0))
"""
    assert run(interpreter, code, tmp_path) == [
        "0000ff02fed4022a00 0000ff04fcd44a0100e100",
        "True 128 3",
    ]


@both
def test_gain(start: str, interpreter: str, tmp_path: Path) -> None:
    code = f"""{start}
print(hex(chip.registers[0x6316]))
again = PN532_I2C(first._i2c, gain=48) if BUS == "i2c" else PN532_SPI(first._spi, first._cs, 48)
print(again.init(), hex(chip.registers[0x6316]))
"""
    assert run(interpreter, code, tmp_path) == ["0x59", "True 0x79"]


def test_a_poll_of_an_empty_reader_allocates_nothing(start: str, tmp_path: Path) -> None:
    """The model allocates; so the driver runs on a bus that answers from prepared bytes."""
    code = f"""{start}
import micropython
class Replay:
    def __init__(self): self.turn = 0
    def ready(self): return True
    def take(self, into):
        answer = ANSWERS[self.turn % 2]
        self.turn += 1
        for i in range(len(into)): into[i] = answer[i]
ANSWERS = tuple([head + bytes(60) for head in (
    b"\\x01\\x00\\x00\\xff\\x00\\xff\\x00",
    b"\\x01\\x00\\x00\\xff\\x03\\xfd\\xd5\\x4b\\x00\\xe0\\x00",
)])
replay = Replay()
first._send = lambda data: None
first._ready = replay.ready
first._read = replay.take
first.poll()
def locked():
    micropython.heap_lock()
    outcomes = 0
    for _ in range(10): outcomes |= first.poll()
    micropython.heap_unlock()
    return outcomes
print(locked())
"""
    assert run("micropython", code, tmp_path) == ["0"]


@both
def test_the_scanner_takes_a_pn532_beside_an_mfrc522(
    start: str, interpreter: str, tmp_path: Path
) -> None:
    code = f"""{start}
from firmware.drivers.mfrc522 import MFRC522
from firmware.scanner import Scanner
other = MFRC522(machine.SPI(0), machine.Pin(17, machine.Pin.OUT, value=1))
for pin in (20, 21, 22): machine.Pin(pin, machine.Pin.OUT, value=1)
told = []
def on_tag(reader, uid, seen): told.append("%d%s%s" % (reader, "+" if seen else "-", uid.hex()))
def on_notice(reader, code, detail): told.append("%d:%s" % (reader, code))
scanner = Scanner([first, other], lambda uid: True, on_tag, on_notice, ((1,), (2,)))
scanner.init()
def sweep(times=40):
    longest = 0
    for _ in range(times):
        began = TABLE.now
        scanner.step()
        longest = max(longest, TABLE.now - began)
        time.sleep_ms(15)
    print(*sorted(told), longest < 25_000)
    told.clear()
one, two = bytes.fromhex("04a1b2c3"), bytes.fromhex("04a1b2c3d4e5f6")
sweep()
chip.place(Tag(one)); TABLE.readers[0].place(Tag(two)); sweep()
sweep(100)
chip.place(Tag(bytes.fromhex("04010203"))); sweep()
chip.lift(); TABLE.readers[0].lift(); sweep(60)
chip.fault("deaf"); sweep()
health = scanner.health(1)
print(health.version, health.reads > 10, health.resets, chip.ignored, scanner.letter(1))
"""
    assert run(interpreter, code, tmp_path) == [
        "True",
        "1+04a1b2c3 2+04a1b2c3d4e5f6 True",
        "True",
        "1:two_cards True",
        "1-04a1b2c3 2-04a1b2c3d4e5f6 True",
        "1:reader_sick 1:reader_well True",
        "22 True 1 0 o",
    ]
