"""The readers: chip-select cycles of a poll, bytes allocated in a sweep, time of a sweep.

Counted, not timed: the driver and the scanner of the firmware run on MicroPython against the
register-level model of the chip, which counts every select that goes low. A cycle costs a Pico
43 µs in bytecode. The table of the model has as many readers on one bus as a measurement wants.

Allocation is the difference of `gc.mem_alloc()` over many sweeps with the collector off, so nothing
that was allocated can hide, and the model must allocate nothing either. (A locked heap would not
tell: the scanner takes whatever a reader raises for a fault of that reader.)
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.record import Record
from tests.hardware import rig

CYCLE_US = 43
READERS = 6
SWEEPS = 200
UIDS = {"no card": ("", 8), "4-byte UID": ("04A1B2C3", 35), "7-byte UID": ("04A1B2C3D4E5F6", 55)}

_TABLE = f"""
import gc
import machine
from firmware.drivers.mfrc522 import MFRC522
from firmware.scanner import Scanner
from tabletop import TABLE
from tags import Tag
selects = [17, 20, 21, 22] + [40 + n for n in range({READERS} - 4)]
TABLE.solder({{
    "chips": [(0, "mfrc522", pin) for pin in selects[4:]],
    "pixels": TABLE.strip,
    "buttons": TABLE.seats,
}})
pins = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in selects]
spi = machine.SPI(0)
readers = [MFRC522(spi, pin) for pin in pins]
"""

_POLLS = """
reader = readers[0]
reader.init()
most = 0
for _ in range(50):
    before = TABLE.cycles
    outcome = reader.poll()
    most = max(most, TABLE.cycles - before)
print(outcome, most)
"""

_SWEEPS = f"""
told = []
scanner = Scanner(readers, lambda uid: True, lambda *tag: told.append(tag),
                  lambda *notice: told.append(notice))
scanner.init()
def sweep():
    scanner.step()
for _ in range(20):
    sweep()
gc.collect()
gc.disable()
def count():
    cycles = TABLE.cycles
    began = TABLE.now
    for _ in range({SWEEPS}):
        sweep()
    return TABLE.cycles - cycles, TABLE.now - began
def nothing():
    cycles = TABLE.cycles
    began = TABLE.now
    for _ in range({SWEEPS}):
        pass
    return TABLE.cycles - cycles, TABLE.now - began
count()
counted = before = middle = after = None
# A call that measures nothing tells what measuring itself allocates.
before = gc.mem_alloc()
counted = count()
middle = gc.mem_alloc()
nothing()
after = gc.mem_alloc()
print(2 * middle - before - after, counted[0], counted[1], len(told))
"""


def _run(code: str) -> list[int]:
    with tempfile.TemporaryDirectory() as folder:
        last = rig.run("micropython", _TABLE + code, Path(folder), heap="4M")[-1]
    return [int(word) for word in last.split()]


def measure() -> list[Record]:
    """Cycles for each kind of poll (the most of 50), then the sweep of empty readers."""
    records = []
    for name, (uid, budget) in UIDS.items():
        place = f"TABLE.readers[0].place(Tag(bytes.fromhex('{uid}')))\n" if uid else ""
        outcome, cycles = _run(place + _POLLS)
        assert outcome == bool(uid), f"{name}: the poll says {outcome}"  # NONE is 0, OK is 1
        records.append(Record(f"MFRC522 poll, {name}", cycles, "cycles", budget))
    allocated, cycles, took, told = _run(_SWEEPS)
    assert not told, "a sweep of empty readers has found something"
    bus_ms = cycles / SWEEPS * CYCLE_US / 1000
    records += [
        Record(
            "allocated in a sweep of empty readers",
            allocated / SWEEPS,
            "bytes",
            0,
            note=f"{READERS} readers, {SWEEPS} sweeps of the scanner, {allocated} bytes in all",
        ),
        Record(
            f"sweep of {READERS} readers, nothing there",
            bus_ms,
            "ms",
            5,
            peer=f"1/{0.3 * READERS * 1000 / bus_ms:,.0f} of a widely used driver's 0.3 s a reader"
            " (known, not measured here)",
            note=f"{cycles / SWEEPS:.0f} cycles of {CYCLE_US} µs",
        ),
        Record(
            f"the same, waits for the {READERS} answers included",
            took / SWEEPS / 1000,
            "ms",
            note="table time; one reader after the other",
        ),
    ]
    return records
