"""Sheets as YAML files and as drawings, by WireViz and Graphviz."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import yaml
from wireviz import wireviz

# Graphviz reckons texts a few per cent narrower than browsers draw them: what fills its cell would
# run over the next.
RECKONED, DRAWN = 'font-size="14.00"', 'font-size="13.00"'
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


class _Dumper(yaml.SafeDumper):
    """Short lists on one line, as one would write them."""


def _list(dumper: yaml.SafeDumper, data: list[Any]) -> yaml.Node:
    flat = not any(isinstance(item, (dict, list)) for item in data)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=flat)


_Dumper.add_representer(list, _list)


def as_yaml(data: dict[str, Any], source: str) -> str:
    """A sheet's YAML file; ``source`` is the file that it was made from."""
    text = yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=96)
    return f"# Generated from {source} by `make drawings`; do not edit.\n{text}"


def drawing(path: Path) -> str:
    """The SVG of a YAML file. It names no version, so that other ones change less."""
    svg = wireviz.parse(path, return_types="svg")
    svg = svg if isinstance(svg, str) else svg.decode()
    return _COMMENT.sub("", svg).replace(RECKONED, DRAWN)


def content(svg: str) -> tuple[list[str], list[str]]:
    """What a drawing says, whatever fonts it was laid out with: its texts, and the colours of its
    lines, each sorted."""
    root = ElementTree.fromstring(svg)
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    lines = [element.get("stroke", "") for element in root.iter("{http://www.w3.org/2000/svg}path")]
    return sorted(texts), sorted(lines)
