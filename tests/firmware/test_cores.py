"""One core at a time, and what the digits say where a game cannot be played."""

from __future__ import annotations

import sys
from pathlib import Path

from firmware import cores
from shared_rules import games
from tests.hardware.rig import both, run
from tests.micropython import requires_micropython
from tests.micropython import run as run_alone

SWITCH = """
import gc
from firmware import cores
from shared_rules import games
def after(name):
    cores.load(name)
    gc.collect()
    return gc.mem_alloc()
# Twice until every name is known and every cache has its size.
for _ in range(2):
    last = [after(name) for name in games.NAMES]
first = last = [after(name) for name in games.NAMES]
for _ in range(6):
    last = [after(name) for name in games.NAMES]
# The collector takes a stray number for a pointer now and then: some bytes are not growth.
print(max([now - then for then, now in zip(first, last)]) < 512)
import sys
loaded = [path for path in sys.modules if any(name in path for name in games.NAMES)]
print(len([path for path in loaded if "cthulhu_wars" in path]) == len(loaded))
"""


@requires_micropython
def test_switching_from_game_to_game_does_not_grow() -> None:
    """Once each game's names are known to the interpreter, which never forgets a name."""
    assert run_alone(SWITCH).split() == ["True", "True"]


def test_other_programs_keep_their_cores_on_cpython() -> None:
    spooks = games.core("spooks")
    assert cores.load("followers") is games.core("followers")
    assert sys.modules["shared_rules.spooks"] is spooks


APP = """
from firmware import boards, cores, main
from firmware.main import Application
from shared_rules import games
from shared_rules.wire import GAME_BITS, GAME_ON, StateDown
app = Application(boards.load("pico").build())
def hear(game, number, core=None):
    if core is None:
        core = games.core(game).dump(games.core(game).initial({}))
    app.on_state(StateDown(game, number << GAME_BITS, 0, 0, flags=GAME_ON, core=core))
    app._show()
    print(app.referee.core.NAME if app.referee else "-", app.screens.text.split("|")[2])
class Tags(dict): pass
def cards(pack):
    from shared_rules.deck import Deck
    deck = Deck(pack)
    deck.add(bytes(7), 0)
    app.on_deck(deck)
"""


@both
def test_a_game_comes_and_goes_with_the_hosts_state(interpreter: str, tmp_path: Path) -> None:
    code = (
        APP
        + """
cards("spooks")
hear("followers", 1)
hear("spooks", 2)
app.link.linked = True
app.on_link(True, "")
app._show(); print(app.screens.text)
hear("followers", 3)
hear("whist", 4, b"?")
hear("spooks", 5, b"of another firmware")
hear("spooks", 5)
app.on_state(StateDown())
app._show(); print(app.screens.text)
"""
    )
    assert run(interpreter, code, tmp_path, heap="2M") == [
        "followers    0   0",
        "spooks NO HOST",
        "wait,wait,wait|............. cw|        ",
        "followers    0   0",
        "- UPDATE",
        "- UPDATE",
        "spooks         ",
        "|0|IDLE",
    ]


@both
def test_a_game_that_the_board_does_not_take_is_left_to_the_page(
    interpreter: str, tmp_path: Path
) -> None:
    code = (
        APP
        + """
games.AT_THE_BOARD = ("followers", "spooks")
cards("spooks")
hear("cultivation", 1)
app._pressed(1, "short")
print(app.journal.waiting)
hear("spooks", 2)
"""
    )
    assert run(interpreter, code, tmp_path, heap="2M") == ["- PAGE", "0", "spooks NO HOST"]


@both
def test_a_game_for_which_there_is_no_room_does_not_end_the_board(
    interpreter: str, tmp_path: Path
) -> None:
    """Taps and presses are harmless then, and the next game is played."""
    code = (
        APP
        + """
cards("spooks")
core, spooks = games.core, games.core("spooks")
data = spooks.dump(spooks.initial({}))
def no_room(name):
    if name == "spooks":
        raise MemoryError
    return core(name)
games.core = no_room
hear("spooks", 1, data)
app._tag(1, bytes(7), True)
app._pressed(1, "short")
app.on_link(True, "")
print(app.journal.waiting)
hear("followers", 2)
games.core = core
hear("spooks", 3)
"""
    )
    assert run(interpreter, code, tmp_path, heap="2M") == [
        "- TOO BIG",
        "0",
        "followers    0   0",
        "spooks NO HOST",
    ]


@both
def test_a_board_that_was_playing_spooks_waits_for_its_host(
    interpreter: str, tmp_path: Path
) -> None:
    """After a power cut it does not fall back to the game that it can play alone."""
    code = (
        APP
        + """
cards("spooks")
hear("spooks", 2)
app.journal.step(0, True)
app = Application(boards.load("pico").build())
cards("spooks")
app._pressed(1, "short")
app._show()
print(app.referee.core.NAME, app.screens.text, app.journal.waiting)
"""
    )
    assert run(interpreter, code, tmp_path, heap="2M") == [
        "spooks NO HOST",
        "spooks refused,wait,wait|............. cw|NO HOST 0",
    ]


@both
def test_what_waits_is_played_on_the_page_before_the_board_has_said_anything(
    interpreter: str, tmp_path: Path
) -> None:
    """Of this start of the board nothing is in the record yet, so the state is as of no event."""
    code = (
        APP
        + """
cards("spooks")
core = games.core("spooks")
state = core.initial({})
app.link.linked = True
app.on_link(True, "")
def say(number, seat=0):
    version = (2 << GAME_BITS) + number
    app.on_state(StateDown("spooks", version, 0, 0, 0, seat, flags=GAME_ON, core=core.dump(state)))
say(0)
app._tag(1, bytes(7), True)
print(len(app.referee.cards(1)))
core.apply(state, core.parse("1 play SP1"))
say(1, 1)
app._show(); print(len(app.referee.cards(1)), app.screens.text.split("|")[0])
"""
    )
    assert run(interpreter, code, tmp_path, heap="2M") == ["1", "0 accepted,turn,wait"]
