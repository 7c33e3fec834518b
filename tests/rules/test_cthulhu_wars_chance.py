"""Cthulhu Wars under chance moves: what holds whatever is entered (W1-W12)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import cthulhu_wars as core
from shared_rules.cthulhu_wars_state import SIGNS
from shared_rules.cthulhu_wars_text import Move
from tapdeck.rules import cthulhu_wars
from tapdeck.rules.cthulhu_wars_state import State, known, unnamed
from tests.micropython import ROOT, requires_micropython, run
from tests.rules.cthulhu_wars_table import FACTIONS, chance

ACTIONS = 20_000


def start(rng: random.Random) -> tuple[int, dict[str, str]]:
    """Seats and headers, out of the ordinary more often than not."""
    seats = rng.randint(3, 5)
    headers = {"factions": ", ".join(rng.sample(FACTIONS, seats))}
    ranges = {"power": 12, "cultists": 6, "gates": 4, "goo": 2}
    for name, most in ranges.items():
        if rng.random() < 0.6:
            each = [str(rng.randint(0, most)) for _ in range(rng.choice((1, seats)))]
            headers[f"start.{name}"] = ", ".join(each)
    if rng.random() < 0.03:
        headers |= {"start.power": "0", "start.cultists": "0", "start.gates": "0"}
    return seats, headers


def on_paper(state: State) -> dict[int, int]:
    """Power after a gathering, reckoned once more by hand (W5, W6)."""
    found = {}
    for seat in state.seats:
        captives = sum(state.captives[seat - 1])
        gained = state.cultists[seat - 1] + captives + state.free
        found[seat] = state.power[seat - 1] + gained + state.gates[seat - 1] * 2
    highest = max(found.values())
    for seat, power in found.items():
        while found[seat] * 2 < highest:
            found[seat] += 1
        assert found[seat] >= power
    return found


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 1_000_000))
def test_w1_to_w12_invariants(seed: int) -> None:
    rng = random.Random(seed)
    seats, headers = start(rng)
    state = cthulhu_wars.initial({}, 1, None, seats, headers)
    for _ in range(400):
        move = chance(state, rng)
        reason = cthulhu_wars.check(state, move)
        bare = core.load(core.dump(state))
        if reason is not None:
            before = core.dump(state)
            assert cthulhu_wars.check(state, move) == reason
            assert core.dump(state) == before
            continue
        assert core.check(bare, move) is None  # never stricter than the full rules
        doom, rounds = list(state.doom), state.round
        expected = on_paper(state) if move.verb == "gather" else {}
        cthulhu_wars.apply(state, move)
        if (move.verb, move.signs) != ("show", ()) and state.at != core.OVER:
            core.apply(bare, move)
            assert core.dump(bare) == core.dump(state)
        for seat, power in expected.items():
            assert state.power[seat - 1] == power
        # W10: signs never exceed those there are, in all and of each value.
        assert sum(state.signs) + sum(state.shown) + state.left == sum(SIGNS)
        assert all(known(state, sign) <= count for sign, count in enumerate(SIGNS, 1))
        assert all(unnamed(state, seat) >= 0 for seat in state.seats)
        # W3, W12
        for seat in state.seats:
            captive = sum(row[seat - 1] for row in state.captives)
            assert 0 <= state.cultists[seat - 1] + captive <= 6
            assert not state.captives[seat - 1][seat - 1]
        lowest = (state.power, state.gates, state.goo, state.cultists, [state.free])
        assert all(number >= 0 for numbers in lowest for number in numbers)
        assert all(0 <= books <= 6 for books in state.books)
        # Doom only falls by undo, and the rounds have all of it.
        assert all(now >= then for now, then in zip(state.doom, doom, strict=True))
        assert state.round == rounds + (move.verb == "gather") == len(state.rounds)
        for seat in state.seats:
            earned = sum(each["points"][str(seat)] for each in state.rounds)
            assert earned == state.doom[seat - 1]
        # W8, W9
        assert 0 <= state.decided <= seats
        assert 1 <= state.space <= core.end_space(state)
        assert len(core.dump(state)) <= 256
        check_end(state)


def check_end(state: State) -> None:
    """W6, W11: who has won, if anybody has."""
    result = cthulhu_wars.summary(state)
    assert result["finished"] == (result["winner"] is not None)
    if not result["finished"]:
        return
    assert core.phase(state) == "over"
    winner = result["winner"]
    ready = {seat: state.doom[seat - 1] for seat in state.seats if state.books[seat - 1] == 6}
    if winner == "humanity":
        assert not ready or not any(state.power)
    else:
        assert winner == [seat for seat, doom in ready.items() if doom == max(ready.values())]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bytes_go_there_and_back(seats: int) -> None:
    """Every field, with a value of its own, the most that a place must hold."""
    state = core.initial({}, 1, seats)
    fields = list(range(1, 60))
    state.factions = fields[:seats]
    state.round, state.at, state.first = 70_000, 3, seats
    state.clockwise, state.advanced, state.forsaken = False, True, True
    state.decided, state.space, state.free, state.left = 2, 7, 123_456, 35
    state.shown = [18, 12, 6]
    for name in ("cultists", "books", "signs"):
        setattr(state, name, [fields.pop() for _ in range(seats)])
    for name in ("power", "doom", "gates", "goo"):
        setattr(state, name, [fields.pop() * 70_000 for _ in range(seats)])
    state.captives = [[seat * 10 + other for other in range(seats)] for seat in range(seats)]
    data = core.dump(state)
    assert len(data) <= 256
    again = core.load(data)
    for name in core.State.__slots__:
        assert getattr(again, name) == getattr(state, name), name
    for wrong in (b"", data[:-1], bytes([99]) + data[1:]):
        with pytest.raises(ValueError, match="no state of cthulhu_wars"):
            core.load(wrong)


# --- Both interpreters ------------------------------------------------------------------------

# A line is `game SEATS NAME=VALUE…` with a value's commas and no spaces, else a transcript line.
JUDGE = """
import binascii
import sys

