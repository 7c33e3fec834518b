"""Spooks on the page: the rule in force, green rounds, gifts, runs, a scored match, every size."""

from pathlib import Path

import pytest

from tapdeck import transcript
from tapdeck.decks import simulated_deck
from tests.e2e.measures import CLIPPED, OUTSIDE, OVERLAPS, SIZES
from tests.e2e.page_rig import DESKTOP, LOCALES, PHONE, Running
from tests.e2e.test_page_seats import heard, sit

GOLDEN = Path(__file__).parents[1] / "playthroughs" / "spooks_scored.txt"
SIX = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
TWELVE = (
    "Ann", "Bartholomew", "陈小明", "Di", "Ed", "Flo", "Gus", "Hannah", "Ida", "Jo", "Kim", "Lena",
)  # fmt: skip
MATTERS = ".plate, .sign, .bar, .verdict, .in-force, .pile-top .card, .turned-card, .corner p"
APART = [
    [".plate", ".plate"],
    [".plate", ".in-force"],
    [".plate", ".pile-top .card"],
    [".plate", ".pile-by"],
    [".plate", ".turned-card"],
    [".plate", ".verdict"],
    [".plate", ".corner p"],
    [".plate", ".bar"],
    [".plate", ".sign"],
    [".plate", ".asked > *"],
    [".in-force", ".pile-top .card"],
    [".in-force", ".pile-by"],
    [".in-force", ".verdict"],
    [".in-force", ".round"],
    [".in-force", ".asked > *"],
    [".pile-by", ".pile-top .card"],
    [".verdict", ".bar"],
    [".verdict", ".sign"],
    [".verdict", ".asked > *"],
    [".corner", ".corner"],
    [".corner p > *", ".sign"],
]


def begin(service, *seats, **options):
    """A game of Spooks."""
    body = {"game": "spooks", "seats": seats or ("Ann", "Bo", "Cy"), "options": options}
    return service.post("/api/v1/tables/1/games", body)


def pick(page, *cards):
    """Touch cards in the panel; on a phone their suit first."""
    for card in cards:
        suit = page.locator(f'.spook-suits [data-suit="{card[:2] if card != "CAT" else "CAT"}"]')
        if suit.is_visible():
            suit.click()
        if card != "CAT" or not suit.is_visible():
            page.click(f'.spook-pack [data-code="{card}"]')


def do(page, what):
    page.click(f'.entry .does [data-does="{what}"]')


def in_force(page, word, colour):
    """Wait until a rule is in force, by its word, its colour and a shape."""
    page.wait_for_selector(f'.in-force[data-colour="{colour}"] b:text-is("{word}")')
    assert page.get_attribute(".scene", "data-rule") == colour
    return page.get_attribute(".in-force svg path", "d")


def chip(page, seat, kind):
    return page.locator(f'.seat[data-key="{seat}"] .chip.{kind}')


def test_the_round_that_ends_a_game_stays_turned_up_at_the_seats(kept, devices):
    """S6, S11: whose hand is empty then has won, and everybody sees what all had chosen."""
    read = transcript.parse((GOLDEN.parent / "spooks_green_last.txt").read_text(encoding="utf-8"))
    begin(kept, *read.setup.names)
    for _, line in read.actions:
        if line == "2 play GO7":
            break
        kept.act(line)
    page = devices.open(kept, DESKTOP)
    name = read.setup.names[1]
    page.wait_for_selector(f'.asked h1:text-is("{name} has won the game.")')
    turned = page.locator(".chip.turned")
    assert turned.all_inner_texts() == [
        "ghost 1", "skeleton 1", "bat 1", "spider 2", "ghost 2", "goblin 10",
    ]  # fmt: skip
    assert chip(page, 2, "won").count() == 1
    devices.shoot(page, "spooks-won-desktop-en")


