"""Cthulhu Wars on the page: through the phases, two touches a change, secret signs, the end."""

import json

import pytest

from tests.e2e.measures import CLIPPED, OUTSIDE, OVERLAPS, small_letters
from tests.e2e.measures import SIZES as ALL_SIZES
from tests.e2e.page_rig import BIG, DESKTOP, LOCALES, PHONE, enter
from tests.e2e.test_page_seats import heard, sit

FOUR = (["Ann", "Bo", "Cy", "Di"], "GC, CC, BG, YS")
FIVE = (["Ann", "Bartholomew", "陈小明", "Di", "Emre"], "GC, CC, BG, YS, OW")
SIZES = {**ALL_SIZES, "small phone": (360, 640)}


def begin(service, seats, factions, deck=None, **start):
    """A game with this set-up."""
    headers = {"factions": factions} | {f"start.{name}": text for name, text in start.items()}
    body = {"game": "cthulhu_wars", "seats": seats, "headers": headers, "deck": deck}
    return service.post("/api/v1/tables/1/games", body)


def spend(service, end=1, holders=None):
    """Everybody spends all power, and a turn ends. `holders`: by seat, a page that enters it."""
    for seat in service.get("/api/v1/tables/1")["seats"]:
        line = f"{seat['seat']} power -{seat['power']}"
        if seat["seat"] in (holders or {}):
            enter(holders[seat["seat"]], line)
        elif seat["power"]:
            service.act(line)
    service.act(f"{end} turn")


class Hands:
    """Somebody who enters on a page, with touches that are counted."""

    def __init__(self, service, page):
        self.service, self.page, self.touches = service, page, 0

    def touch(self, chosen):
        self.page.click(chosen)
        self.touches += 1

    def does(self, what):
        """Touch a button of the panel."""
        self.touch(f'.entry .does [data-does="{what}"]')

    def change(self, seat, what, step):
        """Touch a number, and by how much: two touches."""
        before = self.touches
        self.touch(f'.wars-grid [data-seat="{seat}"][data-what="{what}"]')
        self.touch(f'.wars-choices [data-step="{step}"]')
        assert self.touches - before == 2

    def becomes(self, wanted, **keys):
        """Wait until the panel says that it was accepted, and a number is what it should be."""
        seat, what = next(iter(keys.items()))
        cell = f'.wars-grid [data-seat="{seat[1:]}"][data-what="{what}"] b'
        self.page.wait_for_selector(f'{cell}:text-is("{wanted}")')

    def phase(self, phase):
        self.page.wait_for_selector(f'.wars[data-phase="{phase}"]')

    def seat(self, seat):
        """The seat as the public sees it."""
        return self.service.get("/api/v1/tables/1")["seats"][seat - 1]


