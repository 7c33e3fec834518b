"""Driver of the MAX7219 as one or two rows of eight seven-segment digits.

Takes a constructed SPI bus (mode 0, up to 10 MHz) and the pin of LOAD. The chip clocks in whatever
passes on its bus and latches the last 16 bits when LOAD rises, so it may share a bus with others.
A second row's chip hangs behind the first one's DOUT, with the same CLK and LOAD: what is meant for
one passes with a no-op for the other (data sheet, "No-Op Register").
Registers are those of the data sheet's table 2. Nothing is sent for a digit that shows already
what it should.
"""

from micropython import const

_DECODE = const(0x09)
_INTENSITY = const(0x0A)
_SCAN_LIMIT = const(0x0B)
_SHUTDOWN = const(0x0C)
_TEST = const(0x0F)

_POINT = const(0x80)

# Character -> segments 0 A B C D E F G, bit 6 to bit 0 (data sheet, table 6).
_SEGMENTS = {
    " ": 0x00, "-": 0x01, "_": 0x08, "0": 0x7E, "1": 0x30, "2": 0x6D, "3": 0x79, "4": 0x33,
    "5": 0x5B, "6": 0x5F, "7": 0x70, "8": 0x7F, "9": 0x7B, "A": 0x77, "B": 0x1F, "C": 0x4E,
    "D": 0x3D, "E": 0x4F, "F": 0x47, "G": 0x5E, "H": 0x37, "I": 0x06, "J": 0x3C, "L": 0x0E,
    "N": 0x15, "O": 0x1D, "P": 0x67, "R": 0x05, "S": 0x5B, "T": 0x0F, "U": 0x3E, "Y": 0x3B,
}  # fmt: skip


class MAX7219:
    """Rows of eight digits. ``spi``: a machine.SPI; ``load``: an output Pin; brightness 0 to 15;
    ``rows``: chips in the chain, row 0 is the one nearest the board."""

    def __init__(self, spi, load, brightness=3, rows=1):
        self._spi = spi
        self._load = load
        load(1)
        self._brightness = brightness
        self.rows = rows
        self._frame = bytearray(2 * rows)
        self._shown = [bytearray(8) for _ in range(rows)]
        self._next = bytearray(8)

    def init(self):
        """Set every chip up and blank it; also after a brown-out, which it does not report."""
        for number in range(self.rows):
            self._write(number, _TEST, 0)
            self._write(number, _DECODE, 0)
            self._write(number, _SCAN_LIMIT, 7)
            self._write(number, _INTENSITY, self._brightness)
            for digit in range(8):
                self._shown[number][digit] = 0
                self._write(number, 1 + digit, 0)
            self._write(number, _SHUTDOWN, 1)

    def test(self, on):
        """Light every segment, whatever is shown, or stop that (data sheet, table 10)."""
        for number in range(self.rows):
            self._write(number, _TEST, 1 if on else 0)

    def show(self, text, number=0):
        """Show up to eight characters in row ``number``, the first at the left; a point joins the
        one before it.

        Letters that seven segments cannot draw, and anything else unknown, show as "_". Longer
        text is cut at the right.
        """
        row = self._next
        for i in range(8):
            row[i] = 0
        at = -1
        for character in text:
            if character == "." and at >= 0 and not row[7 - at] & _POINT:
                row[7 - at] |= _POINT
                continue
            at += 1
            if at == 8:
                break
            if character == ".":
                row[7 - at] = _POINT
            else:
                row[7 - at] = _SEGMENTS.get(character.upper(), 0x08)
        shown = self._shown[number]
        for digit in range(8):
            if row[digit] != shown[digit]:
                shown[digit] = row[digit]
                self._write(number, 1 + digit, row[digit])

    def _write(self, number, register, value):
        frame = self._frame
        for i in range(len(frame)):
            frame[i] = 0  # no-op
        # What is sent first ends in the chip that is farthest.
        at = len(frame) - 2 * number - 2
        frame[at] = register
        frame[at + 1] = value
        load = self._load
        load(0)
        self._spi.write(frame)
        load(1)
