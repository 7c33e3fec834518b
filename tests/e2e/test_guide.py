"""The build guide: what it tells people to type exists and works, from an empty folder on."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer

from shared_rules import packs
from tapdeck import cli
from tapdeck.simulator import SimControl, start_simulator
from tapdeck.texts import t
from tests.hardware.rig import ROOT, micropython

HARDWARE = ROOT / "hardware"
GUIDE = (HARDWARE / "build.md").read_text(encoding="utf-8")
PAGES = sorted(HARDWARE.glob("*.md"))
TAPDECK = [sys.executable, "-u", "-c", "from tapdeck.cli import main; main()"]


def steps() -> list[str]:
    return re.split(r"^## (?=Step )", GUIDE, flags=re.MULTILINE)[1:]


def commands(text: str) -> list[list[str]]:
    """Every `tapdeck` command in the text, in order, as words."""
    spelled = re.findall(r"`tapdeck ([^`]+)`|^\s*(?:venv/bin/)?tapdeck (.+)$", text, re.MULTILINE)
    return [shlex.split(" ".join((one or other).split())) for one, other in spelled]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_commands_exist_with_their_options(path: Path) -> None:
    known: Any = typer.main.get_command(cli.app)
    for name, *words in commands(path.read_text(encoding="utf-8")):
        command = known.commands[name]
        options = {option for each in command.params for option in each.opts}
        assert {word for word in words if word.startswith("-")} <= options, (name, words)


def test_each_step_warns_before_and_checks_after() -> None:
    found = steps()
    assert [step.split(":")[0] for step in found] == [f"Step {n}" for n in range(1, 12)]
    for step in found:
        title = step.splitlines()[0]
        assert 0 < step.index("**Warning.**") < step.index("**Check.**"), title


def test_what_has_not_been_built_is_said_first() -> None:
    assert GUIDE.index("Nobody has built") < GUIDE.index("## Before all")
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"[Nn]obody has built|[Uu]ntried|not built|[Nn]one of it", text), path.name


@pytest.mark.parametrize(
    ("key", "quoted"),
    [
        ("doctor.well", "All is well."),
        ("doctor.sick", "does not work"),
        ("doctor.resets", "had to be reset"),
        ("enrol.complete", "Nothing is missing: 79 have their stickers."),
    ],
)
def test_what_it_quotes_is_what_is_said(key: str, quoted: str) -> None:
    said = t("en", key, reader=1, why="", count=1, total=79)
    assert quoted in said
    assert quoted in GUIDE


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + 30
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def ask(url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@contextmanager
def started(words: list[str], folder: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A command in an empty home, ended at the end."""
    kept = {name: each for name, each in os.environ.items() if not name.startswith("TAPDECK_")}
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = subprocess.Popen(
        [*TAPDECK, *words],
        cwd=folder,
        env=kept | home | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.mark.skipif(micropython() is None, reason="no `micropython` here")
def test_from_an_empty_folder_to_the_first_play_by_the_guide_alone(tmp_path: Path) -> None:
    """Its own commands in its own order, at a board with nothing but MicroPython."""
    told = [words for step in steps() for words in commands(step)]
    flash = next(words for words in told if words[:3] == ["flash", "--board", "pico"])
    enrol = next(words for words in told if words[0] == "enrol")
    assert told.index(flash) < told.index(["doctor"]) < told.index(enrol)
    assert ["run"] in told

    with start_simulator(state_dir=tmp_path / "flash", stock={}, pace="max", quiet=True) as sim:
        port = {"TAPDECK_PORT": sim.port}
        for words in (flash, ["doctor"]):
            with started(words, tmp_path, **port) as process:
                out, _ = process.communicate(timeout=120)
            assert process.returncode == 0, out
            assert "All is well." in out

        tags = {}
        with SimControl(sim.control) as hands:
            with started(enrol, tmp_path, **port) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    if "Nothing is missing: 79 have their stickers." in line:
                        break
                    if found := re.search(
                        r"Now: (?:card|control tag) ([\w ]+?)(?: \(.+\))?\.$", line
                    ):
                        number = len(tags) + 1
                        tags[found[1]] = uid = f"04C0{number:04X}510C80"
                        hands.place(1, uid)
                        hands.run(150)
                        hands.lift(1)
                        hands.run(150)
            assert len(tags) == 79
            assert set(packs.codes("followers")) <= set(tags)

            words = ["run", "--listen", "127.0.0.1:0"]
            with started(words, tmp_path, **port) as process:
                assert process.stdout is not None
                at = next(
                    found[0]
                    for line in process.stdout
                    if (found := re.search(r"http://127\.0\.0\.1:\d+", line))
                )
                table = f"{at}/api/v1/tables/1"
                ask(f"{table}/games", {"game": "followers", "deck": enrol[1]})
                wait_for(lambda: ask(table)["link"]["up"])
                hands.run(2000)
                hands.place(2, tags["NB"])
                hands.run(300)
                hands.lift(2)
                hands.press(2, "short")
                wait_for(
                    lambda: [
                        each
                        for each in ask(f"{table}/events")
                        if each["line"] == "2 play NB" and each["ok"]
                    ]
                )
