"""The page without a board: what a first visitor reads, a new game, a game entered by hand."""

import pytest

from tests.e2e.page_rig import DESKTOP, PHONE

SAYS = {
    "en": ("a card table that keeps the score", "No board: enter plays by hand", "Start a game"),
    "zh-Hans": ("会自己记分的牌桌", "没有电路板", "开始游戏"),
    "zh-Hant": ("會自己記分的牌桌", "沒有電路板", "開始遊戲"),
}


@pytest.mark.parametrize("language", SAYS)
def test_a_first_visitor_reads_what_this_is_and_what_to_do(service, devices, language):
    page = devices.open(service, DESKTOP, language, greeted=False)
    what, board, start = SAYS[language]
    assert what in page.inner_text(".hello h2")
    assert board in page.inner_text(".sign")
    assert page.inner_text(".asked .offer") == start
    assert page.get_attribute("html", "lang") == language
    devices.shoot(page, f"first-desktop-{language}")
    page.click(".hello button >> nth=0")
    page.wait_for_selector(".hello", state="detached")
    page.reload()
    page.wait_for_selector("tapdeck-table[data-game]")
    assert page.query_selector(".hello") is None, "greeted twice"


def test_a_game_is_started_with_names_the_oldest_and_a_house_rule(service, devices):
    page = devices.open(service, PHONE, greeted=False)
    page.click(".hello >> text=Start a game")
    dialog = page.locator(".sheet-card")
    for seat, name in enumerate(("Ann", "Bob", "Cem", "Dee")):
        dialog.locator("input[type=text]").nth(seat).fill(name)
    dialog.get_by_text("House rules").click()
    dialog.get_by_text("A joker may be played alone").wait_for()
    dialog.get_by_text("A joker is never played alone.").click()
    devices.shoot(page, "new-game-phone")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_selector('.seat .name:text-is("Ann")')
    assert page.locator(".seat .name").all_inner_texts() == ["Ann", "Bob", "Cem", "Dee"]
    assert page.locator(".score .names").all_inner_texts() == ["Ann + Cem", "Bob + Dee"]
    view = service.get("/api/v1/tables/1")
    assert {o["option"]: o["value"] for o in view["options"]}["lone_joker"] == "never"
    page.click('.bar [data-does="rules"]')
    page.wait_for_selector(".rule.changed >> text=A joker is never played alone.")


def pick(page, *cards):
    for card in cards:
        page.click(f'.pick[data-code="{card}"]')


def do(page, what):
    page.click(f'.entry .does [data-does="{what}"]')


def verdict(page, words):
    page.wait_for_selector(f'.verdict .words:has-text("{words}")')
    return page.get_attribute(".verdict", "data-kind")


def test_every_action_can_be_entered_by_touch(service, devices):
    service.new_game()
    page = devices.open(service)
    page.click('.bar [data-does="enter"]')
    page.click('.seats-choice >> text="Bob"')
    do(page, "small")
    assert verdict(page, "Bob calls Lesser Old One") == "good"
    assert "Lesser Old One" in page.inner_text('.seat[data-key="2"] .chips')
    page.click('.seats-choice >> text="Ann"')
    pick(page, "NB")
    do(page, "play")
    assert verdict(page, "Ann plays single Necronomicon.") == "good"
    # The panel follows the turn.
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Bob")')
    pick(page, "5H", "5S")
    page.wait_for_selector('.entry .says:has-text("pair of 5")')
    do(page, "play")
    verdict(page, "Bob plays pair of 5.")
    assert page.inner_text(".caption .played") == "Bob: pair of 5"
    assert page.inner_text(".caption .worth") == "10 points"
    # Silence after a refused play confuses children: a light of another shape, and a sentence.
    pick(page, "3H", "3S")
    do(page, "play")
    assert verdict(page, "Pair of 3 does not beat pair of 5") == "bad"
    assert "enough would be pair of 6 or higher" in page.inner_text(".verdict")
    assert "enough would be pair of 6 or higher" in page.inner_text(".entry .answer")
    devices.shoot(page, "enter-desktop")
    do(page, "back")
    do(page, "pass")
    verdict(page, "Cem passes.")
    # F10: a declared reading; five of one suit in sequence with a wild, taken as a straight.
    pick(page, "4C", "5C", "6C", "7C", "W1")
    page.click('.ways >> text="straight up to 8"')
    do(page, "play")
    verdict(page, "Dee plays straight up to 8.")
    assert page.locator(".rings i[data-lit]").count() == 0, "a plain straight takes no token"
    do(page, "undo")
    verdict(page, "Taken back.")
    pick(page, "4C", "5C", "6C", "7C", "W1")
    do(page, "play")
    verdict(page, "Dee plays straight flush up to 8.")
    assert page.locator(".rings i[data-lit]").count() == 1
    assert page.locator(".earlier .play").count() == 2


