"""Lights, digits and the line of text: what they show, what they send, how long it takes."""

from pathlib import Path
from typing import Any

import pytest

from firmware.lights import DARK, FILL, HOLD, Lights, spread
from firmware.screens import (
    COLOURS,
    PAGE_MS,
    PATTERNS,
    SPOT,
    STEP_MS,
    STRIP,
    Screens,
    letters_at,
    strip_colours,
    token_colours,
)
from shared_rules import board
from tests.firmware.referee_table import Chain, Digits
from tests.hardware.rig import both, run

LIT = (10, 20, 30)


def whole(screens: Screens) -> bool:
    """Let everything that changed be sent; whether anything was."""
    sent = [screens.step() for _ in range(20)]
    return any(sent)


def game(seats: list[str], strip: Any, digits: str, **more: Any) -> dict[str, Any]:
    return {"seats": seats, "strip": strip, "digits": digits, **more}


def show(
    screens: Screens, seats: list[str], strip: Any, digits: str, now: int, **more: Any
) -> bool:
    screens.show(game(seats, strip, digits, **more), now)
    return whole(screens)


@pytest.fixture
def chain() -> Chain:
    return Chain(17)


@pytest.fixture
def screens(chain: Chain) -> Screens:
    return Screens(chain, Digits(), 4)


def test_what_is_good_to_know_stands_where_there_is_no_number(screens: Screens) -> None:
    """Whose a shared reader is, for instance, where the rule asks for no number (S6, S15)."""
    for digits, hint, word, seen in (
        ("       2", "SEAT 3", "", "       2"),
        ("        ", "SEAT 3", "", "SEAT 3"),
        ("        ", "SEAT 3", "FULL", "FULL"),
        ("        ", "", "", "        "),
    ):
        screens.show(game(["turn", "wait", "wait"], 0, digits), 150, word, hint)
        assert screens._digits.shown[-1] == seen
        assert screens.text == f"turn,wait,wait|0|{seen}"


def test_only_what_changed_is_sent(screens: Screens, chain: Chain) -> None:
    assert show(screens, ["turn", "wait", "wait", "out"], 3, "  10  20", 150)
    assert not show(screens, ["turn", "wait", "wait", "out"], 3, "  10  20", 160)
    assert chain.writes == 1
    assert [colour != DARK for colour in chain.colours[4:]] == [True] * 3 + [False] * 10
    assert screens._digits.shown == ["  10  20"]


def test_more_than_thirteen_tokens_begin_again_in_another_colour(
    screens: Screens, chain: Chain
) -> None:
    show(screens, [], 15, "", 0)
    assert [colour[2] > 0 for colour in chain.colours[4:]] == [True] * 2 + [False] * 11
    assert all(any(colour) for colour in chain.colours[4:])


def test_every_state_has_a_pattern_of_its_own() -> None:
    """Red and green alone are not for everyone: without its colour a state is still told, by how
    it changes, or by whether it is bright, dim or dark."""
    told = {
        state: (period, lit, "dark" if not any(colour) else "dim" if max(colour) < 12 else "bright")
        for state, (colour, period, lit) in PATTERNS.items()
    }
    # Whose turn it is and an accepted play are both steady; the second lasts but a second.
    assert told.pop("accepted") == told["turn"]
    assert len(set(told.values())) == len(told)


def test_refused_and_accepted_differ_in_time(screens: Screens, chain: Chain) -> None:
    lit = {"accepted": 0, "refused": 0}
    for now in range(0, 2400, 20):
        show(screens, ["idle", *lit, "idle"], 0, "", 77 + now)
        for place, state in enumerate(lit, 1):
            lit[state] += chain.colours[place] != DARK
            # Each begins lit, whenever it begins.
            assert now or lit[state] == 1
    assert lit == {"accepted": 120, "refused": 60}


@pytest.mark.parametrize("seats", [4, 6, 12])
@pytest.mark.parametrize("pixels", [2, 3, 4, 10, 16, 17, 25, 60, 144, 150])
def test_a_chain_of_any_length_is_spread_over_seats_and_tokens(pixels: int, seats: int) -> None:
    stretches = spread(pixels, seats, STRIP)
    used = [pixel for first, count in stretches for pixel in range(first, first + count)]
    assert used == list(range(len(used)))  # none twice, none left out on the way
    assert len(used) <= pixels
    if pixels >= seats + STRIP:
        assert len(stretches) == seats + STRIP
        assert stretches[0][1] >= stretches[-1][1]
    lights = Lights(Chain(pixels), seats, STRIP)
    assert lights.tokens + (lights.seats or 1) == len(stretches)


@pytest.mark.parametrize("pixels", [0, 1, 151])
def test_other_chains_are_refused_with_a_sentence(pixels: int) -> None:
    with pytest.raises(ValueError, match=f"a chain has 2 to 150 pixels, not {pixels}"):
        Lights(Chain(pixels), 4, STRIP)


