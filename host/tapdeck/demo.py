"""The demonstration: simulated players play a whole match at the simulated table.

They lay tags on the readers of the real firmware, one after the other, and press buttons; the
firmware speaks through a real serial port to a real service, and only from its view do the players
learn what happened. Afterwards everything is counted: what they did against what the record holds,
and what the table's own lights and digits say against the service.
"""

import json
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from rich.console import Console

from tapdeck import decks, players, rules
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import DeviceError
from tapdeck.display import decode, differs, is_first
from tapdeck.hands import Hands, HandsError, TableWatch, account
from tapdeck.players import PlayersError
from tapdeck.said import said
from tapdeck.service import Service, ServiceError
from tapdeck.settings import Settings, load
from tapdeck.simulator import Pace, SimControl, SimError, SimProcess, start_simulator
from tapdeck.store import Entry, Store, StoreError
from tapdeck.table import Table
from tapdeck.textcommands import sheet_table

ANY_ADDRESS = "127.0.0.1:0"
SHOW_SECONDS = 10.0  # how long the lights may take to say what the service says
LOOK_EVERY = 40  # actions: then the table's own lights are compared with the service's
PAUSE = 0.8  # between two gestures at speed 1, in seconds
FAILED, BAD_INPUT = 1, 2


class DemoError(Exception):
    """The demonstration cannot go on; the text is a sentence."""


@dataclass(frozen=True)
class Wishes:
    """What was asked for. `speed` None: as fast as it goes."""

    game: str
    seed: int
    speed: float | None
    headless: bool
    as_json: bool


def run_demo(
    game: str = "followers",
    seed: int = 1,
    speed: str = "1",
    headless: bool = False,
    as_json: bool = False,
) -> int:
    """What `tapdeck demo` does; the exit code.

    With `headless` and `as_json` one JSON object is all that goes to standard output. Without
    `headless` the service stays up after the match until Ctrl-C.
    """
    # With JSON asked for, standard output is for that alone.
    console = Console(stderr=as_json, quiet=as_json and headless, highlight=False)
    try:
        wishes = Wishes(game, seed, _speed(speed), headless, as_json)
        players.party(game, seed)  # an unknown game is said before anything is started
    except ValueError as error:
        return _say(f"{error}", BAD_INPUT)
    try:
        return _Demo(wishes, console).run()
    except KeyboardInterrupt:
        return _say("the demonstration was stopped before its end", FAILED)
    except (DemoError, HandsError, PlayersError) as error:
        return _say(f"the demonstration failed: {error}", FAILED)
    except (DeviceError, SimError, ServiceError, StoreError) as error:
        return _say(str(error), FAILED)


def _say(sentence: str, code: int) -> int:
    print(f"tapdeck: {sentence}", file=sys.stderr)
    return code


def _speed(text: str) -> float | None:
    if text == "max":
        return None
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed < float("inf"):
        raise ValueError(f"--speed is {text!r}; give max, or a number above 0 such as 1 or 4")
    return speed


