"""A real service in a process of its own, a real Chromium, and hands for both."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from time import monotonic, sleep

import pytest

from tapdeck.decks import simulated_deck, uid_of
from tapdeck.simulator import SimControl, start_simulator

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP, PHONE, TABLET, BIG = (1440, 900), (390, 844), (820, 1180), (1920, 1080)
LOCALES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
NAMES = ["Ann", "Bob", "Cem", "Dee"]
START_SECONDS = 30.0


def missing() -> str:
    """What to install for these tests; empty if all is there."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "the browser tests need Playwright: pip install playwright"
    if shutil.which("chromium") is None:
        return "the browser tests need Chromium: apt-get install chromium fonts-noto-cjk"
    return ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Running:
    """`tapdeck run` as a process; it can be stopped and started again on the same record."""

    def __init__(self, folder: Path, board: str = "none") -> None:
        self.folder = folder
        self.board = board
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Running:
        """Start it, and wait until it answers."""
        home = {"HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        plain = {key: value for key, value in os.environ.items() if "TAPDECK" not in key}
        words = ["run", "--port", self.board, "--listen", f"127.0.0.1:{self.port}"]
        words += ["--db", f"sqlite:///{(self.folder / 'record.sqlite').as_posix()}"]
        words += ["--state-dir", str(self.folder / "flash")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from tapdeck.cli import main; main()", *words],
            env=plain | home,
            cwd=self.folder,
        )
        until = monotonic() + START_SECONDS
        while True:
            try:
                self.get("/api/v1/tables")
                return self
            except OSError:
                assert self.process.poll() is None, "the service ended at once"
                assert monotonic() < until, "the service does not answer"
                sleep(0.1)

    def stop(self) -> None:
        """End it, as a service manager does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def get(self, path: str):
        """The JSON at a path."""
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, body: object):
        """Post JSON; the JSON that answers. A new game finds all seats free."""
        if path.endswith("/games"):
            self.free()
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def new_game(self, *names: str, **options: str):
        """Start a game of followers."""
        seats = list(names) or NAMES
        body = {"game": "followers", "seats": seats, "options": options}
        return self.post("/api/v1/tables/1/games", body)

    def claim(self, *seats: int) -> None:
        """Sit down at seats, as whoever asks on this machine. Where a device still looks on, as one
        of the test before may for a moment, its holder is asked, and the host answers.
        """
        for seat in seats:
            try:
                self.post(f"/api/v1/tables/1/seats/{seat}/claim", {})
            except urllib.error.HTTPError as error:
                if error.code != 409:
                    raise
                self.post(f"/api/v1/tables/1/seats/{seat}/answer", {"yes": True})

    def free(self) -> None:
        """Let nobody hold a seat, as before the first device came."""
        held = self.get("/api/v1/tables/1")["held"]
        self.claim(*held)
        self.release(*held)

    def release(self, *seats: int) -> None:
        """Get up from seats."""
        for seat in seats:
            path = f"/api/v1/tables/1/seats/{seat}/claim"
            with urllib.request.urlopen(
                urllib.request.Request(self.url + path, method="DELETE"), timeout=10
            ):
                pass

    def act(self, *lines: str) -> None:
        """Enter lines that are accepted."""
        for line in lines:
            answer = self.post("/api/v1/tables/1/actions", {"line": line})
            assert answer["ok"], answer


def enter(page, line: str) -> str:
    """Enter a line as the device of a page does; the sentence that answers."""
    return page.evaluate(
        """async (line) => (await (await fetch("/page/act", {method: "POST", headers:
        {"content-type": "application/json"}, body: JSON.stringify({line})})).json()).text""",
        line,
    )


class Felt:
    """The simulated table, and its hands: cards by their codes."""

    def __init__(self, folder: Path, pace: str = "1") -> None:
        folder.mkdir()
        self.port = free_port()
        self.address = f"socket://127.0.0.1:{self.port}"
        self.process = start_simulator(state_dir=folder, listen=f"127.0.0.1:{self.port}", pace=pace)
        self.hands = SimControl(self.process.control)
        self.deck = simulated_deck("followers")

    def lay(self, seat: int, *cards: str) -> None:
        """Lay cards on a seat's reader, one after the other, and leave the last lying."""
        for card in cards:
            self.hands.lift(seat)
            self.hands.run(400)
            self.hands.place(seat, uid_of(self.deck, card))
            self.hands.run(150)

    def tap(self, seat: int, tag: str) -> None:
        """Lay a card or a control tag down until it is read, and take it away."""
        self.hands.place(seat, uid_of(self.deck, tag))
        self.hands.run(150)
        self.hands.lift(seat)
        self.hands.run(400)

    def press(self, seat: int, kind: str = "short") -> None:
        """Take away what lies there, and press."""
        self.hands.lift(seat)
        self.hands.run(400)
        self.hands.press(seat, kind)

    def close(self) -> None:
        self.hands.close()
        self.process.close()


class Devices:
    """Devices that look at a service: each has cookies, a size and a language of its own."""

    def __init__(self, browser, shots: Path | None) -> None:
        self.browser = browser
        self.shots = shots
        self.problems: list[str] = []
        self._contexts: list = []

    def device(self, size=DESKTOP, language="en", **more):
        """A device that has seen nothing yet."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=LOCALES[language],
            has_touch=size == PHONE,
            **more,
        )
        context.set_default_timeout(15000)
        context.on("console", self._said)
        self._contexts.append(context)
        return context

    def open(self, service: Running, size=DESKTOP, language="en", greeted=True, **more):
        """A device's page, with the greeting put away."""
        page = self.device(size, language, **more).new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(service.url)
        page.wait_for_selector("tapdeck-table[data-game]")
        if greeted:
            page.click(".hello button >> nth=0")
        return page

    def _said(self, message) -> None:
        """What a browser refuses to do, it says in its console."""
        if "Content Security Policy" in message.text:
            self.problems.append(message.text)

    def shoot(self, page, name: str) -> None:
        """A picture for people to look at, where a folder for them is named (TAPDECK_SHOTS)."""
        if self.shots is None:
            return
        page.wait_for_timeout(350)
        page.screenshot(path=self.shots / f"{name}.png")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


def need_browser() -> None:
    """Skip, with what to install, where there is no browser."""
    if missing():
        pytest.skip(missing())
