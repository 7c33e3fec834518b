"""Both ends of the link over a bad cable: every event arrives once and in order.

The board's real link and journal, the host's real link, and between them a channel that loses,
repeats, cuts and damages what passes. Either end may start again at any moment. Time is made up.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.journal import Journal
from firmware.link import Handler
from firmware.link import Link as BoardLink
from firmware.tags import Tags
from shared_rules.deck import Deck
from shared_rules.frames import WINDOW
from shared_rules.wire import StateDown
from tapdeck.link import BoardEvent, BoardInfo
from tapdeck.link import Link as HostLink

TURN_MS = 20


class Channel:
    """One direction: bytes come out as they went in, or as bad luck has it."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.badness = 0.0
        self.bytes = b""

    def put(self, data: bytes) -> None:
        if data and self.luck.random() < self.badness:
            kind = self.luck.randrange(4)
            cut = self.luck.randrange(len(data))
            if kind == 0:
                data = b""
            elif kind == 1:
                data = data[:cut]
            elif kind == 2:
                data = data + data[cut:] + data
            else:
                data = data[:cut] + bytes([self.luck.randrange(256)]) + data[cut + 1 :]
        self.bytes += data

    def get(self, most: int) -> bytes:
        data, self.bytes = self.bytes[:most], self.bytes[most:]
        return data


class Stream:
    def __init__(self, incoming: Channel, outgoing: Channel) -> None:
        self.incoming, self.outgoing = incoming, outgoing

    def readinto(self, buffer: bytearray) -> int:
        data = self.incoming.get(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: bytes) -> int:
        self.outgoing.put(bytes(data))
        return len(data)

    def raw(self, on: bool) -> None:
        pass


class Screen(Handler):
    version = 0
    deck: Tags | None = None
    link: BoardLink

    def on_state(self, state: StateDown) -> None:
        self.version = state.version

    def on_deck(self, deck: Tags) -> None:
        self.deck = deck
        self.link.deck = deck.hash


class Store:
    """What the host has committed; it outlives the host's process."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int, int]] = []
        self.lines: list[str] = []
        self.repeats = 0
        self.fails = 0  # so many commits will fail
        self.crashes = 0  # and so many succeed just before the process dies
        self.greeted: Callable[[], None] = lambda: None

    def on_hello(self, info: BoardInfo) -> None:
        self.greeted()

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("the disk is full")
        for event in events:
            key = (event.uid, event.boot, event.n)
            if key in self.rows:
                self.repeats += 1
                continue
            self.rows.append(key)
            self.lines.append(event.line)
        if self.crashes:
            self.crashes -= 1
            raise SystemExit

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        pass

    def on_link(self, up: bool, reason: str) -> None:
        pass


class Table:
    """The two ends and the cable."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = str(folder / "journal")
        luck = random.Random(seed)
        self.luck = luck
        self.up, self.down = Channel(luck), Channel(luck)
        self.store = Store()
        self.now = 0
        self.plugged = True
        self.state = StateDown("followers", core=bytes(200))
        self.accepted: list[tuple[int, int]] = []
        self.at_risk: set[tuple[int, int]] = set()
        self.start_board(1)
        self.start_host()
        self.store.greeted = lambda: self.host.push_state(self.state)

    def start_board(self, first_boot: int | None = None) -> None:
        if first_boot is None:  # what was only in RAM may be lost, nothing else
            self.at_risk |= {(record[5], record[0]) for record in self.journal._ram}
        self.journal = Journal(self.folder, first_boot=first_boot)
        self.screen = Screen()
        about = {"firmware": "1", "board": "b", "uid": "U1", "seats": 4, "readers": 4, "caps": ""}
        stream = Stream(self.down, self.up)
        self.board = self.screen.link = BoardLink(stream, self.journal, about, self.screen)

    def start_host(self) -> None:
        self.host = HostLink("test", self.store)
        self.host.opened(self.now)

    def unplug(self) -> None:
        self.plugged = False
        self.up.bytes = self.down.bytes = b""
        self.host.lost("unplugged")

    def plug(self) -> None:
        self.plugged = True
        self.host.opened(self.now)

    def press(self) -> None:
        number = self.journal.add(f"{len(self.accepted)} pass", "ok", 1, self.now)
        if number:
            self.accepted.append((self.journal.boot, number))

    def turn(self) -> None:
        self.now = (self.now + TURN_MS) & 0x3FFFFFFF
        self.journal.step(self.now, self.board.linked)
        self.board.step(self.now)
        if not self.plugged:
            self.up.bytes = self.down.bytes = b""
            return
        try:
            if data := self.up.get(400):
                self.host.feed(data, self.now)
            self.down.put(self.host.outgoing(self.now))
        except SystemExit:
            self.start_host()

    def settle(self) -> None:
        self.up.badness = self.down.badness = 0.0
        if not self.plugged:
            self.plug()
        for _ in range(6000):
            self.turn()
            if (
                self.journal.waiting == 0
                and self.screen.version == self.state.version
                and self.board.linked
            ):
                return
        pytest.fail("the two ends never came to rest")

    def check(self) -> None:
        rows = [(boot, n) for _, boot, n in self.store.rows]
        assert len(rows) == len(set(rows))
        assert set(rows) <= set(self.accepted)
        assert set(self.accepted) - set(rows) <= self.at_risk
        assert rows == sorted(rows), "in order, boot by boot"


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("CRITICAL", "tapdeck.link")


