"""The board's end of the link: it never waits, and it never loses an event."""

import os
import subprocess
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import Journal
from firmware.link import SILENT_MS, UNEASY_MS, Handler, Link
from firmware.streams import CHUNK, UartStream, UsbStream
from firmware.tags import Tags
from shared_rules.deck import Deck
from shared_rules.frames import WINDOW, Decoder, frame
from shared_rules.pieces import identity, split
from shared_rules.wire import BOARD, HOST, PROTOCOL, StateDown, decode, encode
from tests.micropython import ROOT, executable, requires_micropython, run

ABOUT = {
    "firmware": "0.1.0",
    "board": "pico",
    "uid": "E6614",
    "seats": 4,
    "readers": 4,
    "caps": "-",
}


class Wire:
    """A stream in memory; the test is the host."""

    def __init__(self) -> None:
        self.incoming = b""
        self.outgoing = b""
        self.room = 10**9
        self.is_raw = False
        self.largest_read = 0

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self.incoming))
        buffer[:count] = self.incoming[:count]
        self.incoming = self.incoming[count:]
        return count

    def write(self, data: bytes) -> int:
        count = min(len(data), self.room)
        self.room -= count
        self.outgoing += bytes(data[:count])
        return count

    def raw(self, on: bool) -> None:
        self.is_raw = on


class Recorder(Handler):
    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []

    def on_link(self, linked: bool, why: str) -> None:
        self.calls.append(("link", (linked, why)))

    def on_state(self, state: StateDown) -> None:
        self.calls.append(("state", state.version))

    def on_deck(self, deck: Tags) -> None:
        self.calls.append(("deck", deck.hash))

    def on_mode(self, mode: str) -> None:
        self.calls.append(("mode", mode))

    def on_stop(self) -> None:
        self.calls.append(("stop", None))

    def of(self, kind: str) -> list[Any]:
        return [value for name, value in self.calls if name == kind]


