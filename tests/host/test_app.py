"""The application and the service: several in one process, and they end."""

import json
import threading
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tapdeck import decks
from tapdeck.actors import THIS_MACHINE
from tapdeck.app import create_app
from tapdeck.parts import Parts
from tapdeck.ports import DeviceError
from tapdeck.service import Service, ServiceError
from tapdeck.settings import load
from tapdeck.store import StoreError
from tests.host.clients import local


def settings(tmp_path, name="record", **given):
    given = {"port": "none", "listen": "127.0.0.1:0"} | given
    return load(db=f"sqlite:///{tmp_path / name}.sqlite", **given)


def get(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)


def test_several_applications_live_in_one_process(tmp_path):
    with (
        local(create_app(settings(tmp_path, "one"))) as one,
        local(create_app(settings(tmp_path, "two", language="zh-Hans"))) as two,
    ):
        one.post("/api/v1/tables/1/actions", json={"line": "1 play NB"})
        assert len(one.get("/api/v1/tables/1/events").json()) == 1
        assert two.get("/api/v1/tables/1/events").json() == []
        answer = two.get("/api/v1/tables/2").json()
        assert answer["detail"] == answer["texts"]["zh-Hans"]


def test_an_application_starts_again_with_the_same_record(tmp_path):
    app = create_app(settings(tmp_path))
    for expected in (0, 1):
        with local(app) as client:
            assert len(client.get("/api/v1/tables/1/events").json()) == expected
            client.post("/api/v1/tables/1/actions", json={"line": "1 play NB"})


def test_parts_that_were_given_stay_open(tmp_path):
    with Parts(settings(tmp_path)) as parts:
        with local(create_app(parts.settings, parts)):
            pass
        assert parts.table.act("1 play NB", THIS_MACHINE).ok


def test_the_service_serves_and_ends(tmp_path):
    with Service(settings(tmp_path)) as service:
        url = service.url
        assert get(url + "/api/v1/tables")[0]["id"] == 1
        with connect(url.replace("http", "ws") + "/api/v1/tables/1/live") as live:
            json.loads(live.recv(10))
            service.table.act("1 play NB", THIS_MACHINE)
            assert json.loads(live.recv(10))["turn"] == 2
    with pytest.raises(OSError, match="refused"):
        get(url)
    service.close()


def test_a_service_ends_while_somebody_watches(tmp_path):
    service = Service(settings(tmp_path))
    address = service.url.replace("http", "ws") + "/api/v1/tables/1/live"
    with service, connect(address) as live:
        live.recv(10)
        service.close()
        with pytest.raises(ConnectionClosed):
            live.recv(10)


def test_an_address_in_use_is_a_sentence(tmp_path):
    with Service(settings(tmp_path)) as service:
        address = service.url.removeprefix("http://")
        with pytest.raises(ServiceError, match=f"The address {address} cannot be used"):
            Service(settings(tmp_path, "other", listen=address))
    with pytest.raises(ServiceError, match="cannot be used"):
        Service(settings(tmp_path, listen="192.0.2.1:80"))


def test_what_cannot_be_opened_comes_out_of_the_start(tmp_path):
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(StoreError):
        Service(settings(tmp_path, "folder"))
    with pytest.raises(DeviceError, match="no port"):
        Service(settings(tmp_path, port=str(tmp_path / "ttyNONE")))
    with pytest.raises(DeviceError, match="Nothing listens"):
        Service(settings(tmp_path, port="socket://127.0.0.1:1"))


def test_with_the_simulated_table_a_tag_becomes_a_play(tmp_path):
    """From the tag to the record: the real firmware behind a real serial port."""
    chosen = settings(tmp_path, port="sim", state_dir=tmp_path / "flash")
    said = []
    with Service(chosen, said.append) as service:
        assert any("control port" in sentence for sentence in said)
        assert service.table.game.deck_name == decks.SIMULATED
        deck = decks.simulated_deck("followers")
        watch = Watch(service.table)
        board = watch.until(lambda: get(service.url + "/api/v1/board"), lambda it: it["link"]["up"])
        assert board["board"]["seats"] == 4
        watch.until(lambda: service.parts.device.info, lambda info: info is not None)

        def told():
            seen = service.table.view()
            return seen["pending"].get("2", {}).get("cards") == ["NB"], bool(seen["notices"])

        with service.parts.simulator.hands() as hands:
            # Until the deck has come down the tag is an unknown one.
            hands.place(2, decks.uid_of(deck, "NB"))
            while not watch.until(told, any)[0]:
                service.table.desk.clear()
                hands.lift(2)
                hands.run(1000)  # a card that is back at once has never been away
                hands.place(2, decks.uid_of(deck, "NB"))
            hands.press(2)
            watch.until(service.table.events, bool)
            hands.lift(2)
        [entry] = service.table.events()
        assert (entry["line"], entry["ok"], entry["source"]) == ("2 play NB", True, "board")
        assert not entry["conflict"]


class Watch:
    """Looks again after every change of the table, and now and then without one."""

    def __init__(self, table):
        self._changed = threading.Event()
        table.subscribe(self._changed.set)

    def until(self, look, fine, tries=300):
        for _ in range(tries):
            self._changed.clear()
            seen = look()
            if fine(seen):
                return seen
            self._changed.wait(0.1)
        raise AssertionError(f"it stayed at {seen}")
