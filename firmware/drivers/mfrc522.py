"""Driver of the NXP MFRC522 (and its clones) on SPI: is a card there, and what is its UID?

Takes a constructed SPI bus (mode 0, up to 10 MHz: the board file says how fast) and a chip-select
pin; its interface is that of ``reader``. Several readers share a bus: construct all drivers first
(each drives its select high), then ``init()`` each, because a chip whose select floats talks into
the others' transfers. "§" are sections of the MFRC522 data sheet; "14443-3" is ISO/IEC 14443-3.

A poll wakes every card in the field (WUPA), reads one card's UID by anticollision and select over
all cascade levels, and puts it to sleep again (HLTA), so that a resting card answers every poll.
A poll allocates nothing. It costs 8 chip-select cycles with no card, 34 with a 4-byte UID, 50 with
a 7-byte one and 66 with a 10-byte one: FIFO bytes go in bursts (§8.1.2), three status registers are
read in one cycle, CRC_A is computed here, and no register is read back only to change a bit of it.
"""

import time

from micropython import const

from firmware.drivers.reader import COLLISION, CORRUPT, NONE, OK, SILENT

# Registers (§9.2) as address bytes for writing; reading sets bit 7 (§8.1.2.3).
_COMMAND = const(0x01 << 1)
_COM_IRQ = const(0x04 << 1)
_STATUS2 = const(0x08 << 1)
_FIFO_LEVEL = const(0x0A << 1)
_BIT_FRAMING = const(0x0D << 1)
_COLL = const(0x0E << 1)
_MODE = const(0x11 << 1)
_TX_CONTROL = const(0x14 << 1)
_TX_ASK = const(0x15 << 1)
_RF_CFG = const(0x26 << 1)
_T_MODE = const(0x2A << 1)
_T_PRESCALER = const(0x2B << 1)
_T_RELOAD_H = const(0x2C << 1)
_T_RELOAD_L = const(0x2D << 1)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_START_SEND = const(0x80)

_IRQ_RX = const(0x20)
_IRQ_TIMER = const(0x01)
_ERRORS = const(0x13)  # BufferOvfl, ParityErr, ProtocolErr; CRC is checked here
_COLL_ERR = const(0x08)

# The timer ticks every 25 µs: 13.56 MHz / (2 * 169 + 1) (§8.5). A card answers WUPA after 91 µs
# (14443-3, 6.2.1); 1 ms is ample. Anticollision and select get more, for weak cards.
_T_MODE_AUTO = const(0x80)
_PRESCALER = const(169)
_WAKE_TICKS = const(40)
_SELECT_TICKS = const(120)

# When to look first, in µs after StartSend: the frame, the pause, the answer at 85 µs a byte.
WAKE_US = const(1150)
_ANTICOLLISION_US = const(720)
_SELECT_US = const(1130)
_LOOK_AGAIN_US = const(300)
_LOOKS = const(14)

_ANTENNA_ON = const(0x83)
_ANTENNA_OFF = const(0x80)

# ComIrq, Error, FIFOLevel in one transfer: each byte names the next answer's register (§8.1.2.1,
# table 6).
_LOOK = b"\x88\x8c\x94\x00"
# Version, TxControl, TMode, Status2 in one transfer.
_PULSE = b"\xee\xa8\xd4\x90\x00"
_WHERE = b"\x9c\x00"  # CollReg

_FIFO_5 = b"\x92\x92\x92\x92\x92\x00"
_FIFO_3 = b"\x92\x92\x92\x00"

# Frames with the FIFO's address byte in front. HLTA's CRC_A is constant (14443-3, 6.4.3).
_WUPA = b"\x12\x52"
_HLTA = b"\x12\x50\x00\x57\xcd"
_ANTICOLLISION = (b"\x12\x93\x20", b"\x12\x95\x20", b"\x12\x97\x20")
_CASCADE = const(0x04)

# Receiver gain in dB -> RxGain (§9.3.3.6).
_GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}


def crc_a(data, start, end, crc=0x6363):
    """CRC_A (14443-3, annex B) of ``data[start:end]``; the low byte travels first."""
    while start < end:
        byte = (data[start] ^ crc) & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
        start += 1
    return crc


