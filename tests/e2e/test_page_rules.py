"""House rules in force, card skills that ask, extension cards, hints: what the page says."""

import pytest

from tests.e2e.measures import CLIPPED, OUTSIDE, OVERLAPS, SIZES
from tests.e2e.page_rig import DESKTOP, PHONE, Running
from tests.rules.full_table import DEALS, GIFTS

HOUSE = """
[followers]
extension = true

[followers.options]
lone_joker = "never"

[followers.cards.X8]
effects = ["team own +20", "tokens -1"]

[followers.cards.E2]
trigger = "when drawn for a call"
effects = ["tokens +1"]
"""


@pytest.fixture(scope="module")
def housed(browser, tmp_path_factory):
    """A service without a board whose table has house rules."""
    folder = tmp_path_factory.mktemp("housed")
    (folder / "tapdeck").mkdir()
    (folder / "tapdeck" / "table-1.toml").write_text(HOUSE, encoding="utf-8")
    running = Running(folder).start()
    yield running
    running.stop()


def do(page, what):
    page.click(f'.entry .does [data-does="{what}"]')


def sit(page, seat, words="This is my seat"):
    page.click(f'.seat[data-key="{seat}"] .plate')
    page.click(f"text={words}")
    page.wait_for_selector(f'.seat[data-key="{seat}"] .held[data-mine]')
    # Until the sheet is gone it takes the touches.
    page.wait_for_selector(".sheet-card", state="hidden")


def verdict(page, words):
    page.wait_for_selector(f'.verdict .words:has-text("{words}")', state="attached")


def test_the_rules_in_force_are_said_in_words(housed, devices):
    housed.new_game()
    page = devices.open(housed, DESKTOP)
    page.click('.bar [data-does="rules"]')
    agreed = page.wait_for_selector(".agreed").inner_text()
    assert agreed == "Other than usual: A joker is never played alone."
    eighth = page.inner_text('.rule[data-card="X8"]')
    assert "Eighth card, when played".lower() in eighth.lower()
    assert "+20 points for the team of its player" in eighth
    assert "-1 bomb token" in eighth
    assert "when drawn for a call" in page.inner_text('.rule[data-card="E2"]')
    sheet = page.inner_text(".sheet-body")
    assert "Who makes a call draws an extension card." in sheet
    assert "What other cards with a skill do, the players enter." in sheet
    page.locator('.rule[data-card="X8"]').scroll_into_view_if_needed()
    devices.shoot(page, "house-desktop-en")
    phone = devices.open(housed, PHONE, "zh-Hant")
    phone.click('.bar [data-does="rules"]')
    phone.wait_for_selector(".agreed:has-text('與通常不同')")
    devices.shoot(phone, "rules-phone-zh-Hant")


def test_a_new_game_says_which_rules_will_be_in_force(housed, devices):
    page = devices.open(housed, PHONE, greeted=False)
    page.click(".hello >> text=Start a game")
    agreed = page.wait_for_selector(".sheet-card .agreed")
    # The default comes out of the table's file.
    assert agreed.inner_text() == "Other than usual: A joker is never played alone."
    page.locator(".sheet-card").get_by_text("House rules").click()
    page.click("text=The partner leads.")
    page.wait_for_selector(".agreed:has-text('never played alone. The partner leads.')")
    page.click("text=A joker may be played alone")
    page.wait_for_selector(".agreed:text-is('Other than usual: The partner leads.')")
    page.locator(".sheet-card .agreed").scroll_into_view_if_needed()
    devices.shoot(page, "new-agreed-phone-en")


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "zh-Hans")])
def test_a_card_that_asks_is_answered_with_two_touches(housed, devices, size, language):
    asks = {
        "en": "The Necronomicon was played: what did it do?",
        "zh-Hans": "打出了死灵之书：有什么效果？",
    }[language]
    name = f"{'phone' if size == PHONE else 'desktop'}-{language}"
    housed.new_game()
    page = devices.open(housed, size, language)
    assert not page.is_visible(".prompt")
    housed.act("1 play NB")
    page.wait_for_selector(".prompt")
    assert page.inner_text(".prompt .question") == asks
    assert page.locator(".prompt .choices button").count() == 6
    devices.shoot(page, f"ask-{name}")
    page.click('.prompt [data-does="team 2"]')
    devices.shoot(page, f"ask-points-{name}")
    page.click('.prompt [data-does="team 2 +20"]')
    page.wait_for_selector(".prompt", state="hidden")
    view = housed.get("/api/v1/tables/1")
    assert view["skill_points"] == {"1": 0, "2": 20}
    assert "20" in page.inner_text('.score[data-team="2"] .deal')
    housed.act("undo")
    page.wait_for_selector(".prompt")
    page.click('.prompt [data-does="tokens"]')
    page.click('.prompt [data-does="tokens +2"]')
    page.wait_for_selector(".tokens:has-text('2/13')")
    housed.act("undo")
    page.click('.prompt [data-does="lead"]')
    page.wait_for_selector('.prompt [data-does="lead 3"]:has-text("Cem")')
    devices.shoot(page, f"ask-lead-{name}")
    page.click('.prompt [data-does="back"]')
    page.click('.prompt [data-does="none"]')
    page.wait_for_selector(".prompt", state="hidden")
    assert housed.get("/api/v1/tables/1")["ask"] is None


