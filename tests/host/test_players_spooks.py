"""Simulated players of Spooks: whole matches against the core alone."""

from __future__ import annotations

import pytest

from shared_rules import spooks as core
from shared_rules import spooks_state as table
from tapdeck.players import Answer
from tapdeck.players.spooks import NAMES, Party
from tests.host.bare_table import BareTable

OPTIONS: list[dict[str, str]] = [
    {},
    {"extra_hand": "on"},
    {"scored": "on"},
    {"scored": "on", "elimination": "on"},
    {"double_pack": "on"},
    {"strong_masters": "on"},
    {"scored": "on", "double_pack": "on", "strong_masters": "on", "extra_hand": "on"},
]


def play(seed: int, options: dict[str, str] | None = None, first: int = 1) -> BareTable:
    bare = BareTable(options or {}, first, "spooks", seats=len(NAMES))
    match = Party(seed, options, first).play()
    answer: Answer | None = None
    while True:
        try:
            gesture = match.send(answer)
        except StopIteration:
            return bare
        answer = bare.do(gesture)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "-")
def test_matches_come_to_their_end_with_every_option(options: dict[str, str]) -> None:
    """S11, S12; what the players hold is what the table would count."""
    for seed in range(4):
        bare = play(seed, options, seed % 4 + 1)
        assert core.phase(bare.state) == "match_over"
        assert table.match_winners(bare.state)
        assert not any(bare.pending.values())


def test_a_seed_gives_one_match() -> None:
    assert play(7).lines == play(7).lines
    assert play(7).lines != play(8).lines


@pytest.mark.parametrize("seed", range(6))
def test_a_match_shows_a_refusal_a_wrong_tap_and_a_play_taken_back(seed: int) -> None:
    bare = play(seed)
    assert [reason for _, reason in bare.lines if reason]
    undos = sum(1 for line, _ in bare.lines if line.endswith(" undo"))
    assert undos
    refused = sum(1 for _, reason in bare.lines if reason)
    assert bare.gestures["long"] > undos + refused


def test_all_verbs_are_seen() -> None:
    seen = set()
    for seed in range(8):
        for line, _ in play(seed, OPTIONS[-1]).lines:
            seen.add(line.split()[0 if line == "new" else 1])
    assert {"play", "pass", "choose", "run", "give", "hand", "undo", "new"} <= seen


def test_nobody_plays_a_card_they_never_held() -> None:
    """S2: in one deal each card leaves hands once, undone plays and gifts aside."""
    left: dict[str, int] = {}
    last = ""
    for line, reason in play(3, {"scored": "on"}).lines:
        words = line.split()
        if words[0] == "new":
            left.clear()
        elif reason is None and words[1] == "undo":
            left = {code: seat for code, seat in left.items() if code != last}
        elif reason is None and words[1] in ("play", "choose", "run", "hand"):
            for code in words[2:]:
                assert code not in left
                left[code] = int(words[0])
                last = code
