"""`tapdeck flash` at a board that has nothing but MicroPython's prompt, in front of a real folder.

The code that is sent there runs on the real interpreter, and so does what was flashed.
"""

from __future__ import annotations

import functools
import io
import random
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import serial
from mpremote.transport_serial import SerialTransport
from rich.console import Console

from shared_rules.wire import StateDown
from tapdeck import cli, decks, flash, flash_prompt, flash_takeover
from tapdeck.actors import THIS_MACHINE
from tapdeck.device import BoardEvent, Device, DeviceError, probe
from tapdeck.firmware_files import board_parts, compile_part
from tapdeck.flash import run_flash
from tapdeck.flash_find import Place
from tapdeck.flash_plan import LIST, read_list, sha, write_list
from tapdeck.flash_prompt import open_prompt
from tapdeck.settings import load
from tapdeck.simulator import SimControl, SimProcess, start_simulator
from tapdeck.store import Store, StoreError
from tapdeck.table import Table
from tests.hardware.rig import micropython

pytestmark = pytest.mark.skipif(micropython() is None, reason="no `micropython` here")

ALL = len(board_parts())
DECK = decks.simulated_deck("followers")
Start = Callable[..., SimProcess]


@pytest.fixture(autouse=True, scope="module")
def compiled_once() -> Iterator[None]:
    """The compiler is a process of its own for each file."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(flash, "compile_part", functools.cache(compile_part))
        yield


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts boards whose flash is the folder ``flash``."""
    with ExitStack() as stack:

        def begin(board: str | None = None, **pretend: Any) -> SimProcess:
            sim = start_simulator(
                state_dir=tmp_path / "flash", stock=pretend, board=board, pace="max", quiet=True
            )
            stack.callback(sim.close)
            return sim

        yield begin


@pytest.fixture(scope="module")
def flashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The flash of a board that has been flashed, as it was before its first start."""
    folder = tmp_path_factory.mktemp("once")
    with start_simulator(state_dir=folder / "flash", stock={}, pace="max", quiet=True) as sim:
        settings = load(port=sim.port, db=f"sqlite:///{folder / 'record.sqlite'}")
        assert run_flash(settings, tell=lambda _: None) == 0
    shutil.rmtree(folder / "flash" / "journal")
    return folder / "flash"


class Said(list[str]):
    """What was told, a sentence at a time."""

    @property
    def text(self) -> str:
        return "\n".join(self)


def go(sim: SimProcess, folder: Path, **more: Any) -> tuple[int, str]:
    """Flash; the exit code and all that was said."""
    said = Said()
    db = more.pop("db", f"sqlite:///{folder / 'record.sqlite'}")
    language = more.pop("language", None)
    code = run_flash(load(port=sim.port, db=db, language=language), tell=said.append, **more)
    return code, said.text


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence on stderr."""
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.startswith("tapdeck: ")
    return error[9:-1]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + 20
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


class Evening:
    """A service at a board: the table, and hands at it."""

    def __init__(self, sim: SimProcess, folder: Path) -> None:
        self.store = Store(f"sqlite:///{folder / 'record.sqlite'}")
        self.table = Table(self.store)
        self.table.simulated = True
        if self.table.game is None:
            self.table.save_deck(DECK, THIS_MACHINE)
            self.table.start_game("followers", by=THIS_MACHINE)
        self.device = Device(sim.port, self.table)
        self.table.attach(self.device)
        self.hands = SimControl(sim.control)

    def __enter__(self) -> Evening:
        self.device.start()
        wait_for(lambda: self.device.settled)
        return self

    def __exit__(self, *_: object) -> None:
        self.device.close()
        self.hands.close()
        self.store.close()

    def lines(self) -> list[str]:
        return [event["line"] for event in self.table.events() if event["ok"]]


def press(hands: SimControl, seat: int) -> None:
    hands.press(seat)
    hands.run(100)


def lay(hands: SimControl, reader: int, card: str) -> None:
    hands.place(reader, decks.uid_of(DECK, card))
    hands.run(200)
    hands.lift(reader)
    hands.run(200)


