"""REST and WebSocket under /api/v1. What can be seen comes from `Table.view`, for the public."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from tapdeck import decks
from tapdeck.parts import Parts
from tapdeck.store import StoredDeck
from tapdeck.table import Table, TableError
from tapdeck.texts import in_all

router = APIRouter()
NO_SUCH_TABLE = 4404  # close code of the WebSocket


class NoTable(TableError):
    """There is no table with this id."""


class Problem(BaseModel):
    """Why a request was not followed."""

    detail: str = Field(description="A sentence, in the language of the settings")
    texts: dict[str, str] | None = Field(None, description="The sentence by language")
    problems: list[str] | None = Field(None, description="Each problem of a deck by itself")


class Link(BaseModel):
    """Whether the board is linked."""

    up: bool
    text: dict[str, str] = Field(description="In words, by language")


class Named(BaseModel):
    """A table's id and name."""

    id: int
    name: str


class TableRow(Named):
    """A table in the list of tables."""

    game: str | None
    game_id: int | None
    seats: list[str] = Field(description="Names, clockwise from seat 1")
    finished: bool
    link: Link


class View(BaseModel):
    """The table as the public sees it: these keys, and the game's own beside them."""

    model_config = ConfigDict(extra="allow")

    game: str | None = Field(description="The game's name; null before the first game")
    game_id: int | None
    table: Named
    version: int = Field(description="Grows with every entry of the journal")
    link: Link
    board: dict[str, Any] | None
    pending: dict[str, Any] = Field(description="By seat: cards laid down but not played yet")
    notices: list[dict[str, Any]]
    conflicts: list[dict[str, Any]] = Field(
        description="Entries that the board had judged otherwise"
    )
    health: dict[str, Any]


class EventRow(BaseModel):
    """One entry of the journal."""

    seq: int
    at: int = Field(description="When it happened, in ms since 1970")
    source: str = Field(description="board, page or import")
    line: str = Field(description="A transcript line; hidden cards are ?")
    ok: bool | None
    reason: str | None
    voided: bool = Field(description="Taken back by a later undo")
    board_verdict: str | None
    conflict: bool


class NewGame(BaseModel):
    """A game to be started."""

    model_config = ConfigDict(extra="forbid")

    game: str
    seats: list[str] | int | None = Field(
        None, description="Names, clockwise from seat 1, or how many play; default: all seats"
    )
    options: dict[str, str] = Field(default_factory=dict)
    first: int = Field(1, description="The first seat: in followers that of the oldest player")
    deck: str | None = Field(None, description="A deck's name; default: the one changed last")


class GameRow(BaseModel):
    """A game as it was set up."""

    id: int
    game: str
    seats: list[str]
    options: dict[str, str]
    first: int
    deck: str | None


class Action(BaseModel):
    """An action entered by hand."""

    model_config = ConfigDict(extra="forbid")

    line: str = Field(description="A transcript line, such as `2 play 5H 5S`", max_length=400)


class ActionResult(BaseModel):
    """The verdict of the rules."""

    ok: bool
    reason: str | None = Field(description="The code of the refusal")
    text: str = Field(description="The verdict as a sentence, in the language of the settings")
    texts: dict[str, str] = Field(description="The sentence by language")
    reading: str | None = Field(description="How the cards were read, such as `pair 5`")


class NewDeck(BaseModel):
    """A deck: which sticker is which card."""

    model_config = ConfigDict(extra="forbid")

    name: str
    pack: str
    tags: dict[str, str] = Field(description="UID in hex -> code of a card or name of a control")


class DeckRow(NewDeck):
    """A stored deck."""

    missing: list[str] = Field(description="Cards of the pack that have no tag yet")


class BoardRow(BaseModel):
    """The board: link, hello, health, counters."""

    link: Link
    board: dict[str, Any] | None
    health: dict[str, Any]
    counters: dict[str, Any]
    host_counters: dict[str, Any]
    acknowledged: dict[str, int] = Field(description="By boot: committed up to this event")
    lights: str


def _parts(connection: HTTPConnection) -> Parts:
    parts: Parts = connection.app.state.parts
    return parts


def _table(
    parts: Annotated[Parts, Depends(_parts)],
    table_id: Annotated[int, Path(description="The table; the first has 1")],
) -> Table:
    if table_id != parts.table.id:
        raise NoTable("error.no_table", table=table_id)
    return parts.table


PartsHere = Annotated[Parts, Depends(_parts)]
TableHere = Annotated[Table, Depends(_table)]
_WRONG: dict[int | str, dict[str, Any]] = {422: {"model": Problem}, 503: {"model": Problem}}
_NO_TABLE: dict[int | str, dict[str, Any]] = {404: {"model": Problem}}


