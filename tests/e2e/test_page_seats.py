"""A phone claims a seat: it sees that seat's own things, and nobody else does."""

from tests.e2e.page_rig import DESKTOP, PHONE

ANN = ["NB", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "LJ"]
HANDS = {
    1: ANN,
    2: ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH", "W1", "BJ"],
    3: ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "W2", "X8"],
    4: ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "W3", "W4"],
}
SECRETS = ("QS", "QH", "QC")


def deal(service):
    service.new_game()
    service.act(*(f"deal {seat} {' '.join(cards)}" for seat, cards in HANDS.items()))


def sit(page, seat):
    page.click(f'.seat[data-key="{seat}"] .plate')
    page.click("text=This is my seat")
    page.wait_for_selector(f'.seat[data-key="{seat}"] .held[data-mine]')


def heard(page):
    """Everything that the service sends to this page from now on."""
    frames = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: frames.append(str(data))))
    return frames


def test_only_the_holder_of_a_seat_sees_its_hand(service, devices):
    deal(service)
    phone = devices.open(service, PHONE)
    other = devices.device(DESKTOP).new_page()
    frames = heard(other)
    other.goto(service.url)
    other.click(".hello button >> nth=0")
    sit(phone, 1)
    # The seat that one holds is nearest to one.
    assert phone.get_attribute('.seat[data-key="1"]', "data-side") == "near"
    phone.click('.bar [data-does="enter"]')
    phone.wait_for_selector(".held-card")
    held = phone.locator(".held-card .card").evaluate_all("all => all.map(c => c.dataset.card)")
    assert sorted(held) == sorted(ANN)
    devices.shoot(phone, "hand-phone-en")
    other.wait_for_selector('.seat[data-key="1"] .held')
    other.click('.bar [data-does="enter"]')
    other.click('.seats-choice >> text="Ann"')
    assert other.query_selector(".held-card") is None
    other.click(".entry .close")
    other.click('.bar [data-does="log"]')
    other.wait_for_selector('.log .line:has-text("Ann: enter a hand …")')
    assert "Q♠" not in other.inner_text(".log")
    said = "".join(frames)
    assert '"hands":{}' in said
    assert not any(f'"{card}"' in said for card in SECRETS), "a hand went to the wrong device"


def test_a_card_that_only_its_holder_may_know_is_not_in_a_refusal(service, devices):
    deal(service)
    phone, other = devices.open(service, PHONE), devices.open(service, DESKTOP)
    sit(phone, 1)
    wrong = service.post("/api/v1/tables/1/actions", {"line": "1 give 2 QH"})
    assert not wrong["ok"]
    other.wait_for_selector('.verdict[data-kind="bad"]')
    assert "the seat itself sees why" in other.inner_text(".verdict")
    phone.wait_for_selector('.verdict .words:has-text("Ann does not hold Q")')


def test_a_seat_is_remembered_and_can_be_left(service, devices):
    deal(service)
    phone = devices.open(service, PHONE)
    sit(phone, 3)
    phone.reload()
    phone.wait_for_selector('.seat[data-key="3"] .held[data-mine]')
    service.stop()
    service.start()
    phone.wait_for_selector(".lost", state="hidden", timeout=20000)
    phone.reload()
    phone.wait_for_selector('.seat[data-key="3"] .held[data-mine]')
    phone.click('.seat[data-key="3"] .plate')
    phone.click("text=Leave this seat")
    phone.wait_for_selector('.seat[data-key="3"] .held', state="hidden")
    phone.click('.bar [data-does="enter"]')
    phone.click('.seats-choice >> text="Cem"')
    assert phone.query_selector(".held-card") is None


def test_a_held_seat_is_not_taken_while_its_holder_looks_on(service, devices):
    deal(service)
    first, second = devices.open(service, PHONE), devices.open(service, PHONE)
    sit(first, 2)
    second.click('.seat[data-key="2"] .plate')
    second.wait_for_selector("text=Another device holds this seat and is looking at the table.")
    assert second.query_selector("text=This is my seat") is None
    assert second.query_selector("text=Take it over") is None
    second.keyboard.press("Escape")
    first.close()
    second.wait_for_timeout(500)
    second.click('.seat[data-key="2"] .plate')
    second.click("text=Take it over; everybody will be told")
    second.wait_for_selector('.seat[data-key="2"] .held[data-mine]')
    second.wait_for_selector('.notice:has-text("Another device now holds the seat of Bob.")')


def test_the_table_turns_and_language_and_theme_are_remembered(service, devices):
    service.new_game()
    page = devices.open(service, DESKTOP)
    page.click('.bar [data-does="more"]')
    page.click('.sheet-card >> text="Cem"')
    page.wait_for_selector('.seat[data-key="3"][data-side="near"] .plate')
    assert page.get_attribute('.seat[data-key="1"]', "data-side") == "far"
    assert page.get_attribute('.seat[data-key="4"]', "data-side") == "left"  # clockwise
    page.click('.sheet-card >> text="Daylight"')
    page.wait_for_selector('html[data-theme="light"] tapdeck-table[data-game]')
    page.click('.bar [data-does="more"]')
    page.click('.sheet-card >> text="Four colours"')
    page.wait_for_selector('html[data-suits="four"] tapdeck-table[data-game]')
    page.click('.bar [data-does="more"]')
    page.click('.sheet-card >> text="繁體中文"')
    page.wait_for_selector('html[lang="zh-Hant"] tapdeck-table[data-game]')
    assert page.inner_text(".trick h1") == "正在宣告古神"
    page.wait_for_selector('.seat[data-key="3"][data-side="near"] .plate')
    other = devices.open(service, DESKTOP)
    assert other.get_attribute("html", "data-theme") == "dark", "another device was changed"


def test_a_seat_is_asked_for_and_given_up(service, devices):
    """The holder is asked on its own device; what it answers counts."""
    deal(service)
    first, second = devices.open(service, PHONE), devices.open(service, PHONE)
    sit(first, 2)
    for answer, holds in (("Keep it", "first"), ("Give it up", "second")):
        second.click('.seat[data-key="2"] .plate')
        second.click("text=Ask for this seat")
        first.wait_for_selector("text=Somebody asks for the seat of Bob.")
        first.click(f"text={answer}")
        first.wait_for_selector(".sheet-card", state="hidden")
        holder = {"first": first, "second": second}[holds]
        holder.wait_for_selector('.seat[data-key="2"] .held[data-mine]')
        second.keyboard.press("Escape")
        second.wait_for_selector(".sheet-card", state="hidden")


def test_the_invitation_is_shown_where_the_table_is_open_to_a_network(service, devices):
    page = devices.open(service, DESKTOP)
    page.click('.bar [data-does="more"]')
    page.wait_for_selector("text=This device: host")
    page.click("text=Invite players")
    page.wait_for_selector("text=Only this machine sees the table.")
