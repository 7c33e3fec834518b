"""What the guard lets a browser do: the page works without breaking its policy, and what gets into
it from elsewhere does not run. That no other page test breaks the policy, `devices` holds.
"""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.e2e.page_rig import NAMES

DRAWERS = ("log", "scores", "rules", "health", "new", "more", "seat", "sit", "skill")
SHEETS = ("", "/controls", "/deck", "/stickers?game=cthulhu_wars", "/stickers?game=cultivation")


@pytest.mark.parametrize("game", ["followers", "spooks", "cultivation", "cthulhu_wars"])
def test_every_drawer_of_every_game_keeps_the_policy(kept, devices, game):
    kept.post("/api/v1/tables/1/games", {"game": game, "seats": NAMES})
    page = devices.open(kept)
    for what in DRAWERS:
        page.evaluate("what => emitEvent('tapdeck_open', {what, seat: 1})", what)
        page.locator(".sheet-title").wait_for()
        page.keyboard.press("Escape")
        page.locator(".sheet-title").wait_for(state="hidden")


def test_sheets_and_description_keep_the_policy(kept, devices):
    page = devices.open(kept, greeted=False)
    for sheet in SHEETS:
        page.goto(f"{kept.url}/print{sheet}")
        page.locator("h1").wait_for()
    page.goto(f"{kept.url}/print/controls")
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.click("#print")
    page.wait_for_function("document.title === 'printed'")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{kept.url}/docs")
    page.get_by_text("/api/v1/tables/{table_id}/actions").wait_for()
    own = [url for url in asked if not url.startswith("data:")]
    assert own
    assert all(url.startswith(kept.url) for url in own), own


INTRUDERS = {
    "handler": "<img src=x onerror=\"document.title = 'taken'\">",
    "script": "<script>document.title = 'taken'</script>",
    "elsewhere": "<script src='http://evil.example/x.js'></script>",
    "frame": "<iframe srcdoc=\"<script>parent.document.title = 'taken'</script>\"></iframe>",
}


@pytest.mark.parametrize("kind", INTRUDERS)
def test_what_gets_into_the_page_from_elsewhere_does_not_run(kept, devices, kind):
    page = devices.open(kept)
    with page.expect_console_message(lambda it: "Content Security Policy" in it.text):
        page.evaluate(
            """html => document.body.append(
                document.createRange().createContextualFragment(html))""",
            INTRUDERS[kind],
        )
    assert page.title() == "Tapdeck"
    assert devices.problems
    devices.problems.clear()


def test_another_page_cannot_frame_it_or_act_by_it(kept, devices):
    page = devices.open(kept)
    before = kept.get("/api/v1/tables/1/events")
    with Elsewhere(f'<iframe src="{kept.url}/"></iframe>') as other:
        stranger = page.context.new_page()
        with stranger.expect_console_message(lambda it: "frame-ancestors" in it.text):
            stranger.goto(other.url)
        tried = f"""fetch("{kept.url}/page/act", {{method: "POST", mode: "no-cors",
            headers: {{"content-type": "text/plain"}}, body: '{{"line": "1 play NB"}}'}})
            .then(() => "asked", () => "refused")"""
        stranger.evaluate(tried)
        lost = f"""new Promise(done => {{
            const socket = new WebSocket("{kept.url.replace("http", "ws")}/page/live");
            socket.onopen = () => done("open"); socket.onclose = () => done("closed");
        }})"""
        assert stranger.evaluate(lost) == "closed"
    assert kept.get("/api/v1/tables/1/events") == before
    devices.problems.clear()


def test_a_device_that_comes_by_a_link_of_another_site_keeps_its_token(kept, devices):
    page = devices.open(kept)

    def token():
        return {each["name"]: each["value"] for each in page.context.cookies()}["tapdeck"]

    [cookie] = [each for each in page.context.cookies() if each["name"] == "tapdeck"]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    before = token()
    with Elsewhere(f'<a href="{kept.url}/">the table</a>') as other:
        page.goto(other.url)
        page.click("a")
        page.wait_for_selector("tapdeck-table[data-game]")
    assert token() == before
    assert page.query_selector(".hello") is None, "greeted again, as a stranger is"
    # One whose token has gone gets another.
    page.context.clear_cookies(name="tapdeck")
    page.goto(kept.url)
    page.wait_for_selector("tapdeck-table[data-game]")
    assert token() != before


def test_a_name_is_a_name_wherever_it_stands(kept, devices):
    """NiceGUI reads props from a text, and evaluates those that begin with a colon."""
    names = ["Ann", "Bo", 'Cy" :title="taken(1)" \\', "Di :title=taken(2) \\", "<b>Ed</b>"]
    kept.post("/api/v1/tables/1/games", {"game": "spooks", "seats": names})
    page = devices.open(kept)
    page.evaluate("() => { window.taken = () => { document.title = 'taken'; }; }")
    page.evaluate("emitEvent('tapdeck_open', {what: 'new'})")
    page.get_by_text("Add a seat").wait_for()
    buttons = page.locator('.sheet-card [aria-label^="Take away"]')
    said = buttons.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [name for name in names if not any(name in each for each in said)] == []
    assert page.title() == "Tapdeck"


def test_what_no_page_says_over_its_socket_leaves_the_table_as_it_is(kept, devices):
    page = devices.open(kept)
    for args in ("{}", "[1]", "null", '{"what": 7}', '{"what": "log", "seat": "x"}', '"\ud800"'):
        page.evaluate(f"emitEvent('tapdeck_open', {args})")
    page.evaluate("window.socket.emit('event', {client_id: window.clientId, args: '\\ud800'})")
    page.evaluate("emitEvent('tapdeck_open', {what: 'rules'})")
    page.reload()
    page.wait_for_selector("tapdeck-table[data-game]")
    page.evaluate("emitEvent('tapdeck_open', {what: 'rules'})")
    page.locator(".sheet-title").wait_for()


class Elsewhere:
    """A page of another site, at `localhost` where the table is at 127.0.0.1."""

    def __init__(self, html: str) -> None:
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(html.encode())

            def log_message(self, *_) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://localhost:{self._server.server_port}/"

    def __enter__(self) -> Elsewhere:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self._server.shutdown()
        self._server.server_close()
