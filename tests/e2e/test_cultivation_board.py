"""Cultivation at the simulated table: the real firmware and a port, the record beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import simulated_deck, uid_of
from tapdeck.device import Device
from tapdeck.hands import TableWatch, pending
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tapdeck.store import Store
from tapdeck.table import Table

DECK = simulated_deck("cultivation")
NAMES = ("Ann", "Bo", "Cy", "Dee")


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[SimProcess]:
    (tmp_path / "flash").mkdir()
    with start_simulator(state_dir=tmp_path / "flash", pace="max") as process:
        yield process


class Rig:
    """A table of the game, its board, and hands."""

    def __init__(self, folder: Path, sim: SimProcess, seats: int, **headers: str) -> None:
        self.control = SimControl(sim.control)
        self.store = Store(f"sqlite:///{folder / 'record.sqlite'}")
        self.store.save_deck(DECK)
        self.table = Table(self.store)
        self.table.simulated = True
        self.table.start_game("cultivation", NAMES[:seats], headers=headers, by=THIS_MACHINE)
        self.device = Device(sim.port, self.table)
        self.table.attach(self.device)
        self.device.start()
        self.watch = TableWatch(self.table)
        self.linked()

    def linked(self) -> None:
        self.watch.wait("the board is linked", lambda view: bool(view["link"]["up"]))
        self.settle()

    def settle(self) -> None:
        while not self.device.settled:
            self.control.run(20)

    def lay(self, seat: int, *tags: str) -> None:
        """Lay tags down, each until it is read."""
        for tag in tags:
            self.control.place(seat, uid_of(DECK, tag))
            self.control.run(200)
            self.control.lift(seat)
            self.control.run(200)

    def press(self, seat: int, *lines: str, kind: str = "short") -> None:
        """Press, and wait until the record has these lines as its last ones."""
        self.control.press(seat, kind)
        self.done(*lines)

    def put_back(self, seat: int) -> None:
        self.control.run(100)
        self.control.press(seat, "long")
        self.control.run(100)
        self.settle()
        self.waits(seat)

    def tap(self, seat: int, *tags: str, does: str) -> None:
        """Lay tags down of which the last one acts."""
        self.lay(seat, *tags)
        self.done(does)

    def done(self, *lines: str) -> None:
        self.watch.wait(
            f"{lines} is done", lambda _: tuple(self.lines()[-len(lines) :]) == tuple(lines)
        )
        self.control.run(100)
        self.settle()

    def waits(self, seat: int, *codes: str, reading: str | None = None) -> dict[str, Any]:
        """What waits at a seat, once it is these cards."""

        def there(view: dict[str, Any]) -> bool:
            said = view["pending"].get(str(seat), {}).get("reading", "")
            return pending(view, seat) == codes and reading in (None, said)

        view = self.watch.wait(f"{codes} ({reading}) wait at seat {seat}", there)
        return dict(view["pending"].get(str(seat), {}))

    def lines(self) -> list[str]:
        """The journal, refused lines with their reason."""
        return [
            each["line"] if each["ok"] else f"{each['line']}: {each['reason']}"
            for each in self.table.events()
        ]

    def groups(self, seat: int) -> list[str]:
        found = self.table.view()["seats"][seat - 1]["groups"]
        return [" ".join([each["kind"], *each["cards"]]) for each in found]

    def digits(self) -> str:
        return str(self.control.display()["digits"])

    def asks(self, seat: int) -> bool:
        """Whether the seat's light is cyan, but for its short gaps."""
        for _ in range(30):
            red, green, blue = self.control.display()["pixels"][seat - 1]
            if not red and green and blue:
                return True
            self.control.run(50)
        return False

    def close(self) -> None:
        self.device.close()
        self.store.close()
        self.control.close()


@pytest.fixture
def rigs(tmp_path: Path, sim: SimProcess) -> Iterator[Any]:
    made: list[Rig] = []

    def make(seats: int, **headers: str) -> Rig:
        made.append(Rig(tmp_path, sim, seats, **headers))
        return made[0]

    yield make
    for rig in made:
        rig.close()


