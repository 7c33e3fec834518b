"""The log in rows: in parts and in words, how each line stands, and what a new one has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import packs
from tapdeck import rules
from tapdeck.actors import DEVICE, PLAYER, SCRIPT, THIS_MACHINE, Actor, board
from tapdeck.logrows import Row, rows
from tapdeck.rules import LineError
from tapdeck.session import Session, Setup
from tapdeck.store import Entry
from tapdeck.telling import shown_line, statement
from tapdeck.texts import LANGUAGES, say
from tapdeck.words import line_words
from tests.host.test_checkpoints import PLAYTHROUGHS, read
from tests.rules.full_table import DEALS

NAMES = ("Ann", "Bob", "Cem", "Dee")
ALL = frozenset({1, 2, 3, 4})


def played(*lines: str, game: str = "followers", options: dict[str, str] | None = None) -> Session:
    """A game with these lines, refused ones as well."""
    session = Session(Setup(game, NAMES, options or {}))
    for line in lines:
        session.do(line)
    return session


def entries(session: Session) -> list[Entry]:
    """A session's log as the record has it."""
    return [
        Entry(0, "page", entry.line, ok=entry.first.ok, seq=seq)
        for seq, entry in enumerate(session.log, 1)
    ]


def rows_of(*lines: str) -> list[Row]:
    """The rows of a game of Followers."""
    session = played(*lines)
    return rows(session, entries(session), 0)


def words(row: Row) -> str:
    return say("en", row.words)


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("followers", "2 play 5H TS", "Bob: play 5♥ 10♠"),
        ("followers", "1 play NB", "Ann: play Necronomicon"),
        ("followers", "2 play 4C 5C W1 as straight T", "Bob: play 4♣ 5♣ Cthulhu = straight 10"),
        (
            "followers",
            "2 play W1 BJ as single BJ",
            "Bob: play Cthulhu big joker = single card big joker",
        ),
        ("followers", "2 play SP1 5H as pair", "Bob: play spider 1 5♥ = pair"),
        ("followers", "3 pass", "Cem: pass"),
        ("followers", "new", "next deal"),
        ("followers", "undo", "take back"),
        ("followers", "2 undo", "Bob: take back"),
        ("followers", "2 give 4 5H", "Bob: give a card → Dee 5♥"),
        ("followers", "2 give 4 SP1", "Bob: give a card → Dee spider 1"),
        ("followers", "effect team 2 -30", "card skill team 2 -30"),
        ("followers", "effect lead 3", "card skill lead → Cem"),
        ("followers", "effect tokens +2", "card skill tokens +2"),
        ("cultivation", "3 meld K01 K02 H1 as metal", "Cem: lay a new group K01 K02 H1 = metal"),
        ("cultivation", "1 add 2 K05", "Ann: add to a group 2 K05"),
        ("cultivation", "effect team 2 +5", "card skill team → Bob +5"),
        ("spooks", "1 run SP9 GH10 BAM", "Ann: play a run spider 9 ghost 10 bat master"),
        ("spooks", "3 give 1 ?", "Cem: give a card → Ann ?"),
        ("cthulhu_wars", "2 capture 3", "Bob: capture a cultist → Cem"),
        ("cthulhu_wars", "first 2 ccw", "name the first player → Bob counter-clockwise"),
        ("cthulhu_wars", "1 power -3", "Ann: power -3"),
        ("cthulhu_wars", "1 ritual 2 ?", "Ann: perform the ritual 2 ?"),
        ("cthulhu_wars", "1 show all", "Ann: show elder signs all"),
    ],
)
def test_a_line_in_words(game: str, line: str, words: str) -> None:
    session = played(line, game=game)
    said = statement(session, session.log[0].verdict, ALL)
    assert say("en", line_words(said, game, NAMES)) == words
    assert said.line == line


