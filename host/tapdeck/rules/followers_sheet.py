"""The score sheet of a Followers match, for people."""

from __future__ import annotations

from collections.abc import Sequence

from tapdeck.rules import Column, Sheet
from tapdeck.rules.followers_says import reading_text
from tapdeck.rules.followers_state import State
from tapdeck.rules.followers_view import summary
from tapdeck.texts import Text, Value


def sheet(state: State, names: Sequence[str]) -> Sheet:
    """A row a deal, with the totals below, and how the match stands (F21)."""
    result = summary(state)
    teams = [" + ".join(names[seat] for seat in seats) for seats in ((0, 2), (1, 3))]
    columns = (
        Column(Text("sheet.deal"), Text("totals"), right=True),
        *[
            Column(team, points, right=True)
            for team, points in zip(teams, state.totals, strict=True)
        ],
        Column(Text("tokens"), state.tokens, right=True),
        Column(Text("sheet.out")),
        Column(Text("sheet.calls")),
    )
    rows = []
    for number, deal in enumerate(result["rounds"], 1):
        calls: list[Value] = []
        for call in deal["calls"]:
            made = "call.made" if call["made"] else "call.failed"
            said = Text(made, {"call": Text("call." + call["call"])})
            calls.append((names[call["seat"] - 1] + ",", said))
        if deal["double"]:
            calls.append(Text("deal.double"))
        out = ", ".join(names[seat - 1] for seat in deal["out"])
        points = deal["points"]
        rows.append((number, points["1"], points["2"], deal["tokens"], out, calls))
    below = [Text("match.open")]
    if result["winner"]:
        team, high, low = teams[result["winner"] - 1], max(state.totals), min(state.totals)
        below = [Text("match.winner", {"team": team, "high": high, "low": low})]
    if not result["finished"]:
        turn = result["state"]["turn"]
        top = reading_text((state.top_type, state.top_rank)) if state.top_seat else Text("nothing")
        who = names[turn - 1] if turn else Text("nobody")
        below.append(Text("sheet.state", {"turn": who, "top": top}))
    return Sheet(columns, tuple(rows), tuple(below))
