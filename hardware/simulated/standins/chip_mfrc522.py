"""An MFRC522 behind its registers, with the tags that lie on it.

Runs on MicroPython and CPython and allocates nothing while no tag is near. A transmission is worked
out when it starts; its outcome (answer, errors, time-out) comes due at a table time and is booked
when a register is next read. Section numbers are those of the MFRC522 data sheet.

Readers may be coupled: one hears the tags of its neighbour weakly, so that only some frames come
through; and readers so close that the neighbour's carrier fills the pauses of one's own drown each
other (ISO/IEC 14443-2, 8.1.2: a tag wants pauses with next to no field left).
"""

from micropython import const
from tags import crc_a

COMMAND = const(0x01)
COM_IRQ = const(0x04)
DIV_IRQ = const(0x05)
ERROR = const(0x06)
STATUS2 = const(0x08)
FIFO_DATA = const(0x09)
FIFO_LEVEL = const(0x0A)
CONTROL = const(0x0C)
BIT_FRAMING = const(0x0D)
COLL = const(0x0E)
MODE = const(0x11)
TX_MODE = const(0x12)
RX_MODE = const(0x13)
TX_CONTROL = const(0x14)
CRC_HIGH = const(0x21)
CRC_LOW = const(0x22)
T_MODE = const(0x2A)
T_PRESCALER = const(0x2B)
T_RELOAD_H = const(0x2C)
T_RELOAD_L = const(0x2D)
VERSION = const(0x37)

IRQ_TX = const(0x40)
IRQ_RX = const(0x20)
IRQ_IDLE = const(0x10)
IRQ_HI = const(0x08)
IRQ_ERR = const(0x02)
IRQ_TIMER = const(0x01)

ERR_OVERFLOW = const(0x10)
ERR_COLL = const(0x08)
ERR_CRC = const(0x04)
ERR_PARITY = const(0x02)
ERR_PROTOCOL = const(0x01)

# A byte with its parity bit at 106 kbit/s; the pause before a tag answers (ISO/IEC 14443-3, 6.2.1).
BYTE_US = const(85)
FRAME_DELAY_US = const(91)

FAULTS = ("none", "dead", "noisy", "stuck_crypto", "collision", "deaf")


