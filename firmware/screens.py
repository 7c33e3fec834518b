"""What the table's lights and digits say: `show(state)` as pixels and text.

The chain has a pixel or more a seat, in the order of the seats, then the strip of 13 tokens. A
seat's state is told by its colour and by its pattern in time, since red and green alone are not for
everyone:

state      colour  pattern
turn       brass   steady
wait       dim     steady
pending    blue    slow blink: half a second lit, half a second dark
accepted   green   steady, for 1.2 s
refused    red     fast blink: 120 ms lit, 120 ms dark, for 2.4 s
asking     violet  short flashes, while the host is asked
out        dark    a faint glow once in two seconds
idle       dark    dark
"""

from firmware.lights import DARK, Lights
from shared_rules.frames import elapsed

# (colour, period in ms, lit ms of each period); period 0 is steady. Colours are (r, g, b), 0-255,
# kept low: 17 pixels at full white would draw a whole ampere.
PATTERNS = {
    "turn": ((48, 32, 6), 0, 0),
    "wait": ((2, 3, 3), 0, 0),
    "pending": ((4, 14, 48), 1000, 500),
    "accepted": ((4, 48, 8), 0, 0),
    "refused": ((56, 6, 2), 240, 120),
    "asking": ((28, 4, 40), 300, 60),
    "out": ((3, 3, 2), 2000, 100),
    "idle": ((0, 0, 0), 0, 0),
}
TOKEN = (40, 10, 0)
# The deal in which the 13th token falls may bring more: they count from the first pixel again, in
# another colour.
SECOND_TOKEN = (40, 0, 24)
STRIP = 13
ROW = 8

# Where one pixel stands for all seats, it says what is the most urgent.
URGENT = ("refused", "asking", "accepted", "pending", "turn", "wait", "out", "idle")
TEST_COLOURS = ((40, 0, 0), (0, 40, 0), (0, 0, 40), (24, 24, 24))
TEST_MS = 700


def colour_at(state: str, age_ms: int) -> "tuple[int, int, int]":
    """The colour (r, g, b) of a seat's pixel that has been in a state for so long: lit first."""
    colour, period, lit = PATTERNS[state]
    return colour if not period or age_ms % period < lit else DARK


def token_colours(pixels: int, lit: int) -> "list[tuple[int, int, int]]":
    """The strip of `pixels` stretches with `lit` tokens of 13. A strip that is shorter shows the
    tokens' share of 13, rounded up, and the second time round as well.
    """
    first = (min(lit, STRIP) * pixels + STRIP - 1) // STRIP
    second = (max(0, min(lit - STRIP, STRIP)) * pixels + STRIP - 1) // STRIP
    return [
        SECOND_TOKEN if place < second else TOKEN if place < first else DARK
        for place in range(pixels)
    ]


class Screens:
    """The chain of pixels, the rows of digits and the line of text.

    pixels      a NeoPixel; see `lights` for what chains of any length show
    digits      a driver with `show(text, row)`, 8 characters a row, and `rows`
    seats       how many seats the table has
    line        a driver with `show(text)` for 16 letters, or None
    brightness, limit_ma   of the chain, as in `lights`
    """

    def __init__(
        self, pixels, digits, seats: int, line=None, brightness: int = 100, limit_ma: int = 0
    ) -> None:
        self.lights = Lights(pixels, seats, STRIP, brightness, limit_ma)
        self._states = ["idle"] * (self.lights.seats or 1)
        self._began = [0] * len(self._states)  # when each state began, in ms
        self._digits = digits
        self._line = line
        self._texts = [""] * digits.rows
        self._text = ""
        self._testing = False

    def show(
        self, seats: "list[str]", lit: int, text: str, now_ms: int, word: str = "", hint: str = ""
    ) -> None:
        """Show each seat's state, the number of tokens (up to 26), and the totals in 8 characters.

        word    what must be said before anything else, such as `FULL`
        hint    what is good to know, such as whose the reader is: shown where there is a row more

        With one row of digits the word takes the totals' place. The chain is sent by `step`.
        """
        if self._testing:
            self._testing = False
            self._digits.test(False)
        self.lights.show(self._colours(seats, lit, now_ms))
        second = word or hint
        if self._digits.rows > 1:
            self._row(0, text)
            self._row(1, second)
        else:
            self._row(0, word or text)
        self._write((second + " " * ROW)[:ROW] + text)

    def test(self, now_ms: int) -> None:
        """Every pixel in red, green, blue and white in turn, every segment, every letter."""
        if not self._testing:
            self._testing = True
            self._digits.test(True)
        step = now_ms // TEST_MS % len(TEST_COLOURS)
        self.lights.show([TEST_COLOURS[step]] * len(self.lights.stretches))
        self._write("#" * (2 * ROW))

    def step(self, quiet: bool = True) -> bool:
        """Send the chain if it changed; whether it was sent. See `lights`."""
        return self.lights.step(quiet)

    def _colours(self, seats: "list[str]", lit: int, now_ms: int) -> "list[tuple[int, int, int]]":
        if not self.lights.seats:
            seats = [state for state in URGENT if state in seats][:1]
        colours = []
        for place in range(len(self._states)):
            state = seats[place] if place < len(seats) else "idle"
            if state != self._states[place]:
                self._states[place] = state
                self._began[place] = now_ms
            colours.append(colour_at(state, elapsed(now_ms, self._began[place])))
        return colours + token_colours(self.lights.tokens, lit)

    def _row(self, number: int, text: str) -> None:
        if text != self._texts[number]:
            self._texts[number] = text
            self._digits.show(text, number)

    def _write(self, text: str) -> None:
        if self._line is None or text == self._text:
            return
        try:
            self._line.show(text)
            self._text = text
        except OSError:
            pass  # a loose wire; it is tried again
