"""Spooks at the simulated table: the real firmware behind a serial port, a real host before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from firmware.screens import COLOURS, SPOT
from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import Device
from tapdeck.simulator import Interpreter, SimControl, start_simulator
from tapdeck.store import Store
from tapdeck.table import Table
from tests.firmware.short_deal import wait_for
from tests.hardware.rig import both

DARK = (0, 0, 0)


class Evening:
    """Hands at the table, and what the host and the lights say."""

    def __init__(self, host: Table, device: Device, hands: SimControl) -> None:
        self.host = host
        self.device = device
        self.hands = hands
        self.deck = decks.simulated_deck("spooks")
        self.seen: list[dict[str, Any]] = []  # every view of the public

    def lay(self, seat: int, *cards: str) -> None:
        for code in cards:
            word, _, copy = code.partition(" ")
            self.hands.place(seat, decks.uid_of(self.deck, word, int(copy or 1)))
            self.hands.run(150)
            self.hands.lift(seat)
            self.hands.run(150)

    def do(self, seat: int, *cards: str) -> str:
        """Tap cards at a seat and press; the line that comes of it, as the public may see it."""
        self.lay(seat, *cards)
        before = len(self.host.events())
        self.hands.press(seat)
        wait_for(lambda: len(self.host.events()) > before)
        wait_for(lambda: self.device.settled)
        last = self.host.events()[-1]
        assert last["ok"], last
        return str(last["line"])

    def strip(self) -> list[tuple[int, ...]]:
        """The colours of the strip."""
        return [tuple(pixel) for pixel in self.hands.display()["pixels"][4:]]

    def told(self) -> str:
        return repr((self.seen, self.host.view(), self.host.events(), self.host.transcript()))


@both
def test_a_game_with_tags_and_buttons(interpreter: Interpreter, tmp_path: Path) -> None:
    """S3-S9, S13, S15: every rule once, two stickers of one card, and no choice told before all
    are turned up.
    """
    store = Store(f"sqlite:///{tmp_path / 'record.sqlite'}")
    host = Table(store)
    host.simulated = True
    host.save_deck(decks.simulated_deck("spooks"), THIS_MACHINE)
    host.start_game("spooks", ["Ann", "Bob", "Cleo", "Dan"], {"double_pack": "on"}, by=THIS_MACHINE)
    with (
        start_simulator(state_dir=tmp_path / "flash", pace="max", interpreter=interpreter) as sim,
        SimControl(sim.control) as hands,
    ):
        device = Device(sim.port, host)
        host.attach(device)
        device.start()
        try:
            # Before it has the deck, every card is a stranger.
            wait_for(lambda: host.view()["lights"].endswith("cw|        "))
            table = Evening(host, device, hands)
            host.subscribe(lambda: table.seen.append(host.view()))
            assert table.do(1, "SP1") == "1 play SP1"
            assert hands.display()["digits"] == "       2"
            assert table.strip().count(COLOURS["b"]) == 12  # the gap runs along it
            assert table.do(2, "SP2", "GO2") == "2 play GO2"
            assert [pixel != DARK for pixel in table.strip()].count(True) in (6, 8)
            assert set(table.strip()) <= {COLOURS["g"], DARK, SPOT}
            for seat, card in ((1, "GO9"), (3, "GO9 2"), (4, "BAM")):
                assert table.do(seat, card) == f"{seat} choose …"
            hands.run(3000)
            wait = tuple(hands.display()["pixels"][0])
            assert [tuple(pixel) == wait for pixel in hands.display()["pixels"][:4]] == [
                True,
                False,
                True,
                True,
            ]
            table.lay(2, "SP7")
            wait_for(lambda: "2" in host.view()["pending"])
            assert host.view()["pending"]["2"]["cards"] == ["?"]
            for code in ("GO9", "BAM", "SP7"):
                assert code not in table.told()
            table.do(2)
            assert "GO9" in table.told()  # all are turned up: two equal ones choose again
            for seat, card in ((1, "GO3"), (3, "GO4")):
                table.do(seat, card)
            assert table.do(3, "SK5") == "3 play SK5"
            assert hands.display()["digits"] == "       5"
            assert table.do(4) == "4 pass"
            assert table.do(3, "BA4", "GH5", "BA6") == "3 run BA4 GH5 BA6"
            assert table.do(4) == "4 pass"
            assert host.view()["phase"] == "pandemonium"
            for seat in (3, 2, 1):
                assert table.do(seat, f"SP{seat + 2}").startswith(f"{seat} give 4")
            for code in ("SP3", "SP4", "SP5"):
                assert code not in table.told()
            assert table.do(4, "SP10") == "4 play SP10"
            assert hands.display()["digits"] == "       H"
            counters = device.counters
            assert counters.corrupt == 0
        finally:
            device.close()
            store.close()
