"""REST and WebSocket under /api/v1. What can be seen comes from `Table.view`, for the public."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import (
    APIRouter,
    Depends,
    Header,
    HTTPException,
    Path,
    Query,
    Request,
    WebSocket,
    WebSocketDisconnect,
)
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from tapdeck import decks, limits, rules
from tapdeck.asking import actor_of
from tapdeck.bodies import (
    Action,
    ActionResult,
    Answer,
    BoardRow,
    Choice,
    Correction,
    CorrectionResult,
    Decision,
    DeckRow,
    DeckVersionRow,
    EventRow,
    GameRow,
    Hint,
    House,
    Me,
    NewDealing,
    NewDeck,
    NewGame,
    Problem,
    Restore,
    Seats,
    StaleProblem,
    TableRow,
    UseDeck,
    View,
    Word,
)
from tapdeck.once import Once, Repeated, digest_of
from tapdeck.parts import Parts
from tapdeck.session import Verdict, follows_view
from tapdeck.setup import seat_names
from tapdeck.store import StoredDeck, StoredGame
from tapdeck.table import PUBLIC, Table, TableError
from tapdeck.texts import in_all

router = APIRouter()
_TAGS = TypeAdapter(list[tuple[Word, Word]])
NO_SUCH_TABLE = 4404  # close code of the WebSocket
Language = Literal["en", "zh-Hans", "zh-Hant"]  # those of tapdeck.texts


class NoTable(TableError):
    """There is no table with this id."""


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


@dataclass(frozen=True)
class _Key:
    """What a request says of itself: its key, if it has one, and what it asks for."""

    key: str
    digest: str

    def once(self, answer: Callable[[Any], dict[str, Any]]) -> Once | None:
        """The request, with how its answer is kept; None: it has no key."""
        return Once(self.key, self.digest, answer) if self.key else None


async def _key(
    request: Request,
    idempotency_key: Annotated[
        str,
        Header(
            max_length=limits.KEY,
            pattern=r"^[\x21-\x7e]*$",
            description="A key of the sender's own: the same request with the same key counts once",
        ),
    ] = "",
) -> _Key:
    digest = digest_of(request.method, request.url.path, await request.body())
    return _Key(idempotency_key, digest)


DeckName = Annotated[Word, Path(description="A deck's name")]
KeyHere = Annotated[_Key, Depends(_key)]
PartsHere = Annotated[Parts, Depends(_parts)]
TableHere = Annotated[Table, Depends(_table)]
_WRONG: dict[int | str, dict[str, Any]] = {422: {"model": Problem}, 503: {"model": Problem}}
_MAY_NOT: dict[int | str, dict[str, Any]] = {401: {"model": Problem}, 403: {"model": Problem}}
_WRONG |= _MAY_NOT
_HELD: dict[int | str, dict[str, Any]] = {409: {"model": Problem}}
_STALE: dict[int | str, dict[str, Any]] = {409: {"model": StaleProblem}}
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
def show_table(request: Request, table: TableHere) -> View:
    """The table as whoever asks sees it: what is public, and what the seats that it holds hide."""
    return View(**table.view(table.seen_by(actor_of(request)) or PUBLIC))


@router.get("/tables/{table_id}/events", responses=_NO_TABLE)
def list_events(
    table: TableHere,
    after: Annotated[int, Query(ge=0, le=limits.ENTRIES, description="Only later entries")] = 0,
    limit: Annotated[
        int | None, Query(ge=1, le=limits.ENTRIES, description="At most so many; default: all")
    ] = None,
    language: Annotated[
        Language | None, Query(description="Sentences in it only; default: in all")
    ] = None,
) -> list[EventRow]:
    """The journal of the game, in order; hands and gifts are hidden. Who follows it asks for what
    came `after` the last entry that it has; where a new entry has `changed_from`, those from there
    on stand otherwise now and are asked for again.
    """
    return [EventRow(**event) for event in table.events(after, limit, language)]


@router.get("/tables/{table_id}/transcript", response_class=PlainTextResponse, responses=_NO_TABLE)
def show_transcript(table: TableHere) -> str:
    """The game as a transcript; while it goes on, public things only."""
    return table.transcript()


@router.post("/tables/{table_id}/games", status_code=201, responses=_NO_TABLE | _WRONG)
def start_game(request: Request, table: TableHere, new: NewGame, key: KeyHere) -> GameRow:
    """Start a game. One that is on stays in the record, unfinished."""
    once = key.once(_game_row)
    names = new.seats
    if isinstance(names, int):
        names = seat_names(names, request.app.state.language)
    headers = {name: str(value) for name, value in new.headers.items()}
    try:
        game = table.start_game(
            new.game,
            names,
            new.options,
            new.first,
            new.deck,
            new.house,
            headers,
            by=actor_of(request),
            once=once,
        )
    except Repeated as before:
        return GameRow(**before.answer)
    return GameRow(**_game_row(game))


@router.post("/tables/{table_id}/actions", responses=_NO_TABLE | _WRONG | _STALE)
def act(request: Request, table: TableHere, action: Action, key: KeyHere) -> ActionResult:
    """Enter a transcript line. A refused one is kept in the journal too; `ok` tells. Besides the
    verbs of transcripts: `SEAT draw CARD`, `SEAT show CARD` (F20), `correct SEQ [LINE]`.
    """
    by, once = actor_of(request), key.once(partial(_result, request))
    try:
        verdict = table.act(action.line, by, once, action.expected_version)
    except Repeated as before:
        return ActionResult(**before.answer)
    return ActionResult(**_result(request, verdict))


@router.post("/tables/{table_id}/corrections", responses=_NO_TABLE | _WRONG | _STALE)
def correct(
    request: Request, table: TableHere, wanted: Correction, key: KeyHere
) -> CorrectionResult:
    """Let another line count in the place of one of the journal; what followed is judged afresh.
    `undo` takes a correction back.
    """
    by, once = actor_of(request), key.once(partial(_result, request))
    try:
        verdict = table.correct(wanted.seq, wanted.line, by, once, wanted.expected_version)
        result = _result(request, verdict)
    except Repeated as before:
        result = before.answer
    return CorrectionResult(**result, became_illegal=table.view()["became_illegal"])


@router.post("/tables/{table_id}/results", responses=_NO_TABLE | _WRONG)
def settle(request: Request, table: TableHere, decision: Decision) -> ActionResult:
    """Decide what counts where `results_differ` of the view asks."""
    return ActionResult(**_result(request, table.settle(decision.keep, actor_of(request))))


@router.post("/tables/{table_id}/rules", responses=_NO_TABLE | _WRONG)
def decide_rules(request: Request, table: TableHere, decision: Decision) -> ActionResult:
    """Decide what stands where `rules_differ` of the view asks."""
    return ActionResult(**_result(request, table.decide_rules(decision.keep, actor_of(request))))


@router.get("/tables/{table_id}/house", responses=_NO_TABLE | _WRONG)
def show_house(table: TableHere, game: Word = "followers") -> House:
    """What the table's house rules, as their file is now, say of a game."""
    found = table.house(game)
    return House(
        options=dict(found.options),
        rules=dict(found.rules),
        view=rules.full(game).house_view(found.rules),
    )


