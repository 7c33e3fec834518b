"""ESP32 (DevKitC with a WROOM-32 module): six seats, their selects and buttons on an MCP23017.

    part                 signal       pin
    -------------------  -----------  -----------------------
    MCP23017             SCL          IO22  (I2C 0, 400 kHz; 4.7 kΩ to 3V3)
                         SDA          IO21  (4.7 kΩ to 3V3)
                         A0, A1, A2   ground: address 0x20
                         RESET        3V3
    MFRC522 1 to 6       SCK          IO18  (SPI 2, "VSPI")
                         MOSI         IO23
                         MISO         IO19
                         SDA (NSS)    GPA0 to GPA5 of the MCP23017, each with 10 kΩ to 3V3
                         RST          3V3
    MAX7219              CLK          IO18  (shared)
                         DIN          IO23  (shared)
                         CS (LOAD)    IO27
    buttons, seat 1 to 6 to ground    GPB0 to GPB5 of the MCP23017
    WS2812 chain         DIN          IO4

A chip-select cycle costs two I2C transfers, 145 µs on the wires: a sweep of six empty readers takes
7 ms longer than with selects at the ESP32's own pins, a card with a 7-byte UID 8 ms. Where the pins
suffice, let the expander have the buttons only: they are one transfer for all. The chain is seats 1
to 6, then the 13 bomb tokens. Voltages, and the pins to be left alone, as on the board `esp32`.
"""

from machine import I2C, SPI, Pin
from neopixel import NeoPixel

from firmware.boards.base import TOKENS, Base
from firmware.drivers.max7219 import MAX7219
from firmware.drivers.mcp23017 import MCP23017
from firmware.drivers.mfrc522 import MFRC522

CHIP = "esp32"
SEATS = 6
SPEED = 4_000_000

EXPANDER = 0x20
READER_SELECTS = (0, 1, 2, 3, 4, 5)  # of the expander
BUTTONS = (8, 9, 10, 11, 12, 13)  # of the expander
DIGITS_LOAD = 27
PIXELS = 4


class Board(Base):
    """The parts of this table, built once."""

    name = "esp32_six"
    seats = SEATS
    groups = ((1, 3, 5), (2, 4, 6))
    speed = SPEED

    def __init__(self):
        Base.__init__(self)
        expander = MCP23017(I2C(0, scl=Pin(22), sda=Pin(21), freq=400_000), EXPANDER)
        selects = [expander.output(number) for number in READER_SELECTS]
        self.buttons = [expander.input(number) for number in BUTTONS]
        # Every select is high before the first byte is sent: a chip whose select floats would talk.
        expander.init()
        load = Pin(DIGITS_LOAD, Pin.OUT, value=1)
        bus = SPI(2, baudrate=SPEED, sck=Pin(18), mosi=Pin(23), miso=Pin(19))
        self.readers = [MFRC522(bus, select) for select in selects]
        self.digits = MAX7219(bus, load)
        self.pixels = NeoPixel(Pin(PIXELS, Pin.OUT), SEATS + TOKENS)


def build():
    """The board's parts."""
    return Board()
