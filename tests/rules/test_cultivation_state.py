"""The state of Cultivation: its set-up, its bytes, its lights, what pending cards can be."""

from __future__ import annotations

import pytest

from shared_rules import cultivation
from shared_rules import cultivation_cards as cards
from shared_rules.actions import Action
from shared_rules.cultivation_state import MOST_CARDS, Group
from tests.rules.cultivation_table import PACK, Table


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (({"destiny": "maybe"},), "option destiny cannot be 'maybe'; it can be: off, on"),
        (({"fate": "on"},), "the options are: treasure_second_group, destiny"),
        (({}, 3), "no seat 3; the seats are 1 to 2"),
        (({}, 1, 5), "it is played by 2 to 4, not by 5"),
        (({}, 1, 2, 0), "it can be 1 to 99"),
        (({}, 1, 2, 5, cards.default_deck()[:15]), "for 2 players it is 16 to 84"),
        (({}, 1, 2, 5, cards.default_deck() * 2), "a deck cannot be 132"),
    ],
)
def test_what_a_match_cannot_be_set_up_with(given: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        cultivation.initial(*given)  # type: ignore[arg-type]


def test_verbs_and_seats_that_there_are_not() -> None:
    state = Table().state
    with pytest.raises(ValueError, match="no verb 'play'"):
        cultivation.check(state, Action(1, "play"))
    with pytest.raises(ValueError, match="no seat 3"):
        cultivation.check(state, Action(3, "draw"))
    with pytest.raises(ValueError, match="no verb 'play'"):
        cultivation.apply(state, Action(1, "play"))


@pytest.mark.parametrize(
    "line",
    [
        *[
            "",
            "1",
            "1 dance",
            "5 draw",
            "0 draw",
            "1 draw K01 K02",
            "1 end K01",
            "1 meld",
            "1 take",
        ],
        *["1 add K01", "1 add 1", "1 meld K01 K02 K03 as gold", "1 new", "new 1", "undo"],
    ],
)
def test_lines_that_are_no_actions(line: str) -> None:
    assert cultivation.parse(line) is None


def test_the_state_goes_to_bytes_and_back() -> None:
    table = Table(seats=4, first=2, deals=7, treasure_second_group="on", destiny="on")
    table.do("2 draw", "2 meld K01 K13 K25 K37", "2 take K13", "2 meld K28 K34 H1", "2 end")
    table.do("3 draw", "3 meld K04 K05 K06")
    table.state.extra = [3, -9999, 0, 20_000]
    data = cultivation.dump(table.state)
    again = cultivation.load(data)
    assert cultivation.dump(again) == data
    for name in ("settings", "seats", "first", "deals", "deal", "turn", "drawn", "took", "active"):
        assert getattr(again, name) == getattr(table.state, name), name
    for name in ("idle", "begun", "pile", "counts", "held", "extra", "totals", "winner", "ended"):
        assert getattr(again, name) == getattr(table.state, name), name
    assert again.deck == table.state.deck
    for one, other in zip(again.groups, table.state.groups, strict=True):
        assert (one.owner, one.kind, one.cards) == (other.owner, other.kind, sorted(other.cards))


def test_the_largest_deck_of_ones_own_fits_into_256_bytes() -> None:
    deck = (cards.default_deck() * 2)[:MOST_CARDS]
    state = cultivation.initial({}, 1, 4, 5, deck)
    state.groups = [
        Group(1 + place % 4, place % 9, list(range(place * 3, place * 3 + 3)))
        for place in range(MOST_CARDS // 3)
    ]
    data = cultivation.dump(state)
    assert len(data) <= 256
    assert cultivation.load(data).deck == deck
    assert cultivation.dump(cultivation.load(data)) == data


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x02" + bytes(200), bytes(52)])
def test_other_bytes_are_no_state(data: bytes) -> None:
    with pytest.raises(ValueError, match="no state of cultivation"):
        cultivation.load(data)
    good = cultivation.dump(Table().state)
    for wrong in (good + b"\0", good[:-1]):
        with pytest.raises(ValueError, match="no state of cultivation"):
            cultivation.load(wrong)


def test_what_the_lights_show() -> None:
    table = Table(seats=3, deals=2).do("1 draw", "1 meld K01 K13 K25 K37", "1 end", "2 draw")
    shown = cultivation.show(table.state)
    assert shown["seats"] == ("wait", "turn", "wait")
    assert shown["digits"] == " 2 0 0  "
    # A stretch a seat: cards in hand from its beginning, groups from its end, in turn.
    assert shown["strip"] == (
        *("w.", "w.", "..", ".g"),
        *("w.", "w.", "w.", ".."),
        *("w.", "w.", "w.", ".."),
        "",
    )
    assert shown["counts"] == ((1, 5), (0, 9), (0, 8))
    table.do("2 meld K10 K22 K34 K46 K58 K11 K23 K35 K47")
    shown = cultivation.show(table.state)
    assert shown["digits"] == " 2 6 0  "
    assert shown["strip"] == ("", "", "", "g") * 2 + ("",) * 5
    assert shown["seats"] == ("idle",) * 3
    pair = Table().state
    pair.totals = [123, -45]
    assert cultivation.show(pair)["digits"] == " 123 -45"


def test_c2_a_table_assumes_the_draw_that_nobody_taps_in() -> None:
    table = Table()

    def assumed(line: str) -> str | None:
        action = cultivation.parse(line)
        assert action is not None
        found = cultivation.assumed(table.state, action)
        return found and cultivation.line(found)

    for line in ("1 meld K01 K02 K13", "1 add 1 K01", "1 end"):
        assert assumed(line) == "1 draw"
    for line in ("2 end", "1 take K01", "1 draw", "new"):
        assert assumed(line) is None
    table.do("1 draw")
    assert assumed("1 end") is None


def test_c4_c6_what_pending_cards_can_be_the_best_first() -> None:
    table = Table().do("1 draw", "1 meld K13 K25 K37")

    def lines(codes: str) -> list[str]:
        pending = tuple(PACK.index(code) for code in codes.split())
        return [cultivation.line(each) for each in cultivation.layings(table.state, 1, pending)]

    # Six elixirs instead of three are two points more, the root of metal is one.
    assert lines("K01 K02 K03") == ["1 add 1 K01 K02 K03", "1 meld K01 K02 K03 as metal"]
    assert lines("K04 K05 K06") == [
        "1 meld K04 K05 K06 as artifact",
        "1 meld K04 K05 K06 as metal",
    ]
    assert lines("K49") == ["1 add 1 K49"]
    assert lines("K10") == []
    assert lines("K10 H1") == []
