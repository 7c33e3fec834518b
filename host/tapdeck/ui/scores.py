"""The score sheet: the deal as it grows, the deals, the match as a chart, results in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from shared_rules.followers_score import CALL_POINTS
from tapdeck.ui import chart
from tapdeck.ui.controls import button

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look


def scores(look: Look) -> None:
    """The score sheet of the game."""
    view = look.view
    if not view.get("totals") or "tokens_end" not in view:
        ui.label(look.word("page.empty.game.words"))
        return
    teams = {
        str(team): " + ".join(seat["name"] for seat in view["seats"] if seat["team"] == team)
        for team in (1, 2)
    }
    _in_doubt(look, teams)
    if view["phase"] not in ("deal_over", "match_over"):
        _deal(look, teams)
    if view["rounds"]:
        _chart(look, teams)
        ui.label(look.word("page.scores.deals")).classes("sheet-label")
        _deals(look, teams)
    else:
        ui.label(look.word("page.scores.empty")).classes("quiet-words")
    ui.label(
        look.word("page.scores.end", points=view["points_end"], tokens=view["tokens_end"])
    ).classes("quiet-words")
    if not view.get("results_differ"):  # it speaks of today's rules
        ui.label(view["result_text"][look.language])


def _deal(look: Look, teams: dict[str, str]) -> None:
    """The deal that is being played: points on the table and before each seat, calls at stake."""
    view = look.view
    ui.label(look.word("page.scores.now", number=view["deal"])).classes("sheet-label")
    heads = ("", *(look.word(f"page.scores.{name}") for name in ("taken", "left", "stake")))
    with ui.element("table").classes("score-sheet this-deal"):
        with ui.element("thead"), ui.element("tr"):
            for head in heads:
                _cell(head, "th")
        with ui.element("tbody"):
            for seat in view["seats"]:
                with ui.element("tr").props(f'data-seat="{seat["seat"]}"'):
                    _cell(seat["name"])
                    _cell(str(seat["taken"]))
                    _cell(str(seat["count"]))
                    _cell(_stake(look, seat))
            with ui.element("tr").classes("on-table"):
                _cell(look.word("page.scores.table"))
                _cell(str(view["trick_points"]))
                _cell("")
                _cell("")
        with ui.element("tfoot"):
            for team, names in teams.items():
                with ui.element("tr"):
                    _cell(names)
                    _cell(str(view["points"][team] + view["skill_points"][team]))
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


def _chart(look: Look, teams: dict[str, str]) -> None:
    view = look.view
    ui.label(look.word("page.scores.chart")).classes("sheet-label")
    after = chart.totals_after(view["rounds"])
    said = "; ".join(
        look.word("page.scores.team", team=names, points=", ".join(map(str, after[team][1:])))
        for team, names in teams.items()
    )
    with ui.row().classes("legend"):
        for team, names in teams.items():
            with ui.element("span").classes(f"team{team}"):
                ui.element("i")
                ui.label(names)
        with ui.element("span").classes("bombs"):
            ui.element("i")
            ui.label(look.word("tokens"))
    picture = chart.svg(view["rounds"], view["points_end"], view["tokens_end"], said)
    ui.html(picture, sanitize=False).classes("chart-holder")


def _deals(look: Look, teams: dict[str, str]) -> None:
    view = look.view
    with ui.element("div").classes("scroller"), ui.element("table").classes("score-sheet deals"):
        with ui.element("thead"), ui.element("tr"):
            for head in (look.word("sheet.deal"), *teams.values(), look.word("tokens")):
                _cell(head, "th")
        with ui.element("tbody"):
            for number, each in enumerate(view["rounds"], 1):
                with ui.element("tr"):
                    _cell(str(number))
                    for team in teams:
                        _cell(f"{each['points'][team]:+d}")
                    _cell(str(each["tokens"]))
                with ui.element("tr").classes("notes"), ui.element("td").props("colspan=4"):
                    for note in _notes(look, each):
                        ui.label(note).classes("quiet-words")
        with ui.element("tfoot"), ui.element("tr"):
            _cell(look.word("totals"))
            for team in teams:
                _cell(str(view["totals"][team]))
            _cell(f"{view['tokens']}/{view['tokens_end']}")


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


def _in_doubt(look: Look, teams: dict[str, str]) -> None:
    """Results that today's rules would give otherwise: both, and the question."""
    differ = look.view.get("results_differ")
    if not differ:
        return
    with ui.column().classes("rule changed in-doubt"):
        ui.label(differ["text"][look.language])
        for name in ("stored", "now"):
            points = differ[name]["totals"]
            shown = ", ".join(f"{teams[team]}: {points.get(team, 0)}" for team in teams)
            ui.label(f"{look.word(f'page.results.{name}')} – {shown}").classes("quiet-words")
        with ui.row().classes("sheet-does"):
            if not differ["decided"]:
                button(look.word("page.results.keep"), lambda: look.settle(True))
            button(look.word("page.results.adopt"), lambda: look.settle(False))


def _cell(text: str, tag: str = "td") -> None:
    with ui.element(tag):
        ui.label(text)
