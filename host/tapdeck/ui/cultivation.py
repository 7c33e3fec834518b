"""Cultivation in the drawers: points group by group, the ended deals, destiny roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from shared_rules import cultivation_cards as cards
from tapdeck.ui import scores
from tapdeck.ui.controls import button, cell
from tapdeck.ui.games import GamePage

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look


def now(look: Look) -> None:
    """The deal that is being played: what lies before everybody, and what it is worth (C12)."""
    view = look.view
    ui.label(look.word("page.scores.now", number=view["deal"])).classes("sheet-label")
    with ui.element("table").classes("score-sheet this-deal groups-now"), ui.element("tbody"):
        for seat in view["seats"]:
            with ui.element("tr").props(f'data-seat="{seat["seat"]}"').classes("whose"):
                cell(seat["name"])
                cell(look.word("page.count", count=seat["count"]))
                cell(str(seat["points"]))
            for group in seat["groups"]:
                why = " + ".join(text[look.language] for text in group["why"])
                with ui.element("tr"):
                    cell(group["kind_text"][look.language])
                    cell(why)
                    cell(str(group["points"]))
            if seat["extra"]:
                with ui.element("tr"):
                    cell("")
                    cell(look.word("page.cultivation.extra"))
                    cell(f"{seat['extra']:+d}")
    ui.label(look.word("page.cultivation.double")).classes("quiet-words")


def deals(look: Look) -> None:
    """A row a deal; below it each seat's groups with what they were worth, and who won."""
    scores.deals_table(look, _notes)


def _notes(look: Look, each: dict[str, Any]) -> list[str]:
    winner = each["winner"]
    who = look.names[winner - 1] if winner else look.word("nobody")
    notes = [f"{look.word('sheet.won')}: {who}"]
    for seat, groups in each["groups"].items():
        if groups:
            said = "; ".join(_group(look, group) for group in groups)
            double = f" – {look.word('page.cultivation.winner')}" if winner == int(seat) else ""
            notes.append(f"{look.names[int(seat) - 1]}: {said}{double}")
    return notes


def _group(look: Look, group: dict[str, Any]) -> str:
    kind = "element" if group["kind"] in cards.ELEMENTS else "type"
    facts = {
        "kind": look.word(f"kind.{group['kind']}"),
        "count": len(group["cards"]),
        "points": group["points"],
    }
    return look.word(f"group.{kind}{'.root' if group['root'] else ''}", **facts)


def end(look: Look) -> str:
    """How many deals were agreed on (C13)."""
    return look.word("page.cultivation.end", deals=look.view["deals"])


def result(look: Look) -> str:
    """Who has won the match, by name (C13); empty while nobody has."""
    won = look.view["winner"] or []
    if not won:
        return ""
    names = " + ".join(look.names[seat - 1] for seat in won)
    key = "page.cultivation.match.shared" if len(won) > 1 else "page.cultivation.match"
    return look.word(key, seats=names, points=max(look.view["totals"].values()))


def rules(look: Look) -> None:
    """The destiny roles of the house rules (C14), where they are played; the deck's sheet."""
    if look.view["destiny"]:
        ui.label(look.word("option.destiny")).classes("sheet-label")
        for role in look.view["house"]["roles"]:
            with ui.column().classes("rule changed") as shown:
                shown.props["data-role"] = role["role"]
                name, trigger = role["name"][look.language], role["trigger_text"][look.language]
                ui.label(f"{name}, {trigger}").classes("quiet-words")
                if role["text"][look.language]:
                    ui.label(role["text"][look.language])
                for effect in role["effects_text"]:
                    ui.label(effect[look.language])
    address = f"/print/deck?language={look.language}"
    button(
        look.word("page.cultivation.deck"), lambda: ui.navigate.to(address, new_tab=True)
    ).classes("deck-sheet")


PAGE = GamePage(scores.totals_chart, deals, now, end, rules, result)
