"""Stand-in for ``machine``: pins, buses, watchdog and reset, wired to the simulated table.

Only what a board's set-up file needs is here; the names and meanings are those of MicroPython's
``machine`` on the RP2 and ESP32 ports.
"""

import os

from tabletop import TABLE

PWRON_RESET = 1
WDT_RESET = 3
SOFT_RESET = 5

# What a call of I2C costs besides the bits; assumed, not measured on a board.
CALL_US = 20

_IDENTITY = bytes.fromhex("e66164084373" + "2b2a")


class Reset(BaseException):
    """Raised by ``reset``; only the starter catches it."""


class Pin:
    """A pin. ``value`` reads what drives it: ourselves, a pressed button, the pull-up."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self.id = id
        self.socket = TABLE.sockets.get(id)
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        """Set direction, pull and, for an output, its level."""
        if mode == Pin.IN:
            TABLE.levels.pop(self.id, None)
            if pull == Pin.PULL_UP:
                TABLE.levels[self.id] = 1
            elif pull == Pin.PULL_DOWN:
                TABLE.levels[self.id] = 0
        elif mode == Pin.OUT and value is None:
            value = TABLE.levels.get(self.id, 0)
        if value is not None:
            self(value)

    def __call__(self, level=None):
        if level is None:
            if TABLE.buttons.get(self.id):
                return 0
            return TABLE.levels.get(self.id, 0)
        level = 1 if level else 0
        if self.socket is not None:
            self.socket.drive(level)
        else:
            TABLE.levels[self.id] = level
        return None

    def value(self, level=None):
        """The level (what drives it: a pressed button, we, the pull-up), or set it."""
        return self(level)

    def on(self):
        """Drive high."""
        self(1)

    def off(self):
        """Drive low."""
        self(0)

    high = on
    low = off

    def __repr__(self):
        return "Pin(%s)" % self.id


class SPI:
    """A bus: every chip whose select is low talks; two at once spoil each other's bits.

    A select nobody drives floats, and a clone chip on it holds MISO: until it is driven high, that
    chip joins every transfer.
    """

    MSB = 0
    LSB = 1

    def __init__(
        self, id, baudrate=1_000_000, *, polarity=0, phase=0, bits=8, firstbit=0, sck=None,
        mosi=None, miso=None,
    ):  # fmt: skip
        if polarity or phase or bits != 8:
            raise ValueError("the chips of this table speak SPI mode 0 with 8 bits")
        if id not in TABLE.buses:
            raise ValueError("no chip of this table is on SPI %s" % (id,))
        self.id = id
        self.bus = TABLE.buses[id]
        self.spoilt = bytearray(64)

    def init(self, **_settings):
        """Nothing to set again."""

    def deinit(self):
        """Nothing to release."""

    def _transfer(self, out, into):
        """The long way, for when not exactly one chip is selected."""
        heard = False
        for socket in self.bus.chips:
            if socket.level == 1:
                continue
            if socket.level is None:
                # A clone chip whose select floats holds MISO until it is deselected.
                heard = True
                if into is not None:
                    for i in range(len(into)):
                        into[i] = 0
            elif not heard:
                heard = True
                socket.chip.transfer(out, into)
            else:
                socket.chip.transfer(out, self.spoilt)
                if into is not None:
                    for i in range(len(into)):
                        into[i] &= self.spoilt[i]
        if not heard and into is not None:
            for i in range(len(into)):
                into[i] = 0xFF

    def write(self, buf):
        """Shift ``buf`` out."""
        bus = self.bus
        if bus.low == 1 and not bus.floating and bus.one is not None:
            bus.one.transfer(buf, None)
        else:
            self._transfer(buf, None)

    def write_readinto(self, out, into):
        """Shift ``out`` out and what comes back into ``into``, of the same length."""
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        bus = self.bus
        if bus.low == 1 and not bus.floating and bus.one is not None:
            bus.one.transfer(out, into)
        else:
            self._transfer(out, into)

    def readinto(self, into, write=0):
        """Shift ``write`` out for every byte of ``into``."""
        self.write_readinto(bytes((write,)) * len(into), into)

    def read(self, nbytes, write=0):
        """``nbytes`` bytes read while ``write`` is shifted out."""
        into = bytearray(nbytes)
        self.readinto(into, write)
        return bytes(into)


class I2C:
    """A bus of two wires: the chip whose address is called answers, else the call raises OSError.

    A chip has ``write(data)`` for what comes after its address, and ``read(into)``. Time is charged
    by the clock of the bus, nine bits a byte, and ``CALL_US`` for the call itself. A chip that
    holds the clock low answers ``write`` or ``read`` with for how many µs; beyond ``timeout`` µs
    the call raises ETIMEDOUT, as on the ports.
    """

    def __init__(self, id, *, scl=None, sda=None, freq=400_000, timeout=50_000):
        if id not in TABLE.wires:
            raise ValueError("no chip of this table is on I2C %s" % (id,))
        self.id = id
        self.freq = freq
        self.timeout = timeout
        self.chips = TABLE.wires[id]

    def init(self, **_settings):
        """Nothing to set again."""

    def deinit(self):
        """Nothing to release."""

    def _call(self, addr, size):
        """Pay for an address and ``size`` bytes; the chip that is called."""
        chip = self.chips.get(addr)
        TABLE.calls += 1
        TABLE.now += CALL_US + (9 * (1 + (size if chip else 0)) + 2) * 1_000_000 // self.freq
        if chip is None:
            raise OSError(19)  # ENODEV: nobody acknowledged
        return chip

    def _stretch(self, us):
        """Wait while a chip holds the clock low."""
        if us:
            TABLE.now += min(us, self.timeout)
            if us > self.timeout:
                raise OSError(110)  # ETIMEDOUT

    def scan(self):
        """The addresses at which a chip answers."""
        return sorted(self.chips)

    def writeto(self, addr, buf, stop=True):
        """Send ``buf``; the number of acknowledged bytes."""
        self._stretch(self._call(addr, len(buf)).write(buf))
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        """Send several buffers as one."""
        return self.writeto(addr, b"".join([bytes(part) for part in vector]), stop)

    def readfrom_into(self, addr, buf, stop=True):
        """Fill ``buf``."""
        self._stretch(self._call(addr, len(buf)).read(buf))

    def readfrom(self, addr, nbytes, stop=True):
        """``nbytes`` bytes."""
        into = bytearray(nbytes)
        self.readfrom_into(addr, into, stop)
        return bytes(into)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        """Send a register's number and ``buf``."""
        self._call(addr, 1 + len(buf)).write(bytes((memaddr,)) + bytes(buf))

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        """Send a register's number, and after a repeated start fill ``buf``."""
        chip = self._call(addr, 2 + len(buf))
        chip.write(bytes((memaddr,)))
        chip.read(buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        """``nbytes`` bytes from a register on."""
        into = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, into)
        return bytes(into)


