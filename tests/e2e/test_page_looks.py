"""How the page looks, as far as it can be measured: sizes, overlaps, clipped text, motion.

Pictures of each of these are written beside, to be looked at.
"""

import pytest

from tests.e2e.measures import CLIPPED, OUTSIDE, OVERLAPS, SIZES, small_letters
from tests.e2e.page_rig import DESKTOP, LOCALES

NAMES = ("Ann", "Bartholomew", "陈小明", "Dee")
# What people must be able to read from their chairs.
MATTERS = (
    ".seat .name, .chip, .total, .names, .deal, .caption span, .verdict .words, .tokens .number"
)
APART = [
    [".plate", ".plate"],
    [".plate", ".top .card"],
    [".plate", ".score .total"],
    [".plate", ".score .names"],
    [".plate", ".verdict"],
    [".plate", ".tokens"],
    [".plate", ".caption"],
    [".plate", ".bar"],
    [".plate", ".sign"],
    [".verdict", ".tokens"],
    [".verdict", ".top .card"],
    [".verdict", ".caption"],
    [".verdict", ".bar"],
    [".tokens", ".caption"],
    [".caption .played", ".top .card"],
    [".score", ".score"],
    [".sign", ".bar"],
    [".pending", ".plate"],
    [".pending", ".tokens"],
    [".pending", ".score > *"],
    [".pending", ".sign"],
    [".pending", ".mirror"],
    [".pending", ".verdict"],
    [".pending", ".bar"],
]


def in_the_middle_of_it(service):
    """A game with a call, a long refused sentence, five cards on top and others behind."""
    service.new_game(*NAMES)
    service.act("2 great", "1 play NB", "2 play 5H 5S", "3 pass", "4 play 8C 8D")
    service.act("1 play 4H 5D 6C 7C 8S", "2 play KS KH KD 3C W1")
    refused = service.post("/api/v1/tables/1/actions", {"line": "3 play 3H 3S"})
    assert not refused["ok"]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_is_clipped_or_too_small(service, devices, size):
    in_the_middle_of_it(service)
    for language in LOCALES:
        page = devices.open(service, SIZES[size], language)
        page.wait_for_selector('.verdict[data-kind="bad"]')
        page.wait_for_timeout(300)
        devices.shoot(page, f"trick-{size}-{language}")
        assert page.evaluate(OVERLAPS, APART) == [], (size, language)
        parts = f"{MATTERS}, .plate, .sign, .bar, .verdict, .top .card"
        assert page.evaluate(OUTSIDE, parts) == [], (size, language)
        assert page.evaluate(CLIPPED, ".name, .chip, .verdict .words, .caption") == []
        assert small_letters(page, SIZES[size], MATTERS) == [], (size, language)
        small = page.evaluate(
            """() => [...document.querySelectorAll("tapdeck-table button")].filter((node) => {
              const box = node.getBoundingClientRect();
              return node.checkVisibility() && (box.height < 43.5 || box.width < 43.5);
            }).map((node) => node.className || node.dataset.does)"""
        )
        assert small == [], (size, language)
        if size == "phone":
            page.click('.bar [data-does="enter"]')
            page.wait_for_timeout(200)
            devices.shoot(page, f"enter-phone-{language}")
            low = page.evaluate(
                """() => [...document.querySelectorAll(".entry button")].filter((node) =>
                node.checkVisibility() && (node.offsetHeight < 44 || node.offsetWidth < 40)
                ).map((node) => node.textContent)"""
            )
            assert low == []


@pytest.mark.parametrize("size", SIZES)
def test_a_seat_with_much_to_say_stays_clear_of_all_else(table, felt, devices, size):
    """Each seat in turn: a call that failed, few cards, its turn, and five cards laid down."""
    page = devices.open(table, SIZES[size])
    page.wait_for_selector('.sign[data-state="up"]')
    table.act("1 great", "2 great", "3 great", "1 play NB", "2 pass", "3 pass", "4 pass")
    for card in ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS"):
        table.act(f"1 play {card}", "2 pass", "3 pass", "4 pass")
    felt.lay(1, "JS", "JH", "QS", "QH", "W1")
    page.wait_for_selector('.seat[data-key="1"] .pending [data-card="W1"]')
    for seat, side in ((1, "near"), (4, "right"), (3, "far"), (2, "left")):
        page.evaluate("(seat) => window.tapdeck.turn(seat)", seat)
        page.wait_for_timeout(250)
        devices.shoot(page, f"much-{size}-{side}")
        assert page.evaluate(OVERLAPS, APART) == [], (size, side)


def test_cards_come_from_their_seat_only_where_motion_is_wanted(service, devices):
    service.new_game()
    calm = devices.open(service, DESKTOP, reduced_motion="reduce")
    lively = devices.open(service, DESKTOP)
    for page in (calm, lively):
        page.evaluate(
            """() => { window.moves = []; const plain = Element.prototype.animate;
            Element.prototype.animate = function (frames, how) {
              window.moves.push(how.duration); return plain.call(this, frames, how); }; }"""
        )
    service.act("1 play NB", "2 play 5H 5S")
    for page in (calm, lively):
        page.wait_for_selector('.top [data-card="5H"]')
    assert calm.evaluate("window.moves") == []
    moves = lively.evaluate("window.moves")
    assert moves
    assert set(moves) == {150}


def test_every_card_has_a_face_and_a_name(service, devices):
    page = devices.open(service, DESKTOP, "zh-Hans")
    shown = page.evaluate(
        """async () => {
          const {cardNode} = await import("/page/static/cards.js");
          const codes = [..."23456789TJQKA"].flatMap((r) => [..."SHCD"].map((s) => r + s));
          codes.push("W1", "W2", "W3", "W4", "NB", "LJ", "BJ", "X8", "E1", "E2", "E3", "E4");
          const sheet = document.createElement("div");
          sheet.id = "sheet";
          sheet.style.cssText = "position:fixed;inset:0;z-index:99;display:grid;gap:6px;" +
            "background:#10302c;grid-template-columns:repeat(16,80px);padding:10px";
          for (const code of codes) {
            const card = cardNode(code);
            card.style.cssText = "width:80px;height:auto";
            sheet.append(card);
          }
          document.querySelector("tapdeck-table").append(sheet);
          return codes.map((code) => [code, sheet.querySelector(`[data-card="${code}"]`)
            .getAttribute("aria-label")]);
        }"""
    )
    devices.shoot(page, "cards-zh-Hans")
    names = dict(shown)
    assert names["TH"] == "红桃10"
    assert names["W1"] == "克苏鲁"
    assert len(set(names.values())) == 64
    wide = page.evaluate(
        """() => [...document.querySelectorAll("#sheet text")].filter(
          (node) => node.getBBox().x < 1 || node.getBBox().x + node.getBBox().width > 99
        ).map((node) => node.textContent)"""
    )
    assert wide == []
