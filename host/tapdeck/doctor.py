"""`tapdeck doctor`: looks at a board, its readers, its link and its file, and says what to do.

While it looks, the board is in its test mode: it plays nothing, reports every tag and press, and
lights every light. Plays that wait on it for a service stay where they are.
"""

import json
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tapdeck.boardfile import Wiring
from tapdeck.device import BoardEvent, BoardInfo, Device, DeviceError
from tapdeck.diagnosis import Report, check_file, sum_up
from tapdeck.enrol import find_port
from tapdeck.link import NotTaken
from tapdeck.settings import Settings
from tapdeck.simulator import SimError
from tapdeck.texts import Text, say

FINDINGS, BAD_INPUT = 1, 2
LINK_S = 6.0  # for the board to answer once its port is open
LISTEN_S = 4.0  # for every reader to be heard of
MEASURE_S = 4.0  # for a tag's reads to be counted
ENOUGH = 40  # polls that are worth a rate
MOST_ERRORS = 2.0  # per cent
REPORTS = (1, 1)  # the protocol with press, reader and the test mode
STOP = "q"
_NO_CHIP = (b"\x00", b"\xff", b"")

Say = Callable[[str], None]
News = tuple[str, Any]


class _Ended(Exception):
    """The person has had enough."""


class _Away(Exception):
    """The board has gone; the text is why."""


class _Receiver:
    """Puts what the board says into a queue, and takes no events."""

    def __init__(self, news: "queue.SimpleQueue[News]") -> None:
        self._news = news

    def on_hello(self, info: BoardInfo) -> None:
        """A board is there."""
        self._news.put(("hello", info))

    def on_events(self, events: Sequence[BoardEvent]) -> None:
        """They are the service's to take."""
        raise NotTaken

    def on_telemetry(self, name: str, fields: Mapping[str, Any]) -> None:
        """Readers, tags, presses and counters."""
        self._news.put((name, dict(fields)))

    def on_link(self, up: bool, reason: str) -> None:
        """The board has gone, or was never there."""
        if not up and reason:
            self._news.put(("away", reason))


def run_doctor(
    settings: Settings,
    as_json: bool = False,
    board_file: Path | None = None,
    keys: Iterable[str] | None = None,
    tell: Say = print,
    by_hand: bool = True,
) -> int:
    """What `tapdeck doctor` does; the exit code: 0 all well, 1 findings, 2 nothing to look at.

    board_file  in place of the file of the board that answers
    keys        lines from the keyboard; by default standard input where that is a terminal, and
                without any the tests by hand are left out, as they are where `by_hand` is false
    """
    language = settings.language
    report = Report()

    def speak(text: Text) -> None:
        if not as_json:
            tell(say(language, text))

    if settings.port == "none" and board_file is None:
        print(f"tapdeck: {say(language, Text('doctor.none'))}", file=sys.stderr)
        return BAD_INPUT
    if by_hand and keys is None and sys.stdin.isatty() and not as_json:
        keys = sys.stdin
    try:
        with ExitStack() as stack:
            port = find_port(settings.port, (lambda _: None) if as_json else tell, stack)
            if port is None:
                check_file(report, board_file, "")
            else:
                _Visit(port, report, speak, board_file, keys).run()
    except (DeviceError, SimError) as error:
        report.error = str(error)
    except _Away as away:
        report.error = say(language, Text("doctor.away", {"why": str(away)}))
    if as_json:
        tell(json.dumps(report.as_json(language), ensure_ascii=False))
    else:
        sum_up(report, language, tell)
    return 0 if report.ok else FINDINGS


