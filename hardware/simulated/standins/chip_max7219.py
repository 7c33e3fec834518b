"""A MAX7219 behind its registers: what is shifted in, what is latched, what the digits show."""

# Segments dp A B C D E F G -> the character a person would read.
_GLYPHS = {
    0x00: " ", 0x01: "-", 0x7E: "0", 0x30: "1", 0x6D: "2", 0x79: "3", 0x33: "4", 0x5B: "5",
    0x5F: "6", 0x70: "7", 0x7F: "8", 0x7B: "9", 0x77: "A", 0x1F: "b", 0x4E: "C", 0x0D: "c",
    0x3D: "d", 0x4F: "E", 0x47: "F", 0x37: "H", 0x0E: "L", 0x15: "n", 0x1D: "o", 0x67: "P",
    0x05: "r", 0x0F: "t", 0x3E: "U", 0x1C: "u", 0x08: "_", 0x17: "h", 0x3C: "J", 0x3B: "y",
    0x5E: "G", 0x06: "I",
}  # fmt: skip
_CODE_B = "0123456789-EHLP "


class Max7219Chip:
    """The 16-bit shift register takes every clocked byte; a rising select latches the last two."""

    def __init__(self):
        self.registers = bytearray(16)
        self.registers[0x0C] = 0  # powers up in shutdown
        self.shift = 0
        self.writes = 0
        self.fresh = False

    def select(self):
        """LOAD goes low."""

    def deselect(self):
        """LOAD goes high: the shift register is taken over."""
        if self.fresh:
            register = self.shift >> 8 & 0x0F
            if register:  # 0 is the no-op
                self.registers[register] = self.shift & 0xFF
            self.writes += 1
            self.fresh = False

    def transfer(self, out, into):
        """Bytes are shifted in whatever LOAD says; DOUT is not wired back."""
        for byte in out:
            self.shift = (self.shift << 8 | byte) & 0xFFFF
        self.fresh = True

    def text(self):
        """The eight digits as text, leftmost (digit 7) first; dark digits are blanks."""
        registers = self.registers
        if registers[0x0F] & 1:
            return "8.8.8.8.8.8.8.8."
        if not registers[0x0C] & 1:
            return " " * 8
        text = ""
        for digit in range(7, -1, -1):
            value = registers[1 + digit]
            if digit > registers[0x0B] & 7:
                text += " "
                continue
            if registers[0x09] >> digit & 1:
                text += _CODE_B[value & 0x0F]
            else:
                text += _GLYPHS.get(value & 0x7F, "?")
            if value & 0x80:
                text += "."
        return text


class Max7219Rows:
    """Several chips in a chain: what is shifted out of one goes into the next."""

    def __init__(self, rows):
        self.chips = [Max7219Chip() for _ in range(rows)]
        self.bits = bytearray(2 * rows)
        self.fresh = False

    @property
    def writes(self):
        """Registers written in the first chip."""
        return self.chips[0].writes

    def select(self):
        """LOAD goes low."""

    def deselect(self):
        """LOAD goes high: every chip takes its two bytes over."""
        if self.fresh:
            self.fresh = False
            at = len(self.bits)
            for chip in self.chips:
                at -= 2
                chip.transfer(self.bits[at : at + 2], None)
                chip.deselect()

    def transfer(self, out, into):
        """The byte that came first is the farthest."""
        for byte in out:
            self.bits = self.bits[1:] + bytes((byte,))
        self.fresh = True

    def texts(self):
        """Each row's text, the row nearest the board first."""
        return [chip.text() for chip in self.chips]

    def text(self):
        """All rows one after the other."""
        return "".join(self.texts())
