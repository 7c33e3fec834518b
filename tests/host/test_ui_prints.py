"""Sheets for paper: what stands on them, in three languages."""

import re
from html import escape

import pytest

from shared_rules import packs
from tapdeck import limits, rules
from tapdeck.app import create_app
from tapdeck.rules import cultivation_deck
from tapdeck.settings import load
from tapdeck.texts import LANGUAGES, SENTENCES, t
from tapdeck.ui import printed, prints
from tests.host.clients import local

OWN = """# the box in the hall
J1  metal elixir            | Jade <pill> | 玉丹
J2  metal artifact beast formation
HY  hunyuan
""" + "".join(f"P{number} fire beast\n" for number in range(81))


@pytest.fixture
def client(tmp_path):
    app = create_app(load(port="none", db=f"sqlite:///{(tmp_path / 'r.sqlite').as_posix()}"))
    app.include_router(prints.router)
    with local(app) as client:
        yield client


def cards_on(page: str) -> list[str]:
    return re.findall(r'<(?:tr|li) data-card="([^"]+)"', page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_control_tag_has_its_three_names_a_drawing_and_what_it_does(client, lang) -> None:
    page = client.get(f"/print/controls?language={lang}").text
    boxes = re.findall(r'<article class="tag" data-tag="([^"]+)">(.*?)</article>', page)
    assert [name for name, _ in boxes] == list(packs.CONTROLS)
    for name, box in boxes:
        seat = name.removeprefix("seat ") if name.startswith("seat ") else ""
        for each in LANGUAGES:
            called = t(each, "seat", seat=seat) if seat else t(each, f"tag.{name}")
            assert f">{called}<" in box
        assert t(lang, "tag.seat.does" if seat else f"tag.{name}.does") in box.replace(
            "&#x27;", "'"
        )
        assert t(lang, "print.sticker") in box
        drawing = re.search(r'<use href="#([\w-]+)"', box)
        assert drawing is not None
        assert f'<symbol id="{drawing[1]}"' in page
    assert len({re.search(r'href="#([^"]+)"', box)[1] for _, box in boxes}) == 12


def test_the_sheet_of_the_usual_deck_has_every_card_of_it(client) -> None:
    page = client.get("/print/deck?language=zh-Hant").text
    assert cards_on(page) == list(cultivation_deck.default().codes)
    row = re.search(r'<tr data-card="K03">(.*?)</tr>', page)[1]
    assert re.sub(r"<[^>]+>", " ", row).split() == ["K03", "金", "丹藥", "法寶"]
    assert "任意屬性" in page  # what a hunyuan stands for
    assert page.count('<section class="paper') == 1
    for sign in set(re.findall(r'href="#(\w+)"', page)):
        assert f'<symbol id="{sign}"' in page


def test_the_deck_of_the_game_that_is_on_is_printed_with_its_names(client) -> None:
    started = client.post(
        "/api/v1/tables/1/games",
        json={"game": "cultivation", "seats": 2, "headers": {"deck": OWN}},
    )
    assert started.status_code == 201, started.text
    page = client.get("/print/deck").text
    assert cards_on(page) == ["J1", "J2", "HY", *(f"P{number}" for number in range(81))]
    assert page.count('<section class="paper') == 2
    row = re.search(r'<tr data-card="J1">(.*?)</tr>', page)[1]
    assert escape("Jade <pill>") in row  # a name is text, whatever stands in it
    assert "玉丹" in row
    assert "K01" in cards_on(client.get("/print/deck?which=usual").text)
    assert cards_on(client.get("/print/stickers?game=cultivation").text)[:2] == ["J1", "J2"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deck_that_was_pasted_is_printed_or_its_mistakes_are_named_by_line(client, lang) -> None:
    good = client.post("/print/deck", data={"deck": OWN, "language": lang}).text
    assert "P80" in cards_on(good)
    assert 'role="alert"' not in good
    bad = client.post(
        "/print/deck", data={"deck": "A1 metal elixir\nA2 <b>\nA3", "language": lang}
    ).text
    assert cards_on(bad) == []
    told = re.search(r'role="alert">.*?</ul>', bad)[0]
    for line in (2, 3):
        start = t(lang, "print.deck.line", line=line, why="")
        assert start in told
    assert "A2 &lt;b&gt;" in bad, "what was pasted is still there"
    assert "<b>" not in told


@pytest.mark.parametrize("game", rules.NAMES)
def test_the_stickers_of_every_pack_can_be_ticked_off(client, game) -> None:
    page = client.get(f"/print/stickers?game={game}&language=en").text
    assert cards_on(page) == list(packs.codes(game))
    assert t("en", f"game.{game}") in page


def test_cards_have_the_names_that_people_use() -> None:
    assert printed.card_name("en", "followers", "TH") == "10 ♥"
    assert printed.card_name("zh-Hans", "followers", "W1") == "克苏鲁"
    assert printed.card_name("en", "spooks", "SP3") == "spider 3"
    assert printed.card_name("en", "spooks", "CAT") == "black cat"
    assert printed.card_name("zh-Hant", "cthulhu_wars", "GC") == "偉大的克蘇魯"
    assert printed.card_name("en", "cultivation", "K01") == ""


def test_the_sheets_lead_to_each_other_in_the_language_that_was_asked_for(client) -> None:
    page = client.get("/print", headers={"accept-language": "zh-TW"}).text
    assert 'lang="zh-Hant"' in page
    ways = re.findall(r'href="(/print/[^"]+)"', page)
    assert len(ways) == 2 + len(rules.NAMES)
    for way in ways:
        answer = client.get(way.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert "<main>" in answer.text
    other = client.get("/print/stickers?game=spooks&language=en").text
    assert 'href="?game=spooks&amp;language=zh-Hans"' in other
    assert client.get("/print/stickers?game=chess").status_code == 404


def test_no_sentence_of_the_sheets_is_idle() -> None:
    said = "".join(
        (prints.STATIC.parent / name).read_text(encoding="utf-8")
        for name in ("prints.py", "printed.py")
    )
    for key in SENTENCES["en"]:
        if key.startswith("print."):
            columns = key.startswith("print.col.") and f'"{key.removeprefix("print.col.")}"' in said
            assert columns or f'"{key}"' in said or f"'{key}'" in said, key


def test_a_form_of_many_fields_is_not_taken_apart(client, monkeypatch) -> None:
    read = []
    monkeypatch.setattr(cultivation_deck, "read", lambda text: read.append(text))
    answer = client.post("/print/deck", content="a=&" * 80_000)
    assert answer.status_code == 413
    assert f"at most {limits.FIELDS} fields" in answer.json()["detail"]
    assert client.post("/print/deck", content="a=&" * 3_000_000).status_code == 413
    assert read == []


def test_of_a_pasted_deck_as_many_mistakes_are_told_as_can_be_read(client) -> None:
    page = client.post("/print/deck", data={"deck": "what?\n" * 5000, "language": "en"}).text
    told = page.partition('role="alert"')[2].partition("</ul>")[0]
    assert told.count("<li>") == limits.MISTAKES
