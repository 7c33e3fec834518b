"""Rules of Followers: whole deals through the full rules, and the classification of plays.

Deals: actions prepared beforehand, each judged and carried out; the peer is the reduced core alone
on the same actions. Budget: 1,500 deals a second on one core.

Classification: plays that are all different, a fifth with a wild, first with an empty look-up,
then again; the peer is the core's function, which looks nothing up. Budget: 500,000 plays a second
cold, 1,000,000 warm.
"""

import random
from time import process_time

from shared_rules import followers as core
from shared_rules import followers_plays as plays
from tapdeck.rules import followers
from tapdeck.rules import followers_plays as look_up
from tests.rules.followers_table import choose, deal

DEALS, DEALS_BUDGET = 150, 1500
PLAYS, COLD_BUDGET, WARM_BUDGET = 300_000, 500_000, 1_000_000
ROUNDS = 3  # of each measurement; the best counts, as others share the machine


def prepared(seed):
    """The actions of a whole deal."""
    rng = random.Random(seed)
    state = core.initial()
    hands = deal(state, rng)
    actions = []
    while not state.ended:
        action = choose(state, hands, rng, ())
        core.apply(state, action)
        hands[action.seat - 1] -= set(action.cards)
        actions.append(action)
    return actions


def deals_a_second(deals, game, initial):
    best = 0.0
    for _ in range(ROUNDS):
        for actions in deals:
            for action in actions:
                action.found = None  # nothing is known of the cards yet
        start = process_time()
        for actions in deals:
            state = initial({})
            for action in actions:
                assert game.check(state, action) is None
                game.apply(state, action)
            assert state.ended
        best = max(best, len(deals) / (process_time() - start))
    return best


def different_plays():
    """Cards near each other, so that combinations are not rare."""
    rng = random.Random(1)
    found = {}
    while len(found) < PLAYS:
        low = rng.randrange(44)
        near = range(low, min(52, low + rng.choice((8, 24))))
        cards = rng.sample(near, rng.choice((1, 2, 3, 4, 5, 5)))
        if rng.random() < 0.2:
            cards[0] = rng.randint(plays.FIRST_WILD, plays.LAST_WILD)
        found[tuple(cards)] = None
    return list(found)


def plays_a_second(chosen, readings):
    start = process_time()
    for cards in chosen:
        readings(cards)
    return len(chosen) / (process_time() - start)


def main():
    deals = [prepared(seed) for seed in range(DEALS)]
    actions = sum(map(len, deals)) / DEALS
    full = deals_a_second(deals, followers, followers.initial)
    bare = deals_a_second(deals, core, core.initial)
    print(
        f"whole deals of {actions:.0f} actions: {full:,.0f} a second "
        f"(budget {DEALS_BUDGET:,}; the core alone {bare:,.0f}, ratio {full / bare:.2f})"
    )
    chosen = different_plays()
    cold = 0.0
    for _ in range(ROUNDS):
        look_up.forget()
        cold = max(cold, plays_a_second(chosen, look_up.readings))
    warm = max(plays_a_second(chosen, look_up.readings) for _ in range(ROUNDS))
    peer = plays_a_second(chosen, plays.readings)
    print(
        f"plays classified: {cold:,.0f} a second cold (budget {COLD_BUDGET:,}), "
        f"{warm:,.0f} warm (budget {WARM_BUDGET:,}; "
        f"without look-up {peer:,.0f}, ratio {cold / peer:.1f} cold)"
    )


if __name__ == "__main__":
    main()
