"""A table of the core alone, for simulated players to play at."""

from collections import Counter

from shared_rules import followers as core
from shared_rules import packs
from shared_rules.actions import Action
from tapdeck.players import Answer, Gesture


class BareTable:
    """A table of the core alone: pending cards by seat, lines with their verdicts."""

    def __init__(self, options: dict[str, str], first: int) -> None:
        self.state = core.initial(options, first)
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
            self.state = core.load(self._before[0])
            self._before = None
            return self._said(gesture.line, None)
        if gesture.kind == "tap" and gesture.tag not in packs.CONTROLS:
            assert gesture.tag not in mine
            self.pending[gesture.seat] = (*mine, gesture.tag)
            assert self.pending[gesture.seat] == gesture.pending
            assert gesture.line == ""
            return None
        words = gesture.line.split()
        seat = 0 if words == ["new"] else int(words[0])
        verb = words[0] if seat == 0 else words[1]
        cards = tuple(packs.index("followers", code) for code in words[2:])
        assert words[2:] == list(mine)
        action = Action(seat, verb, cards)
        reason = core.check(self.state, action)
        if reason is None:
            self._before = (core.dump(self.state), seat)
            core.apply(self.state, action)
            self.pending[gesture.seat] = ()
        assert self.pending[gesture.seat] == gesture.pending
        return self._said(gesture.line, reason)

    def _said(self, line: str, reason: str | None) -> Answer:
        self.lines.append((line, reason))
        return Answer(reason)
