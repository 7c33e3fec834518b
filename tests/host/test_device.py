"""A board at a port: found by handshake, kept connected, and every failure a sentence."""

import contextlib
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import serial

from firmware.journal import Journal
from firmware.link import Handler
from firmware.link import Link as BoardLink
from shared_rules import wire
from shared_rules.deck import Deck
from shared_rules.wire import StateDown
from tapdeck import device as module
from tapdeck import ports
from tapdeck.device import BoardEvent, BoardInfo, Device, DeviceError, discover, probe

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")
SOON = 20.0  # seconds; far more than is ever needed


def wait_for(true: Callable[[], object], what: str = "it") -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.005)


class SocketStream:
    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection
        self.gone = False

    def readinto(self, buffer: bytearray) -> int:
        try:
            count = self.connection.recv_into(buffer)
        except BlockingIOError:
            return 0
        except OSError:
            count = 0
        self.gone = self.gone or not count
        return count

    def write(self, data: bytes) -> int:
        try:
            return self.connection.send(data)
        except OSError:
            return 0

    def raw(self, on: bool) -> None:
        pass


class FileStream:
    def __init__(self, number: int) -> None:
        os.set_blocking(number, False)
        self.number = number
        self.gone = False

    def readinto(self, buffer: bytearray) -> int:
        try:
            data = os.read(self.number, len(buffer))
        except OSError:
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: bytes) -> int:
        try:
            return os.write(self.number, data)
        except OSError:
            return 0

    def raw(self, on: bool) -> None:
        pass


class Board(Handler):
    """The firmware's own link, in a thread, on whatever stream it is given."""

    def __init__(self, folder: Path, uid: str = "E6614") -> None:
        self.journal = Journal(str(folder / uid), first_boot=1)
        self.about = {"firmware": "0.1.0", "board": "pico", "uid": uid, "seats": 4, "readers": 4}
        self.versions: list[int] = []
        self.decks: list[int] = []
        self.modes: list[str] = []
        self.stops = 0
        self.link: BoardLink | None = None
        self.ending = threading.Event()

    def on_state(self, state: StateDown) -> None:
        self.versions.append(state.version)

    def on_deck(self, deck: Deck) -> None:
        self.decks.append(deck.hash)

    def on_mode(self, mode: str) -> None:
        self.modes.append(mode)

    def on_stop(self) -> None:
        self.stops += 1

    def live(self, stream: Any) -> None:
        self.link = BoardLink(stream, self.journal, self.about, self)
        while not self.ending.is_set() and not stream.gone:
            now = time.monotonic_ns() // 1_000_000
            self.journal.step(now, self.link.linked)
            self.link.step(now)
            time.sleep(0.002)


class Server:
    """Something at a TCP port: ``serve(connection)`` for each who connects."""

    def __init__(self, serve: Callable[[socket.socket], None], port: int = 0) -> None:
        self.listener = socket.create_server(("127.0.0.1", port))
        self.number = self.listener.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self.number}"
        self.serve = serve
        self.open: list[socket.socket] = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.open.append(connection)
            with connection, contextlib.suppress(OSError):
                self.serve(connection)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self.thread.join(SOON)


class Receiver:
    def __init__(self) -> None:
        self.links: list[tuple[bool, str]] = []
        self.hellos: list[BoardInfo] = []
        self.events: list[BoardEvent] = []
        self.telemetry: list[tuple[str, Mapping[str, Any]]] = []
        self.fails = 0

    def on_hello(self, info: BoardInfo) -> None:
        self.hellos.append(info)

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("the disk is full")
        self.events += events

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        self.telemetry.append((name, fields))

    def on_link(self, up: bool, reason: str) -> None:
        self.links.append((up, reason))


@pytest.fixture
def closing() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture
def board(tmp_path: Path, closing: contextlib.ExitStack) -> Board:
    board = Board(tmp_path)
    closing.callback(board.ending.set)
    return board


@pytest.fixture
def served(board: Board, closing: contextlib.ExitStack) -> Server:
    server = Server(lambda connection: board.live(SocketStream(connection)))
    closing.callback(server.close)
    return server


@pytest.fixture
def start(closing: contextlib.ExitStack) -> Callable[[str], tuple[Device, Receiver]]:
    def start(port: str) -> tuple[Device, Receiver]:
        receiver = Receiver()
        device = Device(port, receiver)
        device.start()
        closing.callback(device.close)
        return device, receiver

    return start


