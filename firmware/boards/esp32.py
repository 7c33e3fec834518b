"""ESP32 (DevKitC with a WROOM-32 module): four seats, four readers.

    part                 signal       pin
    -------------------  -----------  -----------------------
    MFRC522 1 to 4       SCK          IO18  (SPI 2, "VSPI")
                         MOSI         IO23
                         MISO         IO19
                         SDA (NSS)    IO21, IO22, IO25, IO26
                         RST          3V3
    MAX7219              CLK          IO18  (shared)
                         DIN          IO23  (shared)
                         CS (LOAD)    IO27
    buttons, seat 1 to 4 to ground    IO13, IO14, IO32, IO33
    WS2812 chain         DIN          IO4

The chain is seats 1 to 4, then the 13 bomb tokens. Left alone: IO0, 2, 5, 12 and 15 are read at
start-up (strapping), IO6 to 11 belong to the flash, IO34 to 39 are inputs without pull-ups, IO1 and
IO3 are the serial port to the host. The MAX7219 and the chain run at 5 V, their data lines through
a 74AHCT125; the MAX7219's DOUT stays unconnected, since it never lets go of a line.
"""

from machine import SPI, Pin
from neopixel import NeoPixel

from firmware.boards.base import TOKENS, Base
from firmware.drivers.max7219 import MAX7219
from firmware.drivers.mfrc522 import MFRC522

CHIP = "esp32"
SEATS = 4
SPEED = 4_000_000

READER_SELECTS = (21, 22, 25, 26)
DIGITS_LOAD = 27
BUTTONS = (13, 14, 32, 33)
PIXELS = 4


class Board(Base):
    """The parts of this table, built once."""

    name = "esp32"
    seats = SEATS
    groups = ((1, 3), (2, 4))
    speed = SPEED

    def __init__(self):
        Base.__init__(self)
        # Every select is high before the first byte is sent: a chip whose select floats would talk.
        selects = [Pin(number, Pin.OUT, value=1) for number in READER_SELECTS]
        load = Pin(DIGITS_LOAD, Pin.OUT, value=1)
        bus = SPI(2, baudrate=SPEED, sck=Pin(18), mosi=Pin(23), miso=Pin(19))
        self.readers = [MFRC522(bus, select) for select in selects]
        self.digits = MAX7219(bus, load)
        self.buttons = [Pin(number, Pin.IN, Pin.PULL_UP) for number in BUTTONS]
        self.pixels = NeoPixel(Pin(PIXELS, Pin.OUT), SEATS + TOKENS)


def build():
    """The board's parts."""
    return Board()
