"""Cards and gestures -> the core's verdict, and an event in the journal.

The referee holds the game's state as the board knows it, and each seat's pending cards. A verdict
is given at once from the core; the host judges every event afresh, and its word wins: `adopt`
takes the host's state and puts the events it has not seen yet on top.
"""

from shared_rules import packs, seat
from shared_rules.actions import Action
from shared_rules.frames import elapsed
from shared_rules.reasons import JOURNAL_FULL

# No state of the host is taken while more events than these wait for it: putting them all on top
# would keep the readers waiting, and a state that has them will follow.
MOST_LATER = 32
MOST_PENDING = 20
# How long a seat's light tells of a verdict, in ms; while the host is asked, at most a second.
LASTING_MS = {"accepted": 1200, "refused": 2400, "asking": 1000}

_OVER = ("deal_over", "match_over")
# Verdicts besides the reason codes.
OK = "ok"
ASK = "ask"  # the core cannot judge it; the host will


class Referee:
    """Judges what the seats do.

    core      the module of the game's reduced core
    state     its state
    deck      a Deck: tag UID -> card or control tag
    journal   the Journal that takes the events
    tell      called as `tell(name, *fields)` with telemetry for the host
    readers   how many readers there are; reader 1 lies before seat 1. With fewer than seats each is
              everybody's: it speaks for the seat that owes a choice, else for the one to play
    buttons   how many buttons there are, 0: as many as seats; with fewer, as with readers
    """

    def __init__(self, core, state, deck, journal, tell, readers: int, buttons: int = 0) -> None:
        self.core = core
        self.state = state
        self.deck = deck
        self.linked = False
        # The host's version of the state on which ours rests.
        self.version = 0
        self._journal = journal
        self._tell = tell
        self._readers = readers
        self._buttons = buttons
        # The state before the last accepted action, and whose action that was.
        self._before: "tuple | None" = None
        self._judged = (0, OK)  # number and verdict of our last event
        self._heard = 0  # the last event on which the host had its say
        self._begin_seats()

    def _begin_seats(self) -> None:
        seats = len(self.core.show(self.state)["seats"])
        self._seats = seats
        self._pending: "list[list[int]]" = [[] for _ in range(seats)]
        self._reading = [0] * seats  # 0: the best reading, else which one of them was chosen
        self._claimed = [0] * max(self._readers, 1)  # a `seat N` tag's seat, until it acts
        self._unclaimed: "list[int]" = []  # cards on a shared reader that wait for a `seat` tag
        self._shown = [""] * seats  # "accepted", "refused", "asking"
        self._since = [0] * seats  # since when, in ms

    # --- What people do -----------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Are there fewer readers than seats?"""
        return self._readers < self._seats

    def whose(self) -> int:
        """The seat that a shared reader speaks for: the first that owes a choice, else the one
        whose turn it is. 0: nobody can know, and a `seat` tag must say so (before the first lead).
        """
        if self.core.phase(self.state) in _OVER:
            return 1  # anybody may begin the next deal
        choosers = getattr(self.core, "choosers", None)
        asked = choosers(self.state) if choosers else ()
        return asked[0] if asked else self.core.turn(self.state)

    def seat_at(self, reader: int) -> int:
        """The seat that a reader (from 1) speaks for: the one claimed there by a `seat` tag, else
        its own; of a shared one see `whose`.
        """
        return self._claimed[reader - 1] or (self.whose() if self.shared else reader)

    def tag(self, reader: int, uid: bytes, now_ms: int) -> None:
        """A tag was laid on a reader (from 1)."""
        code = self.deck.look(uid)
        seat_here = self.seat_at(reader)
        if seat_here > self._seats:
            self._tell("notice", seat_here, "no_seat", "")  # the game has fewer than the table
        elif code < 0:
            self._tell("notice", seat_here, "unknown_tag", uid.hex().upper())
        elif code >= 128:
            name = packs.CONTROLS[code - 128]
            if name.startswith("seat "):
                self._claim(reader, min(int(name[5:]), self._seats))
            elif seat_here or seat.gesture(self.core.phase(self.state), False, name) == "undo_any":
                self.gesture(seat_here or 1, name, now_ms)
            else:
                self._which_seat(now_ms)
        elif not seat_here:
            if code not in self._unclaimed and len(self._unclaimed) < MOST_PENDING:
                self._unclaimed.append(code)
            self._which_seat(now_ms)
        elif code in self.core.APART:
            # No card to be played: what tapping it does, only the host can say.
            self._record(seat_here, self.core.line(Action(seat_here, "tap", (code,))), ASK, now_ms)
        else:
            self._add_card(seat_here, code)

    def _claim(self, reader: int, seat_here: int) -> None:
        """A `seat` tag: what is done at this reader next is that seat's. On a shared reader that is
        also true of the cards that lie there already.
        """
        before = self.seat_at(reader)
        self._claimed[reader - 1] = seat_here
        if not self.shared or before == seat_here:
            return
        cards, self._unclaimed = self._unclaimed, []
        if before:
            cards = cards + self._pending[before - 1]
            if self._pending[before - 1]:
                self._pending[before - 1] = []
                self._pending_changed(before)
        for card in cards:
            self._add_card(seat_here, card)

    def _which_seat(self, now_ms: int) -> None:
        """Say that nobody knows whose this is: all lights, and the page."""
        self._tell("notice", 0, "which_seat", "")
        for seat_here in range(1, self._seats + 1):
            self._light(seat_here, "which_seat", now_ms)

    def press(self, button: int, kind: str, now_ms: int) -> None:
        """A press of a button (from 1): `short` or `long`."""
        if not self._buttons or self._buttons >= self._seats:
            self.gesture(button, kind, now_ms)
            return
        seat_here = self.seat_at(min(button, len(self._claimed)))
        if kind == seat.LONG and self._unclaimed:
            self._unclaimed = []
            return
        if kind == seat.LONG and self._before and not (seat_here and self._pending[seat_here - 1]):
            seat_here = self._before[1]  # everybody's button: whose action it was, may take it back
        if seat_here:
            self.gesture(seat_here, kind, now_ms)
        else:
            self._which_seat(now_ms)

    def _add_card(self, seat_here: int, card: int) -> None:
        mine = self._pending[seat_here - 1]
        if card in mine:
            return
        for place, theirs in enumerate(self._pending):
            # A card that slid over a neighbour's reader on its way belongs where it came to rest.
            if card in theirs:
                theirs.remove(card)
                self._pending_changed(place + 1)
        if len(mine) < MOST_PENDING:
            mine.append(card)
        self._pending_changed(seat_here)

    def _pending_changed(self, seat_here: int) -> None:
        self._reading[seat_here - 1] = 0
        self._shown[seat_here - 1] = ""
        self._tell_pending(seat_here)

    def _tell_pending(self, seat_here: int) -> None:
        cards = self._pending[seat_here - 1]
        names = ",".join([packs.name(self.core.NAME, card) for card in cards]) or "-"
        wanted = self._want(seat_here)
        self._tell("pending", seat_here, names, self.core.describe(wanted) if wanted else "")

    def _want(self, seat_here: int):
        """The reading chosen with the `other` tag, or None for the best one."""
        chosen = self._reading[seat_here - 1]
        if not chosen:
            return None
        found = self.core.readings(self.state, self._play(seat_here))
        return found[chosen] if chosen < len(found) else None

    def _play(self, seat_here: int, want=None) -> Action:
        return Action(seat_here, "play", tuple(self._pending[seat_here - 1]), 0, want)

    def gesture(self, seat_here: int, name: str, now_ms: int) -> None:
        """A press (`short`, `long`) or a control tag, at a seat (from 1)."""
        if not 1 <= seat_here <= self._seats:
            return  # a button for which this game has no seat
        pending = self._pending[seat_here - 1]
        what = seat.gesture(self.core.phase(self.state), bool(pending), name)
        if what == "put_back":
            del pending[:]
            self._release(seat_here)
            self._pending_changed(seat_here)
        elif what == "next_reading":
            found = self.core.readings(self.state, self._play(seat_here))
            if found:
                self._reading[seat_here - 1] = (self._reading[seat_here - 1] + 1) % len(found)
            self._tell_pending(seat_here)
        elif what == "undo":
            self._undo(seat_here, "%d undo" % seat_here, seat_here, now_ms)
        elif what == "undo_any":
            self._undo(seat_here, "undo", 0, now_ms)
        elif what == "play":
            self._judge(seat_here, self._play(seat_here, self._want(seat_here)), now_ms)
        elif what == "new":
            self._judge(seat_here, Action(0, "new"), now_ms)
        elif what:
            self._judge(seat_here, Action(seat_here, what), now_ms)

    # --- Judging ------------------------------------------------------------------------------

    def _judge(self, seat_here: int, action: Action, now_ms: int) -> None:
        reason = self.core.check(self.state, action)
        number = self._record(seat_here, self.core.line(action), reason or OK, now_ms)
        if not number or reason:
            return
        self._before = (self.core.dump(self.state), seat_here)
        self.core.apply(self.state, action)
        self._unclaimed = []
        if action.cards:
            del self._pending[seat_here - 1][:]
            self._reading[seat_here - 1] = 0
            self._tell_pending(seat_here)

    def _undo(self, seat_here: int, line: str, own: int, now_ms: int) -> None:
        """Take back the last action; own: only if it was this seat's, 0 for anybody's."""
        if self._before and own in (0, self._before[1]):
            if self._record(seat_here, line, OK, now_ms):
                self.state = self.core.load(self._before[0])
                self._before = None
        elif self._before or not self.linked:
            self._record(seat_here, line, "nothing_to_undo", now_ms)
        else:
            # What was done before the board knew of it, only the host can take back.
            self._record(seat_here, line, ASK, now_ms)

    def _record(self, seat_here: int, line: str, verdict: str, now_ms: int) -> int:
        """Put an event into the journal and light the verdict; 0 when the journal is full."""
        number = self._journal.add(line, verdict, self.version, now_ms)
        if not number:
            verdict = JOURNAL_FULL
            self._tell("notice", seat_here, JOURNAL_FULL, line)
        else:
            self._judged = (number, verdict)
        self._release(seat_here)
        self._light(seat_here, verdict, now_ms)
        return number

    def _release(self, seat_here: int) -> None:
        """What a `seat` tag has claimed for a seat is done with."""
        for reader in range(len(self._claimed)):
            if self._claimed[reader] == seat_here:
                self._claimed[reader] = 0

    def _light(self, seat_here: int, verdict: str, now_ms: int) -> None:
        what = {OK: "accepted", ASK: "asking"}.get(verdict, "refused")
        self._shown[seat_here - 1] = what
        self._since[seat_here - 1] = now_ms

    # --- The host's word ----------------------------------------------------------------------

    def adopt(self, state, boot: int, as_of: int, version: int) -> bool:
        """Take a state as of event `as_of` of `boot` (0: of none), and put what happened at this
        board later on top. What no longer fits there is left out: the host judges the same events
        and will say so.

        Answers False, and changes nothing, where the later events cannot be put on top: they are
        too many, or one of them takes back what the state already has. The host is about to get
        them, and a state that has them will follow.
        """
        if self._journal.waiting > MOST_LATER:
            return False
        later = []
        for _, _, verdict, line in self._journal.later(boot, as_of):
            if verdict != OK:
                continue
            action = self.core.parse(line)
            if action is not None:
                later.append(action)
            elif later:
                later.pop()
            else:
                return False
        for action in later:
            if self.core.check(state, action) is None:
                self.core.apply(state, action)
        if self.core.dump(state) != self.core.dump(self.state):
            self._before = None
        self.state = state
        self.version = version
        return True

    def hear(self, seat_here: int, number: int, verdict: str, now_ms: int) -> None:
        """The host's verdict, as of event `number` of this boot: on that event if we had no word
        on it yet, else on something done on the page. Its light follows where it is news.
        """
        on_event = number != self._heard
        self._heard = number
        if on_event and (number < self._judged[0] or (number, verdict) == self._judged):
            return
        if 1 <= seat_here <= self._seats:
            self._light(seat_here, verdict, now_ms)

    def tell_all(self) -> None:
        """Tell a host that has just come which cards are pending."""
        for place in range(self._seats):
            self._tell_pending(place + 1)

    # --- For the lights -----------------------------------------------------------------------

    def seats_shown(self, now_ms: int) -> "list[str]":
        """What each seat's light says now: a key of `screens.PATTERNS` per seat."""
        seats = list(self.core.show(self.state)["seats"])
        whose = self.whose() if self.shared else 0
        if whose and seats[whose - 1] == "wait":
            seats[whose - 1] = "turn"
        for place in range(len(seats)):
            what = self._shown[place]
            if what and elapsed(now_ms, self._since[place]) < LASTING_MS[what]:
                seats[place] = what
            else:
                self._shown[place] = ""
                if self._pending[place]:
                    seats[place] = "pending"
        return seats

    def hint(self) -> str:
        """Whose the shared reader is, for the digits; empty where everybody has one."""
        if not self.shared or not self._readers:
            return ""
        if self.core.phase(self.state) in _OVER:
            return "ANY SEAT"
        seat_here = self.seat_at(1)
        return "SEAT %d" % seat_here if seat_here else "SEAT _"
