"""Asking tells nothing: whoever does not hold a seat gets the same answer whatever it hides.

Two tables differ in nothing but secrets. Every line that somebody without a seat may enter is tried
on both, by a player, and by a host that has entered none of it: code and text must be the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import packs
from tapdeck.actors import DEVICE, HOST, PLAYER, Actor, board
from tapdeck.errors import TableError
from tapdeck.logrows import rows
from tapdeck.permission import Asked
from tapdeck.rules import LineError
from tapdeck.session import Session, Setup, told
from tapdeck.store import Entry
from tapdeck.texts import in_all

BOARD = board("e66058388329")
NAMES = ("Ann", "Bo", "Cy", "Di")
OPTIONS = {"spooks": {"extra_hand": "off"}}
CARDS = {game: packs.codes(game) for game in ("followers", "spooks", "cultivation")}
HOLDERS = {2: "ann's phone"}


def at(game: str, lines: Sequence[str]) -> Session:
    """A table where the board has entered these lines."""
    session = Session(Setup(game, NAMES, OPTIONS.get(game, {})))
    for line in lines:
        assert session.do(line, BOARD).ok, line
    return session


def answer(session: Session, line: str, by: Actor, holders: Mapping[int, str] = HOLDERS) -> Any:
    """What somebody is told who enters a line: everything but the time."""
    asked = Asked(session, by, holders)
    try:
        asked.check(line)
        verdict = session.do(line, by)
    except LineError as error:
        return "line", in_all(error.text)
    except TableError as error:
        return type(error).__name__, in_all(error.text)
    verdict = verdict if asked.sees_all() else told(verdict)
    return verdict.ok, verdict.reason, verdict.reading, in_all(verdict.text)


def followers(draw: Any) -> tuple[list[str], list[str]]:
    """Dealt hands: the same for nobody."""

    def deal() -> list[str]:
        cards = draw(st.permutations(CARDS["followers"][:60]))
        return [
            f"deal {seat} {' '.join(cards[(seat - 1) * 15 : seat * 15])}" for seat in (1, 2, 3, 4)
        ]

    return deal(), deal()


def spooks(draw: Any) -> tuple[list[str], list[str]]:
    """A green round in which some have chosen."""
    begun = ["1 play SP1", "2 play GO2"]
    hidden = [card for card in CARDS["spooks"] if card not in ("SP1", "GO2")]
    seats = draw(st.lists(st.sampled_from((1, 2, 3, 4)), unique=True, min_size=1, max_size=3))
    both = draw(st.permutations(hidden))
    one, other = both[:4], both[4:8]
    return (
        [*begun, *[f"{seat} choose {one[seat - 1]}" for seat in seats]],
        [*begun, *[f"{seat} choose {other[seat - 1]}" for seat in seats]],
    )


def cultivation(draw: Any) -> tuple[list[str], list[str]]:
    """Cards drawn by some, the others' hands unknown."""
    cards = draw(st.permutations(CARDS["cultivation"][:60]))
    turns = draw(st.integers(1, 3))

    def drawn(held: Sequence[str]) -> list[str]:
        lines = []
        for seat in range(1, turns + 1):
            lines += [f"{seat} draw {held[seat]}", f"{seat} end"]
        return lines

    return drawn(cards[:10]), drawn(cards[10:20])


def cthulhu_wars(draw: Any) -> tuple[list[str], list[str]]:
    """Signs drawn face down."""
    seats = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    values = st.integers(1, 3)
    begun = ["gather", "first 1 cw"]
    return (
        [*begun, *[f"{seat} sign {draw(values)}" for seat in seats]],
        [*begun, *[f"{seat} sign {draw(values)}" for seat in seats]],
    )


SECRETS = {
    "followers": followers,
    "spooks": spooks,
    "cultivation": cultivation,
    "cthulhu_wars": cthulhu_wars,
}