def test_c2_hands_dealt_over_the_readers_and_the_drawn_card_tapped_in(rigs: Any) -> None:
    """Known to those who hold them, told to nobody else; a draw that cannot be is refused."""
    rig = rigs(2)
    hands = {
        1: ["K01", "K13", "K25", "K37", "K04", "K16", "K28", "K40"],
        2: ["K07", "K19", "K31", "K43", "K10", "K22", "K34", "H1"],
    }
    rig.table.begin_dealing(THIS_MACHINE)
    rig.table.save_deck(DECK, THIS_MACHINE)  # a state is behind the mode on its way
    rig.settle()
    for place in range(8):
        for seat, hand in hands.items():
            rig.lay(seat, hand[place])
    rig.watch.wait("all is dealt", lambda view: view["dealing"] is None and view["hands_known"])
    rig.settle()
    assert rig.lines() == ["deal 1 …", "deal 2 …"]
    assert set(rig.table.view([2])["hands"]["2"]) == set(hands[2])

    said: list[str] = []
    rig.lay(1, "K49")
    assert rig.waits(1, "?") == {"cards": ["?"], "reading": ""}
    said += [json.dumps(rig.table.view()), rig.digits()]
    rig.press(1, "1 draw …")
    assert "K49" in rig.table.view([1])["hands"]["1"]
    said += [json.dumps(rig.table.view()), rig.table.transcript(), json.dumps(rig.table.events())]
    # What every card of the deck is may be known.
    assert "K49" not in " ".join(said).replace('"K49": "earth elixir"', "")
    rig.lay(1, "K01", "K13", "K25", "K49")
    rig.press(1, "1 meld K01 K13 K25 K49 as elixir")
    rig.press(1, "1 end")

    rig.lay(2, "K37")  # it is in Ann's hand, so it cannot be the card that is drawn
    rig.press(2, "2 draw …: hidden_elsewhere")
    rig.waits(2)
    rig.lay(2, "K05")
    rig.press(2, "2 draw …")
    assert rig.table.view()["hands_known"]
    assert "K05" in rig.table.view([2])["hands"]["2"]
    rig.lay(2, "K10", "K22", "H1")
    rig.press(2, "2 meld K10 K22 H1: no_common_kind")
    # The board had believed it; that the host did not is said, without the card.
    [conflict] = rig.table.view()["conflicts"]
    assert conflict["line"] == "2 draw …"


