"""Two thousand random matches through the full rules, with every option, house rules, the exchange,
extension cards and effects, each kept to what must always be so (F1, F3, F11, F17-F21).

The players are quick rather than clever: at the deal each hand is laid out in groups of cards, and
what is played is a group. Whatever they do the rules judge.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from shared_rules import followers as core
from shared_rules import followers_plays as plays
from shared_rules.actions import Action
from tapdeck import transcript
from tapdeck.rules import followers
from tapdeck.rules.followers_lines import Effect
from tapdeck.rules.followers_state import State, bits
from tapdeck.session import Session, Setup, core_bytes, summary
from tests.rules.followers_table import deal

MATCHES = 2000
SLICES = 4
THROUGH_TEXT = 40  # of these many matches one goes through a session and its transcript
SEATS = (1, 2, 3, 4)
Cards = tuple[int, ...]

OPTIONS = [
    dict(zip([name for name, _ in core.OPTIONS], values, strict=True))
    for values in product(*[values for _, values in core.OPTIONS])
]
EFFECTS = (
    ["team own +60", "team other -40", "team 1 +25", "tokens +2", "tokens -1", "tokens -9"]
    + [f"{what} {who}" for what in ("lead", "trick") for who in ("own", "partner", "next", "2")]
    + ["none", "ask"]
)
PLAIN = range(plays.FIRST_WILD)


def house_rules(rng: random.Random) -> dict[str, object]:
    """Random house rules; often none."""
    if rng.random() < 0.4:
        return {}
    cards: dict[str, object] = {}
    for code in ("NB", "X8", "E1", "E2", "E3", "E4"):
        if rng.random() < 0.6:
            rule: dict[str, object] = {"effects": rng.sample(EFFECTS, rng.randint(0, 2))}
            if code[0] == "E" and rng.random() < 0.5:
                rule["trigger"] = "when drawn for a call"
            cards[code] = rule
    return {"extension": rng.random() < 0.8, "cards": cards}


def grouped(hand: set[int], rng: random.Random) -> list[Cards]:
    """A hand laid out in groups that can be played, as far as that is possible."""
    ranks: dict[int, list[int]] = {}
    for card in sorted(hand):
        if card in PLAIN:
            ranks.setdefault(card // 4, []).append(card)
    found: list[Cards] = [(card,) for card in (plays.NB, plays.X8) if card in hand]
    jokers = [card for card in (plays.LJ, plays.BJ) if card in hand]
    together = len(jokers) == 2 and rng.random() < 0.7
    found += [tuple(jokers)] if together else [(card,) for card in jokers]
    if rng.random() < 0.5:
        for low in rng.sample(range(-1, 9), 10):
            run = [(low + step) % 13 for step in range(5)]
            if all(ranks.get(rank) for rank in run):
                found.append(tuple(ranks[rank].pop() for rank in run))
                break
    groups = [tuple(cards) for cards in ranks.values() if cards]
    threes = [each for each in groups if len(each) == 3]
    twos = [each for each in groups if len(each) == 2]
    if threes and twos and rng.random() < 0.6:
        groups.remove(threes[0])
        groups.remove(twos[0])
        found.append(threes[0] + twos[0])
    for wild in sorted(card for card in hand if plays.is_wild(card)):
        small = [each for each in groups if len(each) < 4 and each[-1] in PLAIN]
        if small and rng.random() < 0.9:
            chosen = max(small, key=len)
            groups.remove(chosen)
            found.append((*chosen, wild))
        else:
            found.append((wild,))
    return found + groups


class Match:
    """A match, its players' hands, and what was counted beside the rules."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self.setup = Setup(
            "followers",
            ("Ann", "Bo", "Cy", "Di"),
            OPTIONS[seed % len(OPTIONS)],
            rng.randint(1, 4),
            house_rules(rng),
        )
        self.state: State = self.setup.initial()
        self.lines: list[str] = []
        self.judged = 0
        self.happened: set[str] = set()
        self.keeps_text = seed % THROUGH_TEXT == 0
        self.pack = 59 if self.state.eighth_absent else 60
        self.hands: dict[int, set[int]] = {}
        self.groups: dict[int, list[Cards]] = {}
        self.best: dict[Cards, tuple[int, int]] = {}

    def do(self, action: Action) -> None:
        """An action that must be allowed, and what follows from it."""
        state = self.state
        assert followers.check(state, action) is None, (followers.line(action), self.setup)
        if action.verb in core.VERBS and self.rng.random() < 0.02:
            # On equal state the full rules never accept what the core refuses.
            assert core.check(core.load(core.dump(state)), action) is None
        if self.keeps_text:
            self.lines.append(followers.line(action))
        self.carry_out(action)
        for effect in followers.follows(state, action):
            if followers.check(state, effect) is None:
                self.carry_out(effect)

    def carry_out(self, action: Action) -> None:
        """Apply it; tokens move by bombs and effects only (F11, F19)."""
        state, before = self.state, self.state.tokens
        followers.apply(state, action)
        self.judged += 1
        self.happened.add(f"effect {action.what}" if isinstance(action, Effect) else action.verb)
        if isinstance(action, Effect):
            if action.what == "tokens":
                assert state.tokens == max(0, before + action.number)
            else:
                assert state.tokens == before
            if action.what == "team":
                self.extra[action.target - 1] += action.number
        elif action.verb == "play":
            assert state.tokens == before + plays.tokens_of(core.reading(state, action)[0])  # type: ignore[index]
        else:
            assert state.tokens == before

    # One deal

    def play_deal(self) -> None:
        """From the calls to the end, and what must be so then."""
        state, rng = self.state, self.rng
        self.extra = [0, 0]
        self.calls: list[tuple[int, str]] = []
        hands = deal(state, rng)
        self.hands = {seat: hands[seat - 1] for seat in SEATS}
        known = rng.random() < 0.5
        if known:
            for seat in SEATS:
                self.do(Action(seat, "deal", tuple(sorted(self.hands[seat]))))
        self.call()
        if known and rng.random() < 0.7:
            self.give()
        self.groups = {seat: grouped(self.hands[seat], rng) for seat in SEATS}
        for groups in self.groups.values():
            for cards in groups:
                self.best[cards] = (plays.readings(cards) or ((0, 0),))[0]
        before = list(state.totals)
        steps = 0
        while not state.ended:
            self.turn()
            steps += 1
            assert steps < 2000
        self.end(before, known)

    def call(self) -> None:
        """Answers to the calls, as the order asks or at random; callers draw (F3, F20)."""
        state, rng = self.state, self.rng
        taken = list(core.APART)
        rng.shuffle(taken)
        for _ in range(12):
            asked = followers.table.asked(state)
            if not asked and (state.strict_calls or rng.random() < 0.2):
                break
            seat = asked or rng.randint(1, 4)
            verb = rng.choice(("great", "small", "nocall", "nocall"))
            action = Action(seat, verb)
            if followers.check(state, action) is None:
                self.do(action)
                if verb != "nocall":
                    self.calls.append((seat, verb))
                    if state.extension and rng.random() < 0.8:
                        self.do(Action(seat, "draw", (taken.pop(),)))
        while followers.table.asked(state):
            self.do(Action(followers.table.asked(state), "nocall"))

    def give(self) -> None:
        """The whole exchange (F2)."""
        given = {seat: self.rng.sample(sorted(self.hands[seat]), 3) for seat in SEATS}
        for seat in SEATS:
            for to, card in zip([each for each in SEATS if each != seat], given[seat], strict=True):
                self.do(Action(seat, "give", (card,), to))
                self.hands[seat].remove(card)
                self.hands[to].add(card)

    def turn(self) -> None:
        """Whoever is to act does, and now and then something else happens."""
        state, rng = self.state, self.rng
        if not state.opened:
            seat = next(seat for seat in SEATS if plays.NB in self.hands[seat])
            self.play(seat, (plays.NB,))
            return
        if rng.random() < 0.01:
            self.interlude()
        seat = state.turn
        found = self.playable(seat)
        if state.top_seat:
            if found and rng.random() < 0.75:
                self.play(seat, rng.choice(found))
            else:
                self.do(Action(seat, "pass"))
        elif found:
            self.play(seat, rng.choice(found))
        elif broken := self.loosened(seat):
            self.play(seat, broken)
        else:
            self.do(Action(seat, "yield"))

    def interlude(self) -> None:
        """An effect that somebody enters, or a card that is shown."""
        state, rng = self.state, self.rng
        holders = [seat for seat in SEATS if state.drawn[seat - 1] >= 0 and seat not in state.shown]
        if holders and rng.random() < 0.7:
            seat = rng.choice(holders)
            self.do(Action(seat, "show", (state.drawn[seat - 1],)))
            return
        what = rng.choice(("team", "tokens", "lead", "trick", "none"))
        effect = Effect(what, rng.randint(1, 2) if what == "team" else 0, rng.choice((-2, 1, 30)))
        if what in ("lead", "trick"):
            effect = Effect(what, rng.randint(1, 4))
        elif what == "none":
            effect = Effect(what)
        if followers.check(state, effect) is None:
            self.do(effect)

    def playable(self, seat: int) -> list[Cards]:
        """The groups that could be played now."""
        state = self.state
        top = (state.top_type, state.top_rank) if state.top_seat else (0, 0)
        found = []
        for cards in self.groups[seat]:
            if self.best[cards] <= top or not self.best[cards][0]:
                continue
            if len(cards) == 1:
                if state.jokers_never_lone and cards[0] in (plays.LJ, plays.BJ):
                    continue
                if state.eighth_is_dog and cards[0] == plays.X8 and state.top_seat:
                    continue
            found.append(cards)
        return found

    def loosened(self, seat: int) -> Cards:
        """A card to lead where no group can be: what is not stuck must be led (F16)."""
        for card in sorted(self.hands[seat]):
            if followers.check(self.state, Action(seat, "play", (card,))) is None:
                return (card,)
        jokers = (plays.LJ, plays.BJ)
        return jokers if set(jokers) <= self.hands[seat] else ()

    def play(self, seat: int, cards: Cards) -> None:
        """Play cards of a hand."""
        self.do(Action(seat, "play", cards))
        self.hands[seat].difference_update(cards)
        if cards in self.groups[seat]:
            self.groups[seat].remove(cards)
        else:
            self.groups[seat] = [
                group for group in self.groups[seat] if not set(group).intersection(cards)
            ]
        assert self.state.counts[seat - 1] == len(self.hands[seat])

    def end(self, before: Sequence[int], known: bool) -> None:
        """What must be so after a deal."""
        state = self.state
        left = [self.hands[seat] for seat in SEATS]
        # F1, F13: every card once, in a trick or in a hand.
        assert state.seen.bit_count() + sum(map(len, left)) == self.pack
        assert not state.seen & bits(tuple(card for hand in left for card in hand))
        if known:
            assert state.hands == [bits(tuple(hand)) for hand in left]
        [*_, result] = state.rounds
        points = result["card_points"]
        assert points["1"] + points["2"] == (0 if result["double"] else 100)  # F17, F18
        assert result["out"] == list(state.out)
        assert sorted(seat for seat in SEATS if not self.hands[seat]) == sorted(result["out"])
        # F3: each call is paid once, by who was first out.
        first = result["out"][0] if result["out"] else 0
        paid = [0, 0]
        for seat, call in self.calls:
            worth = {"great": 200, "small": 100}[call]
            paid[(seat - 1) % 2] += worth if seat == first else -worth
        assert [(each["seat"], each["call"]) for each in result["calls"]] == self.calls
        for team in (0, 1):
            double = 200 if result["double"] and (first - 1) % 2 == team else 0
            expected = points[str(team + 1)] + paid[team] + double + self.extra[team]
            assert result["points"][str(team + 1)] == expected
            assert state.totals[team] == before[team] + expected
        self.happened |= {
            "double" if result["double"] else "single",
            f"{len(result['out'])} out",
            f"tokens {min(13, state.tokens)}",
        }
        # F21
        reached = max(state.totals) >= 1000 or state.tokens >= 13
        over = reached and state.totals[0] != state.totals[1]
        assert core.phase(state) == ("match_over" if over else "deal_over")
        assert result["tokens"] == state.tokens

    def play_all(self) -> None:
        """The match to its end; for one of many, its text comes to the same."""
        for _ in range(300):
            self.play_deal()
            if core.phase(self.state) == "match_over":
                break
            self.do(Action(0, "new"))
        assert core.winner(self.state)
        if self.keeps_text:
            self.through_text()

    def through_text(self) -> None:
        """A session of the same lines, and its export, which needs no house rules."""
        session = Session(self.setup)
        for line in self.lines:
            assert session.do(line).ok, line
        assert core_bytes(session) == core.dump(self.state)
        result = transcript.score(transcript.export(session))
        assert all(line["ok"] for line in result["lines"])
        assert {**result, "lines": []} == {**summary(session), "lines": []}


@pytest.mark.parametrize("part", range(SLICES))
def test_f1_f3_f11_f17_to_f21_two_thousand_matches(part: int) -> None:
    judged = 0
    happened: set[str] = set()
    for seed in range(part, MATCHES, SLICES):
        match = Match(seed)
        match.play_all()
        judged += match.judged
        happened |= match.happened
    assert judged > 100_000
    assert happened >= {*followers.VERBS} - {"effect"}
    assert happened >= {f"effect {what}" for what in ("team", "tokens", "lead", "trick", "none")}
    assert happened >= {"double", "single", "2 out", "3 out", "tokens 0", "tokens 13"}