class _Demo:
    """One demonstration: its parts, and how they are put together."""

    def __init__(self, wishes: Wishes, console: Console) -> None:
        self.wishes = wishes
        self.console = console
        self.settings = load()
        self.party = players.party(wishes.game, wishes.seed)
        self.deals_shown = 0

    def run(self) -> int:
        """Play, count, report; the exit code."""
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tapdeck-demo-")))
            state_dir = folder / "flash"
            state_dir.mkdir()
            pace: Pace = "max" if self.wishes.speed is None else "1"
            listen = None if find_spec("termios") else "127.0.0.1:0"  # no terminals: TCP
            sim = stack.enter_context(
                start_simulator(state_dir=state_dir, pace=pace, listen=listen)
            )
            control = stack.enter_context(SimControl(sim.control))
            settings = self._settings(folder, sim)
            service = stack.enter_context(self._service(settings))
            self.console.print(f"The table is at {service.url}")
            self._open(service.url)
            result = self._match(service, control, sim)
            result |= self._record(service, settings)
            shown = self._display(control, service, at_first=True)
            if self.wishes.as_json:
                print(json.dumps(result | {"display": shown}, ensure_ascii=False), flush=True)
            else:
                self._sum_up(result)
            wrong = differs(shown, service.table.lights())
            if wrong:
                return _say(wrong, FAILED)
            if result["lost"] or result["duplicated"]:
                return _say(
                    f"the record is not what was played: {result['lost']} lost, "
                    f"{result['duplicated']} twice",
                    FAILED,
                )
            if not self.wishes.headless:
                self._stay(service)
        return 0

    def _settings(self, folder: Path, sim: SimProcess) -> Settings:
        # Never the record of real evenings, and the rules that the players know.
        return load(
            house_rules=folder,
            port=sim.port,
            db=f"sqlite:///{(folder / 'demo.sqlite').as_posix()}",
            listen=self.settings.listen if self._listen_matters() else ANY_ADDRESS,
            language=self.settings.language,
        )

    def _listen_matters(self) -> bool:
        """Whether somebody may look at the page: then it is where one expects it."""
        return not self.wishes.headless or "listen" in self.settings.model_fields_set

    def _service(self, settings: Settings) -> Service:
        """The service, with the page where people watch; at any address if the usual is taken."""
        page = not self.wishes.headless
        try:
            return Service(settings, page=page)
        except ServiceError:
            if "listen" in self.settings.model_fields_set or settings.listen == ANY_ADDRESS:
                raise
            return Service(settings.model_copy(update={"listen": ANY_ADDRESS}), page=page)

    def _open(self, url: str) -> None:
        """Open the page for those who watch, where there is a screen to open it on."""
        screen = sys.platform in ("win32", "darwin") or any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
        )
        if screen and not self.wishes.headless:
            webbrowser.open(url)

    def _match(self, service: Service, control: SimControl, sim: SimProcess) -> dict[str, Any]:
        table = service.table
        deck = decks.simulated_deck(self.wishes.game)
        table.save_deck(deck, THIS_MACHINE)
        party = self.party
        table.start_game(
            self.wishes.game,
            party.names,
            party.options,
            party.first,
            deck.name,
            headers=party.headers,
            by=THIS_MACHINE,
        )
        # The players see what they hold; people who watch see what everybody may.
        with TableWatch(table, range(1, len(party.names) + 1)) as watch:
            watch.wait("the board is linked", lambda view: bool(view["link"]["up"]))
            board = watch.view["board"]["board"]
            self.hands = Hands(control, deck, watch)
            play = self.party.play()
            answer, acts = None, 0
            while True:
                try:
                    gesture = play.send(answer)
                except StopIteration:
                    break
                self._pause(gesture.kind)
                answer = self.hands.do(gesture)
                if answer is None:
                    continue
                self._tell(table)
                acts += 1
                if acts % LOOK_EVERY == 0:
                    wrong = differs(self._display(control, service), table.lights())
                    if wrong:
                        raise DemoError(f"after '{gesture.line}' {wrong}")
            view = watch.view
        return {
            "game": view["game"],
            "interpreter": sim.interpreter,
            "board": board,
            "rounds": view["rounds"],
            "totals": view["totals"],
            "tokens": view.get("tokens"),
            "winner": view["winner"],
        }

    def _record(self, service: Service, settings: Settings) -> dict[str, Any]:
        """What the record holds, read through a door of its own."""
        game = service.table.game
        assert game is not None
        store = Store(settings.db)
        try:
            entries = store.entries(game.id)
            everything = entries + store.unplaced(service.table.id)
        finally:
            store.close()
        lost, duplicated = account(self.hands.lines, everything)
        plays = rules.full(self.wishes.game).PLAYS
        return _counts(entries, plays) | {"lost": lost, "duplicated": duplicated}

    def _display(
        self, control: SimControl, service: Service, at_first: bool = False
    ) -> dict[str, Any]:
        """What the table itself shows; the lights get a while to follow. `at_first`: where things
        take turns, the first of them, so that a seed gives one result.
        """
        until = monotonic() + SHOW_SECONDS
        while True:
            control.run(50)  # the lights are looked at every 40 ms
            wanted = service.table.lights()
            shown = decode(control.display(), wanted)
            fits = not differs(shown, wanted) and (not at_first or is_first(shown, wanted))
            if fits or monotonic() > until:
                return shown

    # For people

    def _pause(self, kind: str) -> None:
        if self.wishes.speed is not None:
            sleep((PAUSE / 2 if kind == "tap" else PAUSE) / self.wishes.speed)

    def _tell(self, table: Table) -> None:
        if self.console.quiet:
            return
        view = table.view()
        last = view["last"]
        sentence = last["text"][self.settings.language]
        name = self.party.names[last["seat"] - 1] if last["seat"] else ""
        if name not in sentence:
            sentence = f"{name}: {sentence}"
        style = None if last["ok"] else "red"
        self.console.print(sentence, style=style, markup=False, soft_wrap=True)
        if len(view["rounds"]) > self.deals_shown:
            self.deals_shown = len(view["rounds"])
            self.console.print(
                sheet_table(self.settings.language, table.sheet(self.settings.language))
            )

    def _sum_up(self, result: dict[str, Any]) -> None:
        self.console.print(
            f"{result['plays']} plays, {result['refused']} refused actions, {result['events']} "
            f"events: {result['lost']} lost, {result['duplicated']} twice. "
            f"Firmware on {result['interpreter']}, board {result['board']}."
        )

    def _stay(self, service: Service) -> None:
        # A service manager's SIGTERM ends it as well as Ctrl-C does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        self.console.print(f"The page stays at {service.url} (Ctrl-C ends it).")
        try:
            while True:
                sleep(3600)
        except KeyboardInterrupt:
            return


def _counts(entries: list[Entry], plays: Sequence[str]) -> dict[str, int]:
    played = [entry for entry in entries if entry.ok and said(entry.line).verb in plays]
    refused = [entry for entry in entries if entry.ok is False]
    return {"plays": len(played), "refused": len(refused), "events": len(entries)}