def test_a_match_of_three_at_the_readers(rigs: Any) -> None:
    """C4, C6-C11, C13: what is asked, roots and their turns, groups that turn, cards taken back,
    the page beside it, a board that starts again; everything exactly once.
    """
    rig = rigs(3, deals="2")
    # C10: a root of a type turns into an element group; its extra turn has a draw of its own.
    rig.lay(1, "K01", "K02", "K03")
    shown = rig.waits(1, "K01", "K02", "K03")
    assert [each["kind"] for each in shown["choices"]] == ["elixir", "metal"]
    assert rig.asks(1)
    rig.press(1, "1 draw", "1 meld K01 K02 K03 as elixir")
    rig.lay(1, "K04")
    rig.waits(1, "K04")
    rig.press(1, "1 draw", "1 add 1 K04")
    assert rig.groups(1) == ["metal K01 K02 K03 K04"]
    rig.press(1, "1 undo", kind="long")
    assert rig.groups(1) == ["elixir K01 K02 K03"]
    # C6, C4: which group, asked by the light; the second choice by `other`.
    rig.lay(1, "K16", "K17", "K28")
    rig.press(1, "1 meld K16 K17 K28 as artifact")
    rig.lay(1, "K04", "other")
    rig.waits(1, "K04", reading="add 1")
    rig.press(1, "1 add 1 K04")
    # C7: a card of a neighbour's, or of a group of three, does not come back; then one that does.
    rig.tap(1, "take", "K17", does="1 take K17: group_too_small")
    rig.put_back(1)
    rig.tap(1, "K04", "take", does="1 take K04")
    rig.press(1, "1 undo", kind="long")
    rig.tap(1, "take", "K04", does="1 take K04")
    rig.press(1, "1 end")

    # C8, C9: the two kinds of special cards do not mix; the draw was made all the same.
    rig.lay(2, "K13", "K14", "H1", "T1")
    rig.press(2, "2 draw", "2 meld K13 K14 H1 T1: ambiguous_special")
    rig.put_back(2)
    rig.lay(2, "K13", "K14", "T1")
    rig.press(2, "2 meld K13 K14 T1 as elixir")  # a root by the treasure
    rig.tap(2, "take", "K16", does="2 take K16: no_such_group")
    rig.put_back(2)

    # The board starts again in the middle of a turn: the turn, its groups and draws are there.
    boot = rig.watch.view["board"]["boot"]
    rig.control.reset()
    rig.watch.wait("it has started", lambda view: bool(view["board"]["boot"] != boot))
    rig.linked()
    rig.lay(2, "K18", "K25", "H2")
    rig.press(2, "2 draw", "2 meld K18 K25 H2: no_common_kind")
    rig.put_back(2)
    rig.press(2, "2 undo", kind="long")  # what was done before the start only the host knows
    rig.press(2, "2 undo", kind="long")
    assert rig.groups(2) == []
    rig.lay(2, "K13", "K25", "H1")
    rig.waits(2, "K13", "K25", "H1")
    rig.put_back(2)
    rig.lay(2, "K13", "K14", "H1")
    rig.press(2, "2 meld K13 K14 H1 as wood")
    rig.press(2, "2 end")

    # The page decides while the board judges the same cards: both are kept, the first one counts.
    rig.lay(3, "K37", "K38", "K39")
    rig.waits(3, "K37", "K38", "K39")
    rig.control.usb(read=False)
    rig.table.act("3 draw", THIS_MACHINE)
    rig.table.act("3 meld K37 K38 K39 as fire", THIS_MACHINE)
    rig.control.press(3, "short")
    rig.control.run(100)
    rig.control.usb(read=True)
    rig.done("3 meld K37 K38 K39 as elixir: card_already_played")
    assert rig.groups(3) == ["fire K37 K38 K39"]
    rig.waits(3)
    rig.control.run(100)
    rig.control.press(3)
    rig.done("3 end")
    assert rig.table.view()["turn"] == 1

    # C11, C12, C13: after another root, drawn on the page, three cards are the last ones of a hand.
    rig.table.act("1 draw", THIS_MACHINE)
    rig.settle()
    rig.lay(1, "K49", "K50", "K51")
    rig.press(1, "1 meld K49 K50 K51 as elixir")
    rig.lay(1, "K04", "K05", "K06")
    rig.press(1, "1 draw", "1 add 2 K04 K05 K06")
    assert rig.groups(1) == [
        "metal K01 K02 K03",
        "artifact K16 K17 K28 K04 K05 K06",
        "elixir K49 K50 K51",
    ]
    assert rig.table.view()["totals"] == {"1": 12, "2": 0, "3": 1}
    rig.press(3, "new")
    assert (rig.table.view()["deal"], rig.table.view()["turn"]) == (2, 2)

    # Without the host the game waits; what is done then is done once, afterwards.
    count = len(rig.lines())
    rig.control.usb(plug=False)
    rig.watch.wait("the host is away", lambda view: not view["link"]["up"])
    rig.control.run(5000)
    rig.lay(2, "K13", "K25", "K37")
    rig.control.press(2)
    rig.control.run(500)
    assert rig.digits() == "no Ho5t "  # as seven segments show it
    rig.control.usb(plug=True)
    rig.linked()
    rig.waits(2, "K13", "K25", "K37")
    assert len(rig.lines()) == count
    rig.press(2, "2 draw", "2 meld K13 K25 K37 as elixir")
    assert len(rig.lines()) == count + 2
    rig.press(2, "2 end")

    # C15: the pile is as the page has it, 66 cards without three hands and one draw.
    assert rig.table.view()["pile"] == 66 - 24 - 1
    numbers = [(e.boot, e.n) for e in rig.store.entries(1) if e.source == "board"]
    assert len(set(numbers)) == len(numbers)
