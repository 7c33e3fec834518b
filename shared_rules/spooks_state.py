"""The state of Spooks that a bare table keeps, and what can be asked of it."""

from shared_rules.options import settings_of
from shared_rules.spooks_cards import CAT, PACK

SEATS = (3, 6)  # fewest and most
MOST_SEATS = 12  # with two packs (S13)

# (name, (the default, the other reading)); the place of a value is how it is stored.
OPTIONS = (
    ("extra_hand", ("off", "on")),  # S2
    ("scored", ("off", "on")),  # S12
    ("elimination", ("off", "on")),  # S12; without a scored game it changes nothing
    ("double_pack", ("off", "on")),  # S13
    ("strong_masters", ("off", "on")),  # S14
)

# The rule in force (S4-S9); MASTERS while cards change hands by S14. NO_RULE: no deal is on.
NO_RULE, LEAD, BLUE, GREEN, RED, PROCESSION, PANDEMONIUM, MASTERS = 0, 1, 2, 3, 4, 5, 6, 7
RULE_NAMES = ("", "lead", "blue", "green", "red", "procession", "pandemonium", "masters")
# How far a deal is. COUNTING: it is over, but not all of the losers' hands are known (S12).
PLAYING, COUNTING, DEAL_OVER, MATCH_OVER = 0, 1, 2, 3

# Where the game is, in words: before the first card, then the rule; `free` is to lead anything.
PHASES = (
    "start",
    "free",
    "blue",
    "green",
    "red",
    "procession",
    "pandemonium",
    "masters",
    "counting",
    "deal_over",
    "match_over",
)

DEATH = 200  # more than this and one is dead (S12)


class State:
    """All that a bare table knows of a match.

    Lists over seats have one place a seat, seat 1 first. Sets of seats are ints with one bit each,
    bit 0 for seat 1.
    """

    settings: "tuple[int, ...]"  # the place of each option's value in OPTIONS
    seats: int  # how many play
    deal: int  # the number of the deal, from 1
    dealer: int
    alive: int  # the seats that are not dead (S12)
    totals: "list[int]"  # points of each seat in the ended deals
    points: "list[int]"  # points of each seat in this deal, once its hand was counted
    counted: int  # the seats whose hands were counted
    counts: "list[int]"  # cards in each hand
    seen: int  # the cards that left the hands in this deal, one bit each
    seen_twice: int  # those of which both copies did (S13)
    laid: int  # the cards of counted hands, one bit each (S12)
    laid_twice: int
    opened: bool  # the first card has been led (S3)
    rule: int
    top: int  # the card whose rule is in force, -1 if there is none
    top_seat: int  # who played it, 0 if there is none
    turn: int  # the seat to act, 0 if nobody's or anybody's
    passes: int  # in a row since the last card
    stuck: int  # who could not follow (S8, S9), and goes on after a run; else 0
    ccw: bool  # play goes counter-clockwise (S14)
    down: bool  # numbers are turned (S14)
    owing: int  # the seats that have yet to choose (S6) or to pass a card (S14)
    chosen: "list[int]"  # each seat's card face down, -1 for none (S6)
    winners: int  # who emptied their hand in this deal
    ended: int  # PLAYING, COUNTING, DEAL_OVER or MATCH_OVER

    __slots__ = (
        "alive",
        "ccw",
        "chosen",
        "counted",
        "counts",
        "deal",
        "dealer",
        "down",
        "ended",
        "laid",
        "laid_twice",
        "opened",
        "owing",
        "passes",
        "points",
        "rule",
        "seats",
        "seen",
        "seen_twice",
        "settings",
        "stuck",
        "top",
        "top_seat",
        "totals",
        "turn",
        "winners",
    )

    def __init__(self, settings: "tuple[int, ...]", seats: int, dealer: int) -> None:
        self.settings = settings
        self.seats = seats
        self.deal = 0
        self.alive = (1 << seats) - 1
        self.totals = [0] * seats
        start_deal(self, dealer)

    @property
    def extra_hand(self) -> bool:
        """Option `extra_hand` (S2)."""
        return self.settings[0] == 1

    @property
    def scored(self) -> bool:
        """Option `scored` (S12)."""
        return self.settings[1] == 1

    @property
    def elimination(self) -> bool:
        """Option `elimination` (S12)."""
        return self.settings[2] == 1

    @property
    def copies(self) -> int:
        """How often each card is in play: option `double_pack` (S13)."""
        return 1 + self.settings[3]

    @property
    def strong_masters(self) -> bool:
        """Option `strong_masters` (S14)."""
        return self.settings[4] == 1

    def times_seen(self, card: int) -> int:
        """How many of a card's copies left the hands in this deal."""
        return (self.seen >> card & 1) + (self.seen_twice >> card & 1)

    def see(self, card: int) -> None:
        """Note that a card left a hand, to be played or chosen."""
        if self.seen >> card & 1:
            self.seen_twice |= 1 << card
        self.seen |= 1 << card

    def times_counted(self, card: int) -> int:
        """How many of a card's copies are in the hands that were counted (S12)."""
        return (self.laid >> card & 1) + (self.laid_twice >> card & 1)

    def count(self, card: int) -> None:
        """Note that a card is in a hand that was counted."""
        if self.laid >> card & 1:
            self.laid_twice |= 1 << card
        self.laid |= 1 << card


