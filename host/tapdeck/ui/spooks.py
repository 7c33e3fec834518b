"""Spooks in the drawers: hands that were counted, when the match ends, the strong masters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from shared_rules import spooks_cards as cards
from tapdeck.ui import scores
from tapdeck.ui.chart import Chart
from tapdeck.ui.controls import cell
from tapdeck.ui.games import GamePage
from tapdeck.words import card_words

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look


def now(look: Look) -> None:
    """The deal that is being played: how many cards each still has; hands as they are counted."""
    view = look.view
    ui.label(look.word("page.scores.now", number=view["deal"])).classes("sheet-label")
    with ui.element("table").classes("score-sheet this-deal"), ui.element("tbody"):
        for seat in view["seats"]:
            with ui.element("tr").props(f'data-seat="{seat["seat"]}"'):
                cell(seat["name"])
                left = look.word("page.count", count=seat["count"])
                cell(look.word("page.spooks.dead") if seat["dead"] else left)
    if view["counted"]:
        ui.label(look.word("page.spooks.counted")).classes("sheet-label")
        for number, codes in view["counted"].items():
            hand = ", ".join(look.say(card_words(code)) for code in codes)
            name = look.names[int(number) - 1]
            ui.label(f"{name}: {hand}").classes("quiet-words")


def charts(look: Look) -> list[tuple[str, Chart]]:
    """Totals over the deals with the line of death (S12); a single game has none."""
    return scores.totals_chart(look) if look.view["points_end"] else []


def deals(look: Look) -> None:
    """The ended deals; of a single game who has won it."""
    if look.view["points_end"]:
        scores.deals_table(look)
        return
    for each in look.view["rounds"]:
        names = ", ".join(look.names[seat - 1] for seat in each["winners"])
        ui.label(f"{look.word('sheet.winners')}: {names}")


def end(look: Look) -> str:
    """When the match ends (S12); empty for a single game."""
    points = look.view["points_end"]
    return look.word("page.spooks.end", points=points) if points else ""


def result(look: Look) -> str:
    """Who has won, by name (S11, S12); empty while nobody has."""
    won = look.view["winner"] or []
    if not won:
        return ""
    names = " + ".join(look.names[seat - 1] for seat in won)
    if look.view["points_end"]:
        points = min(look.view["totals"].values())
        return look.word("page.spooks.ended.scored", seats=names, points=points)
    return look.word(
        "page.spooks.ended.several" if len(won) > 1 else "page.spooks.ended.one", seats=names
    )


def rules(look: Look) -> None:
    """What the strong masters do (S14), where they are agreed."""
    options = {option["option"]: option["value"] for option in look.view["options"]}
    if options["strong_masters"] != "on":
        return
    ui.label(look.word("page.spooks.strong")).classes("sheet-label")
    for suit in cards.SUITS:
        with ui.column().classes("rule changed"):
            ui.label(look.word(f"spooks.{suit}.master")).classes("quiet-words")
            ui.label(look.word(f"page.spooks.strong.{suit}"))


PAGE = GamePage(charts, deals, now, end, rules, result)