def test_each_rule_is_told_by_colour_word_and_shape(kept, devices):
    """S15: the colour, what may follow, the direction of play."""
    begin(kept, *SIX, strong_masters="on")
    page = devices.open(kept, DESKTOP)
    shapes = [in_force(page, "Lowest spider first", "free")]
    kept.act("1 play SP1", "2 play GH2")
    shapes.append(in_force(page, "One more: 3", "blue"))
    assert page.inner_text(".in-force p") == "Of any suit, or the cat."
    assert page.get_attribute(".pile-top .card", "data-card") == "GH2"
    assert page.locator(".pile-earlier .card").get_attribute("data-card") == "SP1"
    assert page.get_attribute(".direction", "data-direction") == "cw"
    assert page.locator(".direction i").count() == 6
    kept.act("3 play SP3")
    page.wait_for_selector(  # S14
        '.in-force p:text-is("Of any suit, the spider master, or the cat.")'
    )
    kept.act("undo", "3 play SK3", "4 play SKM")
    shapes.append(in_force(page, "Same suit or number", "red"))
    assert page.inner_text(".in-force p") == "Any skeleton, any master, or the cat."
    page.wait_for_selector('.direction[data-direction="ccw"][aria-label="counter-clockwise"]')
    assert "counter-clockwise" in page.inner_text(".corner.left")
    assert chip(page, 3, "turn").inner_text() == "to play"
    kept.act("3 play BAM")
    page.wait_for_selector('.corner.left :text("numbers turned")')
    kept.act("2 play BA5", "1 play SP5")
    shapes.append(in_force(page, "One less: 4", "blue"))
    kept.act("6 play GO4")
    shapes.append(in_force(page, "Everybody chooses", "green"))
    assert page.inner_text(".in-force p") == "The cat wins, else the lowest goblin."
    assert len(set(shapes)) == len(shapes), "two rules have the same shape"


def test_a_refused_play_says_what_would_be_enough(kept, devices):
    begin(kept)
    kept.act("1 play SP1")
    page = devices.open(kept, DESKTOP)
    page.click('.bar [data-does="enter"]')
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Bo")')
    pick(page, "GH7")
    do(page, "play")
    page.wait_for_selector('.verdict[data-kind="bad"]')
    said = "Ghost 7 does not follow. Number 2 of any suit follows, or the cat."
    assert page.inner_text(".verdict").lower() == said.lower()
    assert page.inner_text(".entry .answer").lower() == said.lower()
    pick(page, "GH2")  # in the place of the other: one card is played
    assert page.locator(".picked .card").count() == 1
    do(page, "play")
    page.wait_for_selector('.pile-top [data-card="GH2"]')
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Cy")')
    do(page, "pass")
    page.wait_for_selector('.verdict[data-kind="good"] :text("Cy passes.")')
    do(page, "undo")
    page.wait_for_selector('.verdict :text("Taken back.")')


def test_what_is_chosen_face_down_nobody_sees_before_all_is_turned(kept, devices):
    """S6: neither on the page nor on the way to it; then all at once."""
    begin(kept)
    kept.act("1 play SP1", "2 play GO2")
    phone = devices.open(kept, PHONE)
    other = devices.device(DESKTOP).new_page()
    frames = heard(other)
    other.goto(kept.url)
    other.click(".hello button >> nth=0")
    sit(phone, 1)
    assert chip(other, 1, "turn").inner_text() == "chooses"
    phone.click('.bar [data-does="enter"]')
    pick(phone, "GO9")
    devices.shoot(phone, "spooks-choose-phone-en")
    do(phone, "choose")
    other.wait_for_selector('.seat[data-key="1"] .chip.chosen')
    phone.wait_for_selector('.says:has-text("Chosen: goblin 9. Only you see it")')
    kept.claim(2)  # what is hidden is entered by whoever holds the seat
    kept.act("2 choose GO7")
    other.wait_for_selector('.seat[data-key="2"] .chip.chosen')
    refused = kept.post("/api/v1/tables/1/actions", {"line": "2 choose SP4"})
    assert refused["reason"] == "already_chosen"
    kept.release(2)
    other.wait_for_selector('.verdict[data-kind="bad"]')
    other.click('.bar [data-does="log"]')
    other.wait_for_selector('.log .line:has-text("Ann: choose a card face down …")')
    devices.shoot(other, "spooks-chosen-desktop-en")
    public = str(kept.get("/api/v1/tables/1")) + str(kept.get("/api/v1/tables/1/events"))
    # The panel names every card of the pack to touch; nothing else may.
    seen = "".join(frames) + public + other.inner_text("body")
    cards = other.locator(".card").evaluate_all("all => all.map((card) => card.dataset.card)")
    for code, words in (("GO9", "goblin 9"), ("GO7", "goblin 7"), ("SP4", "spider 4")):
        assert code not in seen, code
        assert words not in seen, code
        assert code not in cards, code
    other.keyboard.press("Escape")
    kept.claim(3)
    kept.act("3 choose CAT")
    for page in (phone, other):
        page.wait_for_selector('.turned-card[data-best] [data-card="CAT"]', state="attached")
        shown = page.locator(".turned-card .card").evaluate_all("a => a.map(c => c.dataset.card)")
        assert shown == ["GO9", "GO7", "CAT"]
    assert other.inner_text(".round") == "Cy wins the round and leads."
    in_force(other, "Lead anything", "free")
    devices.shoot(other, "spooks-turned-desktop-en")