@pytest.mark.parametrize(
    ("game", "options", "line", "told", "words", "seat", "to", "cards"),
    [
        ("followers", {}, DEALS[2], "deal 3 …", "Cem: enter a hand …", 3, 0, []),
        ("followers", {}, "2 give 4 5H", "2 give 4 …", "Bob: give a card → Dee …", 2, 4, []),
        ("spooks", {}, "3 give 1 SP3", "3 give 1 …", "Cem: give a card → Ann …", 3, 1, []),
        ("spooks", {}, "3 choose SP3", "3 choose …", "Cem: choose a card face down …", 3, 0, []),
        ("spooks", {}, "3 play SP3", "3 play SP3", "Cem: play spider 3", 3, 0, ["SP3"]),
        ("cultivation", {}, "1 draw K05", "1 draw …", "Ann: draw a card …", 1, 0, []),
        ("cthulhu_wars", {}, "2 ritual 1 3", "2 ritual …", "Bob: perform the ritual …", 2, 0, []),
        ("cthulhu_wars", {}, "2 ritual", "2 ritual", "Bob: perform the ritual", 2, 0, []),
    ],
)
def test_what_is_hidden_is_left_out_of_line_parts_and_words_alike(
    game: str,
    options: dict[str, str],
    line: str,
    told: str,
    words: str,
    seat: int,
    to: int,
    cards: list[str],
) -> None:
    session = played(line, game=game, options=options)
    verdict = session.log[0].verdict
    said = statement(session, verdict)
    assert (said.line, shown_line(session, verdict)) == (told, told)
    assert (said.seat, said.to, said.cards, said.hidden) == (seat, to, cards, "…" in told)
    assert say("en", line_words(said, game, NAMES)) == words
    # Whoever holds the seat knows it all; who holds another does not.
    assert statement(session, verdict, frozenset({seat})).line == line
    assert statement(session, verdict, ALL - {seat}) == said


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_the_parts_of_a_line_are_the_line(path: Any) -> None:
    read_in = read(path)
    session = Session(read_in.setup)
    everyone = frozenset(range(len(read_in.setup.names) + 1))
    for _, line in read_in.actions:
        verdict = session.do(line)
        said = statement(session, verdict, everyone)
        assert said.line == verdict.line
        assert not said.hidden
        assert statement(session, verdict).line == shown_line(session, verdict)
        assert all(packs.known(card) or card == "?" for card in said.cards) or verdict.ok
        for language in LANGUAGES:
            assert say(language, line_words(said, session.setup.game, session.setup.names))


def test_a_line_that_is_none_is_told_as_far_as_it_can_be() -> None:
    session = played()
    from tapdeck.book import _unreadable

    for line in ("2 plau 5H", "2 play 5H nonsense", "correct 3 deal 1 5H"):
        session.keep(line, _unreadable(line, None))
    first, second, third = rows(session, entries(session), 0)
    assert (first.said.verb, first.said.cards, first.said.hidden) == ("", [], True)
    assert (second.said.verb, second.said.seat, second.said.cards) == ("play", 2, ["5H"])
    assert (third.said.verb, third.said.seat, third.said.corrects) == ("deal", 0, 3)
    assert third.said.cards == []
    assert third.said.hidden


def test_rows_say_what_counts_what_is_struck_and_what_was_corrected() -> None:
    found = rows_of(
        "1 play NB", "2 play 5H", "3 play 8C", "4 play 9C", "1 play 3S", "correct 3 3 play KC",
        "correct 2", "undo", "effect team 1 +20",
    )  # fmt: skip
    assert [row.stands for row in found] == [
        "good", "good", "good", "unfit", "bad", "good", "voided", "good", "good",
    ]  # fmt: skip
    assert words(found[2]) == "Cem: play K♣"
    assert found[2].was is not None
    assert say("en", found[2].was) == "Cem: play 8♣"
    assert "does not beat single K" in say("en", found[3].text)
    assert words(found[5]) == "Correction of line 3: Cem: play K♣"
    assert (found[5].said.corrects, found[5].said.verb, found[5].said.cards) == (3, "play", ["KC"])
    assert words(found[6]) == "Correction: line 2 is struck"
    assert (found[6].said.corrects, found[6].said.verb) == (2, "strike")
    assert words(found[7]) == "take back: line 7"
    assert words(found[8]) == "Card skill: +20 points for Team 1."
    assert [row.seq for row in found if row.can_be_corrected] == [1, 2, 3, 4, 5, 9]
    assert [(row.undid, row.since) for row in found[5:8]] == [(0, 3), (0, 2), (7, 2)]


