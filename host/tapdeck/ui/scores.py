"""The score sheet of any game: what is being played, the match as a chart, the ended deals, results
in doubt. What is a game's own it gives in `pages_of`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from tapdeck.ui import chart
from tapdeck.ui.controls import button, cell
from tapdeck.ui.games import page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tapdeck.ui.drawers import Look

    Notes = Callable[[Look, dict[str, Any]], list[str]]


def scores(look: Look) -> None:
    """The score sheet of the game."""
    view = look.view
    if not view.get("totals"):
        ui.label(look.word("page.empty.game.words"))
        return
    page = page_of(view["game"])
    _other_rules(look)
    _in_doubt(look)
    if page.now and view["phase"] not in ("deal_over", "match_over"):
        page.now(look)
    if view["rounds"]:
        for title, drawn in page.charts(look):
            _chart(look, title, drawn)
        ui.label(look.word(page.title)).classes("sheet-label")
        page.deals(look)
    else:
        ui.label(look.word(page.none)).classes("quiet-words")
    if page.end and (sentence := page.end(look)):
        ui.label(sentence).classes("quiet-words")
    if not view.get("results_differ"):  # it speaks of today's rules
        said = page.result(look) if page.result else ""
        ui.label(said or view["result_text"][look.language])


def _chart(look: Look, title: str, drawn: chart.Chart) -> None:
    ui.label(look.word(title)).classes("sheet-label")
    said = "; ".join(
        look.word("page.scores.team", team=name, points=", ".join(map(str, values[1:])))
        for name, values in drawn.lines.items()
    )
    with ui.row().classes("legend"):
        for place, name in enumerate(drawn.lines):
            with ui.element("span"):
                ui.html(_sample(drawn, place), sanitize=False)
                ui.label(name)
        if drawn.bars:
            with ui.element("span").classes("bars"):
                ui.element("i")
                ui.label(look.word("tokens"))
    ui.html(chart.svg(drawn, said), sanitize=False).classes("chart-holder")


def _sample(drawn: chart.Chart, place: int) -> str:
    """A piece of a side's line with its mark, for the legend."""
    line = '<polyline points="0,8 28,8"/>'
    return (
        '<svg class="sample" viewBox="0 0 28 16" aria-hidden="true">'
        f"<g {drawn.look(place)}>{line}{chart.mark(place, 14, 8)}</g></svg>"
    )


def _other_rules(look: Look) -> None:
    """Entries that today's rules judge otherwise, each with what is thought of it now."""
    differ = look.view.get("rules_differ")
    if not differ:
        return
    with ui.column().classes("rule changed in-doubt"):
        ui.label(differ["text"][look.language])
        for each in differ["entries"]:
            ui.label(f"{each['seq']}. {each['words'][look.language]}")
            ui.label(each["text"][look.language]).classes("quiet-words")
        with ui.row().classes("sheet-does"):
            if not differ["decided"]:
                button(look.word("page.rules_differ.keep"), lambda: look.decide(True))
            button(look.word("page.rules_differ.adopt"), lambda: look.decide(False))


def _in_doubt(look: Look) -> None:
    """Results that today's rules would give otherwise: both, and the question."""
    differ = look.view.get("results_differ")
    if not differ:
        return
    with ui.column().classes("rule changed in-doubt"):
        ui.label(differ["text"][look.language])
        for name in ("stored", "now"):
            points = differ[name]["totals"]
            shown = ", ".join(f"{who}: {points.get(side, 0)}" for side, who in look.sides.items())
            ui.label(f"{look.word(f'page.results.{name}')} – {shown}").classes("quiet-words")
        with ui.row().classes("sheet-does"):
            if not differ["decided"]:
                button(look.word("page.results.keep"), lambda: look.settle(True))
            button(look.word("page.results.adopt"), lambda: look.settle(False))


def totals_chart(look: Look) -> list[tuple[str, chart.Chart]]:
    """The totals of all sides, deal by deal."""
    view = look.view
    after = chart.totals_after(view["rounds"], list(look.sides))
    lines = {name: after[side] for side, name in look.sides.items()}
    return [("page.scores.chart", chart.Chart(lines, view.get("points_end")))]


def deals_table(look: Look, notes: Notes | None = None) -> None:
    """A row a deal: what each side scored in it, and below it what is noted: who won, if no `notes`
    are given.
    """
    view, sides = look.view, look.sides
    with ui.element("div").classes("scroller"), ui.element("table").classes("score-sheet deals"):
        with ui.element("thead"), ui.element("tr"):
            for head in (look.word("sheet.deal"), *sides.values()):
                cell(head, "th")
        with ui.element("tbody"):
            for number, each in enumerate(view["rounds"], 1):
                with ui.element("tr"):
                    cell(str(number))
                    for side in sides:
                        cell(_points(each, side))
                with (
                    ui.element("tr").classes("notes"),
                    ui.element("td").props(f"colspan={1 + len(sides)}"),
                ):
                    for note in (notes or _winners)(look, each):
                        ui.label(note).classes("quiet-words")
        with ui.element("tfoot"), ui.element("tr"):
            cell(look.word("totals"))
            for side in sides:
                cell(str(view["totals"][side]))


def _points(each: dict[str, Any], side: str) -> str:
    found = each["points"].get(side)
    return "–" if found is None else f"{found:+d}" if found else "0"


def _winners(look: Look, each: dict[str, Any]) -> list[str]:
    won = each.get("winners") or ([each["winner"]] if each.get("winner") else [])
    names = ", ".join(look.names[seat - 1] for seat in won)
    return [f"{look.word('sheet.winners')}: {names}"] if names else []