class MFRC522:
    """One reader.

    spi   a machine.SPI
    cs    an output Pin, low while selected
    gain  of the receiver in dB: 18, 23, 33, 38, 43 or 48. More sees a sticker under thicker felt,
          and more of the neighbours. Another value raises ValueError.
    """

    wake_us = WAKE_US
    persistent = False

    def __init__(self, spi, cs, gain=43):
        if gain not in _GAINS:
            raise ValueError("no gain of %s dB: 18, 23, 33, 38, 43 and 48 there are" % (gain,))
        self._spi = spi
        self._gain = _GAINS[gain]
        self._cs = cs
        cs(1)
        self.uid = bytearray(10)
        self.size = 0  # bytes of the UID last read whole
        self.version = 0
        self.tx_control = 0
        self.t_mode = 0
        self.status2 = 0
        self._crowd = False  # a collision on the way to the UID last read
        self._pair = bytearray(2)
        self._look = bytearray(4)
        self._pulse = bytearray(5)
        self._five = bytearray(6)
        self._three = bytearray(4)
        self._select = bytearray(10)
        # An anticollision frame of which some bits are named is a part of the select frame.
        self._named = [memoryview(self._select)[:size] for size in range(9)]

    def _write(self, address, value):
        pair = self._pair
        pair[0] = address
        pair[1] = value
        self._send(pair)

    def _send(self, frame):
        cs = self._cs
        cs(0)
        self._spi.write(frame)
        cs(1)

    def _fetch(self, out, into):
        cs = self._cs
        cs(0)
        self._spi.write_readinto(out, into)
        cs(1)

    def init(self):
        """Reset the chip and set it up for 106 kbit/s type A; True if it then reads back well.

        Takes 2 to 20 ms. The field is on afterwards; cards need 5 ms of it (14443-3, 5) to answer.
        """
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(10):
            time.sleep_ms(1)
            self._write(_COMMAND, _IDLE)
            self._fetch(_PULSE, self._pulse)
            if 0 < self._pulse[1] < 0xFF:
                break
        self._write(_T_MODE, _T_MODE_AUTO)
        self._write(_T_PRESCALER, _PRESCALER)
        self._write(_T_RELOAD_H, 0)
        self._write(_T_RELOAD_L, _WAKE_TICKS)
        self._write(_TX_ASK, 0x40)  # 100 % ASK (§9.3.2.6)
        self._write(_MODE, 0x3D)  # as reset, CRC coprocessor preset to 6363h (§9.3.2.2)
        self._write(_RF_CFG, self._gain)
        self._write(_COLL, 0x00)  # bits after a collision read as zero (§9.3.1.15)
        self._write(_STATUS2, 0x00)  # leave MFCrypto1 (§9.3.1.9)
        self._write(_TX_CONTROL, _ANTENNA_ON)
        return self.health() == ""

    def field(self, on):
        """The antenna's field on or off; off makes every card in it forget its state."""
        self._write(_TX_CONTROL, _ANTENNA_ON if on else _ANTENNA_OFF)

    def health(self):
        """ "" when well, else what is wrong: "silent", "antenna", "timer" or "crypto". One cycle.

        A reader can go deaf while its version register still answers, so three more are looked at;
        all four stay readable in ``version``, ``tx_control``, ``t_mode`` and ``status2``.
        """
        pulse = self._pulse
        self._fetch(_PULSE, pulse)
        self.version = pulse[1]
        self.tx_control = pulse[2]
        self.t_mode = pulse[3]
        self.status2 = pulse[4]
        if pulse[1] == 0 or pulse[1] == 0xFF:
            return "silent"
        if pulse[2] & 0x03 != 0x03:
            return "antenna"
        if not pulse[3] & _T_MODE_AUTO:
            return "timer"
        if pulse[4] & 0x08:
            return "crypto"
        return ""

    def poll(self):
        """One whole poll: an outcome of ``reader``. About 1.5 ms with no card."""
        self.start()
        time.sleep_us(WAKE_US)
        return self.collect()

    def start(self):
        """Send WUPA. ``collect`` is due ``WAKE_US`` later; other readers may start meanwhile."""
        self._exchange(_WUPA, 7)

    def collect(self):
        """The outcome of ``start``; reads the card's UID when one has answered.

        COLLISION may come with the UID of one of the cards; ``size`` is 0 where it does not.
        """
        outcome = self._wait()
        if outcome == NONE or outcome == SILENT:
            return outcome
        self._write(_T_RELOAD_L, _SELECT_TICKS)
        if outcome != CORRUPT:
            # Cards of different kinds collide in their very first answer; that one has no position.
            self._crowd = outcome == COLLISION
            outcome = self._read_uid()
            if self._crowd:
                if outcome != OK:
                    self.size = 0
                outcome = COLLISION
        # HLTA has no answer (14443-3, 6.4.3). It halts a selected card, and sends one that is left
        # half way (after a collision, say) back to where WUPA reaches it.
        self._exchange(_HLTA, 0)
        self._write(_T_RELOAD_L, _WAKE_TICKS)
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

    def _exchange(self, frame, framing, empty=False):
        """Start a transceive (§10.3.1.8) of ``frame``.

        framing  how many bits of its last byte travel (0: all), and times 16 where in the first
                 byte of the answer its first bit belongs (§9.3.1.14)
        empty    the answer before was read to its end, so the FIFO needs no flush
        """
        self._write(_COMMAND, _IDLE)
        if not empty:
            self._write(_FIFO_LEVEL, 0x80)
        self._write(_COM_IRQ, 0x7F)
        # StartSend (§9.3.1.14) is not said to clear itself; left set, the command would start at
        # once, with the bits of the frame before.
        self._write(_BIT_FRAMING, framing)
        self._send(frame)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, _START_SEND | framing)

    def _wait(self):
        """Look until an answer or the timer's interrupt is there; the outcome by the errors."""
        look = self._look
        for _ in range(_LOOKS):
            self._fetch(_LOOK, look)
            irq = look[1]
            if irq == 0xFF:
                return SILENT  # ComIrq bit 7 reads 0 on a living chip (§9.3.1.5)
            if irq & _IRQ_RX:
                error = look[2]
                if error & _COLL_ERR:
                    return COLLISION
                return CORRUPT if error & _ERRORS else OK
            if irq & _IRQ_TIMER:
                return NONE
            time.sleep_us(_LOOK_AGAIN_US)
        return SILENT

    def _read_uid(self):
        """Anticollision and select, level by level (14443-3, 6.5), into ``uid``."""
        uid = self.uid
        five = self._five
        frame = self._select
        size = 0
        for level in range(3):
            self._exchange(_ANTICOLLISION[level], 0, level > 0)
            outcome = self._answer(5, _ANTICOLLISION_US, _FIFO_5, five)
            if outcome == COLLISION:
                self._crowd = True
                outcome = self._separate(level)
            if outcome != OK:
                return outcome
            if five[1] ^ five[2] ^ five[3] ^ five[4] ^ five[5]:
                return CORRUPT
            frame[0] = 0x12
            frame[1] = 0x93 + 2 * level
            frame[2] = 0x70
            for i in range(1, 6):
                frame[2 + i] = five[i]
            crc = crc_a(frame, 1, 8)
            frame[8] = crc & 0xFF
            frame[9] = crc >> 8
            self._exchange(frame, 0, True)
            three = self._three
            outcome = self._answer(3, _SELECT_US, _FIFO_3, three)
            if outcome != OK:
                return outcome
            if crc_a(three, 1, 2) != three[2] | three[3] << 8:
                return CORRUPT
            # Only SAK says whether the UID goes on (14443-3, 6.5.3.4). A first byte of 88h says
            # nothing: it is the cascade tag only where SAK has bit 3 set.
            more = three[1] & _CASCADE
            if more and five[1] != 0x88:
                return CORRUPT
            for i in range(2 if more else 1, 5):
                if size < 10:
                    uid[size] = five[i]
                    size += 1
            if not more:
                self.size = size
                return OK
        return CORRUPT

    def _separate(self, level):
        """Two cards differ in a bit: name the bits up to it, that bit as 1, and one card goes on.

        Bit-wise anticollision (14443-3, 6.5.3), once a level: that separates two cards, and more
        need not be told apart to say that there are too many. The UID's part is in ``_five`` then.
        """
        where = self._pair
        self._fetch(_WHERE, where)
        if where[1] & 0x20:
            return COLLISION  # CollPosNotValid (§9.3.1.15)
        bits = where[1] & 0x1F or 32
        five = self._five
        self._fetch(_FIFO_5, five)
        whole = bits >> 3
        rest = bits & 7
        frame = self._select
        frame[0] = 0x12
        frame[1] = 0x93 + 2 * level
        frame[2] = 0x20 + (whole << 4) + rest
        last = (bits - 1) >> 3
        for i in range(last):
            frame[3 + i] = five[1 + i]
        # The bits after the collision read as zero; the one that collided is chosen.
        place = (bits - 1) & 7
        frame[3 + last] = five[1 + last] & (1 << place) - 1 | 1 << place
        self._exchange(self._named[4 + last], rest << 4 | rest)
        time.sleep_us(_ANTICOLLISION_US)
        if self._wait() != OK or self._look[3] != 5 - whole:
            return COLLISION
        self._fetch(_FIFO_5, five)
        # What has come are the bytes from number ``whole`` on, the first without the named bits.
        for i in range(4, whole - 1, -1):
            five[1 + i] = five[1 + i - whole]
        for i in range(whole):
            five[1 + i] = frame[3 + i]
        if rest:
            mask = (1 << rest) - 1
            five[1 + whole] = five[1 + whole] & ~mask & 0xFF | frame[3 + whole] & mask
        return OK

    def _answer(self, size, after_us, out, into):
        """Wait for an answer of ``size`` bytes and read it; silence is CORRUPT by now."""
        time.sleep_us(after_us)
        outcome = self._wait()
        if outcome == NONE:
            return CORRUPT  # it answered WUPA, so it is there
        if outcome == OK:
            if self._look[3] != size:
                return CORRUPT
            self._fetch(out, into)
        return outcome
