"""Which plays there are in Followers and which beats which, against an oracle (F6-F13)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules import followers_plays as plays
from shared_rules import packs
from tests.rules import oracle_followers as oracle
from tests.rules.followers_table import cards

CARD = {code: packs.index("followers", code) for code in oracle.PACK}
READING = {plays.describe(pair): pair for pair in [(t, r) for t in range(1, 10) for r in range(17)]}


def names(codes: list[str]) -> list[str]:
    """The core's readings of some cards, in words, the highest first."""
    return [plays.describe(each) for each in plays.readings(tuple(CARD[code] for code in codes))]


def agree(codes: list[str]) -> None:
    """The core and the oracle say the same of these cards."""
    assert names(codes) == oracle.readings(codes), codes


def near_combination(rng: random.Random, table: list[list[str]]) -> list[str]:
    """A combination with a card or two exchanged, added or left out, perhaps for a wild."""
    codes = list(rng.choice(table))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        change = rng.random()
        other = rng.choice(oracle.WILDS if rng.random() < 0.6 else oracle.PACK)
        if change < 0.7:
            codes[rng.randrange(len(codes))] = other
        elif change < 0.85 and len(codes) > 1:
            codes.pop(rng.randrange(len(codes)))
        else:
            codes.append(other)
    codes = sorted(set(codes))
    rng.shuffle(codes)
    return codes


@pytest.mark.parametrize("size", [1, 2, 3])
def test_f6_every_play_of_up_to_three_cards_is_what_the_oracle_says(size: int) -> None:
    for codes in combinations(oracle.PACK, size):
        agree(list(codes))


def test_f6_f9_random_plays_are_what_the_oracle_says() -> None:
    rng = random.Random(6)
    for _ in range(40_000):
        agree(rng.sample(oracle.PACK, rng.randint(1, 6)))


def test_f6_f9_plays_near_a_combination_are_what_the_oracle_says() -> None:
    rng = random.Random(9)
    by_type: dict[str, list[list[str]]] = {}
    for combination, name in oracle.TABLE.items():
        by_type.setdefault(name.split()[0], []).append(sorted(combination))
    tables = list(by_type.values())
    with_reading = 0
    for _ in range(80_000):
        codes = near_combination(rng, rng.choice(tables))
        agree(codes)
        with_reading += bool(oracle.readings(codes))
    assert with_reading > 30_000  # chance has not left out the interesting ones


def test_f6_every_plain_combination_has_its_one_reading() -> None:
    for combination, name in oracle.TABLE.items():
        assert names(sorted(combination)) == [name]


def test_f7_every_rank_of_every_type_exists() -> None:
    assert set(oracle.TABLE.values()) == set(oracle.LADDER)
    counts: dict[str, int] = {}
    for name in oracle.LADDER:
        kind = name.split()[0]
        counts[kind] = counts.get(kind, 0) + 1
    assert counts["adjacent_pairs"] == 13
    assert counts["straight"] == counts["straight_flush"] == 10


def test_f9_a_wild_completes_every_combination_of_number_cards() -> None:
    for combination, name in oracle.TABLE.items():
        if len(combination) < 2 or "LJ" in combination:
            continue
        codes = sorted(combination)
        for place in range(len(codes)):
            found = names([*codes[:place], "W3", *codes[place + 1 :]])
            assert name in found
            assert found == sorted(found, key=lambda each: -oracle.STEP[each])