def test_a_run_and_gifts_are_entered_by_touch(kept, devices):
    """S8, S9: the run in order, gifts that were seen or not, and who owes one to whom."""
    begin(kept, *SIX)
    kept.act("1 play SP1", "2 play SK2", "3 pass")
    page = devices.open(kept, PHONE)
    in_force(page, "Procession", "red")
    assert page.inner_text(".in-force p") == "Bo lays a run; then Cy goes on."
    assert chip(page, 2, "turn").inner_text() == "to run"
    page.click('.bar [data-does="enter"]')
    pick(page, "SP3", "GH4", "BA5")
    picked = page.locator(".picked .card").evaluate_all("all => all.map((c) => c.dataset.card)")
    assert picked == ["SP3", "GH4", "BA5"]
    devices.shoot(page, "spooks-run-phone-en")
    do(page, "run")
    page.wait_for_selector('.pile-top [data-card="BA5"]', state="attached")
    assert page.locator(".pile-top .card").count() == 3, "the run does not lie there as one"
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Cy")')
    do(page, "pass")
    page.wait_for_selector('.in-force b:text-is("Pandemonium")', state="attached")
    # Counter-clockwise from the bat's player, each to Cy.
    page.wait_for_selector('.does [data-does="unseen 3"]')
    assert chip(page, 2, "turn").inner_text() == "→ Cy"
    assert chip(page, 3, "victim").inner_text() == "gets cards"
    do(page, "unseen 3")
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Ann")')
    pick(page, "GH9")
    do(page, "give 3")
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Flo")')
    page.click(".entry .close")
    assert chip(page, 3, "count").inner_text() == "11"
    assert chip(page, 6, "turn").inner_text() == "→ Cy"
    devices.shoot(page, "spooks-gifts-phone-en")
    kept.act("6 give 3 ?", "5 give 3 ?", "4 give 3 ?")
    page.wait_for_selector('.asked h1:text-is("Cy leads")')


def test_hands_are_entered_and_the_holder_s_cards_are_offered(kept, devices):
    """S2, S3: known hands; a device that holds a seat plays from its cards."""
    begin(kept, extra_hand="on")
    page = devices.open(kept, DESKTOP)
    page.click('.bar [data-does="enter"]')
    do(page, "aside")
    pick(page, "SP1", "SP2")
    page.wait_for_selector('.says:text-is("Extra hand: 2 of 14 cards")')
    assert page.is_disabled('.does [data-does="aside"]')
    do(page, "stop")
    begin(kept)
    codes = [f"{suit}{n}" for suit in ("SP", "GH", "GO", "SK", "BA") for n in [*range(1, 11), "M"]]
    hands = {seat: [*codes, "CAT"][place::3] for place, seat in enumerate((2, 1, 3))}
    sit(page, 2)
    page.wait_for_selector('.does [data-does="deal"]')
    do(page, "deal")
    pick(page, *hands[2])
    page.wait_for_selector('.says:text-is("Bo: 19 of 19 cards")')
    do(page, "deal")
    page.wait_for_selector('.asked :text("Enter the other hands as well.")')
    kept.claim(1, 3)
    kept.act(*(f"deal {seat} {' '.join(hands[seat])}" for seat in (1, 3)))
    page.wait_for_selector(".held-card")
    held = page.locator(".held-card .card").evaluate_all("all => all.map((c) => c.dataset.card)")
    assert sorted(held) == sorted(hands[2])
    assert not page.is_visible(".spook-pack")
    page.click('.held-card:has([data-card="SP1"])')
    do(page, "play")
    page.wait_for_selector('.pile-top [data-card="SP1"]')
    assert page.locator(".held-card").count() == 18
    devices.shoot(page, "spooks-own-desktop-en")


def test_a_line_is_corrected_on_the_page(kept, devices):
    begin(kept)
    kept.act("1 play SP1", "2 play GH2", "3 play SP3")
    page = devices.open(kept, DESKTOP)
    page.click('.bar [data-does="log"]')
    page.click('.log .line[data-seq="2"]:has-text("Bo: play ghost 2")')
    page.click("text=Enter what was really done")
    page.wait_for_selector('.entry .place:has-text("In the place of line 2")')
    pick(page, "GO2")
    do(page, "play")
    # Everybody would have had to choose then: what came later no longer fits.
    page.wait_for_selector(".lost-list:not([hidden])")
    in_force(page, "Everybody chooses", "green")
    do(page, "undo")
    in_force(page, "One more: 4", "blue")


