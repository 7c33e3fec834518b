"""The score sheet of a Cultivation match, for people."""

from __future__ import annotations

from collections.abc import Sequence

from tapdeck.rules import Column, Sheet
from tapdeck.rules.cultivation_state import State
from tapdeck.rules.cultivation_view import result_text, summary
from tapdeck.texts import Text


def sheet(state: State, names: Sequence[str]) -> Sheet:
    """A row a deal, with the totals below, and how the match stands (C13)."""
    result = summary(state)
    columns = [Column(Text("sheet.deal"), Text("totals"), right=True)]
    for name, total in zip(names, state.totals, strict=True):
        columns.append(Column(name, total, right=True))
    columns.append(Column(Text("sheet.won")))
    rows = []
    for number, deal in enumerate(result["rounds"], 1):
        winner = names[deal["winner"] - 1] if deal["winner"] else Text("nobody")
        rows.append((number, *deal["points"].values(), winner))
    below = [result_text(state, tuple(names))]
    if not result["finished"]:
        who = names[state.turn - 1] if state.turn else Text("nobody")
        below.append(Text("sheet.pile", {"turn": who, "pile": state.pile}))
    return Sheet(tuple(columns), tuple(rows), tuple(below))
