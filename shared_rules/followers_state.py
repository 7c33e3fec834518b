"""The state of Followers of Cthulhu that a bare table keeps, and its form as bytes."""

import struct

from shared_rules import followers_plays as plays
from shared_rules.options import settings_of

SEATS = (4, 4)  # fewest and most

# (name, (the default, the other readings…)); the place of a value is how it is stored.
OPTIONS = (
    ("lone_joker", ("high", "never")),  # F12
    ("eighth", ("low_single", "dog", "absent")),  # F13
    ("lead_after_out", ("clockwise", "partner")),  # F15
    ("call_order", ("any", "strict")),  # F3
)

HAND = 15  # cards in each hand after the deal and after the exchange (F2)

# Answers to a call (F3).
UNANSWERED, DECLINED, CALLED = 0, 1, 2
# How far a deal is.
PLAYING, DEAL_OVER, MATCH_OVER = 0, 1, 2

PHASES = ("calls", "opening", "lead", "follow", "deal_over", "match_over")


class State:
    """All that a bare table knows of a match.

    Lists over seats have four places, seat 1 first; lists over teams two, team 1 (seats 1 and 3)
    first.
    """

    settings: "tuple[int, ...]"  # the place of each option's value in OPTIONS
    oldest: int  # the oldest player's seat
    deal: int  # the number of the deal, from 1
    first_caller: int  # the seat where this deal's calls begin
    great: "list[int]"  # each seat's answer to the call: UNANSWERED, DECLINED or CALLED
    small: "list[int]"
    closed: bool  # no call is possible any more: a gift or a play was made
    opened: bool  # NB has been led
    turn: int  # the seat to play, 0 if nobody's
    top_seat: int  # whose play is to beat, 0 on an empty table
    top_type: int
    top_rank: int
    passes: int  # in a row since that play
    counts: "list[int]"  # cards in each hand
    seen: int  # the cards played in this deal, one bit each
    pile: int  # points in the trick on the table
    taken: "list[int]"  # points before each seat
    out: "list[int]"  # the seats that went out, in order
    yielded: "list[int]"  # the seats that yielded since the last play (F16)
    extra: "list[int]"  # points that card skills gave each team in this deal (F19)
    tokens: int  # bomb tokens of the whole match
    totals: "list[int]"  # points of each team in the ended deals
    ended: int  # PLAYING, DEAL_OVER or MATCH_OVER

    __slots__ = (
        "closed",
        "counts",
        "deal",
        "ended",
        "extra",
        "first_caller",
        "great",
        "oldest",
        "opened",
        "out",
        "passes",
        "pile",
        "seen",
        "settings",
        "small",
        "taken",
        "tokens",
        "top_rank",
        "top_seat",
        "top_type",
        "totals",
        "turn",
        "yielded",
    )

    # How cards are read; the host puts a table look-up in its place.
    readings = staticmethod(plays.readings)

    def __init__(self, settings: "tuple[int, ...]", oldest: int) -> None:
        self.settings = settings
        self.oldest = oldest
        self.deal = 0
        self.tokens = 0
        self.totals = [0, 0]
        start_deal(self, oldest)

    @property
    def jokers_never_lone(self) -> bool:
        """Option `lone_joker` is `never` (F12)."""
        return self.settings[0] == 1

    @property
    def eighth_is_dog(self) -> bool:
        """Option `eighth` is `dog` (F13)."""
        return self.settings[1] == 1

    @property
    def eighth_absent(self) -> bool:
        """Option `eighth` is `absent` (F13)."""
        return self.settings[1] == 2

    @property
    def lead_after_out_partner(self) -> bool:
        """Option `lead_after_out` is `partner` (F15)."""
        return self.settings[2] == 1

    @property
    def strict_calls(self) -> bool:
        """Option `call_order` is `strict` (F3)."""
        return self.settings[3] == 1

    def saw(self, card: int) -> bool:
        """Whether the card was played in this deal."""
        return bool(self.seen >> card & 1)

    def see(self, card: int) -> None:
        """Note that the card was played."""
        self.seen |= 1 << card

    def clear_top(self) -> None:
        """Leave the table empty: nothing to beat."""
        self.top_seat = self.top_type = self.top_rank = 0


def start_deal(state: State, first_caller: int) -> None:
    """Begin the next deal of a match: hands counted, nothing called or played (F2)."""
    state.deal += 1
    state.first_caller = first_caller
    state.great = [UNANSWERED] * 4
    state.small = [UNANSWERED] * 4
    state.closed = state.opened = False
    state.turn = 0
    state.clear_top()
    state.passes = 0
    state.counts = [HAND] * 4
    if state.eighth_absent:
        # F13: with 59 cards the last to be served has one less, the seat before the oldest.
        state.counts[(state.oldest - 2) % 4] -= 1
    state.seen = 0
    state.pile = 0
    state.taken = [0] * 4
    state.out = []
    state.yielded = []
    state.extra = [0, 0]
    state.ended = PLAYING


def initial(options: "dict[str, str] | None" = None, first: int = 1) -> State:
    """A match before its first deal's calls.

    options  name -> value, as in OPTIONS; missing ones have their default
    first    the oldest player's seat (F3)

    Wrong: an unknown option or value, or no such seat.
    """
    if not 1 <= first <= 4:
        from shared_rules.wrong import wrong_seat

        raise wrong_seat(first, 4)
    return State(settings_of(OPTIONS, options or {}), first)


