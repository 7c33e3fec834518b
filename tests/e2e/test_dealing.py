"""Hands and gifts dealt at the simulated table: tags on readers and the real firmware."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapdeck.actors import THIS_MACHINE
from tapdeck.decks import simulated_deck, uid_of
from tapdeck.device import Device
from tapdeck.hands import TableWatch
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tapdeck.store import Store
from tapdeck.table import Table
from tests.rules.full_table import GIFTS, HANDS

DECK = simulated_deck("followers")
PATIENCE = 10.0


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[SimProcess]:
    (tmp_path / "flash").mkdir()
    with start_simulator(state_dir=tmp_path / "flash", pace="max") as process:
        yield process


@pytest.fixture
def running(tmp_path: Path, sim: SimProcess) -> Iterator[tuple[Table, Device]]:
    (tmp_path / "table-1.toml").write_text("[followers]\nextension = true\n", encoding="utf-8")
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    store.save_deck(DECK)
    table = Table(store, house_rules=tmp_path)
    table.simulated = True
    table.start_game("followers", by=THIS_MACHINE)
    device = Device(sim.port, table)
    table.attach(device)
    device.start()
    yield table, device
    device.close()
    store.close()


class Dealer:
    """Taps cards until the table has seen them."""

    def __init__(self, table: Table, device: Device, control: SimControl) -> None:
        self.table = table
        self.device = device
        self.control = control

    def begin(self, watch: TableWatch, what: str) -> None:
        """Begin to deal, and wait until the board knows: a state is behind the mode on its way."""
        self.table.begin_dealing(THIS_MACHINE, what)
        self.table.save_deck(DECK, THIS_MACHINE)
        while not self.device.settled:
            self.control.run(20)
        watch.view = self.table.view()

    def tap(self, watch: TableWatch, reader: int, what: str, seen: Any) -> None:
        """Lay a tag down, and take it away once the table has seen it."""
        self.control.place(reader, uid_of(DECK, what))
        watch.wait(f"{what} is seen", seen, PATIENCE)
        self.control.lift(reader)
        self.control.run(150)

    def press(self, watch: TableWatch, seat: int, kind: str, seen: Any) -> None:
        self.control.press(seat, kind)
        watch.wait(f"seat {seat} pressed", seen)


def test_f2_f20_f23_hands_gifts_and_an_extension_card_over_the_readers(
    running: tuple[Table, Device], sim: SimProcess
) -> None:
    table, device = running
    with TableWatch(table) as watch, SimControl(sim.control) as control:
        watch.wait("the board is linked", lambda view: view["link"]["up"])
        dealer = Dealer(table, device, control)

        dealer.begin(watch, "hands")
        for place in range(15):
            for seat, hand in HANDS.items():
                last = place == 14 and seat == 4

                def there(view: dict[str, Any], seat: int = seat, n: int = place + 1) -> bool:
                    dealing = view["dealing"]
                    return dealing is None or dealing["seats"][str(seat)]["count"] >= n

                dealer.tap(watch, seat, hand.split()[place], there)
                if (place, seat) == (2, 3):
                    # Somebody taps a card of a neighbour's: it is said, and nothing else happens.
                    dealer.tap(
                        watch,
                        4,
                        HANDS[1].split()[0],
                        lambda view: any(each["code"] == "twice" for each in view["notices"]),
                    )
                assert (watch.view["dealing"] is None) == last
        assert watch.view["hands_known"]
        assert [event["line"] for event in table.events()] == [f"deal {seat} …" for seat in HANDS]
        assert set(table.view((3,))["hands"]["3"]) == set(HANDS[3].split())

        # The board judges again as soon as it knows: the state came after the mode.
        while not device.settled:
            control.run(20)
        # A call by its tag, then an extension card, tapped like any other.
        dealer.tap(watch, 2, "great", lambda view: view["calls"])
        dealer.tap(watch, 2, "E4", lambda view: view["seats"][1]["extension"])
        assert table.view((2,))["seats"][1]["extension"] == {"card": "E4", "shown": False}
        assert "E4" not in str(table.view())

        dealer.begin(watch, "gifts")
        for number, gift in enumerate(GIFTS, 1):
            seat, _, to, card = gift.split()
            said = f"The next card goes to {watch.view['seats'][int(to) - 1]['name']}."
            dealer.tap(
                watch,
                int(seat),
                f"seat {to}",
                lambda view, said=said: view["notices"][-1]["text"]["en"] == said,
            )
            dealer.tap(
                watch,
                int(seat),
                card,
                lambda view, n=number: (
                    sum(each["gifts_given"] for each in view["seats"]) == n
                    or view["dealing"] is None
                ),
            )
        assert watch.view["turn"] == 1

        # Play goes on at the same readers.
        while not device.settled:
            control.run(20)
        dealer.tap(watch, 1, "NB", lambda view: "1" in view["pending"])
        dealer.press(watch, 1, "short", lambda view: view["phase"] == "follow")
        dealer.tap(watch, 2, "E4", lambda view: view["seats"][1]["extension"]["shown"])
        assert table.view()["ask"] == "E4"
        assert table.view()["conflicts"] == []
        assert [event["line"] for event in table.events()][-2:] == ["1 play NB", "2 show E4"]
