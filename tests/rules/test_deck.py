"""Decks: which tag is which card, and the mistakes people make when sticking 80 of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.deck import CONTROL, Deck
from tests.micropython import requires_micropython, run

_UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size))


@given(st.dictionaries(_UIDS, st.integers(0, 255), max_size=40), st.randoms())
def test_the_hash_depends_on_the_content_only(tags: dict[bytes, int], random: object) -> None:
    one, other = Deck("followers", copies=40), Deck("followers", copies=40)
    for uid, code in tags.items():
        one.add(uid, code)
    shuffled = list(tags.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for uid, code in shuffled:
        other.add(uid, code)
    assert one.hash == other.hash
    again = Deck.load(one.dump())
    assert (again.pack, again.copies, again.tags) == ("followers", 40, tags)
    assert again.hash == one.hash
    for uid, code in tags.items():
        assert again.look(bytearray(uid)) == code


def test_a_change_changes_the_hash() -> None:
    deck = Deck("followers")
    empty = deck.hash
    deck.add(b"\x04abc", 3)
    first = deck.hash
    assert first != empty
    deck.add(b"\x04abd", CONTROL)
    assert deck.hash != first
    deck.remove(b"\x04abd")
    assert deck.hash == first
    assert Deck("spooks").hash != empty


def test_an_unknown_tag_is_no_card() -> None:
    assert Deck("followers").look(b"\x04abc") == -1


def test_a_sticker_used_twice_or_a_card_enrolled_twice_is_said() -> None:
    deck = Deck("followers")
    deck.add(b"\x04abc", 3)
    assert deck.problem(b"\x04abc", 3) == "same_again"
    assert deck.problem(b"\x04abc", 4) == "tag_taken"
    assert deck.problem(b"\x04abd", 3) == "card_taken"
    assert deck.problem(b"\x88\x04a", 5) == "bad_uid"
    assert deck.problem(b"\x04abd", 256) == "bad_code"
    with pytest.raises(ValueError, match="tag_taken"):
        deck.add(b"\x04abc", 4)
    assert deck.look(b"\x04abc") == 3  # and one goes on where one was
    assert deck.problem(b"\x04abd", 4) == ""


def test_a_double_pack_has_two_stickers_a_card() -> None:
    """S13."""
    deck = Deck("spooks", copies=2)
    deck.add(b"\x04abc", 3)
    deck.add(b"\x04abd", 3)
    assert deck.problem(b"\x04abe", 3) == "card_taken"
    assert deck.tags_of(3) == [b"\x04abc", b"\x04abd"]


def test_control_tags_may_be_made_as_often_as_one_likes() -> None:
    deck = Deck("followers")
    for seat in range(4):
        deck.add(b"\x04ab" + bytes([seat]), CONTROL)
    assert len(deck.tags_of(CONTROL)) == 4


def test_79_of_80_cards_says_which_is_missing() -> None:
    deck = Deck("followers")
    for card in range(80):
        if card != 41:
            deck.add(b"\x04ab" + bytes([card]), card)
    assert deck.missing(range(80)) == [41]


@pytest.mark.parametrize("data", [b"", b"\x01\x01", b"\x02\x01\x00", b"\x01\x01\x00\x04abc"])
def test_other_bytes_are_no_deck(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"no deck|ends in the middle"):
        Deck.load(data)


_SAME = """
from shared_rules.deck import Deck
d = Deck("followers")
for i in range(90):
    d.add(bytes([4, (i * 37) % 251, i, 1, 2, 3, 4]), i if i < 60 else 68 + i)
print(d.hash, Deck.load(d.dump()).hash, d.look(bytearray([4, 37, 1, 1, 2, 3, 4])))
print(d.problem(b"1234", 3), d.problem(b"123", 3), d.missing(range(70)), d.tags_of(59))
"""


@requires_micropython
def test_micropython_has_the_same_deck(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(_SAME, "same", "exec"), {})
    assert run(_SAME) == capsys.readouterr().out
