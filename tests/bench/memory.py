"""The firmware's heap: the real application on MicroPython, with a game and a full pack's tags.

The parts of a Pico's table are built by `firmware/boards/pico.py` upon stubs of `machine` and
`neopixel` that hold no chips: a bus whose readers answer "nobody is here", pins, a pixel chain's
bytes. Everything is compiled from source on the heap, as on a board without frozen modules. Then
the pack's 64 cards and all control tags arrive, a deal begins, and every task runs in turn while
a journal nobody acknowledges fills.

In use is `gc.mem_alloc()` after a collection, less what the same interpreter uses before anything
of ours is imported (the script itself and the stubs). The heap is the 64-bit unix port's: pointers,
and with them lists, tuples, dicts and closures, are twice as long as a Pico's. Half of it is an
estimate for the Pico, unchecked on real hardware. The smallest heap is the smallest of several with
which the same run ends well, garbage between two collections included.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.record import Record
from tests.hardware.rig import ROOT, micropython

KB = 1024
HEAPS = range(96, 328, 8)  # in KB

_STUBS = {
    "machine.py": """
class Pin:
    IN, OUT, PULL_UP = 0, 1, 2
    def __init__(self, number, mode=0, pull=None, value=1):
        self.level = value
    def __call__(self, level=None):
        return self.value(level)
    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level
class SPI:
    def __init__(self, id, **_): pass
    def write(self, data): pass
    def write_readinto(self, out, into):
        if len(out) == 6:  # ComIrq and others: the timer has run out
            into[1] = 1
        elif len(out) == 5:  # the pulse: version, antenna, timer, no crypto
            into[1], into[2], into[3], into[4] = 0x92, 0x83, 0x80, 0
class WDT:
    def __init__(self, timeout): pass
    def feed(self): pass
def unique_id(): return b"12345678"
def reset(): raise SystemExit
""",
    "neopixel.py": """
class NeoPixel:
    def __init__(self, pin, size): self.buf = bytearray(3 * size)
    def __len__(self): return len(self.buf) // 3
    def __getitem__(self, i): return tuple(self.buf[3 * i:3 * i + 3])
    def __setitem__(self, i, colour): self.buf[3 * i:3 * i + 3] = bytes(colour)
    def write(self): pass
""",
    "run.py": """
import gc, sys, time
import machine, neopixel
gc.collect()
before = gc.mem_alloc()
from firmware import boards
from firmware.main import Application
app = Application(boards.load("pico").build())
app.scanner.init()
from shared_rules import packs
from shared_rules.deck import CONTROL, Deck
deck = Deck("followers")
for card in range(len(packs.codes("followers"))):
    deck.add(bytes((4, card, 0xA1, 0xB2, 0xC3, 0xD4, 0x80)), card)
for place in range(len(packs.CONTROLS)):
    deck.add(bytes((4, place, 0xC1, 0xB2, 0xC3, 0xD4, 0x80)), CONTROL + place)
app.on_deck(deck)
app._now = 1000
def turn():
    app._now += 100
    for task, period in app.TASKS:
        task(app)
def tap(seat, code):
    app._tag(seat, next(uid for uid in deck.tags if deck.tags[uid] == packs.index(*code)), True)
    turn()
def press(seat):
    app._pressed(seat, "short")
    turn()
for seat in (1, 2, 3, 4) * 2:
    press(seat)  # nobody calls
tap(1, ("followers", "NB"))
press(1)
for seat in (2, 3, 4):
    press(seat)
for low in range(5):
    for seat in (1, 2, 3, 4):
        suit = "SHCD"[seat - 1]
        tap(seat, ("followers", "23456789TJQKA"[low + seat - 1] + suit))
        press(seat)
    for seat in (1, 2, 3):
        press(seat)
gc.collect()
print(gc.mem_alloc() - before, app.journal.last, app.referee.core.phase(app.referee.state))
""",
}


def _run(folder: Path, heap_kb: int) -> str | None:
    """What the run prints with a heap of this size; None if it fails."""
    for stale in (folder / "journal").glob("*"):
        stale.unlink()
    done = subprocess.run(
        [str(micropython()), "-X", f"heapsize={heap_kb}k", "run.py"],
        cwd=folder,
        env={"MICROPYPATH": f"{folder}:{ROOT}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode and "MemoryError" not in done.stdout + done.stderr:
        sys.stderr.write(done.stdout + done.stderr)
    return done.stdout if done.returncode == 0 else None


def measure() -> list[Record]:
    """In use on the unix port, half of it for a Pico, and the smallest heap that will do."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in _STUBS.items():
            (folder / file).write_text(text, encoding="utf-8")
        told = _run(folder, 1024)
        assert told is not None, "the firmware does not run on its stubs"
        # Before it the link has printed its frames: the board's port is stdout.
        in_use, events, phase = told.splitlines()[-1].split()
        assert int(events) > 30, told
        assert phase in ("lead", "follow"), told
        smallest = next((heap for heap in HEAPS if _run(folder, heap) is not None), HEAPS.stop)
    here = int(in_use) / KB
    return [
        Record(
            "firmware heap in use, game and full pack, Pico",
            here / 2,
            "KB",
            96,
            note=f"estimate: half of the {here:.0f} KB on the 64-bit unix port; no real Pico asked",
        ),
        Record(
            "smallest heap the firmware runs with, 64-bit unix port",
            smallest,
            "KB",
            192,
            note=f"chip models aside; of {HEAPS.start} to {HEAPS.stop - HEAPS.step} KB in steps of "
            f"{HEAPS.step}, compiled from source",
        ),
    ]