class Bench:
    """A board's link with a host made by hand."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        self.journal = Journal(str(folder / "journal"), first_boot=1)
        self.handler = Recorder()
        self.link = Link(self.wire, self.journal, ABOUT, self.handler)
        self.now = 0
        self.number = 0
        self.last = -1  # the board's frame number last seen
        self.decoder = Decoder()

    def say(self, name: str, *values: Any) -> None:
        self.wire.incoming += frame(self.number, self.last, encode(HOST, name, values))
        self.number = (self.number + 1) & 0xFF

    def hello(self) -> list[tuple[str, tuple[Any, ...]]]:
        self.say("hello", "abcd1234", 1, 0, "0.1.0")
        self.steps()
        return self.hear()

    def steps(self, count: int = 5, ms: int = 10) -> None:
        for _ in range(count):
            self.now += ms
            self.link.step(self.now)

    def hear(self, receipt: bool = True) -> list[tuple[str, tuple[Any, ...]]]:
        """The messages that have come, bare receipts left out; and receipt them."""
        heard = []
        for number, _, body in self.decoder.feed(self.wire.outgoing):
            if number >= 0:
                message = decode(BOARD, body)
                assert message is not None
                heard.append(message)
                self.last = number
        self.wire.outgoing = b""
        if receipt and heard:
            self.wire.incoming += frame(-1, self.last)
        return heard


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_fresh_board_asks_once_to_be_greeted_and_says_nothing_more(bench: Bench) -> None:
    bench.journal.add("2 pass", "ok", 1, 0)
    bench.link.send("lights", "idle")
    bench.steps(500)
    heard = bench.hear()
    assert [(name, values[0]) for name, values in heard] == [("hello", "-")]


def test_a_hello_is_answered_with_its_nonce_at_any_time(bench: Bench) -> None:
    bench.link.deck = 0x1234
    for nonce in ("aaaa", "bbbb"):
        bench.say("hello", nonce, 1, 0, "0.1.0")
        bench.steps()
        answers = [values for name, values in bench.hear() if values[0] == nonce]
        assert answers == [(nonce, *PROTOCOL, "0.1.0", "pico", "E6614", 1, 4, 4, 0x1234, "-")]
        assert bench.link.linked


def test_another_major_is_refused_with_a_sentence(bench: Bench) -> None:
    bench.say("hello", "abcd", 2, 0, "9.0")
    bench.steps()
    assert bench.hear()[-1][1][:3] == ("abcd", *PROTOCOL)
    assert not bench.link.linked
    assert "Update the board" in bench.link.refusal
    bench.journal.add("2 pass", "ok", 1, 0)
    bench.steps(50)
    assert bench.hear() == []


def test_another_minor_is_linked_with_a_warning(bench: Bench) -> None:
    bench.say("hello", "abcd", 1, 7, "9.0")
    bench.steps()
    assert bench.link.linked
    assert "Update the board" in bench.handler.of("link")[-1][1]


def test_events_are_sent_until_acknowledged(bench: Bench) -> None:
    bench.hello()
    bench.journal.add("2 play 5H", "ok", 3, bench.now)
    bench.journal.add("3 pass", "too_low", 3, bench.now)
    bench.steps()
    lines = [values[6] for name, values in bench.hear()]
    assert lines == ["2 play 5H", "3 pass"]
    bench.steps(5)
    assert bench.hear() == []
    for _ in range(3):  # receipted, but not committed
        bench.say("ping", 1)
        bench.steps(40)
    again = [values[6] for name, values in bench.hear() if name == "event"]
    assert again[:2] == ["2 play 5H", "3 pass"]
    assert bench.link.resent == len(again)
    bench.say("ack", 1, 2)
    bench.steps()
    bench.hear()
    for _ in range(5):
        bench.say("ping", 1)
        bench.steps(40)
        assert [name for name, _ in bench.hear()] == ["pong"]


def test_events_lost_on_the_way_are_sent_again(bench: Bench) -> None:
    bench.hello()
    bench.journal.add("2 play 5H", "ok", 3, bench.now)
    bench.steps()
    bench.wire.outgoing = b""  # lost
    bench.steps(120)
    bench.say("ping", 1)
    bench.steps()
    assert "event" in [name for name, _ in bench.hear()]


def test_a_host_that_stops_reading_is_sent_no_more_than_the_window(bench: Bench) -> None:
    """The host stops reading, and `print` would stall the board for seconds."""
    bench.hello()
    for i in range(60):
        assert bench.journal.add(f"2 play {i}", "ok", 1, bench.now)
    for i in range(400):
        bench.link.send("lights", f"state {i}")
        bench.steps(1, ms=20)
    assert 0 < len(bench.wire.outgoing) <= WINDOW + 20  # a bare receipt is not counted
    got: list[int] = []
    heard = bench.hello()
    for _ in range(100):
        for name, values in heard:
            if name == "event":
                got.append(values[0])
                bench.say("ack", 1, values[0])
        bench.steps(2)
        heard = bench.hear()
    assert sorted(set(got)) == list(range(1, 61))


def test_a_stream_that_takes_nothing_does_not_hold_up_a_step(bench: Bench) -> None:
    bench.hello()
    bench.wire.room = 30  # in the middle of a frame
    bench.journal.add("2 play 5H 5S 5C", "ok", 1, bench.now)
    bench.say("ping", 77)
    bench.steps(20)
    assert len(bench.wire.outgoing) == 30
    bench.wire.room = 10**9
    bench.steps()
    assert [name for name, _ in bench.hear()] == ["pong", "event"]
    assert bench.decoder.corrupt == 0


def test_only_the_newest_telemetry_is_sent(bench: Bench) -> None:
    bench.hello()
    for i in range(300):
        bench.link.send("lights", str(i))
        bench.link.send("pending", 1 + i % 2, f"c{i}", "")
    bench.steps(3)
    heard = bench.hear()
    assert ("lights", ("299",)) in heard
    assert ("pending", (1, "c298", "")) in heard
    assert ("pending", (2, "c299", "")) in heard
    assert len(heard) == 3


def test_events_go_before_telemetry(bench: Bench) -> None:
    bench.hello()
    bench.link.send("lights", "x")
    bench.journal.add("2 pass", "ok", 1, bench.now)
    bench.steps()
    assert [name for name, _ in bench.hear()] == ["event", "lights"]


def test_tags_are_reported_only_while_enrolling(bench: Bench) -> None:
    bench.hello()
    assert not bench.link.send("tag", 1, b"\x04abc", "seen")
    bench.say("mode", "enrol")
    bench.steps()
    assert bench.link.send("tag", 1, b"\x04abc", "seen")
    assert bench.link.send("tag", 1, b"\x04abc", "gone")
    bench.steps()
    assert [values[2] for name, values in bench.hear() if name == "tag"] == ["seen", "gone"]
    assert bench.handler.of("mode") == ["enrol"]


def test_stop_is_obeyed_linked_or_not(bench: Bench) -> None:
    bench.say("stop")
    bench.steps()
    assert bench.handler.of("stop") == [None]


def test_ctrl_c_is_off_while_linked_and_on_again_after(bench: Bench) -> None:
    """Byte 0x03 interrupts the program."""
    assert not bench.wire.is_raw
    bench.hello()
    assert bench.wire.is_raw
    bench.wire.incoming += b"\x03"
    bench.steps()
    assert bench.link.linked
    bench.steps(1, ms=SILENT_MS + 1)
    assert not bench.wire.is_raw
    assert bench.handler.of("link")[-1][0] is False


def test_events_go_to_flash_at_once_when_the_host_falls_silent(bench: Bench) -> None:
    bench.hello()
    bench.steps()
    bench.steps(1, ms=UNEASY_MS + 1)
    assert bench.link.linked
    bench.journal.add("2 pass", "ok", 1, bench.now)
    bench.steps(1)
    assert [name for name in os.listdir(bench.journal.folder) if name.endswith(".log")]


def test_a_board_that_started_again_asks_to_be_greeted(bench: Bench) -> None:
    bench.steps()
    bench.hear()
    bench.say("ping", 5)
    bench.say("ping", 6)
    bench.steps()
    assert [(name, values[0]) for name, values in bench.hear()] == [("hello", "-")]


def test_a_state_in_pieces_is_handed_on_once_and_every_piece_is_confirmed(bench: Bench) -> None:
    bench.hello()
    data = StateDown("followers", 9, core=bytes(250)).pack()
    pieces = split(data)
    for index in (2, 0, 0, 1, 2, 1):
        bench.say("piece", "state", identity(data), index, len(pieces), pieces[index])
        bench.steps()
    confirmed = [values[2] for name, values in bench.hear() if name == "have"]
    assert confirmed == [2, 0, 0, 1, 2, 1]
    assert bench.handler.of("state") == [9]


def test_a_deck_in_pieces_is_handed_on(bench: Bench) -> None:
    deck = Deck("followers")
    for i in range(80):
        deck.add(bytes([4, i, 1, 2, 3, 4, 5]), i)
    bench.hello()
    pieces = split(deck.dump())
    for index, piece in enumerate(pieces):
        bench.say("piece", "deck", identity(deck.dump()), index, len(pieces), piece)
        bench.steps()
    assert bench.handler.of("deck") == [deck.hash]


def test_bytes_that_are_no_state_are_refused_whole(bench: Bench) -> None:
    bench.hello()
    bench.say("piece", "state", identity(b"nonsense"), 0, 1, b"nonsense")
    bench.steps()
    assert bench.hear()[-1] == ("have", ("state", identity(b"nonsense"), -1))
    assert bench.handler.of("state") == []


def test_no_frame_has_a_multiple_of_64_bytes(bench: Bench) -> None:
    bench.hello()
    for size in range(130):
        bench.link.send("lights", "x" * size)
        bench.steps(1)
        written = bench.wire.outgoing
        assert written
        assert len(written) % 64
        bench.hear()


def test_a_lone_utf8_lead_byte_freezes_nothing(bench: Bench) -> None:
    bench.wire.incoming += b"\xe5\xc3\xf0"
    bench.hello()
    assert bench.link.linked
    assert bench.link.skipped == 1


# Real streams


@pytest.fixture
def pipes() -> Iterator[tuple[UsbStream, FileIO, FileIO]]:
    """A UsbStream, the file that its bytes come from, and the one that they go to."""
    there, here = os.pipe()
    back, forth = os.pipe()
    os.set_blocking(back, False)
    with (
        FileIO(there, "rb") as incoming,
        FileIO(forth, "wb") as outgoing,
        FileIO(here, "wb") as sender,
        FileIO(back, "rb") as receiver,
    ):
        yield UsbStream(incoming, outgoing), sender, receiver


Pipes = tuple[UsbStream, FileIO, FileIO]


def test_a_read_never_asks_for_more_than_is_there(pipes: Pipes) -> None:
    """Reads of more bytes than are there block."""
    stream, here, _ = pipes
    buffer = bytearray(CHUNK)
    assert stream.readinto(buffer) == 0
    here.write(b"\xe5ab")
    assert stream.readinto(buffer) == 3
    assert buffer[:3] == b"\xe5ab"
    here.write(b"x" * 100)
    assert stream.readinto(buffer) == CHUNK
    assert stream.readinto(buffer) == 100 - CHUNK
    here.close()
    assert stream.readinto(buffer) == 0


def test_a_write_takes_only_what_there_is_room_for(pipes: Pipes) -> None:
    stream, _, back = pipes
    written = 0
    while count := stream.write(bytes(CHUNK)):
        assert count <= CHUNK
        written += count
    assert written >= 4096
    assert len(back.read(10**6) or b"") == written
    assert stream.write(b"more") == 4


def test_a_uart_is_read_and_written_without_waiting() -> None:
    class Uart:
        def __init__(self) -> None:
            self.data = b"abc"

        def any(self) -> int:
            return len(self.data)

        def readinto(self, buffer: bytearray, count: int) -> int | None:
            assert 0 < count <= len(self.data), "it would wait"
            buffer[:count] = self.data[:count]
            self.data = self.data[count:]
            return count

        def write(self, data: bytes) -> int | None:
            return None

    stream = UartStream(Uart())
    buffer = bytearray(2)
    assert [stream.readinto(buffer) for _ in range(3)] == [2, 1, 0]
    assert stream.write(b"abc") == 0
    stream.raw(True)


_SAME = """
from firmware.journal import Journal
from firmware.link import Handler, Link
from shared_rules.frames import frame
from shared_rules.pieces import identity, split
from shared_rules.wire import HOST, StateDown, encode

