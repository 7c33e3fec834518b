"""An NFC tag as ISO/IEC 14443-3 type A describes it: states, anticollision, cascade levels.

Runs on MicroPython and CPython. ``hear`` takes one frame from a reader and returns what the tag
sends back, or None when it stays silent.
"""

IDLE = 0
READY = 1
ACTIVE = 2
HALT = 3

SELECTS = (0x93, 0x95, 0x97)


def crc_a(data, size):
    """CRC_A of the first ``size`` bytes (ISO/IEC 14443-3, annex B), bit by bit as defined."""
    crc = 0x6363
    for i in range(size):
        crc ^= data[i]
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def with_crc(data):
    """``data`` with its CRC_A behind it, low byte first."""
    crc = crc_a(data, len(data))
    return data + bytes((crc & 0xFF, crc >> 8))


HALT_FRAME = with_crc(b"\x50\x00")


class Tag:
    """One sticker. ``uid``: 4, 7 or 10 bytes; ``sak`` is what it says of itself when selected."""

    def __init__(self, uid, sak=None):
        self.uid = bytes(uid)
        levels = {4: 1, 7: 2, 10: 3}[len(uid)]
        self.sak = (0x08 if levels == 1 else 0x00) if sak is None else sak
        self.atqa = bytes(((levels - 1) << 6 | 0x04, 0x00))
        self.parts = []  # per cascade level: four bytes and their BCC
        rest = self.uid
        for level in range(levels):
            part = rest[:4] if level == levels - 1 else b"\x88" + rest[:3]
            rest = rest[3:]
            self.parts.append(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
        # The SELECT frames this tag answers and its answers, with their CRC.
        self.calls = []
        self.saks = []
        for level in range(levels):
            self.calls.append(with_crc(bytes((SELECTS[level], 0x70)) + self.parts[level]))
            self.saks.append(with_crc(bytes((0x04 if level < levels - 1 else self.sak,))))
        self.power_off()

    def power_off(self):
        """Out of the field: everything is forgotten."""
        self.state = IDLE
        self.halted = False  # woken from HALT: an error leads back there, not to IDLE
        self.level = 0

    def _fall(self):
        self.state = HALT if self.halted else IDLE
        self.level = 0

    def hear(self, frame, size, last_bits):
        """The answer to ``frame[:size]`` whose last byte has ``last_bits`` bits (0: all eight)."""
        first = frame[0]
        if size == 1 and last_bits == 7:
            if self.state == IDLE and first in (0x26, 0x52):
                self.halted = False
            elif self.state == HALT and first == 0x52:
                self.halted = True
            else:
                if self.state != HALT:
                    self._fall()
                return None
            self.state = READY
            self.level = 0
            return self.atqa
        if self.state == HALT or self.state == IDLE:
            return None
        if self.state == READY and size >= 2 and first == SELECTS[self.level]:
            nvb = frame[1]
            part = self.parts[self.level]
            if nvb == 0x70:
                return self._select(frame)
            known = ((nvb >> 4) - 2) * 8 + (nvb & 7)
            if 0 <= known < 40 and size == 2 + (known + 7) // 8 and last_bits == known & 7:
                # Only the tags whose part begins with these bits go on; the others wait in READY.
                for bit in range(known):
                    if (part[bit >> 3] ^ frame[2 + (bit >> 3)]) >> (bit & 7) & 1:
                        return None
                return part if known == 0 else (part, known)
        elif self.state == ACTIVE and frame == HALT_FRAME:
            self.state = HALT
            self.level = 0
            return None
        self._fall()
        return None

    def _select(self, frame):
        level = self.level
        if frame != self.calls[level]:
            self._fall()
            return None
        self.level += 1
        if self.level == len(self.parts):
            self.state = ACTIVE
        return self.saks[level]
