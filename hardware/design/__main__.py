"""`python -m hardware.design`: write everything that is generated."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from hardware.design import bom, cases, draw, electrics, pages, shapes, table, wiring

HARDWARE = Path(__file__).resolve().parents[1]


def write(folder: Path) -> list[Path]:
    """Everything, below ``folder``; the files written."""
    written: list[Path] = []

    def put(name: str, content: str | bytes) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
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
    for name, make in shapes.PARTS.items():
        put(f"cases/{name}.stl", cases.stl(make()))
    for name, draw_it in cases.PICTURES.items():
        put(f"cases/{name}.png", cases.png(draw_it()))
    return written


def main() -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.design", description=__doc__)
    parser.add_argument("--into", type=Path, default=HARDWARE, help="folder to write into")
    arguments = parser.parse_args()
    if shutil.which("dot") is None:
        print("Graphviz is missing: install your system's package `graphviz`.", file=sys.stderr)
        return 1
    for path in write(arguments.into):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
