"""What the table's lights and digits say: `show(state)` as pixels and text.

The chain has a pixel or more a seat, in the order of the seats, then the strip of 13 tokens. A
seat's state is told by its colour and by its pattern in time, since red and green alone are not for
everyone:

state      colour  pattern
turn       brass   steady
wait       dim     steady
pending    blue    slow blink: half a second lit, half a second dark
choice     cyan    lit but for a short gap once a second: which of several things is meant?
accepted   green   steady, for 1.2 s
refused    red     fast blink: 120 ms lit, 120 ms dark, for 2.4 s
asking     violet  short flashes, while the host is asked
out        dark    a faint glow once in two seconds
idle       dark    dark

The strip shows tokens, or spaces with letters of colours (`shared_rules/board.py`, `show`): a pixel
that stands for several spaces, or a space with several letters, shows them in turn. What runs along
the strip is a gap where it is lit and a spot where it is dark.
"""

from firmware.lights import DARK, Lights
from shared_rules.board import DARK_SPACE, letters_at
from shared_rules.frames import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# (colour, period in ms, lit ms of each period); period 0 is steady. Colours are (r, g, b), 0-255,
# kept low: 17 pixels at full white would draw a whole ampere.
PATTERNS = {
    "turn": ((48, 32, 6), 0, 0),
    "wait": ((2, 3, 3), 0, 0),
    "pending": ((4, 14, 48), 1000, 500),
    "choice": ((0, 30, 26), 1000, 850),
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

# The letters of `board.COLOURS`.
COLOURS = {
    "r": (44, 4, 0),
    "g": (0, 36, 6),
    "b": (2, 6, 44),
    "y": (36, 24, 0),
    "w": (14, 14, 12),
    "v": (26, 0, 36),
    "o": TOKEN,
    "c": (0, 26, 26),
}
SPOT = (12, 12, 10)
STEP_MS = 250  # from one place of the strip to the next
BLINK_STEPS = 2  # lit, then as long dark
TURN_STEPS = 3  # how long each of several letters stays
LEAST_RUN = 3  # on fewer pixels nothing can be seen to run
PAGE_MS = 2000  # how long each of several rows stays, where there is but one

# Where one pixel stands for all seats, it says what is the most urgent.
URGENT = ("refused", "asking", "accepted", "choice", "pending", "turn", "wait", "out", "idle")
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


def strip_colours(
    letters: "list[str]", step: int, blink: bool = False, fill: bool = False, run: int = 0
) -> "list[tuple[int, int, int]]":
    """What a strip shows in a step of STEP_MS; letters as from `letters_at`, the rest as in
    `board`, `show`.
    """
    pixels = len(letters)
    lit = pixels
    if blink and step // BLINK_STEPS % 2:
        lit = 0
    elif fill:
        lit = step % (pixels + 2)
    spot = step % pixels if run and pixels >= LEAST_RUN and not fill else -1
    colours = []
    for place in range(pixels):
        mine = letters[place if run >= 0 else pixels - 1 - place]
        letter = mine[step // TURN_STEPS % len(mine)] if mine and place < lit else DARK_SPACE
        colour = COLOURS.get(letter, DARK)
        if place == spot:
            colour = DARK if colour != DARK else SPOT
        colours.append(colour)
    if run < 0:
        colours.reverse()
    return colours


def strip_text(shown: "dict") -> str:
    """A strip in letters, for people: how many tokens, or its spaces and what moves."""
    strip = shown["strip"]
    if isinstance(strip, int):
        return str(strip)
    text = strip if isinstance(strip, str) else ",".join(strip)
    for mark in ("blink", "fill"):
        if shown.get(mark):
            text += " " + mark
    return text + ("", " cw", " ccw")[shown.get("run", 0)]


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
        self._chain = (pixels, seats, brightness, limit_ma)
        self._spaces = STRIP  # of the strip, for which the lights are laid out
        self._lay_out()
        self._states = ["idle"] * (self.lights.seats or 1)
        self._began = [0] * len(self._states)  # when each state began, in ms
        self._digits = digits
        self._line = line
        self._texts = [""] * digits.rows
        self._text = ""
        # The strip that was shown last, in which step of what moves, and its colours.
        self._strip: "Any" = 0
        self._moves: "tuple" = ()
        self._colours_now: "list[tuple[int, int, int]]" = []
        # What is shown, in letters: `turn,wait|3|  10  20`.
        self.text = ""
        self._testing = False

    def _lay_out(self) -> None:
        """Give the seats and the strip their stretches of the chain."""
        pixels, seats, brightness, limit_ma = self._chain
        for place in range(len(pixels)):
            pixels[place] = DARK  # what `Lights` takes for granted
        self.lights = Lights(pixels, seats, self._spaces, brightness, limit_ma)

    def show(self, shown: "dict", now_ms: int, word: str = "", hint: str = "") -> None:
        """Show a game, as the core's `show` describes it (`shared_rules/board.py`).

        word    what must be said before anything else, such as `FULL`
        hint    what is good to know, such as whose the reader is: shown where there is a row more,
                or no number to be shown

        With one row of digits the word takes the numbers' place. The chain is sent by `step`.
        """
        if self._testing:
            self._testing = False
            self._digits.test(False)
        spaces = max(STRIP, sum(shown.get("tracks", ())))
        if spaces != self._spaces:
            self._spaces = spaces
            self._lay_out()
            self._strip = 0
        self.lights.show(self._colours(shown, now_ms))
        numbers = rows = shown.get("rows") or (shown["digits"],)
        second = word or hint
        free = self._digits.rows
        if free > 1 and (second or len(rows) < free):
            free -= 1
        elif word:
            rows = (word,)
        elif hint and not any(row.strip() for row in rows):
            rows = (hint,)
        page = now_ms // PAGE_MS * free % ((len(rows) + free - 1) // free * free)
        for place in range(page, page + free):
            self._row(place - page, rows[place] if place < len(rows) else "")
        if free < self._digits.rows:
            self._row(free, second)
        first = now_ms // PAGE_MS % len(numbers)
        self._write((second + " " * ROW)[:ROW] + numbers[first])
        self.text = "%s|%s|%s" % (
            ",".join(shown["seats"]),
            strip_text(shown),
            word or ",".join(rows),
        )

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

    def _colours(self, shown: "dict", now_ms: int) -> "list[tuple[int, int, int]]":
        seats = shown["seats"]
        if not self.lights.seats:
            seats = [state for state in URGENT if state in seats][:1]
        colours = []
        for place in range(len(self._states)):
            state = seats[place] if place < len(seats) else "idle"
            if state != self._states[place]:
                self._states[place] = state
                self._began[place] = now_ms
            colours.append(colour_at(state, elapsed(now_ms, self._began[place])))
        return colours + self._strip_colours(shown, now_ms)

    def _strip_colours(self, shown: "dict", now_ms: int) -> "list[tuple[int, int, int]]":
        strip = shown["strip"]
        if isinstance(strip, int):
            return token_colours(self.lights.tokens, strip)
        get = shown.get
        tracks = get("tracks", ())
        moves = (now_ms // STEP_MS, get("blink", False), get("fill", False), get("run", 0))
        if moves != self._moves or strip != self._strip:
            self._moves, self._strip = moves, strip
            letters = letters_at(strip, self.lights.tokens, tracks)
            self._colours_now = strip_colours(letters, *moves)
        return self._colours_now

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
