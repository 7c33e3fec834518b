"""A chain of 150 pixels keeps interrupts off for 4.5 ms: the link over a UART survives that.

A UART of an RP2040 holds 32 bytes by itself; what arrives beyond that while interrupts are off is
lost. Host and board are the real ones, the UART and the clock are models, at 115200 baud.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import Journal
from firmware.lights import Lights
from firmware.link import Handler
from firmware.link import Link as BoardLink
from firmware.streams import UartStream
from shared_rules.deck import Deck
from shared_rules.wire import StateDown
from tapdeck.link import Link as HostLink
from tests.firmware.referee_table import whole_deck
from tests.hardware.rig import both, run

BYTES_A_MS = 11.52
HOLDS = 32
ROOM = 512
SEND_MS = 4.5
PERIOD_MS = 40


class Uart:
    """machine.UART with ``timeout=0``; ``masked`` is while interrupts are off."""

    def __init__(self) -> None:
        self.wire: deque[int] = deque()  # on its way to the board
        self.held = b""  # in the UART itself
        self.buffer = b""  # where its interrupt puts them
        self.sent = b""
        self.lost = 0
        self._due = 0.0

    def any(self) -> int:
        return len(self.buffer)

    def readinto(self, into: bytearray, count: int) -> int:
        into[:count] = self.buffer[:count]
        self.buffer = self.buffer[count:]
        return count

    def write(self, data: bytes) -> int:
        self.sent += bytes(data)
        return len(data)

    def pass_(self, ms: float, masked: bool = False) -> None:
        """Time goes by."""
        self._due += ms * BYTES_A_MS
        while self._due >= 1:
            self._due -= 1
            if not self.wire:
                continue
            byte = bytes([self.wire.popleft()])
            if masked and len(self.held) >= HOLDS:
                self.lost += 1
            elif masked:
                self.held += byte
            else:
                self.buffer += byte
        if not masked:
            self.buffer, self.held = (self.held + self.buffer)[:ROOM], b""


class Chain(list[tuple[int, int, int]]):
    """Pixels whose sending takes time away from the UART."""

    def __init__(self, pixels: int, uart: Uart) -> None:
        super().__init__([(0, 0, 0)] * pixels)
        self._uart = uart
        self.writes = 0

    def write(self) -> None:
        self.writes += 1
        held = self._uart.buffer
        self._uart.pass_(SEND_MS * len(self) / 150, masked=True)
        assert self._uart.buffer == held


class Kept(Handler):
    def __init__(self) -> None:
        self.versions: list[int] = []
        self.decks: list[int] = []
        self.link: BoardLink | None = None

    def on_state(self, state: StateDown) -> None:
        self.versions.append(state.version)

    def on_deck(self, deck: Deck) -> None:
        self.decks.append(deck.hash)
        assert self.link is not None
        self.link.deck = deck.hash


class Record:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.up = False

    def on_hello(self, info: object) -> None: ...
    def on_telemetry(self, name: str, fields: object) -> None: ...

    def on_events(self, events: Any) -> None:
        self.lines += [event.line for event in events]

    def on_link(self, up: bool, reason: str) -> None:
        self.up = up


class Evening:
    """Host and board with a chain that always has something new to show."""

    def __init__(self, folder: Path, pixels: int, polite: bool) -> None:
        self.uart = Uart()
        self.chain = Chain(pixels, self.uart)
        self.lights = Lights(self.chain, 4, 13)
        self.journal = Journal(str(folder), first_boot=1)
        self.kept = Kept()
        about = {"firmware": "1", "board": "x", "uid": "1", "seats": 4, "readers": 4}
        self.board = BoardLink(UartStream(self.uart), self.journal, about, self.kept)
        self.kept.link = self.board
        self.record = Record()
        self.host = HostLink("uart", self.record)
        self.polite = polite
        self.now = 0
        self.host.opened(0)

    def run(self, ms: int) -> None:
        """Time goes by in steps of 5 ms."""
        for _ in range(ms // 5):
            self.now += 5
            self.uart.pass_(5)
            if self.uart.sent:
                data, self.uart.sent = self.uart.sent, b""
                self.host.feed(data, self.now)
            self.uart.wire += self.host.outgoing(self.now)
            self.board.step(self.now)
            if self.now % PERIOD_MS == 0:
                colour = (self.now // PERIOD_MS % 50 + 1, 0, 0)
                self.lights.show([colour] * len(self.lights.stretches))
            if self.now % 10 == 0:
                self.lights.step(self.board.quiet if self.polite else True)


def play(folder: Path, pixels: int, polite: bool) -> Evening:
    """A deck, a state after every event, forty events; until all of it is there."""
    evening = Evening(folder, pixels, polite)
    deck = whole_deck()
    evening.host.push_deck(deck)
    evening.run(1000)
    lines = []
    for version in range(1, 41):
        lines.append(f"{version % 4 + 1} pass")
        evening.journal.add(lines[-1], "ok", version, evening.now)
        evening.host.push_state(
            StateDown("followers", version, 1, version, deck.hash, core=bytes(90))
        )
        evening.run(250)
    evening.run(20_000)
    assert evening.record.up
    assert evening.record.lines == lines
    assert evening.kept.decks == [deck.hash]
    assert evening.kept.versions[-1] == 40
    assert evening.host.settled
    return evening


def test_a_short_chain_loses_nothing(tmp_path: Path) -> None:
    """17 pixels are half a millisecond, six bytes."""
    evening = play(tmp_path / "j", 17, polite=True)
    assert evening.chain.writes > 500
    assert evening.uart.lost == 0
    assert evening.board.corrupt == 0


@pytest.mark.parametrize("polite", [True, False])
def test_everything_arrives_once_beside_a_chain_of_150(polite: bool, tmp_path: Path) -> None:
    """Bytes are lost in the middle of frames; frames are sent again until they are there."""
    evening = play(tmp_path / "j", 150, polite)
    assert evening.chain.writes > 300
    if not polite:
        assert evening.uart.lost > 0
        assert evening.board.corrupt > 0


def test_waiting_for_a_quiet_moment_loses_fewer_bytes(tmp_path: Path) -> None:
    rude = play(tmp_path / "rude", 150, polite=False)
    polite = play(tmp_path / "polite", 150, polite=True)
    assert polite.uart.lost < rude.uart.lost
    # And the lights are hardly fewer.
    assert polite.chain.writes > 0.9 * rude.chain.writes


@both
def test_a_frame_that_is_half_there_is_waited_for(interpreter: str, tmp_path: Path) -> None:
    code = """
from firmware.journal import Journal
from firmware.link import Link
from shared_rules.frames import frame
from shared_rules.wire import HOST, encode
class Stream:
    data = b""
    def readinto(self, into):
        count = min(len(into), len(self.data))
        into[:count] = self.data[:count]
        self.data = self.data[count:]
        return count
    def write(self, data): return len(data)
    def raw(self, on): pass
stream = Stream()
about = {"firmware": "1", "board": "x", "uid": "1", "seats": 4, "readers": 4}
link = Link(stream, Journal("journal"), about)
whole = frame(0, -1, encode(HOST, "hello", ("abcd", 1, 1, "1")))
said = []
for part in (b"", whole[:20], b"", whole[20:], b"\\n", b"Traceback"):
    stream.data = part
    link.step(10)
    said.append(link.quiet)
print(said, link.linked)
"""
    assert run(interpreter, code, tmp_path) == ["[True, False, False, True, True, False] True"]
