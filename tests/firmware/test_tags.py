"""A deck on the board: the bytes that travelled, looked up in place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.tags import Tags
from shared_rules.deck import Deck
from tests.micropython import requires_micropython, run

# Few different bytes, so that a record's end and the next one's beginning often look like a record.
UIDS = st.sampled_from((4, 7, 10)).flatmap(
    lambda size: st.lists(st.sampled_from((0, 4, 7, 10)), min_size=size, max_size=size).map(bytes)
)


def deck_of(tags: dict[bytes, int]) -> Deck:
    deck = Deck("spooks", copies=len(tags) + 1)
    for uid, code in tags.items():
        deck.add(uid, code)
    return deck


@given(st.dictionaries(UIDS, st.sampled_from((0, 4, 7, 10, 130)), max_size=30), st.lists(UIDS))
def test_it_knows_what_the_deck_knows(tags: dict[bytes, int], others: list[bytes]) -> None:
    deck = deck_of(tags)
    found = Tags(deck.dump())
    for uid in [*tags, *others]:
        assert found.look(uid) == deck.look(uid)
    assert (len(found), found.pack, found.hash) == (len(deck), "spooks", deck.hash)
    assert found.dump() == deck.dump()


def test_without_bytes_it_holds_no_tag() -> None:
    empty = Tags()
    assert not empty
    assert empty.look(bytes(7)) == -1


@pytest.mark.parametrize("data", [b"", b"\1\1", b"\2\1\0", b"\1\1\6spo", b"\1\1\0\5abcdef"])
def test_other_bytes_are_no_deck(data: bytes) -> None:
    with pytest.raises(ValueError, match="deck"):
        Tags(data)


@requires_micropython
def test_micropython_finds_the_same() -> None:
    deck = deck_of({bytes([4, n, 1, 2, 3, 4, 5]): n for n in range(120)})
    code = f"""
from firmware.tags import Tags
tags = Tags({deck.dump()!r})
print([tags.look(bytes([4, n, 1, 2, 3, 4, 5])) for n in range(125)], tags.hash, len(tags))
"""
    codes = [*range(120), *[-1] * 5]
    assert run(code).split("\n")[0] == f"{codes} {deck.hash} 120"
