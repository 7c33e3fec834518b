"""Hands at the table: what they wait for, and the account of what was made and what is stored."""

from typing import Any

import pytest

from firmware.screens import COLOURS
from tapdeck.decks import simulated_deck, uid_of
from tapdeck.display import decode, differs
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
    shown = {"strip": 2, "digits": " 120 -50"}
    read = decode({"pixels": pixels, "digits": " 120 -50"}, shown)
    assert read == {
        "tokens": 2,
        "digits": " 120 -50",
        "totals": {"1": 120, "2": -50},
    }
    assert differs(read, shown) == ""
    assert "1 tokens" in differs(read, {**shown, "strip": 1})
    assert "' 120 -40'" in differs(read, {**shown, "digits": " 120 -40"})
    assert decode({"pixels": pixels, "digits": "NO CARDS"}, shown)["totals"] == {}


# As the firmware lights them (`COLOURS` in firmware/screens.py), at full and at little brightness.
LIT = {**COLOURS, ".": (0, 0, 0)}


def chain(letters: str, divisor: int = 1) -> dict[str, Any]:
    pixels = [[value // divisor for value in LIT[letter]] for letter in letters]
    return {"pixels": [[9, 9, 9]] * 4 + pixels, "digits": "       7"}


def test_the_colours_of_a_strip_are_read_back() -> None:
    """S15, W9: the rule in force, or who stands where."""
    letters = "rgbywvoc.rgb."
    shown: dict[str, Any] = {"strip": letters, "digits": "       7"}
    for divisor in (1, 2):
        read = decode(chain(letters, divisor), shown)
        assert read == {"digits": "       7", "strip": letters}
        assert differs(read, shown) == ""
    other = {**shown, "strip": letters.replace("v", "b")}
    assert "'r g b y w b o c . r g b .'" in differs(read, other)
    # A spot runs along it, and is at one place.
    assert differs(read, {**other, "run": 1}) == ""
    # Of more spaces than pixels each shows several in turn.
    wide = ["r"] * 13 + [""] * 12 + ["gb"]
    assert differs(decode(chain("rrrrrrr.....b"), shown), {**shown, "strip": wide}) == ""
    assert differs(decode(chain("rrrrrrr.....r"), shown), {**shown, "strip": wide})
    rows = {**shown, "rows": ("       8", "       7")}
    assert differs(read, rows) == ""


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


def test_what_nobody_may_see_is_taken_for_what_it_should_be() -> None:
    """S6: the board tells that a card waits, not which."""
    table, deck = Table(), simulated_deck("spooks")
    watch = Script(view(0), view(0, {"2": "?"}), view(1, line="2 choose GO5"))
    hands = Hands(table, deck, watch)
    assert hands.do(Gesture(2, "tap", "GO5", ("GO5",))) is None
    assert hands.do(Gesture(2, "short", line="2 choose GO5")) == Answer(None)


def test_a_card_of_which_there_are_two_is_another_sticker_each_time() -> None:
    """S13: two packs, and each card of them a sticker of its own."""
    table, deck = Table(), simulated_deck("spooks")
    two = Gesture(1, "tap", "GO5", ("GO5", "GO5"))
    laid = view(0, {"1": "GO5"}), view(0, {"1": "GO5 GO5"})
    hands = Hands(table, deck, Script(*laid, view(1, {"2": "GO5"}, "1 play GO5 GO5")))
    hands.do(Gesture(1, "tap", "GO5", ("GO5",)))
    hands.do(two)
    hands.do(Gesture(1, "short", line="1 play GO5 GO5"))
    hands.do(Gesture(2, "tap", "GO5", ("GO5",)))
    first, second, third = [done[2] for done in table.done if done[0] == "place"]
    assert first != second
    assert third == first, "it is free again"


def test_what_the_table_does_before_is_a_line_too() -> None:
    """C2: the draw is taken for granted."""
    watch = Script(view(4), view(5, line="1 draw"), view(6, line="1 meld K01 K02 K03"))
    hands = Hands(Table(), simulated_deck("cultivation"), watch)
    hands.do(Gesture(1, "short", line="1 meld K01 K02 K03", before="1 draw"))
    assert hands.lines == ["1 draw", "1 meld K01 K02 K03"]


def test_what_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapdeck.hands.PATIENCE", 0.0)
    hands = Hands(Table(), simulated_deck("followers"), Script(view(0), view(0)))
    with pytest.raises(HandsError, match="in vain until '2 pass' is in the journal"):
        hands.do(Gesture(2, "short", line="2 pass"))


def test_a_gesture_taken_for_another_is_an_error() -> None:
    hands = Hands(Table(), simulated_deck("followers"), Script(view(0), view(1, line="2 pass")))
    with pytest.raises(HandsError, match="took it for '2 pass'"):
        hands.do(Gesture(2, "short", line="2 play 5H"))
