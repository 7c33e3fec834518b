"""The same verdicts on both interpreters: a board judges Spooks as the host does (S1-S15).

Actions, most of them refused, are written to a file here; one and the same program judges them
under CPython and under MicroPython and prints what it found.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from shared_rules import spooks
from shared_rules import spooks_state as table
from shared_rules.actions import Action
from tapdeck.players.spooks import choose
from tests.micropython import ROOT, requires_micropython, run
from tests.rules.spooks_table import anything, known_reasons

ACTIONS = 12_000

# A line is `match SEATS DEALER NAME…` (the options that are on), or `SEAT VERB TO CARDS` with
# cards as numbers and commas, `-` for none.
JUDGE = """
import binascii
import sys

from shared_rules import spooks
from shared_rules.actions import Action

state = spooks.initial()
crc = 0
with open(sys.argv[1]) as lines:
    for place, line in enumerate(lines):
        words = line.split()
        if words[0] == "match":
            options = {}
            for word in words[3:]:
                options[word] = "on"
            state = spooks.initial(options, int(words[2]), int(words[1]))
            continue
        cards = tuple([int(each) for each in words[3].split(",")]) if words[3] != "-" else ()
        act = Action(int(words[0]), words[1], cards, int(words[2]))
        verdict = spooks.check(state, act) or "ok"
        if verdict == "ok":
            spooks.apply(state, act)
            written = spooks.line(act)
            assert spooks.line(spooks.parse(written)) == written
        data = spooks.dump(state)
        crc = binascii.crc32(data, crc)
        if place % 7 == 0:
            state = spooks.load(data)
        shown = spooks.show(state)
        print(
            verdict,
            spooks.phase(state),
            spooks.turn(state),
            spooks.choosers(state),
            ",".join(shown["seats"]),
            shown["digits"],
            shown["strip"],
            shown["blink"],
            shown["fill"],
            shown["run"],
            "%08x" % (crc & 0xFFFFFFFF),
        )
"""


def written(act: Action) -> str:
    cards = ",".join(str(card) for card in act.cards) or "-"
    return f"{act.seat} {act.verb} {act.number} {cards}"


def hands_of(state: spooks.State, rng: random.Random) -> list[list[int]]:
    """Hands that fit what was seen and the counts."""
    left = [card for card in range(56) for _ in range(state.copies - state.times_seen(card))]
    rng.shuffle(left)
    hands = []
    for count in state.counts:
        hands.append(sorted(left[:count]))
        left = left[count:]
    return hands


def write_actions(path: Path) -> Counter[str]:
    """Write the file; how often each verdict comes up in it."""
    rng = random.Random(2007)
    verdicts: Counter[str] = Counter()
    lines: list[str] = []
    state = spooks.initial()
    while sum(verdicts.values()) < ACTIONS:
        if not lines or rng.random() < (0.3 if state.ended == table.MATCH_OVER else 0.0005):
            on = [name for name, _ in spooks.OPTIONS if rng.random() < 0.5]
            if rng.random() < 0.5 and "scored" not in on:
                on.append("scored")
            seats = rng.choice((3, 4, 5, 6, 12 if "double_pack" in on else 3))
            dealer = rng.randint(1, seats)
            state = spooks.initial(dict.fromkeys(on, "on"), dealer, seats)
            lines.append(" ".join(["match", str(seats), str(dealer), *on]))
        hands = hands_of(state, rng)
        act: Action | None = None
        if rng.random() < 0.5:
            if state.ended:
                asked = table.choosers(state)
                act = Action(0, "new")
                if asked:
                    act = Action(asked[0], "hand", tuple(hands[asked[0] - 1]))
            else:
                seat = state.turn or rng.choice(table.choosers(state) or [1])
                act = choose(state, seat, hands[seat - 1])
        act = act or anything(state, hands, rng)
        verdict = spooks.check(state, act)
        verdicts[verdict or "ok"] += 1
        lines.append(written(act))
        if verdict is None:
            spooks.apply(state, act)
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return verdicts


@requires_micropython
def test_s1_to_s15_equal_verdicts_on_both_interpreters(tmp_path: Path) -> None:
    actions = tmp_path / "actions"
    verdicts = write_actions(actions)
    assert sum(verdicts.values()) == ACTIONS
    # Chance has reached every reason a bare table has.
    assert set(verdicts) == {"ok", *known_reasons()}
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
    for place, (one, other) in enumerate(zip(here, there, strict=True)):
        assert one == other, f"action {place}"
