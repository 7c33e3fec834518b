"""Hands and gifts dealt at the simulated table: tags on readers and the real firmware."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapdeck.decks import simulated_deck, uid_of
from tapdeck.device import Device
from tapdeck.hands import HandsError, TableWatch
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tapdeck.store import Store
from tapdeck.table import Table
from tests.rules.full_table import GIFTS, HANDS

DECK = simulated_deck("followers")
PATIENCE = 3.0  # until a tap is tried again: the board may not have heard of the mode yet


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[SimProcess]:
    (tmp_path / "flash").mkdir()
    with start_simulator(state_dir=tmp_path / "flash", pace="max") as process:
        yield process


@pytest.fixture
def table(tmp_path: Path, sim: SimProcess) -> Iterator[Table]:
    (tmp_path / "table-1.toml").write_text("[followers]\nextension = true\n", encoding="utf-8")
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    store.save_deck(DECK)
    table = Table(store, house_rules=tmp_path)
    table.simulated = True
    table.start_game("followers")
    device = Device(sim.port, table)
    table.attach(device)
    device.start()
    yield table
    device.close()
    store.close()


class Dealer:
    """Taps cards until the table has seen them."""

    def __init__(self, table: Table, control: SimControl) -> None:
        self.table = table
        self.control = control

    def tap(self, watch: TableWatch, reader: int, what: str, seen: Any) -> None:
        """Lay a tag down and take it away; again, if nothing came of it."""
        for attempt in range(5):
            self.control.place(reader, uid_of(DECK, what))
            try:
                watch.wait(f"{what} is seen", seen, PATIENCE)
                return
            except HandsError:
                if attempt == 4:
                    raise
            finally:
                self.control.lift(reader)
                self.control.run(150)

    def press(self, watch: TableWatch, seat: int, kind: str, seen: Any) -> None:
        self.control.press(seat, kind)
        watch.wait(f"seat {seat} pressed", seen)


def test_f2_f20_f23_hands_gifts_and_an_extension_card_over_the_readers(
    table: Table, sim: SimProcess
) -> None:
    with TableWatch(table) as watch, SimControl(sim.control) as control:
        watch.wait("the board is linked", lambda view: view["link"]["up"])
        dealer = Dealer(table, control)

        table.begin_dealing()
        watch.view = table.view()
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

        # A call by its tag, then an extension card, tapped like any other.
        dealer.tap(watch, 2, "great", lambda view: view["calls"])
        dealer.tap(watch, 2, "E4", lambda view: view["seats"][1]["extension"])
        assert table.view((2,))["seats"][1]["extension"] == {"card": "E4", "shown": False}
        assert "E4" not in str(table.view())

        table.begin_dealing("gifts")
        watch.view = table.view()
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
        dealer.tap(watch, 1, "NB", lambda view: "1" in view["pending"])
        dealer.press(watch, 1, "short", lambda view: view["phase"] == "follow")
        dealer.tap(watch, 2, "E4", lambda view: view["seats"][1]["extension"]["shown"])
        assert table.view()["ask"] == "E4"
        assert table.view()["conflicts"] == []
        assert [event["line"] for event in table.events()][-2:] == ["1 play NB", "2 show E4"]
