"""Cultivation on the page: groups at the seats, the pile, points explained, a game by touch.

Pictures of each state are written beside, to be looked at.
"""

import json

import pytest

from tapdeck.decks import simulated_deck
from tests.e2e.measures import CLIPPED, OUTSIDE, OVERLAPS, SIZES, small_letters
from tests.e2e.page_rig import BIG, DESKTOP, LOCALES, PHONE, Running, enter

NAMES = ["Ann", "Bartholomew", "陈小明", "Dee"]
HANDS = (
    "deal 1 K01 K13 K25 K37 K04 K16 K28 K40",
    "deal 2 K07 K19 K31 K43 K10 K22 K34 H1",
)
APART = [
    [".plate", ".plate"],
    [".plate", ".meld"],
    [".meld", ".meld"],
    [".meld", ".pool"],
    [".meld", ".asked > *"],
    [".meld", ".verdict"],
    [".meld", ".standing button"],
    [".meld", ".bar"],
    [".meld", ".sign"],
    [".plate", ".pool"],
    [".plate", ".verdict"],
    [".plate", ".standing button"],
    [".pool", ".verdict"],
    [".asked > *", ".verdict"],
    [".standing button", ".standing button"],
    [".standing button", ".sign"],
]
MATTERS = ".seat .name, .chip, .standing .names, .total, .deal, .pool h1, .allowed, .count, .word, "
MATTERS += ".counts b, .verdict .words"
SMALL = """(chosen) => [...document.querySelectorAll(chosen)].filter((node) => {
  const box = node.getBoundingClientRect();
  return node.checkVisibility() && (box.height < 43.5 || box.width < 39.5);
}).map((node) => node.className || node.textContent)"""


def new_game(service, *lines, seats=NAMES, **more):
    body = {"game": "cultivation", "seats": list(seats), **more}
    service.post("/api/v1/tables/1/games", body)
    service.act(*lines)


def in_the_middle_of_it(service):
    """Groups of every kind: a root, a hunyuan, a treasure, six cards; the turn's take-back used."""
    new_game(
        service,
        *("1 draw", "1 meld K01 K02 K03", "1 draw", "1 meld K04 K16 K28 K40", "1 end"),
        *("2 draw", "2 meld K07 K19 K31", "2 meld K22 K23 H1", "2 end"),
        *("3 draw", "3 meld K13 K25 T1", "3 meld K10 K34 K46 K58", "3 end"),
        *("4 draw", "4 meld K37 K38 K41 H2", "4 end", "1 draw", "1 end"),
        *("2 draw", "2 add 1 K43 K44 K55", "2 end", "3 draw", "3 end"),
        *("4 draw", "4 meld K05 K17 K29", "4 end", "1 draw", "1 take K16"),
    )
    refused = service.post("/api/v1/tables/1/actions", {"line": "1 meld K11 K24 K56 K20"})
    assert refused["reason"] == "no_common_kind"


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_is_clipped_or_too_small(service, devices, size):
    in_the_middle_of_it(service)
    for language in LOCALES:
        page = devices.open(service, SIZES[size], language)
        page.wait_for_selector('.verdict[data-kind="bad"]')
        page.wait_for_timeout(300)
        devices.shoot(page, f"cultivation-{size}-{language}")
        assert page.evaluate(OVERLAPS, APART) == [], (size, language)
        parts = ".plate, .meld, .standing button, .pool, .verdict, .bar, .sign"
        assert page.evaluate(OUTSIDE, parts) == [], (size, language)
        assert page.evaluate(CLIPPED, ".word, .chip, .verdict .words, .allowed, .pool h1") == []
        assert small_letters(page, SIZES[size], MATTERS) == [], (size, language)
        if size == "phone":
            assert page.evaluate(SMALL, ".meld, .standing button, .bar button") == []


