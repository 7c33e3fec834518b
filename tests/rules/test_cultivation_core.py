"""The core of Cultivation, clause by clause (C1-C13, C15): what a bare table judges."""

from __future__ import annotations

import pytest

from shared_rules import cultivation, packs
from shared_rules import cultivation_cards as cards
from tests.rules.cultivation_table import PACK, Table, on_paper, root_on_paper

KINDS = cards.KINDS


def test_c1_the_default_deck_is_as_the_numbers_say() -> None:
    deck = cards.default_deck()
    assert packs.codes("cultivation") == PACK
    assert len(deck) == 66
    for code, faces in zip(PACK, deck, strict=True):
        assert {KINDS[kind] for kind in cards.kinds(faces)} == on_paper(code), code
        assert cards.is_special(faces) == (code[0] in "HT")
        assert cards.unpacked(cards.packed(faces)) == faces
    assert on_paper("K03") == {"metal", "elixir", "artifact"}
    assert on_paper("K12") == {"metal", "beast", "elixir"}  # after the beasts come elixirs
    assert on_paper("K60") == {"earth", "beast", "elixir"}


@pytest.mark.parametrize("number", [7, 5 | 1 << 3, 16 << 3, 0, 127 + 1])
def test_c1_numbers_that_pack_no_card(number: int) -> None:
    with pytest.raises(ValueError, match="is no card"):
        cards.unpacked(number)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c2_eight_cards_each_and_a_turn_draws_one(seats: int) -> None:
    table = Table(seats=seats, first=2)
    state = table.state
    assert state.counts == [8] * seats
    assert state.pile == 66 - 8 * seats
    assert (cultivation.turn(state), cultivation.phase(state)) == (2, "draw")
    assert table.reason("1 draw") == "not_your_turn"
    for line in ("2 end", "2 meld K01 K02 K03", "2 add 1 K01"):
        assert table.reason(line) == "must_draw"
    table.do("2 draw")
    assert cultivation.phase(state) == "meld"
    assert (state.counts[1], state.pile) == (9, 65 - 8 * seats)
    assert table.reason("2 draw") == "drew_already"
    table.do("2 end")
    assert cultivation.turn(state) == (3 if seats > 2 else 1)


def test_c2_clockwise_and_the_last_seat_is_followed_by_the_first() -> None:
    table = Table(seats=3)
    for seat in (1, 2, 3, 1):
        table.do(f"{seat} draw", f"{seat} end")
    assert table.state.turn == 2


def test_c2_any_number_of_melds_and_additions_are_one_play() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 K25", "1 meld K04 K16 K28", "1 add 1 K37")
    assert table.reason("1 add 2 K40") is None
    assert table.groups(1) == ["elixir K01 K13 K25 K37", "artifact K04 K16 K28"]


def test_c3_the_first_play_makes_a_group_of_three() -> None:
    table = Table().do("1 draw")
    assert table.reason("1 add 1 K01") == "first_meld"
    assert table.reason("1 take K01") == "first_meld"
    assert table.reason("1 meld K01 K02") == "too_few"
    table.do("1 meld K01 K02 K13")
    assert table.reason("1 add 1 K25") is None
    table.do("1 end", "2 draw")
    # Each player for themselves.
    assert table.reason("2 add 1 K25") == "first_meld"


def test_c4_a_group_shares_a_type_or_an_element() -> None:
    table = Table().do("1 draw")
    assert table.reason("1 meld K01 K13 K34") == "no_common_kind"
    assert table.reason("1 meld K03 K16 K28") is None  # K03 is an artifact too
    assert table.reason("1 meld K01 K04 K07") is None  # metal
    assert table.reason("1 meld K01 K13 K25 as metal") == "no_common_kind"


def test_c4_the_player_says_which_kind_it_is() -> None:
    for want in ("elixir", "metal"):
        table = Table().do("1 draw", f"1 meld K01 K02 K03 as {want}")
        assert table.groups(1) == [f"{want} root K01 K02 K03"]


def test_c4_unsaid_it_is_the_first_kind_that_is_free_types_before_elements() -> None:
    table = Table().do("1 draw", "1 meld K03 K15 K27")  # all three elixirs and artifacts
    assert table.groups(1) == ["elixir K03 K15 K27"]
    table.do("1 meld K39 K51 K04 K16")  # artifact is the only kind
    table.do("1 end", "2 draw", "2 meld K13 K25 K37", "2 meld K01 K02 K12")
    # Elixir is there, so these are metal.
    assert table.groups(2)[1] == "metal root K01 K02 K12"