@router.get("/tables")
def list_tables(parts: PartsHere) -> list[TableRow]:
    """All tables."""
    table = parts.table
    seen = table.view()
    return [
        TableRow(
            id=table.id,
            name=table.name,
            game=seen["game"],
            game_id=seen["game_id"],
            seats=list(table.game.names) if table.game else [],
            finished=bool(seen.get("finished")),
            link=seen["link"],
        )
    ]


@router.get("/tables/{table_id}", responses=_NO_TABLE)
def show_table(table: TableHere) -> View:
    """The table as the public sees it."""
    return View(**table.view())


@router.get("/tables/{table_id}/events", responses=_NO_TABLE)
def list_events(table: TableHere) -> list[EventRow]:
    """The journal of the game, in order; hands and gifts are hidden."""
    return [EventRow(**event) for event in table.events()]


@router.get("/tables/{table_id}/transcript", response_class=PlainTextResponse, responses=_NO_TABLE)
def show_transcript(table: TableHere) -> str:
    """The game as a transcript; while it goes on, public things only."""
    return table.transcript()


@router.post("/tables/{table_id}/games", status_code=201, responses=_NO_TABLE | _WRONG)
def start_game(table: TableHere, new: NewGame) -> GameRow:
    """Start a game. One that is on stays in the record, unfinished."""
    names = new.seats
    if isinstance(names, int):
        names = [f"Seat {seat}" for seat in range(1, names + 1)]
    game = table.start_game(new.game, names, new.options, new.first, new.deck)
    return GameRow(
        id=game.id,
        game=game.game,
        seats=list(game.names),
        options=game.options,
        first=int(game.setup["first"]),
        deck=game.deck_name,
    )


@router.post("/tables/{table_id}/actions", responses=_NO_TABLE | _WRONG)
def act(request: Request, table: TableHere, action: Action) -> ActionResult:
    """Enter a transcript line. A refused one is kept in the journal too; `ok` tells."""
    verdict = table.act(action.line)
    texts = in_all(verdict.text)
    return ActionResult(
        ok=verdict.ok,
        reason=verdict.reason,
        text=texts[request.app.state.language],
        texts=texts,
        reading=verdict.reading,
    )


@router.get("/decks")
def list_decks(parts: PartsHere) -> list[DeckRow]:
    """All decks, the one changed last first."""
    return [_deck_row(deck) for deck in parts.table.decks()]


@router.post("/decks", status_code=201, responses=_WRONG)
async def save_deck(request: Request, parts: PartsHere, new: NewDeck) -> DeckRow:
    """Store a deck; one of the same name is replaced. Cards may be missing: they are listed."""
    # A UID that stands twice in the JSON has lost its first card by now; look at the text again.
    tags = _pairs(await request.body()) or list(new.tags.items())
    deck = decks.checked(new.name, new.pack, tags)
    await run_in_threadpool(parts.table.save_deck, deck)
    return _deck_row(deck)


@router.get("/board")
def show_board(parts: PartsHere) -> BoardRow:
    """The board's link, hello, health and counters."""
    counters = vars(parts.device.counters) if parts.device else {}
    return BoardRow(host_counters=dict(counters), **parts.table.board())


@router.websocket("/tables/{table_id}/live")
async def live(websocket: WebSocket, table_id: int) -> None:
    """The view at once and after every change; who is slow gets the newest only."""
    parts = _parts(websocket)
    await websocket.accept()
    if table_id != parts.table.id:
        reason = in_all(NoTable("error.no_table", table=table_id).text)
        await websocket.close(NO_SUCH_TABLE, reason[websocket.app.state.language])
        return
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()
    changed.set()

    def wake() -> None:
        loop.call_soon_threadsafe(changed.set)

    unsubscribe = parts.table.subscribe(wake)
    sending = asyncio.create_task(_send_views(websocket, parts.table, changed))
    try:
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        unsubscribe()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send_views(websocket: WebSocket, table: Table, changed: asyncio.Event) -> None:
    while True:
        await changed.wait()
        changed.clear()
        seen = await run_in_threadpool(table.view)
        try:
            await websocket.send_text(json.dumps(seen, ensure_ascii=False, separators=(",", ":")))
        except (WebSocketDisconnect, RuntimeError):  # it has gone in the meantime
            return


def _deck_row(deck: StoredDeck) -> DeckRow:
    return DeckRow(name=deck.name, pack=deck.pack, tags=deck.tags, missing=decks.missing(deck))


def _pairs(body: bytes) -> list[tuple[str, str]] | None:
    """The tags of a deck in JSON as pairs, where the same key may come twice."""
    found = json.loads(body, object_pairs_hook=lambda pairs: pairs)
    tags = next((value for key, value in found if key == "tags"), None)
    return [(uid, code) for uid, code in tags] if isinstance(tags, list) else None
