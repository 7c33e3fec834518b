"""Raspberry Pi Pico (RP2040): four seats, four readers.

    part                 signal       pin
    -------------------  -----------  -----------------------
    MFRC522 1 to 4       SCK          GP18  (SPI0)
                         MOSI         GP19
                         MISO         GP16
                         SDA (NSS)    GP17, GP20, GP21, GP22
                         RST          3V3
    MAX7219              CLK          GP10  (SPI1)
                         DIN          GP11
                         CS (LOAD)    GP13
    buttons, seat 1 to 4 to ground    GP2, GP3, GP4, GP5
    WS2812 chain         DIN          GP6

The chain is seats 1 to 4, then the 13 bomb tokens. The MFRC522 run at 3.3 V; the MAX7219 and the
chain at 5 V, their data lines through a 74AHCT125. GP12 is claimed by SPI1 and left free.
"""

from machine import SPI, Pin
from neopixel import NeoPixel

from firmware.boards.base import TOKENS, Base
from firmware.drivers.max7219 import MAX7219
from firmware.drivers.mfrc522 import MFRC522

CHIP = "rp2040"
SEATS = 4
SPEED = 4_000_000

READER_SELECTS = (17, 20, 21, 22)
DIGITS_LOAD = 13
BUTTONS = (2, 3, 4, 5)
PIXELS = 6


class Board(Base):
    """The parts of this table, built once."""

    name = "pico"
    seats = SEATS
    groups = ((1, 3), (2, 4))
    speed = SPEED

    def __init__(self):
        Base.__init__(self)
        # Every select is high before the first byte is sent: a chip whose select floats would talk.
        selects = [Pin(number, Pin.OUT, value=1) for number in READER_SELECTS]
        load = Pin(DIGITS_LOAD, Pin.OUT, value=1)
        readers_bus = SPI(0, baudrate=SPEED, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
        digits_bus = SPI(1, baudrate=4_000_000, sck=Pin(10), mosi=Pin(11), miso=Pin(12))
        self.readers = [MFRC522(readers_bus, select) for select in selects]
        self.digits = MAX7219(digits_bus, load)
        self.buttons = [Pin(number, Pin.IN, Pin.PULL_UP) for number in BUTTONS]
        self.pixels = NeoPixel(Pin(PIXELS, Pin.OUT), SEATS + TOKENS)


def build():
    """The board's parts."""
    return Board()