def test_the_table_shows_groups_by_sign_colour_and_word_and_says_why_they_count(kept, devices):
    """C10, C12: a touch on a group explains the points, group by group."""
    in_the_middle_of_it(kept)
    page = devices.open(kept, BIG)
    mine = page.locator('.seat[data-key="1"] .meld')
    assert mine.evaluate_all("(all) => all.map((each) => each.dataset.kind)") == [
        "elixir",
        "artifact",
    ]
    assert mine.nth(0).locator(".root").inner_text() == "root"
    assert mine.nth(0).locator(".slip").count() == 3
    assert mine.nth(1).inner_text().split() == ["1", "artifact"]
    assert page.locator('.meld [data-card="H1"] .hunyuan').count() == 2  # its seal and its drawing
    assert page.locator('.meld [data-card="T1"] .treasure').count() == 2
    assert page.inner_text(".pool .count") == "24"
    assert page.inner_text(".pool h1") == "Ann plays, or ends the turn"
    assert page.locator('.allowed[data-state="done"]').all_inner_texts() == [
        "draw: done",
        "take-back: used",
    ]
    assert page.inner_text('.standing[data-at="1"]').split() == [
        *("Ann", "0", "+3"),
        *("Bartholomew", "0", "+3"),
    ]
    mine.nth(0).click()
    why = page.locator(".why")
    assert why.locator("h2").inner_text() == "Ann: 3 points in this deal"
    chosen = why.locator("li[data-chosen]")
    assert chosen.inner_text().split("\n") == [
        "1. elixir, 3 cards",
        "Three cards of a type: 1 + single root: 1 more",
        "2",
    ]
    assert "Whoever wins the deal doubles this." in why.inner_text()
    devices.shoot(page, "cultivation-why-big-en")
    mine.nth(0).click()
    why.wait_for(state="hidden")
    page.click('.standing button:has-text("Bartholomew")')
    assert "Six or more cards of a type: 3" in why.inner_text()
    assert "Cards of an element: 0" in why.inner_text()


def find(page, element, *codes):
    """Cards by their element: two touches for the first."""
    page.click(f'.elements [data-kind="{element}"]')
    for code in codes:
        page.click(f'.faces .pick[data-code="{code}"]')
    page.click(f'.elements [data-kind="{element}"]')


def do(page, what):
    page.click(f'.entry .does [data-does="{what}"]')


def verdict(page, words):
    page.wait_for_selector(f'.verdict .words:has-text("{words}")')
    return page.get_attribute(".verdict", "data-kind")


def test_a_whole_deal_is_entered_by_touch(kept, devices):
    """C2-C4, C6, C7, C10, C11: draw, lay, add, take back, end, win, next deal."""
    new_game(kept, seats=["Ann", "Bo"], headers={"deals": "2"})
    page = devices.open(kept, PHONE)
    page.click('.bar [data-does="enter"]')
    page.click('.elements [data-kind="metal"]')
    assert page.locator(".faces .pick").count() == 12
    assert page.evaluate(SMALL, ".entry button") == []
    assert page.evaluate(CLIPPED, ".entry button") == []
    page.click('.types-of [data-kind="elixir"]')
    assert page.locator(".faces .pick").count() == 4  # K12 is a beast and an elixir
    page.click('.types-of [data-kind="elixir"]')
    page.click('.elements [data-kind="metal"]')
    find(page, "metal", "K01", "K02", "K03")
    # C4: a type or an element; the type, which counts more, is chosen unless somebody says else.
    page.wait_for_selector(".ways button")
    ways = page.locator(".ways:not(.kinds) button")
    assert ways.all_inner_texts() == [
        "New single root: elixir; another turn follows +2",
        "New single root: metal; another turn follows +1",
    ]
    assert ways.nth(0).get_attribute("aria-pressed") == "true"
    devices.shoot(page, "cultivation-ways-phone-en")
    ways.nth(1).click()
    do(page, "lay")  # the draw that was due is entered first
    verdict(page, "Ann lays a single root of metal: K01 K02 K03. Another turn begins.")
    assert page.inner_text(".pool h1") == "Ann draws a card"
    do(page, "draw")
    verdict(page, "Ann draws a card.")
    find(page, "metal", "K04", "K07")
    page.wait_for_selector('.entry .says:has-text("Add to group 1, metal. Points: ")')
    do(page, "lay")
    verdict(page, "Ann adds K04 K07 to group 1, metal.")
    do(page, "take")
    page.click('.held-card:has([data-card="K07"])')
    verdict(page, "Ann takes K07 back.")
    assert page.query_selector('.does [data-does="take"]') is None  # C7: once a turn
    do(page, "end")
    verdict(page, "Ann ends the turn.")
    # A refusal says why, in the panel too.
    find(page, "wood", "K13", "K16", "K19")
    find(page, "fire", "K37")
    assert page.inner_text(".entry .says") == "No group and no addition yet"
    do(page, "lay")
    assert verdict(page, "K13 K16 K19 K37 share no type and no element.") == "bad"
    assert "share no type" in page.inner_text(".entry .answer")
    do(page, "back")
    find(page, "wood", "K13")
    find(page, "water", "K25")
    find(page, "fire", "K37")
    do(page, "lay")
    verdict(page, "Bo lays a group of elixir: K13 K25 K37.")
    do(page, "undo")
    verdict(page, "Taken back.")
    kept.act(
        "2 meld K13 K25 K37", "2 end", "1 draw", "1 add 1 K05 K07", "1 meld K10 K22 K34 K46 K58"
    )
    page.wait_for_selector('.seat[data-key="1"] .chip:has-text("won the deal")')
    assert page.inner_text(".asked h1") == "The deal is over"
    # C12: metal counts nothing, so the beasts alone are doubled.
    assert page.inner_text('.standing[data-at="1"]').split() == ["Ann", "4", "(+4)"]
    do(page, "new")
    page.wait_for_selector('.pool .which:has-text("Deal 2 of 2")')
    assert page.locator(".meld").count() == 0


