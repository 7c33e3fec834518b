"""Sheets about who is at the table: this device's role, the invitation, who asks for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import run, ui

from tapdeck.actors import HOST
from tapdeck.setup import shown_names
from tapdeck.table import TableError
from tapdeck.texts import say
from tapdeck.ui.controls import button
from tapdeck.ui.joining import join_link, qr

if TYPE_CHECKING:
    from tapdeck.ui.sheets import Sheets


def role(sheets: Sheets) -> None:
    """What this device may do, and the way to more."""
    word, actor = sheets.word, sheets.actor
    ui.label(word("page.more.role", role=word(f"role.{actor.role}"))).classes("sheet-label")
    if actor.role == HOST:
        with ui.row().classes("sheet-does"):
            button(word("page.invite"), lambda: sheets.open("invite"))
        return
    with ui.row().classes("sheet-line"):
        pin = ui.input(word("page.pin")).props("inputmode=numeric autocomplete=off maxlength=6")

        async def enter() -> None:
            access = sheets.house.parts.access
            try:
                await run.io_bound(access.enter_pin, actor.key, str(pin.value or ""))
            except TableError as error:
                ui.notify(say(sheets.language, error.text), type="negative")
                return
            ui.navigate.reload()

        button(word("page.pin.enter"), enter)


def invite(sheets: Sheets) -> None:
    """The link by which players join, as text and as a code for a camera; only for the host."""
    word, parts = sheets.word, sheets.house.parts
    sheets.begin("page.invite")
    with sheets.body:
        link = join_link(parts) if sheets.actor.role == HOST else None
        if link is None:
            ui.label(word("page.invite.alone"))
            return
        ui.label(word("page.invite.words"))
        ui.html(qr(link), sanitize=False).classes("join-code").props('role="img"')
        ui.link(link, link).classes("join-link")
        ui.label(word("page.invite.pin", pin=parts.access.pin())).classes("quiet-words")
        for seat in sheets.house.table.view().get("seats", []):
            own = join_link(parts, seat["seat"])
            if own is not None:
                ui.label(word("page.invite.seat", seat=seat["name"])).classes("sheet-label")
                ui.link(own, own).classes("join-link")

        async def renew() -> None:
            await run.io_bound(parts.access.renew_codes)
            await sheets.open("invite")

        button(word("page.invite.renew"), renew)


def asks(sheets: Sheets, seat: int) -> None:
    """Somebody asks for a seat that this device holds."""
    word, table = sheets.word, sheets.house.table
    names = shown_names(table.game.names if table.game else (), sheets.language)
    if not 1 <= seat <= len(names):
        return
    sheets.begin("page.seat.title", seat=names[seat - 1])

    async def answer(yes: bool) -> None:
        try:
            await run.io_bound(table.answer, seat, yes, sheets.actor)
        except TableError as error:
            ui.notify(say(sheets.language, error.text))
        sheets.close()

    with sheets.body:
        ui.label(word("page.asks", seat=names[seat - 1]))
        button(word("page.asks.no"), lambda: answer(False)).classes("strong")
        button(word("page.asks.yes"), lambda: answer(True))
