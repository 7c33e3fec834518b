"""Driver of the PCF8574 and PCF8574A: eight pins over I2C, at 100 kHz at most.

There are no registers: one byte out sets all pins, one byte in reads them. A pin that is high is
held up by 0.1 mA only, which is what makes it an input too; an output drives low well. After
power-up all are high, so no select dips.

What it costs at 100 kHz: two bytes a transfer, 20 bits or 200 µs, so a chip-select cycle takes
0.4 ms more than at a pin of the board and an empty poll of an MFRC522 3.2 ms: good for buttons, and
for the selects of two or three readers. All inputs together are one transfer.
"""

from micropython import const

from firmware.drivers.expander import Expander

ADDRESS = const(0x20)  # the PCF8574A's is 0x38


class PCF8574(Expander):
    """Eight pins. ``i2c``: a machine.I2C; ``address``: 0x20 to 0x27, a PCF8574A 0x38 to 0x3F."""

    def __init__(self, i2c, address=ADDRESS):
        Expander.__init__(self, i2c, address, 8)
        self._one = bytearray(1)

    def _set_up(self):
        self._send(0)

    def _send(self, mask):
        # Inputs are 1 in the latch, as they must be.
        self._one[0] = self.latch
        self._i2c.writeto(self._address, self._one)

    def _read(self):
        self._i2c.readfrom_into(self._address, self._one)
        return self._one[0]