def test_the_end_of_the_match_names_who_won(kept, devices):
    """C13, C15: also after a deal that nobody wins, since the pile is empty."""
    deck = "".join(f"A{n} {'fire' if n % 2 else 'wood'} elixir\n" for n in range(17))
    lines = ("1 draw", "1 meld A1 A2 A3", "1 end", "2 end")
    new_game(kept, *lines, seats=["Ann", "Bo"], headers={"deck": deck, "deals": "1"})
    page = devices.open(kept, DESKTOP, "zh-Hans")
    assert page.inner_text(".pool .note") == "牌堆已空。连续无动作的回合：1/2，满了本局就结束。"
    assert page.locator('.allowed[data-state="off"]').first.inner_text() == "无牌可摸"
    kept.act("1 end")
    page.wait_for_selector('.asked h1:has-text("Ann以 1 分赢得整场。")')
    assert page.locator(".standing [data-most]").count() == 1
    page.click('.bar [data-does="scores"]')
    page.wait_for_selector('.score-sheet .notes:has-text("丹药，3 张：1 分")')
    page.wait_for_selector(".sheet-card >> text=整场共 1 局。")
    devices.shoot(page, "cultivation-scores-desktop-zh-Hans")


def test_a_known_hand_is_for_the_device_that_holds_the_seat(service, devices):
    """C2, C7: the hand as cards, a hint, the drawn card by name; others see what everybody saw."""
    new_game(service, *HANDS, seats=["Ann", "Bo"])
    page, other = devices.open(service, DESKTOP), devices.open(service, DESKTOP)
    page.click('.seat[data-key="1"] .plate')
    page.click(".sheet-card .strong")
    page.wait_for_selector('.seat[data-key="1"] .held[data-mine]')
    for each in (page, other):
        each.click('.bar [data-does="enter"]')
    page.wait_for_selector(".held-card")
    assert page.locator(".held-card").count() == 8
    assert other.locator(".held-card").count() == 0
    page.click('.elements [data-kind="earth"]')
    page.click('.faces .pick[data-code="K49"]')
    do(page, "draw-this")
    verdict(page, "Ann draws a card.")
    page.wait_for_selector('.held-card [data-card="K49"]')
    assert page.query_selector(".faces .pick >> visible=true") is None  # all is known now
    do(page, "hint")
    page.wait_for_selector('.entry .answer:has-text("A possibility: Ann lays a group of elixir")')
    assert page.locator('.held-card[aria-pressed="true"]').count() == 5
    devices.shoot(page, "cultivation-hand-desktop-en")
    do(page, "lay")
    verdict(page, "Ann lays a group of elixir: K01 K13 K25 K37 K49.")
    assert page.locator(".held-card").count() == 4
    enter(page, "1 take K37")
    page.wait_for_selector('.held-card [data-card="K37"]')
    other.wait_for_selector('.held-card [data-card="K37"]')
    assert other.locator(".held-card").count() == 1