def test_from_nothing_but_micropython_to_a_play_and_to_the_next_version(
    start: Start, tmp_path: Path
) -> None:
    """Plays that were made without a host, the deck and the game survive the second time."""
    sim = start()
    with pytest.raises(DeviceError, match="tapdeck flash"):
        probe(sim.port, 1)
    screen = io.StringIO()
    code, said = go(sim, tmp_path, console=Console(file=screen, force_terminal=True))
    assert code == 0
    assert "shared_rules/" in screen.getvalue(), "the progress names the file"
    assert f"{ALL - 1} files to write" in said
    assert "Board pico (firmware" in said
    assert said.endswith("All is well.")
    files = contents(tmp_path / "flash")
    for part in board_parts():
        name = part.name if part.name == "main.py" else part.name.replace(".py", ".mpy")
        assert name in files
    listed = read_list(files[LIST].decode())
    assert {name: sha(files[name]) for name in listed.values()} == {v: k for k, v in listed.items()}
    assert not any(name.endswith(".new") for name in files)

    with Evening(sim, tmp_path) as evening:
        for seat in (1, 2, 3, 4, 1, 2, 3, 4):
            press(evening.hands, seat)
        lay(evening.hands, 1, "NB")
        press(evening.hands, 1)
        wait_for(lambda: evening.lines()[-1:] == ["1 play NB"])
    with SimControl(sim.control) as hands:
        hands.run(2500)  # the link is over
        press(hands, 2)
        press(hands, 3)
        hands.run(500)
    kept = contents(tmp_path / "flash")
    assert any(name.endswith(".log") for name in kept), "without a host plays go to the flash"

    (tmp_path / "flash" / "shared_rules" / "wire.mpy").write_bytes(b"an older version")
    (tmp_path / "flash" / "firmware" / "gone.mpy").write_bytes(b"of an older version")
    with (tmp_path / "flash" / LIST).open("a") as file:
        file.write(write_list({sha(b"of an older version"): "firmware/gone.mpy"}))
    code, said = go(sim, tmp_path)
    assert code == 0
    assert "The firmware 0.1.0 runs on the board pico" in said
    assert "2 plays that waited on it are in the record now." in said
    assert f"1 file to write (8 KB), {ALL - 2} are there already, 1 old one goes." in re.sub(
        r"\(\d+ KB\)", "(8 KB)", said
    )
    assert "It knows a deck" in said
    assert said.endswith("All is well.")
    now = contents(tmp_path / "flash")
    assert "firmware/gone.mpy" not in now
    assert now["journal/deck"] == kept["journal/deck"]
    game = [StateDown.unpack(each["journal/state"][9:]) for each in (kept, now)]  # behind its CRC
    assert game[0].core == game[1].core
    assert game[0].game == game[1].game
    with Evening(sim, tmp_path) as evening:
        assert evening.lines()[-3:] == ["1 play NB", "2 pass", "3 pass"]
        press(evening.hands, 4)
        wait_for(lambda: evening.lines()[-1] == "4 pass")


def test_what_is_there_already_is_not_written_again(
    start: Start, tmp_path: Path, flashed: Path
) -> None:
    shutil.copytree(flashed, tmp_path / "flash")
    before = contents(flashed)
    sim = start()
    code, said = go(sim, tmp_path)
    assert code == 0
    assert f"Nothing is to be written: {ALL} files are on it already." in said
    after = contents(tmp_path / "flash")
    assert {name: after.get(name) for name in before} == before


class Cut:
    """A cable that comes out after so many bytes for the board, which loses its power with it."""

    def __init__(self, sim: SimProcess, after: int | None) -> None:
        self._hands, self._after = sim.hands(), after
        self.sent = 0

    def __enter__(self) -> Cut:
        cut = self

        def frayed(*words: Any, **more: Any) -> Any:
            transport = SerialTransport(*words, **more)
            whole = transport.serial.write
            transport.serial.write = lambda data: whole(cut.passes(data))
            return transport

        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(flash_prompt, "SerialTransport", frayed)
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
        self._hands.usb(plug=True)
        self._hands.close()

    def passes(self, data: bytes) -> bytes:
        self.sent += len(data)
        if self._after is not None and self.sent >= self._after:
            self._after = None
            self._hands.usb(plug=False)
            self._hands.reset()
        return data


