"""The page with the simulated table: what is tapped, lights, a pulled board, a restart."""

from time import monotonic

from tests.e2e.page_rig import DESKTOP, PHONE

# Counts every element that is added or removed under the felt, or changes its attributes.
WATCH = """() => {
  window.changes = [];
  window.nodes = [...document.querySelectorAll("tapdeck-table *")];
  new MutationObserver((found) => window.changes.push(...found)).observe(
    document.querySelector("tapdeck-table"),
    {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def test_cards_appear_as_they_are_tapped_and_are_judged(table, felt, devices):
    page = devices.open(table, DESKTOP)
    phone = devices.open(table, PHONE, "zh-Hans")
    page.wait_for_selector('.sign[data-state="up"]')
    assert page.inner_text(".sign") == "Board linked"
    felt.lay(1, "NB")
    page.wait_for_selector('.seat[data-key="1"] .pending [data-card="NB"]')
    assert page.inner_text('.seat[data-key="1"] .pending .says') == "Single Necronomicon"
    felt.press(1)
    page.wait_for_selector('.top [data-card="NB"]')
    assert page.inner_text(".verdict") == "Ann plays single Necronomicon."
    assert not page.is_visible('.seat[data-key="1"] .pending')
    felt.lay(2, "5H", "5S")
    page.wait_for_selector('.seat[data-key="2"] .pending .says:has-text("Pair of 5")')
    phone.wait_for_selector('.seat[data-key="2"] .pending .says:has-text("对5")')
    page.wait_for_selector('.mirror .pixels i:nth-child(2)[data-state="pending"]')
    devices.shoot(page, "pending-desktop-en")
    devices.shoot(phone, "pending-phone-zh-Hans")
    felt.press(2)
    phone.wait_for_selector('.verdict .words:has-text("Bob打出对5。")')
    felt.lay(3, "3H")
    felt.press(3)
    page.wait_for_selector('.verdict[data-kind="bad"]')
    assert "does not beat pair of 5" in page.inner_text(".verdict")
    page.wait_for_selector('.mirror .pixels i:nth-child(3)[data-state="refused"]')
    assert page.inner_text(".mirror .digits").split() == ["0", "0"]
    devices.shoot(page, "refused-desktop-en")
    devices.shoot(phone, "refused-phone-zh-Hans")


def test_an_update_changes_only_what_differs(table, devices):
    page = devices.open(table)
    table.act("1 play NB", "2 play 5H 5S")
    page.wait_for_selector('.top [data-card="5H"]')
    page.evaluate(WATCH)
    table.act("3 pass")
    page.wait_for_selector('.verdict .words:has-text("Cem passes.")')
    stayed, touched = page.evaluate(
        """() => [
          window.nodes.filter((node) => node.isConnected).length / window.nodes.length,
          new Set(window.changes.map((change) => change.target)).size]"""
    )
    assert stayed > 0.97, "most of the picture was made anew"
    assert touched < 25, f"{touched} nodes were touched by one pass"


def test_a_pulled_board_is_said_within_two_seconds_and_play_goes_on(table, felt, devices):
    page = devices.open(table, DESKTOP)
    phone = devices.open(table, PHONE, "zh-Hans")
    page.wait_for_selector('.sign[data-state="up"]')
    table.act("1 play NB")
    since = monotonic()
    felt.hands.usb(plug=False)
    page.wait_for_selector('.sign[data-state="away"]', timeout=2000)
    assert monotonic() - since < 2.0
    assert "The board is not linked" in page.inner_text(".sign")
    phone.wait_for_selector('.sign:has-text("电路板未连接")', timeout=2000)
    devices.shoot(page, "away-desktop-en")
    devices.shoot(phone, "away-phone-zh-Hans")
    table.act("2 play 5H 5S")  # on the page, meanwhile
    page.wait_for_selector('.top [data-card="5H"]')
    felt.hands.usb(plug=True)
    page.wait_for_selector('.sign[data-state="up"]', timeout=20000)
    felt.lay(3, "7H", "7S")
    felt.press(3)
    page.wait_for_selector('.verdict .words:has-text("Cem plays pair of 7.")')


def test_an_unknown_tag_is_said(table, felt, devices):
    page = devices.open(table)
    page.wait_for_selector('.sign[data-state="up"]')
    felt.hands.place(2, "04DEADBEEF0102")
    notice = page.wait_for_selector(".notice:not([hidden])")
    assert "…0102" in notice.inner_text()
    assert "DEADBEEF" not in page.content()
    assert "Enrol it first" in notice.inner_text()
    devices.shoot(page, "notice-desktop-en")
    page.click(".notice .close")
    page.wait_for_selector(".notice", state="hidden")


def test_a_restarted_service_brings_the_page_back_by_itself(service, devices):
    service.new_game()
    service.act("1 play NB", "2 play 5H 5S")
    page = devices.open(service, DESKTOP)
    phone = devices.open(service, PHONE, "zh-Hans")
    page.wait_for_selector('.top [data-card="5H"]')
    service.stop()
    for each in (page, phone):
        each.wait_for_selector(".lost:not([hidden])")
        each.evaluate("window.before = true")
    assert "does not answer" in page.inner_text(".lost")
    assert "自动恢复" in phone.inner_text(".lost")
    devices.shoot(page, "lost-desktop-en")
    service.start()
    for each in (page, phone):
        each.wait_for_selector(".lost", state="hidden", timeout=20000)
        each.wait_for_selector('.top [data-card="5H"]')
    service.act("3 pass")
    page.wait_for_selector('.verdict .words:has-text("Cem passes.")')
    # The drawers come from the new service too.
    page.wait_for_function("!window.before && window.did_handshake", timeout=30000)
    page.click('.bar [data-does="log"]')
    page.wait_for_selector('.log .line:has-text("Cem: pass")')
