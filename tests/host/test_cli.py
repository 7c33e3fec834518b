"""The command line: what it explains, and that a mistake is one sentence and an exit code."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

import tapdeck
from tapdeck import cli
from tapdeck.device import probe
from tapdeck.settings import Settings, help_for
from tapdeck.simulator import SimControl, SimError

COMMANDS = ("run", "demo", "sim", "score", "classify", "enrol", "doctor")


def tell(capsys, *words):
    """Run a command line here; its exit code, stdout and stderr."""
    with pytest.raises(SystemExit) as caught:
        cli.main(words)
    said = capsys.readouterr()
    return caught.value.code, said.out, said.err


def is_one_sentence(err):
    return len(err.splitlines()) == 1 and "Traceback" not in err


def test_help_explains_every_command(capsys):
    code, out, _ = tell(capsys, "--help")
    assert code == 0
    for name in COMMANDS:
        [line] = [line for line in out.splitlines() if line.startswith(f"  {name} ")]
        assert line.rstrip().endswith("."), line
        assert not line.endswith("..."), line
        code, explained, _ = tell(capsys, name, "--help")
        assert code == 0
        assert "Usage: tapdeck " + name in explained
    assert tell(capsys) == (0, out, "")


def test_version(capsys):
    assert tell(capsys, "--version") == (0, f"tapdeck {tapdeck.__version__}\n", "")


def test_run_takes_every_setting_with_its_help(capsys):
    _, out, _ = tell(capsys, "run", "--help")
    words = " ".join(out.split())
    for name in Settings.model_fields:
        assert f"--{name.replace('_', '-')} " in words
        assert help_for(name).split(":")[0] in words


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["run", "--nonsense"],
        ["run", "--listen", "here"],
        ["run", "--language", "klingon"],
        ["run", "--port", "socket://nowhere"],
        ["score"],
        ["score", "no such file"],
        ["classify", "followers"],
        ["classify", "chess", "5H"],
        ["classify", "followers", "5X"],
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, words):
    code, out, err = tell(capsys, *words)
    assert (code, out) == (2, "")
    assert is_one_sentence(err)


def test_a_settings_file_with_a_mistake_is_one_sentence(capsys, monkeypatch, tmp_path):
    (tmp_path / "config.toml").write_text('prot = "sim"')
    monkeypatch.setenv("TAPDECK_CONFIG", str(tmp_path / "config.toml"))
    code, _, err = tell(capsys, "run")
    assert code == 2
    assert "'prot'" in err
    assert is_one_sentence(err)


def test_run_that_cannot_is_one_sentence_and_exit_code_1(capsys, tmp_path):
    db = f"sqlite:///{tmp_path / 'record.sqlite'}"
    (tmp_path / "folder").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for words in (
            ["--port", "none", "--db", db, "--listen", address],
            ["--port", "none", "--db", f"sqlite:///{tmp_path / 'folder'}"],
            ["--port", "none", "--db", "nonsense"],
            ["--port", str(tmp_path / "ttyNONE"), "--db", db],
        ):
            listen = [] if "--listen" in words else ["--listen", "127.0.0.1:0"]
            code, _, err = tell(capsys, "run", *words, *listen)
            assert code == 1, words
            assert is_one_sentence(err), err


def test_what_nobody_expected_is_a_sentence_too(capsys, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("tapdeck.textcommands.classify_command", broken)
    code, _, err = tell(capsys, "classify", "followers", "5H")
    assert code == 1
    assert "ZeroDivisionError" in err
    assert is_one_sentence(err)
    monkeypatch.setenv("TAPDECK_LOG_LEVEL", "debug")
    with pytest.raises(ZeroDivisionError):
        cli.main(["classify", "followers", "5H"])


def test_classify_and_score(capsys, tmp_path):
    code, out, _ = tell(capsys, "classify", "followers", "AS", "AH")
    assert code == 0
    assert (json.loads(out)["type"], json.loads(out)["rank"]) == ("pair", "A")
    (tmp_path / "game.txt").write_text("game: followers\nseats: a, b, c, d\n1 play NB\n")
    code, out, _ = tell(capsys, "score", str(tmp_path / "game.txt"), "--json")
    assert code == 0
    assert json.loads(out)["lines"] == [
        {"line": 3, "ok": True, "reason": None, "reading": "single NB"}
    ]


def a_tapdeck(*words):
    command = [sys.executable, "-c", "from tapdeck.cli import main; main()", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as port:
        return port.getsockname()[1]


def test_sim_says_its_ports_and_ends_with_us():
    listen = f"127.0.0.1:{free_port()}"
    with a_tapdeck("sim", "--listen", listen, "--pace", "max", "--interpreter", "cpython") as child:
        said = json.loads(child.stdout.readline())
        assert said["port"] == f"socket://{listen}"
        assert probe(said["port"]).board == "pico"
        with SimControl(said["control"]) as hands:
            assert hands.display()["ok"]
            child.kill()
            with pytest.raises(SimError):
                hands.run(3_600_000)  # it notices that nobody holds it any more
        child.communicate(timeout=30)


@pytest.mark.skipif(sys.platform == "win32", reason="a signal that asks to end is POSIX's")
def test_run_says_where_it_listens_and_ends_when_asked(tmp_path):
    words = ["run", "--port", "none", "--listen", "127.0.0.1:0"]
    db = f"sqlite:///{tmp_path / 'record.sqlite'}"
    with a_tapdeck(*words, "--db", db) as child:
        line = child.stdout.readline()
        assert line.startswith("Tapdeck listens on http://127.0.0.1:")
        with urllib.request.urlopen(line.split()[3] + "/api/v1/tables", timeout=10) as answer:
            assert json.load(answer)[0]["id"] == 1
        child.send_signal(signal.SIGTERM)
        out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (0, "", "")
