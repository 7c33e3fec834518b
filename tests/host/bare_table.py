"""A table of the core alone, for simulated players to play at."""

from collections import Counter
from typing import Any

from shared_rules import games, packs
from tapdeck.players import Answer, Gesture


class BareTable:
    """A table of the core alone: pending cards by seat, lines with their verdicts."""

    def __init__(
        self, options: dict[str, str], first: int, game: str = "followers", **more: int
    ) -> None:
        self.core = games.core(game)
        self.state: Any = self.core.initial(options, first, **more)
        self.pending: dict[int, tuple[str, ...]] = dict.fromkeys((1, 2, 3, 4), ())
        self.lines: list[tuple[str, str | None]] = []
        self.gestures: Counter[str] = Counter()
        self._before: tuple[bytes, int] | None = None

    def do(self, gesture: Gesture) -> Answer | None:
        self.gestures[gesture.kind] += 1
        mine = self.pending[gesture.seat]
        if gesture.kind == "long":
            assert (gesture.line == "") == bool(mine)
            self.pending[gesture.seat] = ()
            if not gesture.line:
                return None
            assert self._before is not None
            assert self._before[1] == gesture.seat
            self.state = self.core.load(self._before[0])
            self._before = None
            return self._said(gesture.line, None)
        if gesture.tag in packs.CONTROLS and not gesture.line:
            assert self.pending[gesture.seat] == gesture.pending
            return None
        if gesture.tag and gesture.tag not in packs.CONTROLS and gesture.line:
            mine = (*mine, gesture.tag)  # the tag before it says what is done with it
        elif gesture.kind == "tap" and gesture.tag not in packs.CONTROLS:
            assert mine.count(gesture.tag) < getattr(self.state, "copies", 1)
            self.pending[gesture.seat] = (*mine, gesture.tag)
            assert self.pending[gesture.seat] == gesture.pending
            assert gesture.line == ""
            return None
        action = self.core.parse(gesture.line)
        assert action is not None
        granted = self.core.assumed(self.state, action)
        if granted is not None and self.core.check(self.state, granted) is not None:
            granted = None
        assert gesture.before == (self.core.line(granted) if granted is not None else "")
        if granted is not None:
            self.core.apply(self.state, granted)
            self._said(gesture.before, None)
        assert tuple(packs.name(self.core.NAME, card) for card in action.cards) == mine
        reason = self.core.check(self.state, action)
        if reason is None:
            self._before = (self.core.dump(self.state), action.seat)
            self.core.apply(self.state, action)
            self.pending[gesture.seat] = ()
        assert self.pending[gesture.seat] == gesture.pending
        return self._said(gesture.line, reason)

    def _said(self, line: str, reason: str | None) -> Answer:
        self.lines.append((line, reason))
        return Answer(reason)
