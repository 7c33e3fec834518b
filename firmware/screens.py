"""What the table's lights and digits say: `show(state)` as pixels and text.

The chain has one pixel a seat, in the order of the seats, then the strip of 13 tokens. A seat's
state is told by its colour and by its pattern in time, since red and green alone are not for
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
DARK = (0, 0, 0)
STRIP = 13


def colour_at(state: str, age_ms: int) -> "tuple[int, int, int]":
    """The colour (r, g, b) of a seat's pixel that has been in a state for so long: lit first."""
    colour, period, lit = PATTERNS[state]
    return colour if not period or age_ms % period < lit else DARK


class Screens:
    """The pixel chain and the row of digits.

    pixels  a NeoPixel of seats + 13 pixels
    digits  a driver with `show(text)`, 8 characters
    seats   how many pixels are seats
    """

    def __init__(self, pixels, digits, seats: int) -> None:
        self._pixels = pixels
        self._digits = digits
        self._seats = seats
        self._text = ""
        self._states = ["idle"] * seats
        self._began = [0] * seats  # when each seat's state began, in ms
        # Nothing is known of what the chain shows after power-up.
        self._stale = True

    def show(self, seats: "list[str]", lit: int, text: str, now_ms: int) -> bool:
        """Show each seat's state, the number of tokens (up to 26), and 8 characters.

        Only what changed is sent: the chain as a whole (some 0.5 ms for 17 pixels, interrupts
        off), the digits that differ. Answers whether the chain was sent.
        """
        changed = self._stale
        self._stale = False
        pixels = self._pixels
        for place in range(self._seats + STRIP):
            if place < self._seats:
                state = seats[place] if place < len(seats) else "idle"
                if state != self._states[place]:
                    self._states[place] = state
                    self._began[place] = now_ms
                colour = colour_at(state, elapsed(now_ms, self._began[place]))
            else:
                token = place - self._seats
                colour = DARK
                if token + STRIP < lit:
                    colour = SECOND_TOKEN
                elif token < lit:
                    colour = TOKEN
            if pixels[place] != colour:
                pixels[place] = colour
                changed = True
        if changed:
            pixels.write()
        if text != self._text:
            self._text = text
            self._digits.show(text)
        return changed