class Mfrc522Chip:
    """One reader. ``place``, ``lift`` and ``fault`` are the world; the rest is the SPI side."""

    def __init__(self, table):
        self.table = table
        self.tags = []
        self.registers = bytearray(64)
        self.fifo = bytearray(64)
        self.sent = bytearray(64)
        self.kind = "none"
        self.fresh = True
        self.address = 0
        self.cycles = 0
        self.seed = 12345
        self.coupled = []  # [chip, frames in a hundred that reach its tags, whether it drowns]
        self.busy_until = 0  # when the transmission under way and its answer are over
        self._reset()

    # -- the world ----------------------------------------------------------------------------

    def place(self, tag):
        """Lay a tag on the reader; it wakes up with the field."""
        tag.power_off()
        self.tags.append(tag)

    def lift(self, uid=None):
        """Take the tag with this UID away, or all of them."""
        self.tags = [tag for tag in self.tags if uid is not None and tag.uid != uid]

    def fault(self, kind):
        """Break the chip in one of ``FAULTS``. A soft reset heals stuck_crypto and deaf."""
        if kind == "none" and self.kind == "dead":
            self._reset()  # plugged back in: the registers are those of power-up
        self.kind = kind
        if kind == "none" or kind == "stuck_crypto" or kind == "deaf":
            self.registers[STATUS2] = 0x08 if kind == "stuck_crypto" else 0
        if kind == "deaf" or kind == "dead":
            # A deaf one's antenna register falls back, and its version still answers; a dead one
            # has no power.
            self.registers[TX_CONTROL] = 0x80
            self._field_off()

    def couple(self, other, percent=0, drowns=False):
        """Let ``percent`` of this reader's frames reach the other's tags, and the other way round.

        ``drowns``: while the one's field is on, the other's tags do not hear a thing.
        """
        self.coupled.append([other, percent, drowns])
        other.coupled.append([self, percent, drowns])

    # -- SPI (8.1.2) --------------------------------------------------------------------------

    def select(self):
        """NSS goes low: the next byte is an address."""
        self.fresh = True
        self.cycles += 1

    def deselect(self):
        """NSS goes high."""

    def transfer(self, out, into):
        """Shift ``out`` in; what comes back goes to ``into`` (None: nobody looks)."""
        i = 0
        size = len(out)
        if size == 2 and self.fresh and into is None and out[0] < 0x80 and self.kind != "dead":
            # One register written: nearly every transfer, so it goes the short way.
            self.fresh = False
            self.address = out[0]
            self.write((out[0] >> 1) & 0x3F, out[1])
            return
        if self.kind == "dead":
            if into is not None:
                for i in range(size):
                    into[i] = 0
            return
        if self.fresh:
            self.fresh = False
            self.address = out[0]
            if into is not None:
                into[0] = 0
            i = 1
        address = self.address
        if address & 0x80:
            # Reading: each further byte names the register of the byte after it (table 6).
            while i < size:
                value = self.read((address >> 1) & 0x3F)
                if into is not None:
                    into[i] = value
                address = out[i]
                i += 1
            self.address = address
        else:
            register = (address >> 1) & 0x3F
            while i < size:
                self.write(register, out[i])
                if into is not None:
                    into[i] = 0
                i += 1

    # -- registers (9.3) ----------------------------------------------------------------------

    def read(self, register):
        """The value a read of ``register`` gives now."""
        if self.due and self.table.now >= self.due:
            self._settle()
        if register == FIFO_DATA:
            if self.level == 0:
                return 0
            value = self.fifo[self.head]
            self.head += 1
            self.level -= 1
            return value
        if register == FIFO_LEVEL:
            return self.level
        return self.registers[register]

    def write(self, register, value):
        """Write a register with the side effects that matter here."""
        registers = self.registers
        if self.due and self.table.now >= self.due:
            self._settle()
        if register == FIFO_DATA:
            end = self.head + self.level
            if self.level == 0:
                self.head = end = 0
            if end >= 64:
                registers[ERROR] |= ERR_OVERFLOW
                return
            self.fifo[end] = value
            self.level += 1
        elif register == FIFO_LEVEL:
            if value & 0x80:
                self.level = 0
                self.head = 0
                registers[ERROR] &= ~ERR_OVERFLOW & 0xFF
        elif register == COM_IRQ or register == DIV_IRQ:
            if value & 0x80:
                registers[register] |= value & 0x7F
            else:
                registers[register] &= ~value & 0x7F
        elif register == COMMAND:
            self._command(value)
        elif register == BIT_FRAMING:
            registers[BIT_FRAMING] = value
            if value & 0x80 and registers[COMMAND] & 0x0F == 0x0C:
                self._transmit()
        elif register == TX_CONTROL:
            registers[TX_CONTROL] = value
            if not value & 0x03:
                self._field_off()
        elif register == STATUS2:
            # MFCrypto1On can be cleared by software, never set (table 33) — unless it is stuck.
            stuck = registers[STATUS2] & value & 0x08
            registers[STATUS2] = value & 0xC0 | stuck
        elif register == COLL:
            registers[COLL] = value & 0x80 | registers[COLL] & 0x7F
        elif register == CONTROL:
            if value & 0x80:
                self.timer_at = 0
        elif register == VERSION or register == ERROR:
            pass  # read only
        else:
            registers[register] = value

    def _command(self, value):
        registers = self.registers
        command = value & 0x0F
        if command == 0x0F:
            self._reset()
            return
        registers[COMMAND] = value & 0x3F
        self.due = 0
        self.answer_size = 0
        if command == 0x0C and registers[BIT_FRAMING] & 0x80 and self.level:
            # StartSend stays set until it is written again: what lies in the FIFO goes at once.
            self._transmit()
        if command == 0x03:  # CalcCRC over what the FIFO holds
            crc = (0x0000, 0x6363, 0xA671, 0xFFFF)[registers[MODE] & 3]
            while self.level:
                crc ^= self.read(FIFO_DATA)
                for _ in range(8):
                    crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
            registers[CRC_HIGH] = crc >> 8
            registers[CRC_LOW] = crc & 0xFF
            registers[DIV_IRQ] |= 0x04

    def _reset(self):
        """Reset values of the registers that differ from zero (table 20)."""
        for i in range(64):
            self.registers[i] = 0
        registers = self.registers
        registers[COMMAND] = 0x20
        registers[COM_IRQ] = 0x14
        registers[COLL] = 0x80
        registers[MODE] = 0x3F
        registers[TX_CONTROL] = 0x80
        registers[VERSION] = 0x92
        registers[0x26] = 0x48
        self.level = 0
        self.head = 0
        self.due = 0
        self.timer_at = 0
        self.answer = None  # what is on its way back, with its errors
        self.answer_size = 0
        self.answer_error = 0
        self.answer_bit = 0
        if self.kind == "stuck_crypto" or self.kind == "deaf":
            self.kind = "none"
        self._field_off()

    def _field_off(self):
        for tag in self.tags:
            tag.power_off()

    # -- the air ------------------------------------------------------------------------------

    def _timer_us(self):
        registers = self.registers
        prescaler = (registers[T_MODE] & 0x0F) << 8 | registers[T_PRESCALER]
        reload = registers[T_RELOAD_H] << 8 | registers[T_RELOAD_L]
        # f = 13.56 MHz / (2 * prescaler + 1) (8.5)
        return (reload + 1) * (2 * prescaler + 1) * 100 // 1356

    def _transmit(self):
        registers = self.registers
        size = self.level
        head = self.head
        sent = self.sent
        for i in range(size):
            sent[i] = self.fifo[head + i]
        self.level = 0
        self.head = 0
        registers[ERROR] = 0
        registers[COLL] &= 0x80
        last_bits = registers[BIT_FRAMING] & 7
        if registers[TX_MODE] & 0x80 and size:
            crc = crc_a(sent, size)
            sent[size] = crc & 0xFF
            sent[size + 1] = crc >> 8
            size += 2
        end = self.table.now + size * BYTE_US
        self.answer_size = 0
        self.answer_error = 0
        if (
            size
            and registers[TX_CONTROL] & 0x03
            and (self.tags or self.coupled or self.kind != "none")
        ):
            self._listen(size, last_bits)
        registers[COM_IRQ] |= IRQ_TX
        self.timer_at = 0
        if registers[T_MODE] & 0x80:
            self.timer_at = end + self._timer_us()
        answered = end + FRAME_DELAY_US
        if self.answer_size and (not self.timer_at or answered < self.timer_at):
            self.due = answered + self.answer_size * BYTE_US
        else:
            self.answer_size = 0
            self.due = self.timer_at
        if self.coupled:
            self._disturb(end)

    def _listen(self, size, last_bits):
        """Ask every tag; lay the answers over each other."""
        if self.registers[STATUS2] & 0x08:
            size = self._scramble(size)  # the tags hear cipher where they expect plain text
        first = None
        skip = 0
        drowned = False
        for other, _, drowns in self.coupled:
            drowned = drowned or (drowns and other.registers[TX_CONTROL] & 0x03)
        for tag in self.tags:
            answer = None if drowned else tag.hear(self.sent[:size], size, last_bits)
            if answer is None:
                continue
            if isinstance(answer, tuple):
                answer, skip = answer
            if first is None:
                first = bytearray(answer)
            else:
                self._overlay(first, answer)
        near = first is not None
        for other, percent, _ in self.coupled:
            for tag in other.tags:
                if self._random() % 100 >= percent:
                    continue
                answer = tag.hear(self.sent[:size], size, last_bits)
                if answer is None or near:
                    continue  # a near tag is so strong that a far one does not show in its answer
                if isinstance(answer, tuple):
                    answer, skip = answer
                if first is None:
                    first = bytearray(answer)
                else:
                    self._overlay(first, answer)
        if first is None:
            if self.kind == "noisy" and self._random() % 6 == 0:
                first = bytearray((self._random() & 0xFF,))
                self.answer_error = ERR_PARITY | ERR_PROTOCOL
            else:
                return
        elif self.kind == "noisy" and self._random() % 3 == 0:
            at = self._random() % len(first)
            first[at] ^= 1 << (self._random() & 7)
            self.answer_error = ERR_PARITY
        elif self.kind == "collision" and len(first) == 5 and not self.answer_error & ERR_COLL:
            # As if a second tag that differs in some bit lay beside the first.
            bit = 8 + self._random() % 24
            other = bytearray(first)
            other[bit >> 3] ^= 1 << (bit & 7)
            self._overlay(first, other)
        if skip:
            # Only the bits the reader did not name travel; RxAlign says where they go.
            first = first[skip >> 3 :]
            first[0] &= 0xFF << (skip & 7) & 0xFF
        if self.registers[RX_MODE] & 0x80 and len(first) > 2 and not self.answer_error:
            crc = crc_a(first, len(first) - 2)
            if first[-2] | first[-1] << 8 != crc:
                self.answer_error |= ERR_CRC
            first = first[:-2]
        self.answer = first
        self.answer_size = len(first)

    def _disturb(self, end):
        """Two coupled readers on the air at once: neither hears its answer cleanly."""
        self.busy_until = self.due if self.answer_size else end
        for other, _, drowns in self.coupled:
            if drowns and other.busy_until > self.table.now:
                self.answer_error |= ERR_PARITY
                if other.answer_size:
                    other.answer_error |= ERR_PARITY

    def _overlay(self, first, second):
        """Two answers at once: where they differ in a bit, both halves of it are modulated."""
        for i in range(min(len(first), len(second))):
            differ = first[i] ^ second[i]
            if not differ:
                continue
            bit = 0
            while not differ >> bit & 1:
                bit += 1
            where = i * 8 + bit + 1
            if not self.answer_error & ERR_COLL or where < self.answer_bit:
                self.answer_bit = where
            self.answer_error |= ERR_COLL
            if self.registers[COLL] & 0x80:
                first[i] |= second[i]
                continue
            # ValuesAfterColl = 0: the bits after the collision are cleared (9.3.1.15).
            first[i] &= (1 << bit) - 1
            for rest in range(i + 1, len(first)):
                first[rest] = 0
            return

    def _scramble(self, size):
        for i in range(size):
            self.sent[i] ^= 0x5A
        return size

    def _random(self):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return self.seed >> 12

    def _settle(self):
        """Book what has come due: an answer in the FIFO, or the timer's interrupt."""
        registers = self.registers
        self.due = 0
        if not self.answer_size:
            if self.timer_at:
                registers[COM_IRQ] |= IRQ_TIMER
            return
        for i in range(self.answer_size):
            self.fifo[i] = self.answer[i]
        self.head = 0
        self.level = self.answer_size
        registers[COM_IRQ] |= IRQ_RX
        error = self.answer_error
        registers[ERROR] = error
        if error:
            registers[COM_IRQ] |= IRQ_ERR
        if error & ERR_COLL:
            where = self.answer_bit
            # 0 means the 32nd bit; beyond it the position is not valid (table 45).
            registers[COLL] = registers[COLL] & 0x80 | (where & 0x1F if where <= 32 else 0x20)
        registers[CONTROL] = 0
        self.answer_size = 0
        self.timer_at = 0
