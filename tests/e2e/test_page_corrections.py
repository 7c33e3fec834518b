"""Corrections out of the log: replace or strike a line, see what no longer fits, take it back."""

from tests.e2e.page_rig import DESKTOP, PHONE

MISREAD = ["1 play NB", "2 play 5H", "3 play 8C", "4 play 9C", "1 play TC"]


def pick(page, *cards):
    for card in cards:
        page.click(f'.pick[data-code="{card}"]')


def do(page, what):
    page.click(f'.entry .does [data-does="{what}"]')


def line(page, seq):
    """Open the log, and touch a line."""
    page.click('.bar [data-does="log"]')
    page.click(f'.log .line[data-seq="{seq}"]')
    page.wait_for_selector(".line-shown")


def started(service, *lines):
    service.new_game()
    service.act(*(lines or MISREAD))


def test_a_misread_card_is_replaced_and_what_no_longer_fits_is_listed(kept, devices):
    started(kept)
    page = devices.open(kept, DESKTOP)
    line(page, 3)
    assert page.inner_text(".sheet-title") == "Line 3"
    assert page.inner_text(".line-shown .words") == "Cem: play 8♣"
    assert "judged again" in page.inner_text(".sheet-body")
    devices.shoot(page, "line-desktop-en")
    page.click("text=Enter what was really done")
    # The same panel as for any play, with the seat and the cards as they were.
    page.wait_for_selector('.entry .place:has-text("In the place of line 3: Cem: play 8♣")')
    assert page.get_attribute('.pick[data-code="8C"]', "aria-pressed") == "true"
    assert page.inner_text('.seats-choice [aria-pressed="true"]') == "Cem"
    pick(page, "8C", "KC")
    page.wait_for_selector('.entry .says:has-text("single K")')
    devices.shoot(page, "correct-desktop-en")
    do(page, "play")
    said = "Line 3 is corrected. Lines that no longer fit: 2."
    page.wait_for_selector(f'.entry .answer:has-text("{said}")')
    page.wait_for_selector(f'.verdict .words:has-text("{said}")')
    lost = page.locator(".lost-list button").all_inner_texts()
    assert len(lost) == 2
    assert "4 · Dee: play 9♣" in lost[0]
    assert "ingle 9 does not beat single K" in lost[0]
    assert "5 · Ann: play 10♣" in lost[1]
    assert page.get_attribute('.bar [data-does="log"]', "data-count") == "2"
    devices.shoot(page, "lost-lines-desktop-en")
    # One of them is touched and mended in turn.
    page.click(".lost-list button >> nth=0")
    page.click("text=Enter what was really done")
    do(page, "pass")
    page.wait_for_selector('.entry .answer:has-text("Lines that no longer fit: 1.")')
    page.click(".entry .close")
    page.click('.bar [data-does="log"]')
    page.wait_for_selector(".lost-lines")
    words = page.inner_text('.log > .line[data-seq="3"]')
    assert "Cem: play K♣" in words
    assert "was: Cem: play 8♣" in words
    assert "Correction of line 3: Cem: play K♣" in page.inner_text('.log .line[data-seq="6"]')
    assert page.locator('.lost-lines .line[data-seq="5"]').count() == 1
    assert "no longer fits" in page.inner_text('.lost-lines .line[data-seq="5"]')
    devices.shoot(page, "log-corrected-desktop-en")
    # The first correction cannot be taken back before the second; the second can.
    page.click('.log > .line[data-seq="6"]')
    page.wait_for_selector("text=first take back what came after it")
    page.click("text=Back to the log")
    page.click('.log > .line[data-seq="7"]')
    page.click("text=Take back this correction")
    page.wait_for_selector('.log > .line.voided[data-seq="7"]')
    assert page.locator(".lost-lines .line").count() == 2
    page.click("text=Take back the last action")
    page.wait_for_selector(".lost-lines", state="hidden")
    assert page.inner_text('.log > .line[data-seq="3"] .words') == "Cem: play 8♣"
    assert kept.get("/api/v1/tables/1")["became_illegal"] == []


