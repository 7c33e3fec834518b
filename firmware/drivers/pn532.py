"""The NXP PN532 as a reader, without its bus: `pn532_i2c` and `pn532_spi` know that.

Its interface is that of ``reader``. "§" are sections of the PN532 user manual, UM0701-02.

A poll is one command, InListPassiveTarget for up to two cards of 106 kbit/s type A (§7.3.5): none,
one (its whole UID, the cascade already taken out) or two, which is a collision. What the chip's own
firmware makes difficult:

- left to itself it calls for cards for ever, so the retries are bounded (RFConfiguration, §7.3.1);
- it answers when it is done, some 10 ms later; meanwhile ``collect`` says BUSY and blocks nobody;
- a command that still runs is aborted by an ACK frame before the next one is sent (§6.2.1.3);
- how it calls (REQA or WUPA) is not said, and of two cards it leaves one halted: after every card
  the field goes off, the next command switches it on again, and whoever lies there starts anew;
- it holds the I2C clock while it thinks: the bus wants a time-out of 25 ms or more.

Frames have a length and checksums (§6.2.1.1); one that does not fit is CORRUPT. A poll allocates
nothing. The chip's timer is its firmware's own business, so ``health`` looks at the antenna and the
cipher bit (ReadRegister, §7.2.4) and at whether it answers at all.
"""

import time

from micropython import const

from firmware.drivers.reader import BUSY, COLLISION, CORRUPT, NONE, OK, SILENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Commands and their arguments (§7.2, §7.3).
_VERSION = b"\x02"
_REGISTERS = b"\x06\x63\x04\x63\x38"  # CIU_TxControl, CIU_Status2
_PARAMETERS = b"\x12\x04"  # no RATS by itself: nothing but the UID is wanted (§7.2.9)
_NORMAL = b"\x14\x01\x00\x00"  # SAMConfiguration: no SAM, no IRQ line (§7.2.10)
_FIELD_OFF = b"\x32\x01\x00"
_FIELD_ON = b"\x32\x01\x01"
_RETRIES = b"\x32\x05\x01\x01\x02"  # MaxRetries: ATR, PSL, and three calls for a card in all
# The receiver for type A with its reset values, up to the gain: CIU_RFCfg and ten more.
_ANALOG = b"\x32\x0a\x59\xf4\x3f\x11\x4d\x85\x61\x6f\x26\x62\x87"
_LIST = b"\x4a\x02\x00"

_GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}

ACK = b"\x00\x00\xff\x00\xff\x00"

# Two cards with 10-byte UIDs, in a frame, behind a status byte.
_LONGEST = const(42)
_ACK_MS = const(20)  # it acknowledges within 15 ms (§6.2.2)
_ANSWER_MS = const(150)
_LOOK_US = const(500)

# Polls without a card after which none can be left half way.
_NEAR = const(8)

_IDLE = const(0)
_SENT = const(1)  # waiting for the acknowledgement
_RUNNING = const(2)  # waiting for the answer