_ACTIONS = ["press", "press", "press", "wait", "noise", "unplug", "plug", "board", "host", "crash"]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32),
    st.floats(0.0, 0.5),
    st.lists(st.sampled_from([*_ACTIONS, "disk", "state"]), max_size=40),
)
def test_every_accepted_event_arrives_exactly_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, seed: int, badness: float, actions: list[str]
) -> None:
    """The board resets between two taps, the host crashes between commit and acknowledge."""
    table = Table(tmp_path_factory.mktemp("table"), seed)
    table.up.badness = table.down.badness = badness
    for action in actions:
        if action == "press":
            for _ in range(table.luck.randrange(1, 5)):
                table.press()
        elif action == "noise":
            noise = table.luck.randbytes(table.luck.randrange(300))
            table.luck.choice((table.up, table.down)).bytes += noise
        elif action == "unplug" and table.plugged:
            table.unplug()
        elif action == "plug" and not table.plugged:
            table.plug()
        elif action == "board":
            table.start_board()
        elif action == "host":
            table.start_host()
        elif action == "crash":
            table.store.crashes += 1
        elif action == "disk":
            table.store.fails += 1
        elif action == "state":
            table.state = StateDown("followers", table.state.version + 1, core=bytes(200))
            table.host.push_state(table.state)
        for _ in range(table.luck.randrange(100)):
            table.turn()
    table.store.fails = table.store.crashes = 0
    table.settle()
    table.check()


def test_on_a_good_cable_nothing_is_sent_twice(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    for i in range(300):
        if i % 3 == 0:
            table.press()
        table.turn()
    table.settle()
    table.check()
    assert table.at_risk == set()
    assert table.board.resent == table.host.counters.resent == table.store.repeats == 0
    assert table.host.counters.corrupt == table.board.corrupt == 0
    assert 0 <= table.host.counters.rtt_ms <= 3 * TURN_MS
    assert 0 <= table.board.rtt_ms <= 3 * TURN_MS


def test_an_hour_without_a_host_is_handed_over_when_it_is_back(tmp_path: Path) -> None:
    """The laptop sleeps for an hour."""
    table = Table(tmp_path, 1)
    for _ in range(20):
        table.turn()
    table.unplug()
    for i in range(900):
        table.press()
        table.now += 4000
        table.turn()
        if i == 400:
            table.start_board()
    table.settle()
    table.check()
    assert len(table.store.rows) == len(table.accepted) == 900
    assert table.store.lines == [f"{i} pass" for i in range(900)]


def test_neither_end_has_more_under_way_than_the_window(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    for _ in range(20):
        table.turn()
    deck = Deck("followers")
    for i in range(128):
        deck.add(bytes([4, i, 1, 2, 3, 4, 5]), i)
    table.host.push_deck(deck)
    sent = len(table.host.outgoing(table.now))
    for _ in range(40):  # the board reads nothing
        table.now += TURN_MS
        table.press()
        sent += len(table.host.outgoing(table.now))
        table.board._write(table.now)
    assert sent <= WINDOW + 2
    assert len(table.up.bytes) <= WINDOW + 60  # bare receipts are not counted
    table.down.put(b"")


def test_a_deck_goes_down_only_when_the_board_has_another(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    deck = Deck("followers")
    for i in range(90):
        deck.add(bytes([4, i, 1, 2, 3, 4, 5]), i)
    table.host.push_deck(deck)
    table.up.badness = table.down.badness = 0.3
    for _ in range(2000):
        table.turn()
    assert table.screen.deck is not None
    assert table.screen.deck.dump() == deck.dump()
    table.settle()
    sent = table.host.counters.sent
    table.host.push_deck(deck)
    assert b"piece deck" not in table.host.outgoing(table.now)
    table.start_host()
    table.host.push_deck(deck)
    table.settle()
    assert table.host.counters.sent < sent
    other = Deck("spooks")
    table.host.push_deck(other)
    for _ in range(50):
        table.turn()
    assert table.screen.deck.pack == "spooks"


def test_only_the_newest_state_goes_down(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    for version in range(1, 100):
        table.state = StateDown("followers", version, core=bytes(250))
        table.host.push_state(table.state)
    table.settle()
    assert table.screen.version == 99
    assert table.host.counters.sent < 20
