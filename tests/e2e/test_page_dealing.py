"""Hands and gifts dealt over the readers: what the page says while the real firmware reads tags."""

import pytest

from tests.e2e.page_rig import DESKTOP, PHONE, Felt, Running
from tests.rules.full_table import DEALS, GIFTS, HANDS


@pytest.fixture(scope="module")
def rig(browser, tmp_path_factory):
    """A service with a simulated table that runs as fast as it can."""
    tmp_path = tmp_path_factory.mktemp("rig")
    felt = Felt(tmp_path / "board", pace="max")
    running = Running(tmp_path, felt.address).start()
    running.post("/api/v1/decks", {"name": "ours", "pack": "followers", "tags": felt.deck.tags})
    yield running, felt
    running.stop()
    felt.close()


def progress(page, seat):
    return page.locator(f'.seat[data-key="{seat}"] .chip.dealt')


def test_hands_and_gifts_are_dealt_over_the_readers(rig, devices):
    service, felt = rig
    service.new_game()
    page = devices.open(service, DESKTOP)
    phone = devices.open(service, PHONE, "zh-Hans")
    page.wait_for_selector('.sign[data-state="up"]')
    offer = page.wait_for_selector('.offer[data-does="dealing hands"]')
    assert offer.inner_text() == "Deal the hands over the readers"
    offer.click()
    for each in (page, phone):
        each.wait_for_selector('.seat[data-key="1"] .chip.dealt')
    assert page.inner_text(".trick h1") == "The hands are being dealt"
    assert "0 of 60 cards are there" in page.inner_text(".trick p")
    assert progress(page, 1).inner_text() == "0 of 15"
    # Begin, end, and begin again.
    page.click('.offer[data-does="dealing end"]')
    page.wait_for_selector(".chip.dealt", state="detached")
    page.click('.offer[data-does="dealing hands"]')
    page.wait_for_selector('.seat[data-key="1"] .chip.dealt')
    hands = {seat: cards.split() for seat, cards in HANDS.items()}
    for place in range(2):
        for seat, cards in hands.items():
            felt.tap(seat, cards[place])
    page.wait_for_selector('.trick p:has-text("8 of 60 cards")')
    assert progress(page, 4).inner_text() == "2 of 15"
    # A card that is in a neighbour's hand already, and one that is not dealt, are said at once.
    felt.tap(2, hands[1][0])
    page.wait_for_selector('.notice:has-text("Bob: that card is in the hand of Ann already.")')
    phone.wait_for_selector('.notice:has-text("那张牌已经在"), .notice:has-text("Ann")')
    devices.shoot(page, "dealing-desktop-en")
    devices.shoot(phone, "dealing-phone-zh-Hans")
    felt.tap(3, "E1")
    page.wait_for_selector('.notice:has-text("Cem: that card is not dealt in this game.")')
    # Hands that are entered otherwise end it; tests/e2e/test_dealing.py deals whole ones.
    service.act(*DEALS)
    page.wait_for_selector(".chip.dealt", state="detached")
    page.click('.offer[data-does="dealing gifts"]')
    page.wait_for_selector('.seat[data-key="2"] .chip.dealt:has-text("3 to give")')
    assert page.inner_text(".trick h1") == "The gifts are being given"
    for gift in GIFTS[:4]:
        seat, _, to, card = gift.split()
        felt.tap(int(seat), f"seat {to}")
        felt.tap(int(seat), card)
    page.wait_for_selector('.seat[data-key="1"] .chip.dealt.all:has-text("0 to give")')
    page.wait_for_selector('.seat[data-key="2"] .chip.dealt:has-text("2 to give")')
    assert "8 gifts are still to come" in page.inner_text(".trick p")
    devices.shoot(page, "gifts-desktop-en")
    felt.tap(2, "5H")  # without the tag of a receiver
    page.wait_for_selector('.notice:has-text("tap the seat tag of the receiver first")')
    page.click('.offer[data-does="dealing end"]')
    page.wait_for_selector(".chip.dealt", state="detached")


def test_what_stands_in_the_way_is_said_on_the_table(rig, devices):
    service, _ = rig
    service.new_game()
    page = devices.open(service, PHONE)
    page.wait_for_selector('.offer[data-does="dealing hands"]')
    service.act("1 play NB")
    page.wait_for_selector('.offer[data-does="dealing hands"]', state="hidden")
    answer = page.evaluate(
        """import("/page/static/live.js").then(({dealing}) => dealing(1, "hands"))"""
    )
    assert "play has begun" in answer["texts"]["en"]