def test_c5_one_group_of_each_type() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 K25")
    assert table.reason("1 meld K02 K14 K26") == "kind_taken"
    assert table.reason("1 meld K04 K16 K28") is None
    table.do("1 end", "2 draw")
    assert table.reason("2 meld K02 K14 K26") is None  # another player


def test_c5_one_element_group() -> None:
    table = Table().do("1 draw", "1 meld K01 K04 K07")
    assert table.reason("1 meld K13 K16 K19") == "kind_taken"
    assert table.reason("1 meld K05 K08 K10") == "kind_taken"  # the same element neither
    assert table.reason("1 meld K16 K17 K18 as wood") == "kind_taken"
    assert table.reason("1 meld K16 K17 K18") is None  # artifact


def test_c6_any_number_of_matching_cards_join_ones_own_group() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 K25")
    assert table.reason("1 add 1 K37 K49 K60 K48") is None  # K48, K60: elixirs too
    assert table.reason("1 add 1 K37 K40") == "does_not_fit"
    assert table.reason("1 add 2 K37") == "no_such_group"
    assert table.reason("1 add 0 K37") == "no_such_group"
    table.do("1 end", "2 draw", "2 meld K04 K16 K28")
    assert table.reason("2 add 2 K37") == "no_such_group"  # not the other player's
    assert table.reason("2 add 1 K37") == "does_not_fit"


def test_c7_once_a_turn_a_card_comes_back_from_four_or_more() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 K25 K37 K49")
    assert table.reason("1 take K04") == "no_such_group"
    table.do("1 take K13")
    assert table.state.counts[0] == 5
    assert table.reason("1 take K01") == "took_already"
    table.do("1 end", "2 draw")
    assert table.reason("2 take K01") == "first_meld"
    table.do("2 meld K04 K16 K28")
    assert table.reason("2 take K01") == "no_such_group"  # the other player's
    table.do("2 end", "1 take K25")  # before the draw
    assert table.groups(1) == ["elixir K01 K37 K49"]
    table.do("1 draw", "1 end", "2 draw", "2 end")
    assert table.reason("1 take K01") == "group_too_small"
    table.do("1 draw", "1 add 1 K13", "1 take K13")  # after all else, and what was just added


def test_c7_two_plain_cards_stay() -> None:
    table = Table().do("1 draw", "1 meld K01 K04 H1 H2")
    assert table.reason("1 take K01") == "group_too_small"
    table.do("1 take H1")
    assert table.groups(1) == ["metal K01 K04 H2"]


def test_c7_what_stays_keeps_c5() -> None:
    table = Table().do("1 draw", "1 meld K01 K04 K07 H1", "1 meld K13 K16 K19")
    assert table.reason("1 take H1") == "kind_taken"
    table = Table().do("1 draw", "1 meld K01 K04 K07 H1", "1 take H1")
    assert table.reason("1 meld K13 K16 H2") is None
    assert table.reason("1 meld K13 K16 K19") == "kind_taken"


def test_c7_a_card_taken_back_is_known_to_be_in_that_hand() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 K25 K37", "1 take K13", "1 end", "2 draw")
    assert table.reason("2 meld K13 K14 K26") == "not_in_hand"
    assert table.reason("2 meld K37 K14 K26") == "card_already_played"
    table.do("2 end")
    assert table.reason("1 draw K13") == "duplicate_card"
    assert table.reason("1 draw K01") == "card_already_played"
    table.do("1 draw")
    # Seven cards, of which six are unknown.
    seven = "K02 K14 K26 K38 K49 K50 K51"
    assert table.state.counts[0] == 7
    assert table.reason(f"1 add 1 {seven}") == "not_in_hand"
    assert table.reason(f"1 add 1 {seven[4:]} K13") is None


