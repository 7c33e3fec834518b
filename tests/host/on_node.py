"""Scripts of the page without a browser: `ui/static/words.js` as it is, asked in a Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playwright

import tapdeck

WORDS = Path(tapdeck.__file__).parent / "ui" / "static" / "words.js"
SCRIPT = """
const { given, file, asked } = JSON.parse(process.argv[2]);
globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(given) }) };
const words = await import(file);
console.log(JSON.stringify(asked.map(([name, ...values]) => words[name](...values))));
"""


def node() -> str:
    """The machine's Node, or that by which the browser tests drive their browser."""
    beside = Path(playwright.__file__).parent / "driver" / "node"
    return shutil.which("node") or str(beside)


def ask(folder: Path, given: dict[str, Any], asked: list[list[Any]]) -> list[Any]:
    """What functions of words.js answer, each asked as [name, arguments…].

    folder  where the script can be put
    given   what comes with the page (`ui/pages.py`)
    """
    script, file = folder / "ask.mjs", folder / "words.mjs"
    script.write_text(SCRIPT, encoding="utf-8")
    file.write_text(WORDS.read_text(encoding="utf-8"), encoding="utf-8")
    said = json.dumps({"given": given, "file": file.as_uri(), "asked": asked})
    command = [node(), str(script), said]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers
