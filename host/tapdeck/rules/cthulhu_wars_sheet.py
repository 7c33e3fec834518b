"""The score sheet of a game of Cthulhu Wars, for people: power and doom over the rounds."""

from __future__ import annotations

from collections.abc import Sequence

from tapdeck.rules import Column, Sheet
from tapdeck.rules.cthulhu_wars_state import State
from tapdeck.rules.cthulhu_wars_view import result_text
from tapdeck.texts import Text, Value


def sheet(state: State, names: Sequence[str]) -> Sheet:
    """A row a round: what each seat had after the gathering, and the doom shown by its end."""
    columns = [Column(Text("sheet.round"), Text("totals"), right=True)]
    columns += [Column(Text("sheet.power", {"seat": name}), right=True) for name in names]
    for name, doom in zip(names, state.doom, strict=True):
        columns.append(Column(Text("sheet.doom", {"seat": name}), doom, right=True))
    columns += [Column(Text("sheet.first")), Column(Text("sheet.rituals"))]
    rows: list[tuple[Value | list[Value], ...]] = []
    total = [0] * len(names)
    for number, each in enumerate(state.rounds, 1):
        total = [old + new for old, new in zip(total, each["points"].values(), strict=True)]
        first = names[each["first"] - 1] if each["first"] else ""
        rituals = ", ".join(names[seat - 1] for seat in each["rituals"])
        rows.append((number, *each["gathered"].values(), *total, first, rituals))
    return Sheet(tuple(columns), tuple(rows), (result_text(state),))
