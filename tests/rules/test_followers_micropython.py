"""The same verdicts on both interpreters: a board judges as the host does (F1-F21).

Twenty thousand actions, most of them refused, are written to a file here; one and the same
program judges them under CPython and under MicroPython and prints what it found.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

from shared_rules import followers
from shared_rules.actions import Action
from tests.micropython import ROOT, requires_micropython, run
from tests.rules.followers_table import IN_PLAY, WILDS, carry_out, choose, deal

ACTIONS = 20_000

# A line is `match FIRST NAME=VALUE…` or `SEAT VERB CARDS WANT`, with cards and a wanted reading
# as numbers and commas, `-` for none.
JUDGE = """
import binascii
import sys

from shared_rules import followers
from shared_rules.actions import Action


def numbers(word):
    return tuple([int(each) for each in word.split(",")]) if word != "-" else ()


state = followers.initial()
crc = 0
with open(sys.argv[1]) as lines:
    for place, line in enumerate(lines):
        words = line.split()
        if words[0] == "match":
            options = {}
            for word in words[2:]:
                name, value = word.split("=")
                options[name] = value
            state = followers.initial(options, int(words[1]))
            continue
        act = Action(int(words[0]), words[1], numbers(words[2]), 0, numbers(words[3]) or None)
        verdict = followers.check(state, act) or "ok"
        read = followers.reading(state, act) if words[1] == "play" else None
        if verdict == "ok":
            followers.apply(state, act)
        data = followers.dump(state)
        crc = binascii.crc32(data, crc)
        if place % 7 == 0:
            state = followers.load(data)
        shown = followers.show(state)
        print(
            verdict,
            followers.describe(read) if read else "-",
            followers.phase(state),
            followers.turn(state),
            ",".join(shown["seats"]),
            shown["strip"],
            shown["digits"],
            "%08x" % (crc & 0xFFFFFFFF),
        )
"""


def written(act: Action) -> str:
    cards = ",".join(str(card) for card in act.cards) or "-"
    want = ",".join(str(part) for part in act.want) if act.want else "-"
    return f"{act.seat} {act.verb} {cards} {want}"


def astray(state: followers.State, hands: list[set[int]], rng: random.Random) -> Action:
    """An action that is mostly wrong, often only a little."""
    seat = state.turn if rng.random() < 0.7 and state.turn else rng.randint(1, 4)
    verb = "play" if rng.random() < 0.7 else rng.choice(followers.VERBS)
    if not state.opened and rng.random() < 0.5:
        verb = rng.choice(followers.CALL_VERBS)
    cards: tuple[int, ...] = ()
    if verb == "play":
        size = rng.choice((1, 1, 2, 2, 3, 4, 5, 6))
        source = sorted(hands[seat - 1]) if rng.random() < 0.8 else list(range(-1, 64))
        if rng.random() < 0.5 and source:
            rank = rng.choice(source) // 4
            source = [card for card in source if card // 4 in (rank, rank + 1)] + [
                card for card in source if card >= WILDS[0]
            ]
        cards = tuple(rng.choice(source) for _ in range(size)) if source else ()
        if rng.random() < 0.9:
            cards = tuple(dict.fromkeys(cards))
        unseen = [card for card in IN_PLAY if not state.saw(card)]
        if rng.random() < 0.05 and len(unseen) > state.counts[seat - 1]:
            cards = tuple(rng.sample(unseen, state.counts[seat - 1] + 1))
    want = (rng.randint(1, 9), rng.randint(-1, 16)) if rng.random() < 0.1 else None
    return Action(0 if verb == "new" else seat, verb, cards, 0, want)


def write_actions(path: Path) -> Counter[str]:
    """Write the file; how often each verdict comes up in it."""
    rng = random.Random(20_000)
    games = list(product(*[values for _, values in followers.OPTIONS]))
    rng.shuffle(games)
    names = [name for name, _ in followers.OPTIONS]
    verdicts: Counter[str] = Counter()
    lines: list[str] = []
    game = 0
    state = followers.initial()
    hands: list[set[int]] = [set()] * 4
    while sum(verdicts.values()) < ACTIONS:
        if not lines or rng.random() < (0.2 if state.ended == 2 else 0.001):
            values = games[game % len(games)]
            game += 1
            first = rng.randint(1, 4)
            state = followers.initial(dict(zip(names, values, strict=True)), first)
            hands = deal(state, rng)
            pairs = [f"{name}={value}" for name, value in zip(names, values, strict=True)]
            lines.append(" ".join(["match", str(first), *pairs]))
        act = astray(state, hands, rng)
        if rng.random() < 0.5:
            act = Action(0, "new") if state.ended else choose(state, hands, rng, tuple(WILDS))
        verdict = followers.check(state, act)
        verdicts[verdict or "ok"] += 1
        lines.append(written(act))
        if verdict is None and act.verb == "new":
            followers.apply(state, act)
            hands = deal(state, rng)
        elif verdict is None and set(act.cards) <= hands[act.seat - 1]:
            carry_out(state, hands, act)
        elif verdict is None:
            # A card from another hand, which the core cannot know: that hand has it no more.
            followers.apply(state, act)
            for hand in hands:
                hand -= set(act.cards)
            rest = sorted(set().union(*hands))
            hands = []
            for count in state.counts:
                hands.append(set(rest[:count]))
                rest = rest[count:]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return verdicts


@requires_micropython
def test_f1_to_f21_equal_verdicts_on_both_interpreters(tmp_path: Path) -> None:
    actions = tmp_path / "actions"
    verdicts = write_actions(actions)
    assert sum(verdicts.values()) == ACTIONS
    # Chance has reached every reason a bare table has.
    assert set(verdicts) == {"ok", *(reason for reason, _ in followers.RULES)}
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
