"""What every board has, and what `main` asks of it.

readers     drivers of the readers, in the order of the seats; fewer than seats are shared
groups      numbers (from 1) of the readers that may be lit at the same time, a tuple a group;
            neighbours read each other's cards and should not; `dark`: are the others' fields
            off meanwhile (readers closer than a hand's breadth)
buttons     pins, or pins of an expander, 0 while held; one a seat, or one a shared reader
pixels      a NeoPixel chain; `brightness` in per cent of the colours in `screens.py`,
            `limit_ma` what it may draw (0: anything)
digits      a driver with `rows` rows of eight digits
line        a driver with `show(text)` for a line of text, or None
speed       SPI clock of the readers in Hz, for people
stream      where the host is
unique_id   the chip's, in hex
expanders   to be set up before the readers
"""

from machine import WDT, reset, unique_id

from firmware.streams import UsbStream

TOKENS = 13
# The RP2040's watchdog counts to 8388 ms at most.
WATCHDOG_MS = 8000


class Base:
    """A board's parts; its own file fills them in. The readers and digits still want their
    ``init()``."""

    name = ""
    seats = 4
    groups: "tuple[tuple[int, ...], ...]" = ()
    dark = False
    brightness = 100
    limit_ma = 250  # of the 500 mA of a USB 2 port; the rest is for board, readers and digits
    speed = 0
    line = None

    def __init__(self):
        self.unique_id = unique_id().hex()
        # USB, or the bridge to UART0 on an ESP32's DevKitC: MicroPython's stdin and stdout.
        self.stream = UsbStream()

    def watchdog(self):
        """Start the watchdog; it cannot be stopped again."""
        return WDT(timeout=WATCHDOG_MS)

    def reset(self):
        """Restart the board."""
        reset()