def test_f9_which_wild_and_in_which_place_makes_no_difference() -> None:
    rng = random.Random(3)
    for _ in range(3000):
        codes = rng.sample(oracle.NUMBER_CARDS, rng.randint(1, 4))
        first = names(["W1", *codes])
        for wild in oracle.WILDS[1:]:
            place = rng.randint(0, len(codes))
            assert names([*codes[:place], wild, *codes[place:]]) == first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2S 3H 4C 5D W1", ["straight 6", "straight 5"]),  # F10: 2345+W is 23456
        ("3S 3H 5C 5D W1", ["full_house 5", "full_house 3"]),  # F10: 3355+W is 55533
        ("5S 5H 5C W2", ["four 5"]),  # F9: not also an adjacent pair
        ("2S 2H 2C 2D W1", []),  # F9: five of a rank are no type
        ("2S 3S 4S 5S W1", ["straight_flush 6", "straight_flush 5", "straight 6", "straight 5"]),
        ("TS JS QS KS W4", ["straight_flush A", "straight_flush K", "straight A", "straight K"]),
        ("AS 2S 3S 5S W1", ["straight_flush 5", "straight 5"]),
        ("5S 6S 7S 8S 9S", ["straight_flush 9"]),  # F10: suited plain cards are nothing else
        ("AS AH 2C 2D", ["adjacent_pairs 2"]),  # F7
        ("KS KH AC AD", ["adjacent_pairs A"]),
        ("AS AH 2C W1", ["adjacent_pairs 2"]),
        ("KS KH 2C 2D", []),  # F7: no KA2 wrap
        ("QS KS AS 2S 3S", []),
        ("JS QH KS AS 2S", []),
        ("JS QH KS AS W1", ["straight A"]),
        ("AS W1", ["pair A"]),
        ("AS KS W1", []),
        ("W1", []),
        ("W1 W2", []),
        ("W1 LJ", []),
        ("W1 LJ BJ", []),
        ("W1 NB", []),  # F9: never beside NB or X8
        ("W1 X8", []),
        ("NB X8", []),
        ("LJ BJ", ["jokers BJ"]),
        ("BJ LJ", ["jokers BJ"]),
        ("LJ LJ", []),
        ("LJ 2S", []),  # F12
        ("E1", []),  # F1: lies apart
        ("E1 2S", []),
        ("2S 2H 3S 3H 4S 4H", []),  # F6: adjacent pairs are exactly 4 cards
        ("2S 3S 4S 5S 6S 7S", []),  # F6: straights exactly 5
        ("2S 3S 4S 5S", []),
        ("", []),
    ],
)
def test_f6_to_f13_examples(text: str, expected: list[str]) -> None:
    assert [plays.describe(each) for each in plays.readings(cards(text))] == expected


def test_f1_what_is_no_card_is_no_play() -> None:
    assert plays.readings((-1,)) == ()
    assert plays.readings((-1, 0)) == ()
    assert plays.readings((64,)) == ()


# --- Which beats which ----------------------------------------------------------------------

ladder = st.sampled_from(oracle.LADDER)
BOMBS = ("four", "straight_flush", "jokers")


@given(ladder, ladder)
def test_f8_beats_is_the_oracles(one: str, other: str) -> None:
    assert (READING[one] > READING[other]) == oracle.beats(one, other)


@given(ladder, ladder, ladder)
def test_f8_beats_is_a_strict_order(one: str, two: str, three: str) -> None:
    a, b, c = READING[one], READING[two], READING[three]
    assert not a > a  # an equal play never beats
    assert not (a > b and b > a)
    if a > b and b > c:
        assert a > c
    if a[0] != b[0]:
        assert (a > b) != (b > a)  # one of two types is always the higher


@given(ladder, ladder)
def test_f6_a_bomb_beats_whatever_is_none(one: str, other: str) -> None:
    if one.split()[0] in BOMBS and other.split()[0] not in BOMBS:
        assert READING[one] > READING[other]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("pair A", "single 2"),
        ("pair 2", "single BJ"),  # F8: whatever the number of cards
        ("triple 2", "pair A"),
        ("triple 2", "adjacent_pairs A"),
        ("straight 5", "triple A"),
        ("full_house 2", "straight A"),
        ("four 2", "full_house A"),
        ("straight_flush 5", "four A"),
        ("jokers BJ", "straight_flush A"),
        ("single BJ", "single LJ"),  # F12
        ("single LJ", "single A"),
        ("single 2", "single X8"),  # F13
        ("single X8", "single NB"),
        ("adjacent_pairs 3", "adjacent_pairs 2"),  # F7: the ace is low in AA22
        ("straight 6", "straight 5"),
        ("straight A", "straight 5"),
    ],
)
def test_f8_examples(higher: str, lower: str) -> None:
    assert READING[higher] > READING[lower]
    assert not READING[lower] > READING[higher]


@pytest.mark.parametrize("name", oracle.LADDER)
def test_f11_tokens(name: str) -> None:
    expected = {"four": 1, "straight_flush": 1, "jokers": 2}.get(name.split()[0], 0)
    assert plays.tokens_of(READING[name][0]) == expected


def test_f14_points_of_the_pack() -> None:
    worth = {code: plays.points_of(card) for code, card in CARD.items()}
    assert sum(worth.values()) == 100
    for code, points in worth.items():
        expected = {"5": 5, "T": 10, "K": 10}.get(code[0], 0) if code[-1] in "SHCD" else 0
        assert points == expected
    assert [plays.points_of(card) for card in (-1, 60, 63)] == [0, 0, 0]  # F9, F1


def test_f1_the_words_for_types_go_both_ways() -> None:
    for kind in range(1, 10):
        assert plays.type_of(plays.TYPE_NAMES[kind]) == kind
    assert plays.type_of("flush") == 0
    assert plays.type_of("") == 0
    assert plays.codes(cards("TH W1 NB")) == "TH W1 NB"
