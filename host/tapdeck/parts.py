"""What a running Tapdeck is made of: record, table, link to the board, simulated table."""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tapdeck import decks, private, rules
from tapdeck.access import Access
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import Device, discover, probe
from tapdeck.settings import Settings
from tapdeck.store import Store
from tapdeck.table import Table

if TYPE_CHECKING:
    from tapdeck.simulator import SimProcess

log = logging.getLogger(__name__)

FIRST_GAME = "followers"
Say = Callable[[str], None]


class Parts:
    """The parts, put together as the settings say. Use it in a `with`, or call `close`.

    `say` gets sentences for the person at the console. StoreError: the record cannot be used.
    DeviceError: the port that was asked for is no Tapdeck's.
    """

    def __init__(self, settings: Settings, say: Say = log.info) -> None:
        self.settings = settings
        self.port = 0  # on which the page is served; 0: nowhere yet
        self.device: Device | None = None
        self.simulator: SimProcess | None = None
        with ExitStack() as undo:
            self.store = Store(settings.db)
            undo.callback(self.store.close)
            self.access = Access(self.store, settings.pin)
            self.table = Table(self.store, house_rules=settings.house_rules)
            self.table.language = settings.language
            self.table.free_seats = settings.free_seats == "players"
            port = self._find_port(settings.port, say, undo)
            if self.table.game is None:
                self.table.start_game(FIRST_GAME, by=THIS_MACHINE)
            if port is not None:
                self.table.desk.expect()
                self.device = Device(port, self.table)
                self.table.attach(self.device)
                self.device.start()
                undo.callback(self.device.close)
            self._undo = undo.pop_all()

    def __enter__(self) -> "Parts":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the board, end the simulator, close the record. May be called twice."""
        self._undo.close()

    def _find_port(self, wanted: str, say: Say, undo: ExitStack) -> str | None:
        if wanted == "none":
            return None
        if wanted == "auto":
            found = discover()
            if found is not None:
                say(f"The board at {found} answers.")
                return found
            say("No board answers, so the simulated table is started.")
        elif wanted != "sim":
            probe(wanted)
            return wanted
        return self._simulate(say, undo)

    def _simulate(self, say: Say, undo: ExitStack) -> str:
        from tapdeck.simulator import start_simulator

        private.make_folder(self.settings.state_dir)
        self.simulator = start_simulator(state_dir=self.settings.state_dir)
        undo.callback(self.simulator.close)
        for game in rules.NAMES:
            deck = decks.simulated_deck(game)
            if self.store.deck(deck.name) != deck:
                self.store.save_deck(deck)
        self.table.simulated = True
        say(f"The simulated table runs; its control port is {self.simulator.control}.")
        return self.simulator.port
