"""Raspberry Pi Pico (RP2040): four seats that share one reader and one button.

    part                 signal       pin
    -------------------  -----------  -----------------------
    MFRC522              SCK          GP18  (SPI0)
                         MOSI         GP19
                         MISO         GP16
                         SDA (NSS)    GP17
                         RST          3V3
    MAX7219, two rows    CLK          GP10  (SPI1)
                         DIN          GP11, the upper row's; its DOUT to the lower row's DIN
                         CS (LOAD)    GP13, of both
    button               to ground    GP2
    WS2812 chain         DIN          GP6

The smallest table: reader and button in the middle, the digits say whose they are. The chain is
seats 1 to 4, then the 13 bomb tokens; with fewer pixels (2 at least) it shows what fits. Should
there be one row of digits, say so in ROWS. Voltages as on the board `pico`.
"""

from machine import SPI, Pin
from neopixel import NeoPixel

from firmware.boards.base import TOKENS, Base
from firmware.drivers.max7219 import MAX7219
from firmware.drivers.mfrc522 import MFRC522

CHIP = "rp2040"
SEATS = 4
SPEED = 4_000_000
ROWS = 2

READER_SELECT = 17
DIGITS_LOAD = 13
BUTTON = 2
PIXELS = 6


class Board(Base):
    """The parts of this table, built once."""

    name = "pico_shared"
    seats = SEATS
    groups = ((1,),)
    speed = SPEED

    def __init__(self):
        Base.__init__(self)
        select = Pin(READER_SELECT, Pin.OUT, value=1)
        load = Pin(DIGITS_LOAD, Pin.OUT, value=1)
        reader_bus = SPI(0, baudrate=SPEED, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
        digits_bus = SPI(1, baudrate=4_000_000, sck=Pin(10), mosi=Pin(11), miso=Pin(12))
        self.readers = [MFRC522(reader_bus, select)]
        self.digits = MAX7219(digits_bus, load, rows=ROWS)
        self.buttons = [Pin(BUTTON, Pin.IN, Pin.PULL_UP)]
        self.pixels = NeoPixel(Pin(PIXELS, Pin.OUT), SEATS + TOKENS)


def build():
    """The board's parts."""
    return Board()
