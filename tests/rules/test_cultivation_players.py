"""Simulated players of Cultivation: whole matches, with nothing but legal actions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from shared_rules import cultivation as core
from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.cultivation_state import must_draw
from tapdeck.players.cultivation import choose, melds
from tests.rules.cultivation_table import PACK, Table


def play(seed: int, seats: int, **options: str) -> tuple[core.State, list[str]]:
    """A match of the core by players who know their own hands; its lines."""
    rng = random.Random(seed)
    state = core.initial(options, 1 + seed % seats, seats, 3)
    lines = []
    pile: list[int] = []
    hands: dict[int, set[int]] = {}
    while core.phase(state) != "match_over":
        if not hands:
            pile = list(range(len(state.deck)))
            rng.shuffle(pile)
            hands = {seat: {pile.pop() for _ in range(8)} for seat in range(1, seats + 1)}
        seat = state.turn
        action = choose(state, seat, hands[seat]) if seat else Action(0, "new")
        assert core.check(state, action) is None, action
        assert set(action.cards) <= hands.get(seat, set()) or action.verb == "take"
        core.apply(state, action)
        lines.append(core.line(action))
        if action.verb == "draw":
            hands[seat].add(pile.pop())
        elif action.verb == "take":
            hands[seat].update(action.cards)
        elif action.verb == "new":
            hands = {}
        else:
            hands[seat].difference_update(action.cards)
    return state, lines


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("second", ["off", "on"])
def test_c13_matches_come_to_their_end(seats: int, second: str) -> None:
    verbs: Counter[str] = Counter()
    for seed in range(6):
        state, lines = play(seed, seats, treasure_second_group=second)
        assert core.winners(state)
        verbs.update("new" if line == "new" else line.split()[1] for line in lines)
    assert set(verbs) == set(core.VERBS)


def test_the_same_seed_gives_the_same_match() -> None:
    assert play(5, 3)[1] == play(5, 3)[1]
    assert play(5, 3)[1] != play(6, 3)[1]


def chosen(table: Table, hand: str) -> str:
    held = [PACK.index(code) for code in hand.split()]
    return core.line(choose(table.state, table.state.turn, held))


def test_players_draw_first_and_end_where_nothing_can_be_laid() -> None:
    table = Table()
    assert must_draw(table.state)
    assert chosen(table, "K01 K13 K25") == "1 draw"
    table.do("1 draw")
    assert chosen(table, "K01 K16 K31 K46 K50 K19 K28") == "1 end"


def test_c10_players_like_another_turn_and_c11_winning_most() -> None:
    table = Table().do("1 draw")
    assert chosen(table, "K01 K02 K03 K14 K26 K19 K43 K58 K46").startswith("1 meld K01 K02 K03 as")
    nine = "K01 K02 K03 K13 K14 K15 K25 K26 K27"
    assert chosen(table, nine) == f"1 meld {nine} as elixir"


def test_c7_players_take_a_card_back_for_a_new_group() -> None:
    table = Table().do("1 draw", "1 meld K03 K13 K25 K37")  # K03: an artifact as well
    assert chosen(table, "K16 K28 K22 K31 K58") == "1 take K03"


def test_every_meld_that_players_think_of_shares_its_kind() -> None:
    state = Table().state
    for meld in melds(state, 1, range(0, 66, 2)):
        assert meld.want is not None
        assert meld.want[0] in cards.kinds(cards.common(state.faces(meld.cards)))
