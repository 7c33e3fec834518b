"""The score sheet of a match of Spooks, for people (S12)."""

from __future__ import annotations

from collections.abc import Sequence

from tapdeck.rules import Column, Sheet
from tapdeck.rules.spooks_state import State
from tapdeck.rules.spooks_view import result_text
from tapdeck.texts import Text, Value


def sheet(state: State, names: Sequence[str]) -> Sheet:
    """A row a deal: who won it, and in a scored match what each player's hand cost."""
    columns = [Column(Text("sheet.deal"), right=True), Column(Text("sheet.winners"))]
    if state.scored:
        for name, total in zip(names, state.totals, strict=True):
            columns.append(Column(name, total, right=True))
    rows: list[tuple[Value | list[Value], ...]] = []
    for number, each in enumerate(state.rounds, 1):
        winners = ", ".join(names[seat - 1] for seat in each["winners"])
        points = [each["points"].get(str(seat), "") for seat in range(1, len(names) + 1)]
        rows.append((number, winners, *(points if state.scored else ())))
    return Sheet(tuple(columns), tuple(rows), (result_text(state),))
