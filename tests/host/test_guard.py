"""The guard before the web: Host and Origin, headers, sizes, and how much an address may ask."""

import asyncio
import json
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketDisconnect

from tapdeck.app import create_app
from tapdeck.guard import guarded
from tapdeck.guard import rates as rates_of
from tapdeck.guard.headers import nonce_of
from tapdeck.guard.hosts import own_names
from tapdeck.guard.rates import CONNECTIONS, LINES, MESSAGES, PAGES, Bucket, Rate, Rates
from tapdeck.guard.sizes import DROPPED, LARGEST, LONGEST, Sizes, _body
from tapdeck.origin import is_local
from tapdeck.settings import load
from tests.host.clients import local, remote

HERE = {"hosts": "cards.example", "port": "none", "db": "sqlite://"}


def run(scene: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine comes to, in a thread of its own: where a browser test has run before in
    this process, this thread has a loop that is still going.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()


@pytest.fixture(scope="module")
def app():
    return create_app(load(**HERE))


@pytest.fixture
def client(app):
    with local(app) as client:
        yield client


def scope_of(host="127.0.0.1:8040", peer="127.0.0.1", method="GET", path="/", **headers):
    """An HTTP request as the server hands it on."""
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "client": (peer, 50000),
        "server": ("192.0.2.7", 8040),
        "headers": [(b"host", host.encode()), *named] if host else named,
    }


def ask(app, scope, *messages):
    """The status, headers and body that an application answers; `messages` are what comes in."""
    sent = []
    coming = list(messages) or [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive():
        return coming.pop(0) if coming else await asyncio.Future()

    async def send(message):
        sent.append(message)

    run(app(scope, receive, send))
    body = b"".join(each.get("body", b"") for each in sent[1:])
    return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}, body