def test_c7_a_known_card_is_forgotten_when_it_is_laid_again_and_with_the_deal() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 K25 K37", "1 take K13", "1 add 1 K13")
    # Five unknown cards.
    assert table.reason("1 add 1 K02 K14 K26 K38 K49") is None
    table.do("1 end", "2 draw", "2 end", "1 take K13", "1 draw", "1 end", "2 draw")
    table.do("2 meld K10 K22 K34 K46 K58 K11 K23 K35 K47 K59", "new", "2 draw")
    assert table.reason("2 meld K13 K14 K26") is None


def test_c8_hunyuan_makes_element_groups_any_number_of_them() -> None:
    table = Table(seats=4).do("1 draw", "1 meld K01 K02 H1", "1 meld K04 K05 H2")
    assert table.groups(1) == ["metal K01 K02 H1", "metal K04 K05 H2"]  # no roots
    assert table.state.turn == 1
    assert table.reason("1 add 1 K13") == "does_not_fit"  # an elixir, as the plain ones are
    assert table.reason("1 meld K13 K16 K19") is None  # the plain one beside them
    assert table.reason("1 meld K13 K25 H3") == "no_common_kind"  # two elixirs: no type
    assert table.reason("1 meld K13 K16 H3 as elixir") == "no_common_kind"


@pytest.mark.parametrize("line", ["1 meld K01 H1", "1 meld K01 H1 H2", "1 meld H1 H2 H3"])
def test_c8_two_plain_cards_are_needed(line: str) -> None:
    assert Table().do("1 draw").reason(line) == "too_few"


def test_c8_special_cards_join_only_when_a_group_is_made() -> None:
    table = Table().do("1 draw", "1 meld K01 K04 H1", "1 meld K13 K25 T1")
    for line in ("1 add 1 H2", "1 add 2 T2", "1 add 1 T2", "1 add 2 K37 T2"):
        assert table.reason(line) == "does_not_fit"
    assert table.reason("1 add 1 K07") is None
    assert table.reason("1 add 2 K37") is None


def test_c8_hunyuan_and_treasure_do_not_meet() -> None:
    table = Table().do("1 draw")
    assert table.reason("1 meld K01 K02 H1 T1") == "ambiguous_special"
    assert table.reason("1 meld K01 K02 H1 T1 as metal") == "ambiguous_special"


def test_c9_a_treasure_makes_a_type_group() -> None:
    table = Table().do("1 draw", "1 meld K01 K13 T1")
    assert table.groups(1) == ["elixir K01 K13 T1"]
    assert table.reason("1 meld K04 K07 T2") == "no_common_kind"  # metal: no element
    assert table.reason("1 meld K04 T2 T3") == "too_few"
    assert table.reason("1 meld K02 K14 T2") == "kind_taken"
    assert table.reason("1 meld K02 K14 K26") == "kind_taken"


def test_c9_a_treasure_group_can_be_a_single_root() -> None:
    table = Table().do("1 draw", "1 meld K34 K35 T1")
    assert table.groups(1) == ["beast root K34 K35 T1"]
    assert (table.state.turn, table.state.drawn) == (1, False)
    assert table.points(1) == 2


def test_c9_option_treasure_second_group() -> None:
    on = Table(treasure_second_group="on").do("1 draw", "1 meld K01 K13 K25")
    on.do("1 meld K02 K14 T1").do("1 end", "2 draw", "2 meld K37 K49 T2", "2 end", "1 draw")
    assert on.reason("1 meld K26 K38 T3") is None
    assert on.reason("1 meld K26 K38 K50") == "kind_taken"
    on.do("1 add 2 K26")
    assert on.reason("1 take T1") == "kind_taken"  # C7
    assert on.reason("1 take K26") is None
    on.do("1 end", "2 draw", "2 meld K38 K50 K51")  # the plain one may come second


def test_c10_a_single_root_brings_another_turn() -> None:
    table = Table().do("1 draw", "1 meld K13 K25 K37 K49", "1 take K49", "1 meld K04 K05 K06")
    state = table.state
    assert (state.turn, state.drawn, state.took) == (1, False, False)
    assert table.reason("1 end") == "must_draw"
    table.do("1 draw", "1 end")
    assert state.turn == 2


def test_c10_a_new_turn_has_a_new_take_back() -> None:
    table = Table().do("1 draw", "1 meld K13 K25 K37 K49 K50", "1 take K49", "1 meld K04 K05 K06")
    assert table.reason("1 take K50") is None


