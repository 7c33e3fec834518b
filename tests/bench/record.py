"""What a measurement hands back, and how often it is taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 3


@dataclass(frozen=True)
class Record:
    """One row of the table.

    what      what was measured, as the budgets name it
    measured  the number, in `unit`
    budget    the bound on it; None: for information only
    at_least  whether more is better (speeds), so that the budget is a floor
    peer      the ratio to a peer in the same run, in words; empty: there is none
    note      how it was measured, where that is not plain
    """

    what: str
    measured: float
    unit: str
    budget: float | None = None
    at_least: bool = False
    peer: str = ""
    note: str = ""

    @property
    def within(self) -> bool | None:
        """Whether the budget is kept; None without one."""
        if self.budget is None:
            return None
        return self.measured >= self.budget if self.at_least else self.measured <= self.budget


Measurement = Callable[[], list[Record]]


def best(measure: Callable[[], float], rounds: int = ROUNDS) -> float:
    """The highest of several measurements of a speed.

    What disturbs a computation from outside only ever makes it slower, so the best is the truest.
    """
    return max(measure() for _ in range(rounds))


def percentile(samples: list[float], share: float = 0.95) -> float:
    """The sample that `share` of all do not exceed (nearest rank)."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * round(share * 100) // 100) - 1)]


def ratio(ours: float, peers: float, name: str) -> str:
    """`2.5 × NAME (400)`: how many times the peer's number ours is."""
    return f"{ours / peers:.2g} × {name} ({peers:,.0f})"
