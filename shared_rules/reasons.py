"""The reason codes of refusals, in their order of precedence.

Where several reasons apply to one action, the one that stands first in `order` is the answer.
Scripts match on these words: a code may be added, never renamed.
"""

# About the moment, then about the cards; the same in every game.
MOMENT = (
    "nothing_to_undo",
    "match_over",
    "deal_over",
    "deal_unfinished",
    "player_out",
    "not_your_turn",
    "wrong_phase",
)
CARDS = ("card_not_in_pack", "duplicate_card", "card_already_played", "not_in_hand")

FOLLOWERS = (
    "two_wilds",
    "wild_alone",
    "wild_with_joker",
    "not_a_combination",
    "bad_reading",
    "must_lead_necronomicon",
    "must_lead",
    "too_low",
    "cannot_yield",
    "wrong_receiver",
    "call_closed",
    "already_called",
    "wrong_call_order",
)

CTHULHU_WARS = (
    "not_enough_power",
    "no_cultist_left",
    "too_many_cultists",
    "no_such_gate",
    "no_such_unit",
    "too_many_books",
    "no_such_sign",
    "ritual_done",
    "wrong_first",
    "choose_first",
    "ritual_order",
    "sign_count",
)

SPOOKS = (
    "must_start_lowest",
    "cat_in_run",
    "master_needs_ten",
    "wrong_number",
    "wrong_match",
    "cannot_pass",
    "not_a_run",
    "wrong_receiver",
    "already_chosen",
)

CULTIVATION = (
    "must_draw",
    "drew_already",
    "pile_empty",
    "first_meld",
    "too_few",
    "ambiguous_special",
    "no_common_kind",
    "kind_taken",
    "no_such_group",
    "does_not_fit",
    "took_already",
    "group_too_small",
)

# The game's own come last. One word may stand for two games, at another place in each.
GAMES = {
    "followers": FOLLOWERS,
    "spooks": SPOOKS,
    "cultivation": CULTIVATION,
    "cthulhu_wars": CTHULHU_WARS,
}


def order(game: str) -> "tuple[str, ...]":
    """All reasons of a game, in their order of precedence. KeyError: no such game."""
    return MOMENT + CARDS + GAMES[game]


def rank(game: str, reason: str) -> int:
    """The place of a reason in a game's order: the lower one wins. ValueError: no such reason."""
    return order(game).index(reason)


def merge(
    game: str, first: "tuple[tuple[str, object], ...]", second: "tuple[tuple[str, object], ...]"
) -> "tuple[tuple[str, object], ...]":
    """Two tuples of rules (reason, function) as one, in the game's order of precedence.

    Rules with the same reason keep their order, `first` before `second`.
    """
    keyed = [(rank(game, rule[0]), place, rule) for place, rule in enumerate(first + second)]
    # Sorted on a total key, since MicroPython's sort is not stable.
    keyed.sort(key=lambda entry: entry[:2])
    return tuple(entry[2] for entry in keyed)