# --- Looking at a state ---------------------------------------------------------------------


def partner(seat: int) -> int:
    """The seat opposite."""
    return (seat + 1) % 4 + 1


def team(seat: int) -> int:
    """1 for the seats 1 and 3, 2 for 2 and 4."""
    return 2 - seat % 2


def holders(state: State) -> "list[int]":
    """The seats that hold cards, ascending."""
    return [seat for seat in (1, 2, 3, 4) if state.counts[seat - 1]]


def next_holder(state: State, seat: int) -> int:
    """The next seat clockwise that holds cards, the same one if no other does."""
    for step in (1, 2, 3):
        following = (seat + step - 1) % 4 + 1
        if state.counts[following - 1]:
            return following
    return seat


def great_open(state: State) -> bool:
    """Whether a great call can still be made (F3): the window ends when all have answered it, at
    the first small call, and with the first gift or play.
    """
    return not state.closed and CALLED not in state.small and UNANSWERED in state.great


def owes_small(state: State, seat: int) -> bool:
    """Whether a seat has not answered the small call and may (F3)."""
    return state.great[seat - 1] != CALLED and state.small[seat - 1] == UNANSWERED


def calls_open(state: State) -> bool:
    """Whether any seat may still answer one of the two calls (F3)."""
    if state.closed:
        return False
    return great_open(state) or any(owes_small(state, seat) for seat in (1, 2, 3, 4))


def asked(state: State) -> int:
    """The seat that must answer under strict call order (F3); 0: none, or the order is free."""
    if not state.strict_calls or state.closed or state.ended:
        return 0
    order = [(state.first_caller + step - 1) % 4 + 1 for step in range(4)]
    for seat in order:
        if state.great[seat - 1] == UNANSWERED:
            return seat
    for seat in order:
        if owes_small(state, seat):
            return seat
    return 0


def choosers(state: State) -> "list[int]":
    """The seats that owe a choice of their own now, in the order in which a table with one reader
    for all asks them: the answers to the calls (F3). Gifts are only known to the host.
    """
    if state.ended or not calls_open(state):
        return []
    order = [(state.first_caller + step - 1) % 4 + 1 for step in range(4)]
    if great_open(state):
        return [seat for seat in order if state.great[seat - 1] == UNANSWERED]
    return [seat for seat in order if owes_small(state, seat)]


def phase(state: State) -> str:
    """Where the game is: one of PHASES."""
    if state.ended:
        return "match_over" if state.ended == MATCH_OVER else "deal_over"
    if not state.opened:
        return "calls" if calls_open(state) else "opening"
    return "follow" if state.top_seat else "lead"


def turn(state: State) -> int:
    """The seat whose turn it is; 0 where that is nobody's or cannot be known (F4)."""
    if state.ended:
        return 0
    return asked(state) or state.turn


def unseen_wilds(state: State) -> int:
    """How many wilds nobody has played in this deal."""
    return sum([1 for card in range(plays.FIRST_WILD, plays.LAST_WILD + 1) if not state.saw(card)])


# --- As bytes -------------------------------------------------------------------------------

# Format of the bytes: change FORMAT whenever the layout changes.
FORMAT = 1
# The tokens have 4 bytes, since card skills may add any number of them (F19).
_LAYOUT = "<B4BBHB4B4B8BI4BQB4B4B4B4iBB"
SIZE = struct.calcsize(_LAYOUT)


def _padded(seats: "list[int]") -> "list[int]":
    return (seats + [0] * 4)[:4]


def dump(state: State) -> bytes:
    """The whole state as SIZE bytes, options included; `load` turns it back."""
    return struct.pack(
        _LAYOUT,
        FORMAT,
        *state.settings,
        state.oldest,
        state.deal & 0xFFFF,
        state.first_caller,
        *state.great,
        *state.small,
        state.closed,
        state.opened,
        state.turn,
        state.passes,
        state.top_seat,
        state.top_type,
        state.top_rank,
        state.ended,
        state.tokens,
        *state.counts,
        state.seen,
        state.pile,
        *state.taken,
        *_padded(state.out),
        *_padded(state.yielded),
        *state.totals,
        *state.extra,
        len(state.out),
        len(state.yielded),
    )


def load(data: bytes) -> State:
    """The state that `dump` turned into these bytes.

    ValueError: not such bytes, or of another format.
    """
    if len(data) != SIZE or data[0] != FORMAT:
        raise ValueError("these bytes are no state of followers in format %d" % FORMAT)
    fields = list(struct.unpack(_LAYOUT, data))
    state = State(tuple(fields[1:5]), fields[5])
    state.deal, state.first_caller = fields[6:8]
    state.great, state.small = fields[8:12], fields[12:16]
    state.closed, state.opened = bool(fields[16]), bool(fields[17])
    state.turn, state.passes = fields[18:20]
    state.top_seat, state.top_type, state.top_rank, state.ended, state.tokens = fields[20:25]
    state.counts, state.seen, state.pile = fields[25:29], fields[29], fields[30]
    state.taken = fields[31:35]
    out, yielded = fields[35:39], fields[39:43]
    state.totals, state.extra = fields[43:45], fields[45:47]
    state.out, state.yielded = out[: fields[47]], yielded[: fields[48]]
    return state