def test_a_round_through_all_phases_with_two_touches_a_change(service, devices):
    for deck in ("ours", "newer"):
        body = {"name": deck, "pack": "cthulhu_wars", "tags": {"04A1B2C3": "GC"}}
        service.post("/api/v1/decks", body)
    begin(service, ["Ann", "Bo", "Cy"], "GC, BG, CC", deck="ours")
    page = devices.open(service, DESKTOP)
    hands = Hands(service, page)
    # W5: what everybody gets and why, before it counts; the set-up can still be corrected.
    row = page.locator('.wars-table .row[data-faction="BG"]')
    assert row.inner_text().split() == ["BG", "Bo", "+6", "+2", "–", "–", "–", "8"]
    page.click('.bar [data-does="enter"]')
    hands.change(2, "gates", "+1")
    page.wait_for_selector('.wars-table .row[data-faction="BG"]:has-text("+4")')
    assert service.get("/api/v1/tables/1")["gathering"][1]["power"] == 10
    assert service.get("/api/v1/tables/1")["deck"] == "ours"
    hands.change(2, "cultists", "+1")
    page.wait_for_selector('.entry .answer[data-kind="bad"]')  # W3, W2: no seventh
    hands.does("gather")  # one press
    # W7: in round 1 Great Cthulhu is first, and says which way.
    hands.phase("first")
    assert "Ann is the first player" in page.inner_text(".wars header")
    hands.does("first 1 ccw")
    hands.phase("action")
    page.wait_for_selector('.seat[data-key="1"] .wars-begins[data-way="ccw"]')
    page.wait_for_selector('.seat[data-key="1"][data-turn] .plate')
    # W12: every change, and each is taken back as easily.
    for what, step, key, then, line in [
        ("power", "-3", "power", 5, "1 power -3"),
        ("gates", "+1", "gates", 2, "1 gate +1"),
        ("cultists", "-1", "cultists", 5, "1 cultist -1"),
        ("captives", "3", "captured", 1, "1 capture 3"),
        ("goo", "+1", "goo", 1, "1 goo +1"),
        ("books", "book", "books", 1, "1 book"),
        ("signs", "sign ?", "signs", 1, "1 sign ?"),
    ]:
        before = hands.seat(1)[key]
        hands.change(1, what, step)
        hands.becomes(then, _1=what) if what != "signs" else hands.becomes(1, _1="signs")
        assert hands.seat(1)[key] == then
        assert service.get("/api/v1/tables/1")["last"]["line"] == line.replace("sign ?", "sign …")
        hands.does("undo")
        hands.becomes(before, _1=what)
        hands.change(1, what, step)
        hands.becomes(then, _1=what)
    assert hands.seat(3)["away"] == 1
    hands.touch('.wars-pools [data-what="free"]')
    hands.touch('.wars-choices [data-step="+1"]')
    page.wait_for_selector('.wars-pool[data-what="free"] b:text-is("1")')
    # What is refused says why in one sentence, in the panel and on the felt.
    hands.change(1, "gates", "-2")
    hands.becomes(0, _1="gates")
    hands.change(1, "gates", "-1")
    page.wait_for_selector('.entry .answer[data-kind="bad"]:has-text("controls 0 gates")')
    page.wait_for_selector('.verdict[data-kind="bad"]')
    # By custom the turn goes round in the direction that was set; all power spent ends the phase.
    hands.does("1 turn")
    page.wait_for_selector('.seat[data-key="3"][data-turn] .plate')
    hands.change(3, "power", "-8")
    hands.change(2, "power", "-10")
    hands.change(1, "power", "-5")
    page.wait_for_selector('.entry .does button:has-text("End the action phase")')
    devices.shoot(page, "wars-action-desktop")
    hands.does("1 turn")
    # The next gathering, corrected before it counts: it was a gate more when the turn ended.
    hands.phase("gather")
    first = page.locator('.wars-table .row[data-faction="GC"]')
    assert first.inner_text().split() == ["GC", "Ann", "+5", "–", "+1", "+1", "–", "7"]
    hands.change(1, "gates", "+1")
    page.wait_for_selector('.wars-table .row[data-faction="GC"]:has-text("+2")')
    hands.phase("gather")
    hands.does("gather")
    hands.phase("first")
    view = service.get("/api/v1/tables/1")
    assert [seat["power"] for seat in view["seats"]] == [9, 11, 8]
    assert view["candidates"] == [2]
    hands.does("first 2 cw")
    # W8: doom for gates, then each in turn: the ritual's cost and gain before it is paid.
    hands.phase("doom")
    hands.does("doom")
    page.wait_for_selector('.wars-lane[data-faction="BG"] b:text-is("2")')
    says = page.inner_text(".wars-says")
    assert says == "Bo: the ritual costs 5 of 11 power and brings 2 doom and 0 elder signs."
    hands.does("ritual")
    page.wait_for_selector('.wars-lane[data-faction="BG"] b:text-is("4")')
    page.wait_for_selector('.ritual-track i:nth-child(2)[data-here]:text-is("6")')
    hands.does("3 noritual")
    page.wait_for_selector('.wars-says:has-text("Ann: the ritual costs 6 of 9 power")')
    assert "2 elder signs" not in page.inner_text(".wars-says")  # one Great Old One, one sign
    hands.does("ritual")
    page.wait_for_selector('.seat[data-key="1"] [data-what="signs"] b:text-is("2")')
    devices.shoot(page, "wars-doom-desktop")
    hands.does("action")
    hands.phase("action")


def test_the_felt_alone_leads_through_a_round_and_its_numbers_open_the_panel(service, devices):
    begin(service, *FOUR, gates="1, 2, 2, 1")
    page = devices.open(service, BIG)
    hands = Hands(service, page)

    def offer(what):
        hands.touch(f'.wars-offers [data-does="{what}"]')

    offer("gather")
    offer("first 1 cw")
    hands.phase("action")
    # A number at a seat, and by how much: two touches from the felt as well.
    hands.touch('.seat[data-key="3"] .wars-stat[data-what="power"]')
    hands.touch('.wars-choices [data-step="-10"]')
    hands.becomes(0, _3="power")
    assert hands.touches == 4
    page.click(".entry .close")
    spend(service)
    offer("gather")
    hands.phase("first")
    # W7: two have the most; the first player of the round before picks, and says which way.
    assert "Ann picks." in page.inner_text(".wars header")
    offers = page.locator('.wars-offers [data-does^="first"]')
    assert offers.evaluate_all("all => all.map((one) => one.dataset.does)") == [
        "first 2 cw", "first 2 ccw", "first 3 cw", "first 3 ccw",
    ]  # fmt: skip
    offer("first 3 ccw")
    offer("doom")
    for seat in (3, 2, 1, 4):
        page.wait_for_selector(f'.seat[data-key="{seat}"][data-turn] .chip.turn')
        offer("ritual" if seat == 3 else f"{seat} noritual")
    offer("action")
    hands.phase("action")
    offer("undo")
    hands.phase("doom")