@router.get("/tables/{table_id}/hint", responses=_NO_TABLE | _WRONG)
def show_hint(request: Request, table: TableHere, seat: int) -> Hint:
    """What a seat might do now. Only for the device that holds the seat: a hint tells of its hand.
    The page says who holds which; without one nobody does.
    """
    if seat not in table.seen_by(actor_of(request)):
        raise TableError("error.seat_not_held", seat=seat)
    return Hint(hint=table.hint(seat))


@router.get("/tables/{table_id}/choices", responses=_NO_TABLE | _WRONG)
def show_choices(
    request: Request,
    table: TableHere,
    seat: int,
    cards: Annotated[str, Query(max_length=limits.LINE, description="Codes with spaces between")],
) -> list[Choice]:
    """What cards of a seat can be now, the best first: a new group or an addition, a type or an
    element (cultivation). What is known of a hand counts for the device that holds the seat only.
    """
    held = table.seen_by(actor_of(request))
    return [Choice(**found) for found in table.choices(seat, cards.split(), held or PUBLIC)]


@router.post("/tables/{table_id}/seats/{seat}/claim", responses=_NO_TABLE | _WRONG | _HELD)
def claim_seat(request: Request, table: TableHere, seat: int) -> Seats:
    """Hold a seat, and see what it hides. One that another device holds is given up by its holder,
    who is asked (409), or taken by the host. The log says who sat down.
    """
    by = actor_of(request)
    table.claim(seat, by)
    return Seats(seats=list(table.actor(by).seats))


@router.delete("/tables/{table_id}/seats/{seat}/claim", responses=_NO_TABLE | _WRONG)
def release_seat(request: Request, table: TableHere, seat: int) -> Seats:
    """Let go of a seat."""
    by = actor_of(request)
    table.release(seat, by)
    return Seats(seats=list(table.actor(by).seats))