async def echo(scope, receive, send):
    """Answers with the body that it was sent."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message["body"], message.get("more_body", False)
    await PlainTextResponse(body)(scope, receive, send)


# --- Host and Origin --------------------------------------------------------------------------

OWN = ["127.0.0.1:8040", "localhost", "LOCALHOST:1", "table.localhost:8040", "[::1]:8040"]
OWN += ["192.0.2.7:8040", "[::ffff:192.0.2.7]:8040", "cards.example", "Cards.Example.:80"]


@pytest.mark.parametrize("host", [*OWN, socket.gethostname()])
def test_this_machine_is_known_by_its_names_and_addresses(host):
    assert ask(guarded(echo, load(**HERE)), scope_of(host))[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "192.0.2.8:8040", "127.0.0.1.evil.example", "0"])
def test_another_host_is_refused_with_the_setting_to_change(host):
    status, headers, body = ask(guarded(echo, load(**HERE)), scope_of(host))
    said = json.loads(body)
    assert status == 421
    assert host.partition(":")[0] in said["detail"]
    assert "hosts" in said["detail"]
    assert "TAPDECK_HOSTS" in said["texts"]["zh-Hans"]
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("host", ["", "a b", "user@localhost", "localhost:x", "local/host", "::1"])
def test_a_host_that_is_none_is_refused(host):
    assert ask(guarded(echo, load(**HERE)), scope_of(host))[0] == 400


def test_a_host_said_twice_is_refused():
    twice = scope_of()
    twice["headers"].append((b"host", b"localhost"))
    assert ask(guarded(echo, load(**HERE)), twice)[0] == 400


def test_a_machine_is_called_by_its_name_its_short_name_and_in_the_local_network(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Felt.club.example")
    assert own_names() == {"felt.club.example", "felt", "felt.local"}


def test_people_at_a_browser_are_told_in_their_language():
    asked = scope_of("evil.example", accept="text/html,*/*", accept_language="zh-TW,zh;q=0.9")
    _, headers, body = ask(guarded(echo, load(**HERE)), asked)
    assert headers["content-type"].startswith("text/plain")
    assert "加到設定 hosts" in body.decode()


LIVE = ["/api/v1/tables/1/live"]
FOREIGN = ["http://evil.example", "null", "http://127.0.0.1:8041", "https://127.0.0.1:8040", ""]


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_site_s_page_changes_nothing_and_watches_nothing(client, origin):
    before = client.get("/api/v1/tables/1/events").json()
    for ask_for in (client.post, client.put, client.patch, client.delete):
        answer = ask_for("/api/v1/tables/1/actions", headers={"origin": origin})
        assert answer.status_code == 403
        assert "another site" in answer.json()["detail"]
    assert client.get("/api/v1/tables/1/events").json() == before
    for path in LIVE:
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(path, headers={"origin": origin}),
        ):
            pass


def test_a_page_of_this_service_and_a_program_are_let_in(client):
    line = {"line": "1 play NB"}
    for headers in ({}, {"origin": "http://127.0.0.1:8040"}):
        answer = client.post("/api/v1/tables/1/actions", json=line, headers=headers)
        assert answer.status_code == 200
        with client.websocket_connect(LIVE[0], headers=headers) as live:
            assert live.receive_json()["table"]["id"] == 1


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "same"),
    [
        ("http", "felt.local", "http://felt.local:80", True),
        ("https", "felt.local:443", "https://felt.local", True),
        ("https", "felt.local", "http://felt.local", False),
        ("http", "felt.local:443", "http://felt.local", False),
        ("http", "[::1]:8040", "http://[::1]:8040", True),
    ],
)
def test_an_origin_has_scheme_name_and_port(monkeypatch, scheme, host, origin, same):
    monkeypatch.setattr(socket, "gethostname", lambda: "felt")
    asked = scope_of(host, method="POST", origin=origin) | {"scheme": scheme}
    assert (ask(guarded(echo, load(**HERE)), asked)[0] == 200) == same


def test_what_was_asked_here_is_local():
    assert is_local(scope_of())
    assert is_local(scope_of("localhost", "::1"))
    assert is_local(scope_of("localhost", "::ffff:127.0.0.1"))
    assert is_local(scope_of(origin="http://127.0.0.1:8040"))


@pytest.mark.parametrize(
    "asked",
    [
        scope_of(peer="192.0.2.99"),
        scope_of("192.0.2.7:8040"),
        scope_of(origin="http://evil.example"),
        scope_of() | {"client": None},
        *(
            scope_of(**{name: "1"})
            for name in ("forwarded", "via", "x_real_ip", "x_forwarded_for", "x_forwarded_server")
        ),
    ],
)
def test_what_came_from_elsewhere_or_through_a_proxy_is_not_local(asked):
    assert not is_local(asked)


def test_behind_a_proxy_nobody_is_local():
    found = []

    async def look(scope, receive, send):
        found.append(is_local(scope))
        await echo(scope, receive, send)

    ask(guarded(look, load(**HERE)), scope_of())
    ask(guarded(look, load(**HERE, proxies="127.0.0.1")), scope_of())
    assert found == [True, False]


# --- Headers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/tables", 200),
        ("GET", "/api/v1/nothing", 404),
        ("POST", "/api/v1/tables/1/actions", 422),
        ("GET", "/docs", 200),
        ("GET", "/docs/files/swagger-ui.css", 200),
        ("GET", "/docs/files/nothing", 404),
        ("GET", f"/api/v1/{'x' * LONGEST}", 414),
    ],
)
def test_every_answer_says_what_a_browser_may_do(client, method, path, status):
    answer = client.request(method, path)
    assert answer.status_code == status
    said = answer.headers["content-security-policy"].split("; ")
    assert "default-src 'none'" in said
    assert "script-src 'self'" in said
    assert "frame-ancestors 'none'" in said
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


def test_a_failure_is_a_sentence_with_the_same_headers(app):
    def fail():
        raise ZeroDivisionError

    app.add_api_route("/fails", fail)
    with local(app) as client:
        client._transport.raise_server_exceptions = False
        answer = client.get("/fails")
    assert answer.status_code == 500
    assert "went wrong" in answer.json()["detail"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_inline_scripts_are_let_in_where_a_page_asks_for_a_nonce_and_each_has_its_own():
    async def page(scope, receive, send):
        await PlainTextResponse(nonce_of(scope))(scope, receive, send)

    seen = set()
    for _ in range(2):
        _, headers, body = ask(guarded(page, load(**HERE)), scope_of())
        policy = headers["content-security-policy"]
        assert f"script-src 'self' 'nonce-{body.decode()}' 'unsafe-eval'" in policy
        seen.add(body)
    assert len(seen) == 2


def test_the_description_needs_nothing_from_elsewhere(client):
    page = client.get("/docs").text
    assert "://" not in page
    assert "SwaggerUIBundle" in client.get("/docs/files/swagger-ui-bundle.js").text
    assert client.get("/docs/start.js").text.startswith("SwaggerUIBundle")


# --- Sizes ------------------------------------------------------------------------------------


def pieces(size, each=64 * 1024):
    """A body that comes in pieces."""
    left = [min(each, size - at) for at in range(0, size, each)]
    return [
        {"type": "http.request", "body": b"x" * one, "more_body": place < len(left)}
        for place, one in enumerate(left, 1)
    ]


def test_a_body_goes_through_as_it_came():
    status, _, body = ask(
        Sizes(echo, "en"), scope_of(method="POST", transfer_encoding="chunked"), *pieces(LARGEST)
    )
    assert (status, len(body)) == (200, LARGEST)


def test_a_body_that_is_said_to_be_large_is_not_read():
    asked = scope_of(method="POST", content_length=str(DROPPED))
    status, headers, body = ask(Sizes(echo, "en"), asked)
    assert status == 413
    assert headers["connection"] == "close"
    assert "at most 256 kB" in json.loads(body)["detail"]


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "1e9", "²"])
def test_a_length_that_is_none_is_refused(length):
    asked = scope_of(method="POST") | {"headers": [(b"content-length", length.encode("latin-1"))]}
    assert ask(Sizes(echo, "en"), asked)[0] == 413


@pytest.mark.parametrize(("size", "read"), [(9_000_000, 9_000_000), (90_000_000, DROPPED)])
def test_a_large_body_in_pieces_reaches_nobody(size, read):
    async def never(scope, receive, send):
        raise AssertionError("the application was asked")

    sent = pieces(size)
    coming = iter(sent)
    asked = scope_of(method="POST", transfer_encoding="chunked")
    assert ask(Sizes(never, "en"), asked, *sent)[0] == 413
    left = []

    async def receive():
        message = next(coming)
        left.append(len(message["body"]))
        return message

    assert run(_body(receive)) is None
    assert read <= sum(left) < read + 65536


def test_a_body_that_does_not_come_is_given_up():
    asked = scope_of(method="POST", content_length="10")
    part = {"type": "http.request", "body": b"x", "more_body": True}
    status, _, _ = ask(Sizes(echo, "en", seconds=0.0), asked, part)
    assert status == 408


# --- How much an address may ask --------------------------------------------------------------


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_a_bucket_fills_again():
    clock = Clock()
    bucket = Bucket(Rate(2, 3), clock)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
    clock.now += 0.5
    assert bucket.take() == 0
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]


def statuses(guard, count, **facts):
    return [ask(guard, scope_of("192.0.2.7", **facts))[0] for _ in range(count)]


@pytest.mark.parametrize(("rate", "facts"), [(LINES, {"method": "POST"}), (PAGES, {})])
def test_an_address_has_room_for_a_party_and_then_waits(rate, facts):
    clock = Clock()
    guard = Rates(echo, "en", clock)
    most = int(rate.at_once)
    assert most >= 100, "fifty phones behind one router, and all of them twice"
    assert statuses(guard, most, peer="192.0.2.1", **facts) == [200] * most
    status, headers, body = ask(guard, scope_of("192.0.2.7", peer="192.0.2.1", **facts))
    assert (status, headers["retry-after"]) == (429, "1")
    assert "Try again in 1 s" in json.loads(body)["detail"]
    assert statuses(guard, 1, peer="192.0.2.2", **facts) == [200], "another address may ask"
    clock.now += 1
    again = int(rate.each_second)
    assert statuses(guard, again + 1, peer="192.0.2.1", **facts) == [200] * again + [429]


def test_a_script_at_this_machine_is_not_held_up():
    guard = Rates(echo, "en", Clock())
    asked = [ask(guard, scope_of(method="POST"))[0] for _ in range(3 * int(LINES.at_once))]
    assert set(asked) == {200}
    through = {"method": "POST", "peer": "127.0.0.1", "x_forwarded_for": "192.0.2.9"}
    assert 429 in statuses(guard, int(LINES.at_once) + 1, **through), "a proxy's are counted"


def test_the_addresses_of_one_ipv6_network_count_as_one():
    guard = Rates(echo, "en", Clock())
    found = [
        ask(guard, scope_of("192.0.2.7", f"2001:db8::{at:x}", "POST"))[0]
        for at in range(int(LINES.at_once) + 1)
    ]
    assert found[-1] == 429
    assert ask(guard, scope_of("192.0.2.7", "2001:db8:0:1::1", "POST"))[0] == 200


def test_what_is_kept_of_addresses_is_bounded(monkeypatch):
    monkeypatch.setattr(rates_of, "ADDRESSES", 10)
    guard = Rates(echo, "en", Clock())
    for at in range(30):
        statuses(guard, 1, peer=f"192.0.2.{at}")
    assert len(guard._buckets) == 10
    assert not guard._open


def test_open_connections_of_an_address_are_bounded():
    async def scene():
        leave = asyncio.Event()
        answers = []

        async def wait(scope, receive, send):
            await leave.wait()
            await echo(scope, receive, send)

        guard = Rates(wait, "en", Clock())

        async def one(peer):
            async def receive():
                return {"type": "http.request", "body": b""}

            async def send(message):
                if "status" in message:
                    answers.append((message["status"], peer))

            await guard(scope_of("192.0.2.7", peer, path="/api/v1/tables"), receive, send)

        many = [asyncio.create_task(one("192.0.2.1")) for _ in range(CONNECTIONS)]
        await asyncio.sleep(0)
        await one("192.0.2.1")
        assert answers == [(429, "192.0.2.1")]
        leave.set()
        await one("192.0.2.2")
        await asyncio.gather(*many)
        await one("192.0.2.1")
        assert [status for status, _ in answers[1:]] == [200] * (CONNECTIONS + 2)

    run(scene())


def test_a_websocket_that_says_too_much_is_closed(app):
    with remote(app) as client, client.websocket_connect(LIVE[0]) as live:
        live.receive_json()
        for _ in range(2 * int(MESSAGES.at_once)):
            live.send_text("x")
        with pytest.raises(WebSocketDisconnect) as closed:
            live.receive_json()
    assert closed.value.code == 1008