def test_the_question_fits_every_size_and_covers_no_trick(housed, devices):
    housed.new_game("Ann", "Bartholomew", "陈小明", "Dee")
    housed.act("1 play NB")
    page = devices.open(housed, DESKTOP)
    page.wait_for_selector('.top [data-card="NB"]')
    page.wait_for_selector(".prompt")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for step in ("", "team 2", "lead"):
            if step:
                page.click(f'.prompt [data-does="{step}"]')
            # Cards take 150 ms to their places; nothing is measured on its way.
            page.wait_for_timeout(300)
            devices.shoot(page, f"ask-{name}-{step or 'what'}")
            parts = [[".prompt", ".bar"], [".prompt", ".seat:not([data-side=near]) .plate"]]
            if name != "sideways":
                parts += [[".prompt", ".top .card"], [".prompt", ".caption .played"]]
            assert page.evaluate(OVERLAPS, parts) == [], (name, step)
            assert page.evaluate(OUTSIDE, ".prompt, .prompt button") == [], (name, step)
            assert page.evaluate(CLIPPED, ".prompt button") == [], (name, step)
            low = page.locator(".prompt button").evaluate_all(
                "all => all.filter(b => b.offsetHeight < 44 || b.offsetWidth < 44).length"
            )
            assert not low, (name, step)
            if step:
                page.click('.prompt [data-does="back"]')


def test_the_question_can_be_put_away_and_hides_no_refusal(housed, devices):
    housed.new_game()
    housed.act("1 play NB")
    page = devices.open(housed, PHONE)
    page.wait_for_selector(".prompt")
    housed.post("/api/v1/tables/1/actions", {"line": "1 pass"})
    page.wait_for_selector('.verdict[data-kind="bad"]')
    page.wait_for_selector(".prompt", state="hidden")
    housed.act("2 play 5H", "undo")
    page.wait_for_selector(".prompt")
    page.click(".prompt .close")
    page.wait_for_selector(".prompt", state="hidden")
    page.click('.bar [data-does="enter"]')
    assert page.inner_text('.entry .does [data-does="ask"]') == "Card skill: Necronomicon"


def test_an_extension_card_is_drawn_in_secret_and_shown(housed, devices):
    housed.new_game()
    phone = devices.open(housed, PHONE)
    other = devices.device(DESKTOP).new_page()
    frames = []
    other.on("websocket", lambda ws: ws.on("framereceived", lambda data: frames.append(str(data))))
    other.goto(housed.url)
    other.click(".hello button >> nth=0")
    sit(phone, 2)
    phone.click('.bar [data-does="enter"]')
    assert phone.locator('.entry [data-does="draw"]').count() == 0, "without a call"
    do(phone, "small")
    do(phone, "draw")
    phone.wait_for_selector('.entry .says:has-text("Only this device is told.")')
    devices.shoot(phone, "draw-phone-en")
    phone.click('.apart .pick[data-code="E1"]')
    phone.wait_for_selector('.entry .does [data-does="show"]:has-text("Show Azathoth")')
    phone.wait_for_selector('.seat[data-key="2"] .chip.extension:has-text("Azathoth")')
    # Everybody sees that Bob has one, nobody else which.
    other.wait_for_selector('.seat[data-key="2"] .chip.extension:has-text("extension card")')
    verdict(other, "Bob draws an extension card and keeps it face down.")
    assert not any('"E1"' in frame or "Azathoth" in frame for frame in frames)
    other.click('.bar [data-does="enter"]')
    other.click('.seats-choice >> text="Bob"')
    assert other.locator('.entry [data-does="show"]').count() == 0
    answer = other.evaluate(
        """fetch("/page/act", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({line: "2 show E1"})}).then((answer) => answer.json())"""
    )
    assert "Only the device that holds this seat" in answer["text"]
    other.click(".entry .close")
    do(phone, "show")
    other.wait_for_selector('.seat[data-key="2"] .chip.extension.shown:has-text("Azathoth")')
    other.wait_for_selector('.prompt .question:has-text("Azathoth was shown: what did it do?")')
    devices.shoot(other, "shown-desktop-en")


def test_a_hint_is_for_the_holder_of_a_seat_whose_hand_is_known(housed, devices):
    housed.new_game()
    housed.act(*DEALS, *GIFTS, "1 play NB", "effect none", "2 pass")
    phone, other = devices.open(housed, PHONE), devices.open(housed, DESKTOP)
    sit(phone, 3)
    for page in (phone, other):
        page.click('.bar [data-does="enter"]')
    do(phone, "hint")
    said = phone.wait_for_selector('.entry .answer:has-text("A possibility: Cem plays")')
    assert phone.locator('.held-card[aria-pressed="true"]').count() >= 1
    devices.shoot(phone, "hint-phone-en")
    other.click('.seats-choice >> text="Cem"')
    assert other.locator('.entry [data-does="hint"]').count() == 0
    ask = """fetch("/api/v1/tables/1/hint?seat=3").then(async (answer) =>
      [answer.status, await answer.json()])"""
    status, body = phone.evaluate(ask)
    assert status == 200
    assert body["hint"]["text"]["en"] in said.inner_text()
    status, body = other.evaluate(ask)
    assert status == 422
    assert "for the device that holds seat 3" in body["detail"]
    do(phone, "play")  # one touch more, and it is done
    verdict(other, "Cem plays")
