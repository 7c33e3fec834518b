"""Simulated players: whole matches against the core, and what a hand can do against brute force."""

import random
from itertools import combinations as subsets

import pytest

from shared_rules import followers as core
from shared_rules import followers_plays as plays
from shared_rules import packs
from tapdeck import players
from tapdeck.players import Answer, PlayersError
from tapdeck.players import followers_hands as hands
from tests.host.bare_table import BareTable

OPTIONS: list[dict[str, str]] = [
    {},
    {"lone_joker": "never"},
    {"eighth": "dog"},
    {"eighth": "absent"},
    {"lead_after_out": "partner"},
    {"call_order": "strict"},
    {"lone_joker": "never", "eighth": "absent", "call_order": "strict"},
]


def play(seed: int, options: dict[str, str] | None = None, first: int = 1) -> BareTable:
    table = BareTable(options or {}, first)
    match = players.party("followers", seed, options, first).play()
    answer: Answer | None = None
    while True:
        try:
            gesture = match.send(answer)
        except StopIteration:
            return table
        answer = table.do(gesture)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options.values()) or "-")
def test_matches_come_to_their_end_with_every_option(options: dict[str, str]) -> None:
    """F21; F16 ends what would otherwise go round for ever."""
    for seed in range(3):
        table = play(seed, options, seed % 4 + 1)
        assert core.phase(table.state) == "match_over"
        assert core.winner(table.state) in (1, 2)
        assert not any(table.pending.values())


def test_a_seed_gives_one_match() -> None:
    assert play(7).lines == play(7).lines
    assert play(7).lines != play(8).lines


@pytest.mark.parametrize("seed", range(8))
def test_the_first_deal_shows_a_refusal_a_wrong_tap_and_a_play_taken_back(seed: int) -> None:
    table = play(seed)
    lines = [line for line, _ in table.lines]
    first_deal = table.lines[: lines.index("new")]
    refused = [reason for _, reason in first_deal if reason]
    assert refused
    assert any(line.endswith(" undo") for line, _ in first_deal)
    # Every refused play is put back with a long press, and so is each wrongly tapped card.
    undos = sum(1 for line in lines if line.endswith(" undo"))
    all_refused = sum(1 for _, reason in table.lines if reason)
    assert table.gestures["long"] > undos + all_refused


def test_all_kinds_of_play_are_seen() -> None:
    """F6: in a handful of matches every type is played, and wilds, calls and yields are used."""
    kinds: set[int] = set()
    verbs: set[str] = set()
    for seed in range(6):
        for line, reason in play(seed).lines:
            words = line.split()
            verbs.update(words[1:2])
            if reason is None and words[1:2] == ["play"]:
                cards = tuple(packs.index("followers", code) for code in words[2:])
                kinds.add(plays.readings(cards)[0][0])
    assert kinds == set(range(plays.SINGLE, plays.JOKERS + 1))
    assert {"play", "pass", "yield", "great", "small", "nocall", "undo"} <= verbs


def test_nobody_plays_a_card_twice_or_another_players_card() -> None:
    """F2: after the exchange each card is played from one hand only."""
    played: dict[str, int] = {}
    for line, reason in play(3).lines:
        words = line.split()
        if words == ["new"]:
            played.clear()
        if reason is None and words[1:2] == ["play"]:
            for code in words[2:]:
                # A card that was taken back is laid again by the same seat.
                assert played.setdefault(code, int(words[0])) == int(words[0])


@pytest.mark.parametrize("seed", range(6))
def test_every_type_and_rank_that_a_hand_can_make_is_offered(seed: int) -> None:
    """F6-F10 against all subsets of a hand."""
    rng = random.Random(seed)
    pack = list(range(plays.IN_PLAY))
    hand = rng.sample(pack, 12)
    if seed % 2:
        hand = sorted({*hand[:10], 52, 57, 58})  # with a wild and both jokers
    reachable = {
        reading
        for size in range(1, plays.MOST_CARDS + 1)
        for cards in subsets(sorted(hand), size)
        for reading in plays.readings(cards)[:1]
    }
    offered = {plays.readings(cards)[0] for cards in hands.combinations(hand)}
    assert offered == reachable


def test_a_hand_of_wilds_has_no_play() -> None:
    """F9, F16: its holder can only yield."""
    assert hands.combinations([52, 54]) == []


def test_an_answer_nobody_expected_stops_the_players() -> None:
    match = players.party("followers", 1).play()
    gesture = match.send(None)
    while not gesture.line:
        gesture = match.send(None)
    with pytest.raises(PlayersError, match="the players expected ok"):
        match.send(Answer("not_your_turn"))


def test_a_missing_answer_stops_the_players() -> None:
    match = players.party("followers", 1).play()
    gesture = match.send(None)
    while not gesture.line:
        gesture = match.send(None)
    with pytest.raises(PlayersError, match="did not answer"):
        match.send(None)


def test_an_unknown_game_names_those_with_players() -> None:
    with pytest.raises(ValueError, match="there are for: followers"):
        players.party("whist", 1)
