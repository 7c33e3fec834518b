"""The score sheet as it grows, the match as a chart, and results that newer rules would change."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tapdeck import transcript
from tests.e2e.page_rig import DESKTOP, PHONE

MATCH = Path(__file__).parents[1] / "playthroughs" / "followers_tie.txt"


def play_match(service):
    """A golden match of many deals, without its last line; then what is played so far."""
    read = transcript.parse(MATCH.read_text(encoding="utf-8"))
    service.new_game("Ann", "Bob", "Cem", "Dee", **dict(read.setup.options))
    for _, line in read.actions:
        service.post("/api/v1/tables/1/actions", {"line": line})
    return service.get("/api/v1/tables/1")


def test_the_sheet_of_the_deal_grows_with_it(kept, devices):
    kept.new_game()
    kept.act("1 great", "3 small", "1 play NB", "2 play 5H", "3 play TC", "4 pass")
    page = devices.open(kept, DESKTOP)
    page.click('.bar [data-does="scores"]')
    page.wait_for_selector(".this-deal")
    assert page.is_visible("text=Deal 1, so far")
    cells = page.locator('.this-deal tr[data-seat="1"] td').all_inner_texts()
    assert cells == ["Ann", "0", "14", "Great Old One ±200"]
    assert page.locator(".this-deal .on-table td").all_inner_texts()[:2] == ["On the table", "15"]
    devices.shoot(page, "deal-sheet-desktop-en")
    # It follows the table while it is open.
    kept.act("1 pass", "2 pass")
    page.wait_for_selector('.this-deal tr[data-seat="3"] td:nth-child(2):has-text("15")')
    assert page.locator(".this-deal .on-table td").all_inner_texts()[1] == "0"
    assert page.locator(".this-deal tfoot tr td").all_inner_texts()[:2] == ["Ann + Cem", "15"]


def test_the_match_is_a_chart_of_both_teams_and_the_tokens(kept, devices):
    view = play_match(kept)
    assert len(view["rounds"]) == 2
    page = devices.open(kept, DESKTOP)
    phone = devices.open(kept, PHONE, "zh-Hant")
    for each, name in ((page, "desktop-en"), (phone, "phone-zh-Hant")):
        each.click('.bar [data-does="scores"]')
        each.wait_for_selector("svg.chart")
        each.locator("svg.chart").scroll_into_view_if_needed()
        devices.shoot(each, f"chart-{name}")
    said = page.get_attribute("svg.chart", "aria-label")
    totals = dict.fromkeys(view["totals"], 0)
    for number, deal in enumerate(view["rounds"]):
        for team in totals:
            totals[team] += deal["points"][team]
        assert str(totals["1"]) in said.split(";")[0].split(": ")[1].split(", ")[number]
    assert page.locator("svg.chart .side1 circle").count() == len(view["rounds"]) + 1
    assert page.locator("svg.chart text.total").all_text_contents() == [
        str(view["totals"][team]) for team in ("1", "2")
    ]
    assert "Ann + Cem" in page.inner_text(".legend")
    assert page.locator(".deals tbody tr:not(.notes)").count() == len(view["rounds"])
    assert view["result_text"]["en"] in page.inner_text(".sheet-body")


@pytest.fixture
def differing(kept):
    """The service, whose record now has another result than today's rules give."""
    play_match(kept)
    kept.stop()
    with closing(sqlite3.connect(kept.folder / "record.sqlite")) as record, record:
        game, text = record.execute(
            "SELECT game_id, result FROM deals WHERE number = 1 ORDER BY game_id DESC"
        ).fetchone()
        result = json.loads(text)
        result["points"]["1"] += 35
        record.execute(
            "UPDATE deals SET result = ? WHERE number = 1 AND game_id = ?",
            (json.dumps(result), game),
        )
    return kept.start()


def test_a_stored_result_that_differs_is_shown_with_the_new_one_and_asked(differing, devices):
    view = differing.get("/api/v1/tables/1")["results_differ"]
    stored, now = view["stored"]["totals"], view["now"]["totals"]
    assert stored["1"] == now["1"] + 35
    page = devices.open(differing, DESKTOP)
    phone = devices.open(differing, PHONE, "zh-Hans")
    page.wait_for_selector('.prompt[data-asks="results"]')
    assert "Keep the stored result, or adopt the new one?" in page.inner_text(".prompt .question")
    kept = page.inner_text('.prompt [data-does="keep"]')
    assert f"Ann + Cem {stored['1']} · Bob + Dee {stored['2']}" in kept
    adopted = page.inner_text('.prompt [data-does="adopt"]')
    assert f"Ann + Cem {now['1']} · Bob + Dee {now['2']}" in adopted
    devices.shoot(page, "results-desktop-en")
    devices.shoot(phone, "results-phone-zh-Hans")
    assert page.inner_text('.score[data-team="1"] .total') == str(stored["1"])
    page.click('.prompt [data-does="keep"]')
    page.wait_for_selector(".prompt", state="hidden")
    phone.wait_for_selector(".prompt", state="hidden")
    # It is still said on the score sheet, and can still be decided otherwise.
    phone.click('.bar [data-does="scores"]')
    phone.wait_for_selector('.in-doubt:has-text("已保留保存的结果")')
    devices.shoot(phone, "doubt-phone-zh-Hans")
    phone.click(".in-doubt >> text=采用新的结果")
    page.wait_for_selector(f'.score[data-team="1"] .total:text-is("{now["1"]}")')
    assert differing.get("/api/v1/tables/1")["results_differ"] is None
