"""What the full rules of Followers add to the core: hands, gifts, card skills, rounds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import followers as core
from shared_rules import followers_plays, packs, reasons
from shared_rules.actions import Action
from tapdeck.rules import LineError, followers
from tapdeck.rules.followers_lines import Effect
from tapdeck.rules.followers_plays import readings
from tests.rules.followers_table import choose, deal
from tests.rules.full_table import DEALS, GIFTS, HANDS, Game, under_way

# --- The rules as a whole ---------------------------------------------------------------------


def test_every_rule_of_the_core_is_a_rule_of_the_full_game() -> None:
    assert set(core.RULES) <= set(followers.RULES)
    ranks = [reasons.rank("followers", reason) for reason, _ in followers.RULES]
    assert ranks == sorted(ranks)


def random_line(rng: random.Random) -> str:
    """Any line at all, sensible or not."""
    codes = [*packs.codes("followers"), "SP1"]
    seat = rng.randint(1, 4)
    few = " ".join(rng.choices(codes, k=rng.choice((1, 1, 2, 3, 5))))
    return rng.choice(
        [
            f"{seat} play {few}",
            f"{seat} play {few} as {rng.choice(['pair', 'straight 6', 'four', 'single NB'])}",
            f"{seat} pass",
            f"{seat} yield",
            f"{seat} {rng.choice(['great', 'small', 'nocall'])}",
            f"{seat} give {rng.randint(1, 4)} {rng.choice(codes)}",
            f"deal {seat} {' '.join(rng.choices(codes, k=15))}",
            "new",
            f"effect team {rng.randint(1, 2)} +10",
            "effect tokens -1",
            f"effect lead {seat}",
            f"effect trick {seat}",
            f"{seat} {rng.choice(['draw', 'show', 'tap'])} {rng.choice(codes)}",
        ]
    )


@pytest.mark.parametrize("known", [False, True])
def test_on_equal_state_the_full_rules_never_accept_what_the_core_refuses(known: bool) -> None:
    """And an action that is only asked what concerns its verb gets the same answer."""
    rng = random.Random(2)
    accepted = 0
    for options in ({}, {"lone_joker": "never", "eighth": "dog", "call_order": "strict"}):
        game = Game(**options)
        state = game.state
        hands = deal(state, rng)
        if known:
            names = [" ".join(packs.name("followers", card) for card in hand) for hand in hands]
            game.do(*[f"deal {seat} {hand}" for seat, hand in enumerate(names, 1)])
        while not state.ended:
            for _ in range(15):
                action = followers.parse(random_line(rng), state)
                answer = followers.check(state, action)
                broken = (reason for reason, rule in followers.RULES if rule(state, action))
                assert answer == next(broken, None)
                if answer is None and action.verb in core.VERBS:
                    accepted += 1
                    assert core.check(core.load(core.dump(state)), action) is None
            action = choose(state, hands, rng, ())
            assert followers.check(state, action) is None
            followers.apply(state, action)
            hands[action.seat - 1] -= set(action.cards)
    assert accepted


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 100_000),
    options=st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in core.OPTIONS}),
    steps=st.integers(0, 60),
    extension=st.booleans(),
)
def test_the_full_rules_accept_nothing_that_the_core_refuses(
    seed: int, options: dict[str, str], steps: int, extension: bool
) -> None:
    """On any state that a deal can come to, under any options; also where effects came between."""
    rng = random.Random(seed)
    state = followers.initial(options, 1 + seed % 4, {"extension": extension})
    hands = deal(state, rng)
    if seed % 2:
        for seat, hand in enumerate(hands, 1):
            followers.apply(state, Action(seat, "deal", tuple(sorted(hand))))
    for _ in range(steps):
        if state.ended:
            break
        action = choose(state, hands, rng, ())
        followers.apply(state, action)
        hands[action.seat - 1] -= set(action.cards)
        effect = followers.parse(
            f"effect {rng.choice(['lead', 'trick'])} {rng.randint(1, 4)}", state
        )
        if rng.random() < 0.1 and followers.check(state, effect) is None:
            followers.apply(state, effect)
    bare = core.load(core.dump(state))
    mine = hands[(state.turn or 1) - 1]
    for _ in range(25):
        line = random_line(rng)
        if mine and rng.random() < 0.5:
            some = rng.sample(sorted(mine), min(len(mine), rng.choice((1, 1, 2, 3, 5))))
            line = core.line(Action(state.turn or 1, "play", tuple(some)))
        try:
            action = followers.parse(line, state)
        except LineError:
            continue
        if followers.check(state, action) is None and action.verb in core.VERBS:
            assert core.check(bare, action) is None, line


def test_the_look_up_says_what_the_core_says() -> None:
    """F6-F10: for cards in any order; sizes up to six, a fifth of them with wilds."""
    rng = random.Random(3)
    for _ in range(20_000):
        size = rng.choice((1, 2, 3, 4, 4, 5, 5, 5, 5, 6))
        low = rng.randint(0, 40)  # neighbours, so that combinations are not rare
        near = range(low, min(low + 24, 52))
        cards = rng.sample(near, min(size, len(near)))
        if rng.random() < 0.2:
            cards[rng.randrange(len(cards))] = rng.randint(52, 59)
        chosen = tuple(dict.fromkeys(cards))
        assert readings(chosen) == followers_plays.readings(chosen)


@pytest.mark.parametrize("suit", range(4))
def test_f6_straights_and_straight_flushes_share_no_look_up(suit: int) -> None:
    for low in range(9):
        cards = tuple(4 * (low + step) + suit for step in range(5))
        mixed = (cards[0] ^ 1, *cards[1:])
        for chosen in (cards, mixed, (*cards[:4], 52), (*mixed[:4], 53), (54, *cards[1:])):
            assert readings(chosen) == followers_plays.readings(chosen)


def test_f9_what_no_hand_can_hold_is_no_play() -> None:
    for cards in ((), (-1,), (60,), (4, 63), tuple(range(15)), (52, 53), (0, 1, 2, 3, 52)):
        assert readings(cards) == ()


# --- F2, F23: hands -----------------------------------------------------------------------------


def test_f23_hands_are_dealt_by_all_four_or_none() -> None:
    game = Game().do(DEALS[0])
    for line in ("1 play NB", "2 pass", "1 great", "1 give 2 2S", "effect none", "1 yield"):
        assert game.reason(line) == "wrong_phase"
    assert game.reason("new") == "deal_unfinished"
    assert game.reason(DEALS[0]) == "wrong_phase"  # a seat twice
    assert not game.state.hands_known
    game.do(*DEALS[1:])
    assert game.hand(1) == set(HANDS[1].split())
    assert game.reason(DEALS[0]) == "wrong_phase"


def test_f23_a_deal_after_the_first_play_is_late() -> None:
    assert Game().do("1 play NB").reason(DEALS[0]) == "wrong_phase"


def test_f2_great_calls_come_before_the_second_part_of_the_deal() -> None:
    game = Game().do("1 great", "2 nocall", "effect none", *DEALS)
    assert game.state.hands_known
    game.do("3 small", *GIFTS, "1 play NB")


def test_f23_the_same_card_in_two_hands() -> None:
    game = Game().do(DEALS[0])
    twice = "2S 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X8 W2"
    assert game.reason(f"deal 2 {twice}") == "duplicate_card"
    assert game.reason(DEALS[1].replace("W2", "2H")) == "duplicate_card"
    assert game.reason(DEALS[1].replace("W2", "E1")) == "card_not_in_pack"
    assert game.reason(DEALS[1].replace("W2", "SP1")) == "card_not_in_pack"


def test_f23_a_play_from_a_known_hand() -> None:
    game = Game().do(*DEALS)
    assert game.reason("2 play NB") == "not_in_hand"
    assert game.reason("1 play 2H") == "not_in_hand"
    assert game.reason("1 play 2S") == "must_lead_necronomicon"  # F4
    assert game.summary["state"]["turn"] is None  # no gifts were made
    game.do("1 play NB")
    assert game.reason("2 play 3S") == "not_in_hand"
    game.do("2 play 2H")
    assert "2H" not in game.hand(2)
    assert game.reason("3 play 2H") == "card_already_played"


def test_f23_unknown_hands_are_counted_and_the_last_one_is_known_by_elimination() -> None:
    game = under_way([1, 0, 1, 1], 1, "5H 9C KD")
    game.state.out = [2]
    game.state.taken = [85, 0, 0, 0]
    assert game.reason("1 play 5H 9C") == "not_in_hand"
    game.do("1 play 5H", "3 play 9C")
    # Seat 2 was out first; the king in the last hand, seat 4's, goes to the other team (F17).
    assert game.state.rounds[0]["last_hand"] == ["KD"]
    assert game.state.rounds[0]["card_points"] == {"1": 100, "2": 0}


def test_f13_f23_a_card_that_is_left_out_is_in_no_last_hand() -> None:
    """Under `eighth: absent` nobody ever sees `X8`, and nobody holds it."""
    rng = random.Random(23)
    ends = 0
    while ends < 5:
        game = Game(eighth="absent")
        hands = deal(game.state, rng)
        while not game.state.ended:
            action = choose(game.state, hands, rng, ())
            assert followers.check(game.state, action) is None
            followers.apply(game.state, action)
            hands[action.seat - 1] -= set(action.cards)
        left = [hand for hand in hands if hand]
        if len(left) == 1:
            ends += 1
            held = [packs.name("followers", card) for card in sorted(left[0])]
            assert game.state.rounds[0]["last_hand"] == held


def test_f2_gifts_take_effect_together_at_the_twelfth() -> None:
    game = Game().do(*DEALS, *GIFTS[:11])
    assert game.hand(1) == set(HANDS[1].split())  # nothing has moved
    for line in ("1 play NB", "1 pass", "1 yield"):
        assert game.reason(line) == "wrong_phase"
    assert game.reason("1 great") == "call_closed"  # F3: the first gift closes both
    assert game.summary["state"]["turn"] is None
    game.do(GIFTS[11])
    assert game.hand(1) == set(HANDS[1].split()) - {"2S", "3S", "4S"} | {"2H", "2C", "2D"}
    assert game.summary["state"]["turn"] == 1  # F4: the holder of NB
    assert game.summary["state"]["hand_counts"] == {"1": 15, "2": 15, "3": 15, "4": 15}
    assert game.reason("2 play 2S") == "not_your_turn"
    assert game.reason("1 give 2 5S") == "wrong_phase"  # late
    assert game.reason("1 pass") == "must_lead_necronomicon"
    game.do("1 play NB", "2 play 2S")


def test_f4_the_necronomicon_may_be_given_away() -> None:
    gifts = [line.replace("1 give 2 2S", "1 give 2 NB") for line in GIFTS]
    game = Game().do(*DEALS, *gifts)
    assert game.summary["state"]["turn"] == 2
    assert game.reason("1 play 2S") == "not_your_turn"
    game.do("2 play NB")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1 give 1 5S", "wrong_receiver"),  # to oneself
        ("1 give 2 5S", "wrong_receiver"),  # twice to one seat
        ("1 give 3 2S", "not_in_hand"),  # given already
        ("2 give 3 2S", "not_in_hand"),  # a card received cannot be given on
        ("1 give 3 5H", "not_in_hand"),
        ("1 give 1 5H", "not_in_hand"),  # of two reasons the first
        ("1 give 3 E1", "card_not_in_pack"),
        ("1 give 3 5S", None),
    ],
)
def test_f2_gifts_that_cannot_be(line: str, reason: str | None) -> None:
    assert Game().do(*DEALS, "1 give 2 2S").reason(line) == reason


def test_f2_gifts_need_known_hands() -> None:
    assert Game().reason("1 give 2 5S") == "wrong_phase"
    game = Game().do(*DEALS, "1 play NB")
    assert game.reason("1 give 2 5S") == "wrong_phase"
    assert Game().do(*DEALS).reason("1 give 2 5S") is None


def test_f3_strict_calls_come_before_gifts() -> None:
    game = Game(call_order="strict").do(*DEALS)
    assert game.summary["state"]["turn"] == 1
    assert game.reason("1 give 2 2S") == "wrong_phase"
    assert game.reason("1 play NB") == "wrong_phase"
    for seat in (1, 2, 3, 4):
        assert game.summary["state"]["turn"] == seat
        game.do(f"{seat} nocall")
    game.do(*[f"{seat} nocall" for seat in (1, 2, 3, 4)], *GIFTS, "1 play NB")


def test_f13_absent_one_dealt_hand_has_fourteen_cards() -> None:
    hands = {seat: f"deal {seat} {hand}" for seat, hand in HANDS.items()}
    short = hands[2].replace("X8 ", "")
    game = Game(eighth="absent")
    assert game.reason(hands[2]) == "card_not_in_pack"
    game.do(hands[1], short)
    with pytest.raises(LineError, match="one hand has 14 cards"):
        game.reason(hands[3].replace("LJ ", ""))
    game.do(hands[3], hands[4])
    assert game.state.counts == [15, 14, 15, 15]
    everybody_full = Game(eighth="absent").do(hands[1], hands[3])
    everybody_full.do(hands[4])
    with pytest.raises(LineError, match="one hand has 14 cards"):
        everybody_full.reason(hands[2])


def test_f13_a_seat_dealt_twice_is_refused_whatever_the_other_hands_hold() -> None:
    """Out of place as it is, the hand is not counted with the others."""
    hands = {seat: f"deal {seat} {hand}" for seat, hand in HANDS.items()}
    short = hands[2].replace("X8 ", "")
    game = Game(eighth="absent").do(short)
    assert game.reason(short) == "wrong_phase"
    game.do(hands[1], hands[3])
    assert game.reason(hands[1]) == "wrong_phase"
    game.do(hands[4])
    assert game.reason(short) == "wrong_phase"
    assert Game(eighth="absent").do(hands[1], hands[3], hands[4]).reason(hands[1]) == "wrong_phase"


# --- F16: stuck hands, known ---------------------------------------------------------------------


def known(hands: dict[int, str], turn: int, **options: str) -> Game:
    """A deal with known hands in which these are left."""
    game = under_way(
        [len(hands[seat].split()) for seat in (1, 2, 3, 4)],
        turn,
        " ".join(hands.values()),
        **options,
    )
    game.state.dealt = [1, 2, 3, 4]
    game.state.hands = [
        sum(1 << packs.index("followers", code) for code in hands[seat].split())
        for seat in (1, 2, 3, 4)
    ]
    return game


@pytest.mark.parametrize(
    ("hand", "lone_joker", "reason"),
    [
        ("W1", "high", None),
        ("W1 W2", "high", None),
        ("W1 5S", "high", "cannot_yield"),
        ("LJ", "high", "cannot_yield"),
        ("LJ", "never", None),
        ("LJ W1", "never", None),
        ("LJ BJ", "never", "cannot_yield"),  # two together can be led
        ("LJ BJ W1", "never", "cannot_yield"),
        ("LJ 5S", "never", "cannot_yield"),
        ("X8", "never", "cannot_yield"),
    ],
)
def test_f16_a_known_hand_yields_only_if_it_is_stuck(
    hand: str, lone_joker: str, reason: str | None
) -> None:
    game = known({1: hand, 2: "9H", 3: "W3", 4: "W4"}, 1, lone_joker=lone_joker)
    assert game.reason("1 yield") == reason


def test_f16_counting_would_believe_what_a_known_hand_disproves() -> None:
    hands = {1: "9S", 2: "W2", 3: "W3", 4: "W4"}
    assert known(hands, 1).reason("1 yield") == "cannot_yield"
    assert under_way([1, 1, 1, 1], 1, "9S W2 W3 W4").reason("1 yield") is None


def test_f16_everybody_yields() -> None:
    game = known({1: "W1", 2: "W2", 3: "W3", 4: "W4"}, 3)
    game.state.taken = [40, 10, 20, 30]
    game.state.called = [(2, "great")]
    game.state.great[1] = 2
    game.do("3 yield", "4 yield", "1 yield", "2 yield")
    result = game.state.rounds[0]
    assert result["out"] == []
    assert result["card_points"] == {"1": 60, "2": 40}  # points stay with each team
    assert result["points"] == {"1": 60, "2": -160}  # all calls fail
    assert result["calls"] == [{"seat": 2, "call": "great", "made": False}]


# --- F19: card skills ----------------------------------------------------------------------------


def test_f19_points_go_into_this_deals_account() -> None:
    game = under_way([1, 0, 1, 1], 1, "5H 9C KD").do("effect team 1 +50", "effect team 2 -20")
    game.state.out = [2]
    game.state.taken = [85, 0, 0, 0]
    assert game.state.totals == [0, 0]
    game.do("1 play 5H", "3 play 9C")
    assert game.state.rounds[0]["points"] == {"1": 150, "2": -20}
    assert game.state.totals == [150, -20]
    game.do("new")
    assert game.state.extra == [0, 0]
    assert game.reason("effect team 1 +50") is None


def test_f19_after_a_double_finish_too() -> None:
    game = under_way([1, 1, 0, 1], 1, "5H 9C KD").do("effect team 2 +30")
    game.state.out = [3]
    game.do("1 play 5H")
    result = game.state.rounds[0]
    assert result["double"] is True
    assert result["card_points"] == {"1": 0, "2": 0}  # F18
    assert result["points"] == {"1": 200, "2": 30}
    assert game.reason("effect team 1 +5") == "deal_over"


def test_f19_tokens_never_fall_below_none() -> None:
    game = Game().do("effect tokens +3", "effect tokens -1")
    assert game.state.tokens == 2
    assert game.do("effect tokens -5").state.tokens == 0


def test_f19_giving_the_lead_first_gives_the_trick_to_its_top_play() -> None:
    game = Game().do("1 play NB", "2 play 5H", "3 play TC")
    assert game.state.pile == 15
    game.do("effect lead 2")
    assert game.state.taken == [0, 0, 15, 0]
    assert game.summary["state"]["turn"] == 2
    assert game.summary["state"]["top"] is None
    assert game.reason("2 pass") == "must_lead"


def test_f19_taking_the_trick() -> None:
    game = Game().do("1 play NB", "2 play 5H", "3 play TC", "effect trick 4")
    assert game.state.taken == [0, 0, 0, 15]
    assert game.summary["state"]["turn"] == 4
    assert game.reason("effect trick 4") == "wrong_phase"  # an empty table
    assert game.reason("effect lead 1") is None


def test_f19_whoever_took_a_trick_with_the_last_card_does_not_lead() -> None:
    game = under_way([1, 2, 1, 1], 1, "5H 9C KD W1 W2").do("1 play 5H", "effect trick 1")
    assert game.state.taken == [5, 0, 0, 0]
    assert game.summary["state"]["turn"] == 2  # F15


@pytest.mark.parametrize("line", ["effect lead 1", "effect trick 1"])
def test_f19_no_lead_before_the_opening(line: str) -> None:
    assert Game().reason(line) == "wrong_phase"
    assert Game().do(*DEALS, *GIFTS).reason(line) == "wrong_phase"


def test_f19_who_is_out_cannot_be_given_the_lead() -> None:
    game = under_way([1, 0, 1, 1], 1, "5H 9C KD")
    assert game.reason("effect lead 2") == "player_out"
    assert game.reason("effect lead 3") is None


def test_f19_a_skill_asks_and_nothing_happens_by_itself() -> None:
    game = Game().do("1 play NB")
    shown = followers.view(game.state, frozenset())
    assert shown["ask"] == "NB"
    before = core.dump(game.state)
    game.do("effect none")
    assert core.dump(game.state) == before
    assert followers.view(game.state, frozenset())["ask"] is None
    assert followers.view(game.do("2 play X8").state, frozenset())["ask"] == "X8"
    assert followers.view(game.do("3 play 2C").state, frozenset())["ask"] is None


# --- F3, F17, F18, F21: rounds --------------------------------------------------------------------


def test_f3_calls_stand_in_the_order_they_were_made() -> None:
    game = under_way([1, 0, 1, 1], 1, "5H 9C KD")
    game.state.out = [2]
    game.state.closed = False
    game.do("4 great", "2 great", "1 small", "1 play 5H", "3 play 9C")
    assert game.state.rounds[0]["calls"] == [
        {"seat": 4, "call": "great", "made": False},
        {"seat": 2, "call": "great", "made": True},
        {"seat": 1, "call": "small", "made": False},
    ]


def test_f21_the_result_of_a_match() -> None:
    game = under_way([1, 0, 1, 1], 1, "5H 9C KD")
    game.state.out = [2]
    game.state.totals = [950, 990]
    assert game.summary["finished"] is False
    assert game.summary["winner"] is None
    game.state.taken = [85, 0, 0, 0]
    game.do("1 play 5H", "3 play 9C")
    assert game.summary["finished"] is True
    assert game.summary["winner"] == 1
    assert game.summary["totals"] == {"1": 1050, "2": 990}
    assert game.summary["state"] == {
        "turn": None,
        "tokens": 0,
        "hand_counts": {"1": 0, "2": 0, "3": 0, "4": 1},  # as they were, until `new`
        "top": None,
    }
    for line in ("new", "1 pass", "effect none", DEALS[0]):
        assert game.reason(line) == "match_over"


def test_f13_after_a_dog_there_is_nothing_on_top() -> None:
    game = Game(eighth="dog").do("1 play NB", "2 pass", "3 pass", "4 pass", "1 play X8")
    assert game.summary["state"]["top"] is None
    assert game.summary["state"]["turn"] == 3
    assert game.do("3 play 5H 5S").summary["state"]["top"] == "pair 5"
    assert game.reason("4 play X8") == "card_already_played"


def test_f22_few_cards_left_are_shown() -> None:
    game = under_way([6, 5, 1, 0], 1, "2S 3S 4S 5S 6S 8S 2H 3H 4H 5H 6H AC")
    seats = followers.view(game.state, frozenset())["seats"]
    assert [seat["few"] for seat in seats] == [False, True, True, False]
    assert [seat["count"] for seat in seats] == [6, 5, 1, 0]


# --- Lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "1 great",
        "2 play 5H 5S",
        "2 play 5H 5S W1 as triple 5",
        "2 play 3S 4S 5S 6S W1 as straight",
        "3 pass",
        "3 yield",
        "1 give 2 5S",
        "new",
        DEALS[2],
        "effect team 1 +50",
        "effect team 2 -5",
        "effect tokens -1",
        "effect lead 2",
        "effect trick 3",
        "effect none",
    ],
)
def test_lines_go_both_ways(line: str) -> None:
    state = followers.initial({})
    assert followers.line(followers.parse(line, state)) == line


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "empty"),
        ("5 pass", "no seat 5"),
        ("0 pass", "no seat 0"),
        ("one pass", "'one' is no seat"),
        ("1", "verb is missing"),
        ("1 sing", "no verb 'sing'"),
        ("1 undo", "no verb 'undo'"),
        ("1 pass now", "nothing can follow"),
        ("1 play", "needs cards"),
        ("1 play as pair", "needs cards"),
        ("1 play 5h", "'5h' is no card"),
        ("1 play 10H", "'10H' is no card"),
        ("1 play 5H as", "a reading is"),
        ("1 play 5H as duo", "no type 'duo'"),
        ("1 play 5H as single 10", "no rank '10'"),
        ("1 play 5H as single 5 5", "a reading is"),
        ("1 give 2", "a gift is"),
        ("1 give 5 5H", "no seat 5"),
        ("1 give 2 5H 6H", "a gift is"),
        ("deal", "a deal is"),
        ("deal 1 5H", "a hand has 15 cards, not 1"),
        ("deal 7 5H", "no seat 7"),
        (DEALS[0].rpartition(" ")[0], "a hand has 15 cards, not 14"),
        ("new deal", "stands alone"),
        ("effect", "no effect"),
        ("effect magic", "no effect 'magic'"),
        ("effect none 1", "wrong number of words"),
        ("effect team 3 +5", "no team '3'"),
        ("effect team 1 five", "no number"),
        ("effect team 1 +", "no number"),
        ("effect tokens 99999", "no number"),
        ("effect tokens -" + "9" * 5000, "no number"),
        ("effect lead 9", "no seat 9"),
    ],
)
def test_malformed_lines(line: str, sentence: str) -> None:
    with pytest.raises(LineError, match=sentence):
        followers.parse(line, followers.initial({}))


def test_a_card_of_another_game_is_refused_not_malformed() -> None:
    assert Game().reason("1 play SP1") == "card_not_in_pack"
    assert Game().reason("1 play E1") == "card_not_in_pack"  # F20: apart from the pack


def test_an_effect_is_an_action_like_any_other() -> None:
    action = Effect("team", 1, -5)
    assert isinstance(action, Action)
    assert (action.seat, action.verb, action.number) == (0, "effect", -5)


def test_f14_f17_a_whole_deal_with_known_hands_sums_to_a_hundred() -> None:
    rng = random.Random(17)
    for _ in range(20):
        game = Game()
        hands = deal(game.state, rng)
        for seat, hand in enumerate(hands, 1):
            game.do(f"deal {seat} " + " ".join(packs.name("followers", card) for card in hand))
        while not game.state.ended:
            action = choose(game.state, hands, rng, ())
            assert followers.check(game.state, action) is None
            followers.apply(game.state, action)
            hands[action.seat - 1] -= set(action.cards)
            assert [hand.bit_count() for hand in game.state.hands] == game.state.counts
        result = game.state.rounds[0]
        assert sum(result["card_points"].values()) == (0 if result["double"] else 100)
