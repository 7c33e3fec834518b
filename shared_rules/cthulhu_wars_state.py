"""The state of a Cthulhu Wars tracker, and what can be asked of it.

Nothing hidden is in it: of elder signs it knows how many each faction holds, and the values of
those that were shown (W10).
"""

from shared_rules import packs
from shared_rules.options import settings_of
from shared_rules.wrong import Wrong, wrong_header, wrong_seats

NAME = "cthulhu_wars"
SEATS = (3, 5)  # fewest and most (W1)
OPTIONS = ()  # type: tuple[tuple[str, tuple[str, ...]], ...]

GATHER, FIRST, DOOM, ACTION, OVER = range(5)
PHASES = ("gather", "first", "doom", "action", "over")

FACTIONS = 8  # they come first in the pack (W1)
CULTISTS = 6  # a faction has no more of them, captives included (W3)
BOOKS = 6
SIGNS = (18, 12, 6)  # how many signs of the values 1, 2, 3 there are (W2)
ALL_SIGNS = sum(SIGNS)
DOOM_END = 30  # W11
# W9: the costs of the ritual by the number of players; behind the last space lies the end.
TRACKS = {
    3: (5, 6, 7, 8, 9, 10),
    4: (5, 6, 7, 7, 8, 8, 9, 10),
    5: (5, 6, 6, 7, 7, 8, 8, 9, 9, 10),
}
COST_AT_END = 10

# The headers of a set-up (W2): name -> (the default for every seat, the most).
BIGGEST = 9999  # in one line; more is a slip of the pen
STARTS = {
    "start.power": (0, BIGGEST),
    "start.cultists": (6, CULTISTS),
    "start.gates": (1, BIGGEST),
    "start.goo": (0, BIGGEST),
}
HEADERS = ("factions", "start.power", "start.cultists", "start.gates", "start.goo")


class State:
    """All that a bare table knows of a game.

    Lists over seats have a place for each seat, seat 1 first.
    """

    factions: "list[int]"  # cards of the pack
    round: int  # from 1; 0 before the first gathering
    at: int  # GATHER … OVER
    first: int  # the first player's seat, of the round before until one is set; 0: none yet
    clockwise: bool
    advanced: bool  # in the doom phase: every faction has its doom for its gates (W8)
    decided: int  # how many seats have decided about the ritual, in turn order (W8)
    space: int  # of the ritual marker, from 1 (W9)
    power: "list[int]"
    doom: "list[int]"
    gates: "list[int]"
    cultists: "list[int]"  # on the map
    goo: "list[int]"  # Great Old Ones in play
    books: "list[int]"
    signs: "list[int]"  # held face down
    captives: "list[list[int]]"  # [holder][owner]: cultists held captive
    free: int  # gates that nobody controls
    left: int  # signs that nobody has drawn yet
    shown: "list[int]"  # how many signs of the values 1, 2, 3 were shown and are out (W10)
    forsaken: bool  # nobody had any power after a gathering (W6)

    __slots__ = (
        "advanced",
        "at",
        "books",
        "captives",
        "clockwise",
        "cultists",
        "decided",
        "doom",
        "factions",
        "first",
        "forsaken",
        "free",
        "gates",
        "goo",
        "left",
        "power",
        "round",
        "shown",
        "signs",
        "space",
    )

    def __init__(self, factions: "list[int]") -> None:
        seats = len(factions)
        self.factions = factions
        self.round = 0
        self.at = GATHER
        self.first = 0
        self.clockwise = True
        self.advanced = False
        self.decided = 0
        self.space = 1
        self.power = [0] * seats
        self.doom = [0] * seats
        self.gates = [0] * seats
        self.cultists = [0] * seats
        self.goo = [0] * seats
        self.books = [0] * seats
        self.signs = [0] * seats
        self.captives = [[0] * seats for _ in range(seats)]
        self.free = 0
        self.left = ALL_SIGNS
        self.shown = [0, 0, 0]
        self.forsaken = False

    @property
    def seats(self) -> "list[int]":
        """The seats, ascending."""
        return list(range(1, len(self.factions) + 1))


# --- The set-up -----------------------------------------------------------------------------


def _words(text: str) -> "list[str]":
    """What a header lists: with commas between, or without any."""
    return [word.strip() for word in text.split(",")] if "," in text else text.split()


def _factions(text: str, seats: int) -> "list[int]":
    codes = _words(text)
    for code in codes:
        if not 0 <= packs.index(NAME, code) < FACTIONS:
            known = ", ".join(packs.codes(NAME)[:FACTIONS])
            sentence = "no faction '{code}'; the factions are: {known}"
            raise Wrong("no_faction", sentence, code=code, known=known)
        if codes.count(code) > 1:
            raise Wrong("faction_twice", "the faction {code} stands twice", code=code)
    if len(codes) != seats:
        sentence = "the number of factions is {count}, that of seats {seats}"
        raise Wrong("faction_count", sentence, count=len(codes), seats=seats)
    return [packs.index(NAME, code) for code in codes]


def is_number(word: str) -> bool:
    """Whether a word is a whole number of plain digits, at most BIGGEST."""
    if not word or any(digit not in "0123456789" for digit in word):
        return False
    return len(word) <= 9 and int(word) <= BIGGEST