def test_destiny_roles_are_drawn_used_and_asked_about(kept, devices):
    """C14: what a role comes to is entered in two touches, and corrected like any line."""
    roles = {
        "fox": {"name": "Fox", "text": "Ask the fox.", "effects": ["ask"]},
        "sword": {"name": "Heir of the sword", "trigger": "when drawn", "effects": ["team own +1"]},
    }
    new_game(
        kept,
        seats=["Ann", "Bo", "Cy"],
        options={"destiny": "on"},
        house={"roles": roles},
    )
    page = devices.open(kept, DESKTOP)
    page.click('.bar [data-does="enter"]')
    do(page, "role")
    page.click('.roles button:has-text("Fox")')
    verdict(page, "Ann has the destiny Fox.")
    assert page.inner_text('.seat[data-key="1"] .chip.role') == "Fox"
    do(page, "use")
    page.wait_for_selector(
        '.prompt .question:has-text("Ann has Fox: Ask the fox. – what did it do?")'
    )
    page.click('.choices [data-does="team 3"]')
    page.click('.choices [data-does="-2"]')
    verdict(page, "Destiny: -2 points for Cy.")
    page.wait_for_selector(".prompt", state="detached")
    assert page.inner_text('.standing[data-at="2"]').split() == ["Cy", "0", "−2"]
    page.click('.standing button:has-text("Cy")')
    assert "From destiny roles" in page.inner_text(".why")
    page.click(".why .close")
    page.click('.bar [data-does="rules"]')
    page.wait_for_selector('.rule[data-role="sword"]:has-text("Heir of the sword, when drawn")')


def test_a_line_is_corrected_on_the_page(kept, devices):
    """A misread card: another kind of group, and what came after is judged again."""
    new_game(
        kept, "1 draw", "1 meld K01 K02 K03", "1 draw", "1 meld K04 K16 K28", seats=["Ann", "Bo"]
    )
    page = devices.open(kept, DESKTOP)
    page.click('.bar [data-does="log"]')
    page.click('.log .line:has-text("lay a new group K01 K02 K03")')
    page.click(".sheet-card .strong")
    page.wait_for_selector('.entry .place:has-text("In the place of line 2")')
    assert page.locator('.faces .pick[aria-pressed="true"]').count() == 3
    page.click('.kinds [aria-label="metal"]')
    do(page, "meld")
    page.wait_for_selector('.seat[data-key="1"] .meld[data-kind="metal"]')
    assert page.locator('.seat[data-key="1"] .meld').count() == 2
    page.click('.bar [data-does="log"]')
    page.wait_for_selector('.log .line:has-text("was: Ann: lay a new group K01 K02 K03")')


@pytest.mark.parametrize("language", LOCALES)
def test_every_card_has_a_face_with_its_owners_name(kept, devices, language):
    """C1: element by sign and colour, types by shapes; names of a deck of one's own fit."""
    names = [("Jade pill", "玉丹"), ("Sword of the nine suns", "九阳神剑"), ("Fox", "狐")]
    kinds = ["elixir", "artifact beast", "formation artifact elixir", "beast"]
    elements = ["metal", "wood", "water", "fire", "earth"]
    deck = "".join(
        f"C{n:02d} {elements[n % 5]} {kinds[n % 4]} | {names[n % 3][0]} | {names[n % 3][1]}\n"
        for n in range(20)
    )
    deck += "HUNYUAN-ONE hunyuan | Primal chaos | 混元珠\nTC treasure\n"
    new_game(kept, seats=["Ann", "Bo"], headers={"deck": deck})
    page = devices.open(kept, DESKTOP, language)
    shown = page.evaluate(
        """async () => {
          const {cardNode} = await import("/page/static/cards.js");
          const view = document.querySelector("tapdeck-table").message.view;
          const sheet = document.createElement("div");
          sheet.id = "sheet";
          sheet.style.cssText = "position:fixed;inset:0;z-index:99;display:grid;gap:6px;" +
            "background:#10302c;grid-template-columns:repeat(11,120px);padding:10px";
          for (const code of Object.keys(view.deck_cards)) {
            const card = cardNode(code, view);
            card.style.cssText = "width:120px;height:auto";
            sheet.append(card);
          }
          document.querySelector("tapdeck-table").append(sheet);
          return [...sheet.children].map((card) => card.getAttribute("aria-label"));
        }"""
    )
    page.wait_for_timeout(300)
    devices.shoot(page, f"cultivation-cards-{language}")
    assert len(shown) == 22
    if language == "en":
        assert shown[1] == "C01 Sword of the nine suns, wood artifact beast"
        assert shown[-1] == "TC, treasure"
    else:
        assert shown[1].startswith("C01 九阳神剑, ")
    wide = page.evaluate(
        """() => [...document.querySelectorAll("#sheet text")].filter(
          (node) => node.getBBox().x < 9 || node.getBBox().x + node.getBBox().width > 98
        ).map((node) => node.textContent)"""
    )
    assert wide == []


