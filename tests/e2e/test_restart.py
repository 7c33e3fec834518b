"""The service is killed and the board is reset in the middle of play; the game goes on.

A table on TCP, the service as its own process, both through their real commands; the players go by
what the service's page says, or by what the table must do while there is no service.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from shared_rules import followers as core
from tapdeck.decks import simulated_deck
from tapdeck.demo import decode
from tapdeck.hands import Hands, View, Watch, account
from tapdeck.players import Answer, Gesture, party
from tapdeck.simulator import SimControl
from tapdeck.store import Store
from tests.host.bare_table import BareTable

SEED = 26
TAPDECK = [sys.executable, "-u", "-c", "from tapdeck.cli import main; main()"]
DECK = simulated_deck("followers")
# While nobody answers, a hand waits as long as people do: table time, in ms.
LOOK_MS = 150


class Process:
    """A command that runs on, and the first line it prints that fits."""

    def __init__(self, folder: Path, *words: str) -> None:
        kept = {name: each for name, each in os.environ.items() if not name.startswith("TAPDECK_")}
        self.process = subprocess.Popen(
            [*TAPDECK, *words],
            env=kept | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
            stdout=subprocess.PIPE,
            text=True,
        )

    def line(self, pattern: str) -> re.Match[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(pattern, line)
            if found:
                return found
        raise AssertionError(f"it ended with {self.process.wait()} before it said {pattern}")

    def kill(self) -> None:
        """At once, whatever it is doing."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Page(Watch):
    """The view of a service in another process, asked for again and again."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.view = self.ask("tables/1")

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(
            f"{self.url}/api/v1/{path}",
            data=json.dumps(body).encode() if body is not None else None,
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def newer(self, seconds: float) -> View | None:
        time.sleep(min(seconds, 0.01))
        view: View = self.ask("tables/1")
        return view

    @property
    def entries(self) -> int:
        return len(self.ask("tables/1/events"))


class Evening:
    """A table, its service and its players, with what may happen to them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        self.db = f"sqlite:///{folder / 'record.sqlite'}"
        sim = Process(folder, "sim", "--listen", "127.0.0.1:0", "--pace", "max")
        stack.callback(sim.kill)
        ports = json.loads(sim.line(r"\{.*\}")[0])
        self.port = ports["port"]
        self.control = stack.enter_context(SimControl(ports["control"]))
        self.players = party("followers", SEED)
        self.bare = BareTable({}, 1)
        self.play = self.players.play()
        self.answer: Answer | None = None
        self.start()
        self.page.ask("decks", {"name": DECK.name, "pack": DECK.pack, "tags": DECK.tags})
        names = list(self.players.names)
        self.page.ask("tables/1/games", {"game": "followers", "seats": names, "deck": DECK.name})
        self.page.wait("the new game is on", lambda view: view["seats"][0]["name"] == names[0])
        self.hands = Hands(self.control, DECK, self.page)

    def start(self) -> None:
        """Start the service, the first one or the next."""
        self.service = Process(
            self.folder, "run", "--port", self.port, "--db", self.db, "--listen", "127.0.0.1:0"
        )
        self.stack.callback(self.service.kill)
        self.page = Page(self.service.line(r"http://\S+")[0].rstrip("."))
        self.page.wait("the board is linked", lambda view: bool(view["link"]["up"]))

    def linked(self, boot: int) -> None:
        """Wait until the board is linked in that life of its own."""
        self.page.wait(
            f"the board is linked in its boot {boot}",
            lambda view: bool(view["link"]["up"]) and view["board"]["boot"] == boot,
        )

    def restart(self) -> None:
        """Start the next service; what happened in between must come in."""
        self.start()
        lines = self.hands.lines
        self.hands = Hands(self.control, DECK, self.page)
        self.hands.lines = lines
        game = self.page.view["game_id"] << 16
        self.page.wait(
            f"all {len(lines)} entries are in", lambda view: view["version"] == game + len(lines)
        )

    def gesture(self) -> Gesture:
        """The next thing that a player does."""
        return self.play.send(self.answer)

    def do(self, gesture: Gesture) -> None:
        """Carry it out, and see on the page what came of it."""
        self.answer = self.bare.do(gesture)
        assert self.hands.do(gesture) == self.answer

    def do_alone(self, gesture: Gesture) -> None:
        """Carry it out while there is no service: the table judges by itself."""
        self.answer = self.bare.do(gesture)
        if gesture.line:
            self.hands.lines.append(gesture.line)
        self.hands.move(gesture)
        self.control.run(LOOK_MS)
        self.hands.rest(gesture)

    def go_on(self, count: int, until: Callable[[Gesture], bool] = lambda _: False) -> Gesture:
        """Some gestures more, and the one after them, which is not done yet."""
        for _ in range(count):
            gesture = self.gesture()
            if until(gesture):
                return gesture
            self.do(gesture)
        return self.gesture()

    def check(self) -> None:
        """Board, record and players agree, and every event is there once."""
        events = self.page.ask("tables/1/events")
        assert [event["line"] for event in events] == self.hands.lines
        expected = [(line, reason) for line, reason in self.bare.lines]
        assert [(event["line"], event["reason"]) for event in events] == expected
        assert not any(event["conflict"] for event in events)
        store = Store(self.db)
        try:
            entries = store.entries(self.page.view["game_id"]) + store.unplaced(1)
        finally:
            store.close()
        assert account(self.hands.lines, entries) == (0, 0)
        state = self.bare.state
        view = self.page.newer(0)
        assert view is not None
        assert [seat["count"] for seat in view["seats"]] == state.counts
        assert view["turn"] == (core.turn(state) or None)
        self.control.run(100)
        shown = decode(self.control.display(), core.show(state))
        assert shown["tokens"] == view["tokens"] == state.tokens
        assert shown["totals"] == view["totals"]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


def test_the_service_is_killed_and_the_table_plays_on(evening: Evening) -> None:
    """A host that dies between commit and acknowledgement, or is away for a while."""
    pressed = evening.go_on(30, until=lambda gesture: gesture.line.startswith("1 play"))
    # Killed at once after a press: it may or may not have stored, or acknowledged, the play.
    evening.answer = evening.bare.do(pressed)
    evening.hands.lines.append(pressed.line)
    evening.hands.move(pressed)
    evening.service.kill()
    for _ in range(25):
        evening.do_alone(evening.gesture())
    evening.restart()
    evening.check()
    evening.do(evening.go_on(25))
    evening.service.kill()
    evening.restart()
    evening.do(evening.go_on(10))
    evening.check()


def test_the_board_resets_between_two_taps_of_one_play(evening: Evening) -> None:
    """What was pending is gone and is tapped again; what was played stays played."""
    for _ in range(2):
        second = evening.go_on(200, until=lambda gesture: len(gesture.pending) == 2)
        boot = evening.page.view["board"]["boot"] + 1
        evening.control.reset()
        evening.linked(boot)
        evening.page.wait("nothing is pending", lambda view: not view["pending"])
        first = Gesture(second.seat, "tap", second.pending[0], second.pending[:1])
        evening.hands.do(first)
        evening.do(second)
        evening.do(evening.go_on(12))
        evening.check()


def test_board_and_service_both_go_down(evening: Evening) -> None:
    """A power cut for all, in a moment when the events are stored on either side."""
    evening.do(evening.go_on(40, until=lambda gesture: "play" in gesture.line))
    evening.service.kill()
    evening.control.reset()
    evening.restart()
    evening.do(evening.go_on(15))
    evening.check()
