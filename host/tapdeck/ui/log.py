"""The sheet on which one line of the log is corrected. The log itself is an element of the page's
own (`static/log.js`), which is told what changes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nicegui import ui

from tapdeck.logrows import BAD, GOOD, LOST, STRUCK, VOIDED
from tapdeck.texts import say
from tapdeck.ui.controls import button

if TYPE_CHECKING:
    from tapdeck.ui.sheets import Sheets

NOTES = {
    BAD: "page.log.bad",
    LOST: "page.log.lost",
    VOIDED: "page.log.voided",
    STRUCK: "page.log.struck",
}


def line(sheets: Sheets, seq: int) -> None:
    """What may be done about one line of the journal."""
    part = sheets.house.table.log(max(seq, 1) - 1, 1)
    if not part.rows:
        return
    [row] = part.rows
    word, words = sheets.word, say(sheets.language, row.words)
    undone_next = part.last is not None and part.last.seq == seq

    async def enter(text: str) -> None:
        await sheets.act(text)
        await sheets.open("log")

    def anew() -> None:
        if row.said.verb == "effect":
            sheets.skill(seq)
            return
        about = {
            key: value
            for key, value in row.event([]).items()
            if key in ("seq", "seat", "verb", "to", "cards", "parts", "hidden")
        }
        about["words"] = word("page.correct", number=seq, line=words)
        sheets.close()
        ui.run_javascript(f"window.tapdeck.correct({json.dumps(about)})")

    sheets.begin("page.line", number=seq)
    with sheets.body:
        with ui.column().classes(f"line-shown {row.stands}"):
            ui.label(words).classes("words")
            if row.was:
                was = say(sheets.language, row.was)
                ui.label(word("page.log.was", line=was)).classes("quiet-words")
            if row.stands in NOTES:
                ui.label(word(NOTES[row.stands])).classes("quiet-words")
            if row.stands in (BAD, LOST) or row.looked:
                ui.label(say(sheets.language, row.text))
        if row.can_be_corrected:
            ui.label(word("page.line.why")).classes("quiet-words")
            # Elsewhere it is an extension card that is drawn, which only its holder enters.
            game = sheets.house.table.game
            drawn = row.said.verb == "draw" and game is not None and game.game == "cultivation"
            if row.can_be_replaced or drawn:
                button(word("page.line.replace"), anew).classes("strong")
            button(word("page.line.strike"), lambda: enter(f"correct {seq}"))
        elif row.correction and row.stands == GOOD and undone_next:
            button(word("page.line.undo"), lambda: enter("undo")).classes("strong")
        elif row.correction and row.stands == GOOD:
            ui.label(word("page.line.later"))
        elif row.stands in (VOIDED, STRUCK):
            ui.label(word("page.line.over"))
        button(word("page.line.back"), lambda: sheets.open("log"))
    sheets.dialog.open()
