"""The contrast of the page's colours: 4.5 for text, 3 for shapes, in both lights."""

import re
from pathlib import Path

import pytest

import tapdeck
from shared_rules import packs
from shared_rules.cthulhu_wars_state import FACTIONS

STATIC = Path(tapdeck.__file__).parent / "ui" / "static"
SURFACES = ("room", "felt", "felt-edge", "plate", "raised")
TEXT = ("ink", "quiet")
# On plates only: chips, links and what a button says.
TEXT_ON_PLATE = ("ink", "quiet", "mist", "water", "moss", "ember", "brass", "violet", "rose")
SHAPES = ("brass", "ember", "moss", "mist", "line", "water", "violet", "rose")


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme by name."""
    style = (STATIC / "colours.css").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for selector, block in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        if ":root" in selector or f'"{theme}"' in selector or f"suits={theme}" in selector:
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    return found


def brightness(colour: str) -> float:
    """The relative luminance of #rrggbb (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    high, low = sorted((brightness(one), brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_text_can_be_read(theme: str) -> None:
    known = colours(theme)
    pairs = [(text, surface) for text in TEXT for surface in SURFACES]
    pairs += [(text, "plate") for text in TEXT_ON_PLATE]
    pairs += [("on-brass", "brass"), ("spade", "card"), ("heart", "card")]
    pairs += [("card", "card-dark"), ("card-gold", "card-dark"), ("card-silver", "card-dark")]
    low = {p: round(contrast(known[p[0]], known[p[1]]), 2) for p in pairs}
    assert not {pair: ratio for pair, ratio in low.items() if ratio < 4.5}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_shapes_can_be_seen(theme: str) -> None:
    known = colours(theme)
    pairs = [(shape, surface) for shape in SHAPES for surface in SURFACES]
    pairs += [("rim", "felt"), ("card-edge", "card"), ("plate", "moss"), ("plate", "ember")]
    low = {p: round(contrast(known[p[0]], known[p[1]]), 2) for p in pairs}
    assert not {pair: ratio for pair, ratio in low.items() if ratio < 3.0}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_factions_can_be_seen_and_their_codes_be_read(theme: str) -> None:
    known = colours(theme)
    factions = [f"faction-{code}" for code in packs.codes("cthulhu_wars")[:FACTIONS]]
    assert len({known[faction] for faction in factions}) == len(factions)
    for faction in factions:
        assert contrast(known[faction], known["on-faction"]) >= 4.5, faction
        for surface in SURFACES:
            assert contrast(known[faction], known[surface]) >= 3.0, (faction, surface)


def test_four_colours_are_four_and_can_be_read() -> None:
    four = colours("dark") | dict(
        re.findall(
            r"--([\w-]+): (#[0-9a-f]{6});",
            (STATIC / "colours.css").read_text(encoding="utf-8").split('data-suits="four"')[1],
        )
    )
    suits = [four[name] for name in ("spade", "heart", "club", "diamond")]
    assert len(set(suits)) == 4
    assert all(contrast(suit, four["card"]) >= 4.5 for suit in suits)


def test_the_signs_of_cultivation_can_be_told_from_a_card_and_from_each_other() -> None:
    known = colours("dark")
    kinds = ("metal", "wood", "water", "fire", "earth", "hunyuan", "treasure")
    signs = [known[f"el-{kind}"] for kind in kinds]
    assert len(set(signs)) == len(kinds)
    assert all(contrast(sign, known["card"]) >= 4.5 for sign in signs)
    assert known["el-metal"] == colours("light")["el-metal"], "cards are alike in both lights"


def test_no_colour_stands_outside_its_list() -> None:
    # The small picture of the table's own lights has the colours of lamps, in both lights.
    for path in STATIC.glob("*.css"):
        if path.name == "colours.css":
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            lamps = line.startswith((".mirror", ".pixels", ".strip", ".digits"))
            named = re.sub(r"#0{3}[0-9a-f]?\b", "", line)  # shadows
            assert lamps or not re.search(r"#[0-9a-f]{3,8}\b", named), f"{path.name}: {line}"


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, path.name
        assert "https://" not in text.replace('"https:"', ""), path.name