@router.post("/tables/{table_id}/seats/{seat}/answer", responses=_NO_TABLE | _WRONG)
def answer_for_seat(request: Request, table: TableHere, seat: int, answer: Answer) -> Seats:
    """Answer whoever asks for a seat: its holder gives it up or not."""
    by = actor_of(request)
    table.answer(seat, answer.yes, by)
    return Seats(seats=list(table.actor(by).seats))


@router.get("/me")
def who_am_i(request: Request, parts: PartsHere) -> Me:
    """What the asking device or script may do, and which seats it holds."""
    return Me(**parts.table.actor(actor_of(request)).shown())


@router.post("/tables/{table_id}/dealing", status_code=201, responses=_NO_TABLE | _WRONG)
def begin_dealing(request: Request, table: TableHere, wanted: NewDealing) -> dict[str, Any]:
    """Let hands or gifts be dealt over the readers; `dealing` of the view tells how far it is."""
    return table.begin_dealing(actor_of(request), wanted.what)


@router.delete("/tables/{table_id}/dealing", status_code=204, responses=_NO_TABLE)
def end_dealing(request: Request, table: TableHere) -> None:
    """Go back to play."""
    table.end_dealing(actor_of(request))


@router.get("/decks")
def list_decks(parts: PartsHere) -> list[DeckRow]:
    """All decks, the one changed last first."""
    return [_deck_row(deck) for deck in parts.table.decks()]


@router.post("/decks", status_code=201, responses=_WRONG)
async def save_deck(request: Request, parts: PartsHere, new: NewDeck, key: KeyHere) -> DeckRow:
    """Store a deck; one of the same name is replaced. Cards may be missing: they are listed."""
    deck = await run_in_threadpool(_deck, new, await request.body())
    once = key.once(lambda deck: _deck_row(deck).model_dump())
    with suppress(Repeated):  # its answer is the same: it follows from what was asked
        await run_in_threadpool(parts.table.save_deck, deck, actor_of(request), once, new.use)
    return _deck_row(deck)


@router.get("/decks/{name}/versions", responses=_WRONG)
def list_deck_versions(parts: PartsHere, name: DeckName) -> list[DeckVersionRow]:
    """The states that a deck was in, the newest first."""
    return [
        DeckVersionRow(number=each.number, at=each.at, pack=each.pack, tags=each.tags)
        for each in parts.table.deck_versions(name)
    ]


@router.post("/decks/{name}/restore", responses=_WRONG)
def restore_deck(request: Request, parts: PartsHere, name: DeckName, wanted: Restore) -> DeckRow:
    """Store a deck as it was; what it is now is kept as well."""
    return _deck_row(parts.table.restore_deck(name, wanted.number, actor_of(request)))


@router.post("/tables/{table_id}/deck", status_code=204, responses=_NO_TABLE | _WRONG)
def use_deck(request: Request, table: TableHere, wanted: UseDeck) -> None:
    """Let the game go on with a deck as it is now."""
    table.use_deck(wanted.deck, actor_of(request))


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


@router.api_route(
    "/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False
)
def nothing_here(path: str) -> None:
    """What is not found here is no page, so the page must not answer."""
    raise HTTPException(404, f"There is nothing at /api/v1/{path} to be asked so; see /docs.")


def _result(request: Request, verdict: Verdict) -> dict[str, Any]:
    texts = in_all(verdict.text)
    return {
        "ok": verdict.ok,
        "reason": verdict.reason,
        "text": texts[request.app.state.language],
        "texts": texts,
        "reading": verdict.reading,
        "effects": follows_view(verdict),
    }


def _game_row(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.game,
        "seats": list(game.names),
        "options": game.options,
        "first": int(game.setup["first"]),
        "headers": game.setup["headers"],
        "deck": game.deck_name,
        "house": game.setup["house"],
    }


def _deck_row(deck: StoredDeck) -> DeckRow:
    return DeckRow(name=deck.name, pack=deck.pack, tags=deck.tags, missing=decks.missing(deck))


def _deck(new: NewDeck, body: bytes) -> StoredDeck:
    # A UID that stands twice in the JSON has lost its first card by now; look at the text again.
    return decks.checked(new.name, new.pack, _pairs(body))


def _pairs(body: bytes) -> list[tuple[str, str]]:
    """The tags of a deck in JSON as pairs, where the same key may come twice."""
    found = json.loads(body, object_pairs_hook=lambda pairs: pairs)
    tags = dict(found)["tags"]  # the last one, which is also the one that was checked
    try:
        return _TAGS.validate_python(tags)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
