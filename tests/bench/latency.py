"""From a tag to its light, and from a button to its verdict, in the table's own time.

The real firmware on the simulated table, unlinked, with a deck in its flash. A deal is played in
which every seat lays singles one above the other; wrong presses are among it. Each sample begins
where the control port says that the tag was laid, or the button released, at a moment that is
random to the firmware's tasks, and ends when the pixels as sent show the colour: that of pending
cards, of "accepted" or of "refused". It is looked for every 2 ms. A light that changes, but to
the dark half of its blinking, does not count; when it changes is a row of its own.

Table time counts the buses, the waits and the periods of the tasks; it takes the time in between,
which a Pico spends on bytecode, for nothing.
"""

from __future__ import annotations

import json
import random
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware.journal import Journal
from firmware.screens import PATTERNS
from tapdeck import decks
from tapdeck.simulator import start_simulator
from tests.bench.record import Record, percentile

STEP_MS = 2
LONGEST_MS = 600
SUITS = 4
BUDGET_MS = 60

PENDING = [PATTERNS["pending"][0]]
VERDICTS = [PATTERNS["accepted"][0], PATTERNS["refused"][0]]


def script(suits: int) -> Iterator[tuple[int, str]]:
    """(seat, card's code to lay and play, or empty for the bare button), a legal deal but for every
    third press, which is out of turn.
    """
    yield 1, "NB"
    yield from ((seat, "") for seat in (2, 3, 4))
    turn = 1
    tricks = [[rank + suit for rank in "23456789TJQK"] for suit in "SHCD"[:suits]]
    for trick in [*tricks, ["AS", "LJ", "BJ"]]:
        for number, card in enumerate(trick):
            if number % 3 == 1:
                yield turn % 4 + 1, ""  # not their turn
            yield turn, card
            turn = turn % 4 + 1
        for _ in range(3):
            yield turn, ""
            turn = turn % 4 + 1


class Hands:
    """The control port, many orders at once: between two orders that are there already no table
    time passes, while a table at full speed does not wait for one that is still under way.
    """

    def __init__(self, address: str) -> None:
        host, port = address.rsplit(":", 1)
        self._socket = socket.create_connection((host, int(port)), timeout=60)
        self._answers = self._socket.makefile("rb")

    def do(self, *orders: dict[str, Any]) -> list[dict[str, Any]]:
        """Send orders; their answers."""
        self._socket.sendall(b"".join(json.dumps(order).encode() + b"\n" for order in orders))
        answers = [json.loads(self._answers.readline()) for _ in orders]
        assert all(answer["ok"] for answer in answers), answers
        return answers

    def wait(self, ms: int) -> None:
        """Let table time pass."""
        self.do({"op": "run", "ms": ms})

    def sample(
        self, order: dict[str, Any], seat: int, colours: list[tuple[int, int, int]]
    ) -> tuple[float, float]:
        """ms from the answer to `order` until the seat's pixel changes, and until it has one of the
        colours.
        """
        look = [{"op": "run", "ms": STEP_MS}, {"op": "display"}] * (LONGEST_MS // STEP_MS)
        before, given, *seen = self.do({"op": "display"}, order, *look)
        pixels = [tuple(answer["pixels"][seat - 1]) for answer in (before, *seen[1::2])]
        times = [answer["ms"] - given["ms"] for answer in seen[1::2]]
        changed = next(t for t, pixel in zip(times, pixels[1:], strict=True) if pixel != pixels[0])
        return changed, next(t for t, p in zip(times, pixels[1:], strict=True) if p in colours)

    def close(self) -> None:
        """Hang up."""
        self._answers.close()
        self._socket.close()


def measure(suits: int = SUITS) -> list[Record]:
    """95th percentiles: a tag's pending light, the same by any change, and a button's verdict."""
    deck = decks.simulated_deck("followers")
    changes, lights, verdicts = [], [], []
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        flash = Path(folder) / "flash"
        flash.mkdir()
        Journal(str(flash / "journal")).save("deck", decks.for_board(deck).dump())
        with (
            start_simulator(state_dir=flash, pace="max") as table,
            closing(Hands(table.control)) as hands,
        ):
            hands.wait(1000)
            for seat, card in script(suits):
                hands.wait(2500 + rng.randrange(1000))  # the light of the last verdict is over
                if card:
                    tag = {"op": "place", "reader": seat, "uid": decks.uid_of(deck, card)}
                    change, light = hands.sample(tag, seat, PENDING)
                    changes.append(change)
                    lights.append(light)
                    hands.do({"op": "lift", "reader": seat})
                    hands.wait(100 + rng.randrange(1000))
                press = {"op": "press", "seat": seat, "kind": "short"}
                verdicts.append(hands.sample(press, seat, VERDICTS)[1])

    def row(what: str, samples: list[float], budget: float | None = BUDGET_MS) -> Record:
        note = f"95th percentile of {len(samples)}, table time; the longest took {max(samples)} ms"
        return Record(what, percentile(samples), "ms", budget, note=note)

    return [
        row("tag to pending light", lights),
        row("tag to any change of the seat's light", changes, None),
        row("release of the button to the core's verdict", verdicts),
    ]
