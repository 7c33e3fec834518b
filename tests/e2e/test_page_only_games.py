"""A game whose cards the board does not take yet: the table says so, in lights and in words."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

from shared_rules import games
from tapdeck.service import Service
from tapdeck.settings import load
from tapdeck.simulator import SimControl, start_simulator


def digits(control: SimControl, wanted: str) -> str:
    """What the digits show, as soon as that is what is wanted, else after a while."""
    until = monotonic() + 20
    while True:
        control.run(50)
        shown = str(control.display()["digits"]).strip()
        if shown == wanted or monotonic() > until:
            return shown
        sleep(0.02)


def test_the_board_leaves_other_games_to_the_page(tmp_path: Path) -> None:
    others = [name for name in games.NAMES if name not in games.AT_THE_BOARD]
    with (
        start_simulator(state_dir=tmp_path, pace="max") as sim,
        SimControl(sim.control) as control,
        Service(
            load(port=sim.port, db=f"sqlite:///{tmp_path / 'record.sqlite'}", listen="127.0.0.1:0")
        ) as service,
    ):
        for name in others:
            service.table.start_game(name)
            assert digits(control, "PAGE") == "PAGE"
            codes = [notice["code"] for notice in service.table.view()["notices"]]
            assert "page_only" in codes
            # A press means nothing there, and harms nothing.
            control.press(1, "short")
            assert service.table.events() == []
        # Restarted without the host, the board does not fall back to a game before.
        control.usb(plug=False)
        control.reset()
        assert digits(control, "PAGE") == "PAGE"
        control.usb(plug=True)
        service.table.start_game("followers")
        assert digits(control, "no CArd5") == "no CArd5"
        assert "page_only" not in [each["code"] for each in service.table.view()["notices"]]
