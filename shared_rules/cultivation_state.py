"""The state of Cultivation that a bare table keeps."""

from shared_rules import cultivation_cards as cards
from shared_rules.options import settings_of

SEATS = (2, 4)  # fewest and most

# (name, (the default, the other readings…)); the place of a value is how it is stored.
OPTIONS = (
    ("treasure_second_group", ("off", "on")),  # C9
    ("destiny", ("off", "on")),  # C14
)

HAND = 8  # cards dealt to each seat (C2)
DEALS = 5  # in a match, unless another number was agreed on (C13)
MOST_DEALS = 99
MOST_CARDS = 84  # so that a deck of one's own fits into the bytes of a state

# How far a deal is.
PLAYING, DEAL_OVER, MATCH_OVER = 0, 1, 2

PHASES = ("draw", "meld", "deal_over", "match_over")


class Group:
    """A group before a seat: the place of its kind in KINDS, and its cards as they were laid."""

    __slots__ = ("cards", "kind", "owner")

    def __init__(self, owner: int, kind: int, held: "list[int]") -> None:
        self.owner = owner
        self.kind = kind
        self.cards = held

    def copy(self) -> "Group":
        """A group of its own with the same cards."""
        return Group(self.owner, self.kind, list(self.cards))


class State:
    """All that a bare table knows of a match.

    Lists over seats have one place a seat, seat 1 first.
    """

    settings: "tuple[int, ...]"  # the place of each option's value in OPTIONS
    seats: int  # how many play
    first: int  # the seat that begins the first deal
    deals: int  # how many deals are agreed on (C13)
    deck: "tuple[int, ...]"  # the faces of every card of the deck
    deal: int  # the number of the deal, from 1
    turn: int  # the seat to play, 0 if nobody's
    drawn: bool  # it has drawn in this turn
    took: bool  # it has taken a card back in this turn (C7)
    active: bool  # it has drawn, melded or added in this turn (C15)
    idle: int  # turns in a row without any of that
    begun: bool  # something was done in this deal, so that hands cannot be entered any more
    told: bool  # hands were entered, so that cards that are drawn are told as well
    pile: int  # cards still to be drawn
    counts: "list[int]"  # cards in each hand
    held: "list[int]"  # cards that everybody knows to be in a hand, taken back, as bits
    groups: "list[Group]"  # as they were made
    extra: "list[int]"  # points that destiny roles gave each seat in this deal (C14)
    totals: "list[int]"  # points of each seat in the ended deals
    winner: int  # who won the deal, 0 for nobody
    ended: int  # PLAYING, DEAL_OVER or MATCH_OVER

    __slots__ = (
        "active",
        "begun",
        "counts",
        "deal",
        "deals",
        "deck",
        "drawn",
        "ended",
        "extra",
        "first",
        "groups",
        "held",
        "idle",
        "pile",
        "seats",
        "settings",
        "told",
        "took",
        "totals",
        "turn",
        "winner",
    )

    def __init__(
        self,
        settings: "tuple[int, ...]",
        first: int,
        seats: int,
        deals: int = DEALS,
        deck: "tuple[int, ...] | None" = None,
    ) -> None:
        self.settings = settings
        self.first = first
        self.seats = seats
        self.deals = deals
        self.deck = cards.default_deck() if deck is None else deck
        self.deal = 0
        self.totals = [0] * seats
        start_deal(self)

    @property
    def treasure_is_second(self) -> bool:
        """Option `treasure_second_group` is `on` (C9)."""
        return self.settings[0] == 1

    @property
    def has_roles(self) -> bool:
        """Option `destiny` is `on` (C14)."""
        return self.settings[1] == 1

    def known(self, seat: int) -> int:
        """The cards known to be in a hand, as bits. The host knows more of them than a table."""
        return self.held[seat - 1]

    def faces(self, held: "tuple[int, ...] | list[int]") -> "list[int]":
        """The faces of some cards."""
        return [self.deck[card] for card in held]

    def own(self, seat: int) -> "list[Group]":
        """A seat's groups, as they were made."""
        return [group for group in self.groups if group.owner == seat]

    def lies(self, card: int) -> "Group | None":
        """The group a card lies in, anybody's."""
        for group in self.groups:
            if card in group.cards:
                return group
        return None


