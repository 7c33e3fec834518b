"""The expanders MCP23017 and PCF8574 behind their bytes.

A pin of an expander goes by (address, number) where a pin of the board goes by its number: so
selects and buttons are found in ``TABLE.sockets`` and ``TABLE.buttons`` in the same way.
"""

_IODIR, _GPPU, _GPIO, _OLAT = 0x00, 0x0C, 0x12, 0x14


class _Pins:
    """What hangs on an expander's pins."""

    def __init__(self, table, address, pins):
        self.table = table
        self.address = address
        self.names = [(address, pin) for pin in range(pins)]
        self.power_up()

    def held(self, pin):
        """Is this pin's button connecting it to ground?"""
        return bool(self.table.buttons.get(self.names[pin]))

    def drive(self, pin, level):
        """Drive what hangs on a pin."""
        socket = self.table.sockets.get(self.names[pin])
        if socket is not None:
            socket.drive(level)


class Mcp23017Chip(_Pins):
    """Registers 0x00 to 0x15 in the order of BANK = 0; the pointer steps on by itself."""

    def __init__(self, table, address):
        _Pins.__init__(self, table, address, 16)

    def power_up(self):
        """As after power-up: all pins are inputs, nothing is pulled."""
        self.registers = bytearray(22)
        self.registers[_IODIR] = self.registers[_IODIR + 1] = 0xFF
        self.pointer = 0

    def write(self, data):
        """A register's number, then what goes into it and the following."""
        self.pointer = data[0] % 22
        for i in range(1, len(data)):
            register = self.pointer
            if _GPIO <= register < _OLAT:
                register += 2  # writing a port sets its latch
            before = self.registers[register]
            self.registers[register] = data[i]
            if register >= _OLAT or register < _IODIR + 2:
                self._settle(register & 1, before ^ data[i])
            self.pointer = (self.pointer + 1) % 22

    def _settle(self, port, changed):
        direction = self.registers[_IODIR + port]
        for bit in range(8):
            if changed >> bit & 1 and not direction >> bit & 1:
                self.drive(8 * port + bit, self.registers[_OLAT + port] >> bit & 1)

    def read(self, into):
        """What the registers from the pointer on hold; a port what its pins are at."""
        for i in range(len(into)):
            register = self.pointer
            into[i] = self.registers[register]
            if _GPIO <= register < _OLAT:
                into[i] = self._port(register & 1)
            self.pointer = (self.pointer + 1) % 22

    def _port(self, port):
        levels = 0
        for bit in range(8):
            if not self.registers[_IODIR + port] >> bit & 1:
                level = self.registers[_OLAT + port] >> bit & 1
            else:
                level = self.registers[_GPPU + port] >> bit & 1
                if self.held(8 * port + bit):
                    level = 0
            levels |= level << bit
        return levels


class Pcf8574Chip(_Pins):
    """One byte: what is written is what the pins are at, unless something pulls them down."""

    def __init__(self, table, address):
        _Pins.__init__(self, table, address, 8)

    def power_up(self):
        """As after power-up: all high."""
        self.latch = 0xFF
        self.settled = False

    def write(self, data):
        """Every byte sets all pins."""
        for byte in data:
            changed = self.latch ^ byte if self.settled else 0xFF
            self.settled = True
            self.latch = byte
            for pin in range(8):
                if changed >> pin & 1:
                    self.drive(pin, byte >> pin & 1)

    def read(self, into):
        """Every byte is what the pins are at."""
        levels = self.latch
        for pin in range(8):
            if self.held(pin):
                levels &= ~(1 << pin)
        for i in range(len(into)):
            into[i] = levels