def tricks(seat, cards, others):
    """Lines: a seat leads single cards, and all others pass."""
    return [
        line
        for card in cards.split()
        for line in (f"{seat} play {card}", *(f"{other} pass" for other in others))
    ]


def test_a_deal_to_its_end_and_the_next_one(service, devices):
    service.new_game()
    page = devices.open(service)
    service.act("1 great")
    service.act(*tricks(1, "NB 2S 3S 4S 5S 6S 7S 8S 9S TS", (2, 3, 4)))
    few = page.wait_for_selector('.seat[data-key="1"] .chip.few')
    assert few.inner_text() == "5 cards left"  # F22
    assert page.query_selector('.seat[data-key="2"] .chip.few') is None
    service.act(*tricks(1, "JS QS KS AS LJ", (2, 3, 4)))
    page.wait_for_selector('.seat[data-key="1"] .chip.out:has-text("first out")')
    page.wait_for_selector('.trick h1:has-text("A new trick is to be led")')
    assert page.inner_text(".trick p") == "Bob leads."
    assert page.inner_text('.seat[data-key="2"] .chip.turn') == "to lead"
    service.act("2 play 2C", "3 play AH", "4 pass", "2 pass")
    service.act(*tricks(3, "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH BJ", (4, 2)))
    service.act("3 play 2D")
    page.wait_for_selector('.trick h1:has-text("The deal is over")')
    # F18: a double finish, and the great call is made (F3).
    assert page.inner_text('.score[data-team="1"] .total') == "400"
    call = page.locator('.seat[data-key="1"] .chip.call.made')
    assert call.get_attribute("title") == "Great Old One: made"
    assert "Ann + Cem: +400" in page.inner_text(".trick p")
    devices.shoot(page, "deal-over-desktop-en")
    page.click('.bar [data-does="scores"]')
    sheet = page.wait_for_selector(".score-sheet >> text=Double finish")
    assert sheet is not None
    assert "+400" in page.inner_text(".score-sheet tbody")
    devices.shoot(page, "scores-desktop-en")
    page.keyboard.press("Escape")
    page.wait_for_selector(".score-sheet", state="hidden")
    page.click(".trick .offer")
    page.wait_for_selector('.verdict .words:has-text("A new deal begins.")')
    assert page.inner_text(".trick h1") == "Calls of the Old Ones"


def test_the_log_names_what_was_refused_and_takes_back(service, devices):
    service.new_game()
    page = devices.open(service)
    service.act("1 play NB", "2 play 5H 5S")
    refused = service.post("/api/v1/tables/1/actions", {"line": "3 play 3H 3S"})
    assert refused["reason"] == "too_low"
    page.click('.bar [data-does="log"]')
    page.wait_for_selector('.log .line.bad:has-text("Cem: play 3♥ 3♠")')
    assert "refused" in page.inner_text(".log .line.bad")
    assert "Ann: play Necronomicon" in page.inner_text(".log")
    page.click("text=Take back the last action")
    page.wait_for_selector('.log .line.voided:has-text("Bob: play 5♥ 5♠")')
    assert "taken back" in page.inner_text(".log .line.voided")
    devices.shoot(page, "log-desktop-en")


def test_a_line_that_is_no_action_is_said(service, devices):
    service.new_game()
    page = devices.open(service)
    answer = page.evaluate(
        """fetch("/page/act", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({line: "2 dance"})}).then((answer) => answer.json())"""
    )
    assert not answer["ok"]
    assert "cannot be read" in answer["text"]


def test_the_page_needs_no_other_machine_and_leaves_no_file(service, devices):
    asked = []
    context = devices.device()
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(service.url)
    page.click(".hello >> text=Start a game")
    page.wait_for_selector(".sheet-card >> text=Who sits where")
    assert asked
    assert [url for url in asked if not url.startswith((service.url, "data:"))] == []
    left = {path.name for path in service.folder.iterdir()}
    assert not any("nicegui" in name for name in left), left
