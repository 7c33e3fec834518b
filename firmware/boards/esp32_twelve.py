"""ESP32 (DevKitC with a WROOM-32 module): twelve seats in two halves, each with an MCP23017.

    part                 signal       pin
    -------------------  -----------  -----------------------
    MCP23017 1           SCL          IO22  (I2C 0, 400 kHz; 4.7 kΩ to 3V3)
                         SDA          IO21  (4.7 kΩ to 3V3)
                         A0, A1, A2   ground: address 0x20
                         RESET        3V3
    MCP23017 2           SCL          IO22  (shared)
                         SDA          IO21  (shared)
                         A0           3V3, A1 and A2 ground: address 0x21
                         RESET        3V3
    MFRC522 1 to 6       SCK          IO18  (SPI 2, "VSPI")
                         MOSI         IO23
                         MISO         IO19
                         SDA (NSS)    GPA0 to GPA5 of MCP23017 1, each with 10 kΩ to 3V3
                         RST          3V3
    MFRC522 7 to 12      SCK          IO14  (SPI 1, "HSPI")
                         MOSI         IO13
                         MISO         IO25
                         SDA (NSS)    GPA0 to GPA5 of MCP23017 2, each with 10 kΩ to 3V3
                         RST          3V3
    MAX7219              CLK          IO18  (shared)
                         DIN          IO23  (shared)
                         CS (LOAD)    IO27
    buttons, seat 1 to 6 to ground    GPB0 to GPB5 of MCP23017 1
    buttons, seat 7 to 12 to ground   GPB0 to GPB5 of MCP23017 2
    WS2812 chain         DIN          IO4

Two buses of six readers, since a table for twelve has long cables: what they weigh slows the edges
of a single bus down too far, and 2 MHz leaves them time. SPI 1's usual MISO, IO12, is a strapping
pin, so IO25 has it. A sweep of twelve empty readers takes 20 ms, most of it the two I2C transfers
of each chip select. The chain is seats 1 to 12, then the 13 bomb tokens. Voltages, and the pins to
be left alone, as on the board `esp32`.
"""

from machine import I2C, SPI, Pin
from neopixel import NeoPixel

from firmware.boards.base import TOKENS, Base
from firmware.drivers.max7219 import MAX7219
from firmware.drivers.mcp23017 import MCP23017
from firmware.drivers.mfrc522 import MFRC522

CHIP = "esp32"
SEATS = 12
SPEED = 2_000_000

EXPANDERS = (0x20, 0x21)  # of seats 1 to 6, of seats 7 to 12
READER_SELECTS = (0, 1, 2, 3, 4, 5)  # of each expander
BUTTONS = (8, 9, 10, 11, 12, 13)  # of each expander
DIGITS_LOAD = 27
PIXELS = 4


class Board(Base):
    """The parts of this table, built once."""

    name = "esp32_twelve"
    seats = SEATS
    groups = ((1, 3, 5, 7, 9, 11), (2, 4, 6, 8, 10, 12))
    speed = SPEED

    def __init__(self):
        Base.__init__(self)
        wires = I2C(0, scl=Pin(22), sda=Pin(21), freq=400_000)
        expanders = [MCP23017(wires, address) for address in EXPANDERS]
        selects = [each.output(number) for each in expanders for number in READER_SELECTS]
        self.buttons = [each.input(number) for each in expanders for number in BUTTONS]
        # Every select is high before the first byte is sent: a chip whose select floats would talk.
        for each in expanders:
            each.init()
        load = Pin(DIGITS_LOAD, Pin.OUT, value=1)
        near = SPI(2, baudrate=SPEED, sck=Pin(18), mosi=Pin(23), miso=Pin(19))
        far = SPI(1, baudrate=SPEED, sck=Pin(14), mosi=Pin(13), miso=Pin(25))
        half = len(READER_SELECTS)
        self.readers = [MFRC522(near, select) for select in selects[:half]]
        self.readers += [MFRC522(far, select) for select in selects[half:]]
        self.digits = MAX7219(near, load)
        self.pixels = NeoPixel(Pin(PIXELS, Pin.OUT), SEATS + TOKENS)


def build():
    """The board's parts."""
    return Board()
