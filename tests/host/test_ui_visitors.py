"""Devices that look at the page, in the record; and what the picture is told."""

import sqlite3

import pytest

from tapdeck.access import new_token
from tapdeck.actors import key_of
from tapdeck.store import Store
from tapdeck.ui.visitors import Visitor, Visitors
from tapdeck.ui.watchers import for_picture


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{(tmp_path / 'record.sqlite').as_posix()}"


@pytest.fixture
def store(url):
    store = Store(url)
    store.add_table(1, "Table 1")
    yield store
    store.close()


@pytest.fixture
def visitors(store):
    return Visitors(store)


def test_a_device_is_remembered_and_its_token_is_not_in_the_record(store, url, visitors):
    token = new_token()
    assert visitors.find(token) == Visitor(key_of(token))
    visitors.change(token, language="zh-Hans", theme="light")
    again = Visitors(store).find(token)
    assert (again.language, again.theme, again.suits) == ("zh-Hans", "light", "two")
    assert visitors.find(new_token()).theme == "dark"
    with sqlite3.connect(url.removeprefix("sqlite:///")) as record:
        dump = "".join(record.iterdump())
    record.close()
    assert token not in dump


def test_looking_alone_writes_nothing(url, visitors):
    visitors.find(new_token())
    with sqlite3.connect(url.removeprefix("sqlite:///")) as record:
        count = record.execute("select count(*) from visitors").fetchone()
    record.close()
    assert count == (0,)


def test_only_what_exists_can_be_chosen(visitors):
    for wrong in ({"language": "xx"}, {"theme": "pink"}, {"suits": "three"}):
        with pytest.raises(ValueError, match="cannot be"):
            visitors.change(new_token(), **wrong)


def test_the_picture_is_told_how_pending_cards_would_be_read():
    pending = {
        "1": {"cards": ["5H", "5S"], "reading": ""},
        "2": {"cards": ["4C", "5C", "6C", "7C", "W1"], "reading": "straight 8"},
        "3": {"cards": ["5H", "9S"], "reading": ""},
        "4": {"cards": ["LJ", "BJ"], "reading": ""},
    }
    view = {
        "game": "followers",
        "pending": pending,
        "rounds": [1, 2],
        "options": [],
        "health": {},
        "conflicts": [],
    }
    told = for_picture(view)
    readings = {seat: each["reading"] for seat, each in told["pending"].items()}
    assert readings == {"1": "pair 5", "2": "straight 8", "3": "", "4": "jokers BJ"}
    assert told["rounds"] == [2]
    assert "options" not in told
    assert pending["1"]["reading"] == "", "the view itself was changed"
    assert for_picture({"game": None, "pending": {}}) == {"game": None, "pending": {}}