def many_groups(service, seats, each):
    """So many groups before everybody, the last one with its turn still on."""
    kinds, places = ("elixir", "artifact", "formation", "beast"), range(1, seats + 1)
    deck = "".join(
        f"A{seat}{group} metal {kind}\nB{seat}{group} wood {kind}\nT{seat}{group} treasure\n"
        for seat in places
        for group, kind in enumerate((kinds * 2)[:each])
    )
    deck += "".join(f"N{number} water beast\n" for number in range(12))
    new_game(
        service,
        *[f"{seat} {verb}" for _ in range(3 * each - 7) for seat in places for verb in TURN],
        seats=NAMES[:seats],
        options={"treasure_second_group": "on"},
        headers={"deck": deck},
    )
    for seat in places:
        cards = [f"A{seat}{group} B{seat}{group} T{seat}{group}" for group in range(each)]
        service.act(f"{seat} draw", *[f"{seat} meld {held}" for held in cards])
        service.act(*[f"{seat} end"] * (seat < seats))


TURN = ("draw", "end")


@pytest.mark.parametrize(("seats", "each"), [(2, 8), (3, 6), (4, 6)])
def test_c5_many_groups_find_room(kept, devices, seats, each):
    """C5, C9: more than a seat's four types and its element, where that option is on."""
    many_groups(kept, seats, each)
    for name in ("desktop", "big", "phone"):
        page = devices.open(kept, SIZES[name], "en" if name == "phone" else "zh-Hant")
        page.wait_for_selector(f'.seat[data-key="{seats}"] .meld:nth-child({each})')
        page.wait_for_timeout(300)
        devices.shoot(page, f"cultivation-many-{seats}-{name}")
        assert page.evaluate(OVERLAPS, APART) == [], name
        parts = ".plate, .meld, .standing button, .pool, .verdict, .bar, .sign"
        assert page.evaluate(OUTSIDE, parts) == [], name
        assert page.evaluate(SMALL, ".meld") == [], name


def on_its_way(page, change):
    """Let the view be changed on its way to a page, as a board would change it."""

    def between(socket):
        server = socket.connect_to_server()

        def answer(text):
            if text:
                message = json.loads(text)
                change(message["view"])
                text = json.dumps(message)
            socket.send(text)

        server.on_message(answer)

    page.route_web_socket("**/page/live", between)


