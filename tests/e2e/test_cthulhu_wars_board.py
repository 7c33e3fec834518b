"""Cthulhu Wars entered with pieces at the simulated table: the real firmware and a port, and what
everybody may know of it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shared_rules import packs
from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import simulated_deck, uid_of
from tapdeck.device import Device
from tapdeck.hands import TableWatch
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tapdeck.store import Store
from tapdeck.table import Table

GAME = "cthulhu_wars"
DECK = simulated_deck(GAME)
NAMES = ("Ada", "Bao", "Chen", "Dora", "Emre")
SIGNS = [code for code in packs.codes(GAME) if code[0] == "S" and code[1].isdigit()]
PATIENCE = 15.0


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[SimProcess]:
    (tmp_path / "flash").mkdir()
    with start_simulator(state_dir=tmp_path / "flash", pace="max") as process:
        yield process


class Rig:
    """A table of the game, its board, and hands."""

    def __init__(self, folder: Path, sim: SimProcess, control: SimControl, seats: int) -> None:
        self.store = Store(f"sqlite:///{folder / 'record.sqlite'}")
        self.store.save_deck(DECK)
        self.table = Table(self.store)
        self.table.simulated = True
        self.table.start_game(GAME, NAMES[:seats], by=THIS_MACHINE)
        self.device = Device(sim.port, self.table)
        self.table.attach(self.device)
        self.control = control
        self.device.start()
        self.watch = TableWatch(self.table, range(1, seats + 1))
        self.watch.wait("the board is linked", lambda view: bool(view["link"]["up"]))
        while not self.device.settled:
            control.run(20)
        self.said: list[str] = []

    def tap(self, reader: int, *tags: str) -> None:
        for tag in tags:
            self.control.place(reader, uid_of(DECK, tag))
            self.control.run(200)
            self.control.lift(reader)
            self.control.run(200)
            self.look()

    def press(self, seat: int, line: str, kind: str = "short") -> None:
        """Press, and wait until the record has the line."""
        self.control.press(seat, kind)
        self.watch.wait(f"'{line}' is done", lambda view: (view["last"] or {}).get("line") == line)
        self.look()
        self.control.run(100)

    def look(self) -> None:
        """Everything that the public may see, on the page and at the table."""
        table = self.table
        for seen in (table.view(), table.view([1]), table.events(), table.board(), table.lights()):
            self.said.append(json.dumps(seen, ensure_ascii=False))
        self.said.append(table.transcript())
        self.said.append(json.dumps(self.control.display()["digits"]))

    def view(self) -> dict[str, Any]:
        return self.table.view()

    def close(self) -> None:
        self.device.close()
        self.store.close()


def test_w10_a_sign_at_the_board_is_told_to_nobody_but_its_seat(
    tmp_path: Path, sim: SimProcess, caplog: pytest.LogCaptureFixture
) -> None:
    """Tapped, taken back, drawn, refused, in a ritual: everybody sees how many there are."""
    caplog.set_level(logging.DEBUG)
    with SimControl(sim.control) as control:
        rig = Rig(tmp_path, sim, control, 3)
        try:
            rig.press(2, "gather")
            rig.press(1, "first 1 cw")
            rig.tap(2, "S3A")
            shown = rig.watch.wait(
                "a token lies there",
                lambda view: view["pending"].get("2", {}).get("cards") == ["?"],
            )
            assert shown["pending"]["2"]["reading"] == ""
            rig.press(2, "2 sign 3")
            assert rig.table.view([2])["seats"][1]["held"] == {"named": [3], "unnamed": 0}
            rig.press(2, "2 undo", "long")
            rig.tap(2, "S3B")
            rig.press(2, "2 sign 3")
            rig.tap(2, "lost", "S2A")  # one that is not held
            rig.press(2, "2 show 2")
            assert rig.watch.view["last"]["reason"] == "no_such_sign"
            assert [seat["signs"] for seat in rig.view()["seats"]] == [0, 1, 0]
            assert [seat["held"] for seat in rig.view()["seats"]] == [None] * 3
            said = "\n".join([*rig.said, caplog.text])
            # What somebody shows is told by its value when it is allowed, and by its seat only when
            # it is not.
            tags = [uid_of(DECK, sign) for sign in SIGNS]  # who knows the deck could read them
            for secret in ("sign 3", "sign 2", "show 2", *SIGNS, *tags):
                assert secret not in said
            assert "2 sign …" in said
            rig.tap(2, "lost", "S3B")
            rig.press(2, "2 show 3")
            assert "2 show 3" in rig.table.transcript()
            assert rig.view()["totals"] == {"1": 0, "2": 3, "3": 0}
        finally:
            rig.close()


def test_w10_w12_through_a_pulled_cable_and_a_reset_all_counts_once(
    tmp_path: Path, sim: SimProcess, caplog: pytest.LogCaptureFixture
) -> None:
    """In the middle of a phase: pieces wait for the host, what it knows is there after a reset."""
    caplog.set_level(logging.DEBUG)
    with SimControl(sim.control) as control:
        rig = Rig(tmp_path, sim, control, 3)
        try:
            rig.press(3, "gather")
            rig.press(1, "first 1 cw")
            rig.tap(2, "S3A")
            rig.tap(3, "lost", "P3")
            control.usb(plug=False)
            rig.watch.wait("the cable is out", lambda view: not view["link"]["up"])
            assert rig.view()["pending"] == {}
            control.run(6000)  # what the board takes for a host that has gone
            control.press(2)
            control.press(3)
            rig.look()
            assert control.display()["digits"].strip() == "no Ho5t"  # seven segments
            control.usb(plug=True)
            back = rig.watch.wait(
                "all lies there as before",
                lambda view: view["link"]["up"] and set(view["pending"]) == {"2", "3"},
            )
            assert back["pending"]["2"]["cards"] == ["?"]
            third = back["pending"]["3"]
            assert (third["cards"], third["reading"]) == (["P3"], "lost")
            rig.press(3, "3 power -3")
            rig.press(2, "2 sign 3")
            rig.tap(1, "GATE1")
            control.reset()
            rig.watch.wait("it is back", lambda view: not view["pending"] and view["link"]["up"])
            rig.watch.wait("it has the state", lambda view: "E0E1E0" in view["lights"])
            # What was done before the reset the seat still takes back, and what is new counts once.
            rig.press(2, "2 undo", "long")
            rig.tap(1, "GATE1")
            rig.press(1, "1 gate +1")
            lines = [(event["line"], event["counts"]) for event in rig.table.events()]
            assert lines == [
                ("gather", True),
                ("first 1 cw", True),
                ("3 power -3", True),
                ("2 sign …", False),
                ("2 undo", False),
                ("1 gate +1", True),
            ]
            said = "\n".join([*rig.said, caplog.text])
            assert not [each for each in ("sign 3", *SIGNS) if each in said]
        finally:
            rig.close()


def test_w1_five_factions_at_four_readers_speak_by_their_cards(
    tmp_path: Path, sim: SimProcess
) -> None:
    """W4 to W8 at a table with fewer readers than factions, told whole to the page's mirror."""
    with SimControl(sim.control) as control:
        rig = Rig(tmp_path, sim, control, 5)
        try:
            rig.press(1, "gather")
            rig.press(1, "first 1 cw")
            rig.tap(3, "OW", "GATE1", "GATE2")
            rig.press(3, "5 gate +2")
            rig.tap(4, "YS", "GC")
            rig.press(4, "4 capture 1")
            for seat, faction in enumerate(("GC", "CC", "BG", "YS", "OW"), 1):
                rig.tap(1, faction, "SIGN")
                rig.press(1, f"{seat} sign ?")
                rig.tap(2, faction, "lost", "P5", "P3")
                rig.press(2, f"{seat} power -8")
            rig.tap(1, "BG")
            rig.press(1, "3 turn")
            rig.press(1, "gather")
            rig.tap(2, "OW")
            rig.press(2, "first 5 cw")
            rig.press(2, "doom")
            assert rig.view()["totals"] == {"1": 1, "2": 1, "3": 1, "4": 1, "5": 3}
            wanted = ",".join(rig.table.lights()["rows"])
            # All of it fits a frame: seats, both tracks, three pairs of rows.
            rig.watch.wait(
                "the lights are told",
                lambda view: str(view["lights"]).endswith("|" + wanted),
                PATIENCE,
            )
            rig.tap(3, "RITUAL")
            rig.press(3, "5 ritual")
        finally:
            rig.close()
