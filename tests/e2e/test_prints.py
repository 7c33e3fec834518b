"""The sheets as a browser puts them on paper: nothing is cut off, and as few papers as it takes."""

import re

import pytest

from shared_rules.cultivation_cards import TYPES
from shared_rules.cultivation_state import MOST_CARDS
from tests.e2e.page_rig import DESKTOP, LOCALES
from tests.host.test_ui_prints import OWN

PAPERS = {"A4": 297 / 210, "Letter": 279.4 / 215.9}
CUT_OFF = """() => [...document.querySelectorAll(".paper, .tag, .tag > *, td, .stickers li")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1
    || (node.matches(".paper, td") && node.scrollHeight > node.clientHeight + 1))
  .map((node) => `${node.className || node.tagName}: ${node.textContent}`)"""
BELOW = """() => [...document.querySelectorAll(".paper tr")].filter((row) =>
  row.getBoundingClientRect().bottom > row.closest(".paper").getBoundingClientRect().bottom + 1
).map((row) => row.textContent)"""
OVER = """() => [...document.querySelectorAll(".tag")].filter((tag) => {
  const box = (chosen) => tag.querySelector(chosen)?.getBoundingClientRect();
  const [names, does, code] = [box(".chinese"), box(".does"), box("code")];
  return does && (does.top < names.bottom || does.bottom > code.top + 1);
}).map((tag) => tag.dataset.tag)"""


LONG = "".join(
    f"LONGCODE{n:02} fire {' '.join((TYPES * 2)[n % 4 : n % 4 + 3])} "
    f"| A long-lived pill of pale jade, {n} | 长生不老的白玉丹第{n}号\n"
    for n in range(MOST_CARDS)
)


def test_c1_every_card_of_a_deck_with_long_names_is_on_its_sheet(kept, devices):
    """Long codes, three types and long names on every card: more papers, nothing cut off."""
    game = {"game": "cultivation", "seats": 4, "headers": {"deck": LONG}}
    kept.post("/api/v1/tables/1/games", game)
    for language in LOCALES:
        page = devices.device(DESKTOP, language).new_page()
        page.goto(f"{kept.url}/print/deck")
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(BELOW) == []
        assert page.locator("tr[data-card]").count() == MOST_CARDS
        devices.shoot(page, f"print-deck-long-{language}")


@pytest.mark.parametrize("language", LOCALES)
def test_the_sheets_fit_both_papers(kept, devices, language):
    """C1: also a deck of somebody's own with the most cards and long names."""
    named = OWN.replace(
        "P1 fire beast\n", "P1 fire beast | Phoenix of the ninth heaven | 九天神凤\n"
    )
    game = {"game": "cultivation", "seats": 4, "headers": {"deck": named}}
    kept.post("/api/v1/tables/1/games", game)
    page = devices.device(DESKTOP, language).new_page()
    sheets = {
        "controls": 2,
        "deck?which=usual": 1,
        "deck": 2,
        "stickers?game=followers": 1,
        "stickers?game=cultivation": 1,
    }
    for sheet, papers in sheets.items():
        page.goto(f"{kept.url}/print/{sheet}")
        assert page.get_attribute("html", "lang") == language
        assert page.evaluate(CUT_OFF) == [], sheet
        assert page.evaluate(OVER) == [], sheet
        devices.shoot(page, f"print-{sheet.replace('?', '-')}-{language}")
        for paper, shape in PAPERS.items():
            # Chromium writes the objects that say what a page is in the clear.
            pdf = page.pdf(format=paper).decode("latin-1")
            boxes = re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
            assert len(boxes) == papers, (sheet, paper)
            assert all(abs(float(high) / float(wide) - shape) < 0.01 for wide, high in boxes)
