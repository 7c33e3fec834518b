"""States kept along a journal, so that going back in it costs what it changes.

A state is a fold of the entries before it. From the nearest one that was kept only the entries
between are carried out again, by the same judge: there is no second way to get at a state.
"""

from __future__ import annotations

from functools import cache
from typing import Any

EVERY = 64  # entries between states that are kept
MOST = 512  # of them; then every other one of the older half goes, so memory stays bounded

_PLAIN = (int, str, bool, float, bytes, type(None))


def copied(value: Any) -> Any:
    """A copy that shares nothing that changes: lists, dicts and sets are copied, and objects that
    have a method `copy`; everything else in a state is never changed once it is made.
    """
    kind = type(value)
    if kind is list:
        return [each if type(each) in _PLAIN else copied(each) for each in value]
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind in _PLAIN or kind is tuple:
        return value
    copy = getattr(value, "copy", None)
    return value if copy is None else copy()


@cache
def _slots(kind: Any) -> tuple[str, ...]:
    return tuple(name for each in kind.__mro__ for name in getattr(each, "__slots__", ()))


def copy_state(state: Any) -> Any:
    """A copy of a game's state; the states of all games keep what they have in slots."""
    kind: Any = type(state)
    new = kind.__new__(kind)
    for name in _slots(kind):
        setattr(new, name, copied(getattr(state, name)))
    return new


class Checkpoints:
    """States of one journal by the number of entries that led to them."""

    def __init__(self, every: int = EVERY, most: int = MOST) -> None:
        self._every = every
        self._most = most
        self._kept: list[tuple[int, Any]] = []

    def pass_by(self, count: int, state: Any) -> None:
        """The state after so many entries; it is kept if it is time for one."""
        last = self._kept[-1][0] if self._kept else 0
        if count - last < self._every:
            return
        self._kept.append((count, copy_state(state)))
        if len(self._kept) > self._most:
            half = len(self._kept) // 2
            self._kept = self._kept[1:half:2] + self._kept[half:]

    def forget(self, count: int) -> None:
        """The entry behind the first `count` stands otherwise now, so later states are no more."""
        while self._kept and self._kept[-1][0] > count:
            self._kept.pop()

    def nearest(self, count: int) -> tuple[int, Any] | None:
        """The last state kept that the first `count` entries or fewer led to: how many, and a copy
        of it; None: there is none.
        """
        for kept, state in reversed(self._kept):
            if kept <= count:
                return kept, copy_state(state)
        return None
