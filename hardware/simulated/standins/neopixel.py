"""Stand-in for ``neopixel``: keeps each colour as it was last sent down the chain."""

from tabletop import TABLE

PIXEL_US = 30  # 24 bits of 1.25 µs


class NeoPixel:
    """``n`` pixels of ``bpp`` bytes; nothing shows before ``write``."""

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def __setitem__(self, index, colour):
        at = index * self.bpp
        for i in range(self.bpp):
            self.buf[at + i] = colour[i]

    def __getitem__(self, index):
        at = index * self.bpp
        return tuple(self.buf[at + i] for i in range(self.bpp))

    def fill(self, colour):
        """Every pixel to ``colour``; not sent yet."""
        for i in range(self.n):
            self[i] = colour

    def write(self):
        """Send the chain."""
        TABLE.now += PIXEL_US * self.n
        TABLE.chains[self.pin.id] = bytes(self.buf)
