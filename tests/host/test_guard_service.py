"""The guard as the service has it: HTTPS, proxies, and what a real server bounds."""

import http.client
import json
import socket
import ssl

import pytest
import trustme
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from tapdeck.guard import sockets
from tapdeck.guard.sizes import LARGEST
from tapdeck.service import Service, ServiceError
from tapdeck.settings import SettingsError, load


def settings(tmp_path, **given):
    given = {"port": "none", "listen": "127.0.0.1:0"} | given
    return load(db=f"sqlite:///{tmp_path / 'record'}.sqlite", **given)


@pytest.fixture
def service(tmp_path):
    with Service(settings(tmp_path)) as service:
        yield service


def address_of(service):
    host, _, port = service.url.partition("://")[2].partition(":")
    return host, int(port)


def asked(service, method="GET", path="/api/v1/me", body=None, **headers):
    """The status and JSON that a service answers."""
    connection = http.client.HTTPConnection(*address_of(service), timeout=10)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    answer = connection.getresponse()
    found = answer.status, json.load(answer)
    connection.close()
    return found


def test_a_large_body_without_a_length_is_refused(service):
    status, said = asked(service, "POST", "/api/v1/decks", iter([b"x" * 65536] * 140))
    assert status == 413
    assert "256 kB" in said["detail"]
    assert asked(service)[0] == 200


def test_a_large_message_of_a_websocket_ends_it(service):
    with connect(service.url.replace("http", "ws") + "/api/v1/tables/1/live") as live:
        live.recv(10)
        live.send("x" * LARGEST)
        live.send("x" * (LARGEST + 1))
        with pytest.raises(ConnectionClosedError) as closed:
            live.recv(10)
    assert closed.value.rcvd.code == 1009


def test_a_websocket_of_another_site_is_answered_with_a_sentence(service):
    with pytest.raises(Exception, match="HTTP 403"):
        connect(
            service.url.replace("http", "ws") + "/api/v1/tables/1/live",
            origin="http://evil.example",
        )


def test_connections_of_an_address_that_ask_nothing_are_bounded(service, monkeypatch):
    monkeypatch.setattr(sockets, "MOST", 10)
    held = [socket.create_connection(address_of(service), timeout=10) for _ in range(10)]
    try:
        with socket.create_connection(address_of(service), timeout=10) as more:
            assert ended(more), "it is closed at once"
    finally:
        for each in held:
            each.close()
    assert asked(service)[0] == 200, "those that were closed do not count"


def ended(connection):
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_whoever_asks_through_a_proxy_is_no_host(service):
    assert asked(service)[1]["role"] == "host"
    for name in ("X_Forwarded_For", "Forwarded", "Via", "X_Real_IP", "X_Forwarded_Proto"):
        assert asked(service, **{name: "127.0.0.1"})[1]["role"] == "guest"


def test_a_proxy_that_is_trusted_says_who_asks_and_how(tmp_path):
    with Service(settings(tmp_path, proxies="127.0.0.1", hosts="cards.example")) as service:
        assert asked(service)[1]["role"] == "guest"
        told = {"X_Forwarded_Proto": "https", "X_Forwarded_For": "192.0.2.9"}
        host = {"Host": "cards.example", "Content_Type": "application/json"}
        line = json.dumps({"line": "1 play NB"})
        path = "/api/v1/tables/1/actions"
        status, said = asked(
            service, "POST", path, line, Origin="https://cards.example", **told, **host
        )
        assert (status, said["texts"]["en"]) == (403, said["detail"])
        assert "join link" in said["detail"], "a guest, whose page has been let in"
        status, said = asked(
            service, "POST", path, line, Origin="http://cards.example", **told, **host
        )
        assert "another site" in said["detail"]


def test_https(tmp_path):
    authority = trustme.CA()
    mine = authority.issue_cert("localhost", "127.0.0.1")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    for place, each in enumerate(mine.cert_chain_pems):
        each.write_to_path(cert, append=place > 0)
    mine.private_key_pem.write_to_path(key)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with Service(settings(tmp_path, tls_cert=cert, tls_key=key)) as service:
        assert service.url.startswith("https://127.0.0.1:")
        connection = http.client.HTTPSConnection(*address_of(service), context=trusting)
        connection.request("GET", "/api/v1/me")
        answer = connection.getresponse()
        assert json.load(answer)["role"] == "host"
        assert "connect-src 'self' wss://127.0.0.1" in answer.headers["content-security-policy"]
        connection.close()
        live = service.url.replace("https", "wss") + "/api/v1/tables/1/live"
        with connect(live, ssl=trusting, origin=service.url) as watching:
            assert json.loads(watching.recv(10))["table"]["id"] == 1


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_a_certificate_that_cannot_be_used_is_a_sentence(tmp_path, text):
    cert = tmp_path / "cert.pem"
    if text:
        cert.write_text(text)
    with pytest.raises(ServiceError, match=r"cert\.pem .* cannot be used: .* --tls-cert"):
        Service(settings(tmp_path, tls_cert=cert, tls_key=cert))


def test_a_certificate_goes_with_its_key(tmp_path):
    with pytest.raises(SettingsError, match="tls_cert and tls_key go together"):
        settings(tmp_path, tls_cert=tmp_path / "cert.pem")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"hosts": "http://cards.example"}, "--hosts cannot be used: 'http://cards.example' is no"),
        ({"hosts": "cards.example:80"}, "without http:// and port"),
        ({"proxies": "cards.example"}, "--proxies cannot be used: 'cards.example' is no address"),
    ],
)
def test_a_wrong_name_or_address_is_a_sentence(given, words):
    with pytest.raises(SettingsError) as caught:
        load(**given)
    assert words in str(caught.value)


def test_several_names_and_addresses_stand_side_by_side():
    chosen = load(hosts="cards.example, 203.0.113.7 2001:db8::1", proxies="127.0.0.1,10.0.0.0/8")
    assert chosen.hosts.count(" ") == 2
