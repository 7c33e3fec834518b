"""Decks: what is refused, what is missing, and the one of the simulated table."""

import pytest

from shared_rules import packs
from tapdeck import decks
from tapdeck.decks import DeckError


def problems(pack, *tags):
    with pytest.raises(DeckError) as caught:
        decks.checked("deck", pack, tags)
    return [(problem.key, dict(problem.params)) for problem in caught.value.problems]


def test_the_simulated_deck_is_whole_and_always_the_same():
    deck = decks.simulated_deck("followers")
    assert deck == decks.simulated_deck("followers")
    assert decks.missing(deck) == []
    assert set(deck.tags.values()) == set(packs.codes("followers")) | set(packs.CONTROLS)
    assert all(len(uid) == 14 and uid.startswith("04") for uid in deck.tags)


def test_no_two_packs_of_the_simulated_table_share_a_sticker():
    uids = [uid for game in packs.games() for uid in decks.simulated_deck(game).tags]
    assert len(uids) == len(set(uids))
    assert len({decks.simulated_name(game) for game in packs.games()}) == len(packs.games())


def test_every_problem_is_named_with_tag_and_card():
    """Two stickers with one UID, a card with two stickers, a card of another game."""
    found = problems(
        "followers",
        ("04A1B2C3", "5H"),
        ("04a1b2c3", "6H"),
        ("04A1B2C4", "5H"),
        ("04A1B2C5", "SP1"),
        ("nonsense", "7H"),
        ("04A1B2C3", "5H"),
    )
    assert [key for key, _ in found] == [
        "deck.uid_twice",
        "deck.card_twice",
        "deck.unknown_code",
        "deck.bad_uid",
        "deck.uid_twice",
    ]
    assert found[0][1]["other"] == "5H"
    assert found[1][1]["other"] == "04A1B2C3"


def test_a_card_has_as_many_stickers_as_it_may_be_in_play():
    """S13: two packs of Spooks, so two stickers a card, and no third."""
    tags = [("04A1B2C3", "SP1"), ("04A1B2C4", "SP1")]
    deck = decks.checked("deck", "spooks", tags)
    assert [decks.uid_of(deck, "SP1", copy) for copy in (1, 2)] == ["04A1B2C3", "04A1B2C4"]
    with pytest.raises(KeyError):
        decks.uid_of(deck, "SP1", 3)
    assert decks.for_board(deck).copies == 2
    assert [key for key, _ in problems("spooks", *tags, ("04A1B2C5", "SP1"))] == ["deck.card_twice"]
    simulated = decks.simulated_deck("spooks")
    held = list(simulated.tags.values())
    assert all(held.count(code) == 2 for code in packs.codes("spooks"))
    assert decks.for_board(simulated).copies == 2


def test_a_control_may_have_many_stickers():
    deck = decks.checked("deck", "followers", [("04A1B2C3", "undo"), ("04A1B2C4", "undo")])
    assert decks.uid_of(deck, "undo") == "04A1B2C3"
    with pytest.raises(KeyError):
        decks.uid_of(deck, "pass")


def test_missing_cards_are_listed_but_not_the_extension():
    """79 of 80 cards enrolled: say which one is not. E1-E4 lie apart (F1)."""
    tags = [
        (uid, code)
        for uid, code in decks.simulated_deck("followers").tags.items()
        if code not in ("NB", "E1", "E2")
    ]
    assert decks.missing(decks.checked("deck", "followers", tags)) == ["NB"]


def test_a_deck_reaches_the_board_as_it_is():
    stored = decks.simulated_deck("followers")
    deck = decks.for_board(stored)
    assert decks.words(deck) == stored.tags
    for uid, word in stored.tags.items():
        assert decks.word_of("followers", deck.look(bytes.fromhex(uid))) == word


def test_a_uid_may_be_written_with_colons_or_spaces():
    assert decks.parse_uid("04:a1 B2-c3") == bytes.fromhex("04A1B2C3")
    assert decks.parse_uid("04:zz") == b""
