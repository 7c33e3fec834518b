"""Hands at the simulated table: gestures become tags on readers and presses of buttons.

Each gesture is carried through until the service's view shows what came of it; nothing here waits
for a fixed time. What cannot be seen within `PATIENCE` seconds is an error that names it.
"""

import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Protocol

from shared_rules import packs
from tapdeck.decks import uid_of
from tapdeck.players import Answer, Gesture
from tapdeck.secrecy import UNSEEN
from tapdeck.store import Entry, StoredDeck
from tapdeck.table import Table

PATIENCE = 20.0
TAG_MS = 200  # a tag that may come again is away so long; one of which nothing is seen lies so long
FINGER_MS = 60  # a finger is that slow between two presses of one button, table time
View = dict[str, Any]


class HandsError(Exception):
    """Something was waited for in vain; the text is a sentence that names it."""


class Control(Protocol):
    """What hands need of the simulated table."""

    def place(self, reader: int, uid: str) -> object:
        """Lay a tag on a reader."""

    def lift(self, reader: int) -> object:
        """Take away what lies on a reader."""

    def press(self, seat: int, kind: str = "short") -> object:
        """Press a seat's button, and release it."""

    def run(self, ms: int) -> object:
        """Let table time pass."""


class Watch(ABC):
    """The newest view of a service, and waiting for one that fits."""

    view: View

    @abstractmethod
    def newer(self, seconds: float) -> View | None:
        """The view as it is now, after a change or when the time is over; None: not reachable."""

    def wait(self, what: str, ready: Callable[[View], bool], patience: float | None = None) -> View:
        """Wait until a view fits. HandsError: it did not come; it names `what`."""
        patience = PATIENCE if patience is None else patience
        until = monotonic() + patience
        while not ready(self.view):
            left = until - monotonic()
            if left <= 0:
                raise HandsError(f"waited {patience:g} s in vain until {what}. {_state(self.view)}")
            self.view = self.newer(left) or self.view
        return self.view


class TableWatch(Watch):
    """Watches a table in this process, with the eyes of those who hold some seats; without any,
    with the public's. Use it in a `with`.
    """

    def __init__(self, table: Table, held: Sequence[int] = ()) -> None:
        self._table = table
        self._held = tuple(held)
        self._changed = threading.Event()
        self._end = table.subscribe(self._changed.set)
        self.view = table.view(self._held)

    def newer(self, seconds: float) -> View:
        """The view after the next change, or as it is when the time is over."""
        self._changed.wait(seconds)
        self._changed.clear()
        return self._table.view(self._held)

    def __enter__(self) -> "TableWatch":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


class Hands:
    """Carries gestures to the table of a watched service.

    `lines` keeps what every gesture that acts should have written into the journal. The watch must
    see what the seats see; cards that nobody may see are `?` there, and taken for what they should
    be.
    """

    def __init__(self, control: Control, deck: StoredDeck, watch: Watch) -> None:
        self._control = control
        self._deck = deck
        self._watch = watch
        self._finger_on = 0  # the seat whose button was pressed last
        self._lying: dict[int, list[str]] = {}  # the UIDs that wait at each seat
        self.lines: list[str] = []

    def do(self, gesture: Gesture) -> Answer | None:
        """Carry out a gesture; the table's answer if it acts.

        HandsError: what should have come of it did not within `PATIENCE`.
        """
        entries = _entries(self._watch.view)
        made = [line for line in (gesture.before, gesture.line) if line]
        self.lines += made
        self.move(gesture)
        if gesture.line:
            view = self._watch.wait(
                f"'{gesture.line}' is in the journal",
                lambda view: _entries(view) >= entries + len(made),
            )
            last = view["last"]
            if _entries(view) != entries + len(made) or last["line"] != gesture.line:
                raise HandsError(
                    f"seat {gesture.seat} did '{gesture.line}', but the table took it for "
                    f"'{last['line']}'"
                )
        self._watch.wait(
            f"seat {gesture.seat} has {' '.join(gesture.pending) or 'nothing'} pending",
            lambda view: _same(pending(view, gesture.seat), gesture.pending),
        )
        if not gesture.pending:
            self._lying.pop(gesture.seat, None)
        control = gesture.tag in packs.CONTROLS
        if control and not gesture.line:
            self._control.run(TAG_MS)
        self.rest(gesture)
        if control or (gesture.tag and gesture.line):
            self._control.run(TAG_MS)
        return Answer(self._watch.view["last"]["reason"]) if gesture.line else None

    def move(self, gesture: Gesture) -> None:
        """What the hand does first: lay down the tag, or press and release."""
        if gesture.kind == "tap":
            self._control.place(gesture.seat, self._sticker(gesture.seat, gesture.tag))
        else:
            if self._finger_on == gesture.seat:
                self._control.run(FINGER_MS)
            self._finger_on = gesture.seat
            self._control.press(gesture.seat, gesture.kind)

    def _sticker(self, seat: int, tag: str) -> str:
        """The UID of a tag; of a card that is there twice, of one that waits at no seat yet."""
        if tag in packs.CONTROLS:
            return uid_of(self._deck, tag)
        used = [uid for uids in self._lying.values() for uid in uids]
        copies = [uid for uid, held in self._deck.tags.items() if held == tag]
        free = [uid for uid in copies if uid not in used]
        uid = free[0] if free else uid_of(self._deck, tag)
        self._lying.setdefault(seat, []).append(uid)
        return uid

    def rest(self, gesture: Gesture) -> None:
        """What it does once the table has seen it: take the tag away."""
        if gesture.kind == "tap":
            self._control.lift(gesture.seat)


def pending(view: View, seat: int) -> tuple[str, ...]:
    """The codes of a seat's pending cards."""
    return tuple(view["pending"].get(str(seat), {}).get("cards", ()))


def _same(shown: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether these are the cards; one that nobody may see may be any."""
    return len(shown) == len(wanted) and all(
        there in (UNSEEN, card) for there, card in zip(shown, wanted, strict=True)
    )


def _entries(view: View) -> int:
    """How many entries the game's journal has; the version counts them, and the game above."""
    return int(view["version"])


def _state(view: View) -> str:
    held = {seat: " ".join(each["cards"]) for seat, each in view["pending"].items()}
    last = (view.get("last") or {}).get("line")
    link = "linked" if view["link"]["up"] else f"not linked: {view['link']['text']['en']}"
    return f"The last entry is '{last}', pending are {held}, the board is {link}."


def account(made: Iterable[str], entries: Iterable[Entry]) -> tuple[int, int]:
    """What was lost and what is there twice: (lost, duplicated).

    made     the lines that the players' gestures should have written, in any order
    entries  all that the record holds of the table

    Lost are lines that never reached the journal, and gaps in the numbers of each of the board's
    boots, which count from 1. Twice are lines that nobody made again, and repeated numbers.
    """
    done = Counter(made)
    journal: Counter[str] = Counter()
    numbers: dict[tuple[str | None, int | None], list[int]] = {}
    for entry in entries:
        if entry.source == "board" and entry.n is not None:
            journal[entry.line] += 1
            numbers.setdefault((entry.board, entry.boot), []).append(entry.n)
    gaps = sum(max(each) - len(set(each)) for each in numbers.values())
    repeated = sum(len(each) - len(set(each)) for each in numbers.values())
    return (done - journal).total() + gaps, max((journal - done).total(), repeated)