def tried(draw: Any, game: str, one: Sequence[str], other: Sequence[str]) -> str:
    """A line that somebody might try: of the game's verbs, about any seat, with cards that lie
    hidden in one of the two tables more often than not.
    """
    hidden = [word for line in (*one, *other) for word in line.split() if packs.known(word)]
    words = [*CARDS.get(game, ())[:66], "1", "2", "3", "+1", "?", "all", "cw", "GC"]
    word = st.one_of(st.sampled_from(hidden or ["1", "2", "3"]), st.sampled_from(words))
    full = Session(Setup(game, NAMES)).game
    verbs = [*full.SECRETS, *full.PLAYS, *full.VERBS, "undo", "chuse"]
    seat, verb = draw(st.integers(0, 5)), draw(st.sampled_from(verbs))
    said = draw(st.lists(word, max_size=2))
    if verb == "give":
        said = [str(draw(st.integers(1, 4))), *said[:1]]
    line = " ".join([*([str(seat)] if seat else []), verb, *said])
    if draw(st.integers(0, 3)) == 0:
        return f"correct {draw(st.integers(1, len(one)))} {line}"
    return line


@pytest.mark.parametrize("game", sorted(SECRETS))
@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_f2_s6_c2_w10_answers_are_the_same_whatever_is_hidden(
    game: str, data: st.DataObject
) -> None:
    one, other = SECRETS[game](data.draw)
    line = tried(data.draw, game, one, other)
    role = data.draw(st.sampled_from((HOST, PLAYER)))
    by = Actor(DEVICE, "a stranger's phone", role)
    first, second = at(game, one), at(game, other)
    # What is tried after something is taken back tells as little.
    for each in [line, "undo", line] if data.draw(st.booleans()) else [line]:
        assert answer(first, each, by) == answer(second, each, by), each


@pytest.mark.parametrize("game", sorted(SECRETS))
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_f2_s6_c2_w10_the_log_is_the_same_whatever_is_hidden(
    game: str, data: st.DataObject
) -> None:
    """Accepted lines, and those that were refused, in their parts and in words."""
    logs = []
    tries = data.draw(st.lists(st.sampled_from(("deal", "give", "choose", "draw", "sign"))))
    for lines in SECRETS[game](data.draw):
        session = at(game, lines)
        for verb in tries:
            hidden = [word for word in lines[-1].split() if packs.known(word)][:1] or ["2"]
            try:
                session.do(f"1 {verb} {'2 ' if verb == 'give' else ''}{hidden[0]}", BOARD)
            except LineError:
                continue
        kept = [
            Entry(0, "board", entry.line, ok=entry.first.ok, seq=seq)
            for seq, entry in enumerate(session.log, 1)
        ]
        logs.append([(row.ok, row.event()) for row in rows(session, kept, 0)])
    told = [[event for ok, event in log if ok] for log in logs]
    assert told[0] == told[1]
    for log, other in zip(*logs, strict=True):
        if not log[0] and not other[0] and log[1]["hidden"]:
            assert [log[1][key] for key in PARTS] == [other[1][key] for key in PARTS]


PARTS = ("line", "now", "seat", "verb", "to", "cards", "parts", "words")


@pytest.mark.parametrize(
    ("game", "lines", "line"),
    [
        ("followers", None, "2 give 2 5H"),
        ("followers", None, "correct 1 2 play 5H as jokers"),
        ("spooks", ["1 play SP1", "2 play GO2", "3 choose BA7"], "1 choose BA7"),
        ("cultivation", ["1 draw K05", "1 end"], "2 draw K05"),
        ("cthulhu_wars", ["gather", "first 1 cw", "3 sign 1"], "3 show 1"),
        ("cthulhu_wars", ["gather", "first 1 cw", "3 sign 1"], "correct 3 3 sign 2"),
    ],
)
def test_what_was_found_out_by_trying_is_sent_away(
    game: str, lines: list[str] | None, line: str
) -> None:
    cards = CARDS["followers"]
    dealt = [f"deal {s} {' '.join(cards[(s - 1) * 15 : s * 15])}" for s in (1, 2, 3, 4)]
    session = at(game, lines or dealt)
    before = len(session.log)
    for role in (HOST, PLAYER):
        kind, _ = answer(session, line, Actor(DEVICE, "a stranger's phone", role))
        assert kind == "Forbidden"
    assert len(session.log) == before


