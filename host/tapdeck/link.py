"""The host's end of the link, without a port and without a clock.

``Link.feed`` takes the bytes that have arrived and the time, ``Link.outgoing`` gives the bytes to
send now. What arrives goes to a receiver. Frames are receipted, and events acknowledged, only
after the receiver has returned: by then it has committed them. States, pieces and modes are sent
again until the board has them; only the newest state counts.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from shared_rules.deck import Deck
from shared_rules.frames import Decoder, Window, elapsed, pad
from shared_rules.pieces import identity, split
from shared_rules.wire import (
    BOARD,
    HOST,
    PROTOCOL,
    StateDown,
    compare,
    decode,
    encode,
    field_names,
)

log = logging.getLogger(__name__)

GREET_MS = 500  # between hellos until one is answered
PING_MS = 500
RESEND_MS = 1000
SILENT_MS = 1800  # no frame for so long: the board is gone
REFUSED_MS = 5000  # between hellos to a board of another major version; it may have been updated
_TICKS = 0x3FFFFFFF


class NotTaken(Exception):
    """Raised by ``on_events`` of a receiver that only looks on: the events stay with the board."""


@dataclass(frozen=True)
class BoardInfo:
    """Who a board says it is. ``warning`` is a sentence about another minor version, or empty."""

    uid: str
    board: str
    firmware: str
    boot: int
    seats: int
    readers: int
    deck: int = 0
    caps: tuple[str, ...] = ()
    protocol: tuple[int, int] = PROTOCOL
    warning: str = ""


@dataclass(frozen=True)
class BoardEvent:
    """Event ``n`` of a ``boot`` of board ``uid``, as it arrived. ``age_ms`` -1: not known.

    ``version`` is of the state that it was judged on, ``verdict`` "ok" or a reason, ``line`` what
    was done, as a transcript has it.
    """

    uid: str
    boot: int
    n: int
    age_ms: int
    version: int
    verdict: str
    line: str


@dataclass
class Counters:
    """Of this end: frames sent, pieces sent again, corrupt and junk lines that arrived, and the
    last round trip in ms (-1: none yet)."""

    sent: int = 0
    resent: int = 0
    corrupt: int = 0
    skipped: int = 0
    rtt_ms: int = -1


class Receiver(Protocol):
    """Who takes what the board says. All calls come from the thread that feeds the link."""

    def on_hello(self, info: BoardInfo) -> None:
        """A board has answered (again): push its state, and its deck."""

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        """Commit these before returning: then they are acknowledged. If it raises, they are not,
        and the board sends them again. Repeats are possible: know them by (uid, boot, n)."""

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        """pending, notice, tag, health or lights, with its fields by name."""

    def on_link(self, up: bool, reason: str) -> None:
        """The board is there or gone; ``reason`` is a sentence, or empty."""


@dataclass
class _Whole:
    """A state or a deck on its way down."""

    what: str
    pieces: list[bytes]
    id: int
    sent_at: dict[int, int] = field(default_factory=dict)
    there: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, what: str, data: bytes) -> _Whole:
        return cls(what, split(data), identity(data))

    def due(self, now: int) -> int | None:
        """The index of the piece to send next, if any."""
        for index in range(len(self.pieces)):
            at = self.sent_at.get(index)
            if index not in self.there and (at is None or elapsed(now, at) >= RESEND_MS):
                return index
        return None


class Link:
    """One board at ``port`` (a name for the sentences), its news going to ``receiver``."""

    def __init__(self, port: str, receiver: Receiver, version: str = "0") -> None:
        self.port = port
        self.receiver = receiver
        self.version = version
        self.counters = Counters()
        self.info: BoardInfo | None = None  # while linked
        self._lock = threading.Lock()  # guards what the push functions set
        self._pushed: dict[str, _Whole] = {}
        self._mode = "play"
        self._mode_due = True
        self._going: dict[str, _Whole] = {}
        self._board_deck = 0
        self._decoder = Decoder()
        self._echoes = 0
        self._window = Window()
        self._nonce = ""
        self._greet_at: int | None = None  # when the next hello is due
        self._greeting_since = 0
        self._junk_before = 0
        self._met = False  # has a board been linked here?
        self._refused = False
        self._heard = 0
        self._ping_at = 0
        self._pings = 0
        self._acks: dict[int, int] = {}  # boot -> n, to be told
        self._committed: dict[int, int] = {}  # boot -> n, since the hello
        self._urgent: deque[str] = deque(maxlen=4)
        self._said: tuple[bool, str] | None = None

    # What the host wants; from any thread

    def push_state(self, state: StateDown) -> None:
        """Send this state as soon as there is room, in place of any older one."""
        whole = _Whole.of("state", state.pack())
        with self._lock:
            self._pushed["state"] = whole

    def push_deck(self, deck: Deck) -> None:
        """Send this deck, unless the board holds it already."""
        whole = _Whole.of("deck", deck.dump())
        with self._lock:
            self._pushed["deck"] = whole

    def set_mode(self, mode: str) -> None:
        """``play``, or ``enrol`` or ``test``: the board reports, see ``wire``."""
        with self._lock:
            self._mode = mode
            self._mode_due = True

    def stop(self) -> None:
        """Ask the board to leave its application."""
        with self._lock:
            self._urgent.append(encode(HOST, "stop"))

    # The life of the link

    def opened(self, now: int) -> None:
        """The port was opened: greet whoever is there."""
        self._decoder.reset()
        self._greet(now)

    def lost(self, sentence: str) -> None:
        """The port has gone, or cannot be opened."""
        self.info = None
        self._greet_at = None
        self._say(False, sentence)

    @property
    def linked(self) -> bool:
        """Is a board of our major version answering?"""
        return self.info is not None

    @property
    def settled(self) -> bool:
        """Does the board have all that was pushed? Until then it may not know its cards."""
        with self._lock:
            return self.linked and not self._pushed and not self._going

    def silent_for(self, now: int) -> int:
        """For how many ms nobody has answered; 0 while linked."""
        return 0 if self.linked else elapsed(now, self._greeting_since)

    def _greet(self, now: int) -> None:
        self._nonce = secrets.token_hex(4)
        self._greet_at = self._greeting_since = now
        self._refused = False
        self._junk_before = self._junk

    @property
    def _junk(self) -> int:
        return self._decoder.corrupt + self._decoder.skipped + self._echoes

    def _say(self, up: bool, sentence: str) -> None:
        if (up, sentence) != self._said:
            self._said = (up, sentence)
            self._tell(self.receiver.on_link, up, sentence)

    def _tell(self, function: Callable[..., None], *values: Any) -> bool:
        """Call the receiver. Its faults must not end the link: False, and a line in the log."""
        try:
            function(*values)
        except NotTaken:
            return False
        except Exception:
            log.exception("the news of the board at %s could not be taken", self.port)
            return False
        return True

    # Receiving

    def feed(self, data: bytes, now: int) -> None:
        """Handle the bytes that have arrived."""
        frames = self._decoder.feed(data)
        self.counters.corrupt = self._decoder.corrupt
        self.counters.skipped = self._decoder.skipped
        events: list[BoardEvent] = []
        last = self._window.last
        for number, receipt, body in frames:
            message = decode(BOARD, body) if number >= 0 else None
            if number >= 0 and message is None and decode(HOST, body) is not None:
                self._echoes += 1  # our own words: a prompt repeats what it hears
                continue
            self._heard = now
            if receipt >= 0:
                self._window.receipted(receipt, now)
            if self._window.waiting(now) >= RESEND_MS:
                self._window.forget()  # the board speaks and has not had it
            if number >= 0:
                last = number
            if message is None:
                continue
            name, values = message
            if name == "hello":
                self._window.last = last
                self._commit(events)
                events = []
                self._hello(values, now)
            elif self.info is not None:
                self._handle(name, values, events, now)
        self._commit(events)
        self._window.last = last

    def _handle(
        self, name: str, values: tuple[Any, ...], events: list[BoardEvent], now: int
    ) -> None:
        if name == "event":
            self._event(values, events)
        elif name == "have":
            what, whole, index = values
            going = self._going.get(what)
            if going is not None and going.id == whole:
                if index < 0:
                    going.there.clear()
                    going.sent_at.clear()
                else:
                    going.there.add(index)
                if len(going.there) >= len(going.pieces):
                    del self._going[what]
                    if what == "deck":
                        self._board_deck = whole
        elif name == "pong":
            self.counters.rtt_ms = elapsed(now, values[0])
        else:
            fields = dict(zip(field_names(BOARD, name), values, strict=True))
            self._tell(self.receiver.on_telemetry, name, fields)

    def _event(self, values: tuple[Any, ...], events: list[BoardEvent]) -> None:
        n, boot, after, age, version, verdict, line = values
        assert self.info is not None
        known = self._committed.get(boot, 0)
        if n <= known:
            self._acks[boot] = known  # a repeat: the acknowledgement was lost
            return
        for event in events:
            if event.boot == boot:
                known = max(known, event.n)
        if after > known:
            return  # one before it is missing; the board will send both again
        if n > known:
            events.append(BoardEvent(self.info.uid, boot, n, age, version, verdict, line))

    def _commit(self, events: list[BoardEvent]) -> None:
        if events and self._tell(self.receiver.on_events, events):
            for event in events:
                self._committed[event.boot] = self._acks[event.boot] = event.n

    def _hello(self, values: tuple[Any, ...], now: int) -> None:
        nonce, major, minor, firmware, board, uid, boot, seats, readers, deck, caps = values
        if nonce != self._nonce:
            # It has started again, or answers someone who asked before us.
            if self.info is not None or self._refused:
                self.info = None
                self._greet(now)
            return
        if self.info is not None:
            return  # the answer to a hello that was sent twice
        fine, why = compare(PROTOCOL, (major, minor))
        self._refused = not fine
        if not fine:
            self._greet_at = (now + REFUSED_MS) & _TICKS
            self._say(False, f"The board at {self.port} cannot be used. {why}")
            return
        names = () if caps == "-" else tuple(caps.split(","))
        self.info = BoardInfo(
            uid, board, firmware, boot, seats, readers, deck, names, (major, minor), why
        )
        self._met = True
        self._greet_at = None
        self._board_deck = deck
        self._committed.clear()
        self._acks.clear()
        with self._lock:
            # What the last link was sending starts again, unless something newer waits.
            for what, whole in self._going.items():
                self._pushed.setdefault(what, _Whole(what, whole.pieces, whole.id))
            self._mode_due = True
        self._going.clear()
        self._tell(self.receiver.on_hello, self.info)
        self._say(True, why)

    # Sending

    def outgoing(self, now: int) -> bytes:
        """The bytes to send now; b"" for none. The caller must send all of them, in order."""
        parts: list[bytes] = []
        if self.info is not None and elapsed(now, self._heard) >= SILENT_MS:
            self.info = None
            self._say(False, self._stopped())
            self._greet(now)
        if self._greet_at is not None and elapsed(now, self._greet_at) < _TICKS // 2:
            self._greet_at = (now + GREET_MS) & _TICKS
            self._window.reset()
            body = encode(HOST, "hello", (self._nonce, *PROTOCOL, self.version))
            parts.append(self._window.frame(body, now))
        if self.info is None:
            self._complain(now)
        else:
            self._linked(parts, now)
        with self._lock:
            while self._urgent and self._window.room(len(self._urgent[0])):
                parts.append(self._window.frame(self._urgent.popleft(), now))
        if self._window.told != self._window.last:
            parts.append(self._window.bare())
        self.counters.sent += len(parts)
        return pad(b"".join(parts))

    def _complain(self, now: int) -> None:
        if self._greet_at is None or self._refused:
            return
        if elapsed(now, self._greeting_since) >= 4 * GREET_MS:
            junk = self._junk > self._junk_before
            self._say(False, self._stopped() if self._met else silence(self.port, junk))

    def _stopped(self) -> str:
        return (
            f"The board at {self.port} has stopped answering. Look at its cable; if that is fine, "
            "unplug it and plug it in again."
        )

    def _linked(self, parts: list[bytes], now: int) -> None:
        for boot in sorted(self._acks):
            if not self._put(parts, now, "ack", boot, self._acks[boot]):
                return
            del self._acks[boot]
        with self._lock:
            self._going.update(self._pushed)
            self._pushed.clear()
            deck = self._going.get("deck")
            if deck is not None and deck.id == self._board_deck:
                del self._going["deck"]
            mode, mode_due, self._mode_due = self._mode, self._mode_due, False
        if elapsed(now, self._ping_at) >= PING_MS and self._put(parts, now, "ping", now & _TICKS):
            self._ping_at = now
            self._pings += 1
            mode_due = mode_due or self._pings % 4 == 0  # in case the last one was lost
        if mode_due and not self._put(parts, now, "mode", mode):
            self._mode_due = True
        for what in ("state", "deck"):
            going = self._going.get(what)
            index = going.due(now) if going else None
            while going is not None and index is not None:
                piece = going.pieces[index]
                count = len(going.pieces)
                if not self._put(parts, now, "piece", what, going.id, index, count, piece):
                    return
                self.counters.resent += index in going.sent_at
                going.sent_at[index] = now
                index = going.due(now)

    def _put(self, parts: list[bytes], now: int, name: str, *values: Any) -> bool:
        body = encode(HOST, name, values)
        if not self._window.room(len(body)):
            return False
        parts.append(self._window.frame(body, now))
        return True


def silence(port: str, junk: bool) -> str:
    """What to say of a port at which no board has answered the hello; did anything arrive?"""
    if junk:
        return (
            f"Something talks at {port}, but it is no Tapdeck board. Name another port, or put "
            "the firmware on it with `tapdeck flash`."
        )
    return (
        f"Nothing answers at {port}. If the board is there, unplug it and plug it in again; if "
        "Tapdeck is not on it yet, run `tapdeck flash`."
    )