def _numbers(name: str, text: str, seats: int) -> "list[int]":
    """One number for each seat; a single one stands for all."""
    most = STARTS[name][1]
    words = _words(text)
    for word in words:
        if not is_number(word) or int(word) > most:
            sentence = "{name} cannot be '{word}'; it can be 0 to {most}"
            raise Wrong("start", sentence, name=name, word=word, most=most)
    if len(words) == 1:
        words = words * seats
    if len(words) != seats:
        sentence = "the number of values of {name} is {count}, that of seats {seats}"
        raise Wrong("start_count", sentence, name=name, count=len(words), seats=seats)
    return [int(word) for word in words]


def initial(
    options: "dict[str, str] | None" = None,
    first: int = 1,
    seats: int = 0,
    headers: "dict[str, str] | None" = None,
) -> State:
    """A game before its first gathering (W2).

    options  there are none
    first    nothing: who is first W7 says
    seats    3 to 5; 0 stands for 3
    headers  `factions` as the seats, and `start.…` with one number or one a seat; what is not
             there has its default

    Wrong: an unknown option or header, or one that is wrong.
    """
    settings_of(OPTIONS, options or {})
    seats = seats or SEATS[0]
    if not SEATS[0] <= seats <= SEATS[1]:
        raise wrong_seats(seats, SEATS)
    headers = headers or {}
    for name in headers:
        if name not in HEADERS:
            raise wrong_header(name, HEADERS)
    if "factions" in headers:
        state = State(_factions(headers["factions"], seats))
    else:
        state = State(list(range(seats)))
    start = {}
    for name, (usual, _) in STARTS.items():
        start[name] = _numbers(name, headers.get(name, str(usual)), seats)
    state.power = start["start.power"]
    state.cultists = start["start.cultists"]
    state.gates = start["start.gates"]
    state.goo = start["start.goo"]
    return state


# --- Looking at a state ---------------------------------------------------------------------


def phase(state: State) -> str:
    """Where the game is: one of PHASES."""
    return PHASES[state.at]


def end_space(state: State) -> int:
    """The ritual track's last space, the one that says `end` (W9)."""
    return len(TRACKS[len(state.factions)]) + 1


def cost(state: State) -> int:
    """What the ritual costs now (W9)."""
    track = TRACKS[len(state.factions)]
    return track[state.space - 1] if state.space <= len(track) else COST_AT_END


def order(state: State) -> "list[int]":
    """The seats from the first player on, in the direction of the round (W7)."""
    seats = len(state.factions)
    step = 1 if state.clockwise else -1
    return [(state.first - 1 + step * place) % seats + 1 for place in range(seats)]


def candidates(state: State) -> "list[int]":
    """Who can become first player now (W7): in round 1 `GC`, else the first code in the alphabet;
    later those with the most power.
    """
    if state.round <= 1:
        codes = [packs.name(NAME, card) for card in state.factions]
        chosen = "GC" if "GC" in codes else min(codes)
        return [codes.index(chosen) + 1]
    most = max(state.power)
    return [seat for seat in state.seats if state.power[seat - 1] == most]


def turn(state: State) -> int:
    """The seat that is asked: about the ritual (W8), or whom among equals it makes the first
    player (W7). 0: nobody in particular.
    """
    if state.at == DOOM and state.advanced and state.decided < len(state.factions):
        return order(state)[state.decided]
    if state.at == FIRST and len(candidates(state)) > 1:
        return state.first
    return 0


def held(state: State, holder: int) -> int:
    """How many captives a seat holds."""
    return sum(state.captives[holder - 1])


def away(state: State, owner: int) -> int:
    """How many cultists of a seat are held captive."""
    return sum([row[owner - 1] for row in state.captives])


def gathering(state: State) -> "list[dict[str, int]]":
    """What each seat gets in a gathering now, and why (W5, W6): `cultists`, `gates`, `free`,
    `captives`, `minimum` (what it is raised by), and the `power` it then has.
    """
    found = []
    for seat in state.seats:
        gains = {
            "cultists": state.cultists[seat - 1],
            "gates": 2 * state.gates[seat - 1],
            "free": state.free,
            "captives": held(state, seat),
        }
        gains["power"] = state.power[seat - 1] + sum(gains.values())
        found.append(gains)
    # W6: less than half of the highest becomes half, rounded up.
    least = (max([gains["power"] for gains in found]) + 1) // 2
    for gains in found:
        gains["minimum"] = max(0, least - gains["power"])
        gains["power"] += gains["minimum"]
    return found


def draws(state: State, seat: int) -> int:
    """How many signs a seat's ritual draws (W8): one for each Great Old One, as far as there are
    any left.
    """
    return min(state.goo[seat - 1], state.left)


def awaits_signs(state: State) -> bool:
    """Whether the reckoning waits for signs whose values nobody has entered (W11)."""
    return state.at == OVER and not state.forsaken and any(state.signs)


def is_finished(state: State) -> bool:
    """Whether the game is over and reckoned."""
    return state.at == OVER and not awaits_signs(state)


def winners(state: State) -> "list[int]":
    """The seats that have won a finished game (W11); none: humanity has."""
    if state.forsaken:
        return []
    ready = [seat for seat in state.seats if state.books[seat - 1] == BOOKS]
    most = max([state.doom[seat - 1] for seat in ready]) if ready else 0
    return [seat for seat in ready if state.doom[seat - 1] == most]
