"""Builds the parts of the table and runs their tasks.

On a board this file is also `/main.py`. It does nothing but return to the prompt, without the
application and the watchdog, when seat 1's button is held at power-up, or once after the host sent
`stop`.

The tasks are plain functions with a period; one loop calls those that are due and sleeps until the
next. None of them waits, so the loop needs no scheduler, and what runs when can be read off TASKS.
The scan is the only one that touches the readers; a sweep of empty readers takes some 2 ms each.
"""

import gc
import os
import time

from firmware import boards, cores
from firmware.buttons import Buttons
from firmware.journal import Journal
from firmware.link import Handler, Link
from firmware.referee import Referee
from firmware.scanner import Scanner
from firmware.screens import Screens
from firmware.tags import Tags
from shared_rules import games
from shared_rules.frames import elapsed
from shared_rules.wire import GAME_BITS, GAME_ON, StateDown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "0.1.0"
STAY_FILE = "stay"  # its presence keeps the application from starting, once
DEFAULT_GAME = "followers"  # the game that a table plays which never met a host, and
ALONE_MS = 1500  # how long it waits for one, so that another game's core is loaded first
TOO_BIG = "TOO BIG"  # said where there is no room for a game's core
NOTHING = {"seats": (), "strip": 0, "digits": ""}  # what a table without a game shows


