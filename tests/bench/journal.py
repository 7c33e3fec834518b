"""Durable events taken in a second, in batches as the link delivers them.

Each batch goes the whole way of a board's events (`Table.on_events`): looked for among those that
are there, judged by the full rules, committed to a SQLite file with `synchronous=FULL`, folded, and
a state packed for the board. Next to it the store alone: `Store.append`, which is the commit.
The peer does nothing but commit the same lines in the same batches with `sqlite3`, in the same
folder with the same settings. Speeds are of the wall, since the disk counts; the best of several
rounds.
"""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path
from time import perf_counter

from shared_rules.deck import Deck
from shared_rules.wire import StateDown
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import BoardEvent
from tapdeck.store import Entry, Store, now_ms
from tapdeck.table import Table
from tests.bench.record import ROUNDS, Record, ratio

EVENTS = 4000
BATCH = 7  # what fits into the link's window of 512 bytes
OPENING = ["1 play NB", "2 pass", "3 pass", "4 pass", "1 play 2S", "2 play 3S", "3 play 4S"]

Batches = list[list[BoardEvent]]


class Board:
    """Packs what is sent down, as the device does."""

    def push_state(self, state: StateDown) -> None:
        state.pack()

    def push_deck(self, deck: Deck) -> None:
        deck.dump()


def batches(count: int) -> Batches:
    """A deal's first plays, then passes: accepted and refused ones."""
    lines = OPENING + [f"{n % 4 + 1} pass" for n in range(count - len(OPENING))]
    # Each names the version it was judged on: the one that the batch before led to. The first
    # game's begin at 1 << 16.
    every = [
        BoardEvent("b", 1, n, 5, (1 << 16) + (n - 1) // BATCH * BATCH, "ok", line)
        for n, line in enumerate(lines, 1)
    ]
    return [every[start : start + BATCH] for start in range(0, len(every), BATCH)]


def whole_way(folder: Path, given: Batches) -> float:
    """Events a second by `Table.on_events`."""
    store = Store(f"sqlite:///{folder / 'table.sqlite'}")
    table = Table(store)
    table.attach(Board())
    table.start_game("followers", by=THIS_MACHINE)
    began = perf_counter()
    for batch in given:
        table.on_events(batch)
    took = perf_counter() - began
    count = len(table.events())
    store.close()
    assert count == sum(map(len, given))
    return count / took


def store_alone(folder: Path, given: Batches) -> float:
    """Events a second by `Store.append`."""
    store = Store(f"sqlite:///{folder / 'store.sqlite'}")
    store.add_table(1, "Table 1")
    now = now_ms()
    entries = [
        [Entry(now, "board", e.line, board=e.uid, boot=e.boot, n=e.n, age=e.age_ms) for e in batch]
        for batch in given
    ]
    began = perf_counter()
    for batch in entries:
        store.append(1, batch)
    took = perf_counter() - began
    store.close()
    return sum(map(len, given)) / took


def bare(folder: Path, given: Batches) -> float:
    """Events a second by `executemany` and a commit for each batch."""
    connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE entries (boot, n, line, UNIQUE (boot, n))")
    began = perf_counter()
    for batch in given:
        connection.execute("BEGIN IMMEDIATE")
        rows = [(event.boot, event.n, event.line) for event in batch]
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")
    took = perf_counter() - began
    connection.close()
    return sum(map(len, given)) / took


def measure(events: int = EVENTS, rounds: int = ROUNDS) -> list[Record]:
    """Events a second: the whole way, and the store alone."""
    given = batches(events)

    fastest = [0.0, 0.0, 0.0]
    for _ in range(rounds):
        # In turns, so that a disk which is busy for a while is so for all three.
        for place, way in enumerate((whole_way, store_alone, bare)):
            with tempfile.TemporaryDirectory() as folder:
                fastest[place] = max(fastest[place], way(Path(folder), given))
    mine, store, peer = fastest
    name = "bare sqlite3, same batches"
    return [
        Record(
            "durable events taken in",
            mine,
            "/s",
            2000,
            True,
            ratio(mine, peer, name),
            f"batches of {BATCH}; judged, committed, folded, a state packed for the board",
        ),
        Record("the same, committed only", store, "/s", 2000, True, ratio(store, peer, name)),
    ]
