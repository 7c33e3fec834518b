"""What the picture talks to, under `/page`: the live view, actions by hand, readings of cards.

It differs from the REST interface in that it knows which device asks, by its cookie, and shows
each the seats that it holds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fastapi import APIRouter, Request, WebSocket
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from tapdeck.asking import actor_of, token_of
from tapdeck.bodies import Line as Typed
from tapdeck.bodies import Number, Word
from tapdeck.classify import cards_of, classify
from tapdeck.rules import LineError
from tapdeck.said import said
from tapdeck.table import PUBLIC, TableError
from tapdeck.texts import Text, say, t
from tapdeck.ui.cthulhu_wars import face_down
from tapdeck.ui.house import House, house_of
from tapdeck.ui.words import language_of

router = APIRouter(prefix="/page", include_in_schema=False)


class Line(BaseModel):
    """An action entered by hand."""

    line: Typed


class Cards(BaseModel):
    """Cards that were picked."""

    cards: list[Word] = Field(max_length=20)


class SeatCards(BaseModel):
    """Cards that were picked for a seat."""

    seat: Number
    cards: list[Word] = Field(max_length=100)


@router.websocket("/live")
async def live(websocket: WebSocket) -> None:
    """The view for this device, at once and after every change."""
    house = house_of(websocket.app)
    await house.watchers().serve(websocket, lambda: actor_of(websocket))


@router.websocket("/log")
async def log(websocket: WebSocket) -> None:
    """The log for a drawer: its newest lines, then what changes."""
    house = house_of(websocket.app)
    await house.feed().serve(websocket, _language(house, websocket))


@router.post("/act")
def act(request: Request, action: Line) -> dict[str, Any]:
    """Enter a line; the answer is the verdict as this device may see it, and after a correction
    what is no longer possible.
    """
    house = house_of(request.app)
    language = _language(house, request)
    table = house.table
    by = table.actor(actor_of(request))
    game, line = table.game, action.line
    if game is not None and game.game == "followers" and not _may_enter(line, by.seats):
        return {"ok": False, "text": t(language, "page.extension.own"), "lost": []}
    if game is not None and game.game == "cthulhu_wars":
        line = face_down(line, by.seats)
    try:
        verdict = table.act(line, by)
    except LineError as error:
        return {
            "ok": False,
            "text": say(language, Text("error.line", {"why": error.text})),
            "lost": [],
        }
    except TableError as error:
        return {"ok": False, "text": say(language, error.text), "lost": []}
    view = table.view(table.seen_by(by) or PUBLIC)
    lost = view["became_illegal"] if verdict.number else []
    return {
        "ok": verdict.ok,
        "text": say(language, verdict.text),
        "lost": [
            {
                "seq": each["seq"],
                "line": each["words"][language],
                "text": each["text"][language],
            }
            for each in lost
        ],
    }


def _may_enter(line: str, held: Collection[int]) -> bool:
    """Whether a device may enter this: extension cards are drawn and shown by the seat's holder."""
    about = said(line)
    return about.verb not in ("draw", "show") or about.seat in held


@router.post("/welcomed", status_code=204)
def welcomed(request: Request) -> None:
    """The greeting was read on this device."""
    token = token_of(request)
    if token:
        house_of(request.app).visitors.change(token, welcomed=True)


@router.post("/readings")
def readings(request: Request, picked: Cards) -> list[dict[str, str]]:
    """How cards may be read, the highest first; none if they are no combination."""
    language = _language(house_of(request.app), request)
    try:
        found = classify(cards_of(picked.cards))["readings"]
    except LineError:
        return []
    return [
        {
            "reading": f"{each['type']} {each['rank']}".replace("jokers BJ", "jokers"),
            "text": say(language, Text(f"reading.{each['type']}", {"rank": _rank(each["rank"])})),
        }
        for each in found
    ]


@router.post("/choices")
def choices(request: Request, picked: SeatCards) -> list[dict[str, Any]]:
    """What cards of a seat can be now, the best first, in the words of this device."""
    house = house_of(request.app)
    language = _language(house, request)
    try:
        held = house.table.seen_by(actor_of(request))
        found = house.table.choices(picked.seat, picked.cards, held or PUBLIC)
    except TableError:  # another game has begun meanwhile
        return []
    return [each | {"text": each["text"][language]} for each in found]


def _rank(rank: str) -> str | Text:
    if rank == "T":
        return "10"
    return rank if len(rank) == 1 else Text(f"card.{rank}")


def _language(house: House, request: HTTPConnection) -> str:
    visitor = house.visitors.find(token_of(request))
    return language_of(visitor.language, request.headers.get("accept-language", ""), house.language)
