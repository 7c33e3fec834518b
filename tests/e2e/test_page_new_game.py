"""The dialog that starts a game, for every game: seats, what they begin with, an own deck."""

from tests.e2e.page_rig import DESKTOP, PHONE

# What only this game's form asks for.
ASKED = {"Spooks": "Who deals", "Cultivation": "Deals", "Cthulhu Wars": "What each begins with"}


def dialog_for(page, game):
    """The dialog, with a game chosen by its name."""
    page.click('.bar [data-does="more"]')
    page.locator(".sheet-card").get_by_role("button", name="New game").click()
    dialog = page.locator(".sheet-card.box")
    dialog.locator(".q-select").first.click()
    page.locator(".q-menu .q-item").get_by_text(game, exact=True).click()
    dialog.get_by_text(ASKED[game]).first.wait_for()
    return dialog


def start(page, dialog, service, game):
    dialog.get_by_role("button", name="Start").click()
    page.locator(".sheet-card").wait_for(state="hidden")
    view = service.get("/api/v1/tables/1")
    assert view["game"] == game
    return view


def names(view):
    return [seat["name"] for seat in view["seats"]]


def test_spooks_for_five_whose_last_seat_deals(service, devices):
    page = devices.open(service, PHONE)
    dialog = dialog_for(page, "Spooks")
    assert dialog.get_by_label("Seat 4", exact=True).is_visible()
    dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Seat 5", exact=True).fill("Ed")
    dialog.get_by_label("Seat 2", exact=True).fill("Bo")
    assert dialog.get_by_text("Who deals").is_visible()
    devices.shoot(page, "new-spooks-phone")
    dialog.get_by_role("button", name="Take away Seat 1").click()
    view = start(page, dialog, service, "spooks")
    assert names(view) == ["Bo", "Seat 2", "Seat 3", "Ed"]
    assert view["dealer"] == 4


def test_another_game_and_a_mistake_lose_nothing(service, devices):
    page = devices.open(service, DESKTOP)
    dialog = dialog_for(page, "Cultivation")
    dialog.get_by_label("Seat 1", exact=True).fill("Ann")
    dialog.get_by_label("Deals").fill("2")
    dialog.get_by_text("The deck, a card a line").click()
    area = dialog.locator("textarea")
    area.fill("\n".join(f"C{number} fire beast" for number in range(40)) + "\nX1 gold beast")
    dialog.get_by_text("Line 41: X1: 'gold' is no element.").wait_for()
    dialog.get_by_role("button", name="Start").click()
    dialog.locator('[role="alert"]').get_by_text("line 41: X1: 'gold' is no element").wait_for()
    dialog.locator(".q-select").first.click()
    page.locator(".q-menu .q-item").get_by_text("Spooks", exact=True).click()
    dialog.get_by_text("Who deals").wait_for()
    assert dialog.get_by_label("Seat 1", exact=True).input_value() == "Ann"
    page.keyboard.press("Escape")
    page.locator(".sheet-card").wait_for(state="hidden")
    dialog = dialog_for(page, "Cultivation")
    assert area.input_value().endswith("X1 gold beast")
    area.fill(area.input_value().replace("gold", "metal"))
    dialog.get_by_text("No mistake in it.").wait_for()
    devices.shoot(page, "new-cultivation-desktop")
    view = start(page, dialog, service, "cultivation")
    assert names(view)[0] == "Ann"
    assert service.get("/api/v1/tables/1")["deals"] == 2


def test_cthulhu_wars_with_factions_and_what_they_begin_with(service, devices):
    page = devices.open(service, PHONE)
    dialog = dialog_for(page, "Cthulhu Wars")
    dialog.get_by_role("button", name="Take away Seat 4").click()
    dialog.get_by_label("Seat 4", exact=True).wait_for(state="detached")
    dialog.get_by_label("Faction").nth(0).click()
    page.locator(".q-menu .q-item").get_by_text("Black Goat", exact=True).click()
    dialog.get_by_text("What each begins with").click()
    dialog.get_by_label("Power").nth(1).fill("3")
    devices.shoot(page, "new-cthulhu-wars-phone")
    view = start(page, dialog, service, "cthulhu_wars")
    assert [seat["faction"] for seat in view["seats"]] == ["BG", "CC", "GC"]
    assert [seat["power"] for seat in view["seats"]] == [0, 3, 0]
