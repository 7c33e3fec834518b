"""Whole deals of Followers through the full rules, actions prepared beforehand.

A deal is everything from the hands to its result: four hands, the twelve gifts, answers to the
calls, every play, pass and yield, each judged (`check`) and carried out (`apply`). The actions come
from players that choose at random among what their hand can do, and nothing that was worked out
about an action's cards is left in it. Speeds are of process time, the best of several rounds; in
the first of them the look-up of plays is empty.

Peers: the reduced core alone, on the same actions (without hands and gifts, which it does not
know); and whole games of Dou Dizhu in rlcard, which differ: 3 seats and 20 cards each, a rule set
of about the same size, and a list of all legal plays is kept for each seat, which is what that
package is for.
"""

from __future__ import annotations

import random
from time import process_time
from types import ModuleType
from typing import Any

from shared_rules import followers as core
from shared_rules.actions import Action
from tapdeck.rules import followers
from tests.bench.record import Record, best, ratio
from tests.rules.followers_table import choose
from tests.rules.followers_table import deal as hands_for

DEALS = 150
ROUNDS = 10
PEER_DEALS = 8

_ONLY_FULL = ("deal", "give")


def prepared(seed: int) -> list[Action]:
    """The actions of one whole deal, hands and exchange included."""
    rng = random.Random(seed)
    state = core.initial()
    hands = hands_for(state, rng)
    actions = [Action(seat, "deal", tuple(sorted(hands[seat - 1]))) for seat in (1, 2, 3, 4)]
    gifts = {seat: rng.sample(sorted(hands[seat - 1]), 3) for seat in (1, 2, 3, 4)}
    answers = [Action(seat, "nocall") for seat in (1, 2, 3, 4)]
    actions += answers + answers  # to the great call, then to the small one
    for answer in answers + answers:
        core.apply(state, answer)
    for giver, cards in gifts.items():
        others = [seat for seat in (1, 2, 3, 4) if seat != giver]
        for receiver, card in zip(others, cards, strict=True):
            actions.append(Action(giver, "give", (card,), receiver))
            hands[giver - 1].remove(card)
            hands[receiver - 1].add(card)
    while not state.ended:
        action = choose(state, hands, rng, ())
        core.apply(state, action)
        hands[action.seat - 1] -= set(action.cards)
        actions.append(action)
    return actions


def fresh(deals: list[list[Action]]) -> list[list[Action]]:
    """The same actions anew, so that nothing is known of their cards yet."""
    return [[Action(a.seat, a.verb, a.cards, a.number, a.want) for a in deal] for deal in deals]


def deals_a_second(deals: list[list[Action]], game: ModuleType) -> float:
    """Deals judged and carried out in a second of process time."""
    deals = fresh(deals)
    check, apply = game.check, game.apply
    began = process_time()
    for actions in deals:
        state = game.initial({})
        for action in actions:
            assert check(state, action) is None
            apply(state, action)
        assert state.ended
    return len(deals) / (process_time() - began)


def peer(games: int = PEER_DEALS) -> float | None:
    """Whole games of Dou Dizhu in rlcard a second, moves prepared beforehand; None without it."""
    try:
        from rlcard.games.doudizhu import Game
    except ImportError:
        return None

    def start(seed: int) -> Any:
        import numpy

        game = Game()
        game.np_random = numpy.random.RandomState(seed)
        return game, game.init_game()[0]

    moves: list[list[str]] = []
    for seed in range(games):
        rng = random.Random(seed)
        game, state = start(seed)
        moves.append([])
        while not game.is_over():
            moves[-1].append(rng.choice(sorted(state["actions"])))
            state, _ = game.step(moves[-1][-1])
    began = process_time()
    for seed, chosen in enumerate(moves):
        game, _ = start(seed)
        for move in chosen:
            game.step(move)
    return games / (process_time() - began)


def measure(deals: int = DEALS, peers: int = PEER_DEALS, rounds: int = ROUNDS) -> list[Record]:
    """Deals a second."""
    whole = [prepared(seed) for seed in range(deals)]
    bare = [[a for a in deal if a.verb not in _ONLY_FULL] for deal in whole]
    full = best(lambda: deals_a_second(whole, followers), rounds)
    alone = best(lambda: deals_a_second(bare, core), rounds)
    other = peer(peers) if peers else None
    others = (
        f"{ratio(full, other, 'rlcard, whole games of Dou Dizhu')}; it also keeps all legal plays"
        if other
        else "peer not installed: pip install rlcard"
    )
    return [
        Record(
            "whole deals of followers through the full rules",
            full,
            "/s",
            1500,
            at_least=True,
            peer=f"{ratio(full, alone, 'the core alone')}; {others}",
            note=f"{sum(map(len, whole)) / deals:.0f} actions each, hands and gifts among them",
        )
    ]
