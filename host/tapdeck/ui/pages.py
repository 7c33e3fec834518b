"""The page at `/`: the live picture, and around it NiceGUI's drawers and dialogs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from nicegui import app as nicegui_app
from nicegui import events, ui
from nicegui.client import templates
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse

import tapdeck
from tapdeck.asking import actor_of, token_of
from tapdeck.bodies import Number, Word
from tapdeck.guard.headers import nonce_of
from tapdeck.texts import LANGUAGES, t
from tapdeck.ui import joining, picture, prints
from tapdeck.ui.cookie import CookieMiddleware
from tapdeck.ui.house import house_of
from tapdeck.ui.nonces import Nonces
from tapdeck.ui.sheets import Sheets
from tapdeck.ui.visitors import Visitor
from tapdeck.ui.words import for_picture, language_of

STATIC = Path(__file__).parent / "static"
STYLES = (
    "colours.css",
    "table.css",
    "entry.css",
    "sheets.css",
    "followers.css",
    "cultivation.css",
    "prompt.css",
    "spooks.css",
    "cthulhu_wars.css",
)
FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
    'rx="7" fill="#0b1f1d"/><ellipse cx="16" cy="16" rx="13" ry="9" fill="#10302c" '
    'stroke="#c8a24a" stroke-width="2"/><rect x="12" y="10" width="8" height="12" rx="1.5" '
    'fill="#e9e4d4"/></svg>'
)
_mounted = False


def mount(app: FastAPI) -> None:
    """See `tapdeck.ui.mount_ui`."""
    global _mounted
    if _mounted:
        raise RuntimeError("the page is mounted already; there can be one in a process")
    _mounted = True
    templates.env.add_extension(Nonces)
    app.include_router(picture.router)
    app.include_router(prints.router)
    app.include_router(joining.router)
    nicegui_app.add_static_files("/page/static", STATIC)

    @ui.page("/", title="Tapdeck")
    def table(request: Request) -> None:
        _build(app, request)

    ui.run_with(
        app,
        title="Tapdeck",
        favicon=FAVICON,
        viewport="width=device-width, initial-scale=1, viewport-fit=cover",
        # Without its storage NiceGUI writes nothing into the working directory, and its
        # Tailwind would compile styles in every browser.
        storage_secret=None,
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=10.0,
    )
    app.add_middleware(CookieMiddleware)
    # Their own pages for these are made like every page, and would be kept for a while.
    for status in (404, 500):
        nicegui_app.add_exception_handler(status, _nothing)


class _Wanted(BaseModel):
    """A drawer or dialog that the page asks for."""

    what: Word
    seat: Number | None = None


def _nothing(request: Request, error: Exception) -> PlainTextResponse:
    """What there is where no page is."""
    missing = isinstance(error, HTTPException)
    language = language_of(None, request.headers.get("accept-language", ""), "en")
    text = t(language, "guard.nothing" if missing else "guard.failed")
    return PlainTextResponse(text, 404 if missing else 500)


def _build(app: FastAPI, request: Request) -> None:
    house = house_of(app)
    token = token_of(request)
    visitor = house.visitors.find(token)
    language = language_of(
        visitor.language, request.headers.get("accept-language", ""), house.language
    )
    ui.add_head_html(_head(language, visitor, nonce_of(request.scope)))
    ui.dark_mode(visitor.theme == "dark")
    ui.colors(primary="var(--brass)", dark="var(--plate)", negative="var(--ember)")
    ui.element("tapdeck-table")
    sheets = Sheets(house, token, lambda: actor_of(request, house.parts.access), language)

    async def open_sheet(event: events.GenericEventArguments) -> None:
        try:
            wanted = _Wanted.model_validate(event.args)
        except ValidationError:  # the page does not ask so
            return
        await sheets.open(wanted.what, wanted.seat or 0)

    ui.on("tapdeck_open", open_sheet)


def called_seats() -> list[str]:
    """What seats are called in each language: so it knows a name that nobody gave."""
    return [t(each, "seat", seat="{seat}") for each in LANGUAGES]


def _head(language: str, visitor: Visitor, nonce: str) -> str:
    """Language and theme before anything is drawn, the sentences, styles and the picture."""
    given: dict[str, Any] = {
        "language": language,
        "words": for_picture(language),
        "seats": called_seats(),
        "settings": {"bottom": visitor.bottom, "welcomed": visitor.welcomed},
    }
    # Inside a script element only `</` would end it.
    words = json.dumps(given, ensure_ascii=False).replace("</", "<\\/")
    version = f"{tapdeck.__version__}-{_stamp()}"
    links = "".join(
        f'<link rel="stylesheet" href="/page/static/{name}?{version}">' for name in STYLES
    )
    return (
        f'<script nonce="{nonce}">'
        f"Object.assign(document.documentElement, {{lang: {json.dumps(language)}}});"
        f"Object.assign(document.documentElement.dataset, "
        f"{json.dumps({'theme': visitor.theme, 'suits': visitor.suits})});</script>"
        f'<script type="application/json" id="tapdeck-words">{words}</script>{links}'
        f'<script type="module" src="/page/static/table.js"></script>'
    )


def _stamp() -> int:
    return int(max(path.stat().st_mtime for path in STATIC.iterdir()))
