"""Run a script behind the stand-ins, on MicroPython or CPython, with a clock nobody holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIMULATED = ROOT / "hardware" / "simulated"


def micropython() -> str | None:
    """The path of ``micropython``, or None."""
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


both = pytest.mark.parametrize(
    "interpreter",
    [
        pytest.param(
            "micropython",
            marks=pytest.mark.skipif(micropython() is None, reason="no `micropython` here"),
        ),
        "cpython",
    ],
)


def run(
    interpreter: str,
    code: str,
    folder: Path,
    *,
    heap: str = "1M",
    board: str = "pico",
    arguments: Sequence[str] = (),
    patience: float = 60,
) -> list[str]:
    """The lines ``code`` prints. It runs in ``folder`` with firmware and chips on the path, finds
    ``arguments`` in ``sys.argv[1:]``, and has ``patience`` seconds.
    """
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    path = f"{SIMULATED / 'standins'}:{ROOT}"
    start = [str(SIMULATED / "start.py"), "--board", board, "--script", str(script)]
    start += arguments
    if interpreter == "micropython":
        command = [str(micropython()), "-X", f"heapsize={heap}", *start]
        environment = {**os.environ, "MICROPYPATH": path + ":.frozen"}
    else:
        command = [sys.executable, *start]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=patience
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()
