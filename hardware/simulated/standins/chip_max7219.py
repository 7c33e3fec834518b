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
            self.registers[self.shift >> 8 & 0x0F] = self.shift & 0xFF
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