def test_a_sign_is_seen_by_the_device_that_holds_the_seat_only(service, devices):
    begin(service, *FOUR, goo="0, 2, 0, 0")
    service.act("gather", "first 1 cw")
    phone = devices.open(service, PHONE)
    other = devices.device(DESKTOP).new_page()
    frames = heard(other)
    other.goto(service.url)
    other.click(".hello button >> nth=0")
    sit(phone, 2)
    hands = Hands(service, phone)
    phone.click('.bar [data-does="enter"]')
    hands.change(2, "signs", "sign 3")
    hands.becomes(1, _2="signs")
    hands.touch('.wars-grid [data-seat="2"][data-what="signs"]')
    assert phone.inner_text(".wars-says") == "Only you see this. Your elder signs: 3"
    # A value that one does not hold is not offered.
    showing = phone.locator('.wars-choices [data-step^="show"]')
    assert showing.evaluate_all("all => all.map((one) => one.dataset.step)") == [
        "show 3", "show all",
    ]  # fmt: skip
    devices.shoot(phone, "wars-sign-phone")
    # A device without a claim draws face down, and sees how many there are.
    other.click('.bar [data-does="enter"]')
    Hands(service, other).change(3, "signs", "sign ?")
    other.click('.wars-grid [data-seat="2"][data-what="signs"]')
    steps = other.locator(".wars-choices [data-step]")
    names = steps.evaluate_all("all => all.map((one) => one.dataset.step)")
    assert names == ["sign ?"]
    # Nor does it find out by trying what the one with the claim has.
    before = service.get("/api/v1/tables/1/events")
    for line in ("2 show 1", "2 show 3", "2 show all"):
        assert "the device that holds this seat" in enter(other, line)
    assert service.get("/api/v1/tables/1/events") == before
    assert "1" in other.inner_text('.seat[data-key="2"] [data-what="signs"]')
    # The ritual asks its holder for the values that are drawn.
    spend(service, holders={2: phone})
    service.act("gather", "first 1 cw", "doom", "1 noritual")
    phone.wait_for_selector('.wars-choices .group:has-text("Sign 2 is")')
    phone.click('.wars-choices .group:has-text("Sign 1 is") [data-step="3"]')
    phone.click('.wars-choices .group:has-text("Sign 2 is") [data-step="3"]')
    hands.does("ritual")
    hands.becomes(3, _2="signs")
    # The log, the page and every message of the other device say nothing of them.
    other.click(".entry .close")
    other.click('.bar [data-does="log"]')
    other.wait_for_selector('.log .line:has-text("draw an elder sign …")')
    shown = other.inner_text(".log")
    assert "perform the ritual …" in shown
    messages = [json.loads(frame) for frame in frames if frame.startswith("{")]
    views = [message["view"] for message in messages if "view" in message]
    assert len(views) > 10
    assert all(seat["held"] is None for view in views for seat in view["seats"])
    said = "".join(frames) + shown + other.content()
    assert not any(value in said for value in ('"named"', "sign 3", "ritual 3"))
    # Shown, it is everybody's.
    phone.click('.wars-grid [data-seat="2"][data-what="signs"]')
    phone.click('.wars-choices [data-step="show 3"]')
    other.wait_for_selector('.verdict .words:has-text("Bo shows elder signs 3: 3 doom.")')


