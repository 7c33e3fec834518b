"""A match as a chart: a line for each side over the deals, and bars below it for a common count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

WIDTH, LEFT, TOP, FOOT, STRIP = 400, 44, 12, 22, 44
HEIGHT = 230  # of a chart with few sides
LABEL = 15  # the room of a total at the end of its line
DASHES = 5  # kinds of lines, which the style sheet has
SHAPES = 6  # marks and colours; further sides have them again on dashed lines


@dataclass(frozen=True)
class Bars:
    """A count that grows in steps: one for each deal, and how many end the match."""

    counts: Sequence[int]
    end: int


@dataclass(frozen=True)
class Chart:
    """What is drawn.

    lines  each side's value after each deal, from the start on, by its name; at least one side
    end    the value at which the match ends, None where none does
    bars   what stands below the lines
    paints the attributes by which the style sheet knows the sides' own colours, as `--faction`;
           without them the usual ones
    """

    lines: Mapping[str, Sequence[int]]
    end: int | None = None
    bars: Bars | None = None
    paints: Sequence[str] = ()

    def look(self, place: int) -> str:
        """The attributes of a side's line that say how it looks, the first side being 0. With
        colours of their own sides have dashes too, for lines that lie on one another.
        """
        if not self.paints:
            return f'class="{side(place)}"'
        return f'class="{side(place)} painted" {self.paints[place]} data-dash="{place % DASHES}"'


def totals_after(rounds: Sequence[dict[str, Any]], sides: Sequence[str]) -> dict[str, list[int]]:
    """Each side's total after each deal, from nothing on; a deal may leave sides out."""
    found = {side: [0] for side in sides}
    for each in rounds:
        for side in sides:
            found[side].append(found[side][-1] + int(each["points"].get(side, 0)))
    return found


def step(span: int) -> int:
    """The distance of the lines to read values from, for a span of values."""
    sizes = (1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1000)
    return next((size for size in sizes if span <= 5 * size), 2000)


def svg(chart: Chart, label: str) -> str:
    """The chart as SVG. Sides differ by colour, by mark, and beyond six by dashes.

    label  what it shows, in words
    """
    lines = list(chart.lines.values())
    many = len(lines) > 2
    height = max(HEIGHT, TOP + LABEL * len(lines) + FOOT + STRIP)
    right = 110 if many else 60
    values = [value for line in lines for value in line]
    top = max(*values, 1, *([chart.end if many else chart.end // 2] if chart.end else []))
    size = step(top - min(0, *values))
    low, high = -(-min(0, *values) // size) * size, -(-top // size) * size
    bottom = height - FOOT - (STRIP if chart.bars else 0)
    deals = len(lines[0]) - 1

    def x(deal: int) -> float:
        return LEFT + (WIDTH - LEFT - right) * deal / max(deals, 1)

    def y(value: float) -> float:
        return TOP + (bottom - TOP) * (high - value) / (high - low)

    parts = []
    marked = sorted({*range(low, high + 1, size), *([chart.end] if chart.end else [])})
    for value in marked:
        if not low <= value <= high:
            continue
        kind = "end" if value == chart.end else "zero" if value == 0 else "grid"
        parts.append(
            f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - right}" '
            f'y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
            f'<text class="axis" x="{LEFT - 6}" y="{y(value) + 4:.1f}">{value}</text>'
        )
    every = max(1, deals // 8)
    for deal in range(1, deals + 1):
        if deal % every == 0:
            parts.append(f'<text class="deal" x="{x(deal):.1f}" y="{height - 6}">{deal}</text>')
    for place, line in enumerate(lines):
        spots = [(x(deal), y(value)) for deal, value in enumerate(line)]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in spots)
        marks = "".join(mark(place, across, down) for across, down in spots)
        parts.append(f'<g {chart.look(place)}><polyline points="{path}"/>{marks}</g>')
    ends = apart([y(line[-1]) for line in lines], TOP, bottom)
    for place, (name, line) in enumerate(chart.lines.items()):
        who = f" {short(name)}" if many else ""
        parts.append(
            f'<text {chart.look(place).replace("side", "total side", 1)} x="{x(deals) + 11:.1f}" '
            f'y="{ends[place] + 5:.1f}">{line[-1]}{escape(who)}</text>'
        )
    if chart.bars:
        parts += _bars(chart.bars, x, height - FOOT, right)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(label, quote=True)}">{"".join(parts)}</svg>'
    )


def side(place: int) -> str:
    """The classes of a side's line, the first being 0."""
    return f"side{place % SHAPES + 1}" + (" dashed" if place >= SHAPES else "")


def short(name: str, most: int = 9) -> str:
    """A name as it stands at the end of its line; a sign of Chinese counts twice."""
    room, kept = most, ""
    for sign in name:
        room -= 2 if sign > "\u2e80" else 1
        if room < 0:
            return kept + "…"
        kept += sign
    return kept


def apart(places: Sequence[float], top: float, bottom: float) -> list[float]:
    """Places of labels, moved apart in their order, inside if they can be."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    found = list(places)
    for before, at in pairwise(order):
        found[at] = max(found[at], found[before] + LABEL)
    over = max(0.0, found[order[-1]] - max(bottom, top + LABEL * (len(places) - 1)))
    if over:
        found[order[-1]] -= over
        for after, at in pairwise(reversed(order)):
            found[at] = min(found[at], found[after] - LABEL)
    return found


def mark(place: int, across: float, down: float) -> str:
    """The mark of a side at a place of the picture."""
    kind = place % SHAPES
    if kind == 0:
        return f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4.5"/>'
    if kind == 1:
        return f'<rect x="{across - 4.2:.1f}" y="{down - 4.2:.1f}" width="8.4" height="8.4"/>'
    shapes = {
        2: ((0, -5.4), (5, 4), (-5, 4)),
        3: ((0, -5.6), (5.6, 0), (0, 5.6), (-5.6, 0)),
        4: ((0, 5.4), (5, -4), (-5, -4)),
        5: ((-4.6, -1.6), (4.6, -1.6), (4.6, 1.6), (-4.6, 1.6)),
    }
    points = " ".join(f"{across + right:.1f},{down + low:.1f}" for right, low in shapes[kind])
    return f'<polygon points="{points}"/>'


def _bars(bars: Bars, x: Callable[[int], float], foot: float, right: int) -> list[str]:
    """A bar a deal, with its number: the count when it ended."""
    room, counts = STRIP - 16, [0, *bars.counts]
    parts = [f'<line class="grid" x1="{LEFT}" x2="{WIDTH - right}" y1="{foot}" y2="{foot}"/>']
    every = max(1, len(counts) // 10)
    wide = min(16.0, (WIDTH - LEFT - right) / max(len(counts) - 1, 1) * 0.6)
    for deal, count in enumerate(counts):
        high = room * min(count, bars.end) / bars.end
        if deal and count:
            parts.append(
                f'<rect class="bars" x="{x(deal) - wide / 2:.1f}" y="{foot - high:.1f}" '
                f'width="{wide:.1f}" height="{high:.1f}"/>'
            )
        if deal and count and (len(counts) - 1 - deal) % every == 0:
            parts.append(
                f'<text class="deal" x="{x(deal):.1f}" y="{foot - high - 3:.1f}">{count}</text>'
            )
    return parts