def play_scored(service, upto=""):
    """The golden scored match up to a line (that one left out), else to its end."""
    read = transcript.parse(GOLDEN.read_text(encoding="utf-8"))
    begin(service, *read.setup.names, scored="on")
    for _, line in read.actions[:-1]:
        if line.startswith(upto) and upto:
            return
        service.act(line)


def test_losers_hands_are_counted_by_touch(kept, devices):
    """S12: one line a loser; what is left says the seat."""
    play_scored(kept, "6 hand")
    page = devices.open(kept, PHONE, "zh-Hans")
    assert "Flo" in page.inner_text(".asked p")
    page.click('.bar [data-does="enter"]')
    page.wait_for_selector('.seats-choice [aria-pressed="true"]:text-is("Flo")')
    assert page.is_disabled('.does [data-does="hand"]')
    pick(page, "BA2", "BA3", "BA4", "BA6", "BA7", "BA9", "BA10", "BAM", "CAT")
    devices.shoot(page, "spooks-count-phone-zh-Hans")
    do(page, "hand")
    page.wait_for_selector('.does [data-does="new"]')
    page.click(".entry .close")
    assert "Flo: +91" in page.inner_text(".asked p")
    assert chip(page, 6, "points").inner_text() == "91"
    page.click(".asked .offer")
    page.wait_for_selector(".deal-number:text-is('第 2 局')")


def test_a_scored_match_ends_with_totals_a_chart_and_winners(kept, devices):
    """S12: totals at the seats, the line of death, the dead, and who has won by name."""
    play_scored(kept)
    view = kept.get("/api/v1/tables/1")
    assert view["finished"]
    assert view["winner"] == [3]
    page = devices.open(kept, DESKTOP)
    title = page.inner_text(".asked h1")
    assert title == f"The lowest total, {view['totals']['3']}, wins: Cy."
    for seat in view["seats"]:
        assert chip(page, seat["seat"], "points").inner_text() == str(seat["total"])
    assert chip(page, 3, "won").count() == 1
    assert page.locator(".chip.won").count() == 1
    assert chip(page, 6, "dead").count() == 1
    page.click('.bar [data-does="scores"]')
    page.wait_for_selector("svg.chart")
    assert page.locator("svg.chart line.end").count() == 1
    ends = page.locator("svg.chart text.total").all_text_contents()
    assert ends == [f"{seat['total']} {seat['name']}" for seat in view["seats"]]
    foot = page.locator(".deals tfoot td").all_inner_texts()
    assert foot[1:] == [str(total) for total in view["totals"].values()]
    assert title in page.inner_text(".sheet-body")
    devices.shoot(page, "spooks-scores-desktop-en")
    page.keyboard.press("Escape")
    page.click('.bar [data-does="rules"]')
    page.wait_for_selector(".sheet-body >> text=pandemonium")


@pytest.fixture
def board(felt, tmp_path):
    """A service with the simulated table and a deck of Spooks, and a game of three."""
    felt.deck = simulated_deck("spooks")
    running = Running(tmp_path, felt.address).start()
    running.post("/api/v1/decks", {"name": "ours", "pack": "spooks", "tags": felt.deck.tags})
    begin(running)
    yield running
    running.stop()


def test_what_is_tapped_face_down_is_a_back_and_the_mirror_shows_the_rule(board, felt, devices):
    """S6, S15: the real firmware tells the page that a card waits there, and not which."""
    page = devices.device(DESKTOP).new_page()
    frames = heard(page)
    page.goto(board.url)
    page.click(".hello button >> nth=0")
    page.wait_for_selector('.sign[data-state="up"]')
    felt.lay(1, "SP1")
    page.wait_for_selector('.seat[data-key="1"] .pending [data-card="SP1"]')
    assert page.inner_text('.seat[data-key="1"] .pending .says') == "Spider 1"
    felt.press(1)
    in_force(page, "One more: 2", "blue")
    page.wait_for_selector('.strip[data-cw] i[data-lit="b"]')
    assert page.inner_text(".mirror .digits").strip() == "2"
    felt.lay(2, "GO2")
    felt.press(2)
    in_force(page, "Everybody chooses", "green")
    page.wait_for_selector('.strip i[data-lit="g"]')
    felt.lay(2, "GO9")
    back = page.wait_for_selector('.seat[data-key="2"] .pending .card')
    assert back.get_attribute("aria-label") == "a card face down"
    devices.shoot(page, "spooks-back-desktop-en")
    felt.press(2)
    page.wait_for_selector('.seat[data-key="2"] .chip.chosen')
    # The panel names every card of the pack to touch; nothing else may.
    felt_shown = page.locator(".stage").evaluate("node => node.outerHTML")
    public = "".join(frames) + str(board.get("/api/v1/tables/1")) + felt_shown
    assert "GO2" in public
    assert "GO9" not in public