class Wire:
    def __init__(self):
        self.incoming = b""
        self.outgoing = b""
    def readinto(self, buffer):
        count = min(len(buffer), len(self.incoming))
        buffer[:count] = self.incoming[:count]
        self.incoming = self.incoming[count:]
        return count
    def write(self, data):
        self.outgoing += bytes(data[:50])
        return min(len(data), 50)
    def raw(self, on):
        print("raw", on)

class Told(Handler):
    def on_link(self, linked, why):
        print("link", linked, why)
    def on_state(self, state):
        print("state", state.version, state.core)

wire = Wire()
journal = Journal("j", first_boot=3)
about = {"firmware": "0.1", "board": "b", "uid": "u", "seats": 4, "readers": 2, "caps": "a,b"}
link = Link(wire, journal, about, Told())
data = StateDown("followers", 9, core=bytes(200)).pack()
parts = split(data)
script = {5: ("hello", "n1", 1, 0, "x"), 9: ("ping", 9), 60: ("hello", "n2", 1, 0, "x"),
          64: ("ack", 3, 2), 200: ("ping", 3), 900: ("hello", "n3", 2, 0, "x")}
for i in range(len(parts)):
    script[70 + i] = ("piece", "state", identity(data), i, len(parts), parts[i])
number = 0
for turn in range(1000):
    if turn in script:
        body = encode(HOST, script[turn][0], script[turn][1:])
        wire.incoming += b"\\xe5\\x03 noise" + frame(number, number - 1, body)
        number += 1
    if turn % 20 == 7:
        journal.add("2 play %d" % turn, "ok", 1, turn * 10)
    link.send("lights", str(turn))
    journal.step(turn * 10, link.linked)
    link.step(turn * 10)
    if wire.outgoing:
        print(turn, wire.outgoing)
        wire.outgoing = b""
