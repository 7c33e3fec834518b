"""Durable events taken in a second, in batches as the link delivers them.

Each batch is judged by the full rules, committed to disk, folded, and a state is packed for the
board. The peer does nothing but commit the same lines in the same batches with `sqlite3`.
Budget: 2,000 a second.
"""

import sqlite3
import tempfile
from pathlib import Path
from time import perf_counter

from tapdeck.device import BoardEvent
from tapdeck.store import Store
from tapdeck.table import Table

EVENTS = 4000
BUDGET = 2000
BATCH = 7  # what fits into the link's window of 512 bytes
OPENING = ["1 play NB", "2 pass", "3 pass", "4 pass", "1 play 2S", "2 play 3S", "3 play 4S"]


class Board:
    """Packs what is sent down, as the device does."""

    def push_state(self, state):
        state.pack()

    def push_deck(self, deck):
        deck.dump()


def events():
    lines = OPENING + [f"{(4 + n) % 4 or 4} pass" for n in range(EVENTS - len(OPENING))]
    return [BoardEvent("b", 1, n, 5, n, "ok", line) for n, line in enumerate(lines, 1)]


def batches():
    every = events()
    return [every[start : start + BATCH] for start in range(0, len(every), BATCH)]


def ours(folder):
    store = Store(f"sqlite:///{folder / 'ours.sqlite'}")
    table = Table(store)
    table.attach(Board())
    table.start_game("followers")
    start = perf_counter()
    for batch in batches():
        table.on_events(batch)
    rate = EVENTS / (perf_counter() - start)
    assert len(table.events()) == EVENTS
    store.close()
    return rate


def peer(folder):
    connection = sqlite3.connect(folder / "peer.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE entries (boot, n, line, UNIQUE (boot, n))")
    start = perf_counter()
    for batch in batches():
        connection.execute("BEGIN IMMEDIATE")
        rows = [(event.boot, event.n, event.line) for event in batch]
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")
    rate = EVENTS / (perf_counter() - start)
    connection.close()
    return rate


def main():
    with tempfile.TemporaryDirectory() as name:
        mine, bare = ours(Path(name)), peer(Path(name))
    print(
        f"durable events in batches of {BATCH}: {mine:,.0f} a second "
        f"(budget {BUDGET:,}; bare sqlite3 {bare:,.0f}, ratio {mine / bare:.2f})"
    )


if __name__ == "__main__":
    main()