def start_deal(state: State, dealer: int) -> None:
    """Begin the next deal of a match: hands counted, nothing played (S2)."""
    state.deal += 1
    state.dealer = dealer
    state.points = [0] * state.seats
    state.counted = 0
    state.counts = sizes(state)
    state.seen = state.seen_twice = 0
    state.laid = state.laid_twice = 0
    state.opened = False
    state.rule = LEAD
    state.top = -1
    state.top_seat = state.turn = state.passes = state.stuck = 0
    state.ccw = state.down = False
    state.owing = 0
    state.chosen = [-1] * state.seats
    state.winners = 0
    state.ended = PLAYING


def initial(options: "dict[str, str] | None" = None, first: int = 0, seats: int = 0) -> State:
    """A match before its first card.

    options  name -> value, as in OPTIONS; missing ones have their default
    first    the dealer's seat (S2); 0: the last seat
    seats    how many play; 0: the fewest

    Wrong: an unknown option or value, no such seat, too few or too many seats.
    """
    settings = settings_of(OPTIONS, options or {})
    fewest, most = seats_allowed(settings)
    seats = seats or fewest
    if not fewest <= seats <= most or not 0 <= first <= seats:
        from shared_rules.wrong import wrong_seat, wrong_seats

        if not fewest <= seats <= most:
            raise wrong_seats(seats, (fewest, most))
        raise wrong_seat(first, seats)
    return State(settings, seats, first or seats)


def seats_allowed(settings: "tuple[int, ...]") -> "tuple[int, int]":
    """Fewest and most seats under these options (S13)."""
    return SEATS[0], MOST_SEATS if settings[3] else SEATS[1]


# --- Looking at a state ---------------------------------------------------------------------


def bit(seat: int) -> int:
    """A seat as a set of seats."""
    return 1 << (seat - 1)


def members(state: State, some: int) -> "list[int]":
    """The seats of a set, ascending."""
    return [seat for seat in range(1, state.seats + 1) if some >> (seat - 1) & 1]


def living(state: State) -> "list[int]":
    """The seats that are not dead, ascending (S12)."""
    return members(state, state.alive)


def beside(state: State, seat: int, step: int) -> int:
    """The next seat that is not dead, clockwise (step 1) or the other way (-1)."""
    while True:
        seat = (seat - 1 + step) % state.seats + 1
        if state.alive >> (seat - 1) & 1:
            return seat


def next_seat(state: State, seat: int) -> int:
    """Who comes after a seat, in the direction of play (S4, S14)."""
    return beside(state, seat, -1 if state.ccw else 1)


def previous_seat(state: State, seat: int) -> int:
    """Who gives after a seat in a pandemonium, and to whom a seat passes a card by `GHM`: the next
    one against the direction of play (S9, S14).
    """
    return beside(state, seat, 1 if state.ccw else -1)


def deal_order(state: State) -> "list[int]":
    """The seats that are dealt to, from the dealer's left (S2)."""
    seat, order = state.dealer, []
    for _ in living(state):
        seat = beside(state, seat, 1)
        order.append(seat)
    return order


def sizes(state: State) -> "list[int]":
    """How many cards each seat is dealt: all go out, one by one (S2)."""
    order = deal_order(state)
    hands = len(order) + state.extra_hand
    found = [0] * state.seats
    for place, seat in enumerate(order):
        found[seat - 1] = (PACK * state.copies + hands - 1 - place) // hands
    return found


def aside_size(state: State) -> int:
    """How many cards are set aside (S2): the extra hand is served last."""
    return PACK * state.copies - sum(sizes(state))


def fewest(state: State, seat: int) -> "list[int]":
    """The opponents of a seat with the fewest cards (S14), ascending."""
    others = [other for other in living(state) if other != seat]
    least = min([state.counts[other - 1] for other in others])
    return [other for other in others if state.counts[other - 1] == least]


def receivers(state: State, seat: int) -> "list[int]":
    """To whom a seat may give a card now (S9, S14), ascending; empty: nothing is given."""
    if state.rule == PANDEMONIUM:
        return [state.stuck]
    if state.rule != MASTERS:
        return []
    return fewest(state, seat) if state.turn else [previous_seat(state, seat)]


def unseen_cats(state: State) -> int:
    """How many cats nobody has played in this deal."""
    return state.copies - state.times_seen(CAT)


def choosers(state: State) -> "list[int]":
    """The seats that owe a choice of their own now (S6, S14), in the order in which a table with
    one reader for all asks them; at the end, the losers whose hands are not counted yet (S12).
    """
    if state.ended == COUNTING:
        return members(state, state.alive & ~state.winners & ~state.counted)
    return members(state, state.owing)


def phase(state: State) -> str:
    """Where the game is: one of PHASES."""
    if state.ended:
        return PHASES[MASTERS + state.ended]
    return PHASES[state.rule] if state.opened else "start"


def turn(state: State) -> int:
    """The seat whose turn it is; 0 where that is nobody's or cannot be known (S3)."""
    return state.turn


def match_winners(state: State) -> "list[int]":
    """Who has won the match, ascending; empty while it is on (S11, S12)."""
    if state.ended != MATCH_OVER:
        return []
    if not state.scored:
        return members(state, state.winners)
    lowest = min(state.totals)
    return [seat for seat in range(1, state.seats + 1) if state.totals[seat - 1] == lowest]
