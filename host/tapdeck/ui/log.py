"""The log: a drawer with all that happened, and a sheet on which one line is corrected."""

from __future__ import annotations

import json
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from tapdeck.ui.controls import button
from tapdeck.ui.journal import BAD, GOOD, LOST, STRUCK, VOIDED, Row, rows

if TYPE_CHECKING:
    from tapdeck.ui.drawers import Look
    from tapdeck.ui.sheets import Sheets

NEWEST = 60  # lines; earlier ones come when they are asked for
NOTES = {
    BAD: "page.log.bad",
    LOST: "page.log.lost",
    VOIDED: "page.log.voided",
    STRUCK: "page.log.struck",
}


def log(look: Look) -> None:
    """What happened, the newest first; a touch on a line leads to its correction."""
    found = rows(look.language, look.events, look.names)
    _lost(look, found)
    last = next((row for row in found if row.undone_next), None)
    if last is not None:
        with ui.row().classes("sheet-does"):
            button(look.word("page.log.undo"), lambda: look.act("undo"))
        ui.label(look.word("page.log.undo.what", line=last.words)).classes("quiet-words")
    if not found:
        ui.label(look.word("page.log.empty"))
        return
    ui.label(look.word("page.log.touch")).classes("quiet-words")
    holder = ui.column().classes("log")

    def show(count: int) -> None:
        holder.clear()
        with holder:
            deal = 0
            for row in reversed(found[-count:]):
                if row.deal != deal and found[-1].deal > 1:
                    ui.label(look.word("page.log.deal", number=row.deal)).classes("sheet-label")
                deal = row.deal
                _row(look, row)
            if count < len(found):
                button(look.word("page.log.earlier"), lambda: show(count + 4 * NEWEST))

    show(NEWEST)


def _lost(look: Look, found: list[Row]) -> None:
    """What corrections have made impossible, each line to be touched and mended."""
    lost = [row for row in found if row.kind == LOST]
    if not lost:
        return
    with ui.column().classes("lost-lines"):
        ui.label(look.word("page.lost_lines")).classes("sheet-label")
        ui.label(look.word("page.lost_lines.words")).classes("quiet-words")
        for row in lost:
            _row(look, row)


def _row(look: Look, row: Row) -> None:
    at = datetime.fromtimestamp(row.at / 1000).strftime("%H:%M")
    notes = [at, look.word(f"page.log.{row.source}")]
    if row.kind in NOTES:
        notes.append(look.word(NOTES[row.kind]))
    if row.conflict:
        notes.append(look.word("page.log.conflict"))
    touched = (
        ui.element("button").classes(f"line {row.kind}").props(f'type=button data-seq="{row.seq}"')
    )
    touched.on("click", partial(look.open, "line", row.seq))
    with touched:
        ui.label(f"{row.seq}").classes("seq")
        with ui.element("span").classes("what"):
            ui.label(row.words).classes("words")
            if row.was:
                ui.label(look.word("page.log.was", line=row.was)).classes("quiet-words was")
            if row.why:
                ui.label(row.why).classes("why")
            for follow in row.follows:
                ui.label(follow).classes("quiet-words")
            ui.label(" · ".join(notes)).classes("quiet-words")


def line(sheets: Sheets, seq: int) -> None:
    """What may be done about one line of the journal."""
    table = sheets.house.table
    view, events = table.view(sheets.viewer()), table.events()
    names = [seat["name"] for seat in view.get("seats", [])]
    row = next((row for row in rows(sheets.language, events, names) if row.seq == seq), None)
    if row is None:
        return
    word = sheets.word

    async def enter(text: str) -> None:
        await sheets.act(text)
        await sheets.open("log")

    def anew() -> None:
        if row.verb == "effect":
            sheets.skill(seq)
            return
        about = {
            "seq": seq,
            "seat": row.seat,
            "verb": row.verb,
            "cards": row.cards,
            "line": row.line,
            "words": word("page.correct", number=seq, line=row.words),
        }
        sheets.close()
        ui.run_javascript(f"window.tapdeck.correct({json.dumps(about)})")

    sheets.begin("page.line", number=seq)
    with sheets.body:
        with ui.column().classes(f"line-shown {row.kind}"):
            ui.label(row.words).classes("words")
            if row.was:
                ui.label(word("page.log.was", line=row.was)).classes("quiet-words")
            if row.kind in NOTES:
                ui.label(word(NOTES[row.kind])).classes("quiet-words")
            if row.why:
                ui.label(row.why)
        if row.can_be_corrected:
            ui.label(word("page.line.why")).classes("quiet-words")
            # Elsewhere it is an extension card that is drawn, which only its holder enters.
            drawn = row.verb == "draw" and view["game"] == "cultivation"
            if row.can_be_replaced or drawn:
                button(word("page.line.replace"), anew).classes("strong")
            button(word("page.line.strike"), lambda: enter(f"correct {seq}"))
        elif row.correction and row.kind == GOOD and row.undone_next:
            button(word("page.line.undo"), lambda: enter("undo")).classes("strong")
        elif row.correction and row.kind == GOOD:
            ui.label(word("page.line.later"))
        elif row.kind in (VOIDED, STRUCK):
            ui.label(word("page.line.over"))
        button(word("page.line.back"), lambda: sheets.open("log"))
    sheets.dialog.open()