@pytest.mark.parametrize("size", ["big", "phone"])
def test_cards_that_wait_at_a_seat_say_what_they_would_be(kept, devices, size):
    """C4: the best first, or the one that was chosen there; nothing of it lies over other seats."""
    in_the_middle_of_it(kept)
    kinds = {"as elixir": "New single root: elixir", "as metal": "New single root: metal"}
    waiting = {}

    def change(view):
        view["pending"] = waiting

    page = devices.device(SIZES[size]).new_page()
    on_its_way(page, change)
    choices = [
        {"line": f"1 meld K06 K07 K08 {words}", "text": {"en": text}, "kind": words[3:]}
        for words, text in kinds.items()
    ]
    page.goto(kept.url)
    page.click(".hello button >> nth=0")
    for seat, side in ((1, "near"), (2, "left"), (3, "far"), (4, "right")):
        for reading, says in (("", "New single root: elixir (2 ways)"), ("as metal", "metal")):
            cards = ["K06", "K07", "K08", "K09"]
            held = {"cards": cards, "reading": reading, "choices": choices}
            waiting.clear()
            waiting[str(seat)] = held
            kept.post("/api/v1/tables/1/actions", {"line": "1 meld K11 K24 K56 K20"})
            chosen = f'.seat[data-key="{seat}"] .pending'
            page.wait_for_selector(f'{chosen} .says:has-text("{says}")')
        page.wait_for_timeout(200)
        devices.shoot(page, f"cultivation-waiting-{size}-{side}")
        apart = [[chosen, other] for other in (".plate", ".standing button", ".sign", ".bar")]
        assert page.evaluate(OVERLAPS, apart) == [], side
        assert page.evaluate(OUTSIDE, chosen) == [], side


def test_what_waits_at_the_reader_can_be_decided_in_the_panel(kept, devices):
    """C4: the best, the one chosen at the table, or another; it is entered like any line."""
    new_game(kept, "1 draw", seats=["Ann", "Bo"])
    found = kept.get("/api/v1/tables/1/choices?seat=1&cards=K01%20K02%20K03")
    held = {"cards": ["K01", "K02", "K03"], "reading": "as metal", "choices": found}
    page = devices.device(DESKTOP).new_page()
    on_its_way(page, lambda view: view.update(pending={"1": held} if view["turn"] == 1 else {}))
    page.goto(kept.url)
    page.click(".hello button >> nth=0")
    page.click('.bar [data-does="enter"]')
    page.wait_for_selector('.entry .says:has-text("These cards wait at the reader.")')
    ways = page.locator(".ways:not(.kinds) button")
    pressed = "(all) => all.map((each) => each.getAttribute('aria-pressed'))"
    assert ways.evaluate_all(pressed) == ["false", "true"]
    devices.shoot(page, "cultivation-reader-desktop-en")
    ways.nth(0).click()
    assert ways.evaluate_all(pressed) == ["true", "false"]
    do(page, "lay")
    verdict(page, "Ann lays a single root of elixir: K01 K02 K03.")


@pytest.fixture
def at_a_board(felt, tmp_path):
    """A service whose board is the simulated table, with stickers of Cultivation."""
    running = Running(tmp_path, felt.address).start()
    felt.deck = simulated_deck("cultivation")
    tags = dict(felt.deck.tags)
    running.post("/api/v1/decks", {"name": "ours", "pack": "cultivation", "tags": tags})
    new_game(running, seats=["Ann", "Bo"])
    yield running
    running.stop()


def test_what_waits_at_a_real_reader_is_asked_and_decided_on_the_page(at_a_board, felt, devices):
    """C4, C6: cards tapped at the board, `other` there, the choice on the page; the reader is free
    then, and goes on with the next cards.
    """
    page = devices.open(at_a_board, DESKTOP)
    page.wait_for_selector('.sign[data-state="up"]')
    for card in ("K01", "K02", "K03"):
        felt.tap(1, card)
    seat = '.seat[data-key="1"] .pending'
    says = "single root: elixir; another turn follows (2 ways)"
    page.wait_for_selector(f'{seat} .says:has-text("{says}")')
    felt.tap(1, "other")
    page.wait_for_selector(f'{seat} .says:has-text("New single root: metal")')
    devices.shoot(page, "cultivation-board-asks-desktop-en")
    page.click('.bar [data-does="enter"]')
    page.wait_for_selector('.entry .says:has-text("These cards wait at the reader.")')
    ways = page.locator(".ways:not(.kinds) button")
    pressed = "(all) => all.map((each) => each.getAttribute('aria-pressed'))"
    assert ways.evaluate_all(pressed) == ["false", "true"]
    ways.nth(0).click()
    do(page, "lay")
    verdict(page, "Ann lays a single root of elixir: K01 K02 K03.")
    page.wait_for_selector(seat, state="hidden")
    felt.tap(1, "K13")
    page.wait_for_selector(seat)
    felt.press(1)
    verdict(page, "Ann adds K13 to group 1, elixir.")
