"""Spooks on paper: who is to do what after each accepted line, kept in a second way.

It shares no code with the rules: cards are their codes, seats a circle that is turned by hand. It
judges nothing; it only follows lines that were accepted.
"""

from __future__ import annotations

COST = {"M": 20, "CAT": 30}


def split(card: str) -> tuple[str, int]:
    """Suit and number of a card; the cat is a suit of its own."""
    if card == "CAT":
        return "CAT", 0
    return card[:2], 11 if card[2:] == "M" else int(card[2:])


class Paper:
    """One match."""

    def __init__(self, seats: int, dealer: int, options: dict[str, str]) -> None:
        self.on = {name for name, value in options.items() if value == "on"}
        self.circle = list(range(1, seats + 1))
        self.dealer = dealer
        self.totals = dict.fromkeys(self.circle, 0)
        self.rounds: list[dict[str, object]] = []
        self.finished = False
        self.start()

    def start(self) -> None:
        """Deal the cards out one by one."""
        self.count = dict.fromkeys(self.totals, 0)
        piles = [self.after(self.dealer, step) for step in range(1, len(self.circle) + 1)]
        if "extra_hand" in self.on:
            piles.append(0)
        for card in range(112 if "double_pack" in self.on else 56):
            pile = piles[card % len(piles)]
            if pile:
                self.count[pile] += 1
        self.sign, self.down = 1, False
        self.rule: str | None = "lead"
        self.top: str | None = None
        self.owner = 0
        self.turn: int | None = None
        self.won: list[int] = []
        self.points: dict[int, int] = {}

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat so many places on among the living, clockwise."""
        if seat not in self.circle:
            ring = sorted([*self.circle, seat])
            following = ring[(ring.index(seat) + 1) % len(ring)]
            return self.after(following, steps - 1) if steps > 1 else following
        return self.circle[(self.circle.index(seat) + steps) % len(self.circle)]

    def line(self, words: list[str]) -> None:
        """Follow one accepted line."""
        if words == ["new"]:
            self.dealer = self.after(self.dealer)
            self.start()
            return
        if words[0] in ("deal", "aside"):
            return
        seat, verb, rest = int(words[0]), words[1], words[2:]
        getattr(self, "do_" + verb)(seat, rest)

    def lead(self, seat: int) -> None:
        self.rule, self.top, self.turn, self.queue = "lead", None, seat, []

    def win(self, seats: list[int]) -> None:
        self.rule = self.top = self.turn = None
        self.won = sorted(seats)
        self.points = dict.fromkeys(self.won, 0)
        if "scored" not in self.on:
            self.finished = True
            self.rounds.append({"winners": self.won, "points": {}})
        elif len(self.won) == len(self.circle):
            self.close()

    def do_play(self, seat: int, cards: list[str]) -> None:
        self.lay(seat, cards, 0)

    def do_run(self, seat: int, cards: list[str]) -> None:
        self.lay(seat, cards, self.slow)

    def lay(self, seat: int, cards: list[str], goes_on: int) -> None:
        self.count[seat] -= len(cards)
        card = cards[-1]
        suit, number = split(card)
        if self.count[seat] == 0:
            self.win([seat])
            return
        if suit == "CAT":
            self.lead(self.after(seat, self.sign))
            return
        self.top, self.owner = card, seat
        strong = "strong_masters" in self.on and number == 11
        if strong and suit == "SK":
            self.sign = -self.sign
        if strong and suit == "BA":
            self.down = not self.down
        first = goes_on or self.after(seat, self.sign)
        # Everybody else once, from whoever is first.
        ring = [self.after(first, step * self.sign) for step in range(len(self.circle))]
        self.queue = [each for each in ring if each != seat]
        if strong and suit == "GH":
            self.rule, self.turn = "masters", None
            self.sent = set(self.circle)
        elif strong and suit == "GO":
            self.rule, self.turn = "masters", seat
        elif suit == "GO":
            self.ask(self.circle)
        else:
            self.rule = "blue" if suit in ("SP", "GH") else "red"
            self.turn = first

    def ask(self, seats: list[int]) -> None:
        self.rule, self.turn = "green", None
        self.asked = list(seats)
        self.down_cards: dict[int, str] = {}

    def do_pass(self, seat: int, _: list[str]) -> None:
        if self.rule == "blue":
            self.queue.pop(0)
            if self.queue:
                self.turn = self.queue[0]
            else:
                self.lead(self.owner)
        elif self.rule == "procession":
            self.lead(self.slow)
        else:
            assert self.top
            self.slow = seat
            self.turn = self.owner
            self.rule = "procession" if self.top.startswith("SK") else "pandemonium"
            ring = [self.after(self.owner, -step * self.sign) for step in range(len(self.circle))]
            self.givers = [each for each in ring if each != seat]

    def do_choose(self, seat: int, cards: list[str]) -> None:
        self.count[seat] -= 1
        self.down_cards[seat] = cards[0]
        if len(self.down_cards) < len(self.asked):
            return
        empty = [each for each in self.circle if self.count[each] == 0]
        if empty:
            self.win(empty)
            return
        strength = {}
        for each, card in self.down_cards.items():
            suit, number = split(card)
            if suit == "CAT":
                strength[each] = 100
            elif suit == "GO":
                strength[each] = 12 - number if self.down else number
        best = [each for each in sorted(strength) if strength[each] == max(strength.values())]
        if not best:
            self.lead(self.after(self.owner, self.sign))
        elif len(best) == 1:
            self.lead(best[0])
        else:
            self.ask(best)

    def do_give(self, seat: int, rest: list[str]) -> None:
        to = int(rest[0])
        self.count[seat] -= 1
        assert self.top
        if self.rule == "masters" and self.top == "GHM":
            assert to == self.after(seat, -self.sign)
            self.sent.remove(seat)
            if not self.sent:
                for each in self.circle:
                    self.count[each] += 1
                self.rule, self.turn = "blue", self.queue[0]
            return
        if self.rule == "masters":
            assert self.count[to] == min(n for s, n in self.count.items() if s in self.others(seat))
        self.count[to] += 1
        if self.count[seat] == 0:
            self.win([seat])
        elif self.rule == "masters":
            self.ask(self.circle)
        else:
            assert to == self.slow
            self.givers.remove(seat)
            if self.givers:
                self.turn = self.givers[0]
            else:
                self.lead(self.slow)

    def others(self, seat: int) -> list[int]:
        return [each for each in self.circle if each != seat]

    def do_hand(self, seat: int, cards: list[str]) -> None:
        self.points[seat] = sum(
            COST.get(card[2:], COST.get(card, 0)) or int(card[2:]) for card in cards
        )
        if set(self.points) == set(self.circle):
            self.close()

    def close(self) -> None:
        for seat, points in self.points.items():
            self.totals[seat] += points
        named = {str(seat): self.points[seat] for seat in sorted(self.points)}
        self.rounds.append({"winners": self.won, "points": named})
        dead = [seat for seat in self.circle if self.totals[seat] > 200]
        self.circle = [seat for seat in self.circle if seat not in dead]
        for seat in dead:
            self.count[seat] = 0
        if "elimination" in self.on:
            self.finished = len(self.circle) < 3
        else:
            self.finished = bool(dead)

    @property
    def state(self) -> dict[str, object]:
        """As in a result."""
        return {
            "rule": self.rule,
            "top": self.top,
            "turn": self.turn,
            "direction": "cw" if self.sign > 0 else "ccw",
            "numbers": "down" if self.down else "up",
            "hand_counts": {str(seat): count for seat, count in self.count.items()},
        }
