"""A board at a port: a thread that keeps the link up, and ways to find the right port."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from importlib.metadata import PackageNotFoundError, version

from shared_rules.deck import Deck
from shared_rules.frames import Decoder, frame, pad
from shared_rules.wire import BOARD, HOST, PROTOCOL, StateDown, compare, decode, encode
from tapdeck.link import BoardEvent, BoardInfo, Counters, Link, Receiver, silence
from tapdeck.ports import DeviceError, Port, lost, open_port, usb_ports

__all__ = [
    "BoardEvent",
    "BoardInfo",
    "Counters",
    "Device",
    "DeviceError",
    "Receiver",
    "discover",
    "probe",
]

log = logging.getLogger(__name__)

RETRY_S = 0.5  # between attempts to open a port that has gone
REOPEN_MS = 10_000  # a port at which nobody answers is closed and opened again
TURN_S = 0.1  # the link's timers are looked at so often
TOGETHER_S = 0.3  # boards that answer within this time do so at once: their order decides
_HELLO_S = 0.5


def _ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _version() -> str:
    try:
        return version("tapdeck")
    except PackageNotFoundError:
        return "0"


class Device:
    """Keeps the link to the board at ``port`` up, in a thread of its own.

    ``port`` is ``/dev/…``, ``COM5`` or ``socket://HOST:PORT``. ``handler`` is a Receiver; its
    methods are called from the device's thread. A port that goes away is reported through
    ``on_link`` and opened again when it is back; a USB board may come back under another name,
    so ports that appear meanwhile are asked whether they are that board.
    """

    def __init__(self, port: str, handler: Receiver) -> None:
        self.port = port
        self._link = Link(port, handler, _version())
        self._closing = threading.Event()
        self._port: Port | None = None
        self._uid = ""  # of the board that was linked last
        self._known_ports: set[str] = set()  # that there were before it went, or were asked since
        self._thread = threading.Thread(target=self._run, name=f"board at {port}", daemon=True)

    @property
    def counters(self) -> Counters:
        """Frames sent, pieces sent again, corrupt and junk lines, round trip in ms."""
        return self._link.counters

    @property
    def info(self) -> BoardInfo | None:
        """The board that is linked now, if any."""
        return self._link.info

    @property
    def settled(self) -> bool:
        """Is the board linked, and does it have the state and the deck that were pushed?"""
        return self._link.settled

    def start(self) -> None:
        """Begin to look for the board. Returns at once."""
        self._thread.start()

    def close(self) -> None:
        """Let go of the port. May be called twice; not from the handler."""
        self._closing.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(5)

    def push_state(self, state: StateDown) -> None:
        """Send a state, in place of any older one still on its way. Returns at once."""
        self._link.push_state(state)
        self._wake()

    def push_deck(self, deck: Deck) -> None:
        """Send a deck, unless the board holds it already. Returns at once."""
        self._link.push_deck(deck)
        self._wake()

    def set_mode(self, mode: str) -> None:
        """``play``, or ``enrol``: the board reports every tag. Returns at once."""
        self._link.set_mode(mode)
        self._wake()

    def stop_board(self) -> None:
        """Ask the board to leave its application for its prompt. Returns at once."""
        self._link.stop()
        self._wake()

    def _wake(self) -> None:
        port = self._port
        if port is not None and threading.current_thread() is not self._thread:
            port.wake()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                port = open_port(self.port)
            except DeviceError as error:
                if error.kind == "missing" and self._uid:
                    self._link.lost(str(lost(self.port)))
                    self._look_elsewhere()
                else:
                    self._link.lost(str(error))
                self._closing.wait(RETRY_S)
                continue
            self._port = port
            self._known_ports = set(usb_ports())
            try:
                self._talk(port)
            except DeviceError as error:
                self._link.lost(str(error))
                self._closing.wait(RETRY_S)
            finally:
                self._port = None
                port.close()

    def _talk(self, port: Port) -> None:
        link = self._link
        link.opened(_ms())
        waiting = b""
        while not self._closing.is_set():
            if not waiting:
                waiting = link.outgoing(_ms())
            if waiting:
                waiting = waiting[port.write(waiting) :]
            if link.info is not None:
                self._uid = link.info.uid
            data = port.read(0.005 if waiting else TURN_S)
            if data:
                link.feed(data, _ms())
            elif link.silent_for(_ms()) > REOPEN_MS:
                return

    def _look_elsewhere(self) -> None:
        """Find the board that was here at a port that has appeared since it went."""
        if self.port.startswith("socket://"):
            return
        there = usb_ports()
        self._known_ports &= set(there)
        for name in there:
            if name in self._known_ports or self._closing.is_set():
                continue
            self._known_ports.add(name)
            try:
                info = probe(name, 2.0)
            except DeviceError as error:
                log.info("%s", error)
                if error.kind in ("busy", "denied"):
                    self._known_ports.discard(name)  # the system is still setting it up
                continue
            if info.uid == self._uid:
                self.port = self._link.port = name
                return


def probe(port: str, timeout: float = 4.0) -> BoardInfo:
    """Ask whoever is at ``port`` who it is; at most ``timeout`` seconds.

    Raises DeviceError with a sentence: no such port, no permission, in use, silent, something
    else than a Tapdeck board, or a board of another major version.
    """
    opened = open_port(port)
    try:
        return _ask(opened, port, timeout)
    finally:
        opened.close()


def _ask(port: Port, name: str, timeout: float) -> BoardInfo:
    decoder = Decoder()
    nonce = secrets.token_hex(4)
    hello = encode(HOST, "hello", (nonce, *PROTOCOL, _version()))
    end = time.monotonic() + timeout
    next_hello = 0.0
    number = 0
    echo = False  # frames that no board sends: a prompt repeats ours
    waiting = b""
    while (now := time.monotonic()) < end:
        if not waiting and now >= next_hello:
            next_hello = now + _HELLO_S
            waiting = pad(frame(number, -1, hello))
            number = (number + 1) & 0xFF
        if waiting:
            waiting = waiting[port.write(waiting) :]
        for _, _, body in decoder.feed(port.read(0.05)):
            if body.decode("ascii", "replace") == hello:
                # Our own question, word for word: a prompt repeats what it is told, a board never.
                raise DeviceError("stranger", silence(name, True))
            message = decode(BOARD, body)
            echo = echo or message is None
            if message is None or message[0] != "hello" or message[1][0] != nonce:
                continue
            _, major, minor, firmware, board, uid, boot, seats, readers, deck, caps = message[1]
            fine, why = compare(PROTOCOL, (major, minor))
            if not fine:
                raise DeviceError("version", f"The board at {name} cannot be used. {why}")
            names = () if caps == "-" else tuple(caps.split(","))
            return BoardInfo(
                uid, board, firmware, boot, seats, readers, deck, names, (major, minor), why
            )
    junk = echo or decoder.skipped + decoder.corrupt > 0
    raise DeviceError("stranger" if junk else "silent", silence(name, junk))


def discover(
    candidates: Iterable[str] | None = None,
    timeout: float = 4.0,
    ask: Callable[[str, float], BoardInfo] = probe,
) -> str | None:
    """The port at which a Tapdeck board answers our hello, the first of several, or None.

    ``candidates`` are tried at once, by default all USB serial ports: names and ids tell nothing,
    two boards have the same and the first port found is a printer. Ports that are busy, silent or
    something else's are passed over. DeviceError: the only boards found are of another major
    version, and the sentence says what to update.
    """
    ports = list(usb_ports() if candidates is None else candidates)
    if not ports:
        return None
    pool = ThreadPoolExecutor(len(ports))
    asked = {pool.submit(ask, port, timeout): port for port in ports}
    for done in as_completed(asked):
        if not done.exception():
            wait(asked, TOGETHER_S)
            break
    pool.shutdown(wait=False)
    refusal: DeviceError | None = None
    for answer, port in asked.items():
        if not answer.done():
            continue
        try:
            answer.result()
        except DeviceError as error:
            log.info("%s", error)
            if error.kind == "version":
                refusal = error
        else:
            return port
    if refusal is not None:
        raise refusal
    return None
