"""What taking back costs as a journal grows, and whether a replay with undos stays linear.

One undo is timed in a game of so many entries, with the view that is made after it; after each the
same thing is done again, so the journal grows by two. Times are of the process, the middle one of
many. The peer is the shortest journal in the same run: the figure is a ratio and the machine's
speed does not matter.
"""

from __future__ import annotations

from statistics import median
from time import process_time

from tapdeck import transcript
from tapdeck.session import Session, view
from tapdeck.setup import Setup
from tests.bench.record import Record

LENGTHS = (100, 1_000, 10_000)
TIMES = 41
LINES = (10_000, 100_000)

_HEADERS = {"factions": "GC, CC, BG"}
_NAMES = ("Ann", "Bo", "Cy")


def change(number: int) -> str:
    """A change that is always possible: power goes up and down."""
    return f"{number % 3 + 1} power {'+' if number % 2 else '-'}1"


def game_of(entries: int) -> Session:
    """A game with so many entries, all of which count."""
    session = Session(Setup("cthulhu_wars", _NAMES, headers=_HEADERS))
    for line in ["gather", "first 1 cw", *[change(number) for number in range(entries - 2)]]:
        session.do(line)
    return session


def one_undo(entries: int, times: int = TIMES) -> float:
    """Milliseconds of one undo and of the view after it."""
    session = game_of(entries)
    took = []
    for number in range(times):
        began = process_time()
        assert session.do("undo").ok
        view(session)
        took.append(process_time() - began)
        session.do(change(number))
    return median(took) * 1000


def score_of(lines: int) -> float:
    """Seconds of a replay in which every third line takes back the one before."""
    text = ["game: cthulhu_wars", "seats: Ann, Bo, Cy", "factions: GC, CC, BG"]
    text += ["gather", "first 1 cw"]
    text += ["undo" if number % 3 == 2 else change(number) for number in range(lines)]
    began = process_time()
    transcript.score("\n".join(text))
    return process_time() - began


def measure(
    lengths: tuple[int, ...] = LENGTHS, times: int = TIMES, lines: tuple[int, int] = LINES
) -> list[Record]:
    """Undo after journals of different lengths, and a replay ten times as long."""
    found = [one_undo(length, times) for length in lengths]
    short, long = (score_of(count) for count in lines)
    each = ", ".join(
        f"{took:.2f} ms after {length:,}" for took, length in zip(found, lengths, strict=True)
    )
    return [
        Record(
            f"one undo after {lengths[-1]:,} entries, to one after {lengths[0]:,}",
            found[-1] / found[0],
            "×",
            3,
            note=f"{each}; the view made after it included",
        ),
        Record(
            f"`tapdeck score` on {lines[1]:,} lines with undos, to {lines[0]:,}",
            long / short,
            "×",
            1.5 * lines[1] / lines[0],
            note=f"{short:.1f} s and {long:.1f} s; linear would be {lines[1] // lines[0]} ×",
        ),
    ]
