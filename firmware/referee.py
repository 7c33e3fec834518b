"""Cards and gestures -> the core's verdict, and an event in the journal.

The referee holds the game's state as the board knows it; what lies at the seats is in `seats`. A
verdict is given at once from the core; the host judges every event afresh, and its word wins:
`adopt` takes the host's state and puts the events it has not seen yet on top. What an action is,
and whether it is allowed, the core says (`shared_rules/board.py`), so that no game has a case of
its own here.
"""

from firmware.journal import MAX_LINE
from firmware.seats import ASK, MOST_PENDING, OK, TOO_LONG, Seats
from shared_rules import packs, seat
from shared_rules.actions import Action
from shared_rules.games import ALONE
from shared_rules.wire import GAME_BITS

# No state of the host is taken while more events than these wait for it: putting them all on top
# would keep the readers waiting, and a state that has them will follow.
MOST_LATER = 32
# Said of what never becomes an event: there is no room for it.
JOURNAL_FULL = "journal_full"


class Referee(Seats):
    """Judges what the seats do.

    core      the module of the game's reduced core
    state     its state
    deck      `look(uid)`: the card or control tag that a tag is (`Tags`)
    journal   the Journal that takes the events
    tell      called as `tell(name, *fields)` with telemetry for the host
    readers   how many readers there are; reader 1 lies before seat 1. With fewer than seats each is
              everybody's: it speaks for the seat that owes a choice, else for the one to play
    buttons   how many buttons there are, 0: as many as seats; with fewer, as with readers

    A game that cannot be played without a host waits for one: cards may be laid down, but nothing
    is judged, so that nothing has to be taken back.
    """

    def __init__(self, core, state, deck, journal, tell, readers: int, buttons: int = 0) -> None:
        super().__init__(core, state, deck, tell, readers)
        self.linked = False
        # The host's version of the state on which ours rests.
        self.version = 0
        self._journal = journal
        self._buttons = buttons
        self._judged = (0, OK)  # number and verdict of our last event
        self._heard = 0  # the last event on which the host had its say
        # The states before what the last press did, whose press it was, and whose action that is:
        # an action, and perhaps what was taken for granted before it.
        self._before: "list[tuple[bytes, int, int]]" = []

    # --- What people do -----------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Must a host come back before anything can be judged?"""
        return not self.linked and self.core.NAME not in ALONE

    def tag(self, reader: int, uid: bytes, now_ms: int) -> None:
        """A tag was laid on a reader (from 1)."""
        code = self._deck.look(uid)
        seat_here = self.seat_at(reader)
        named = self.core.names(self.state, code) if 0 <= code < 128 else 0
        if seat_here > self._seats:
            self._tell("notice", seat_here, "no_seat", "")  # the game has fewer than the table
        elif code < 0:
            self._tell("notice", seat_here, "unknown_tag", uid.hex().upper())
        elif code >= 128:
            name = packs.CONTROLS[code - 128]
            if name.startswith("seat "):
                self._seat_tag(reader, min(int(name[5:]), self._seats))
            elif seat_here or seat.gesture(self.core.phase(self.state), False, name) == "undo_any":
                self.gesture(seat_here or 1, name, now_ms)
            else:
                self._which_seat(now_ms)
        elif named and (named == seat_here or (self.shared and not self._claimed[reader - 1])):
            self._claim(reader, named)
        elif not seat_here:
            if uid not in self._unclaimed and len(self._unclaimed) < MOST_PENDING:
                self._unclaimed.append(bytes(uid))
            self._which_seat(now_ms)
        elif code in self.core.APART:
            # No card to be played: what tapping it does, only the host can say.
            self._record(seat_here, self.core.line(Action(seat_here, "tap", (code,))), ASK, now_ms)
        else:
            self._add_card(seat_here, bytes(uid))
            awaited, self._awaited[seat_here - 1] = self._awaited[seat_here - 1], ""
            if awaited:
                self.gesture(seat_here, awaited, now_ms)

    def press(self, button: int, kind: str, now_ms: int) -> None:
        """A press of a button (from 1): `short` or `long`."""
        if not self._buttons or self._buttons >= self._seats:
            self.gesture(button, kind, now_ms)
            return
        seat_here = self.seat_at(min(button, len(self._claimed))) or self._anybody(kind)
        if kind == seat.LONG and self._unclaimed:
            self._unclaimed = []
            return
        if kind == seat.LONG and self._before and not (seat_here and self._pending[seat_here - 1]):
            seat_here = self._before[-1][1]  # everybody's button: whoever acted may take it back
        if seat_here:
            self.gesture(seat_here, kind, now_ms)
        else:
            self._which_seat(now_ms)

    def _anybody(self, kind: str) -> int:
        """A seat to press for what is nobody's own, such as the start of a phase; 0: there is no
        such thing to be done.
        """
        if kind != seat.SHORT or self._unclaimed:
            return 0
        found = self._choices(1, kind)
        return 1 if found and not found[0].seat else 0

    def gesture(self, seat_here: int, name: str, now_ms: int) -> None:
        """A press (`short`, `long`) or a control tag, at a seat (from 1)."""
        if not 1 <= seat_here <= self._seats:
            return  # a button for which this game has no seat
        what = self._meaning(seat_here, name)
        self._awaited[seat_here - 1] = ""
        if what == "put_back":
            self._release(seat_here)
            self._shown[seat_here - 1] = ""
            self._clear(seat_here)
        elif what == "await_card":
            self._awaited[seat_here - 1] = name
        elif what == "await_press":
            again = self._with_press[seat_here - 1] == name
            self._with_press[seat_here - 1] = "" if again else name
            self._tell_pending(seat_here)
        elif what == "next_reading":
            found = self._choices(seat_here, seat.SHORT)
            if found:
                self._choice[seat_here - 1] = (self._chosen(seat_here, found) + 1) % len(found)
            self._tell_pending(seat_here)
        elif not what:
            return
        elif self.waits:
            self._light(seat_here, "no_host", now_ms)
        elif what == "undo":
            self._undo(seat_here, seat_here, now_ms)
        elif what == "undo_any":
            self._undo(seat_here, 0, now_ms)
        else:
            found = self._choices(seat_here, name)
            if found:
                self._judge(seat_here, found[self._chosen(seat_here, found)], now_ms)
            else:
                self._tell("notice", seat_here, "no_action", "")
                self._light(seat_here, "no_action", now_ms)

    # --- Judging ------------------------------------------------------------------------------

    def _judge(self, seat_here: int, action: Action, now_ms: int) -> None:
        first = self.core.assumed(self.state, action)
        done = first is not None and self.core.check(self.state, first) is None
        if done and not self._do(seat_here, first, [], now_ms):
            return
        if self._do(seat_here, action, self._before if done else [], now_ms):
            self._unclaimed = []
            if action.cards or not self._pending[seat_here - 1]:
                self._clear(seat_here)
        self._tell_all_pending()

    def _do(self, seat_here: int, action: Action, before: "list", now_ms: int) -> bool:
        """Judge an action, keep the event, and if it is allowed carry it out; whether it was.
        `before`: what else the same press did.
        """
        core = self.core
        reason = core.check(self.state, action)
        secret = any(core.hidden(self.state, seat_here, card) for card in action.cards)
        if not self._record(seat_here, core.line(action), reason or OK, now_ms, secret) or reason:
            return False
        self._before = before + [(core.dump(self.state), seat_here, action.seat)]
        core.apply(self.state, action)
        return True

    def _undo(self, seat_here: int, own: int, now_ms: int) -> None:
        """Take back the last action; own: only if it is this seat's or it pressed for it, 0:
        anybody's.
        """
        last = self._before[-1] if self._before else None
        # What the table itself did, such as a new deal, is nobody's own: anybody takes it back.
        whose = last[2] if last and last[1] == own else own
        line = "%d undo" % whose if own and whose else "undo"
        if last and own in (0, last[1], last[2]):
            if self._record(seat_here, line, OK, now_ms):
                self.state = self.core.load(last[0])
                del self._before[-1]
                self._tell_all_pending()
        elif last or not self.linked:
            self._record(seat_here, line, "nothing_to_undo", now_ms)
        else:
            # What was done before the board knew of it, only the host can take back.
            self._record(seat_here, line, ASK, now_ms)

    def _record(
        self, seat_here: int, line: str, verdict: str, now_ms: int, secret: bool = False
    ) -> int:
        """Put an event into the journal and light the verdict; 0 when the journal is full, or the
        line too long for it. `secret`: nobody may be told the line.
        """
        number = 0
        if len(line) > MAX_LINE:
            verdict = TOO_LONG
            self._tell("notice", seat_here, verdict, "")
        else:
            number = self._journal.add(line, verdict, self.version, now_ms)
        if number:
            self._judged = (number, verdict)
        elif verdict != TOO_LONG:
            verdict = JOURNAL_FULL
            self._tell("notice", seat_here, JOURNAL_FULL, "" if secret else line)
        self._release(seat_here)
        self._light(seat_here, verdict, now_ms)
        return number

    # --- The host's word ----------------------------------------------------------------------

    def adopt(self, state, boot: int, as_of: int, version: int) -> bool:
        """Take a state as of event `as_of` of `boot` (0: of none), and put what happened at this
        board later in the same game on top. What no longer fits there is left out: the host judges
        the same events and will say so.

        Answers False, and changes nothing, where the later events cannot be put on top: they are
        too many, or one of them takes back what the state already has. The host is about to get
        them, and a state that has them will follow.
        """
        if self._journal.waiting > MOST_LATER:
            return False
        core = self.core
        later = []
        for _, _, verdict, line, of in self._journal.later(boot, as_of):
            if verdict != OK or not _same_game(of, version):
                continue
            action = core.parse(line)
            if action is not None:
                later.append(action)
            elif later:
                later.pop()
            else:
                return False
        for action in later:
            if _allowed(core, state, action):
                core.apply(state, action)
        new = not _same_game(self.version, version)
        if core.dump(state) != core.dump(self.state):
            self._before = []
        self.state = state
        self.version = version
        if new or len(core.show(state)["seats"]) != self._seats:
            self._begin_seats()
            self._before = []
        self._tell_all_pending()
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
            if not on_event and verdict == OK and not self._playable(seat_here):
                self._clear(seat_here)  # what waited here was played on the page
            self._light(seat_here, verdict, now_ms)

    def _playable(self, seat_here: int) -> bool:
        """Whether a press would still do something with what waits at a seat."""
        found = self._choices(seat_here, seat.SHORT) if self._pending[seat_here - 1] else []
        return bool(found) and self.core.check(self.state, found[0]) is None


def _same_game(one: int, other: int) -> bool:
    """Whether two versions are of one game; a board that never had a state says 0."""
    return not one or one >> GAME_BITS == other >> GAME_BITS


def _allowed(core, state, action: Action) -> bool:
    try:
        return core.check(state, action) is None
    except ValueError:
        return False  # of a table with more seats
