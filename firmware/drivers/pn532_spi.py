"""The PN532 on SPI (UM0701-02, §6.2.5): mode 0, at most 5 MHz, the lowest bit first.

The hardware SPI of several boards knows only the highest bit first, so the bits are turned here.
"""

import time

from firmware.drivers.pn532 import PN532

# Data writing 01h, status reading 02h, data reading 03h; each with its bits turned.
_WRITE = b"\x80"
_STATUS = b"\x40\x00"
_READ = 0xC0

_TURNED = b"\x00\x08\x04\x0c\x02\x0a\x06\x0e\x01\x09\x05\x0d\x03\x0b\x07\x0f"


def turned(byte):
    """A byte with its bits in the other order."""
    return _TURNED[byte & 15] << 4 | _TURNED[byte >> 4]


class PN532_SPI(PN532):
    """One reader. ``spi``: a machine.SPI; ``cs``: an output Pin, low while selected."""

    def __init__(self, spi, cs, gain=38):
        self._spi = spi
        self._cs = cs
        cs(1)
        self._status = bytearray(2)
        super().__init__(gain)
        self._asks = {}
        for size in (len(self._short), len(self._answer)):
            ask = bytearray(size)
            ask[0] = _READ
            self._asks[size] = ask

    def _wrap(self, data):
        return _WRITE + bytes([turned(byte) for byte in data])

    def _send(self, data):
        self._cs(0)
        self._spi.write(data)
        self._cs(1)

    def _ready(self):
        self._cs(0)
        self._spi.write_readinto(_STATUS, self._status)
        self._cs(1)
        return self._status[1] == 0x80

    def _read(self, into):
        self._cs(0)
        self._spi.write_readinto(self._asks[len(into)], into)
        self._cs(1)
        for i in range(1, len(into)):
            byte = into[i]
            into[i] = _TURNED[byte & 15] << 4 | _TURNED[byte >> 4]

    def _wake(self):
        """A select held low for 2 ms wakes a chip that sleeps (§7.2.11)."""
        self._cs(0)
        time.sleep_ms(2)
        self._cs(1)
