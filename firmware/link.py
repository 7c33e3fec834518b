"""The board's end of the link: frames over any byte stream, and never a wait.

``step`` is called again and again. It takes what has arrived, hands it on, and sends what may be
sent: answers first, then events from the journal, then the newest telemetry. At most WINDOW bytes
are under way; a host that stops reading is sent nothing more. What is under way and was not
receipted counts as lost only when the host is heard again. Events are sent until the host
acknowledges them; pieces, states and receipts are the host's to repeat.
"""

from firmware.streams import CHUNK
from firmware.tags import Tags
from shared_rules.frames import MAX_FRAME, Decoder, Window, elapsed, pad
from shared_rules.pieces import Joiner
from shared_rules.wire import BOARD, HOST, PROTOCOL, StateDown, allowed, compare, decode, encode

RESEND_MS = 1000  # without a receipt or an acknowledgement, things are sent again
RESEND_MOST_MS = 8000  # the pause doubles up to this while the host acknowledges nothing
SILENT_MS = 5000  # no frame for so long: the host is gone
UNEASY_MS = 1500  # no frame for so long, though it pings twice a second: events go to flash at once
ANSWERS = 16  # at most this many wait; the oldest is dropped, the host asks again
READ_BYTES = 128  # and
FRAMES = 4  # at most in one step, so that the readers get their turn

# The newest for each seat (or reader) is kept, not the newest of all.
_PER_FIRST_FIELD = ("pending", "notice", "reader")


class Handler:
    """What the link tells the rest of the firmware; all of it called from within ``step``."""

    def on_link(self, linked: bool, why: str) -> None:
        """A host has come (again, perhaps: tell it everything) or gone. ``why`` is a sentence for
        people, or empty."""

    def on_state(self, state) -> None:
        """The host's StateDown has arrived whole."""

    def on_deck(self, deck) -> None:
        """A deck has arrived whole, as Tags. Set ``link.deck`` to its hash once it is kept."""

    def on_mode(self, mode: str) -> None:
        """``play``, ``enrol`` or ``test``."""

    def on_stop(self) -> None:
        """The application is to end and leave the board to its prompt."""