def test_two_pixels_say_the_most_urgent_thing_and_whether_there_are_tokens() -> None:
    chain = Chain(2)
    screens = Screens(chain, Digits(), 4)
    show(screens, ["wait", "turn", "wait", "wait"], 0, "", 0)
    assert chain.colours == [PATTERNS["turn"][0], DARK]
    show(screens, ["wait", "turn", "refused", "wait"], 1, "", 0)
    assert chain.colours[0] == PATTERNS["refused"][0]
    assert any(chain.colours[1])


def test_a_short_strip_shows_the_share_of_thirteen_rounded_up() -> None:
    def lit(pixels: int, tokens: int) -> int:
        return sum(any(colour) for colour in token_colours(pixels, tokens))

    assert [lit(4, tokens) for tokens in (0, 1, 3, 4, 7, 10, 13)] == [0, 1, 1, 2, 3, 4, 4]
    assert [lit(13, tokens) for tokens in range(14)] == list(range(14))
    assert token_colours(0, 5) == []


def test_every_letter_of_a_strip_has_a_colour_of_its_own() -> None:
    assert set(COLOURS) == set(board.COLOURS)
    assert len({*COLOURS.values(), SPOT, DARK}) == len(COLOURS) + 2


def test_a_strip_of_any_length_is_spread_over_the_pixels_there_are() -> None:
    doom = ("gyb", "", "r") + ("",) * 27 + ("b",)
    assert letters_at(doom, 31) == list(doom)
    assert letters_at(doom, 13) == ["gyb", "r"] + [""] * 10 + ["b"]
    assert letters_at(doom, 2) == ["gybr", "b"]
    assert letters_at(doom, 1) == ["gybrb"]
    assert letters_at("g.g", 6) == ["g", "g", "", "", "g", "g"]
    assert letters_at("g.g", 0) == []


@pytest.mark.parametrize(
    ("pixels", "expected"),
    [
        (0, []),
        (1, [1, 0]),
        (2, [1, 1]),
        (3, [2, 1]),
        (13, [10, 3]),
        (20, [16, 4]),
        (38, [31, 7]),
        (60, [48, 12]),
    ],
)
def test_w9_each_of_two_tracks_has_pixels_of_its_own(pixels: int, expected: list[int]) -> None:
    """Doom, 31 spaces, and the ritual of three players, 7."""
    if pixels:
        assert board.shares((31, 7), pixels) == expected
    doom = ("g",) + ("",) * 29 + ("b",)
    found = letters_at(doom + ("w.",) * 7, pixels, (31, 7))
    assert len(found) == pixels
    if pixels > 1:
        assert [letter.replace("w", "").replace(".", "") for letter in found].count(
            ""
        ) >= pixels - 4
        assert all("w" in letter for letter in found[expected[0] :])
        assert not any("w" in letter for letter in found[: expected[0]])
        assert (found[0][0], found[expected[0] - 1][-1]) == ("g", "b")


def test_a_long_chain_shows_every_space_of_the_tracks_and_forgets_them_again() -> None:
    """W11: with the pixels for it the doom track has all of its 31 spaces."""
    chain = Chain(4 + 38)
    screens = Screens(chain, Digits(), 4)
    tracks = ("g", "", "b") + ("",) * 28 + ("w",) + ("",) * 6
    assert show(screens, ["turn"] * 4, tracks, "", 0, tracks=(31, 7))
    lit = [place - 4 for place in range(4, 42) if chain.colours[place] != DARK]
    assert lit == [0, 2, 31]
    # Another game's thirteen tokens take all of them, and nothing stays lit.
    show(screens, ["idle"] * 4, 0, "", 20)
    assert set(chain.colours) == {DARK}


def test_several_letters_in_one_place_take_turns(screens: Screens, chain: Chain) -> None:
    seen = []
    for step in range(9):
        show(screens, [], ("", "gy") + ("",) * 11, "", step * STEP_MS)
        assert chain.colours[4] == DARK
        seen.append("gy"[chain.colours[5] == COLOURS["y"]])
    assert "".join(seen) == "gggyyyggg"


def test_what_runs_goes_round_one_way_or_the_other() -> None:
    """S15: the direction of play; a gap where the strip is lit, a spot where it is dark."""
    for way, places in ((1, [0, 1, 2, 3, 0]), (-1, [3, 2, 1, 0, 3])):
        lit = [strip_colours(["b", "b", "b", "b"], step, run=way) for step in range(5)]
        assert [colours.index(DARK) for colours in lit] == places
        assert [colours.count(COLOURS["b"]) for colours in lit] == [3] * 5
        dark = [strip_colours(["", "", "", ""], step, run=way) for step in range(5)]
        assert [colours.index(SPOT) for colours in dark] == places
    # On two pixels it would only flicker.
    assert strip_colours(["b", "g"], 1, run=1) == [COLOURS["b"], COLOURS["g"]]


