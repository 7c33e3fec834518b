"""A short deal of Followers with tags and buttons at a simulated table of any board."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import Device
from tapdeck.simulator import Interpreter, SimControl, start_simulator
from tapdeck.store import Store
from tapdeck.table import Table

# (cards, the line that comes of it). Seat 1 is out with its fourth play, seat 3 with its fifth: a
# double finish (F18).
DEAL = (
    [("", f"{seat} nocall") for seat in (1, 2, 3, 4, 1, 2, 3, 4)]
    + [("NB", "1 play NB"), ("", "2 pass"), ("", "3 pass"), ("", "4 pass")]
    + [("2S 3S 4H 5S 6S", "1"), ("", "2 pass"), ("", "3 pass"), ("", "4 pass")]
    + [("7S 8S 9S TS JH", "1"), ("", "2 pass"), ("", "3 pass"), ("", "4 pass")]
    + [("QS QH QC QD", "1"), ("", "2 pass"), ("", "3 pass"), ("", "4 pass")]
    + [("3H", "2"), ("4C", "3"), ("", "4 pass"), ("", "2 pass")]
    + [("5C 6C 7C 8C 9H", "3"), ("", "4 pass"), ("", "2 pass")]
    + [("7D 8D 9D TD JC", "3"), ("", "4 pass"), ("", "2 pass")]
    + [("AS AH AC AD", "3")]
)
PATIENCE_S = 20


def wait_for(what: Callable[[], bool]) -> None:
    """Until it is so; AssertionError after PATIENCE_S."""
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.005)


def play(
    board: str, interpreter: Interpreter, folder: Path, shared: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play the deal; the host's view and the table's display at its end.

    shared   everything at reader and button 1, a seat's tag where nobody knows whose turn it is
    """
    store = Store(f"sqlite:///{folder / 'record.sqlite'}")
    host = Table(store)
    host.simulated = True
    deck = decks.simulated_deck("followers")
    host.save_deck(deck, THIS_MACHINE)
    host.start_game("followers", by=THIS_MACHINE)
    with (
        start_simulator(
            state_dir=folder / "flash", pace="max", interpreter=interpreter, board=board
        ) as sim,
        SimControl(sim.control) as hands,
    ):
        device = Device(sim.port, host)
        host.attach(device)
        device.start()
        try:
            wait_for(lambda: device.settled)
            for done, (cards, line) in enumerate(DEAL, 1):
                place = 1 if shared else int(line.split()[0])
                words = ["seat 1", "NB"] if shared and cards == "NB" else cards.split()
                for word in words:
                    hands.place(place, decks.uid_of(deck, word))
                    hands.run(150)
                    hands.lift(place)
                    hands.run(150)
                hands.press(place)
                wait_for(lambda done=done: len(host.events()) == done)  # type: ignore[misc]
                last = host.events()[-1]
                assert last["ok"], last
                assert last["line"] == (line if " " in line else f"{line} play {cards}")
                wait_for(lambda: device.settled)
                hands.run(100)
            return host.view(), hands.display()
        finally:
            device.close()
            store.close()