class Application(Handler):
    """The table: all its parts, and the tasks that keep them going."""

    def __init__(self, board, folder: str = "journal") -> None:
        self.board = board
        self.journal = Journal(folder)
        board.digits.init()
        self.screens = Screens(
            board.pixels, board.digits, board.seats, board.line, board.brightness, board.limit_ma
        )
        self.deck = self._kept_deck()
        self.link = Link(
            board.stream,
            self.journal,
            {
                "firmware": VERSION,
                "board": board.name,
                "uid": board.unique_id,
                "seats": board.seats,
                "readers": len(board.readers),
            },
            self,
        )
        self.link.deck = self.deck.hash if self.deck else 0
        # What is said in place of a game: the host may play one whose core this firmware lacks or
        # has no room for, or none.
        self.message = ""
        self._alone_since: "int | None" = None  # without a host, in ms
        self._kept_game = -1  # whose state the journal was handed last
        self.referee: "Referee | None" = None
        self._resume()
        self.scanner = Scanner(
            board.readers, self._is_known, self._tag, self._notice, board.groups, board.dark
        )
        self.buttons = Buttons(board.buttons, self._pressed)
        self.stopped = False
        self.scan_us = 0
        self._lights = ""
        self._told = 0  # the reader that was reported last
        self._now: "Any" = 0  # ticks in ms, as of the running task's start

    # --- Start --------------------------------------------------------------------------------

    def _kept_deck(self) -> Tags:
        data = self.journal.load("deck")
        if data:
            try:
                return Tags(data)
            except ValueError:
                pass  # of another firmware; the host sends it again
        return Tags()

    def _play(self, game: str, data: "bytes | None" = None) -> bool:
        """Let a referee judge this game, from the state with these bytes on; whether there is room
        for its core. ValueError: no such bytes.
        """
        self.referee = None  # it holds the core that has to make room
        core = cores.load(game)
        if core is None:
            return False
        self.referee = Referee(
            core,
            core.load(data) if data else core.initial({}),
            self.deck,
            self.journal,
            self._tell,
            len(self.board.readers),
            len(self.board.buttons),
        )
        self.referee.linked = self.link.linked
        return True

    def _resume(self) -> None:
        """Go on where the table stood when its power went, without a host."""
        data = self.journal.last_snapshot()
        try:
            if data:
                self._take(StateDown.unpack(data))
        except ValueError:
            self.message = ""  # of another firmware: the host's state mends it

    def _judge(self) -> "Referee | None":
        """Who judges the game; None: there is none. Where no host has said which game is played,
        the default one begins.
        """
        if self.referee is None and not self.message:
            if not self._play(DEFAULT_GAME):
                self.message = TOO_BIG
        return self.referee

    def _tell(self, name: str, *values) -> None:
        self.link.send(name, *values)

    # --- What happens at the table ------------------------------------------------------------

    def _is_known(self, uid) -> bool:
        return self.deck.look(uid) >= 0

    def _tag(self, reader: int, uid: bytes, seen: bool) -> None:
        if self.link.mode != "play":
            self.link.send("tag", reader, uid, "seen" if seen else "gone")
        elif seen:
            referee = self._judge()
            if referee:
                referee.tag(reader, uid, self._now)
                self._show()  # at once: somebody waits for it
                self._keep(referee)

    def _notice(self, reader: int, code: str, detail: str) -> None:
        self.link.send("notice", reader, code, detail)

    def _pressed(self, button: int, kind: str) -> None:
        if self.link.mode != "play":
            self.link.send("press", button, kind)
            return
        referee = self._judge()
        if referee:
            referee.press(button, kind, self._now)
            self._show()
            self._keep(referee)

    def _keep(self, referee: Referee) -> None:
        """Hand the journal the state to go on with after a power cut."""
        self._keep_state(
            StateDown(
                referee.core.NAME,
                referee.version,
                self.journal.boot,
                self.journal.last,
                flags=GAME_ON,
                core=referee.core.dump(referee.state),
            )
        )

    def _keep_state(self, state: StateDown) -> None:
        game = state.version >> GAME_BITS
        # What is done without a host must not be taken for a part of the game before.
        news = game != self._kept_game
        self._kept_game = game
        self.journal.snapshot(state.pack(), news)

    # --- What the host says -------------------------------------------------------------------

    def on_link(self, linked: bool, why: str) -> None:
        """A host has come, or gone; after a refusal the digits say that somebody must update."""
        self._lights = ""
        if self.referee:
            self.referee.linked = linked
            if linked:
                self.referee.tell_all()

    def on_state(self, state) -> None:
        """The host's state, whole, with its last verdict."""
        # Not the referee itself: while it is held, the core before makes no room for the next.
        known = self.referee is not None
        news = self.referee is None or state.version != self.referee.version
        try:
            self._take(state)
        except ValueError:
            self.referee = None
            self.message = "UPDATE"  # the core knows the game's state otherwise than the host
        mine = state.boot == self.journal.boot
        # As of none of this boot's events, the verdict is on something done on the page.
        if news and self.referee and state.seat and (mine or known):
            self.referee.hear(state.seat, state.n if mine else 0, state.reason, self._now)

    def _take(self, state) -> None:
        """Play on from a state of the host's, now or kept. ValueError: no state of this core's."""
        self.message = self._unplayable(state)
        if not self.message and (self.referee is None or state.game != self.referee.core.NAME):
            if not self._play(state.game, state.core):
                self.message = TOO_BIG
        if self.message:
            self.referee = None
            # After a restart without the host the table must not fall back to the game before.
            self._keep_state(state)
            return
        referee = self.referee
        if referee and referee.adopt(
            referee.core.load(state.core), state.boot, state.n, state.version
        ):
            self._keep(referee)

    def _unplayable(self, state) -> str:
        """Why this board does not play the host's game, in 8 characters; empty if it does."""
        if not state.flags & GAME_ON:
            return "IDLE"
        if state.game in games.AT_THE_BOARD:
            return ""
        # One that is entered on the page, or that only a newer firmware knows.
        return "PAGE" if state.game in games.NAMES else "UPDATE"

    def on_deck(self, deck) -> None:
        """The deck the host plays with; kept in flash, so that the table knows it alone too."""
        before = self.deck
        self.deck = deck
        if self.referee:
            self.referee.take_deck(deck)
        for reader in range(1, len(self.board.readers) + 1):
            # A card laid down before the deck came was a stranger then.
            uid = self.scanner.present(reader)
            if uid and before.look(uid) < 0 and self.link.mode == "play":
                self._tag(reader, uid, True)
        if self.journal.save("deck", deck.dump()):
            self.link.deck = deck.hash

    def on_stop(self) -> None:
        """Restart without the application: a started watchdog cannot be stopped otherwise."""
        with open(STAY_FILE, "w") as file:
            file.write("\n")
        self.stopped = True

    # --- Tasks --------------------------------------------------------------------------------

    def _scan(self) -> None:
        began = time.ticks_us()
        self.scanner.step()
        self.scan_us = time.ticks_diff(time.ticks_us(), began)

    def _talk(self) -> None:
        self.link.step(self._now)

    def _press(self) -> None:
        self.buttons.step(self._now)

    def _store(self) -> None:
        self.journal.step(self._now, self.link.linked)

    def _show(self) -> None:
        if self.link.linked or self._alone_since is None:
            self._alone_since = self._now
        elif elapsed(self._now, self._alone_since) >= ALONE_MS:
            self._judge()
        referee = self.referee
        shown = referee.shown(self._now) if referee else NOTHING
        word = ""
        if self.journal.full:
            word = "FULL"
        elif self.link.refusal:
            word = "UPDATE"
        elif self.message:
            word = self.message
        elif not self.deck:
            word = "NO CARDS"
        elif referee and referee.waits:
            word = "NO HOST"
        hint = referee.hint() if referee else ""
        if self.link.mode == "test":
            self.screens.test(self._now)
        else:
            self.screens.show(shown, self._now, word, hint)
        lights = self.screens.text
        if lights != self._lights and self.link.send("lights", lights):
            self._lights = lights
        self._shine()

    def _shine(self) -> None:
        self.screens.step(self.link.quiet)

    def _inspect(self) -> None:
        """In a test: one reader after the other, in full."""
        if self.link.mode != "test":
            return
        self._told = self._told % len(self.board.readers) + 1
        driver = self.board.readers[self._told - 1]
        health = self.scanner.health(self._told)
        self.link.send(
            "reader",
            self._told,
            type(driver).__name__.lower(),
            bytes([health.version & 0xFF]),
            health.why or "ok",
            self.board.speed,
            health.reads,
            health.misreads,
            health.timeouts,
            health.resets,
        )

    def _report(self) -> None:
        letters = ""
        for reader in range(1, len(self.board.readers) + 1):
            letters += self.scanner.letter(reader)
        link = self.link
        heap = gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0
        link.send(
            "health",
            link.sent,
            link.resent,
            link.corrupt,
            link.skipped,
            link.rtt_ms,
            self.scan_us,
            heap,
            self.journal.waiting,
            letters or "-",
        )

    # (task, period in ms), in the order in which they run when several are due.
    TASKS = (
        (_scan, 15),
        (_press, 10),
        (_talk, 5),
        (_store, 100),
        (_show, 20),
        (_shine, 10),
        (_inspect, 160),
        (_report, 1000),
    )

    def run(self) -> None:
        """Run until `stop`, then restart the board. Never returns but by the restart."""
        self._now = time.ticks_ms()
        self.scanner.init()
        dog = self.board.watchdog()
        due: "list[Any]" = [self._now] * len(self.TASKS)
        while not self.stopped:
            dog.feed()
            for place, (task, period) in enumerate(self.TASKS):
                self._now = time.ticks_ms()
                late = time.ticks_diff(self._now, due[place])
                if late >= 0:
                    task(self)
                    # A task that was held up runs once, not once for every time it missed.
                    due[place] = time.ticks_add(due[place], period * (1 + late // period))
            wait = min([time.ticks_diff(when, time.ticks_ms()) for when in due])
            if wait > 0:
                time.sleep_ms(wait)
        self.board.reset()


def _stays() -> bool:
    """Whether the host asked to leave the board to its prompt, this once."""
    try:
        os.remove(STAY_FILE)
    except OSError:
        return False
    return True


def main(board_name: "str | None" = None) -> None:
    """Start the table on the board of that name, or on the one this port is."""
    board = boards.load(board_name).build()
    if _stays() or not board.buttons[0].value():
        return
    Application(board).run()


if __name__ == "__main__":
    main()
