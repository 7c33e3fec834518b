"""The MFRC522 driver on the chip's register model, on both interpreters."""

from pathlib import Path

import pytest

from tests.hardware.rig import both, run

START = """
import time
from tabletop import TABLE
from tags import Tag
import machine
from firmware.drivers import mfrc522
from firmware.drivers.mfrc522 import MFRC522
NAMES = ("NONE", "OK", "COLLISION", "CORRUPT", "SILENT")
spi = machine.SPI(0)
readers = [MFRC522(spi, machine.Pin(n, machine.Pin.OUT, value=1)) for n in (17, 20, 21, 22)]
first, chip = readers[0], TABLE.readers[0]
well = [reader.init() for reader in readers]
def poll(reader=first):
    cycles = TABLE.cycles
    outcome = NAMES[reader.poll()]
    cycles = TABLE.cycles - cycles
    return outcome, (bytes(reader.uid[:reader.size]).hex() if outcome == "OK" else "-"), cycles
"""


@both
@pytest.mark.parametrize(
    ("uid", "budget"),
    [
        ("04a1b2c3", 35),
        ("88a1b2c3", 35),
        ("04a1b2c3d4e5f6", 55),
        ("0488b2c3d4e5f6", 55),
        ("04a1b2c3d4e5f6a7b8c9", 75),
    ],
)
def test_a_uid_is_read_whole_and_within_its_cycles(
    interpreter: str, uid: str, budget: int, tmp_path: Path
) -> None:
    """A 7-byte UID is no 88 and three bytes: SAK's cascade bit decides, never the byte 88."""
    code = f"{START}\nchip.place(Tag(bytes.fromhex('{uid}')))\nfor _ in range(5): print(*poll())"
    lines = [line.split() for line in run(interpreter, code, tmp_path)]
    assert [line[:2] for line in lines] == [["OK", uid]] * 5  # a resting card answers every poll
    assert max(int(line[2]) for line in lines) <= budget


@both
def test_no_card_is_a_clean_time_out_of_a_millisecond_within_8_cycles(
    interpreter: str, tmp_path: Path
) -> None:
    """The time-out is seen by its interrupt flag: a loop on ``~flag`` would read for ever."""
    code = f"{START}\nbegan = TABLE.now\nprint(*poll())\nprint(TABLE.now - began, well)"
    lines = run(interpreter, code, tmp_path)
    outcome, _, cycles = lines[0].split()
    assert outcome == "NONE"
    assert int(cycles) <= 8
    taken, well = lines[1].split(" ", 1)
    assert int(taken) < 2000
    assert well == "[True, True, True, True]"


@both
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("04a1b2c3", "04a1b2c2"),
        ("04a1b2c3", "04a1b2c3d4e5f6"),
        ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7"),
        ("01020304", "01020384"),
    ],
)
def test_two_cards_are_a_collision_and_either_is_read_alone_afterwards(
    interpreter: str, one: str, other: str, tmp_path: Path
) -> None:
    code = f"""{START}
chip.place(Tag(bytes.fromhex('{one}')))
chip.place(Tag(bytes.fromhex('{other}')))
for _ in range(3): print(*poll())
chip.lift(bytes.fromhex('{other}'))
print(*poll())
"""
    lines = [line.split()[:2] for line in run(interpreter, code, tmp_path)]
    assert lines[:3] == [["COLLISION", "-"]] * 3
    assert lines[3] == ["OK", one]


