"""The budgets, measured: `python -m tests.bench [NAME…]`.

Nothing here is a test. A budget that is exceeded is printed as "over", a measurement that fails as
"failed"; the exit status is 0 all the same, since other work on the machine must not decide whether
a change goes in.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import time
import traceback

from rich.console import Console
from rich.table import Table

from tests.bench.record import Record

# Each is a file of its own with a function `measure`. The quiet ones first: the last load the
# machine with processes of their own.
NAMES = (
    "readers",
    "memory",
    "core",
    "rules",
    "classification",
    "undo",
    "journal",
    "latency",
    "page",
)


def number(value: float) -> str:
    """A number as people read it."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}".removesuffix(".0") if value >= 10 else f"{value:.3g}"


def main(words: list[str]) -> int:
    """Measure, print the table; 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; or all")
    names = parser.parse_args(words).names or NAMES
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        parser.error(f"no measurement {unknown[0]!r}; there are {', '.join(NAMES)}")

    console = Console(width=None if sys.stdout.isatty() else 150)
    table = Table(title="Budgets, measured", caption=_here(), show_lines=True)
    table.add_column("what", ratio=4)
    for title in ("budget", "measured"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("ratio to a peer", ratio=3)
    table.add_column("", no_wrap=True)
    for name in names:
        began = time.monotonic()
        console.print(f"{name} …", end=" ")
        try:
            records = importlib.import_module(f"tests.bench.{name}").measure()
        except Exception:
            traceback.print_exc()
            table.add_row(name, "", "", "", "[bold]failed[/]")
            continue
        console.print(f"{time.monotonic() - began:.0f} s")
        for record in records:
            table.add_row(*_row(record))
    console.print(table)
    return 0


def _row(record: Record) -> tuple[str, ...]:
    what = record.what + (f"\n[dim]{record.note}[/]" if record.note else "")
    bound = ""
    if record.budget is not None:
        bound = f"{'≥' if record.at_least else '≤'} {number(record.budget)} {record.unit}"
    verdict = {None: "", True: "within", False: "[bold red]over[/]"}[record.within]
    return what, bound, f"{number(record.measured)} {record.unit}", record.peer, verdict


def _here() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores{load}. “over” fails nothing."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