def test_c10_the_last_card_wins_instead() -> None:
    table = Table().do("1 draw", "1 meld K13 K25 K37", "1 meld K16 K28 K40", "1 meld K34 K35 K36")
    state = table.state
    assert (state.winner, state.turn, state.idle) == (1, 0, 0)


def test_c10_a_root_takes_its_type_and_its_element() -> None:
    table = Table().do(
        "1 draw", "1 meld K34 K35 T1", "1 draw", "1 end", "2 draw", "2 meld K01 K02 K10"
    )
    # Two elixirs and a beast: metal, no root. A treasure root does not take its element.
    assert table.groups(2) == ["metal K01 K02 K10"]
    table.do("2 end", "1 draw")
    assert table.reason("1 add 1 K25") == "does_not_fit"
    table.do("1 add 1 K36")  # both: still a root
    assert table.groups(1) == ["beast root K34 K35 T1 K36"]
    table.do("1 add 1 K46")  # the type alone
    assert table.groups(1) == ["beast K34 K35 T1 K36 K46"]


def test_c10_a_type_root_turns_into_an_element_group_as_far_as_c5_allows() -> None:
    table = Table().do("1 draw", "1 meld K01 K02 K03", "1 draw")
    table.do("1 add 1 K04")  # metal, no elixir
    assert table.groups(1) == ["metal K01 K02 K03 K04"]
    assert table.points(1) == 0
    assert table.reason("1 add 1 K13") == "does_not_fit"  # an elixir of wood
    assert table.reason("1 add 1 K10") is None
    table = Table().do("1 draw", "1 meld K01 K02 K03", "1 draw", "1 meld K13 K16 K19")
    assert table.reason("1 add 1 K04") == "kind_taken"
    table = Table().do("1 draw", "1 meld K01 K02 K03", "1 draw", "1 meld K13 K16 H1")
    assert table.reason("1 add 1 K04") is None  # hunyuan groups do not count


def test_c10_an_element_root_turns_into_a_type_group_as_far_as_c5_allows() -> None:
    table = Table().do("1 draw", "1 meld K01 K02 K03 as metal", "1 draw")
    assert table.points(1) == 1  # C12: 0 + 1
    assert table.reason("1 add 1 K13 K04") == "does_not_fit"  # one fits the type, one the element
    table.do("1 add 1 K13")
    assert table.groups(1) == ["elixir K01 K02 K03 K13"]
    table = Table().do("1 draw", "1 meld K13 K25 K37", "1 meld K01 K02 K03", "1 draw")
    assert table.groups(1)[1] == "metal root K01 K02 K03"  # C4: elixir is there
    assert table.reason("1 add 2 K14") == "kind_taken"


def test_c10_what_stays_after_a_take_back_can_be_a_root_but_brings_no_turn() -> None:
    table = Table().do("1 draw", "1 meld K01 K02 K03 K13", "1 take K13")
    assert table.groups(1) == ["elixir root K01 K02 K03"]
    assert (table.state.drawn, table.points(1)) == (True, 2)


def test_c10_an_addition_that_keeps_the_root_brings_no_turn() -> None:
    # K12 is an elixir too.
    table = Table().do("1 draw", "1 meld K01 K02 K12", "1 draw", "1 add 1 K03")
    assert table.groups(1) == ["elixir root K01 K02 K12 K03"]
    assert table.state.drawn


def test_c11_an_empty_hand_wins_at_once() -> None:
    """C11: no end of the turn is waited for."""
    table = Table().do("1 draw", "1 meld K01 K13 K25", "1 meld K04 K16 K28", "1 add 1 K37 K49")
    assert table.state.counts[0] == 1
    table.do("1 add 2 K40")
    state = table.state
    assert (state.winner, state.turn, cultivation.phase(state)) == (1, 0, "deal_over")
    assert table.reason("2 draw") == "deal_over"


