"""A match as a chart: the totals of both teams deal by deal, and the bomb tokens below."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT = 400, 230
LEFT, RIGHT, TOP, FOOT, STRIP = 44, 60, 12, 22, 44
TEAMS = ("1", "2")


def totals_after(rounds: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """Each team's total after each deal, from nothing on."""
    found = {team: [0] for team in TEAMS}
    for each in rounds:
        for team in TEAMS:
            found[team].append(found[team][-1] + int(each["points"][team]))
    return found


def step(span: int) -> int:
    """The distance of the lines to read points from, for a span of points."""
    return next((size for size in (50, 100, 200, 250, 500, 1000) if span <= 5 * size), 2000)


def svg(rounds: Sequence[dict[str, Any]], end: int, tokens_end: int, label: str) -> str:
    """The chart as SVG. Team 1 is a full line with discs, team 2 a dashed one with squares.

    end, tokens_end  where the match ends, for points and for tokens
    label            what it shows, in words
    """
    totals = totals_after(rounds)
    values = [value for team in TEAMS for value in totals[team]]
    size = step(max(*values, end // 2) - min(0, *values))
    low, high = -(-min(0, *values) // size) * size, -(-max(*values, end // 2) // size) * size
    bottom = HEIGHT - FOOT - STRIP
    deals = len(rounds)

    def x(deal: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deal / max(deals, 1)

    def y(points: float) -> float:
        return TOP + (bottom - TOP) * (high - points) / (high - low)

    parts = []
    for points in range(low, high + 1, size):
        kind = "end" if points == end else "zero" if points == 0 else "grid"
        parts.append(
            f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
            f'y1="{y(points):.1f}" y2="{y(points):.1f}"/>'
            f'<text class="axis" x="{LEFT - 6}" y="{y(points) + 4:.1f}">{points}</text>'
        )
    every = max(1, deals // 8)
    for deal in range(1, deals + 1):
        if deal % every == 0:
            parts.append(f'<text class="deal" x="{x(deal):.1f}" y="{HEIGHT - 6}">{deal}</text>')
    for team in TEAMS:
        spots = [(x(deal), y(points)) for deal, points in enumerate(totals[team])]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in spots)
        marks = "".join(_mark(team, across, down) for across, down in spots)
        parts.append(f'<g class="team{team}"><polyline points="{path}"/>{marks}</g>')
    ends = {team: y(totals[team][-1]) for team in TEAMS}
    if abs(ends["1"] - ends["2"]) < 16:  # their numbers stand beside each other's line, never over
        middle, down = sum(ends.values()) / 2, 1 if ends["1"] > ends["2"] else -1
        ends = {"1": middle + 8 * down, "2": middle - 8 * down}
    for team in TEAMS:
        parts.append(
            f'<text class="total team{team}" x="{x(deals) + 11:.1f}" y="{ends[team] + 5:.1f}">'
            f"{totals[team][-1]}</text>"
        )
    parts += _tokens([0, *[int(each["tokens"]) for each in rounds]], tokens_end, x)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(label, quote=True)}">{"".join(parts)}</svg>'
    )


def _mark(team: str, across: float, down: float) -> str:
    if team == "1":
        return f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4.5"/>'
    return f'<rect x="{across - 4.2:.1f}" y="{down - 4.2:.1f}" width="8.4" height="8.4"/>'


def _tokens(tokens: Sequence[int], end: int, x: Any) -> list[str]:
    """A bar a deal, with its number: how many bomb tokens lay there when it ended."""
    foot, room = HEIGHT - FOOT, STRIP - 16
    parts = [f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{foot}" y2="{foot}"/>']
    every = max(1, len(tokens) // 10)
    wide = min(16.0, (WIDTH - LEFT - RIGHT) / max(len(tokens) - 1, 1) * 0.6)
    for deal, count in enumerate(tokens):
        if deal and count:
            high = room * min(count, end) / end
            parts.append(
                f'<rect class="bombs" x="{x(deal) - wide / 2:.1f}" y="{foot - high:.1f}" '
                f'width="{wide:.1f}" height="{high:.1f}"/>'
            )
        if deal and count and (len(tokens) - 1 - deal) % every == 0:
            parts.append(
                f'<text class="deal" x="{x(deal):.1f}" y="{foot - high - 3:.1f}">{count}</text>'
            )
    return parts