class Link:
    """The link over ``stream`` (see streams), with the events of ``journal``.

    about     dict for the hello: firmware, board, uid (words), seats, readers (ints), caps (word)
    handler   a Handler
    deck      hash of the deck that the board holds, 0 for none; the owner sets it

    Counters: ``sent`` frames, ``resent`` events, ``corrupt`` and ``skipped`` lines that arrived,
    ``rtt_ms`` of the last receipt (-1: none yet). ``refusal`` is the sentence with which a host of
    another major version was refused.
    """

    def __init__(self, stream, journal, about, handler=None) -> None:
        self.stream = stream
        self.journal = journal
        self.about = about
        self.handler = handler or Handler()
        self.deck = 0
        self.linked = False
        self.mode = "play"
        self.refusal = ""
        self.sent = 0
        self.resent = 0
        self.rtt_ms = -1
        self._host_minor = PROTOCOL[1]
        self._decoder = Decoder()
        self._window = Window()
        self._buffer = bytearray(CHUNK)
        self._out = b""  # a frame that the stream has not taken whole, and
        self._out_at = 0  # how much of it it has
        self._answers = [("hello", self._hello("-"))]  # a fresh start: whoever is there may greet
        self._telemetry: "list[list]" = []  # [key, values], the longest waiting first
        self._states = Joiner()
        self._decks = Joiner()
        self._heard = 0
        self._asked: "int | None" = None  # when a greeting was last asked for
        self._event_at: "int | None" = None  # since when an event waits for its acknowledgement
        self._patience = RESEND_MS
        self._highest = (0, 0)  # (boot, n) sent so far

    @property
    def corrupt(self) -> int:
        """Frames that did not arrive whole."""
        return self._decoder.corrupt

    @property
    def skipped(self) -> int:
        """Lines that arrived and were no frames."""
        return self._decoder.skipped

    @property
    def quiet(self) -> bool:
        """Is no frame half read? Then interrupts may be off for a moment."""
        return not self._decoder.partial

    def send(self, name: str, *values) -> bool:
        """Send a message of the board's as soon as there is room. False: it is not allowed now.

        Telemetry waits in one place for each kind (for ``pending`` and ``notice``: and seat), so
        only the newest is sent. A ``tag`` or ``press`` queues: each one matters.
        """
        if not allowed(BOARD, name, self.linked, self.mode, self._host_minor):
            return False
        if name == "tag" or name == "press":
            self._answer(name, values)
            return True
        key = (name, values[0]) if name in _PER_FIRST_FIELD else name
        for waiting in self._telemetry:
            if waiting[0] == key:
                waiting[2] = values
                return True
        self._telemetry.append([key, name, values])
        return True

    def step(self, now: int) -> None:
        """Receive, hand on and send what can be done without waiting. ``now``: ticks in ms."""
        self._read(now)
        if self.linked and elapsed(now, self._heard) > SILENT_MS:
            self._unlink("The host has been silent for %d seconds." % (SILENT_MS // 1000))
        elif self.linked and elapsed(now, self._heard) > UNEASY_MS:
            self.journal.step(now, False)
        if (
            self._event_at is not None
            and elapsed(now, self._event_at) >= self._patience
            and elapsed(now, self._heard) < self._patience
        ):
            self._patience = min(self._patience * 2, RESEND_MOST_MS)
            self._event_at = None
            self.journal.rewind()
        self._write(now)

    # Receiving

    def _read(self, now: int) -> None:
        buffer = self._buffer
        left = READ_BYTES
        while left > 0:
            count = self.stream.readinto(buffer)
            if not count:
                return
            left -= count
            for number, receipt, body in self._decoder.feed(bytes(buffer[:count])):
                self._received(number, receipt, body, now)

    def _received(self, number: int, receipt: int, body: bytes, now: int) -> None:
        self._heard = now
        if receipt >= 0:
            trip = self._window.receipted(receipt, now)
            if trip >= 0:
                self.rtt_ms = trip
        if self._window.waiting(now) >= RESEND_MS:
            # The host speaks, and has not receipted what was sent so long ago: it is lost.
            self._window.forget()
            self.journal.rewind()
            self._event_at = None
        if number < 0:
            return
        message = decode(HOST, body)
        if message:
            self._handle(message[0], message[1], now)
        self._window.last = number

    def _handle(self, name: str, values, now: int) -> None:
        if name == "hello":
            self._greeted(values)
        elif name == "stop":
            self.handler.on_stop()
        elif not self.linked:
            # The host takes itself to be linked; this board has started again since.
            if not self.refusal and (self._asked is None or elapsed(now, self._asked) >= RESEND_MS):
                self._asked = now
                self._answer("hello", self._hello("-"))
        elif name == "ack":
            self.journal.ack(values[0], values[1])
            self._patience = RESEND_MS
            self._event_at = now if self.journal.outstanding else None
        elif name == "piece":
            self._piece(*values)
        elif name == "ping":
            self._answer("pong", values)
        elif name == "mode":
            self.mode = values[0]
            self.handler.on_mode(self.mode)

    def _hello(self, nonce: str):
        about = self.about
        return (
            nonce,
            PROTOCOL[0],
            PROTOCOL[1],
            about["firmware"],
            about["board"],
            about["uid"],
            self.journal.boot,
            about["seats"],
            about["readers"],
            self.deck,
            about.get("caps") or "-",
        )

    def _greeted(self, values) -> None:
        nonce, major, minor, _ = values
        self._window.reset()
        self._answers = []
        self._telemetry = []
        self._event_at = None
        self._patience = RESEND_MS
        self.journal.rewind()
        self._host_minor = minor
        self._answer("hello", self._hello(nonce))
        fine, why = compare((major, minor), PROTOCOL)
        self.refusal = "" if fine else why
        if fine:
            self.linked = True
            self.stream.raw(True)
            self.handler.on_link(True, why)
        else:
            self._unlink(why)

    def _unlink(self, why: str) -> None:
        was = self.linked
        self.linked = False
        self.mode = "play"
        self._telemetry = []
        if was:
            self._answers = []
            self._window.reset()
            self.stream.raw(False)
        self.handler.on_link(False, why)

    def _piece(self, what: str, whole: int, index: int, count: int, data: bytes) -> None:
        joiner = {"state": self._states, "deck": self._decks}.get(what)
        if joiner is None:
            return
        thing = joiner.add(whole, index, count, data)
        if thing:
            try:
                if what == "state":
                    self.handler.on_state(StateDown.unpack(thing))
                else:
                    self.handler.on_deck(Tags(thing))
            except ValueError:
                joiner.reset()
                thing = None
        self._answer("have", (what, whole, -1 if thing is None else index))

    # Sending

    def _answer(self, name: str, values) -> None:
        self._answers.append((name, values))
        if len(self._answers) > ANSWERS:
            self._answers.pop(0)

    def _write(self, now: int) -> None:
        for _ in range(FRAMES):
            if not self._flush():
                return
            body = self._next(now)
            if body is None:
                break
            self._put(self._window.frame(body, now))
        if self._flush() and self._window.told != self._window.last:
            self._put(self._window.bare())
            self._flush()

    def _put(self, data: bytes) -> None:
        self._out = pad(data)
        self._out_at = 0
        self.sent += 1

    def _flush(self) -> bool:
        """Let the stream take what it will; True when nothing is left."""
        while self._out_at < len(self._out):
            count = self.stream.write(memoryview(self._out)[self._out_at :])
            if not count:
                return False
            self._out_at += count
        return True

    def _next(self, now: int):
        """The body of the frame to send next, or None where there is none or no room for it."""
        if self._answers:
            name, values = self._answers[0]
            body = encode(BOARD, name, values)
            if not self._window.room(len(body)):
                return None
            self._answers.pop(0)
            return body
        if not self.linked or not self._window.room(MAX_FRAME // 2):
            return None
        event = self.journal.next(now)
        if event:
            body = encode(BOARD, "event", event)
            if not self._window.room(len(body)):
                self.journal.back()
                return None
            key = (event[1], event[0])
            if key <= self._highest:
                self.resent += 1
            else:
                self._highest = key
            if self._event_at is None:
                self._event_at = now
            return body
        if self._telemetry:
            _, name, values = self._telemetry[0]
            body = encode(BOARD, name, values)
            if self._window.room(len(body)):
                self._telemetry.pop(0)
                return body
        return None
