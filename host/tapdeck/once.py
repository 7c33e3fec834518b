"""Requests that count once, however often they arrive: `Idempotency-Key`.

What a request came to is kept in the same transaction as what it did, under its actor and key; the
same request again gets the same answer and does nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tapdeck.errors import TableError


class KeyReused(TableError):
    """The key stands for another request of the same actor."""


class Repeated(Exception):
    """This request has been carried out before; `answer` is what it was told then."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__("a repeated request")
        self.answer = answer


@dataclass(frozen=True)
class Once:
    """A request with a key of its own.

    key     as its sender chose it
    digest  of what it asks for, so that the same key for something else is noticed
    answer  makes plain data, as it is to be told again, of what the request came to
    """

    key: str
    digest: str
    answer: Callable[[Any], dict[str, Any]]

    def kept(self, actor: str, result: Any) -> Answered:
        """What is kept of it, with its result."""
        return Answered(actor, self.key, self.digest, self.answer(result))

    def check(self, before: Answered | None) -> None:
        """Whether it is new. Repeated: it is not. KeyReused: the key was another request's."""
        if before is None:
            return
        if before.digest != self.digest:
            raise KeyReused("error.key_reused", idempotency=self.key)
        raise Repeated(before.answer)


@dataclass(frozen=True)
class Answered:
    """A request that was carried out, as the record keeps it."""

    actor: str
    key: str
    digest: str
    answer: dict[str, Any]


def digest_of(method: str, path: str, body: bytes) -> str:
    """What stands for a request's contents."""
    return hashlib.sha256(b"\0".join((method.encode(), path.encode(), body))).hexdigest()