print(link.sent, link.resent, link.corrupt, link.skipped, link.rtt_ms, link.refusal)
"""


@requires_micropython
def test_micropython_says_the_same_on_the_wire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(_SAME, "same", "exec"), {"__name__": "same"})
    expected = capsys.readouterr().out
    assert "state 9" in expected
    assert run(_SAME) == expected


@requires_micropython
def test_the_real_streams_of_micropython_never_freeze(tmp_path: Path) -> None:
    """A lone UTF-8 lead byte and bytes without a line end on the real standard input."""
    script = tmp_path / "board.py"
    script.write_text(
        "import time\n"
        "from firmware.journal import Journal\n"
        "from firmware.link import Handler, Link\n"
        "from firmware.streams import UsbStream\n"
        "class End(Handler):\n"
        "    def on_stop(self):\n"
        "        raise SystemExit\n"
        f"about = {ABOUT!r}\n"
        "link = Link(UsbStream(), Journal('j', first_boot=1), about, End())\n"
        "while True:\n"
        "    link.step(time.ticks_ms())\n"
        "    time.sleep_ms(2)\n"
    )
    board = subprocess.Popen(
        [str(executable()), str(script)],
        cwd=tmp_path,
        env={**os.environ, "MICROPYPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert board.stdin is not None
    assert board.stdout is not None
    with board:
        board.stdin.write(b"\xe5" + frame(0, -1, encode(HOST, "hello", ("cafe", 1, 0, "x"))))
        board.stdin.write(b"\xc3\x03")
        board.stdin.flush()
        decoder, names = Decoder(), []
        end = time.monotonic() + 20
        while "cafe" not in names and time.monotonic() < end:
            for _, _, body in decoder.feed(board.stdout.read1(200)):
                message = decode(BOARD, body)
                names += [message[1][0]] if message else []
        assert "cafe" in names
        board.stdin.write(b"\n" + frame(1, 0, encode(HOST, "stop")))
        board.stdin.close()
        assert board.wait(20) == 0