def outdate(folder: Path, rng: random.Random) -> None:
    """A flash as an older version has left it: some files other, some gone, some of no use now."""
    names = sorted(set(read_list((folder / LIST).read_text()).values()) - {"main.py"})
    for name in rng.sample(names, 5):
        (folder / name).write_bytes(b"of an older version")
    for name in rng.sample(names, 2):
        (folder / name).unlink(missing_ok=True)
    for name in ("firmware/gone.mpy", "shared_rules/gone.mpy"):
        (folder / name).write_bytes(name.encode())
    listed = {
        sha(path.read_bytes()): path.relative_to(folder).as_posix()
        for room in ("firmware", "shared_rules")
        for path in (folder / room).rglob("*.mpy")
    }
    listed[sha((folder / "main.py").read_bytes())] = "main.py"
    (folder / LIST).write_text(write_list(listed))


@pytest.mark.parametrize("seed", range(3))
def test_the_cable_may_come_out_at_any_byte(
    seed: int,
    start: Start,
    tmp_path: Path,
    flashed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is there then does not start half, and the same command ends what it began."""
    monkeypatch.setattr(flash, "run_doctor", lambda *_, **__: 0)
    folder, rng = tmp_path / "flash", random.Random(seed)
    shutil.copytree(flashed, folder)
    outdate(folder, rng)
    own = {"firmware/boards/mine.py": b"# mine\n", "board": b"pico\n", "firmware/own.py": b"1\n"}
    for name, data in own.items():
        (folder / name).write_bytes(data)
    before = contents(folder)
    sim = start()
    with Cut(sim, rng.randrange(25000)) as cut:
        code, _ = go(sim, tmp_path)
    assert cut.sent
    if code:
        assert "repeat the same command" in refusal(capsys).lower()
    there = contents(folder)
    whole = contents(flashed) | own
    if "main.py" in there:
        assert there.items() >= whole.items() or there.items() >= before.items()
    code, said = go(sim, tmp_path)
    assert code == 0
    assert "firmware/boards/mine.py" in said
    rest = {n: data for n, data in contents(folder).items() if not n.startswith("journal/")}
    assert rest == whole


def test_a_board_tells_of_any_number_of_files(start: Start, tmp_path: Path) -> None:
    """More than its port holds at once."""
    folder = tmp_path / "flash" / "firmware"
    (folder / "deep" / "deeper").mkdir(parents=True)
    for number in range(150):
        (folder / ("deep" if number % 2 else "deep/deeper") / f"file_{number}.py").write_text("1\n")
    with open_prompt(Place(start().port), 20) as prompt:
        files, folders = prompt.files(("firmware", "none", "main.py"))
    assert files.keys() == contents(tmp_path / "flash").keys()
    assert set(files.values()) == {(2, sha(b"1\n"))}
    assert folders == ["firmware", "firmware/deep", "firmware/deep/deeper"]


def test_files_of_the_users_stay_and_name_the_board(
    start: Start, tmp_path: Path, flashed: Path
) -> None:
    flash_folder = tmp_path / "flash"
    shutil.copytree(flashed, flash_folder)
    pico = next(part for part in board_parts() if part.name.endswith("boards/pico.py"))
    own = pico.source.read_text().replace('name = "pico"', 'name = "mine"')
    (flash_folder / "firmware" / "boards" / "mine.py").write_text(own)
    (flash_folder / "board").write_text("mine\n")
    (flash_folder / "notes.txt").write_text("Ann owes Bo a coffee\n")
    (flash_folder / "firmware" / "link.mpy").unlink()
    before = contents(flash_folder)
    sim = start()
    code, said = go(sim, tmp_path, board="pico")
    assert code == 0
    assert "Left alone, as files of your own: firmware/boards/mine.py." in said
    assert "The file `board` on it says mine and was left alone" in said
    assert "Board mine (firmware" in said
    after = contents(flash_folder)
    assert {name: after.get(name) for name in before} == before
    assert "firmware/link.mpy" in after


def test_another_board_of_the_same_kind_is_named_once(
    start: Start, tmp_path: Path, flashed: Path
) -> None:
    """Compiled files are the same for every chip; its program does not start there as it is."""
    shutil.copytree(flashed, tmp_path / "flash")
    sim = start(board="esp32_six")
    code, said = go(sim, tmp_path, board="esp32_six")
    assert code == 0
    assert (tmp_path / "flash" / "board").read_text() == "esp32_six\n"
    assert "Board esp32_six (firmware" in said
    assert "6 seats, 6 readers" in said


def test_a_program_that_failed_with_its_watchdog_running_is_got_rid_of(
    start: Start, tmp_path: Path, flashed: Path
) -> None:
    """It would bite while the files are written."""
    shutil.copytree(flashed, tmp_path / "flash")
    (tmp_path / "flash" / "main.py").write_text(
        "import os\nfrom machine import WDT\ntry:\n    os.remove('stay')\nexcept OSError:\n"
        "    WDT(timeout=8000)\n    raise ValueError('torn')\n"
    )
    (tmp_path / "flash" / "main.before.py").write_text("an earlier one\n")
    for name in ("main", "link", "journal"):
        (tmp_path / "flash" / "firmware" / f"{name}.mpy").write_bytes(b"old")
    sim = start()
    code, said = go(sim, tmp_path)
    assert code == 0
    assert "3 files to write" in said
    assert "Another program was there as main.py; it is called main.before2.py now." in said
    assert "torn" in (tmp_path / "flash" / "main.before2.py").read_text()
    assert (tmp_path / "flash" / "main.before.py").read_text() == "an earlier one\n"
    assert not (tmp_path / "flash" / "stay").exists()


@pytest.mark.parametrize(
    ("pretend", "board", "words"),
    [
        ({"version": [1, 22, 2]}, None, r"MicroPython 1\.22\.2; the firmware needs 1\.24 or newer"),
        ({"platform": "samd"}, None, "MicroPython for samd; the firmware is for rp2"),
        ({"name": "circuitpython"}, None, "runs circuitpython, not MicroPython"),
        ({"blocks": 60}, None, r"\d+ KB must be free, 2\d\d KB are\. .* Nothing was changed"),
        ({}, "esp32", "asked for the board esp32, but what answers is of the kind pico"),
        ({"platform": "esp32", "paste": False}, "pico", "of the kind esp32"),
    ],
)
def test_a_board_that_does_not_fit_is_refused_before_anything_is_written(
    pretend: dict[str, Any],
    board: str | None,
    words: str,
    start: Start,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(flash, "ASK_S", 0.5)
    (tmp_path / "flash" / "firmware").mkdir(parents=True)
    for name in ("main.py", "firmware/main.py"):
        (tmp_path / "flash" / name).write_text("print('mine')\n")
    before = contents(tmp_path / "flash")
    sim = start(**pretend)
    code, _ = go(sim, tmp_path, board=board)
    assert code == 1
    assert re.search(words, refusal(capsys))
    assert contents(tmp_path / "flash") == before


def test_compiled_files_that_the_board_does_not_take_go_there_as_source(
    start: Start, tmp_path: Path
) -> None:
    for part in board_parts():
        if part.name.startswith("shared_rules/"):  # these are there already, to save time
            (tmp_path / "flash" / part.name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(part.source, tmp_path / "flash" / part.name)
    sim = start(mpy=9)
    code, said = go(sim, tmp_path)
    assert code == 0
    assert "The board takes compiled files of version 9, our compiler makes version 6." in said
    there = contents(tmp_path / "flash")
    for part in board_parts():
        assert there[part.name] == part.source.read_bytes()
    assert said.endswith("All is well.")


def test_a_firmware_that_does_not_start_says_why(
    start: Start,
    tmp_path: Path,
    flashed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(flash, "ASK_S", 0.5)
    monkeypatch.setattr(flash, "START_S", 1)
    shutil.copytree(flashed, tmp_path / "flash")
    (tmp_path / "flash" / "board").write_text("picco\n")
    code, _ = go(start(), tmp_path)
    assert code == 1
    assert "does not answer: ValueError: no board picco; the boards are pico" in refusal(capsys)


def test_plays_that_cannot_be_kept_stop_it_unless_they_may_be_lost(
    start: Start,
    tmp_path: Path,
    flashed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No record at all; one that takes nothing. Even then they wait in the board's flash."""
    shutil.copytree(flashed, tmp_path / "flash")
    sim = start()
    probe(sim.port, 20)
    with SimControl(sim.control) as hands:
        hands.run(6000)  # nobody is linked any more, so the usual game begins
        press(hands, 1)
        hands.run(500)

    def refuse(self: Table, events: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(Table, "on_events", refuse)
        patched.setattr(flash_takeover, "PROGRESS_S", 2)
        code, _ = go(sim, tmp_path)
    assert code == 1
    assert "1 play waits on the board and could not be taken" in refusal(capsys)
    (tmp_path / "folder").mkdir()
    nowhere = f"sqlite:///{tmp_path / 'folder'}"
    code, _ = go(sim, tmp_path, db=nowhere)
    assert code == 1
    sentence = refusal(capsys)
    assert "--discard" in sentence
    assert "--db" in sentence
    assert probe(sim.port, 5).board == "pico", "it plays on"
    code, said = go(sim, tmp_path, db=nowhere, discard=True)
    assert code == 0
    assert f"Nothing is to be written: {ALL} files are on it already." in said
    assert "1 play waits on it for a service" in said
    code, said = go(sim, tmp_path)
    assert code == 0
    assert "1 play that waited on it is in the record now." in said


def test_a_takeover_that_is_cut_neither_loses_nor_doubles_a_play(
    start: Start,
    tmp_path: Path,
    flashed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The record has them, and the board is never told so."""
    shutil.copytree(flashed, tmp_path / "flash")
    sim = start()
    probe(sim.port, 20)
    hands = sim.hands()
    hands.run(6000)
    for seat in (1, 2, 3, 4, 1):
        press(hands, seat)
    hands.run(500)
    commit = Table.on_events

    def cut(self: Table, events: Sequence[BoardEvent]) -> None:
        commit(self, events)
        hands.usb(plug=False)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "on_events", cut)
        code, _ = go(sim, tmp_path)
    assert code == 1
    assert "went away" in refusal(capsys)
    hands.usb(plug=True)
    hands.close()
    code, _ = go(sim, tmp_path)
    assert code == 0
    with closing(sqlite3.connect(tmp_path / "record.sqlite")) as record:
        rows = record.execute("SELECT n FROM entries WHERE source = 'board' ORDER BY n").fetchall()
    first = rows[0][0]
    assert [n for (n,) in rows] == list(range(first, first + 5))


def test_a_port_that_a_service_holds(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sim = start()
    with serial.Serial(sim.port, exclusive=True):
        code, _ = go(sim, tmp_path)
        assert code == 1
        assert "in use, perhaps by a running `tapdeck run`" in refusal(capsys)
        code, _ = go(sim, tmp_path, language="zh-Hans")
        assert code == 1
        assert "正被占用" in refusal(capsys)


def test_an_interrupted_one_says_that_it_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(flash, "find_board", interrupt)
    assert run_flash(load(port="auto")) == 1
    assert "Repeat the same command" in refusal(capsys)


def test_a_port_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_flash(load(port="/dev/ttyACM_none")) == 1
    assert "/dev/ttyACM_none cannot be opened" in refusal(capsys)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "none"], "Flashing needs a real board"),
        (["--port", "sim"], "Flashing needs a real board"),
        (["--board", "uno"], "There is no board uno; the boards are: esp32"),
    ],
)
def test_what_cannot_be_meant(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["flash", *words])
    assert end.value.code == 2
    assert refusal(capsys).startswith(sentence)


def test_the_stock_board_is_to_be_had_at_the_command_line() -> None:
    """`tapdeck sim --stock`, as the guide uses it."""
    import subprocess

    words = [sys.executable, "-c", "from tapdeck.cli import main; main()", "sim", "--stock"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r'"port": "([^"]+)"', process.stdout.readline())
        assert found
        with open_prompt(Place(found[1]), 20) as prompt:
            facts = prompt.facts()
        process.terminate()
    assert (facts.name, facts.platform) == ("micropython", "rp2")
