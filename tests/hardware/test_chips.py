"""The chips' models by themselves, on CPython and MicroPython."""

from pathlib import Path

from tests.hardware.rig import both, run

START = """
from tabletop import TABLE
import chip_mfrc522 as regs
from tags import Tag, ACTIVE, HALT, IDLE, READY, with_crc
chip = TABLE.readers[0]
def exchange(frame, last_bits=0, align=0):
    chip.write(regs.COMMAND, 0); chip.write(regs.COM_IRQ, 0x7F); chip.write(regs.FIFO_LEVEL, 0x80)
    chip.write(regs.BIT_FRAMING, last_bits)
    for byte in frame: chip.write(regs.FIFO_DATA, byte)
    chip.write(regs.COMMAND, 0x0C); chip.write(regs.BIT_FRAMING, 0x80 | align << 4 | last_bits)
    TABLE.now += 10_000
    irq = chip.read(regs.COM_IRQ)
    size = chip.read(regs.FIFO_LEVEL)
    return bytes([chip.read(regs.FIFO_DATA) for _ in range(size)]).hex() or "-"
chip.write(regs.T_MODE, 0x80); chip.write(regs.T_PRESCALER, 169); chip.write(regs.T_RELOAD_L, 40)
chip.write(regs.TX_CONTROL, 0x83); chip.write(regs.COLL, 0)
REQA, WUPA, HLTA = b"\\x26", b"\\x52", with_crc(b"\\x50\\x00")
"""


@both
def test_reqa_wakes_idle_tags_and_wupa_halted_ones_too(interpreter: str, tmp_path: Path) -> None:
    """ISO/IEC 14443-3, 6.3: the states and what leads from one to the next."""
    code = f"""{START}
tag = Tag(bytes.fromhex("04a1b2c3"))
chip.place(tag)
print(exchange(REQA, 7), exchange(REQA, 7), exchange(REQA, 7))
tag.power_off()
print(exchange(REQA, 7), exchange(b"\\x93\\x20"), exchange(tag.calls[0]), tag.state == ACTIVE)
exchange(HLTA)
print(tag.state == HALT, exchange(REQA, 7), exchange(WUPA, 7), tag.state == READY)
exchange(b"\\x12\\x34")
print(tag.state == HALT, exchange(WUPA, 7))
chip.write(regs.TX_CONTROL, 0x80)
print(tag.state == IDLE, exchange(REQA, 7))
"""
    assert run(interpreter, code, tmp_path) == [
        "0400 - 0400",
        "0400 04a1b2c3d4 08b6dd True",
        "True - 0400 True",
        "True 0400",
        "True -",
    ]


@both
def test_tags_collide_bit_by_bit_and_a_named_bit_separates_them(
    interpreter: str, tmp_path: Path
) -> None:
    """The position is that of the first bit that differs, counted from 1 (data sheet, 9.3.1.15)."""
    code = f"""{START}
one, other = Tag(bytes.fromhex("01020304")), Tag(bytes.fromhex("01020384"))
chip.place(one); chip.place(other)
exchange(WUPA, 7)
print(exchange(b"\\x93\\x20"), chip.read(regs.ERROR) & 8, chip.read(regs.COLL) & 0x3F)
print(exchange(b"\\x93\\x60\\x01\\x02\\x03\\x04"), chip.read(regs.ERROR) & 8)
print(exchange(with_crc(b"\\x93\\x70" + one.parts[0])), one.state == ACTIVE, other.state == IDLE)
"""
    lines = run(interpreter, code, tmp_path)
    assert lines[0] == "0102030400 8 0"  # 0 stands for the 32nd bit
    assert lines[1] == "04 0"  # one tag goes on, with the rest: the check byte
    assert lines[2] == "08b6dd True True"


@both
def test_a_start_bit_left_set_sends_the_next_frame_at_once(
    interpreter: str, tmp_path: Path
) -> None:
    """Nothing says that StartSend clears itself (9.3.1.14): a driver has to."""
    code = f"""{START}
tag = Tag(bytes.fromhex("04a1b2c3"))
chip.place(tag)
exchange(WUPA, 7)
chip.write(regs.COMMAND, 0); chip.write(regs.FIFO_LEVEL, 0x80)
for byte in b"\\x93\\x20": chip.write(regs.FIFO_DATA, byte)
chip.write(regs.COMMAND, 0x0C)
TABLE.now += 10_000
print(chip.read(regs.FIFO_LEVEL), tag.state == IDLE)
"""
    assert run(interpreter, code, tmp_path) == ["0 True"]