@both
@pytest.mark.parametrize("uid", ["04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6a7b8c9"])
def test_of_two_cards_that_differ_in_one_bit_one_is_told_apart(
    interpreter: str, uid: str, tmp_path: Path
) -> None:
    """Bit-wise anticollision on every level, wherever the bit is; it stays a collision."""
    code = f"""{START}
uid = bytes.fromhex('{uid}')
told, whole = 0, 0
for bit in range(8, 8 * len(uid)):
    other = bytearray(uid)
    other[bit >> 3] ^= 1 << (bit & 7)
    pair = (uid, bytes(other))
    for one in pair: chip.place(Tag(one))
    for _ in range(2):
        if first.poll() == mfrc522.COLLISION: told += 1
        if bytes(first.uid[:first.size]) in pair: whole += 1
    chip.lift()
print(told, whole, first.poll())
"""
    pairs = 2 * 8 * (len(uid) // 2 - 1)
    assert run(interpreter, code, tmp_path) == [f"{pairs} {pairs} 0"]


@both
def test_three_cards_and_cards_of_two_sizes_are_collisions(
    interpreter: str, tmp_path: Path
) -> None:
    code = f"""{START}
for uids in (("04a1b2c3", "04a1b2c2", "04a1b2c0"), ("04a1b2c3", "04a1b2c3d4e5f6")):
    for uid in uids: chip.place(Tag(bytes.fromhex(uid)))
    print(*[poll()[0] for _ in range(3)])
    chip.lift()
    print(poll()[0])
"""
    assert run(interpreter, code, tmp_path) == ["COLLISION COLLISION COLLISION", "NONE"] * 2


@both
def test_the_gain_is_the_board_files(interpreter: str, tmp_path: Path) -> None:
    """RxGain, data sheet 9.3.3.6."""
    code = f"""{START}
for gain in (18, 23, 33, 38, 43, 48):
    MFRC522(spi, machine.Pin(17, machine.Pin.OUT, value=1), gain).init()
    print(hex(chip.registers[0x26]))
try: MFRC522(spi, machine.Pin(17), 40)
except ValueError as error: print(error)
"""
    assert run(interpreter, code, tmp_path) == [
        "0x0", "0x10", "0x40", "0x50", "0x60", "0x70",
        "no gain of 40 dB: 18, 23, 33, 38, 43 and 48 there are",
    ]  # fmt: skip


@both
def test_neighbours_lit_together_drown_each_other_and_in_turn_they_do_not(
    interpreter: str, tmp_path: Path
) -> None:
    """Several readers drown each other: a near carrier fills the pauses a card listens for."""
    code = f"""{START}
chip.place(Tag(bytes.fromhex('04a1b2c3')))
TABLE.readers[1].place(Tag(bytes.fromhex('04a1b2c4')))
print(*[NAMES[reader.poll()] for reader in readers[:2]])
chip.couple(TABLE.readers[1], drowns=True)
print(*[NAMES[reader.poll()] for reader in readers[:2]])
for one, other in ((0, 1), (1, 0)):
    readers[other].field(False)
    readers[one].field(True)
    time.sleep_ms(5)
    print(NAMES[readers[one].poll()])
"""
    assert run(interpreter, code, tmp_path) == ["OK OK", "NONE NONE", "OK", "OK"]


@both
def test_each_fault_has_its_outcome_and_its_pulse(interpreter: str, tmp_path: Path) -> None:
    """Deaf readers still answer with their version; the antenna, timer and cipher bits tell."""
    code = f"""{START}
tag = Tag(bytes.fromhex('04a1b2c3'))
for kind in ("none", "dead", "noisy", "stuck_crypto", "collision", "deaf"):
    chip.fault("none"); first.init(); chip.lift(); chip.place(tag)
    chip.fault(kind)
    seen = set([poll()[0] for _ in range(40)])
    print(kind, first.health() or "-", ",".join(sorted(seen)), first.init(), poll(readers[1])[0])
chip.registers[0x2A] = 0
chip.fault("none"); first.init(); chip.registers[0x2A] = 0
print(first.health())
"""
    lines = [line.split() for line in run(interpreter, code, tmp_path)]
    assert lines == [
        ["none", "-", "OK", "True", "NONE"],
        ["dead", "silent", "SILENT", "False", "NONE"],
        ["noisy", "-", lines[2][2], "True", "NONE"],
        ["stuck_crypto", "crypto", "NONE", "True", "NONE"],
        ["collision", "-", "COLLISION", "True", "NONE"],
        ["deaf", "antenna", "NONE", "True", "NONE"],
        ["timer"],
    ]
    assert {"OK", "CORRUPT"} <= set(lines[2][2].split(","))


@both
def test_a_select_that_floats_spoils_the_bus_and_high_ones_do_not(
    interpreter: str, tmp_path: Path
) -> None:
    """All chip selects must be high before the first init: clone chips hold MISO."""
    code = """
from tabletop import TABLE
import machine
from firmware.drivers.mfrc522 import MFRC522
spi = machine.SPI(0)
one = MFRC522(spi, machine.Pin(17, machine.Pin.OUT, value=1))
print(one.init())
others = [MFRC522(spi, machine.Pin(n, machine.Pin.OUT, value=1)) for n in (20, 21, 22)]
print(one.init())
"""
    assert run(interpreter, code, tmp_path) == ["False", "True"]


@both
def test_a_group_of_readers_can_be_started_before_the_first_is_collected(
    interpreter: str, tmp_path: Path
) -> None:
    code = f"""{START}
TABLE.readers[2].place(Tag(bytes.fromhex('04a1b2c3d4e5f6')))
for reader in readers: reader.start()
time.sleep_us(mfrc522.WAKE_US)
print(*[NAMES[reader.collect()] for reader in readers])
"""
    assert run(interpreter, code, tmp_path) == ["NONE NONE OK NONE"]


@both
def test_a_card_that_left_half_way_is_found_by_the_next_poll(
    interpreter: str, tmp_path: Path
) -> None:
    """A resting card must not alternate between found and not found."""
    code = f"""{START}
tag = Tag(bytes.fromhex('04a1b2c3d4e5f6'))
chip.place(tag)
for state in (0, 1, 2, 3):
    poll()
    tag.state = state
    print(poll()[0], poll()[0])
"""
    lines = run(interpreter, code, tmp_path)
    assert [line.split()[1] for line in lines] == ["OK"] * 4


def test_a_poll_of_an_empty_reader_allocates_nothing(tmp_path: Path) -> None:
    code = f"""{START}
import micropython
def locked():
    micropython.heap_lock()
    outcomes = 0
    for _ in range(5):
        for reader in readers:
            outcomes |= reader.poll()
            reader.health()
    micropython.heap_unlock()
    return outcomes
print(locked())
"""
    assert run("micropython", code, tmp_path) == ["0"]


@both
def test_crc_a_agrees_with_the_chip_and_the_standards_examples(
    interpreter: str, tmp_path: Path
) -> None:
    """ISO/IEC 14443-3 annex B: 00 00 gives A0 1E, 12 34 gives 26 CF; the CRC unit says the same."""
    code = f"""{START}
for text in ("0000", "1234", "9370" + "04a1b2c3d4"):
    data = bytes.fromhex(text)
    chip.write(0x11, 0x3D); chip.write(0x0A, 0x80); chip.write(0x05, 0x7F)
    for byte in data: chip.write(0x09, byte)
    chip.write(0x01, 0x03)
    assert chip.read(0x05) & 0x04
    crc = mfrc522.crc_a(data, 0, len(data))
    print("%02X %02X" % (crc & 255, crc >> 8), crc == chip.read(0x22) | chip.read(0x21) << 8)
"""
    assert run(interpreter, code, tmp_path)[:2] == ["A0 1E True", "26 CF True"]
    assert run(interpreter, code, tmp_path)[2].endswith("True")