def test_who_has_entered_everything_may_go_on() -> None:
    """A script that plays a whole game with known hands, or a laptop at the table."""
    cards, by = CARDS["followers"], Actor(DEVICE, "the laptop", HOST)
    session = Session(Setup("followers", NAMES))
    for s in (1, 2, 3, 4):
        line = f"deal {s} {' '.join(cards[(s - 1) * 15 : s * 15])}"
        assert answer(session, line, by, {})[0] is True
    assert answer(session, "1 give 2 KC", by, {})[1] == "not_in_hand"
    other = Actor(DEVICE, "another", HOST)
    assert answer(session, "1 give 2 KC", other, {})[0] == "Forbidden"


def test_a_holders_refusal_that_depends_on_others_has_one_code() -> None:
    session = at("cultivation", ["1 draw K05", "1 end"])
    by = Actor(DEVICE, "bo's phone", PLAYER, frozenset({2}))
    ok, reason, _, text = answer(session, "2 draw K05", by)
    assert (ok, reason) == (False, "hidden_elsewhere")
    assert "hidden elsewhere" in text["en"]
    session = at("spooks", ["1 play SP1", "2 play GO2", "3 choose BA7"])
    assert answer(session, "2 choose BA7", by)[1] == "hidden_elsewhere"
    session = at("cthulhu_wars", ["gather", "first 1 cw", *["1 sign 3"] * 6])
    assert answer(session, "2 sign 3", by)[1] == "hidden_elsewhere"


@pytest.mark.parametrize(
    ("role", "line", "kind"),
    [
        (PLAYER, "1 play NB", True),  # a seat that nobody holds
        (PLAYER, "2 play NB", "Forbidden"),  # another's
        (PLAYER, "undo", False),
        (PLAYER, "effect none", True),
        (PLAYER, "correct 1", "Forbidden"),  # not what it entered
        (HOST, "2 play NB", True),
        (HOST, "correct 1", True),
    ],
)
def test_what_a_role_may_do(role: str, line: str, kind: Any) -> None:
    session = at("followers", ["1 great"] if "correct" in line else [])
    assert answer(session, line, Actor(DEVICE, "a phone", role))[0] == kind
    assert answer(session, line, Actor(DEVICE, "a phone"))[0] == "Forbidden"


def test_free_seats_may_be_kept_for_the_host() -> None:
    asked = Asked(at("followers", []), Actor(DEVICE, "a phone", PLAYER), HOLDERS, free=False)
    with pytest.raises(TableError):
        asked.check("1 play NB")
    Asked(at("followers", []), Actor(DEVICE, "a phone", HOST), HOLDERS, free=False).check("1 great")


def test_what_was_looked_at_and_taken_back_is_marked() -> None:
    session = at("spooks", ["1 play SP1", "2 play GO2"])
    session.do("undo")
    assert not session.log[-1].verdict.looked
    session = at("spooks", ["1 play SP1", "2 play GO2"])
    for seat, card in enumerate(("BA7", "SK3", "GO9", "GH4"), 1):
        session.do(f"{seat} choose {card}", BOARD)
    session.do("undo", BOARD)
    assert session.log[-1].verdict.looked
    assert "turned up" in in_all(session.log[-1].verdict.text)["en"]
    session = at("cthulhu_wars", ["gather", "first 1 cw", "3 sign 1", "3 show 1"])
    session.do("correct 3 3 sign 2", BOARD)
    assert session.log[-1].verdict.looked
