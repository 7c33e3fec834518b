"""The web application, made by a function: several may live in one process."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

import tapdeck
from tapdeck import routes
from tapdeck.asking import UnknownToken
from tapdeck.decks import DeckError
from tapdeck.docs import add_docs
from tapdeck.guard import guarded
from tapdeck.parts import Parts
from tapdeck.permission import Forbidden
from tapdeck.rules import LineError
from tapdeck.seating import SeatHeld
from tapdeck.settings import Settings
from tapdeck.store import StoreError
from tapdeck.table import Stale, TableError
from tapdeck.texts import Text, in_all

MOST_MISTAKES = 10  # in a body that are told
SHOWN = 50  # characters of a name in it

STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (UnknownToken, 401),
    (Forbidden, 403),
    (routes.NoTable, 404),
    (SeatHeld, 409),
    (Stale, 409),
    (TableError, 422),
    (LineError, 422),
    (DeckError, 422),
    (StoreError, 503),
)


def create_app(settings: Settings, parts: Parts | None = None) -> FastAPI:
    """The application. It makes its parts when it starts and closes them when it ends, unless
    `parts` are given: those stay their owner's.

    StoreError and DeviceError come out of the start.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        mine = None if parts else await run_in_threadpool(Parts, settings)
        app.state.parts = parts or mine
        app.state.language = settings.language
        try:
            yield
        finally:
            if mine is not None:
                await run_in_threadpool(mine.close)

    app = _Guarded(
        settings,
        title="Tapdeck",
        version=tapdeck.__version__,
        description="A smart card table: games, their record, and the table as it is now.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    add_docs(app)
    app.include_router(routes.router, prefix="/api/v1")
    for kind, status in STATUSES:
        app.add_exception_handler(kind, _answer(settings.language, status))
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed(settings.language))
    app.add_exception_handler(RequestValidationError, _invalid)
    return app


class _Guarded(FastAPI):
    """An application with the guard around all of it, also around the answer to a failure."""

    def __init__(self, settings: Settings, **facts: Any) -> None:
        super().__init__(**facts)
        self._settings = settings

    def build_middleware_stack(self) -> ASGIApp:
        return guarded(super().build_middleware_stack(), self._settings)


def _answer(language: str, status: int) -> Callable[[Request, Exception], JSONResponse]:
    def answer(_: Request, error: Exception) -> JSONResponse:
        # A bearer token is what is asked for: RFC 6750 §3.
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return JSONResponse(_body(language, error), status, headers)

    return answer


def _body(language: str, error: Exception) -> dict[str, object]:
    """An error as JSON: `detail` is the sentence, `texts` has it in every language."""
    if isinstance(error, DeckError):
        problems = [in_all(problem) for problem in error.problems]
        texts = {lang: " ".join(text[lang] for text in problems) for lang in problems[0]}
        return {
            "detail": texts[language],
            "texts": texts,
            "problems": [text[language] for text in problems],
        }
    several: list[str] = []
    if isinstance(error, TableError):
        texts = in_all(error.text)
        several = [in_all(problem)[language] for problem in error.problems]
    elif isinstance(error, LineError):
        texts = in_all(Text("error.line", {"why": error.text}))
    else:
        return {"detail": str(error)}
    body: dict[str, object] = {"detail": texts[language], "texts": texts}
    if isinstance(error, Stale):
        body |= {"version": error.version, "happened": error.happened}
    return body | {"problems": several} if several else body


def _failed(language: str) -> Callable[[Request, Exception], JSONResponse]:
    """What is answered where the program is wrong; the log has the rest."""

    def answer(_: Request, error: Exception) -> JSONResponse:
        texts = in_all(Text("guard.failed"))
        return JSONResponse({"detail": texts[language], "texts": texts}, 500)

    return answer


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"detail": str(error.detail)}, error.status_code, error.headers)


def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    wrong = [
        f"{'.'.join(str(part)[:SHOWN] for part in each['loc'][1:]) or 'body'}: {each['msg']}"
        for each in error.errors()[:MOST_MISTAKES]
    ]
    detail = f"The request cannot be used. {'; '.join(wrong)}."
    # A name in it may be no Unicode text, which was what is wrong.
    return JSONResponse({"detail": detail.encode("utf-8", "backslashreplace").decode()}, 422)
