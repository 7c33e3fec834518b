"""The same verdicts on both interpreters: a board judges as the host does (C1-C15).

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

from shared_rules import cultivation
from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from tapdeck.players.cultivation import choose
from tests.micropython import ROOT, requires_micropython, run

ACTIONS = 6_000

# A line is `match FIRST SEATS DEALS SIZE NAME=VALUE…` (SIZE cards of the default deck) or `SEAT
# VERB NUMBER CARDS KIND`, with cards as numbers and commas; `-` for none.
JUDGE = """
import binascii
import sys

from shared_rules import cultivation as game
from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action


def numbers(word):
    return tuple([int(each) for each in word.split(",")]) if word != "-" else ()


state = game.initial()
crc = 0
with open(sys.argv[1]) as lines:
    for place, line in enumerate(lines):
        words = line.split()
        if words[0] == "match":
            options = {}
            for word in words[5:]:
                name, value = word.split("=")
                options[name] = value
            first, seats, deals, size = [int(word) for word in words[1:5]]
            state = game.initial(options, first, seats, deals, cards.default_deck()[:size])
            continue
        want = (int(words[4]), -1) if words[4] != "-" else None
        act = Action(int(words[0]), words[1], numbers(words[3]), int(words[2]), want)
        verdict = game.check(state, act) or "ok"
        if act.cards and 0 <= min(act.cards) and max(act.cards) < 66:
            text = game.line(act)
            again = game.parse(text)
            assert again is None or game.line(again) == text
            if act.seat == state.turn and max(act.cards) < len(state.deck):
                for each in game.layings(state, act.seat, act.cards):
                    crc = binascii.crc32(game.line(each).encode(), crc)
        if verdict == "ok":
            game.apply(state, act)
        data = game.dump(state)
        crc = binascii.crc32(data, crc)
        if place % 7 == 0:
            state = game.load(data)
        shown = game.show(state)
        print(
            verdict,
            game.phase(state),
            game.turn(state),
            ",".join(shown["seats"]),
            shown["strip"],
            shown["digits"],
            shown["counts"],
            game.winners(state),
            "%08x" % (crc & 0xFFFFFFFF),
        )
"""


def written(act: Action) -> str:
    held = ",".join(str(card) for card in act.cards) or "-"
    return f"{act.seat} {act.verb} {act.number} {held} {act.want[0] if act.want else '-'}"


def astray(state: cultivation.State, hands: list[list[int]], rng: random.Random) -> Action:
    """An action that is often wrong, often only a little."""
    seat = state.turn if rng.random() < 0.9 and state.turn else rng.randint(1, state.seats)
    verb = rng.choice(("draw", "meld", "meld", "meld", "add", "add", "take", "end", "new"))
    hand = hands[seat - 1]
    laid = [card for group in state.groups for card in group.cards]
    source = hand if rng.random() < 0.8 else list(range(-1, len(state.deck) + 1))
    if verb == "take":
        source = laid or source
    if verb == "meld" and rng.random() < 0.8:
        kind = rng.randrange(len(cards.KINDS))
        source = [card for card in hand if state.deck[card] >> kind & 1] or source
    size = {"meld": rng.choice((2, 3, 3, 3, 4, 5, 10)), "add": rng.choice((1, 1, 2)), "take": 1}
    count = min(len(source), size.get(verb, rng.random() < 0.1))
    held = tuple(rng.choices(source, k=count) if rng.random() < 0.1 else rng.sample(source, count))
    if verb in size and not held:
        verb = "end"
    number = rng.randint(0, 1 + len(state.own(seat))) if verb == "add" else 0
    want = (rng.randrange(9), -1) if verb == "meld" and rng.random() < 0.2 else None
    return Action(0 if verb == "new" else seat, verb, held, number, want)


def write_actions(path: Path) -> Counter[str]:
    """Write the file; how often each verdict comes up in it."""
    rng = random.Random(66)
    verdicts: Counter[str] = Counter()
    lines: list[str] = []
    state = cultivation.initial()
    hands: list[list[int]] = []
    pile: list[int] = []
    while sum(verdicts.values()) < ACTIONS:
        if not lines or rng.random() < (0.2 if state.ended == 2 else 0.001):
            seats, deals = rng.randint(2, 4), rng.randint(1, 3)
            size = rng.choice((66, 66, 8 * seats, 8 * seats + 5))
            options = {name: rng.choice(values) for name, values in cultivation.OPTIONS}
            first = rng.randint(1, seats)
            deck = cards.default_deck()[:size]
            state = cultivation.initial(options, first, seats, deals, deck)
            pairs = " ".join(f"{name}={value}" for name, value in options.items())
            lines.append(f"match {first} {seats} {deals} {size} {pairs}")
            hands = []
        if not hands:
            pile = list(range(len(state.deck)))
            rng.shuffle(pile)
            hands = [[pile.pop() for _ in range(8)] for _ in range(state.seats)]
        act = astray(state, hands, rng)
        if state.ended and rng.random() < 0.5:
            act = Action(0, "new")
        elif not state.ended and rng.random() < 0.3:
            act = choose(state, state.turn, hands[state.turn - 1])
        verdict = cultivation.check(state, act)
        verdicts[verdict or "ok"] += 1
        lines.append(written(act))
        if verdict is not None:
            continue
        cultivation.apply(state, act)
        if act.verb == "new":
            hands = []
        elif act.verb == "draw":
            hands[act.seat - 1].append(pile.pop())
        elif act.verb == "take":
            hands[act.seat - 1].append(act.cards[0])
        elif act.cards:
            # A card of another hand or the pile, which the core cannot know, changes places.
            own = hands[act.seat - 1]
            for card in act.cards:
                if card not in own:
                    spare = next(each for each in own if each not in act.cards)
                    for place in (*hands, pile):
                        if card in place:
                            place[place.index(card)] = spare
                    own[own.index(spare)] = card
                own.remove(card)
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return verdicts


@requires_micropython
def test_c1_to_c15_equal_verdicts_on_both_interpreters(tmp_path: Path) -> None:
    actions = tmp_path / "actions"
    verdicts = write_actions(actions)
    assert sum(verdicts.values()) == ACTIONS
    # Chance has reached every reason a bare table has.
    assert set(verdicts) == {"ok", *(reason for reason, _ in cultivation.RULES)}
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
