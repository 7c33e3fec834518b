"""`python -m hardware.design`: write everything that is generated, or say what has changed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.design import bom, draw, electrics, pages, table, wiring

HARDWARE = Path(__file__).resolve().parents[1]


def write(folder: Path) -> list[Path]:
    """Everything, below ``folder``; the files written."""
    written: list[Path] = []

    def put(name: str, text: str) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
        return path

    for name in table.BUILDS:
        built = table.read(name)
        for sheet in wiring.sheets(built, electrics.ribbon_m(built)):
            source = f"firmware/boards/{name}.py"
            stem = f"wiring/{name}/{sheet.name}"
            path = put(f"{stem}.yml", draw.as_yaml(sheet.as_data(), source))
            put(f"{stem}.svg", draw.drawing(path))
        put(f"builds/{name}.csv", bom.as_csv(built))
        put(f"builds/{name}.md", pages.page(built))
    return written


def main() -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.design", description=__doc__)
    parser.add_argument("--into", type=Path, default=HARDWARE, help="folder to write into")
    for path in write(parser.parse_args().into):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