def test_a_line_is_struck_and_says_so_on_a_phone(kept, devices):
    started(kept, "1 play NB", "2 play 5H", "3 pass")
    page = devices.open(kept, PHONE, "zh-Hans")
    line(page, 3)
    devices.shoot(page, "line-phone-zh-Hans")
    page.click("text=划掉这一行")
    page.wait_for_selector('.log .line.struck[data-seq="3"]')
    assert "已划掉" in page.inner_text('.log .line[data-seq="3"]')
    assert "更正：划掉第 3 行" in page.inner_text('.log .line[data-seq="4"]')
    devices.shoot(page, "struck-phone-zh-Hans")
    page.click('.log .line[data-seq="3"]')
    page.wait_for_selector("text=它已不算数")
    assert not page.is_visible("text=输入实际发生的事")
    page.keyboard.press("Escape")
    page.wait_for_selector('.seat[data-key="3"][data-turn] .plate')


def test_a_correction_that_is_refused_says_why_and_changes_nothing(kept, devices):
    started(kept, "1 play NB", "2 play 9H", "3 play TC")
    page = devices.open(kept, PHONE)
    line(page, 3)
    page.click("text=Enter what was really done")
    page.wait_for_selector(".entry .place:not([hidden])")
    pick(page, "TC", "4C")
    devices.shoot(page, "correct-phone-en")
    do(page, "play")
    page.wait_for_selector('.entry .answer[data-kind="bad"]:has-text("does not beat single 9")')
    assert page.is_visible(".entry .place"), "the correction was given up"
    do(page, "stop")
    assert not page.is_visible(".entry .place")


def test_a_line_of_an_earlier_deal_is_corrected_and_the_score_follows(kept, devices):
    singles = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS LJ"
    lines = ["1 play NB", "2 pass", "3 pass", "4 pass"]
    for card in singles.split():
        lines += [f"1 play {card}", "2 pass", "3 pass", "4 pass"]
    lines += ["2 play 2C", "3 play AH", "4 pass", "2 pass"]
    for card in [*(f"{rank}H" for rank in "23456789TJQK"), "BJ"]:
        lines += [f"3 play {card}", "4 pass", "2 pass"]
    lines += ["3 play 2D", "new", "1 small", "1 play NB", "2 play 5H"]
    started(kept, "1 nocall", *lines)
    page = devices.open(kept, DESKTOP, "zh-Hant")
    assert page.inner_text('.score[data-team="1"] .total') == "200"
    page.click('.bar [data-does="log"]')
    page.wait_for_selector('.sheet-label:has-text("第 2 局")')
    page.click("text=顯示更早的記錄")
    page.click('.log .line[data-seq="1"]')
    page.click("text=輸入實際發生的事")
    page.wait_for_selector('.entry .place:has-text("代替第 1 行：Ann: 不宣告")')
    devices.shoot(page, "correct-desktop-zh-Hant")
    do(page, "great")
    page.wait_for_selector('.score[data-team="1"] .total:text-is("400")')
    do(page, "undo")
    page.wait_for_selector('.score[data-team="1"] .total:text-is("200")')


def test_refused_lines_say_why_in_the_language_of_the_device(kept, devices):
    started(kept, "1 play NB", "2 play 5H 5S")
    refused = kept.post("/api/v1/tables/1/actions", {"line": "3 play 3H 3S"})
    for language, why in {
        "en": "air of 3 does not beat pair of 5",
        "zh-Hans": refused["texts"]["zh-Hans"],
        "zh-Hant": refused["texts"]["zh-Hant"],
    }.items():
        page = devices.open(kept, PHONE, language)
        page.click('.bar [data-does="log"]')
        page.wait_for_selector(f'.log .line.bad .because:has-text("{why}")')
        devices.shoot(page, f"log-phone-{language}")
    events = kept.get("/api/v1/tables/1/events")
    assert events[2]["text"] == refused["texts"]


def test_what_a_card_did_is_corrected_with_the_same_sheet(kept, devices):
    started(kept, "1 play NB", "effect team 1 +20", "2 play 5H")
    page = devices.open(kept, PHONE)
    line(page, 2)
    assert page.inner_text(".line-shown .words") == "Card skill: +20 points for Team 1."
    page.click("text=Enter what was really done")
    page.wait_for_selector("text=Read what is printed on the card")
    assert page.inner_text(".sheet-title") == "Line 2"
    devices.shoot(page, "correct-skill-phone-en")
    page.click("text=Nothing happens")
    page.wait_for_selector('.verdict .words:has-text("all that came later still fits")')
    assert kept.get("/api/v1/tables/1")["skill_points"] == {"1": 0, "2": 0}
    assert kept.get("/api/v1/tables/1/events")[1]["now"] == "effect none"
