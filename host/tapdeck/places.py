"""Where in a journal the entries of some kind stand, so that nobody looks through all of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from tapdeck.verdicts import Entry


class Places:
    """The places of a log's entries, from 0 and in order, that are of a kind.

    is_one  says of an entry, as it stands, whether it is of the kind
    """

    def __init__(self, log: Sequence[Entry], is_one: Callable[[Entry], bool]) -> None:
        self._log = log
        self._is_one = is_one
        self.all: list[int] = []

    def changed(self, place: int) -> None:
        """Entries from this place on are new, or stand otherwise than before."""
        del self.all[bisect_left(self.all, place) :]
        self.all += [at for at in range(place, len(self._log)) if self._is_one(self._log[at])]

    def before(self, place: int) -> int:
        """How many of them stand before a place."""
        return bisect_left(self.all, place)