@pytest.mark.parametrize(
    ("codes", "kind", "points"),
    [
        ("K01 K13 K25", "elixir", 1),
        ("K01 K13 K25 K37", "elixir", 2),
        ("K01 K13 K25 K37 K49", "elixir", 2),
        ("K01 K13 K25 K37 K49 K02", "elixir", 3),
        ("K01 K13 K25 K37 K49 K02 K14", "elixir", 3),
        ("K01 K13 T1", "elixir", 1),
        ("K01 K02 K03", "elixir", 2),
        ("K01 K02 K03 K12", "elixir", 3),
        ("K01 K02 T1", "elixir", 2),
        ("K01 K02 K03", "metal", 1),
        ("K01 K04 K07 K10 K02 K05", "metal", 0),
        ("K01 K02 K03 H1", "metal", 0),
    ],
)
def test_c12_what_a_group_is_worth(codes: str, kind: str, points: int) -> None:
    faces = [cards.default_deck()[PACK.index(code)] for code in codes.split()]
    assert cards.group_points(KINDS.index(kind), faces) == points
    assert cards.is_root(faces) == root_on_paper(codes.split())


def test_c12_the_winner_doubles_and_the_others_do_not() -> None:
    table = Table().do("1 draw", "1 meld K01 K02 K13", "1 end")
    table.do("2 draw", "2 meld K04 K16 K28", "2 meld K07 K19 K31", "2 meld K10 K22 K34")
    assert table.state.totals == [1, 6]


def test_c13_the_agreed_number_of_deals_each_a_seat_later() -> None:
    nine = "K01 K02 K03 K13 K14 K15 K25 K26 K27"
    table = Table(seats=3, first=3, deals=4)
    for seat in (3, 1, 2, 3):
        assert table.state.turn == seat
        assert cultivation.winners(table.state) == []
        table.do(f"{seat} draw", f"{seat} meld {nine}")
        if table.state.deal < 4:
            assert table.reason("1 draw") == "deal_over"
            table.do("new")
    assert table.reason("new") == "match_over"
    assert table.reason("1 draw") == "match_over"
    assert table.state.totals == [6, 6, 12]
    assert cultivation.winners(table.state) == [3]
    assert Table().state.deals == 5


def test_c13_ties_are_shared() -> None:
    table = Table(seats=2, deals=2)
    table.do("1 draw", "1 meld K01 K13 K25 K37 K49 K02 K14 K26 K38", "new")
    table.do("2 draw", "2 meld K10 K22 K34 K46 K58 K11 K23 K35 K47")
    assert cultivation.winners(table.state) == [1, 2]


def small(*, seats: int = 2, extra: int = 0) -> Table:
    """A table with a deck that is dealt out but for a few cards."""
    table = Table(seats)
    deck = cards.default_deck()[: 8 * seats + extra]
    table.state = cultivation.initial({}, 1, seats, 5, deck)
    return table


def test_c15_without_a_pile_turns_go_on_until_nobody_does_anything() -> None:
    table = small(seats=3)
    assert cultivation.phase(table.state) == "meld"
    assert table.reason("1 draw") == "pile_empty"
    table.do("1 end", "2 end", "3 meld K01 K13 K02 K14 K15", "3 take K15", "3 end")
    table.do("1 meld K04 K05 K16 K17", "1 end", "2 end", "3 end")
    assert table.state.ended == 0
    table.do("1 take K17")  # taking back is nothing done
    table.do("1 end")
    state = table.state
    assert (cultivation.phase(state), state.winner) == ("deal_over", 0)
    assert state.totals == [1, 0, 2]  # nothing doubles
    table.do("new")
    assert table.state.turn == 2


def test_c15_an_addition_is_something_done() -> None:
    table = small(seats=2).do("1 meld K01 K13 K02", "1 end", "2 end", "1 add 1 K14", "1 end")
    assert table.state.idle == 0
    table.do("2 end")
    assert table.state.ended == 0


def test_c15_a_draw_is_something_done_and_an_extra_turn_counts() -> None:
    table = small(extra=1).do("1 draw")
    assert table.reason("1 draw") == "drew_already"
    table.do("1 end", "2 end", "1 meld K01 K02 K03")
    assert table.state.turn == 1
    table.do("1 end")  # the extra turn, in which nothing was done
    assert table.state.ended == 0
    table.do("2 end")
    assert table.state.ended == 1


def test_the_actions_own_cards_are_judged_before_the_game() -> None:
    table = Table().do("1 draw")
    assert table.reason("1 meld K01 K02 5H") == "card_not_in_pack"
    assert table.reason("1 meld K01 K01 K02") == "duplicate_card"
    ten = " ".join(PACK[:10])
    assert table.reason(f"1 meld {ten}") == "not_in_hand"