def test_a_struck_line_and_the_deals_are_told_apart() -> None:
    found = rows_of("1 play NB", "2 pass", "correct 2")
    assert [row.stands for row in found] == ["good", "struck", "good"]
    assert [row.deal for row in found] == [1, 1, 1]
    assert not found[1].can_be_corrected
    found = rows_of("1 play NB", "2 pass", "correct 2", "undo")
    assert [row.stands for row in found] == ["good", "good", "voided", "good"]


def test_who_has_sat_down_or_decided_is_told_in_a_sentence() -> None:
    from tapdeck.remarks import remark
    from tapdeck.results import decided

    session = played()
    verdict = remark("claim 2")
    assert verdict is not None
    session.keep("claim 2", verdict)
    deck = remark("deck 5 our old deck")
    assert deck is not None
    session.keep("deck 5 our old deck", deck)
    session.keep("results keep 01234567", decided("keep", "01234567"))
    claim, deck_row, results = rows(session, entries(session), 0)
    assert (claim.said.verb, claim.said.seat, claim.can_be_corrected) == ("claim", 2, False)
    assert words(claim) == say("en", verdict.text)
    assert (deck_row.said.verb, deck_row.said.cards, deck_row.can_be_corrected) == (
        "deck",
        [],
        False,
    )
    assert "our old deck" in words(deck_row)
    assert (results.said.verb, results.can_be_corrected) == ("results", False)
    assert words(results) == say("en", results.text)


@pytest.mark.parametrize(
    ("source", "by", "who"),
    [
        ("board", board("e66058388329"), "table"),
        ("page", Actor(DEVICE, "3fa2c1d94e", PLAYER, frozenset({2, 3})), "Bob + Cem"),
        ("page", Actor(DEVICE, "3fa2c1d94e", PLAYER), "device 3fa2c1"),
        ("page", Actor(SCRIPT, "3fa2c1d94e", PLAYER), "script 3fa2c1"),
        ("page", THIS_MACHINE, "this computer"),
        ("page", None, "page"),
        ("import", None, "imported"),
    ],
)
def test_a_row_says_who_did_it(source: str, by: Actor | None, who: str) -> None:
    session = Session(Setup("followers", NAMES))
    session.do("1 play NB", by)
    [row] = rows(session, [Entry(0, source, "1 play NB", ok=True, seq=1)], 0)
    assert say("en", row.who) == who


def test_a_row_in_one_language_has_that_one_only() -> None:
    [row] = rows_of("2 play 5H")
    event = row.event(["zh-Hans"])
    assert list(event["text"]) == list(event["words"]) == list(event["who"]) == ["zh-Hans"]
    assert sorted(row.event()["text"]) == sorted(LANGUAGES)


def follow(known: dict[int, Any], session: Session) -> None:
    """Ask as a client does: for what came after the last entry that it has, and where one of those
    has changed the past, for all from there on.
    """
    kept = entries(session)
    new = [row.event() for row in rows(session, kept, len(known))]
    start = min([len(known) + 1, *(each["changed_from"] or each["seq"] for each in new)])
    for row in rows(session, kept, start - 1):
        known[row.seq] = row.event()


@pytest.mark.parametrize("game", rules.NAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_whoever_follows_the_log_has_what_the_whole_log_says(
    game: str, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([p for p in PLAYTHROUGHS if p.name.startswith(game)]))
    read_in = read(path)
    lines = [line for _, line in read_in.actions]
    session = Session(read_in.setup)
    known: dict[int, Any] = {}
    place = 0
    for _ in range(data.draw(st.integers(1, 30))):
        for line in drawn(data, lines[place : place + 6], lines, len(session.log)):
            place += 1
            try:
                session.do(line)
            except LineError:
                continue
        if data.draw(st.booleans()):
            follow(known, session)
    follow(known, session)
    whole = [row.event() for row in rows(session, entries(session), 0)]
    assert list(known.values()) == whole


def drawn(data: st.DataObject, next_lines: Sequence[str], lines: Sequence[str], log: int) -> Any:
    """The next lines of a game, a chain of undos, or a correction."""
    what = data.draw(st.sampled_from(("on", "on", "undo", "correct", "strike")))
    if what == "on":
        return next_lines
    if what == "undo":
        return ["undo"] * data.draw(st.integers(1, 4))
    number = data.draw(st.integers(1, log + 1))
    line = data.draw(st.sampled_from(lines)) if what == "correct" else ""
    return [f"correct {number} {line}"]
