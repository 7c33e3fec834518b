"""From a tag on a reader to the page, at the pace of the wall: with one and with many watching, and
with a long log open.

A real service (`tapdeck run`, a process of its own) on a simulated table at pace 1, and clients of
`/api/v1/tables/1/live`; where the log is open, of `/page/live` and `/page/log`, and before each tag
a line is entered, which comes to all the logs. A sample begins before the order to lay the tag is
sent, and ends when a client has received a view with the card among the pending ones; every
client's samples count. What a browser does then is not in it.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from shared_rules import packs
from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.simulator import SimControl, start_simulator
from tapdeck.store import Store, StoredDeck
from tapdeck.table import Table
from tests.bench.record import Record, percentile

BUDGET_MS = 150
WATCHING = (1, 30)
SAMPLES = 52
START_S = 30.0
LOG = 2000  # entries
DEVICES = 6
LOG_BUDGET_MS = 80


def free_port() -> int:
    """A TCP port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ask(url: str, body: Any = None) -> Any:
    """GET, or POST `body` as JSON; the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def wait_for(what: str, ready: Any) -> None:
    """Until `ready()` is true; AssertionError after START_S."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        try:
            if ready():
                return
        except urllib.error.HTTPError:
            raise  # an OSError as well, but waiting will not mend it
        except OSError:
            pass  # the service does not listen yet
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {START_S:.0f} s")


async def watch(url: str, arrived: dict[str, list[float]], up: asyncio.Event) -> None:
    """One client: notes when each awaited word first arrives."""
    missing = set(arrived)
    async with connect(url) as live:
        async for text in live:
            now = time.perf_counter()
            up.set()
            assert isinstance(text, str)
            for word in [word for word in missing if word in text]:
                missing.discard(word)
                arrived[word].append(now)


async def sample(
    base: str,
    hands: SimControl,
    uids: dict[str, str],
    cards: list[str],
    clients: int,
    path: str = "/api/v1/tables/1/live",
    before: Callable[[], Any] = lambda: None,
) -> list[float]:
    """ms from each of `cards`' tags to each client; `before` is called before each."""
    rng = random.Random(clients)
    # Nothing else in a view stands in quotes like a card that nobody has played.
    arrived: dict[str, list[float]] = {f'"{card}"': [] for card in cards}
    ups = [asyncio.Event() for _ in range(clients)]
    live = base.replace("http", "ws", 1) + path
    tasks = [asyncio.create_task(watch(live, arrived, up)) for up in ups]
    took: list[float] = []
    try:
        await asyncio.wait_for(asyncio.gather(*(up.wait() for up in ups)), START_S)
        for number, card in enumerate(cards):
            reader = number % 4 + 1
            await asyncio.sleep(0.15 + rng.random() / 10)
            word = f'"{card}"'
            await asyncio.to_thread(before)
            began = time.perf_counter()
            await asyncio.to_thread(hands.place, reader, uids[card])
            while len(arrived[word]) < clients:
                await asyncio.sleep(0.005)
                assert time.perf_counter() - began < START_S, f"{card} never came"
            took += [1000 * (at - began) for at in arrived[word]]
            await asyncio.to_thread(hands.lift, reader)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return took


class Logs:
    """Drawers with the log open: how long a line takes to its answer, and into all of them."""

    def __init__(self, base: str, devices: int) -> None:
        self._base = base
        self._devices = devices
        self._tasks: list[asyncio.Task[None]] = []
        self._newest: list[tuple[int, float]] = []  # of each, its newest entry and when it came
        self.answers: list[float] = []
        self.lines: list[float] = []

    async def __aenter__(self) -> Logs:
        self._newest = [(0, 0.0)] * self._devices
        self._tasks = [asyncio.create_task(self._read(each)) for each in range(self._devices)]
        while any(seq == 0 for seq, _ in self._newest):
            await asyncio.sleep(0.01)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read(self, device: int) -> None:
        async with connect(self._base.replace("http", "ws", 1) + "/page/log") as feed:
            async for text in feed:
                now = time.perf_counter()
                rows = json.loads(text)["rows"]
                if rows:
                    self._newest[device] = (rows[-1]["seq"], now)

    def enter(self) -> None:
        """Enter a line, and wait until it stands in every log."""
        known = max((seq for seq, _ in self._newest), default=0)
        began = time.perf_counter()
        ask(f"{self._base}/api/v1/tables/1/actions", {"line": "2 pass"})
        self.answers.append(1000 * (time.perf_counter() - began))
        while any(seq <= known for seq, _ in self._newest):
            time.sleep(0.001)
            assert time.perf_counter() - began < START_S, "the line never came"
        self.lines += [1000 * (at - began) for _, at in self._newest]