def test_a_strip_blinks_or_fills_without_a_colour_of_its_own() -> None:
    """S8, S9: told apart by how the strip changes."""
    blinking = [strip_colours(["r"] * 4, step, blink=True).count(DARK) for step in range(8)]
    assert blinking == [0, 0, 4, 4, 0, 0, 4, 4]
    filling = [strip_colours(["r"] * 4, step, fill=True, run=1) for step in range(6)]
    assert [colours.count(DARK) for colours in filling] == [4, 3, 2, 1, 0, 0]
    assert filling[1][0] != DARK
    assert strip_colours(["r"] * 4, 1, fill=True, run=-1)[3] != DARK


def test_a_strip_moves_only_when_it_is_time(screens: Screens, chain: Chain) -> None:
    sent = [show(screens, [], "b" * 13, "", now, run=1) for now in range(0, 1000, 50)]
    assert sum(sent) == 4
    assert screens.text == "|bbbbbbbbbbbbb cw|"


def test_rows_that_do_not_fit_are_shown_in_turn() -> None:
    rows = ("10 8 6 4", " 2      ", " 0 1 2 3", " 4      ")
    for there, wanted in ((1, rows), (2, (rows[0], rows[2]))):
        digits = Digits(rows=there)
        screens = Screens(Chain(17), digits, 4)
        for page in range(4):
            screens.show(game([], 0, "", rows=rows), page * PAGE_MS)
        assert [text for text in digits.shown if text in wanted][: len(wanted)] == list(wanted)
    # A word has the last of two rows for itself; with one row it stands alone.
    screens.show(game([], 0, "", rows=rows), 0, "FULL")
    assert digits.shown[-2:] == [rows[0], "FULL"]
    assert screens.text == "|0|FULL"
    one = Digits()
    Screens(Chain(17), one, 4).show(game([], 0, "", rows=rows), PAGE_MS, "FULL")
    assert one.shown == ["FULL"]


def test_a_long_chain_is_filled_in_parts_and_sent_by_itself() -> None:
    """4.5 ms of interrupts off for 150 pixels: nothing else is done in that step."""
    chain = Chain(150)
    lights = Lights(chain, 4, STRIP)
    assert lights.step()  # dark: nothing is known of what it shows after power-up
    lights.show([LIT] * len(lights.stretches))
    changed = []
    while lights.busy:
        before, writes = list(chain.colours), chain.writes
        lights.step()
        changed.append(sum(a != b for a, b in zip(before, chain.colours, strict=True)))
        assert not (changed[-1] > 4 and chain.writes > writes)
    assert max(changed) <= FILL
    assert changed[-1] == 0
    assert chain.writes == 2
    # What is under way goes out whole before something else is shown.
    lights.show([DARK] * len(lights.stretches))
    lights.step()
    lights.show([LIT] * len(lights.stretches))
    while lights.busy:
        lights.step()
    assert set(chain.colours) == {DARK}


def test_a_chain_waits_for_a_quiet_moment_but_not_for_ever() -> None:
    chain = Chain(17)
    lights = Lights(chain, 4, STRIP)
    sent = [lights.step(quiet=False) for _ in range(HOLD + 1)]
    assert sent == [False] * HOLD + [True]
    lights.show([LIT] * 17)
    assert not lights.step(quiet=False)
    assert lights.step(quiet=True)


@pytest.mark.parametrize("pixels", [17, 60, 150])
@pytest.mark.parametrize("limit_ma", [50, 200, 500])
def test_the_whole_chain_stays_within_its_current(pixels: int, limit_ma: int) -> None:
    """1 mA a pixel, and 20 mA for each of its three colours at full."""
    chain = Chain(pixels)
    lights = Lights(chain, 4, STRIP, brightness=100, limit_ma=limit_ma)

    def settle(colour: tuple[int, int, int]) -> float:
        lights.show([colour] * len(lights.stretches))
        while lights.busy:
            lights.step()
        return pixels * 1.0 + sum(sum(colour) for colour in chain.colours) * 20 / 255

    while lights.busy:
        lights.step()
    drawn = settle((255, 255, 255))
    assert drawn <= max(limit_ma, pixels)
    assert drawn > 0.9 * limit_ma - 6 or limit_ma < pixels * 2
    # What needs less is shown as bright as it is meant.
    settle((2, 0, 0))
    if limit_ma > pixels * 2:
        assert chain.colours[0] == (2, 0, 0)


