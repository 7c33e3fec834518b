"""A PN532 behind its frames, on I2C or SPI, with the tags that lie on it.

Runs on MicroPython and CPython. Section numbers are those of the PN532 user manual, UM0701-02.
Where the manual leaves something open the model takes the case that is harder for a driver: the
chip calls with REQA, which halted tags do not hear; a command sent while another one runs is lost,
and counted in ``ignored``. How long it thinks is a guess, of the size users report.
"""

from tags import HALT_FRAME, SELECTS

TX_CONTROL = 0x6304
STATUS2 = 0x6338
RF_CFG = 0x6316

FAULTS = ("none", "dead", "noisy", "stuck_crypto", "collision", "deaf", "hang", "stretch")

# In µs: until the acknowledgement, a plain command, the field's start, a call, a card.
ACK_US = 400
PLAIN_US = 800
START_US = 5000
CALL_US = 1500
CARD_US = 4000
FOR_EVER = 1 << 60


def turned(byte):
    """A byte with its bits in the other order: on SPI the lowest goes first (§6.2.5)."""
    other = 0
    for bit in range(8):
        other |= (byte >> bit & 1) << (7 - bit)
    return other


class Pn532Chip:
    """One reader. ``place``, ``lift`` and ``fault`` are the world."""

    def __init__(self, table):
        self.table = table
        self.tags = []
        self.kind = "none"
        self.seed = 4711
        self.ignored = 0  # commands that came while another one ran
        self.broken = 0  # frames whose checksums do not fit
        self.cycles = 0
        self.stretch_us = 0  # for how long it holds the I2C clock
        self._power_up()

    def _power_up(self):
        self.registers = {TX_CONTROL: 0x80, STATUS2: 0, RF_CFG: 0x59}
        self.retries = 0xFF  # for ever (§7.3.1)
        self.rats = True
        self.ack_at = 0  # when the acknowledgement can be read; 0: there is none
        self.answer = None
        self.answer_at = 0
        self.running = False

    # -- the world ----------------------------------------------------------------------------

    def place(self, tag):
        """Lay a tag on the reader."""
        tag.power_off()
        self.tags.append(tag)

    def lift(self, uid=None):
        """Take the tag with this UID away, or all of them."""
        self.tags = [tag for tag in self.tags if uid is not None and tag.uid != uid]

    def fault(self, kind):
        """Break the chip in one of ``FAULTS``. Setting it up again heals stuck_crypto and deaf."""
        if kind == "none" and self.kind == "dead":
            self._power_up()
        self.kind = kind
        self.registers[STATUS2] = 0x08 if kind == "stuck_crypto" else 0
        self.stretch_us = 1_000_000 if kind == "stretch" else 0
        if kind == "deaf":
            self._field(False)

    def _field(self, on):
        if on and self.kind == "deaf":
            return
        self.registers[TX_CONTROL] = 0x83 if on else 0x80
        if not on:
            for tag in self.tags:
                tag.power_off()

    def _random(self):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return self.seed >> 12

    # -- I2C (§6.2.4) -------------------------------------------------------------------------

    def write(self, data):
        """Bytes behind the chip's address; for how many µs it held the clock."""
        if self.kind == "dead":
            raise OSError(19)
        self._hear(bytes(data))
        return self.stretch_us

    def read(self, into):
        """The status byte, and behind it the frame that is ready."""
        if self.kind == "dead":
            raise OSError(19)
        for i in range(len(into)):
            into[i] = 0
        if self.ready():
            into[0] = 1
            if len(into) > 1:
                self._take(into)
        return self.stretch_us

    # -- SPI (§6.2.5) -------------------------------------------------------------------------

    def select(self):
        """NSS goes low."""
        self.cycles += 1
        self.taken = b""

    def deselect(self):
        """NSS goes high: a frame that was written is complete."""
        if self.taken and self.taken[0] == 0x80 and self.kind != "dead":
            self._hear(bytes([turned(byte) for byte in self.taken[1:]]))
        self.taken = b""

    def transfer(self, out, into):
        """Shift ``out`` in; what comes back goes to ``into``."""
        first = not self.taken
        self.taken += bytes(out)
        if into is None:
            return
        for i in range(len(into)):
            into[i] = 0xFF if self.kind == "dead" else 0
        if not first or self.kind == "dead":
            return
        if out[0] == 0x40:
            into[1] = 0x80 if self.ready() else 0
        elif out[0] == 0xC0 and self.ready():
            self._take(into)
            for i in range(1, len(into)):
                into[i] = turned(into[i])

    # -- frames (§6.2.1) ----------------------------------------------------------------------

    def ready(self):
        """Is there a frame to be read?"""
        if self.ack_at:
            return self.table.now >= self.ack_at
        if self.running and self.answer is None and self.answer_at == FOR_EVER:
            self._look_for_ever()
        return self.answer is not None and self.table.now >= self.answer_at

    def _take(self, into):
        if self.ack_at:
            frame = b"\x00\x00\xff\x00\xff\x00"
            self.ack_at = 0
        else:
            frame = self.answer
            self.answer = None
            self.running = False
        for i in range(min(len(frame), len(into) - 1)):
            into[1 + i] = frame[i]

    def _hear(self, data):
        if data == b"\x00\x00\xff\x00\xff\x00":
            # An acknowledgement from the host aborts what runs, without an answer (§6.2.1.3).
            self.running = False
            self.ack_at = 0
            self.answer = None
            return
        size = data[3] if len(data) > 5 else 0
        fits = (
            data[:3] == b"\x00\x00\xff"
            and not data[3] + data[4] & 0xFF
            and len(data) == size + 7
            and not sum(data[5 : 6 + size]) & 0xFF
            and data[5] == 0xD4
        )
        if not fits:
            self.broken += 1
            return
        if self.running:
            self.ignored += 1
            return
        self.running = True
        self.ack_at = self.table.now + ACK_US
        self.answer_at = self.ack_at + PLAIN_US
        if self.kind == "hang":
            self.answer_at = FOR_EVER
            self.answer = None
            self.most = 0
            return
        self._do(data[6], data[7 : 5 + size])

    def _say(self, code, data):
        body = bytes((0xD5, code)) + data
        frame = b"\x00\x00\xff" + bytes((len(body), -len(body) & 0xFF)) + body
        frame += bytes((-sum(body) & 0xFF, 0))
        if self.kind == "noisy" and self._random() % 8 == 0:
            wrong = bytearray(frame)
            wrong[5 + self._random() % len(body)] ^= 1 << self._random() % 8
            frame = bytes(wrong)
        self.answer = frame

    def _do(self, code, data):
        """One command (§7.2, §7.3)."""
        if code == 0x02:
            self._say(0x03, b"\x32\x01\x06\x07")
        elif code == 0x06:
            values = []
            for i in range(0, len(data), 2):
                values.append(self.registers.get(data[i] << 8 | data[i + 1], 0))
            self._say(0x07, bytes(values))
        elif code == 0x12:
            self.rats = bool(data[0] & 0x10)
            self._say(0x13, b"")
        elif code == 0x14:
            if self.kind in ("stuck_crypto", "deaf"):
                self.kind = "none"
            self.registers[STATUS2] = 0
            self._say(0x15, b"")
        elif code == 0x32:
            if data[0] == 0x01:
                self._field(data[1] & 1)
            elif data[0] == 0x05:
                self.retries = data[3]
            elif data[0] == 0x0A:
                self.registers[RF_CFG] = data[1]
            self._say(0x33, b"")
        elif code == 0x4A:
            self.most = data[0]
            if not self.registers[TX_CONTROL] & 0x03:
                self._field(True)
                self.answer_at += START_US
            self._list()
        else:
            # An error frame (§6.2.1.5): no such command.
            self.answer = b"\x00\x00\xff\x01\xff\x7f\x81\x00"

    # -- the air (§7.3.5) ---------------------------------------------------------------------

    def _list(self):
        found = []
        hears = self.registers[TX_CONTROL] & 0x03 and not self.registers[STATUS2] & 0x08
        left = 3 if self.retries == 0xFF else self.retries + 1
        while left and not found:
            left -= 1
            self.answer_at += CALL_US
            if hears:
                self._gather(found)
        if self.kind == "noisy" and self._random() % 4 == 0:
            found = []
        if not found and self.retries == 0xFF:
            self.answer_at = FOR_EVER
            return
        if self.kind == "collision" and len(found) == 1 and self.most > 1:
            other = bytearray(found[0][1])
            other[3] ^= 0x10
            found.append((found[0][0], bytes(other)))
        body = bytes((len(found),))
        for number, (tag, uid) in enumerate(found, 1):
            body += bytes((number,)) + bytes((tag.atqa[1], tag.atqa[0], tag.sak, len(uid))) + uid
        self._say(0x4B, body)

    def _look_for_ever(self):
        """Retries without end: it calls until somebody answers."""
        if self.kind != "hang" and self.tags:
            self.answer_at = self.table.now
            self._list()

    def _gather(self, found):
        """Call, select one tag after the other, and halt it where more are wanted."""
        while len(found) < self.most:
            called = [tag for tag in self.tags if tag.hear(b"\x26", 1, 7) is not None]
            if not called:
                return
            chosen = called[0]
            for level, call in enumerate(chosen.calls):
                for tag in self.tags:
                    tag.hear(bytes((SELECTS[level], 0x20)), 2, 0)
                for tag in self.tags:
                    tag.hear(call, len(call), 0)
            self.answer_at += CARD_US
            found.append((chosen, chosen.uid))
            if len(found) < self.most:
                for tag in self.tags:
                    tag.hear(HALT_FRAME, 4, 0)
