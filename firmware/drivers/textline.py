"""One line of text on an SSD1306 display of 128 x 32 or 128 x 64 dots.

Takes the display as micropython-lib's `ssd1306` module makes it (`mip install ssd1306`), and uses
its letters of 8 x 8 dots and its `write_cmd` and `write_data`; its `show` sends all 1024 bytes,
23 ms at 400 kHz. Here only the letters that changed are sent, at most all 16 of the line: 128 bytes
and six commands, 3.6 ms.
"""

from micropython import const

COLUMNS = const(16)
_WIDTH = const(8)
_SET_COLUMNS = const(0x21)
_SET_PAGES = const(0x22)


class TextLine:
    """Sixteen letters. ``display``: an ssd1306.SSD1306_I2C or _SPI, 128 dots wide; ``page``: which
    row of eight dots the line is at, from the top."""

    def __init__(self, display, page=0):
        self._display = display
        self._page = page
        self._shown = " " * COLUMNS
        self._bytes = memoryview(display.buffer)

    def show(self, text):
        """Show up to sixteen letters. OSError: the display does not answer."""
        text = (text + " " * COLUMNS)[:COLUMNS]
        shown = self._shown
        if text == shown:
            return
        first = 0
        while text[first] == shown[first]:
            first += 1
        end = COLUMNS
        while text[end - 1] == shown[end - 1]:
            end -= 1
        display = self._display
        left = first * _WIDTH
        width = (end - first) * _WIDTH
        display.fill_rect(left, self._page * 8, width, 8, 0)
        display.text(text[first:end], left, self._page * 8)
        for command in (_SET_COLUMNS, left, left + width - 1, _SET_PAGES, self._page, self._page):
            display.write_cmd(command)
        at = self._page * 8 * COLUMNS + left
        display.write_data(self._bytes[at : at + width])
        # Only now: should a wire be loose, the same is sent again.
        self._shown = text
