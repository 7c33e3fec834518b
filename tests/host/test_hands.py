"""Hands at the table: what they wait for, and the account of what was made and what is stored."""

from typing import Any

import pytest

from tapdeck.decks import simulated_deck, uid_of
from tapdeck.demo import decode
from tapdeck.hands import Hands, HandsError, View, Watch, account
from tapdeck.players import Answer, Gesture
from tapdeck.store import Entry


def entry(line: str, n: int, boot: int = 1, board: str = "B0") -> Entry:
    return Entry(at=0, source="board", line=line, board=board, boot=boot, n=n)


MADE = ["1 play NB", "2 pass", "3 pass", "2 pass"]
STORED = [entry(line, n) for n, line in enumerate(MADE, 1)]


def test_what_was_made_and_stored_once_balances() -> None:
    assert account(MADE, STORED) == (0, 0)
    assert account([], []) == (0, 0)


def test_a_gesture_that_left_no_line_is_lost() -> None:
    assert account([*MADE, "2 pass"], STORED) == (1, 0)


def test_a_gap_in_the_boards_numbers_is_lost_too() -> None:
    assert account(MADE, [*STORED[:2], entry("x", 5)])[0] == 2 + 2
    assert account(MADE[1:], STORED[1:]) == (1, 0)  # the first number of a boot is 1


def test_a_line_stored_twice_is_counted_whatever_its_number() -> None:
    assert account(MADE, [*STORED, entry("2 pass", 4)]) == (0, 1)
    assert account(MADE, [*STORED, entry("2 pass", 5)]) == (0, 1)


def test_boots_and_boards_count_by_themselves() -> None:
    other = [entry("2 pass", 1, boot=2), entry("3 pass", 1, board="B1")]
    assert account([*MADE, "2 pass", "3 pass"], [*STORED, *other]) == (0, 0)


def test_what_the_page_entered_is_none_of_the_boards() -> None:
    page = Entry(at=0, source="page", line="2 pass")
    assert account(MADE, [*STORED, page]) == (0, 0)


def test_lights_and_digits_are_read_back() -> None:
    pixels = [[9, 9, 9]] * 4 + [[40, 10, 0]] * 2 + [[0, 0, 0]] * 11
    assert decode({"pixels": pixels, "digits": " 120 -50"}) == {
        "tokens": 2,
        "digits": " 120 -50",
        "totals": {"1": 120, "2": -50},
    }
    assert decode({"pixels": pixels, "digits": "NO CARDS"})["totals"] == {}


class Script(Watch):
    """A service whose views follow each other as written."""

    def __init__(self, *views: View) -> None:
        self.view, *self.rest = views

    def newer(self, seconds: float) -> View | None:
        return self.rest.pop(0) if self.rest else None


class Table:
    """Notes what hands do."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def place(self, reader: int, uid: str) -> None:
        self.done.append(("place", reader, uid))

    def lift(self, reader: int) -> None:
        self.done.append(("lift", reader))

    def press(self, seat: int, kind: str = "short") -> None:
        self.done.append(("press", seat, kind))

    def run(self, ms: int) -> None:
        self.done.append(("run", ms))


def view(version: int, pending: dict[str, str] | None = None, line: str = "") -> View:
    held = {seat: {"cards": cards.split()} for seat, cards in (pending or {}).items()}
    return {
        "version": version,
        "pending": held,
        "link": {"up": True},
        "last": {"line": line, "reason": None},
    }


def test_a_tag_is_lifted_when_the_table_has_the_card() -> None:
    table, deck = Table(), simulated_deck("followers")
    hands = Hands(table, deck, Script(view(0), view(0), view(0, {"2": "5H"})))
    assert hands.do(Gesture(2, "tap", "5H", ("5H",))) is None
    assert table.done == [("place", 2, uid_of(deck, "5H")), ("lift", 2)]
    assert hands.lines == []


def test_a_press_waits_for_its_line_and_the_fingers_for_each_other() -> None:
    table = Table()
    watch = Script(view(7), view(8, line="2 pass"), view(9, line="2 undo"))
    hands = Hands(table, simulated_deck("followers"), watch)
    assert hands.do(Gesture(2, "short", line="2 pass")) == Answer(None)
    assert hands.do(Gesture(2, "long", line="2 undo")) == Answer(None)
    assert [what for what, *_ in table.done] == ["press", "run", "press"]
    assert hands.lines == ["2 pass", "2 undo"]


def test_what_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapdeck.hands.PATIENCE", 0.0)
    hands = Hands(Table(), simulated_deck("followers"), Script(view(0), view(0)))
    with pytest.raises(HandsError, match="in vain until '2 pass' is in the journal"):
        hands.do(Gesture(2, "short", line="2 pass"))


def test_a_gesture_taken_for_another_is_an_error() -> None:
    hands = Hands(Table(), simulated_deck("followers"), Script(view(0), view(1, line="2 pass")))
    with pytest.raises(HandsError, match="took it for '2 pass'"):
        hands.do(Gesture(2, "short", line="2 play 5H"))
