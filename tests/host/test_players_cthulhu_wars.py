"""Simulated players of Cthulhu Wars: whole games under the full rules."""

from __future__ import annotations

from collections import Counter

import pytest

from shared_rules import cthulhu_wars_state as table
from tapdeck import transcript
from tapdeck.players import PlayersError
from tapdeck.players.cthulhu_wars import Players
from tapdeck.session import Session, Setup, summary


def play(seed: int, seats: int = 3) -> tuple[Players, Session]:
    """A whole game."""
    players = Players(seed, seats)
    session = Session(Setup("cthulhu_wars", players.names, headers=players.headers))
    game = players.lines()
    line = next(game)
    while True:
        verdict = session.do(line)
        try:
            line = game.send(verdict.reason)
        except StopIteration:
            return players, session


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_w1_to_w12_games_come_to_their_end(seats: int) -> None:
    for seed in range(8):
        players, session = play(seed, seats)
        result = summary(session)
        assert result["finished"], seed
        assert players.mistakes == sum(1 for entry in session.log if not entry.verdict.ok)
        assert all(entry.line.split()[-1] != "undo" or entry.verdict.ok for entry in session.log)


def test_all_that_a_tracker_knows_is_played() -> None:
    verbs: Counter[str] = Counter()
    reasons: Counter[str | None] = Counter()
    winners = set()
    ends = set()
    for seed in range(40):
        _, session = play(seed, 3 + seed % 3)
        winners.add(type(summary(session)["winner"]))
        state = session.state
        ends.add("track" if state.space == table.end_space(state) else "doom")
        for entry in session.log:
            words = entry.line.split()
            verbs[words[1] if words[0].isdigit() else words[0]] += 1
            reasons[entry.verdict.reason] += 1
    assert set(verbs) == set(session.game.VERBS) - {"new"} | {"undo"}
    assert reasons["not_enough_power"]
    assert reasons["wrong_first"] or reasons["choose_first"]
    assert winners == {list, str}
    assert ends == {"track", "doom"}


def test_a_game_goes_to_text_and_back() -> None:
    _, session = play(5, 4)
    again = transcript.score(transcript.export(session))
    assert again["totals"] == summary(session)["totals"]
    assert again["winner"] == summary(session)["winner"]
    assert all(line["ok"] for line in again["lines"])


def test_a_seed_gives_one_game() -> None:
    first, second, other = ([entry.line for entry in play(seed)[1].log] for seed in (7, 7, 8))
    assert first == second != other


def test_an_answer_that_cannot_be_explained_is_an_error() -> None:
    game = Players(1).lines()
    assert next(game) == "gather"
    with pytest.raises(PlayersError, match="the table said wrong_phase to 'gather'"):
        game.send("wrong_phase")