class _Visit:
    """One look at one board."""

    def __init__(
        self,
        port: str,
        report: Report,
        speak: Callable[[Text], None],
        board_file: Path | None,
        keys: Iterable[str] | None,
    ) -> None:
        self._port = port
        self._report = report
        self._speak = speak
        self._file = board_file
        self._keys = keys
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._readers: dict[int, dict[str, Any]] = {}  # each one's last report
        self._health: dict[str, Any] = {}

    def run(self) -> None:
        """Look at everything; what was found is in the report. DeviceError: nobody answers."""
        device = Device(self._port, _Receiver(self._news))
        device.start()
        try:
            info = self._greet()
            device.set_mode("test" if info.protocol >= REPORTS else "enrol")
            self._listen(info)
            wiring = check_file(self._report, self._file, info.board)
            if self._keys is not None:
                threading.Thread(target=self._type, name="keys", daemon=True).start()
                with suppress(_Ended):
                    self._by_hand(info, wiring)
            self._account(info, device)
            device.set_mode("play")
            time.sleep(0.2)  # for the mode to get there; the board plays by itself after a while
        finally:
            device.close()

    def _greet(self) -> BoardInfo:
        until = time.monotonic() + LINK_S
        why = ""
        while (left := until - time.monotonic()) > 0:
            try:
                kind, what = self._news.get(timeout=left)
            except queue.Empty:
                break
            if kind == "hello":
                info: BoardInfo = what
                return info
            if kind == "away":
                why = what
        raise _Away(why or self._port)

    def _next(self, seconds: float | None = None) -> News:
        """The next piece of news; ("", None) when the time is over. _Away, _Ended."""
        try:
            kind, what = self._news.get(timeout=seconds)
        except queue.Empty:
            return "", None
        if kind == "away":
            raise _Away(what)
        if kind == "keys" and (what is None or what.strip().lower() == STOP):
            raise _Ended
        if kind == "reader":
            self._readers[what["reader"]] = what
        elif kind == "health":
            self._health = what
        return kind, what

    def _until(self, ready: Callable[[], bool], seconds: float) -> None:
        until = time.monotonic() + seconds
        while not ready() and (left := until - time.monotonic()) > 0:
            self._next(left)

    def _listen(self, info: BoardInfo) -> None:
        """Hear of every reader once, and of the link."""
        speaks = info.protocol >= REPORTS

        def heard() -> bool:
            return bool(self._health) and (not speaks or len(self._readers) >= info.readers)

        self._until(heard, LISTEN_S)

    # By hand

    def _by_hand(self, info: BoardInfo, wiring: Wiring | None) -> None:
        tests = self._report.facts["tests"]
        tests["readers"], tests["buttons"] = {}, {}
        for reader in range(1, info.readers + 1):
            tests["readers"][str(reader)] = self._lay(reader)
        if info.protocol < REPORTS:
            return
        buttons = wiring.buttons if wiring and wiring.name == info.board else info.readers
        for button in range(1, buttons + 1):
            tests["buttons"][str(button)] = self._press(button)
        self._speak(Text("doctor.lights"))
        while True:
            kind, what = self._next()
            if kind == "keys":
                tests["lights"] = not what.strip()
                if what.strip():
                    self._report.find("doctor.dark")
                return

    def _lay(self, reader: int) -> dict[str, Any] | None:
        """A tag on that reader: how it was read; None where that was skipped."""
        self._speak(Text("doctor.lay", {"reader": reader}))
        while True:
            kind, what = self._next()
            if kind == "keys":
                self._speak(Text("doctor.skipped"))
                return None
            if kind == "notice" and what["code"] == "two_cards":
                self._speak(Text("doctor.two"))
            if kind != "tag" or what["state"] != "seen":
                continue
            if what["reader"] == reader:
                return self._measure(reader, what["uid"])
            self._report.find("doctor.other_reader", reader=reader, other=what["reader"])
            self._speak(Text("doctor.other_reader", {"reader": reader, "other": what["reader"]}))

    def _measure(self, reader: int, uid: bytes) -> dict[str, Any]:
        before = dict(self._readers.get(reader, {}))

        def since(*names: str) -> int:
            now = self._readers.get(reader, {})
            return sum(int(now.get(name, 0)) - int(before.get(name, 0)) for name in names)

        if before:
            self._until(lambda: since("reads", "misreads", "timeouts") >= ENOUGH, MEASURE_S)
        reads, bad = since("reads"), since("misreads", "timeouts")
        text = Text(
            "doctor.read", {"reader": reader, "uid": uid.hex().upper(), "reads": reads, "bad": bad}
        )
        self._speak(text)
        if reads + bad >= ENOUGH:
            self._rate(reader, reads, bad)
        return {"uid": uid.hex().upper(), "reads": reads, "bad": bad}

    def _press(self, button: int) -> bool | None:
        self._speak(Text("doctor.press", {"button": button}))
        while True:
            kind, what = self._next()
            if kind == "keys":
                self._speak(Text("doctor.skipped"))
                return None
            if kind != "press":
                continue
            if what["button"] == button:
                self._speak(Text("doctor.pressed", {"button": button}))
                return True
            facts = {"button": button, "other": what["button"]}
            self._report.find("doctor.other_button", **facts)
            self._speak(Text("doctor.other_button", facts))

    def _type(self) -> None:
        try:
            for line in self._keys or ():
                self._news.put(("keys", line))
        except (OSError, ValueError):
            pass  # the keyboard has gone
        self._news.put(("keys", None))

    # What it comes to

    def _account(self, info: BoardInfo, device: Device) -> None:
        report, health = self._report, self._health
        protocol = ".".join(map(str, info.protocol))
        report.facts["port"] = self._port
        report.facts["board"] = asdict(info) | {"protocol": protocol, "deck": f"{info.deck:08X}"}
        report.facts["link"] = {"host": asdict(device.counters), "board": health or None}
        deck = Text("doctor.deck", {"hash": f"{info.deck:08X}"})
        notes = [
            Text("doctor.board", {
                "board": info.board, "firmware": info.firmware, "protocol": protocol,
                "uid": info.uid, "port": self._port, "seats": info.seats, "readers": info.readers,
            }),
            deck if info.deck else Text("doctor.no_deck"),
        ]  # fmt: skip
        if info.protocol < REPORTS:
            report.find("doctor.old", protocol=protocol)
        for reader in range(1, info.readers + 1):
            notes += self._reader(reader, info)
        notes.append(Text("doctor.link", asdict(device.counters) | {
            "rtt": device.counters.rtt_ms,
            "scan": health.get("scan", 0), "heap": health.get("heap", 0),
        }))  # fmt: skip
        corrupt = device.counters.corrupt
        if health:
            names = ("sent", "resent", "corrupt", "skipped", "rtt")
            notes.append(Text("doctor.counted", {name: health[name] for name in names}))
            corrupt += health["corrupt"]
            if health["waiting"]:
                notes.append(Text("doctor.waiting", {"count": health["waiting"]}))
        if corrupt:
            report.find("doctor.corrupt", count=corrupt)
        report.notes[:0] = notes

    def _reader(self, reader: int, info: BoardInfo) -> list[Text]:
        """What there is to say of one reader; complaints go into the report."""
        report = self._report
        told = self._readers.get(reader)
        if told is None:
            letters = str(self._health.get("readers", ""))
            letter = letters[reader - 1 : reader]
            if info.protocol >= REPORTS:
                report.find("doctor.silent_reader", reader=reader)
            elif letter != "o":
                report.find("doctor.sick", reader=reader, why=letter or "?")
            return []
        version = told["version"].hex().upper() + "h"
        bad = told["misreads"] + told["timeouts"]
        rate = _percent(told["reads"], bad)
        shown = told | {"version": version, "rate": rate, "mhz": _mhz(told["hz"])}
        report.facts["readers"].append(shown)
        if told["state"] != "ok":
            report.find("doctor.sick", reader=reader, why=told["state"])
        if told["version"] in _NO_CHIP:
            report.find("doctor.no_chip", reader=reader, version=version)
        if told["resets"]:
            report.find("doctor.resets", reader=reader, count=told["resets"])
        if told["reads"] + bad >= ENOUGH:
            self._rate(reader, told["reads"], bad)
        return [Text("doctor.reader", shown)]

    def _rate(self, reader: int, reads: int, bad: int) -> None:
        """Complain of a reader that is wrong too often, once."""
        rate = _percent(reads, bad)
        said = any(
            each.key == "doctor.errors" and each.params["reader"] == reader
            for each in self._report.findings
        )
        if float(rate) > MOST_ERRORS and not said:
            mhz = _mhz(self._readers.get(reader, {}).get("hz", 0))
            self._report.find("doctor.errors", reader=reader, rate=rate, mhz=mhz)


def _percent(good: int, bad: int) -> str:
    return f"{100 * bad / (good + bad):.1f}" if good + bad else "0.0"


def _mhz(hz: int) -> str:
    return f"{hz / 1e6:g}" if hz else "?"
