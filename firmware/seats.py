"""What lies at the seats, what was chosen there, and what their lights say.

Cards wait at a seat until a press does something with them; a seat's tag says whose they are, or
whom they are for. What cards can mean, who is asked and what nobody may know, the core says
(`shared_rules/board.py`).
"""

from shared_rules import packs, seat
from shared_rules.actions import Action
from shared_rules.board import nothing_asked
from shared_rules.frames import elapsed

MOST_PENDING = 40
# How long a seat's light tells of a verdict, in ms; while the host is asked, at most a second.
LASTING_MS = {"accepted": 1200, "refused": 2400, "asking": 1000}

OVER = ("deal_over", "match_over")
# Verdicts besides the reason codes.
OK = "ok"
ASK = "ask"  # the core cannot judge it; the host will
TOO_LONG = "too_long"  # more cards than a line holds
UNSEEN = "?"  # a card that nobody may know


class Seats:
    """The seats of a table: pending cards, claims of `seat` tags, lights.

    The arguments are those of the Referee, which judges what the seats do.
    """

    def __init__(self, core, state, deck, tell, readers: int) -> None:
        self.core = core
        self.state = state
        self._deck = deck
        self._tell = tell
        self._readers = readers
        self._begin_seats()

    def _begin_seats(self) -> None:
        """Nothing is pending, nothing can be taken back."""
        seats = len(self.core.show(self.state)["seats"])
        self._seats = seats
        # UIDs, since two stickers may be the same card.
        self._pending: "list[list[bytes]]" = [[] for _ in range(seats)]
        self._told = [""] * seats  # what the host was told of them
        self._choice = [0] * seats  # 0: the best of the core's choices, else which one
        self._asked = [""] * seats  # what is chosen, where the seat is asked which one it means
        self._awaited = [""] * seats  # a control tag that waits for the card it is about
        self._with_press = [""] * seats  # a control tag that waits for the next press
        self._named = [0] * seats  # whom a `seat` tag named there, until it acts
        self._claimed = [0] * max(self._readers, 1)  # a `seat N` tag's seat, until it acts
        self._unclaimed: "list[bytes]" = []  # cards on a shared reader that wait for a `seat` tag
        self._shown = [""] * seats  # "accepted", "refused", "asking"
        self._since = [0] * seats  # since when, in ms

    # --- Whose it is --------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Are there fewer readers than seats?"""
        return self._readers < self._seats

    def whose(self) -> int:
        """The seat that a shared reader speaks for: the first that owes a choice, else the one
        whose turn it is. 0: nobody can know, and a `seat` tag must say so (before the first lead).
        """
        if self.core.phase(self.state) in OVER:
            return 1  # anybody may begin the next deal
        asked = self.core.choosers(self.state)
        return asked[0] if asked else self.core.turn(self.state)

    def seat_at(self, reader: int) -> int:
        """The seat that a reader (from 1) speaks for: the one claimed there by a `seat` tag, else
        its own; of a shared one see `whose`.
        """
        return self._claimed[reader - 1] or (self.whose() if self.shared else reader)

    def _seat_tag(self, reader: int, seat_here: int) -> None:
        """A `seat` tag: it names whom an action is about, where that can be; else whose it is."""
        before = self.seat_at(reader)
        if before and seat_here in self.core.targets(self.state, before, self.cards(before)):
            self._named[before - 1] = seat_here
            self._choice[before - 1] = 0
            self._tell_pending(before)
        else:
            self._claim(reader, seat_here)

    def _claim(self, reader: int, seat_here: int) -> None:
        """What is done at this reader next is that seat's. On a shared reader that is also true of
        the cards that lie there already.
        """
        before = self.seat_at(reader)
        self._claimed[reader - 1] = seat_here
        if not self.shared or before == seat_here:
            return
        cards, self._unclaimed = self._unclaimed, []
        if before:
            cards = cards + self._pending[before - 1]
            if self._pending[before - 1]:
                self._clear(before)
        for uid in cards:
            self._add_card(seat_here, uid)

    def _which_seat(self, now_ms: int) -> None:
        """Say that nobody knows whose this is: all lights, and the page."""
        self._tell("notice", 0, "which_seat", "")
        for seat_here in range(1, self._seats + 1):
            self._light(seat_here, "which_seat", now_ms)

    def _release(self, seat_here: int) -> None:
        """What a `seat` tag has claimed for a seat is done with."""
        for reader in range(len(self._claimed)):
            if self._claimed[reader] == seat_here:
                self._claimed[reader] = 0

    def _light(self, seat_here: int, verdict: str, now_ms: int) -> None:
        what = {OK: "accepted", ASK: "asking"}.get(verdict, "refused")
        self._shown[seat_here - 1] = what
        self._since[seat_here - 1] = now_ms

    # --- Pending cards ------------------------------------------------------------------------

    def cards(self, seat_here: int) -> "tuple[int, ...]":
        """The cards that wait at a seat (from 1), in the order in which they were tapped."""
        return tuple([self._deck.look(uid) for uid in self._pending[seat_here - 1]])

    def take_deck(self, deck) -> None:
        """Play with this deck. What waits stays, but for tags that are no card there."""
        self._deck = deck
        for place, mine in enumerate(self._pending):
            self._pending[place] = [uid for uid in mine if 0 <= deck.look(uid) < 128]
            self._tell_pending(place + 1)

    def _add_card(self, seat_here: int, uid: bytes) -> None:
        mine = self._pending[seat_here - 1]
        if uid in mine:
            return
        for place, theirs in enumerate(self._pending):
            # A card that slid over a neighbour's reader on its way belongs where it came to rest.
            if uid in theirs:
                theirs.remove(uid)
                self._pending_changed(place + 1)
        if len(mine) < MOST_PENDING:
            mine.append(uid)
        else:
            self._tell("notice", seat_here, TOO_LONG, "")
        self._pending_changed(seat_here)

    def _pending_changed(self, seat_here: int) -> None:
        self._choice[seat_here - 1] = 0
        self._shown[seat_here - 1] = ""
        self._tell_pending(seat_here)

    def _clear(self, seat_here: int) -> None:
        """Nothing waits at a seat any more."""
        del self._pending[seat_here - 1][:]
        self._with_press[seat_here - 1] = ""
        self._choice[seat_here - 1] = self._named[seat_here - 1] = 0
        self._tell_pending(seat_here)

    def _tell_pending(self, seat_here: int) -> None:
        """Tell the host what waits at a seat, if that is news; and see whether to ask about it."""
        cards = self.cards(seat_here)
        asked = self._with_press[seat_here - 1]
        if cards:
            asked = asked or self._asks(seat_here)
        elif self._choice[seat_here - 1] and not asked:
            # Chosen for a press without cards; what was chosen of something else is forgotten.
            asked = self._said(seat_here)
            if not asked:
                self._choice[seat_here - 1] = 0
        self._asked[seat_here - 1] = asked
        secret = [self.core.hidden(self.state, seat_here, card) for card in cards]
        names = [
            UNSEEN if unseen else packs.name(self.core.NAME, card)
            for card, unseen in zip(cards, secret)
        ]
        told = ",".join(names) or "-"
        said = "" if any(secret) else self._said(seat_here)
        text = told + " " + said
        if text != self._told[seat_here - 1]:
            self._told[seat_here - 1] = text
            self._tell("pending", seat_here, told, said)

    def _asks(self, seat_here: int) -> str:
        """What is chosen of what the cards can be, where the seat is asked about it; else empty."""
        if self.core.asks is nothing_asked:
            return ""  # looking for choices takes a while
        found = self._choices(seat_here, seat.SHORT)
        if not self.core.asks(found):
            return ""
        return self.core.says(found[self._chosen(seat_here, found)])

    def _tell_all_pending(self) -> None:
        """The state has changed, and perhaps what may be told of the cards that wait."""
        for place in range(self._seats):
            if self._pending[place] or self._asked[place]:
                self._tell_pending(place + 1)

    def _said(self, seat_here: int) -> str:
        """What was chosen for the pending cards with a tag; empty for the core's best choice."""
        if self._with_press[seat_here - 1]:
            return self._with_press[seat_here - 1]
        if not (self._choice[seat_here - 1] or self._named[seat_here - 1]):
            return ""
        found = self._choices(seat_here, seat.SHORT)
        return self.core.says(found[self._chosen(seat_here, found)]) if found else ""

    def _choices(self, seat_here: int, name: str) -> "list[Action]":
        """What a gesture with the pending cards can mean."""
        pending = self.cards(seat_here)
        verb = self._meaning(seat_here, name)
        named = self._named[seat_here - 1]
        return list(self.core.choices(self.state, seat_here, verb, pending, named))

    def _meaning(self, seat_here: int, name: str) -> str:
        """What a gesture means at a seat, by `seat.ROWS`."""
        waits_for_it = self._with_press[seat_here - 1]
        if waits_for_it and name == seat.SHORT:
            name += " " + waits_for_it
        here = bool(waits_for_it or self._pending[seat_here - 1])
        return seat.gesture(self.core.phase(self.state), here, name)

    def _chosen(self, seat_here: int, found: "list[Action]") -> int:
        chosen = self._choice[seat_here - 1]
        return chosen if chosen < len(found) else 0

    def tell_all(self) -> None:
        """Tell a host that has just come which cards are pending."""
        for place in range(self._seats):
            self._told[place] = ""
            self._tell_pending(place + 1)

    # --- For the lights -----------------------------------------------------------------------

    def shown(self, now_ms: int) -> "dict":
        """What lights and digits say now: as the core's `show`, with a key of `screens.PATTERNS`
        per seat.
        """
        found = self.core.show(self.state)
        found["seats"] = self._seat_states(list(found["seats"]), now_ms)
        return found

    def _seat_states(self, seats: "list[str]", now_ms: int) -> "list[str]":
        whose = self.whose() if self.shared else 0
        if whose and seats[whose - 1] == "wait":
            seats[whose - 1] = "turn"
        for place in range(len(seats)):
            what = self._shown[place]
            if what and elapsed(now_ms, self._since[place]) < LASTING_MS[what]:
                seats[place] = what
            else:
                self._shown[place] = ""
                if self._asked[place]:
                    seats[place] = "choice"
                elif self._pending[place]:
                    seats[place] = "pending"
        return seats

    def hint(self) -> str:
        """What is good to know, for the digits: what the cards will be of which somebody is asked
        what they are, else whose the shared reader is; empty where everybody has one.
        """
        for asked in self._asked:
            if asked:
                return asked.upper().replace("AS ", "")[:8]
        if not self.shared or not self._readers:
            return ""
        if self.core.phase(self.state) in OVER:
            return "ANY SEAT"
        seat_here = self.seat_at(1)
        return "SEAT %d" % seat_here if seat_here else "SEAT _"