class WDT:
    """The watchdog, in table time; the supervisor restarts the board when it bites."""

    def __init__(self, id=0, timeout=5000):
        self.timeout_us = timeout * 1000
        self.feed()

    def feed(self):
        """Another ``timeout`` milliseconds."""
        TABLE.dog_us = TABLE.now + self.timeout_us


class RTC:
    """A clock that knows no date: a Pico's starts at 2021 (RP2 port), and nobody may rely on it."""

    def datetime(self, _when=None):
        """(year, month, day, weekday, hour, minute, second, subsecond)."""
        seconds = TABLE.now // 1_000_000
        return (2021, 1, 1 + seconds // 86400, 4, seconds // 3600 % 24, seconds // 60 % 60,
                seconds % 60, 0)  # fmt: skip


def unique_id():
    """The eight bytes that name this board; a state folder may say otherwise in ``board-id``."""
    try:
        with open("board-id") as file:
            return bytes.fromhex(file.read().strip())
    except (OSError, ValueError):
        return _IDENTITY


def reset():
    """Restart the board, as the supervisor knows how to."""
    raise Reset


def reset_cause():
    """Why the board started: what the supervisor passed on."""
    return {"watchdog": WDT_RESET, "reset": SOFT_RESET}.get(
        os.getenv("TAPDECK_RESET_CAUSE") or "", PWRON_RESET
    )


def freq(_hz=None):
    """The Pico's default clock in Hz."""
    return 125_000_000


def idle():
    """Nothing to save here."""


def disable_irq():
    """There are no interrupts in the simulated table."""
    return 0


def enable_irq(_state):
    """There are no interrupts in the simulated table."""