STATES = {
    "many on the pile": ["1 play SP1", "2 play GH2", "3 play SP3", "4 play GH4", "5 play SP5"],
    "all turned": ["1 play SP1", "2 play SK2", "3 play SKM", "2 play BAM"],
    "refused": ["1 play SP1", "2 play GH2", "! 3 play SKM"],
    "a long run": ["1 play SP1", "2 play SK2", "3 pass", "2 run SP3 GH4 BA5 SP6 GH7 BA8 SP9 GH10"],
    "chosen": ["1 play SP1", "2 play GO2", "1 choose SP2", "3 choose GO4", "2 choose CAT"],
}
LEFT = {6: ["4 choose SP3", "5 choose SP4"], 12: [f"{s} choose BA{s - 3}" for s in range(4, 12)]}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [SIX, TWELVE], ids=["six", "twelve"])
def test_nothing_overlaps_or_leaves_the_screen(kept, devices, size, seats):
    """S13: up to twelve seats, on a phone as well, in every language."""
    pages = {
        language: devices.open(kept, SIZES[size], language, reduced_motion="reduce")
        for language in LOCALES
    }
    double = "on" if len(seats) > 6 else "off"
    last = f"{len(seats)} choose GO3"
    states = {**STATES, "turned": [*STATES["chosen"], *LEFT[len(seats)], last]}
    for name, lines in states.items():
        begin(kept, *seats, double_pack=double, scored="on", strong_masters="on")
        for line in lines:
            if line.startswith("!"):
                kept.post("/api/v1/tables/1/actions", {"line": line[2:]})
            else:
                kept.act(line)
        version = kept.get("/api/v1/tables/1")["version"]
        for language, page in pages.items():
            page.wait_for_selector(f'tapdeck-table[data-version="{version}"]')
            devices.shoot(page, f"spooks-{len(seats)}-{name.replace(' ', '-')}-{size}-{language}")
            where = (name, language)
            assert page.evaluate(OVERLAPS, APART) == [], where
            assert page.evaluate(OUTSIDE, MATTERS) == [], where
            assert page.evaluate(CLIPPED, ".chip, .verdict .words, .in-force p") == [], where
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, where


@pytest.mark.parametrize("language", LOCALES)
def test_the_panel_fits_a_phone_and_every_card_has_a_face_and_a_name(kept, devices, language):
    """S1: 56 cards, to be touched with a thumb."""
    begin(kept, *SIX, scored="on")
    page = devices.open(kept, PHONE, language)
    page.click('.bar [data-does="enter"]')
    page.wait_for_selector(".spook-suits")
    low = page.evaluate(
        """() => [...document.querySelectorAll(".entry button")].filter((node) =>
        node.checkVisibility() && (node.offsetHeight < 44 || node.offsetWidth < 44)
        ).map((node) => node.textContent)"""
    )
    assert low == []
    devices.shoot(page, f"spooks-enter-phone-{language}")
    names = page.evaluate(
        """async () => {
          const {cardNode} = await import("/page/static/cards.js");
          const {CODES} = await import("/page/static/spooks_cards.js");
          const sheet = document.createElement("div");
          sheet.id = "sheet";
          sheet.style.cssText = "position:fixed;inset:0;z-index:99;display:grid;gap:3px;" +
            "background:#10302c;grid-template-columns:repeat(8,1fr);padding:4px";
          for (const code of CODES) {
            const card = cardNode(code);
            card.style.cssText = "width:100%;height:auto";
            sheet.append(card);
          }
          document.querySelector("tapdeck-table").append(sheet);
          return [...sheet.children].map((card) => card.getAttribute("aria-label"));
        }"""
    )
    devices.shoot(page, f"spooks-cards-{language}")
    assert len(set(names)) == 56
    assert not [name for name in names if "spooks." in name or "card." in name]
    wide = page.evaluate(
        """() => [...document.querySelectorAll("#sheet text")].filter(
          (node) => node.getBBox().x < 1 || node.getBBox().x + node.getBBox().width > 99
        ).map((node) => node.textContent)"""
    )
    assert wide == []