@both
def test_the_timer_is_the_prescaler_and_the_reload_value(interpreter: str, tmp_path: Path) -> None:
    """Data sheet, 8.5: 40 ticks of 25 µs after the end of the frame, and not before."""
    code = f"""{START}
chip.write(regs.COM_IRQ, 0x7F); chip.write(regs.FIFO_DATA, 0x52)
chip.write(regs.COMMAND, 0x0C); chip.write(regs.BIT_FRAMING, 0x87)
began = TABLE.now
while not chip.read(regs.COM_IRQ) & 1: TABLE.now += 10
print(TABLE.now - began)
"""
    assert 1000 <= int(run(interpreter, code, tmp_path)[0]) <= 1150


@both
def test_the_fifo_overflows_and_a_soft_reset_restores_the_registers(
    interpreter: str, tmp_path: Path
) -> None:
    code = f"""{START}
for i in range(65): chip.write(regs.FIFO_DATA, i)
print(chip.read(regs.FIFO_LEVEL), chip.read(regs.ERROR) & 0x10, chip.read(regs.FIFO_DATA))
chip.write(regs.COMMAND, 0x0F)
print(chip.read(regs.FIFO_LEVEL), hex(chip.read(regs.TX_CONTROL)), hex(chip.read(regs.VERSION)))
"""
    assert run(interpreter, code, tmp_path) == ["64 16 0", "0 0x80 0x92"]


@both
def test_two_selected_chips_spoil_each_others_answers(interpreter: str, tmp_path: Path) -> None:
    code = """
from tabletop import TABLE
import machine
spi = machine.SPI(0)
pins = [machine.Pin(n, machine.Pin.OUT, value=1) for n in (17, 20, 21, 22)]
def version():
    into = bytearray(2)
    spi.write_readinto(b"\\xee\\x00", into)
    return hex(into[1])
print(version())
pins[0](0); print(version()); pins[0](1)
TABLE.readers[1].registers[0x37] = 0x88
pins[0](0); pins[1](0); print(version()); pins[1](1); pins[0](1)
pins[1](0); print(version()); pins[1](1)
"""
    assert run(interpreter, code, tmp_path) == ["0xff", "0x92", "0x80", "0x88"]


@both
def test_pixels_show_only_what_was_sent(interpreter: str, tmp_path: Path) -> None:
    code = """
from tabletop import TABLE
from machine import Pin
from neopixel import NeoPixel
chain = NeoPixel(Pin(6, Pin.OUT), 2)
chain[0] = (1, 2, 3)
print(list(TABLE.display()[0]))
chain.write(); chain.fill((9, 9, 9))
print(list(TABLE.display()[0]), chain[1])
"""
    assert run(interpreter, code, tmp_path) == ["[]", "[1, 2, 3, 0, 0, 0] (9, 9, 9)"]


@both
def test_the_boards_name_the_pins_of_their_wirings(interpreter: str, tmp_path: Path) -> None:
    """The wiring of the simulated table is written down apart from the firmware's pins."""
    code = """
import sys
from tabletop import TABLE
from tags import Tag
from firmware import boards
board = boards.load(sys.argv[1] if len(sys.argv) > 1 else NAME).build()
print([reader.init() for reader in board.readers])
for number, chip in enumerate(TABLE.readers): chip.place(Tag(bytes((4, 1, 2, number))))
print([reader.poll() and reader.uid[3] for reader in board.readers])
board.digits.init(); board.digits.show("1234"); print(TABLE.digits.text())
for pin in TABLE.seats: TABLE.buttons[pin] = True
print([button.value() for button in board.buttons])
board.pixels.fill((1, 1, 1)); board.pixels.write()
print(len(TABLE.display()[0]) // 3, board.seats, len(board.unique_id))
board.watchdog(); print(TABLE.dog_us > 0)
"""
    for name in ("pico", "esp32"):
        lines = run(interpreter, f"NAME = '{name}'\n{code}", tmp_path, board=name)
        assert lines == [
            "[True, True, True, True]",
            "[0, 1, 2, 3]",
            "1234    ",
            "[0, 0, 0, 0]",
            "17 4 16",
            "True",
        ]
