"""From a tag on a reader to the page, at the pace of the wall, with one and with many watching.

A real service (`tapdeck run`, a process of its own) on a simulated table at pace 1, and clients of
`/api/v1/tables/1/live`. A sample begins before the order to lay the tag is sent, and ends when a
client has received a view with the card among the pending ones; every client's samples count. What
a browser does then is not in it.
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
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from shared_rules import packs
from tapdeck import decks
from tapdeck.simulator import SimControl, start_simulator
from tests.bench.record import Record, percentile

BUDGET_MS = 150
WATCHING = (1, 30)
SAMPLES = 52
START_S = 30.0


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
    base: str, hands: SimControl, uids: dict[str, str], cards: list[str], clients: int
) -> list[float]:
    """ms from each of `cards`' tags to each client."""
    rng = random.Random(clients)
    # Nothing else in a view stands in quotes like a card that nobody has played.
    arrived: dict[str, list[float]] = {f'"{card}"': [] for card in cards}
    ups = [asyncio.Event() for _ in range(clients)]
    live = base.replace("http", "ws", 1) + "/api/v1/tables/1/live"
    tasks = [asyncio.create_task(watch(live, arrived, up)) for up in ups]
    took: list[float] = []
    try:
        await asyncio.wait_for(asyncio.gather(*(up.wait() for up in ups)), START_S)
        for number, card in enumerate(cards):
            reader = number % 4 + 1
            await asyncio.sleep(0.15 + rng.random() / 10)
            word = f'"{card}"'
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


def measure(samples: int = SAMPLES, watching: tuple[int, ...] = WATCHING) -> list[Record]:
    """95th percentiles by the number of clients."""
    deck = decks.simulated_deck("followers")
    uids = {word: uid for uid, word in deck.tags.items()}
    cards = [code for code in packs.codes("followers") if code in uids][:samples]
    records = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        base = f"http://127.0.0.1:{free_port()}"
        with (
            start_simulator(state_dir=place / "flash", listen="127.0.0.1:0", quiet=True) as table,
            table.hands() as hands,
        ):
            command = [str(Path(sys.executable).parent / "tapdeck"), "run", "--port", table.port]
            command += ["--db", f"sqlite:///{place / 'record.sqlite'}"]
            command += ["--listen", base.removeprefix("http://")]
            service = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            try:
                wait_for("the service", lambda: ask(f"{base}/api/v1/tables/1")["link"]["up"])
                tags = {"name": "bench", "pack": "followers", "tags": deck.tags}
                ask(f"{base}/api/v1/decks", tags)
                wait_for("the deck", lambda: "NO" not in hands.display()["digits"])
                time.sleep(1)
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
                    for seat in (1, 2, 3, 4):
                        hands.press(seat, "long")  # put all cards back
            finally:
                service.terminate()
                service.wait(10)
    return records
