"""The PN532 on I2C (UM0701-02, §6.2.4): every read starts with a byte that says "ready"."""

from firmware.drivers.pn532 import PN532


class PN532_I2C(PN532):
    """One reader.

    i2c      a machine.I2C of at most 400 kHz; give it a ``timeout`` of 25 ms or more, for as long
             the chip may hold the clock. Beyond it the call raises OSError, and the scanner resets
             this reader.
    address  24h, the only one the chip has: one reader a bus
    """

    def __init__(self, i2c, address=0x24, gain=38):
        self._i2c = i2c
        self._address = address
        self._status = bytearray(1)
        super().__init__(gain)

    def _wrap(self, data):
        return data

    def _send(self, data):
        self._i2c.writeto(self._address, data)

    def _ready(self):
        self._i2c.readfrom_into(self._address, self._status)
        return self._status[0] & 1 == 1

    def _read(self, into):
        self._i2c.readfrom_into(self._address, into)

    def _wake(self):
        """Its own address wakes it (§7.2.11); the bus waits while it holds the clock."""
