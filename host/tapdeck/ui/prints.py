"""Sheets for paper, as plain pages under `/print`: control tags, decks, lists of stickers.

They set no paper size: what they hold fits A4 and Letter alike, so the printer's own paper counts.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

import tapdeck
from tapdeck import rules
from tapdeck.asking import token_of
from tapdeck.limits import FIELDS
from tapdeck.rules import TextError, cultivation_deck
from tapdeck.texts import LANGUAGES, Text, t
from tapdeck.ui import printed
from tapdeck.ui.house import House, house_of
from tapdeck.ui.words import language_of

router = APIRouter(prefix="/print", include_in_schema=False)
STATIC = Path(__file__).parent / "static"


@router.get("")
def index(request: Request, language: str = "") -> HTMLResponse:
    """Which sheets there are."""
    lang = _language(request, language)
    ways = [("controls", t(lang, "print.tags")), ("deck", t(lang, "print.deck"))]
    ways += [
        (f"stickers?game={game}", t(lang, "print.stickers", game=t(lang, f"game.{game}")))
        for game in rules.NAMES
    ]
    links = "".join(f'<li><a href="/print/{way}">{escape(text)}</a></li>' for way, text in ways)
    return _page(request, lang, "print.title", f'<ul class="ways">{links}</ul>', asks=True)


@router.get("/controls")
def controls(request: Request, language: str = "") -> HTMLResponse:
    """The control tags, to be cut out."""
    lang = _language(request, language)
    return _page(request, lang, "print.tags", printed.tags(lang), "tags.svg")


@router.get("/deck")
def deck(request: Request, language: str = "", which: str = "") -> HTMLResponse:
    """Cultivation's deck (C1): that of the game that is on, with `which=usual` the usual one."""
    lang = _language(request, language)
    text = "" if which == "usual" else _deck_of_the_game(house_of(request.app))
    return _deck_page(request, lang, text, "print.deck.now")


@router.post("/deck")
async def own_deck(request: Request) -> HTMLResponse:
    """The sheet of a deck whose text was pasted, or what is wrong with it."""
    return await run_in_threadpool(_own_deck, request, await request.body())


@router.get("/stickers")
def stickers(request: Request, game: str, language: str = "") -> HTMLResponse:
    """The cards of a game's pack as a list to tick off."""
    if game not in rules.NAMES:
        raise HTTPException(404, f"no game '{game}'; the games are: {', '.join(rules.NAMES)}")
    lang = _language(request, language)
    text = _deck_of_the_game(house_of(request.app)) if game == "cultivation" else ""
    codes = cultivation_deck.read(text).codes if text else None
    return _page(request, lang, "print.stickers", printed.stickers(lang, game, codes), game=game)


# Inside


def _deck_of_the_game(house: House) -> str:
    """The text of the deck that is played with; empty: it is the usual one."""
    game = house.table.game
    headers = game.setup.get("headers", {}) if game and game.game == "cultivation" else {}
    return str(headers.get("deck", ""))


def _own_deck(request: Request, body: bytes) -> HTMLResponse:
    try:
        words = body.decode("utf-8", "replace")
        given = parse_qs(words, keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError:
        lang = _language(request, "")
        raise HTTPException(413, t(lang, "guard.fields", most=FIELDS)) from None
    text = given.get("deck", [""])[0]
    lang = _language(request, given.get("language", [""])[0])
    return _deck_page(request, lang, text, "print.deck.own")


def _deck_page(request: Request, lang: str, text: str, called: str) -> HTMLResponse:
    """A deck's sheet; without a text it is the usual deck's, whatever this one is called."""
    mistakes: tuple[tuple[int, Text], ...] = ()
    found = cultivation_deck.default()
    if text.strip():
        try:
            found = cultivation_deck.read(text)
        except TextError as error:
            mistakes = error.mistakes
    if not text.strip():
        called = "print.deck.usual"
    sheet = "" if mistakes else printed.deck(lang, found, called)
    return _page(
        request,
        lang,
        "print.deck",
        sheet + printed.deck_form(lang, text, mistakes),
        "cultivation.svg",
    )


def _language(request: Request, wanted: str) -> str:
    if wanted in LANGUAGES:
        return wanted
    house = house_of(request.app)
    visitor = house.visitors.find(token_of(request))
    asked = request.headers.get("accept-language", "")
    return language_of(visitor.language, asked, house.language)


def _page(
    request: Request,
    lang: str,
    title: str,
    inside: str,
    signs: str = "",
    asks: bool = False,
    game: str = "",
) -> HTMLResponse:
    """A whole page.

    title  the key of its title
    signs  the file whose drawings it uses
    asks   whether it only leads to others, so that there is nothing to print
    game   the game that the sheet is about, where its address says so
    """
    facts = {"game": t(lang, f"game.{game}")} if game else {}
    head = escape(t(lang, title, **facts))
    drawings = (STATIC / signs).read_text(encoding="utf-8") if signs else ""
    here = ' aria-current="true"'
    asked = dict(request.query_params)
    languages = "".join(
        f'<a href="?{escape(urlencode(asked | {"language": each}))}" hreflang="{each}"'
        f"{here if each == lang else ''}>{t(each, 'language')}</a>"
        for each in LANGUAGES
    )
    does = (
        f'<button id="print">{t(lang, "print.do")}</button>'
        f'<a href="/print">{t(lang, "print.all")}</a>'
    )
    return HTMLResponse(
        f'<!doctype html><html lang="{lang}" data-theme="light"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{head} – Tapdeck</title>"
        f'<link rel="stylesheet" href="/page/static/colours.css?{tapdeck.__version__}">'
        f'<link rel="stylesheet" href="/page/static/print.css?{tapdeck.__version__}">'
        f'<script type="module" src="/page/static/print.js?{tapdeck.__version__}"></script>'
        f'</head><body><div class="drawings" aria-hidden="true">{drawings}</div>'
        f'<nav><h1>{head}</h1><p>{t(lang, "print.words")}</p><div class="does">'
        f'{"" if asks else does}<span class="languages" '
        f'aria-label="{t(lang, "print.language")}">{languages}</span></div></nav>'
        f"<main>{inside}</main></body></html>"
    )
