"""Simulated players of Cultivation: whole matches against the core alone."""

from __future__ import annotations

from collections import Counter

import pytest

from shared_rules import cultivation as core
from tapdeck.players import Answer, cultivation
from tapdeck.players.cultivation import DEALS, NAMES, Party
from tests.host.bare_table import BareTable


def play(seed: int, options: dict[str, str] | None = None, first: int = 1) -> BareTable:
    bare = BareTable(options or {}, first, "cultivation", seats=len(NAMES), deals=DEALS)
    party = Party(seed, options, first)
    match = party.play()
    answer: Answer | None = None
    while True:
        try:
            gesture = match.send(answer)
        except StopIteration:
            break
        answer = bare.do(gesture)
        counts = [len(party.hands[seat]) for seat in range(1, len(NAMES) + 1)]
        if gesture.line.endswith(" end"):
            assert counts == bare.state.counts
    assert core.dump(party.state) == core.dump(bare.state)
    return bare


@pytest.mark.parametrize("second", ["off", "on"])
def test_c13_matches_come_to_their_end(second: str) -> None:
    """C2, C6, C7: with every verb there is; what the players hold is what the table counts."""
    verbs: Counter[str] = Counter()
    for seed in range(6):
        bare = play(seed, {"treasure_second_group": second}, seed % 4 + 1)
        assert core.phase(bare.state) == "match_over"
        assert core.winners(bare.state)
        assert not any(bare.pending.values())
        verbs.update(line.split()[-1 if line == "new" else 1] for line, _ in bare.lines)
    assert {*core.VERBS, "undo"} == set(verbs)


def test_a_seed_gives_one_match() -> None:
    assert play(7).lines == play(7).lines
    assert play(7).lines != play(8).lines


@pytest.mark.parametrize("seed", range(6))
def test_a_match_shows_a_refusal_a_wrong_tap_and_a_group_taken_back(seed: int) -> None:
    bare = play(seed)
    refused = sum(1 for _, reason in bare.lines if reason)
    assert refused
    undos = sum(1 for line, _ in bare.lines if line.endswith(" undo"))
    assert undos
    assert bare.gestures["long"] > undos + refused


def test_players_say_which_of_two_things_cards_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """C4: with the `other` tag, where it is not the best."""
    monkeypatch.setattr(cultivation, "OTHER", 1.0)
    kinds = {
        line.split()[-1] for seed in range(4) for line, _ in play(seed).lines if " as " in line
    }
    assert kinds >= {"elixir", "artifact", "formation", "beast", "metal"}
