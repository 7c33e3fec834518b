"""Cthulhu Wars in the drawers: doom and power over the rounds, as charts and as a table."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from nicegui import ui

from tapdeck.said import CORRECT, said
from tapdeck.ui.chart import Chart, totals_after
from tapdeck.ui.controls import cell
from tapdeck.ui.games import GamePage

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look


def face_down(line: str, held: Collection[int]) -> str:
    """A line as a device that holds these seats enters it: of signs that another seat draws it
    cannot know the values (W10).
    """
    about = said(line)
    if about.verb not in ("sign", "ritual") or not about.seat or about.seat in held:
        return line
    signs = ["?" if word in ("1", "2", "3") else word for word in about.words]
    start = [] if about.entry is None else [CORRECT, str(about.entry)]
    return " ".join([*start, str(about.seat), about.verb, *signs])


def charts(look: Look) -> list[tuple[str, Chart]]:
    """Doom at the end of each round, and power after each gathering, a line for each faction."""
    view = look.view
    names = _names(view)
    paints = tuple(f'data-faction="{seat["faction"]}"' for seat in view["seats"])
    doom = totals_after(view["rounds"], list(names))
    power = {seat: [0, *(each["gathered"][seat] for each in view["rounds"])] for seat in names}
    return [
        (
            f"page.cthulhu_wars.chart.{what}",
            Chart({name: lines[seat] for seat, name in names.items()}, end, paints=paints),
        )
        for what, lines, end in (("doom", doom, view["doom_end"]), ("power", power, None))
    ]


def rounds(look: Look) -> None:
    """A row a round: each faction's power after the gathering and its doom at the end, then who
    was first and who performed the ritual.
    """
    view = look.view
    names = _names(view)
    doom = totals_after(view["rounds"], list(names))
    ui.label(look.word("page.cthulhu_wars.scores.cells")).classes("quiet-words")
    with ui.element("div").classes("scroller"), ui.element("table").classes("score-sheet deals"):
        with ui.element("thead"), ui.element("tr"):
            for head in (look.word("sheet.round"), *names.values()):
                cell(head, "th")
        with ui.element("tbody"):
            for number, each in enumerate(view["rounds"], 1):
                with ui.element("tr"):
                    cell(str(number))
                    for seat in names:
                        cell(f"{each['gathered'][seat]} · {doom[seat][number]}")
                with (
                    ui.element("tr").classes("notes"),
                    ui.element("td").props(f"colspan={1 + len(names)}"),
                ):
                    for note in _notes(look, each):
                        ui.label(note).classes("quiet-words")


def end(look: Look) -> str:
    """When the game ends."""
    return look.word("page.cthulhu_wars.scores.end", doom=look.view["doom_end"])


def _names(view: dict[str, Any]) -> dict[str, str]:
    """Each seat's faction and player; the faction makes it another name than all the others."""
    return {str(seat["seat"]): f"{seat['faction']} {seat['name']}" for seat in view["seats"]}


def _notes(look: Look, each: dict[str, Any]) -> list[str]:
    notes = []
    if each["first"]:
        notes.append(f"{look.word('sheet.first')}: {look.names[each['first'] - 1]}")
    if each["rituals"]:
        names = ", ".join(look.names[seat - 1] for seat in each["rituals"])
        notes.append(f"{look.word('sheet.rituals')}: {names}")
    return notes


PAGE = GamePage(
    charts,
    rounds,
    end=end,
    title="page.cthulhu_wars.scores.rounds",
    none="page.cthulhu_wars.scores.none",
)
