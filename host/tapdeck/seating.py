"""Sitting down at a table: free seats, and seats that somebody else's device holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tapdeck.actors import BOARD, GUEST, HOST, IMPORT, NOBODY, Actor
from tapdeck.claims import Claims
from tapdeck.errors import TableError
from tapdeck.permission import Forbidden
from tapdeck.setup import said_name

ASKS_SECONDS = 60.0  # for so long the holder of a seat may answer


class SeatHeld(TableError):
    """Another device holds this seat, and has not given it up."""


@dataclass(frozen=True)
class _Ask:
    by: Actor
    at: float


class Seating:
    """Claims, and who asks for whose seat. The table's lock guards it.

    present  gives the keys of the devices that look at the page now
    """

    def __init__(self, claims: Claims, clock: Callable[[], float] = time.monotonic) -> None:
        self.claims = claims
        self.present: Callable[[], set[str]] = set
        self._clock = clock
        self._asks: dict[int, _Ask] = {}

    def claim(self, seat: int, by: Actor, names: Sequence[str]) -> bool:
        """Let an actor hold a seat that is free, or that a host takes from a device that is not
        here. False: it is another's, who has been asked if its device is here. Forbidden: a guest.
        TableError: the actor has no key.
        """
        if by.role == GUEST:
            raise Forbidden("forbidden.guest")
        if by.kind in (NOBODY, BOARD, IMPORT) or not by.key:
            raise TableError("error.no_key")
        holder = self.claims.holders(names).get(seat)
        if holder == by.key:
            return True
        here = holder in self.present()  # now, not when somebody opened a dialog
        if holder is None or (by.role == HOST and not here):
            self._asks.pop(seat, None)
            self.claims.claim(by.key, seat, names)
            return True
        if here:
            self._asks[seat] = _Ask(by, self._clock())
        return False

    def refusal(self, seat: int, names: Sequence[str], holder: str | None) -> SeatHeld:
        """Why a seat was not given."""
        here = holder in self.present()
        key = "error.seat_holder" if here else "error.seat_away"
        return SeatHeld(key, seat=said_name(names[seat - 1], seat))

    def asks(self) -> dict[int, dict[str, Any]]:
        """By seat: who asks for it."""
        now = self._clock()
        self._asks = {seat: ask for seat, ask in self._asks.items() if now - ask.at < ASKS_SECONDS}
        return {seat: ask.by.shown() for seat, ask in sorted(self._asks.items())}

    def answered(self, seat: int) -> Actor | None:
        """Who asked for a seat; it has its answer now. None: nobody does."""
        self.asks()
        ask = self._asks.pop(seat, None)
        return ask.by if ask else None

    def clear(self) -> None:
        """Nobody asks any more: another game begins."""
        self._asks.clear()