from shared_rules import cthulhu_wars as core

state = core.initial()
crc = 0
with open(sys.argv[1]) as lines:
    for place, line in enumerate(lines):
        words = line.split()
        if words[0] == "game":
            headers = {}
            for word in words[2:]:
                name, value = word.split("=")
                headers[name] = value
            state = core.initial({}, 1, int(words[1]), headers)
            continue
        move = core.parse(line)
        verdict = core.check(state, move) or "ok"
        if verdict == "ok":
            core.apply(state, move)
        data = core.dump(state)
        crc = binascii.crc32(data, crc)
        if place % 7 == 0:
            state = core.load(data)
        shown = core.show(state)
        print(
            verdict,
            core.line(move) == line.strip(),
            core.phase(state),
            core.turn(state),
            ",".join(shown["seats"]),
            "/".join(shown["strip"]),
            "|".join(shown["rows"]),
            ",".join([str(seat) for seat in core.winners(state)]),
            "%08x" % (crc & 0xFFFFFFFF),
        )
"""


def write_actions(path: Path) -> Counter[str]:
    """Write the file; how often each verdict comes up in it."""
    rng = random.Random(20_000)
    verdicts: Counter[str] = Counter()
    lines: list[str] = []
    state = core.initial()
    while sum(verdicts.values()) < ACTIONS:
        if not lines or rng.random() < (0.2 if state.at == core.OVER else 0.001):
            seats, headers = start(rng)
            state = core.initial({}, 1, seats, headers)
            pairs = [f"{name}={value.replace(' ', '')}" for name, value in headers.items()]
            lines.append(" ".join(["game", str(seats), *pairs]))
        move: Move = chance(state, rng)
        verdict = core.check(state, move)
        verdicts[verdict or "ok"] += 1
        lines.append(core.line(move))
        if verdict is None:
            core.apply(state, move)
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return verdicts


@requires_micropython
def test_w1_to_w12_equal_verdicts_on_both_interpreters(tmp_path: Path) -> None:
    actions = tmp_path / "actions"
    verdicts = write_actions(actions)
    # Chance has reached every reason a bare table has.
    assert set(verdicts) == {"ok", *(reason for reason, _ in core.RULES)}
    program = tmp_path / "judge.py"
    program.write_text(JUDGE, encoding="ascii")
    done = subprocess.run(
        [sys.executable, str(program), str(actions)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    here = done.stdout.splitlines()
    there = run(str(program), args=[str(actions)]).splitlines()
    assert len(here) == ACTIONS
    assert Counter(line.split()[0] for line in here) == verdicts
    assert all(line.split()[1] == "True" for line in here)
    for place, (one, other) in enumerate(zip(here, there, strict=True)):
        assert one == other, f"action {place}"