def start_deal(state: State) -> None:
    """Begin the next deal of a match: eight cards a hand, nothing melded (C2)."""
    state.deal += 1
    # C13: each deal begins one seat later.
    state.turn = (state.first + state.deal - 2) % state.seats + 1
    state.drawn = state.took = state.active = state.begun = state.told = False
    state.idle = 0
    state.pile = len(state.deck) - HAND * state.seats
    state.counts = [HAND] * state.seats
    state.held = [0] * state.seats
    state.groups = []
    state.extra = [0] * state.seats
    state.winner = 0
    state.ended = PLAYING


def check_setup(first: int, seats: int, deals: int, size: int) -> None:
    """Wrong, with a sentence: what a match cannot be set up with.

    size  how many cards the deck has
    """
    from shared_rules.wrong import Wrong, wrong_seat, wrong_seats

    if not SEATS[0] <= seats <= SEATS[1]:
        raise wrong_seats(seats, SEATS)
    if not 1 <= first <= seats:
        raise wrong_seat(first, seats)
    if not 1 <= deals <= MOST_DEALS:
        sentence = "the number of deals cannot be {deals}; it can be 1 to {most}"
        raise Wrong("deals", sentence, deals=deals, most=MOST_DEALS)
    if not HAND * seats <= size <= MOST_CARDS:
        raise Wrong(
            "deck_size",
            "the size of a deck cannot be {size}; for {seats} players it is {fewest} to {most}",
            size=size,
            seats=seats,
            fewest=HAND * seats,
            most=MOST_CARDS,
        )


def initial(
    options: "dict[str, str] | None" = None,
    first: int = 1,
    seats: int = 2,
    deals: int = DEALS,
    deck: "tuple[int, ...] | None" = None,
) -> State:
    """A match before its first draw.

    options  name -> value, as in OPTIONS; missing ones have their default
    first    the seat that begins the first deal
    seats    how many play
    deals    how many deals are played (C13)
    deck     the faces of each card; None: the default deck (C1)

    Wrong: an unknown option or value, no such seat, or a wrong number of anything.
    """
    settings = settings_of(OPTIONS, options or {})
    size = len(cards.default_deck()) if deck is None else len(deck)
    check_setup(first, seats, deals, size)
    return State(settings, first, seats, deals, deck)


# --- Looking at a state ---------------------------------------------------------------------


def phase(state: State) -> str:
    """Where the game is: one of PHASES."""
    if state.ended:
        return "match_over" if state.ended == MATCH_OVER else "deal_over"
    return "draw" if must_draw(state) else "meld"


def turn(state: State) -> int:
    """The seat whose turn it is; 0 after a deal."""
    return state.turn


def must_draw(state: State) -> bool:
    """Whether the seat to play has yet to draw (C2); without a pile nobody has to (C15)."""
    return not state.ended and not state.drawn and state.pile > 0


def next_seat(state: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat % state.seats + 1


def points(state: State, seat: int) -> int:
    """What a seat's groups are worth as they lie, doubled for the winner, and what destiny roles
    gave (C12, C14).
    """
    found = sum(
        [cards.group_points(each.kind, state.faces(each.cards)) for each in state.own(seat)]
    )
    if state.winner == seat:
        found *= 2
    return found + state.extra[seat - 1]


def winners(state: State) -> "list[int]":
    """The seats with the highest total, ascending; none before the match is over (C13)."""
    if state.ended != MATCH_OVER:
        return []
    best = max(state.totals)
    return [seat for seat, total in enumerate(state.totals, 1) if total == best]