Start = Callable[[str], tuple[Device, Receiver]]


def test_a_board_is_greeted_and_its_events_are_acknowledged(
    board: Board, served: Server, start: Start
) -> None:
    device, receiver = start(served.url)
    wait_for(lambda: receiver.links, "the link")
    assert receiver.links == [(True, "")]
    assert receiver.hellos[0] == BoardInfo("E6614", "pico", "0.1.0", 1, 4, 4)
    board.journal.add("2 play 5H", "ok", 7, time.monotonic_ns() // 1_000_000)
    wait_for(lambda: not board.journal.waiting, "the acknowledgement")
    event = receiver.events[0]
    assert (event.uid, event.boot, event.n, event.version) == ("E6614", 1, 1, 7)
    assert (event.verdict, event.line) == ("ok", "2 play 5H")
    assert event.age_ms >= 0
    assert device.info is not None
    wait_for(lambda: device.counters.rtt_ms >= 0, "a round trip")
    assert device.counters.sent > 0
    assert device.counters.corrupt == 0


def test_states_decks_and_modes_go_down(board: Board, served: Server, start: Start) -> None:
    device, receiver = start(served.url)
    wait_for(lambda: receiver.links, "the link")
    deck = Deck("followers")
    for i in range(80):
        deck.add(bytes([4, i, 1, 2, 3, 4, 5]), i)
    device.push_state(StateDown("followers", 12, core=bytes(250)))
    device.push_deck(deck)
    device.set_mode("enrol")
    wait_for(lambda: device.settled, "the board's receipt")
    wait_for(lambda: "enrol" in board.modes, "the mode")
    assert board.versions == [12]
    assert board.decks == [deck.hash]
    assert board.link is not None
    board.link.send("tag", 2, b"\x04abcdef", "seen")
    wait_for(lambda: receiver.telemetry, "the tag")
    assert receiver.telemetry == [("tag", {"reader": 2, "uid": b"\x04abcdef", "state": "seen"})]
    device.stop_board()
    wait_for(lambda: board.stops, "the stop")


def test_what_could_not_be_committed_is_not_acknowledged_and_comes_again(
    board: Board, served: Server, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    device, receiver = start(served.url)
    wait_for(lambda: receiver.links, "the link")
    receiver.fails = 1
    board.journal.add("2 pass", "ok", 1, time.monotonic_ns() // 1_000_000)
    wait_for(lambda: not board.journal.waiting, "the acknowledgement")
    assert [event.n for event in receiver.events] == [1]
    assert "the disk is full" in caplog.text
    assert device.info is not None


def test_a_port_that_goes_is_said_and_opened_again_when_it_is_back(
    board: Board, served: Server, start: Start, closing: contextlib.ExitStack
) -> None:
    device, receiver = start(served.url)
    wait_for(lambda: receiver.links, "the link")
    served.close()
    gone = time.monotonic()
    wait_for(lambda: len(receiver.links) > 1, "the end of the link")
    assert time.monotonic() - gone < 2
    up, sentence = receiver.links[1]
    assert not up
    assert sentence.endswith(".")
    assert served.url in sentence
    assert "gone" in sentence or "stopped" in sentence
    assert device.info is None
    board.journal.add("2 pass", "ok", 1, time.monotonic_ns() // 1_000_000)
    again = Server(lambda connection: board.live(SocketStream(connection)), served.number)
    closing.callback(again.close)
    wait_for(lambda: receiver.links[-1][0], "the new link")
    wait_for(lambda: receiver.events, "the event in between")


def test_a_board_that_comes_back_at_another_port_is_found(
    board: Board,
    served: Server,
    start: Start,
    closing: contextlib.ExitStack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The port number changes after replugging."""
    printer = Server(_silent)
    closing.callback(printer.close)
    there = {"/dev/ttyACM0": served.url, "/dev/ttyACM5": printer.url}
    opened: list[str] = []
    whole_open = module.open_port

    def open_port(name: str) -> ports.Port:
        opened.append(name)
        if name not in there:
            raise DeviceError("missing", f"There is no port {name}.")
        return whole_open(there[name])

    monkeypatch.setattr(module, "open_port", open_port)
    monkeypatch.setattr(module, "usb_ports", lambda: sorted(there))
    device, receiver = start("/dev/ttyACM0")
    wait_for(lambda: receiver.links, "the link")
    del there["/dev/ttyACM0"]
    served.close()
    wait_for(lambda: len(receiver.links) > 1, "the end of the link")
    again = Server(lambda connection: board.live(SocketStream(connection)))
    closing.callback(again.close)
    there["/dev/ttyACM1"] = again.url
    wait_for(lambda: receiver.links[-1][0], "the new link")
    assert device.port == "/dev/ttyACM1"
    assert "/dev/ttyACM5" not in opened, "what was there before is left alone"


def test_a_board_that_goes_silent_is_said(closing: contextlib.ExitStack, start: Start) -> None:
    def answer_once(connection: socket.socket) -> None:
        data = connection.recv(200).split(b" ")
        nonce = data[data.index(b"hello") + 1].decode()
        values = (nonce, *wire.PROTOCOL, "1", "pico", "U", 1, 4, 4, 0, "-")
        body = wire.encode(wire.BOARD, "hello", values)
        connection.sendall(module.frame(0, 0, body))
        while connection.recv(200):
            pass

    server = Server(answer_once)
    closing.callback(server.close)
    _, receiver = start(server.url)
    wait_for(lambda: len(receiver.links) > 1, "the end of the link")
    assert [up for up, _ in receiver.links[:2]] == [True, False]
    assert "stopped answering" in receiver.links[1][1]


def test_a_board_that_drops_to_its_prompt_is_gone(
    closing: contextlib.ExitStack, start: Start
) -> None:
    """What a prompt echoes are our own frames, and no sign of the board's life."""

    def answer_then_echo(connection: socket.socket) -> None:
        data = connection.recv(200).split(b" ")
        nonce = data[data.index(b"hello") + 1].decode()
        values = (nonce, *wire.PROTOCOL, "1", "pico", "U", 1, 4, 4, 0, "-")
        body = wire.encode(wire.BOARD, "hello", values)
        connection.sendall(module.frame(0, 0, body))
        _echoing(connection)

    server = Server(answer_then_echo)
    closing.callback(server.close)
    _, receiver = start(server.url)
    wait_for(lambda: len(receiver.links) > 1, "the end of the link")
    assert [up for up, _ in receiver.links[:2]] == [True, False]


def test_a_port_that_is_not_there_is_said_once(start: Start) -> None:
    _, receiver = start("/dev/ttyACM_none")
    wait_for(lambda: receiver.links, "the sentence")
    time.sleep(3 * module.RETRY_S)
    assert len(receiver.links) == 1
    assert "Plug the board in" in receiver.links[0][1]


# Finding and asking


def _silent(connection: socket.socket) -> None:
    while connection.recv(200):
        pass


def _babbling(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"temperature 21.5\r\n\xff\xfe")
        time.sleep(0.02)


def _echoing(connection: socket.socket) -> None:
    while data := connection.recv(200):
        connection.sendall(data.replace(b"\n", b"\r\n"))


def _newer(connection: socket.socket) -> None:
    while data := connection.recv(200):
        words = data.split(b" ")
        if b"hello" in words:
            nonce = words[words.index(b"hello") + 1].decode()
            connection.sendall(module.frame(0, 0, f"hello {nonce} 2 0 all else differs"))


@pytest.mark.parametrize(
    ("serve", "kind", "words"),
    [
        (_silent, "silent", "Nothing answers"),
        (_babbling, "stranger", "no Tapdeck board"),
        (_echoing, "stranger", "no Tapdeck board"),
        (_newer, "version", "Update the host"),
    ],
)
def test_who_is_no_board_of_ours_gets_a_sentence_in_time(
    serve: Callable[[socket.socket], None],
    kind: str,
    words: str,
    closing: contextlib.ExitStack,
    start: Start,
) -> None:
    server = Server(serve)
    closing.callback(server.close)
    with pytest.raises(DeviceError, match=words) as error:
        probe(server.url, timeout=1.0)
    assert error.value.kind == kind
    assert str(error.value).endswith(".")
    assert server.url in str(error.value)
    _, receiver = start(server.url)
    wait_for(lambda: receiver.links, "the sentence")
    assert not receiver.links[0][0]
    assert words in receiver.links[0][1]


def test_probe_says_who_is_there(board: Board, served: Server) -> None:
    info = probe(served.url)
    assert (info.uid, info.board, info.protocol) == ("E6614", "pico", wire.PROTOCOL)


def test_probe_of_nothing_says_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        free = listener.getsockname()[1]
    with pytest.raises(DeviceError, match="Nothing listens"):
        probe(f"socket://127.0.0.1:{free}")
    with pytest.raises(DeviceError, match="is no address"):
        probe("socket://localhost")
    with pytest.raises(DeviceError, match="There is no port"):
        probe("/dev/ttyACM_none")


def test_discover_takes_the_one_that_answers(
    board: Board, served: Server, closing: contextlib.ExitStack
) -> None:
    """The first port found is a printer."""
    printer, thermometer = Server(_silent), Server(_babbling)
    closing.callback(printer.close)
    closing.callback(thermometer.close)
    candidates = [printer.url, "/dev/ttyACM_none", thermometer.url, served.url]
    assert discover(candidates, timeout=2.0) == served.url
    assert discover([printer.url, "/dev/ttyACM_none"], timeout=0.5) is None
    assert discover([]) is None


def test_discover_says_when_the_only_board_needs_an_update(closing: contextlib.ExitStack) -> None:
    server = Server(_newer)
    closing.callback(server.close)
    with pytest.raises(DeviceError, match="Update the host"):
        discover([server.url], timeout=2.0)


def test_discover_looks_at_usb_ports_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        def __init__(self, device: str, vid: int | None) -> None:
            self.device, self.vid = device, vid

    asked: list[str] = []

    def ask(port: str, timeout: float) -> BoardInfo:
        asked.append(port)
        raise DeviceError("silent", "Nothing answers.")

    there = [Found("/dev/ttyS0", None), Found("/dev/ttyACM1", 0x2E8A), Found("/dev/ttyACM0", 1)]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: there)
    assert discover(ask=ask) is None
    assert sorted(asked) == ["/dev/ttyACM0", "/dev/ttyACM1"]


# Serial ports


@posix
def test_a_board_at_a_serial_port(
    board: Board, start: Start, closing: contextlib.ExitStack
) -> None:
    inner, outer = os.openpty()
    name = os.ttyname(outer)
    thread = threading.Thread(target=board.live, args=(FileStream(inner),), daemon=True)
    thread.start()
    device, receiver = start(name)
    wait_for(lambda: receiver.links, "the link")
    device.push_state(StateDown("followers", 3, core=bytes(250)))
    board.journal.add("2 pass", "ok", 1, time.monotonic_ns() // 1_000_000)
    wait_for(lambda: not board.journal.waiting and board.versions, "the exchange")
    with pytest.raises(DeviceError, match="in use by another program") as error:
        probe(name)
    assert error.value.kind == "busy"
    board.ending.set()
    thread.join(SOON)
    os.close(inner)
    wait_for(lambda: len(receiver.links) > 1, "the end of the link")
    assert receiver.links[1][0] is False
    os.close(outer)


@posix
def test_opening_sets_dtr_and_leaves_an_esp32_running(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pico sends nothing unless DTR is set; opening a port may reset an ESP32."""
    import termios

    lines: list[tuple[bool, bool]] = []
    whole_open = serial.Serial.open

    def opened(self: serial.Serial) -> None:
        lines.append((self.dtr, self.rts))
        whole_open(self)

    monkeypatch.setattr(serial.Serial, "open", opened)
    inner, outer = os.openpty()
    port = ports.open_port(os.ttyname(outer))
    assert lines == [(True, True)]
    assert not termios.tcgetattr(outer)[2] & termios.HUPCL
    assert port.read(0) == b""
    port.wake()
    assert port.read(SOON) == b""
    port.close()
    os.close(inner)
    os.close(outer)


@posix
def test_a_port_without_permission_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def denied(self: serial.Serial) -> None:
        raise serial.SerialException(13, "could not open port: Permission denied")

    monkeypatch.setattr(serial.Serial, "open", denied)
    with pytest.raises(DeviceError, match="Join the group"):
        ports.open_port("/dev/ttyACM0")


@posix
def test_a_board_that_does_not_read_does_not_hold_up_the_host() -> None:
    inner, outer = os.openpty()
    port = ports.open_port(os.ttyname(outer))
    while port.write(b"x" * 512):
        pass
    assert port.write(b"x") == 0
    port.close()
    os.close(inner)
    os.close(outer)
