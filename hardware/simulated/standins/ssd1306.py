"""Stand-in for micropython-lib's ``ssd1306``: what its users call, and the display's memory.

A letter is drawn as eight columns of its own code, so that what the display holds can be read back.
"""


class SSD1306_I2C:
    """``buffer`` is what is drawn, ``memory`` what was sent; both a byte for eight dots."""

    def __init__(self, width, height, i2c, addr=0x3C, external_vcc=False):
        self.width = width
        self.height = height
        self.i2c = i2c
        self.addr = addr
        self.pages = height // 8
        self.buffer = bytearray(self.pages * width)
        self.memory = bytearray(self.pages * width)
        self.commands = []
        self.sent = 0  # bytes of pixels
        self._pair = bytearray(2)

    def fill_rect(self, x, y, width, height, colour):
        """Whole rows of eight only."""
        at = y // 8 * self.width + x
        for i in range(at, at + width):
            self.buffer[i] = 0xFF if colour else 0

    def text(self, text, x, y, colour=1):
        """Letters of 8 x 8 dots."""
        at = y // 8 * self.width + x
        for letter in text:
            for i in range(at, at + 8):
                self.buffer[i] = ord(letter)
            at += 8

    def write_cmd(self, command):
        """A byte for the controller."""
        self._pair[0] = 0x80
        self._pair[1] = command
        self.i2c.writeto(self.addr, self._pair)
        self.commands.append(command)

    def write_data(self, data):
        """Bytes for the memory, into the window that the last commands set."""
        self.i2c.writevto(self.addr, (b"\x40", data))
        _, left, right, _, first, _ = self.commands[-6:]
        for i in range(len(data)):
            self.memory[first * self.width + left + i] = data[i]
        assert len(data) == right - left + 1
        self.sent += len(data)

    def read(self, page):
        """The line that a person reads in a row of eight dots."""
        text = ""
        for at in range(page * self.width, (page + 1) * self.width, 8):
            assert self.memory[at] == self.memory[at + 7]
            text += chr(self.memory[at] or 32)
        return text