def long_log(url: str, entries: int) -> None:
    """A record with a game that has so many entries, most of them refused, and the bench's deck."""
    deck = decks.simulated_deck("followers")
    store = Store(url)
    table = Table(store)
    table.save_deck(StoredDeck("bench", "followers", deck.tags), THIS_MACHINE)
    table.start_game("followers", by=THIS_MACHINE)
    for number in range(entries):
        table.act("2 pass" if number % 3 else "1 play 5H", THIS_MACHINE)
    store.close()


def sample_logs(
    base: str, hands: SimControl, uids: dict[str, str], cards: list[str], entries: int
) -> list[Record]:
    """A tag and a line with the log open on many devices; the peer is the same with it closed."""

    async def both(drawers: int) -> tuple[list[float], Logs]:
        async with Logs(base, drawers) as logs:
            return await sample(base, hands, uids, cards, DEVICES, "/page/live", logs.enter), logs

    closed_tags, closed = asyncio.run(both(0))
    put_back(hands)
    tags, opened = asyncio.run(both(DEVICES))
    what = f"log of {entries:,} entries open on {DEVICES} devices"
    return [
        Record(
            f"tag on reader to page, {what}",
            percentile(tags),
            "ms",
            LOG_BUDGET_MS,
            peer=f"{percentile(closed_tags):.1f} ms with it closed",
            note=f"95th percentile of {len(cards)} tags, a line entered before each; the longest "
            f"took {max(tags):.0f} ms",
        ),
        Record(
            f"line to its answer, {what}",
            percentile(opened.answers),
            "ms",
            peer=f"{percentile(closed.answers):.1f} ms with it closed",
            note=f"95th percentile of {len(opened.answers)}; to the line in all logs "
            f"{percentile(opened.lines):.0f} ms",
        ),
    ]


def put_back(hands: SimControl) -> None:
    """Put all cards back."""
    for seat in (1, 2, 3, 4):
        hands.press(seat, "long")


@contextmanager
def service_of(port: str, url: str) -> Iterator[str]:
    """`tapdeck run` with a board and a record; where it listens. The board is linked by then."""
    base = f"http://127.0.0.1:{free_port()}"
    command = [str(Path(sys.executable).parent / "tapdeck"), "run", "--port", port]
    command += ["--db", url, "--listen", base.removeprefix("http://")]
    service = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for("the service", lambda: ask(f"{base}/api/v1/tables/1")["link"]["up"])
        yield base
    finally:
        service.terminate()
        service.wait(10)


def measure(
    samples: int = SAMPLES, watching: tuple[int, ...] = WATCHING, log: int = LOG
) -> list[Record]:
    """95th percentiles by the number of clients, and with a log of so many entries open."""
    deck = decks.simulated_deck("followers")
    uids = {word: uid for uid, word in deck.tags.items()}
    cards = [code for code in packs.codes("followers") if code in uids][:samples]
    records = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with (
            start_simulator(state_dir=place / "flash", listen="127.0.0.1:0", quiet=True) as table,
            table.hands() as hands,
        ):

            def ready() -> None:
                wait_for("the deck", lambda: "NO" not in hands.display()["digits"])
                time.sleep(1)

            with service_of(table.port, f"sqlite:///{place / 'record.sqlite'}") as base:
                tags = {"name": "bench", "pack": "followers", "tags": deck.tags}
                ask(f"{base}/api/v1/decks", tags)
                ready()
                for clients in watching:
                    took = asyncio.run(sample(base, hands, uids, cards, clients))
                    records.append(
                        Record(
                            f"tag on reader to page, {clients} watching",
                            percentile(took),
                            "ms",
                            BUDGET_MS,
                            note=f"95th percentile of {len(cards)} tags, to the view on the "
                            f"WebSocket; the longest took {max(took):.0f} ms",
                        )
                    )
                    put_back(hands)
            url = f"sqlite:///{place / 'long.sqlite'}"
            long_log(url, log)
            with service_of(table.port, url) as base:
                ready()
                records += sample_logs(base, hands, uids, cards, log)
    return records
