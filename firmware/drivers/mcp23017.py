"""Driver of the Microchip MCP23017: sixteen pins over I2C (100, 400 kHz or 1.7 MHz).

Pins 0 to 7 are GPA0 to GPA7, 8 to 15 are GPB0 to GPB7. Registers are those of the data sheet's
table 3-3 (BANK = 0, as after power-up). Newer data sheets make GPA7 and GPB7 outputs only.

What it costs at 400 kHz: an output's change is three bytes, 29 bits or 73 µs; so a chip-select
cycle takes 145 µs more than at a pin of the board, and an empty poll of an MFRC522, 8 cycles,
1.2 ms more. All inputs together are one read of seven bytes, 168 µs a round. Until the chip is set
up its pins float: a select wants a pull-up of 10 kΩ.
"""

from micropython import const

from firmware.drivers.expander import Expander

ADDRESS = const(0x20)  # with A2, A1 and A0 at ground
_IODIR = const(0x00)
_GPPU = const(0x0C)
_OLAT = const(0x14)

_FROM_GPIO = b"\x12"


class MCP23017(Expander):
    """Sixteen pins. ``i2c``: a machine.I2C; ``address``: 0x20 to 0x27, by A2, A1 and A0."""

    def __init__(self, i2c, address=ADDRESS):
        Expander.__init__(self, i2c, address, 16)
        self._two = bytearray(2)
        self._three = bytearray(3)
        self._four = bytearray(4)

    def _set_up(self):
        # The levels before the directions: no select dips on the way.
        self._both(_OLAT, self.latch)
        self._both(_GPPU, ~self._outputs)
        self._both(_IODIR, ~self._outputs)

    def _both(self, register, value):
        three = self._three
        three[0] = register
        three[1] = value & 0xFF
        three[2] = value >> 8 & 0xFF
        self._i2c.writeto(self._address, three)

    def _send(self, mask):
        two = self._two
        if mask & 0xFF:
            two[0] = _OLAT
            two[1] = self.latch & 0xFF
        else:
            two[0] = _OLAT + 1
            two[1] = self.latch >> 8
        self._i2c.writeto(self._address, two)

    def _read(self):
        four = self._four
        self._i2c.writeto(self._address, _FROM_GPIO, False)
        self._i2c.readfrom_into(self._address, four)
        # The latches are read as well: a chip that lost its power for a moment has forgotten them.
        if (four[2] | four[3] << 8) & self._outputs != self.latch & self._outputs:
            self._set_up()
        return four[0] | four[1] << 8
