"""The demonstration through the real command: firmware, port, service, and what all of them say."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tapdeck import demo, players
from tapdeck.hands import account
from tapdeck.players import Gesture, Play
from tapdeck.store import Entry
from tests.micropython import executable

TAPDECK = [sys.executable, "-c", "from tapdeck.cli import main; main()", "demo"]
SHORT_SPOOKS = "215"
SHORT_CULTIVATION = "6"  # a seed whose deals end soon
SHORT_WARS = "8"
SHORT = "26"  # a seed whose match takes four deals


def environment(tmp_path: Path) -> dict[str, str]:
    """No settings of whoever runs the tests, and a place of its own for what is written."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TAPDECK_")}
    return kept | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "COLUMNS": "200"}


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TAPDECK, *words],
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The same match twice."""
    found = []
    for number in (1, 2):
        folder = tmp_path_factory.mktemp(f"demo{number}")
        done = run(folder, "--seed", SHORT, "--speed", "max", "--headless", "--json")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert done.stdout.count("\n") == 1
        found.append(json.loads(done.stdout))
        assert not list(folder.iterdir()), "it left something behind"
    return found


def test_a_seed_gives_one_match(results: list[dict[str, Any]]) -> None:
    first, second = results
    assert first == second


def test_a_whole_match_is_played(results: list[dict[str, Any]]) -> None:
    """F21: 1000 points or 13 tokens, and the higher total wins."""
    result = results[0]
    totals = result["totals"]
    assert max(totals.values()) >= 1000 or result["tokens"] >= 13
    assert result["winner"] == int(max(totals, key=lambda team: totals[team]))
    assert result["game"] == "followers"
    assert result["board"] == "pico"
    assert result["interpreter"].startswith("micropython " if executable() else "cpython ")


def test_the_rounds_add_up(results: list[dict[str, Any]]) -> None:
    """F17, F18: the cards of a deal are worth 100 points, or nothing after a double finish."""
    result = results[0]
    for team in ("1", "2"):
        assert sum(each["points"][team] for each in result["rounds"]) == result["totals"][team]
    for each in result["rounds"]:
        assert sum(each["card_points"].values()) == (0 if each["double"] else 100)
        assert set(each) >= {"out", "double", "card_points", "calls", "points", "tokens"}
    assert result["rounds"][-1]["tokens"] == result["tokens"]


def test_refused_plays_are_events_and_none_is_lost(results: list[dict[str, Any]]) -> None:
    result = results[0]
    assert result["refused"] > 0
    assert result["plays"] > 100
    assert result["events"] > result["plays"] + result["refused"]
    assert result["lost"] == 0
    assert result["duplicated"] == 0


def test_the_tables_lights_say_what_the_service_says(results: list[dict[str, Any]]) -> None:
    result = results[0]
    shown = result["display"]
    assert shown["tokens"] == result["tokens"]
    assert shown["totals"] == result["totals"]
    assert shown["digits"] == "".join(f"{total:4}" for total in result["totals"].values())


def test_a_match_of_spooks_is_played_by_hand(tmp_path: Path) -> None:
    """S6, S12: choices face down in any order, gifts, runs, counted hands; the lowest total wins
    when somebody is above 200.
    """
    done = run(
        tmp_path,
        "--game",
        "spooks",
        "--seed",
        SHORT_SPOOKS,
        "--speed",
        "max",
        "--headless",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert (result["lost"], result["duplicated"], result["tokens"]) == (0, 0, None)
    assert result["refused"] > 0
    assert result["plays"] > 100
    totals = result["totals"]
    assert max(totals.values()) > 200
    assert result["winner"] == [
        int(seat) for seat in totals if totals[seat] == min(totals.values())
    ]
    for seat in totals:
        assert sum(each["points"][seat] for each in result["rounds"]) == totals[seat]
    assert result["display"] == {"digits": " " * 8, "strip": "." * 13}


def test_a_game_of_cthulhu_wars_is_entered_with_pieces(tmp_path: Path) -> None:
    """W4, W11: rounds of power, doom, rituals and changes, until the most doom among those with six
    spellbooks wins.
    """
    words = (
        "--game",
        "cthulhu_wars",
        "--seed",
        SHORT_WARS,
        "--speed",
        "max",
        "--headless",
        "--json",
    )
    done = run(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert (result["lost"], result["duplicated"], result["tokens"]) == (0, 0, None)
    assert result["refused"] > 0
    assert result["plays"] > 40
    assert len(result["rounds"]) > 2
    assert any(each["rituals"] for each in result["rounds"])
    totals = result["totals"]
    assert result["winner"]
    assert all(totals[str(seat)] == max(totals.values()) for seat in result["winner"])
    for seat in totals:
        assert sum(each["points"][seat] for each in result["rounds"]) == totals[seat]
    # W11: all signs are shown by then, so the digits are doom alone.
    shown = result["display"]
    assert shown["digits"] == "".join(f"{doom:2}" for doom in totals.values())
    assert shown["strip"][:10].strip(".")
    assert shown["strip"][10:].count("w") == 1


def test_a_match_of_cultivation_is_played_by_hand(tmp_path: Path) -> None:
    """C2, C4, C6, C7, C13: draws that are taken for granted, groups, additions, cards taken back;
    the digits are the totals, the strip has each seat's groups.
    """
    words = ("--game", "cultivation", "--seed", SHORT_CULTIVATION, "--speed", "max")
    found = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = run(folder, *words, "--headless", "--json")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        found.append(json.loads(done.stdout))
    result = found[0]
    assert found[1] == result
    assert (result["lost"], result["duplicated"], result["tokens"]) == (0, 0, None)
    assert result["refused"] > 0
    assert result["events"] > result["plays"] + result["refused"]
    totals = result["totals"]
    assert len(result["rounds"]) == 3
    for seat in totals:
        assert sum(each["points"][seat] for each in result["rounds"]) == totals[seat]
    assert result["winner"] == [
        int(seat) for seat in totals if totals[seat] == max(totals.values())
    ]
    last = [len(groups) for groups in result["rounds"][-1]["groups"].values()]
    assert result["display"] == {
        "digits": "".join(f"{total:2}" for total in totals.values()),
        "strip": "".join("." * (3 - min(3, n)) + "g" * min(3, n) for n in last) + ".",
    }


def test_for_people_it_tells_every_action_and_stays(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*TAPDECK, "--seed", SHORT, "--speed", "max"],
        env=environment(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            said = []
            for line in process.stdout:
                said.append(line)
                if "stays at" in line:
                    break
            url = said[-1].split()[4]
            with urllib.request.urlopen(f"{url}/api/v1/tables/1", timeout=10) as answer:
                view = json.load(answer)
            assert view["finished"]
            text = "".join(said)
            assert "Chen plays single Necronomicon." in text
            assert "Totals" in text
            assert "0 lost, 0 twice" in text
        finally:
            # Not SIGINT: what a shell starts in the background ignores it.
            process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0, process.stderr.read()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--speed", "fast"], "give max, or a number above 0"),
        (["--speed", "0"], "give max, or a number above 0"),
        (["--game", "whist"], "there are for: followers"),
    ],
)
def test_a_wrong_word_is_one_sentence(tmp_path: Path, words: list[str], part: str) -> None:
    done = run(tmp_path, *words, "--headless", "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert part in done.stderr
    assert done.stderr.count("\n") == 1


class Four:
    """Players who only say that they make no call, and go home."""

    names = ("Ada", "Bao", "Chen", "Dora")
    first = 1
    mistakes = 0

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.headers: dict[str, str] = {}

    def play(self) -> Play:
        for seat in (1, 2, 3, 4):
            yield Gesture(seat, "short", line=f"{seat} nocall")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("TAPDECK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(players, "party", lambda *_: Four())
    monkeypatch.setattr(demo, "SHOW_SECONDS", 0.2)


@pytest.mark.usefixtures("short")
def test_lights_that_differ_from_the_service_fail_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"tokens": 3, "digits": "   0   0", "totals": {"1": 0, "2": 0}}
    monkeypatch.setattr(demo, "decode", lambda *_: wrong)
    assert demo.run_demo(speed="max", headless=True, as_json=True) == 1
    out = capsys.readouterr()
    assert json.loads(out.out)["display"] == wrong
    assert json.loads(out.out)["events"] == 4
    assert "the table shows 3 tokens" in out.err


@pytest.mark.usefixtures("short")
def test_a_lost_event_fails_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_more(made: list[str], entries: list[Entry]) -> tuple[int, int]:
        return account([*made, "1 pass"], entries)

    monkeypatch.setattr(demo, "account", one_more)
    assert demo.run_demo(speed="max", headless=True, as_json=True) == 1
    assert "1 lost, 0 twice" in capsys.readouterr().err