def test_brightness_is_a_share_of_the_colours() -> None:
    chain = Chain(17)
    lights = Lights(chain, 4, STRIP, brightness=50)
    lights.step()
    lights.show([(40, 10, 200)] * 17)
    lights.step()
    assert set(chain.colours) == {(20, 5, 100)}


class Line:
    def __init__(self) -> None:
        self.shown: list[str] = []
        self.loose = False

    def show(self, text: str) -> None:
        if self.loose:
            raise OSError(19)
        self.shown.append(text)


def test_a_second_row_and_a_line_of_text_have_room_for_words() -> None:
    digits, line = Digits(rows=2), Line()
    screens = Screens(Chain(17), digits, 4, line)
    screens.show(game([], 0, " 120 -50"), 0, "", "SEAT 2")
    assert digits.shown == [" 120 -50", "SEAT 2"]
    assert line.shown == ["SEAT 2   120 -50"]
    screens.show(game([], 0, " 120 -50"), 40, "FULL", "SEAT 2")
    assert digits.shown[2:] == ["FULL"]
    line.loose = True
    screens.show(game([], 0, " 120 -50"), 80, "", "SEAT 3")
    line.loose = False
    screens.show(game([], 0, " 120 -50"), 120, "", "SEAT 3")
    assert line.shown[2:] == ["SEAT 3   120 -50"]


def test_one_row_shows_the_word_in_place_of_the_totals(screens: Screens) -> None:
    screens.show(game([], 0, " 120 -50"), 0, "FULL", "SEAT 2")
    screens.show(game([], 0, " 120 -50"), 40, "", "SEAT 2")
    assert screens._digits.shown == ["FULL", " 120 -50"]


@both
def test_two_rows_of_digits_hang_in_a_chain(interpreter: str, tmp_path: Path) -> None:
    code = """
from tabletop import TABLE, Bus, Socket
from chip_max7219 import Max7219Chip, Max7219Rows
import machine
from firmware.drivers.max7219 import MAX7219
rows = Max7219Rows(2)
TABLE.buses[1] = Bus()
TABLE.sockets[13] = Socket(TABLE, TABLE.buses[1], rows)
digits = MAX7219(machine.SPI(1), machine.Pin(13, machine.Pin.OUT, value=1), rows=2)
digits.init()
digits.show(" 120 -50"); digits.show("SEAT 2", 1)
print(rows.texts())
before = TABLE.cycles
digits.show(" 120 -50"); digits.show("SEAT 3", 1)
print(rows.texts(), TABLE.cycles - before)
digits.test(True); print(rows.texts())
digits.test(False); print(rows.texts())
"""
    assert run(interpreter, code, tmp_path) == [
        "[' 120 -50', '5EAt 2  ']",
        "[' 120 -50', '5EAt 3  '] 1",
        "['8.8.8.8.8.8.8.8.', '8.8.8.8.8.8.8.8.']",
        "[' 120 -50', '5EAt 3  ']",
    ]


@both
def test_a_line_of_text_sends_the_letters_that_changed(interpreter: str, tmp_path: Path) -> None:
    """A whole line takes less than 5 ms at 400 kHz; the module's own `show` takes 23."""
    code = """
from tabletop import TABLE
class Display:
    def write(self, data): pass
TABLE.wires[0] = {0x3C: Display()}
import machine
from ssd1306 import SSD1306_I2C
from firmware.drivers.textline import TextLine
display = SSD1306_I2C(128, 32, machine.I2C(0), 0x3C)
line = TextLine(display, page=1)
for text in ("FULL     120 -50", "FULL     120 -50", "FULL     130 -50", "", "0123456789ABCDEF+"):
    began, before = TABLE.now, display.sent
    line.show(text)
    print("[%s]" % display.read(1), display.sent - before, TABLE.now - began < 5000)
print(set(display.memory[:128]), set(display.memory[256:]))
"""
    assert run(interpreter, code, tmp_path) == [
        "[FULL     120 -50] 128 True",
        "[FULL     120 -50] 0 True",
        "[FULL     130 -50] 8 True",
        "[                ] 128 True",
        "[0123456789ABCDEF] 128 True",
        "{0} {0}",
    ]


@both
def test_lights_are_the_same_on_both_interpreters(interpreter: str, tmp_path: Path) -> None:
    code = """
from firmware.lights import Lights, spread
class Chain(list):
    def write(self): print(sum([sum(colour) for colour in self]))
chain = Chain([(0, 0, 0)] * 150)
lights = Lights(chain, 4, 13, 80, 400)
print(lights.stretches)
for colour in ((3, 2, 1), (255, 255, 255)):
    while lights.busy: lights.step()
    lights.show([colour] * 17)
while lights.busy: lights.step()
"""
    stretches = spread(150, 4, 13)
    assert run(interpreter, code, tmp_path) == [str(stretches), "0", "444", "2664"]
