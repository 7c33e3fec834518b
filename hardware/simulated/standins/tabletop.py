"""The table's clock, its pins and what is soldered to them: shared by every stand-in.

Runs on MicroPython and CPython. There is one clock, ``now`` in microseconds of table time. It moves
when a bus transfer is paid for, when the firmware asks for the time, and when the firmware waits.
While a supervisor is attached, every real wait is handed to it; without one (tests of the models
alone) a wait just moves the clock.
"""

from micropython import const

# What one chip-select cycle costs a Pico in bytecode; a driver pays it when it pulls a select low.
CYCLE_US = const(43)

# Asking for the time is not free either, so that a loop which only watches the clock ends.
TICK_US = const(2)

# A firmware that never waits still meets the supervisor this often (table time).
SLICE_US = const(20_000)


class Bus:
    """The chips on one SPI bus and who is selected."""

    def __init__(self):
        self.chips = []
        self.floating = 0  # chips whose select nobody has driven yet
        self.low = 0  # chips that are selected
        self.one = None  # the chip selected last, while it is


class Socket:
    """A chip in its place: its bus, and its select line (None: floating, else 0 or 1)."""

    def __init__(self, table, bus, chip):
        self.table = table
        self.bus = bus
        self.chip = chip
        self.level = None
        bus.chips.append(self)
        bus.floating += 1

    def drive(self, level):
        """Drive the select line; a falling edge costs a cycle of the bus."""
        old = self.level
        if old == level:
            return
        self.level = level
        bus = self.bus
        if old is None:
            bus.floating -= 1
        if level:
            if old == 0:
                bus.low -= 1
                bus.one = None
                self.chip.deselect()
        else:
            table = self.table
            table.now += CYCLE_US
            table.cycles += 1
            bus.low += 1
            bus.one = self.chip
            self.chip.select()


class Table:
    """The clock, the levels of the pins and the chips behind them."""

    def __init__(self):
        self.now = 0
        self.met = 0  # when the supervisor last had the clock
        self.dog_us = 0  # table time at which the watchdog bites; 0: not started
        self.supervisor = None  # object with meet(table, wake_us, wants)
        self.interrupt = 3  # the byte that interrupts the program; -1: none
        self.room = True  # the host takes bytes: what POLLOUT says
        self.cycles = 0  # chip-select cycles since power-up
        self.levels = {}  # pin number -> level driven or pulled; absent: floating
        self.sockets = {}  # pin number -> Socket
        self.calls = 0  # I2C transfers since power-up
        self.buses = {}  # SPI number -> Bus
        self.wires = {}  # I2C number -> {address: chip}
        self.buttons = {}  # pin number -> True while held
        self.chains = {}  # pin number -> bytes of the pixels as sent
        self.readers = []
        self.digits = None
        self.strip = None  # the pin whose chain is the table's
        self.seats = ()  # the buttons' pins, seat 1 first

    def ticks(self):
        """Table time in µs, after paying for the question."""
        self.now += TICK_US
        if self.now - self.met > SLICE_US:
            self.wait(self.now, 0)
        return self.now

    def sleep(self, us):
        """Let ``us`` of table time pass; the short waits inside a transfer meet nobody."""
        wake = self.now + us
        if us < 2_000 and wake - self.met <= SLICE_US:
            self.now = wake
            return
        while self.now < wake:
            self.wait(wake, 0)

    def wait(self, wake_us, wants):
        """Hand the clock over until ``wake_us``, or what is wanted: 1 input, 4 room to write."""
        if self.supervisor is None:
            if wake_us > self.now:
                self.now = wake_us
        else:
            self.supervisor.meet(self, wake_us, wants)
        self.met = self.now

    def solder(self, wiring):
        """Put the chips of a wiring (see ``wiring.py``) on their buses and pins."""
        from chip_max7219 import Max7219Chip, Max7219Rows
        from chip_mfrc522 import Mfrc522Chip

        for wire, kind, address in wiring.get("expanders", ()):
            from chip_expander import Mcp23017Chip, Pcf8574Chip

            chip = (Mcp23017Chip if kind == "mcp23017" else Pcf8574Chip)(self, address)
            self.wires.setdefault(wire, {})[address] = chip
        for bus, kind, pin in wiring["chips"]:
            if kind == "mfrc522":
                chip = Mfrc522Chip(self)
                self.readers.append(chip)
            else:
                rows = wiring.get("rows", 1)
                chip = Max7219Chip() if rows == 1 else Max7219Rows(rows)
                self.digits = chip
            if bus not in self.buses:
                self.buses[bus] = Bus()
            self.sockets[pin] = Socket(self, self.buses[bus], chip)
        self.strip = wiring["pixels"]
        self.seats = wiring["buttons"]

    def display(self):
        """(the pixel bytes as sent, three a pixel in the order r g b; the digits' text)."""
        return self.chains.get(self.strip, b""), self.digits.text() if self.digits else ""


TABLE = Table()
