"""Coming to the table with a device: join links, and the host's PIN.

A join link lets a device play; that of a seat lets it sit down there too. Links and codes are of
this record, and stop working when the host makes new ones.
"""

from __future__ import annotations

import contextlib
import io
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from tapdeck.actors import key_of
from tapdeck.addresses import is_open, url_for_others
from tapdeck.asking import actor_of, token_of
from tapdeck.bodies import Word
from tapdeck.errors import TableError
from tapdeck.parts import Parts
from tapdeck.table import Table
from tapdeck.texts import say
from tapdeck.ui.house import House, house_of
from tapdeck.ui.words import language_of

router = APIRouter(include_in_schema=False)


class Pin(BaseModel):
    """The host's PIN, as somebody typed it."""

    pin: Annotated[Word, Field(max_length=20)]


def place_of(table: Table, seat: int) -> str:
    """What a join code is for: a table, or with a seat that seat."""
    return f"table {table.id} seat {seat}" if seat else f"table {table.id}"


def join_link(parts: Parts, seat: int = 0) -> str | None:
    """The link by which devices in the network join, or sit down at a seat; None: this machine
    listens to nobody else.
    """
    settings = parts.settings
    if not is_open(settings.listen) or not parts.port:
        return None
    code = parts.access.join_code(place_of(parts.table, seat))
    path = f"/join/{code}?seat={seat}" if seat else f"/join/{code}"
    return url_for_others(settings.listen, parts.port, settings.secure) + path


def qr(link: str) -> str:
    """A link as an SVG to be read by a phone's camera: dark on light, in any theme."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue().decode()


@router.get("/join/{code}")
def join(request: Request, code: str, seat: int = 0) -> Response:
    """Let this device play, and sit down where the link says so; then the table."""
    house = house_of(request.app)
    access, table = house.parts.access, house.table
    if not access.is_code(code, place_of(table, seat)):
        return _refused(house, request, TableError("error.join_code"))
    access.join(key_of(token_of(request)))
    if seat:
        with contextlib.suppress(TableError):  # another's, or there is none: the page says so
            table.claim(seat, actor_of(request, access))
    return RedirectResponse("/", 303)


@router.post("/page/pin")
def enter_pin(request: Request, entered: Pin) -> Response:
    """Let this device be the host's."""
    house = house_of(request.app)
    token = token_of(request)
    if not token:
        return _refused(house, request, TableError("error.no_key"))
    try:
        house.parts.access.enter_pin(key_of(token), entered.pin)
    except TableError as error:
        return _refused(house, request, error)
    house.watchers().changed()
    return JSONResponse({"role": house.parts.access.role_of(key_of(token))})


def _refused(house: House, request: Request, error: TableError) -> Response:
    visitor = house.visitors.find(token_of(request))
    asked = request.headers.get("accept-language", "")
    language = language_of(visitor.language, asked, house.language)
    body: dict[str, Any] = {"detail": say(language, error.text)}
    return JSONResponse(body, 403)
