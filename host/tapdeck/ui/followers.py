"""Followers in the drawers: the deal as it grows, teams, calls and tokens, what beats what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from shared_rules.followers_score import CALL_POINTS
from tapdeck.ui.chart import Bars, Chart, totals_after
from tapdeck.ui.controls import cell
from tapdeck.ui.games import GamePage

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look

TYPES = (
    "single",
    "pair",
    "adjacent_pairs",
    "triple",
    "straight",
    "full_house",
    "four",
    "straight_flush",
    "jokers",
)


def now(look: Look) -> None:
    """The deal that is being played: points on the table and before each seat, calls at stake."""
    view = look.view
    ui.label(look.word("page.scores.now", number=view["deal"])).classes("sheet-label")
    heads = ("", *(look.word(f"page.scores.{name}") for name in ("taken", "left", "stake")))
    with ui.element("table").classes("score-sheet this-deal"):
        with ui.element("thead"), ui.element("tr"):
            for head in heads:
                cell(head, "th")
        with ui.element("tbody"):
            for seat in view["seats"]:
                with ui.element("tr").props(f'data-seat="{seat["seat"]}"'):
                    cell(seat["name"])
                    cell(str(seat["taken"]))
                    cell(str(seat["count"]))
                    cell(_stake(look, seat))
            with ui.element("tr").classes("on-table"):
                cell(look.word("page.scores.table"))
                cell(str(view["trick_points"]))
                cell("")
                cell("")
        with ui.element("tfoot"):
            for team, names in look.sides.items():
                with ui.element("tr"):
                    cell(names)
                    cell(str(view["points"][team] + view["skill_points"][team]))
                    with ui.element("td").props("colspan=2"):
                        if view["skill_points"][team]:
                            points = f"{view['skill_points'][team]:+d}"
                            ui.label(look.word("page.scores.skills", points=points)).classes(
                                "quiet-words"
                            )


def _stake(look: Look, seat: dict[str, Any]) -> str:
    if not seat["call"]:
        return ""
    made = next((c["made"] for c in look.view["calls"] if c["seat"] == seat["seat"]), None)
    sign = {True: "+", False: "−", None: "±"}[made]
    return f"{look.word('call.' + seat['call'])} {sign}{CALL_POINTS[seat['call']]}"


def charts(look: Look) -> list[tuple[str, Chart]]:
    """Both teams' totals, and the bomb tokens below them."""
    view = look.view
    after = totals_after(view["rounds"], list(look.sides))
    lines = {name: after[team] for team, name in look.sides.items()}
    bars = Bars([int(each["tokens"]) for each in view["rounds"]], view["tokens_end"])
    return [("page.scores.chart", Chart(lines, view["points_end"], bars))]


def deals(look: Look) -> None:
    """A row a deal: points, tokens so far, who was out, calls."""
    view, teams = look.view, look.sides
    with ui.element("div").classes("scroller"), ui.element("table").classes("score-sheet deals"):
        with ui.element("thead"), ui.element("tr"):
            for head in (look.word("sheet.deal"), *teams.values(), look.word("tokens")):
                cell(head, "th")
        with ui.element("tbody"):
            for number, each in enumerate(view["rounds"], 1):
                with ui.element("tr"):
                    cell(str(number))
                    for team in teams:
                        cell(f"{each['points'][team]:+d}")
                    cell(str(each["tokens"]))
                with ui.element("tr").classes("notes"), ui.element("td").props("colspan=4"):
                    for note in _notes(look, each):
                        ui.label(note).classes("quiet-words")
        with ui.element("tfoot"), ui.element("tr"):
            cell(look.word("totals"))
            for team in teams:
                cell(str(view["totals"][team]))
            cell(f"{view['tokens']}/{view['tokens_end']}")


def _notes(look: Look, each: dict[str, Any]) -> list[str]:
    out = ", ".join(look.names[seat - 1] for seat in each["out"])
    notes = [f"{look.word('sheet.out')}: {out or '–'}"]
    if each["double"]:
        notes.append(look.word("deal.double"))
    for call in each["calls"]:
        outcome = "call.made" if call["made"] else "call.failed"
        name = look.word(f"call.{call['call']}")
        notes.append(f"{look.names[call['seat'] - 1]}: {look.word(outcome, call=name)}")
    return notes


def end(look: Look) -> str:
    """When the match ends."""
    view = look.view
    return look.word("page.scores.end", points=view["points_end"], tokens=view["tokens_end"])


def rules(look: Look) -> None:
    """What beats what."""
    ui.label(look.word("page.rules.beats")).classes("sheet-label")
    with ui.element("ol").classes("types"):
        for name in TYPES:
            with ui.element("li"):
                ui.label(look.word(f"type.{name}"))
                ui.label(look.word(f"page.rules.{name}")).classes("quiet-words")


PAGE = GamePage(charts, deals, now, end, rules)