def test_the_reckoning_waits_for_values_and_names_the_winner(service, devices):
    begin(service, *FOUR, gates="28, 20, 1, 1")
    service.act("gather", "first 1 cw", "1 sign ?", "1 sign 2", "2 sign 3")
    service.act(*["1 book"] * 5, *["2 book"] * 6)
    spend(service)
    service.act("gather", "first 1 cw", "doom", "1 ritual", "action")
    page = devices.open(service, DESKTOP)
    hands = Hands(service, page)
    assert page.inner_text(".wars h1") == "The game is over"
    rows = page.locator(".wars-table .row:not([data-head])")
    assert rows.nth(0).inner_text().split() == ["GC", "Ann", "56", "+2", "?", "…", "5/6"]
    assert rows.nth(1).inner_text().split() == ["CC", "Bo", "20", "+3", "23", "6/6"]
    devices.shoot(page, "wars-reckoning-desktop")
    hands.touch('.wars-offers [data-does="name"]')
    hands.touch('.entry .group:has-text("Ann: 1 without a value") [data-step="show 3"]')
    page.wait_for_selector('.wars-table .row[data-won][data-faction="CC"]')
    assert hands.touches == 2
    assert rows.nth(0).inner_text().split() == ["GC", "Ann", "56", "+2", "+3", "61", "5/6"]
    assert page.inner_text(".wars h1") == "Crawling Chaos: victory with 23 doom."
    assert rows.nth(1).inner_text().split()[-1] == "victory"
    page.wait_for_selector('.entry .does [data-does="game"]')
    page.click(".entry .close")
    page.click('.bar [data-does="scores"]')
    page.wait_for_selector(".chart >> nth=1")
    lines = page.locator(".chart >> nth=0 >> g[class^=side]")
    assert lines.count() == 4
    assert "62 · 61" in page.inner_text(".score-sheet tbody")
    devices.shoot(page, "wars-scores-desktop")


@pytest.mark.parametrize(
    ("size", "seats"),
    [*((size, 5) for size in SIZES), ("desktop", 3), ("desktop", 4), ("phone", 3)],
)
def test_nothing_overlaps_is_clipped_or_too_small(kept, devices, size, seats):
    names, factions = FIVE[0][:seats], ", ".join(FIVE[1].split(", ")[:seats])
    begin(kept, names, factions, gates=", ".join(["12", "2", "3", "1", "1"][:seats]))
    kept.act("gather", "first 1 cw", "1 capture 2", "2 capture 1", "free +1", "1 goo +1")
    kept.act(*["1 book"] * 6, "2 sign ?", "3 power -4")
    apart = [
        *[[".spot", other] for other in (".spot", ".wars-pool", ".verdict", ".bar", ".wars-lane")],
        *[[".spot", other] for other in (".wars h1", ".offer", ".ritual-track", ".wars-table b")],
        *[[".verdict", other] for other in (".wars-lane", ".wars-axis", ".ritual-track")],
        *[[".offer", other] for other in (".wars-lane", ".wars-table b", ".wars h1")],
        *[[".ritual-track", other] for other in (".wars-axis", ".wars-table b")],
        *[[".wars p", ".wars-lane"], [".wars-stat", ".wars-stat"], [".verdict", ".wars-table b"]],
    ]
    matters = ".spot .name, .wars-stat b, .wars-pool b, .wars h1, .wars p, .offer, .wars-lane b"
    matters += ", .wars-axis, .verdict"
    parts = f"{matters}, .spot, .wars-lane, .ritual-track i, .bar, .wars-table .cell"
    languages = LOCALES if size in ("big", "phone") and seats == 5 else ["en"]
    pages = {language: devices.open(kept, SIZES[size], language) for language in languages}

    def measured(state):
        for language, page in pages.items():
            page.wait_for_timeout(300)
            devices.shoot(page, f"wars-{state}-{size}-{seats}-{language}")
            where = (size, seats, state, language)
            assert page.evaluate(OVERLAPS, apart) == [], where
            assert page.evaluate(OUTSIDE, parts) == [], where
            assert page.evaluate(CLIPPED, ".chip, .verdict .words, .offer, .wars-stat") == [], where
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, where
            assert small_letters(page, SIZES[size], matters) == [], where

    measured("action")
    spend(kept)
    measured("gather")
    kept.act("gather", "first 1 cw", "doom")
    measured("doom")
    if size != "phone" or seats != 5:
        return
    # One hand: the panel lies in the lower part, and all in it is large enough for a thumb.
    for language, page in pages.items():
        page.click('.bar [data-does="enter"]')
        page.click('.wars-grid [data-seat="1"][data-what="power"]')
        page.wait_for_selector('.wars-choices [data-step="-1"]')
        devices.shoot(page, f"wars-enter-phone-{language}")
        low = page.evaluate(
            """() => [...document.querySelectorAll(".entry button")].filter((node) =>
            node.checkVisibility() && (node.offsetHeight < 44 || node.offsetWidth < 40)
            ).map((node) => node.textContent)"""
        )
        assert low == []
        assert page.evaluate(OUTSIDE, ".entry button") == [], language
        step = page.locator('.wars-choices [data-step="-1"]').bounding_box()
        assert step["y"] > PHONE[1] / 2
