"""The WS2812 chain: seats, then bomb tokens, spread over whatever length it has (2 to 150 pixels).

    length               what it shows
    -------------------  ----------------------------------------------------------------
    seats + 13 or more   each seat and each token has its stretch; the seats' are the longer
    seats to seats + 12  a pixel a seat; the rest shows the share of 13 tokens, rounded up
    fewer than seats     the first pixel for all seats (whoever has the most urgent to say),
                         the rest as above

How it stays out of the way. Sending takes 30 µs a pixel with interrupts off (RP2040; the ESP32's
RMT sends by itself): 4.5 ms for 150, never more. Filling a stretch takes some 25 µs a pixel in
bytecode, so a step fills FILL pixels at most and sends only where both together stay under 5 ms.
Nothing is sent unless a colour changed, and not while a frame of the host is half read: bytes that
arrive with interrupts off are lost once a UART's buffer is full (32 bytes on an RP2040, which are
2.8 ms at 115200 baud; 128 on an ESP32). What is lost all the same the host sends again. After HOLD
steps it is sent in any case: a line that was cut must not keep the lights dark.

What it draws. A WS2812B takes 1 mA dark and at most 20 mA more for each of its three colours at
full (newer ones 12 mA): so 0.078 mA a step of a colour is counted. Where the sum would exceed the
board's limit, the whole chain is made darker, so that the colours keep their meaning.
"""

LONGEST = 150
FILL = 48
HOLD = 5
_PIXEL_US = 30
_FILL_US = 25
_MOST_US = 4600

# In µA.
DARK_UA = 1000
FULL_UA = 20000

DARK = (0, 0, 0)
_FULL_SCALE = 256


def spread(pixels: int, seats: int, tokens: int) -> "list[tuple[int, int]]":
    """(first, count) of each stretch: the seats', then the tokens'; a short chain has fewer.

    ValueError: no chain for this table.
    """
    if not 2 <= pixels <= LONGEST:
        raise ValueError("a chain has 2 to %d pixels, not %d" % (LONGEST, pixels))
    if pixels < seats:
        return [(place, 1) for place in range(pixels)]
    for_token = max(1, pixels // (seats + tokens)) if pixels >= seats + tokens else 1
    strip = min(tokens * for_token, pixels - seats)
    for_seat = (pixels - strip) // seats
    found = [(seat * for_seat, for_seat) for seat in range(seats)]
    first = seats * for_seat
    while first + for_token <= pixels and len(found) < seats + tokens:
        found.append((first, for_token))
        first += for_token
    return found


class Lights:
    """A chain in stretches of one colour.

    pixels      a NeoPixel
    brightness  in per cent of the colours given
    limit_ma    what the chain may draw; 0: anything
    """

    def __init__(
        self, pixels, seats: int, tokens: int, brightness: int = 100, limit_ma: int = 0
    ) -> None:
        self._pixels = pixels
        self.stretches = spread(len(pixels), seats, tokens)
        # How many stretches are seats; with 0 the first one is for all of them.
        self.seats = seats if len(pixels) >= seats else 0
        self.tokens = len(self.stretches) - (self.seats or 1)
        self._brightness = brightness * _FULL_SCALE // 100
        self._limit = limit_ma * 1000
        self._wanted = [DARK] * len(self.stretches)
        self._filled: "list[tuple | None]" = [DARK] * len(self.stretches)
        self._scale = self._brightness
        # The stretch to look at next; all are done at the end. A new chain is dark.
        self._next = len(self.stretches)
        self._send = True  # nothing is known of what the chain shows after power-up
        self._under_way = False
        self._held = 0

    @property
    def busy(self) -> bool:
        """Is there something to be filled or sent?"""
        return self._send or self._next < len(self.stretches)

    def show(self, colours: "list[tuple[int, int, int]]") -> None:
        """The colour of each stretch, to be sent by `step`. Nothing while an earlier change is
        under way: it goes out whole first, so that quick changes never keep the chain from being
        sent at all.
        """
        if self._under_way:
            return
        wanted = self._wanted
        changed = False
        for place in range(len(wanted)):
            if wanted[place] != colours[place]:
                wanted[place] = colours[place]
                changed = True
        if changed:
            self._dim()
            self._next = 0
            self._under_way = True

    def _dim(self) -> None:
        """The scale under which the chain stays within its limit."""
        scale = self._brightness
        if self._limit:
            lit = 0
            for place in range(len(self._wanted)):
                red, green, blue = self._wanted[place]
                lit += (red + green + blue) * self.stretches[place][1]
            drawn = lit * FULL_UA // 255
            room = max(0, self._limit - DARK_UA * len(self._pixels))
            if drawn * scale > room * _FULL_SCALE:
                scale = room * _FULL_SCALE // drawn
        if scale != self._scale:
            self._scale = scale
            for place in range(len(self._filled)):
                self._filled[place] = None

    def step(self, quiet: bool = True) -> bool:
        """Fill some of what changed, or send; 5 ms at most. `quiet`: no byte of the host is being
        waited for. Answers whether the chain was sent.
        """
        filled = 0
        while self._next < len(self.stretches):
            place = self._next
            first, count = self.stretches[place]
            if filled + count > FILL and filled:
                return False
            if self._filled[place] != self._wanted[place]:
                self._filled[place] = self._wanted[place]
                self._fill(first, count, self._wanted[place])
                filled += count
                self._send = True
            self._next += 1
        if not self._send:
            self._under_way = False
            return False
        if filled * _FILL_US + len(self._pixels) * _PIXEL_US > _MOST_US:
            return False
        if not quiet and self._held < HOLD:
            self._held += 1
            return False
        self._held = 0
        self._send = self._under_way = False
        self._pixels.write()
        return True

    def _fill(self, first: int, count: int, colour: "tuple[int, int, int]") -> None:
        scale = self._scale
        if scale != _FULL_SCALE:
            red, green, blue = colour
            colour = (
                min(255, red * scale // _FULL_SCALE),
                min(255, green * scale // _FULL_SCALE),
                min(255, blue * scale // _FULL_SCALE),
            )
        for pixel in range(first, first + count):
            self._pixels[pixel] = colour