def frame(command):
    """The normal information frame of a command from the host (§6.2.1.1)."""
    size = len(command) + 1
    data = b"\xd4" + command
    return b"\x00\x00\xff" + bytes((size, -size & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


class PN532:
    """One reader; a subclass adds ``_wrap``, ``_send``, ``_ready``, ``_read`` and ``_wake``.

    gain  of the receiver in dB: 18, 23, 33, 38 (the chip's own choice), 43 or 48; another value
          raises ValueError
    """

    wake_us = 1000
    persistent = True

    def __init__(self, gain=38):
        if gain not in _GAINS:
            raise ValueError("no gain of %s dB: 18, 23, 33, 38, 43 and 48 there are" % (gain,))
        self.uid = bytearray(10)
        self.size = 0
        self.version = 0  # of the chip's firmware: 16h is 1.6
        self.tx_control = 0
        self.status2 = 0
        self._stage = _IDLE
        self._since: "Any" = 0  # ticks in ms
        self._lit = False  # the field ought to be on
        self._aborted = False  # a card may have been left half way
        self._near = 0  # polls for which the field still goes off behind them
        self._short = bytearray(7)  # a status byte and an ACK
        self._answer = bytearray(_LONGEST)
        analog = bytearray(_ANALOG)
        analog[2] = analog[2] & 0x8F | _GAINS[gain]
        self._ack = self._wrap(ACK)
        self._list = self._wrap(frame(_LIST))
        self._on = self._wrap(frame(_FIELD_ON))
        self._off = self._wrap(frame(_FIELD_OFF))
        self._pulse = self._wrap(frame(_REGISTERS))
        self._who = self._wrap(frame(_VERSION))
        self._set_up = tuple(
            [
                self._wrap(frame(command))
                for command in (_NORMAL, _PARAMETERS, _RETRIES, bytes(analog), _FIELD_ON)
            ]
        )

    # What the bus knows.

    def _wrap(self, data):
        """``data`` as it is sent."""
        raise NotImplementedError

    def _send(self, data):
        """Send what ``_wrap`` made."""
        raise NotImplementedError

    def _ready(self):
        """Is there a frame to be read?"""
        raise NotImplementedError

    def _read(self, into):
        """Fill ``into`` with a status byte and the frame that is there."""
        raise NotImplementedError

    def _wake(self):
        """Wake a chip that sleeps since it got its power."""
        raise NotImplementedError

    # The reader.

    def init(self):
        """Set the chip up; True if it then reads back well. Takes some 20 ms."""
        self._stage = _IDLE
        self._wake()
        self._abort()
        if not self._command(self._who, 4):
            return False
        self.version = self._answer[9] << 4 | self._answer[10]
        for data in self._set_up:
            if not self._command(data, 0):
                return False
        self._lit = True
        self._aborted = False
        return self.health() == ""

    def field(self, on):
        """The antenna's field on or off; off makes every card in it forget its state."""
        self._command(self._on if on else self._off, 0)
        self._lit = on

    def health(self):
        """ "" when well, else what is wrong: "silent", "antenna" or "crypto". Some 3 ms."""
        if not self._command(self._pulse, 2):
            return "silent"
        self.tx_control = self._answer[8]
        self.status2 = self._answer[9]
        if self._lit and self.tx_control & 0x03 != 0x03:
            return "antenna"
        if self.status2 & 0x08:
            return "crypto"
        return ""

    def poll(self):
        """One whole poll: an outcome of ``reader``. Some 10 to 20 ms, at most 170."""
        self.start()
        while True:
            time.sleep_us(_LOOK_US)
            outcome = self.collect()
            if outcome != BUSY:
                return outcome

    def start(self):
        """Call for cards. ``collect`` says how that went."""
        if self._stage != _IDLE:
            self._abort()
        if self._aborted:
            self.field(False)
            self._aborted = False
        self._begin(self._list)
        self._lit = True

    def collect(self):
        """The outcome of ``start``, or BUSY as long as the chip works on it."""
        if self._stage == _IDLE:
            return SILENT
        if self._stage == _SENT and not self._acknowledged():
            return self._late(_ACK_MS)
        if not self._ready():
            return self._late(_ANSWER_MS)
        self._read(self._answer)
        self._stage = _IDLE
        outcome = self._cards() if self._fits(0x4B, 1) else CORRUPT
        if outcome != NONE:
            self._near = _NEAR
        if self._near:
            # A card that lies here, or has gone half way, starts anew with the next poll.
            self._near -= 1
            self.field(False)
        return outcome

    def same(self, uid):
        """Is the UID last read this one (bytes)? Allocates nothing."""
        size = self.size
        if len(uid) != size:
            return False
        mine = self.uid
        for i in range(size):
            if mine[i] != uid[i]:
                return False
        return True

    # Commands.

    def _abort(self):
        """An ACK from the host ends the command that runs, without an answer (§6.2.1.3)."""
        self._send(self._ack)
        self._stage = _IDLE
        self._aborted = True

    def _begin(self, data):
        if self._stage != _IDLE:
            self._abort()
        self._send(data)
        self._stage = _SENT
        self._since = time.ticks_ms()

    def _acknowledged(self):
        if not self._ready():
            return False
        short = self._short
        self._read(short)
        for i in range(6):
            if short[1 + i] != ACK[i]:
                return False  # garbled: wait, and be late
        self._stage = _RUNNING
        return True

    def _late(self, limit_ms):
        """BUSY, until that has lasted too long: then the command is aborted, and it is SILENT."""
        if time.ticks_diff(time.ticks_ms(), self._since) <= limit_ms:
            return BUSY
        self._abort()
        return SILENT

    def _command(self, data, size):
        """Do a command that answers at once; True with ``size`` bytes from ``_answer[8]`` on."""
        self._begin(data)
        while True:
            time.sleep_us(_LOOK_US)
            if self._stage == _SENT and not self._acknowledged():
                if self._late(_ACK_MS) == SILENT:
                    return False
            elif self._ready():
                self._read(self._answer)
                self._stage = _IDLE
                return self._fits(-1, size)
            elif self._late(_ANSWER_MS) == SILENT:
                return False

    def _fits(self, code, size):
        """Is the answer a frame of at least ``size`` bytes, with that code (-1: any)?"""
        answer = self._answer
        if answer[1] or answer[2] or answer[3] != 0xFF:
            return False
        length = answer[4]
        if (length + answer[5]) & 0xFF or not size + 2 <= length <= _LONGEST - 7:
            return False
        total = 0
        for i in range(6, 7 + length):
            total += answer[i]
        # An error frame (§6.2.1.5) has 7Fh where others have D5h.
        return not total & 0xFF and answer[6] == 0xD5 and (code < 0 or code == answer[7])

    def _cards(self):
        """What InListPassiveTarget found (§7.3.5): NbTg, then Tg, ATQA, SAK, size, UID for each."""
        answer = self._answer
        found = answer[8]
        if not found:
            return NONE
        size = answer[13]
        if size not in (4, 7, 10) or answer[4] < 8 + size:
            return CORRUPT
        uid = self.uid
        for i in range(size):
            uid[i] = answer[14 + i]
        self.size = size
        return OK if found == 1 else COLLISION
