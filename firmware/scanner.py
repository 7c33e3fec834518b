"""Readers in, debounced tags out: (reader, uid, seen | gone).

What one reader's polls mean is weighed in ``presence``. Here the readers are polled group by group,
looked after, and set against each other:

- within a group all readers are started, then collected; the groups take turns, so that neighbours
  are never on the air at once;
- one UID at two readers is one card. Where both read it as it comes, the one that reads it more
  often keeps it, at a tie the first; where it lies at one already, that one keeps it until it is
  gone there;
- a reader that raises, falls silent or goes deaf is reset and reported; the others go on.

Fields. A table whose readers lie a hand's breadth apart or more leaves every field on: cards stay
powered, and nobody waits. Where they lie closer, a neighbour's carrier fills the pauses by which a
card is spoken to (ISO/IEC 14443-2, 8.1.2), so the board file says ``dark``: only the group whose
turn it is has its fields on. A card then needs 5 ms to start (14443-3, 5); a step ends with the
next group's fields going on, so that this passes between two steps, and a step does one group.

A step over empty, well readers allocates nothing. A sweep costs 8 chip-select cycles a reader (12
where fields go off) and one more, and one wait of 1.2 ms a group: for six readers 2.1 ms of the
bus on a Pico.
"""

import time
from collections import namedtuple

from micropython import const

from firmware.drivers import reader as drivers
from firmware.presence import CAREFUL, DEAD, EMPTY, GONE, MISSES, NAMES, Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Sweeps for which two readers of one UID are compared, and at most while they are even.
_COMPARE = const(4)
_EVEN = const(12)
# Reads of a card at another reader, while its own does not, that mean that it lies there.
_MOVED = const(6)
# Resting cards that are read in a sweep. One that does not answer is looked for in every sweep.
_RESTING = const(2)
# What a card needs to start in a field (14443-3, 5).
_START_US = const(5000)

# why: "" or what is wrong; state: a name of ``presence``; version: the chip's; then counters.
Health = namedtuple(
    "Health",
    ("why", "state", "version", "polls", "reads", "misreads", "collisions", "timeouts", "resets"),
)


class Scanner:
    """See the module's text.

    readers    drivers with the interface of ``drivers/reader.py``, initialised or not
    is_known   ``is_known(uid)``: is this UID one of the pack's
    on_tag     ``on_tag(reader, uid, seen)``: a card came (True) or went (False)
    on_notice  ``on_notice(reader, code, detail)``: "two_cards", "neighbour" (detail: the reader
               that keeps the card), "reader_sick" (detail: why), "reader_well"
    groups     tuples of the numbers of readers that may be lit at the same time; without any, each
               reader has its own turn, and its own wait. ValueError where a reader is missing or
               there twice.
    dark       are the fields of the other groups off meanwhile

    Readers count from 1.
    """

    def __init__(self, readers, is_known, on_tag, on_notice, groups=None, dark=False):
        places: "list[Presence]" = []
        for reader in readers:
            places.append(Presence(len(places) + 1, reader, on_notice))
        self._places = tuple(places)
        if not groups:
            groups = [(place.number,) for place in places]
        numbers = sorted([number for group in groups for number in group])
        if numbers != list(range(1, len(places) + 1)):
            raise ValueError(
                "the groups name the readers %s; each of 1 to %d belongs to one of them"
                % (", ".join([str(number) for number in numbers]), len(places))
            )
        self._groups = tuple([tuple([places[n - 1] for n in group]) for group in groups])
        self._dark = dark and len(self._groups) > 1
        self._is_known = is_known
        self._on_tag = on_tag
        self._on_notice = on_notice
        self._group = 0  # whose turn it is
        self._started = False  # its polls are under way
        self._lit: "Any" = 0  # since when its fields are on, in µs
        self._left = 0  # groups whose turn comes in the step under way
        self._more = 0  # and how many more may come, where that is called for
        self._extra = False  # the group's turn is one of these
        self._reads = 0  # resting cards that were read in it
        self._peace = 0  # sweeps for which a resting card is left in peace
        self._watch = False  # a UID was seen that does not count yet
        self._turn = 0  # the place that is looked after next
        self._pulsed = False  # and whether that was done in the step under way
        self.sweeps = 0

    def init(self):
        """Set every reader up; the ones that do not answer are reported and tried again later."""
        for place in self._places:
            try:
                why = "" if place.reader.init() else place.reader.health() or "silent"
            except Exception:
                why = "error"
            if why:
                place.fall_sick(why)
        if self._dark:
            for group in self._groups[1:]:
                self._light(group, False)
            self._lit = time.ticks_us()

    def present(self, reader):
        """The UID on reader ``reader`` (from 1), or None."""
        return self._places[reader - 1].uid

    def health(self, reader):
        """The Health of reader ``reader`` (from 1)."""
        place = self._places[reader - 1]
        return Health(
            place.sick,
            NAMES[place.state],
            place.reader.version,
            place.polls,
            place.good,
            place.misreads,
            place.collisions,
            place.timeouts,
            place.resets,
        )

    def letter(self, reader):
        """Reader ``reader`` (from 1) in a letter: o fine, s sick and being restarted, x dead."""
        place = self._places[reader - 1]
        if not place.sick:
            return "o"
        return "x" if place.tries >= DEAD else "s"

    def step(self):
        """One sweep over all readers; calls back for everything that changed.

        Where fields go off it is one group, and where a reader takes its time (``BUSY``) it ends
        early; the next step goes on from there.
        """
        if not self._left:
            self._left = 1 if self._dark else len(self._groups)
            self._more = len(self._groups)
            self._extra = False
            self._reads = 0
            self._pulsed = False
        while self._left:
            if not self._polled(self._groups[self._group]):
                return
            self._left -= 1
            self._next()
            waits = self._settle()
            if waits and not self._left and not self._dark and self._more:
                # A card has just come: the readers that were asked before it lay there, and have
                # not just read their own, are asked again, before it counts where it may only have
                # been heard through the table.
                self._left = 1
                self._more -= 1
                self._extra = True
        self.sweeps += 1

    def _next(self):
        """The next group's turn."""
        groups = self._groups
        group = groups[self._group]
        self._group = (self._group + 1) % len(groups)
        if self._dark:
            self._light(group, False)
            self._light(groups[self._group], True)
            self._lit = time.ticks_us()

    # --- A group's turn -----------------------------------------------------------------------

    def _polled(self, group):
        """Poll a group's readers; False while one of them is still busy."""
        if not self._started:
            if self._dark:
                left = _START_US - time.ticks_diff(time.ticks_us(), self._lit)
                if left > 0:
                    time.sleep_us(left)
            self._started = True
            longest = 0
            for place in group:
                if not place.own or self._is_due(place):
                    self._start(place)
                if place.running and place.reader.wake_us > longest:
                    longest = place.reader.wake_us
            if longest:
                time.sleep_us(longest)
        if self._busy(group):
            return False
        longest = 0
        for place in group:
            if place.again == 1:
                # A neighbour's poll may have left a card half way: then the first call only makes
                # it start anew (14443-3, 6.3), and it answers the second.
                place.again = 2
                self._start(place)
                longest = max(longest, place.reader.wake_us)
        if longest:
            time.sleep_us(longest)
            if self._busy(group):
                return False
        for place in group:
            place.again = 0
        self._started = False
        place = self._places[self._turn]
        if place in group and not self._pulsed:
            self._pulsed = True
            self._turn = (self._turn + 1) % len(self._places)
            if not place.sick and place.state != GONE:
                place.look_after()
        return True

    def _is_due(self, place):
        """Reading a resting card takes 5 to 9 ms, so not all of them are read in every sweep."""
        if self._extra:
            return False
        patience = self._peace
        if self._reads >= _RESTING:
            patience += _RESTING
        if place.skipped < patience:
            place.skipped += 1
            return False
        place.skipped = 0
        self._reads += 1
        return True

    def _busy(self, group):
        """Collect what has been started; is there one that needs more time?"""
        busy = False
        for place in group:
            if place.running:
                self._collect(place)
                busy = busy or place.running
        return busy

    def _start(self, place):
        if place.sick:
            place.nurse()
            return
        try:
            if place.state == GONE:
                place.state = EMPTY
                if not self._dark:
                    # The field comes on, and the next poll finds who is in it.
                    place.reader.field(True)
                    return
            place.reader.start()
            place.running = True
        except Exception:
            # Whatever a bus or a driver throws: this reader is out, the others go on.
            place.fall_sick("error")

    def _collect(self, place):
        try:
            outcome = place.reader.collect()
        except Exception:
            place.fall_sick("error")
            return
        if outcome == drivers.BUSY:
            return
        place.running = False
        place.polls += 1
        if not place.again and not place.reader.persistent:
            if outcome == drivers.CORRUPT:
                place.misreads += 1
                place.again = 1
                return
            if outcome == drivers.NONE and (self._watch or place.uid is not None):
                place.again = 1
                return
        self._weigh(place, outcome)

    def _light(self, group, on):
        for place in group:
            if on and place.sick:
                continue
            try:
                # A sick reader's field goes off as well, or it would drown its neighbours.
                place.reader.field(on)
            except Exception:
                if not place.sick:
                    place.fall_sick("error")

    def _weigh(self, place, outcome):
        place.stand()
        place.own = False
        if outcome == drivers.NONE:
            if place.empty():
                self._emptied(place)
        elif outcome == drivers.OK:
            place.good += 1
            place.crowd = 0
            place.unclean = 0
            self._read(place)
        elif outcome == drivers.COLLISION:
            place.collided()
        elif outcome == drivers.CORRUPT:
            place.disturbed()
        else:
            place.fall_sick("silent")

    # --- What was read ------------------------------------------------------------------------

    def _read(self, place):
        reader = place.reader
        if place.uid is not None and reader.same(place.uid):
            self._forget_alone(place.uid)
            place.read_own()
            return
        for other in self._places:
            if other is not place and other.uid is not None and reader.same(other.uid):
                place.read_foreign(other, self.sweeps)
                if place.alone >= _MOVED and not other.own:
                    self._go(other)
                elif place.uid is not None and place.empty():
                    # Our own card has not answered for several polls.
                    self._go(place)
                return
        place.read_new(self.sweeps)

    def _forget_alone(self, uid):
        """The reader that keeps this card has read it again."""
        for place in self._places:
            if place.foreign == uid:
                place.alone = 0

    def _emptied(self, place):
        """Enough clean time-outs: but only a reader that is well may say that a card is gone."""
        if place.seen is not None:
            self._consider(place, True)
            if place.misses == 0:
                return
        if place.uid is None:
            place.forget()
        elif not place.look_after():
            place.misses = 0
        else:
            self._go(place)
            place.forget()
            place.state = GONE
            if not self._dark:
                # A field that was off for a moment leaves no card half asleep.
                self._light((place,), False)

    def _go(self, place):
        """The card is gone from its reader. Where another has read it since, it lies there now."""
        uid = place.take()
        self._on_tag(place.number, uid, False)
        best = None
        for other in self._places:
            if other.foreign == uid:
                late = self.sweeps - other.heard > 2 * MISSES
                if other.uid is None and other.alone >= CAREFUL and not late:
                    if best is None or other.alone > best.alone:
                        best = other
                other.foreign = None
        if best is not None:
            best.lay(uid)
            self._on_tag(best.number, uid, True)

    def _settle(self):
        """Which of the UIDs that were seen count now? True where one has not been looked for by
        every group since.
        """
        every = len(self._groups)
        waits = False
        self._watch = False
        resting = 0
        for place in self._places:
            if place.own:
                resting += 1
            if place.seen is not None:
                place.turns += 1
                self._watch = True
                if place.turns < every:
                    waits = True
                elif self.sweeps - place.read_at > MISSES + 1:
                    place.drop()  # read once, and not again: it is not here
                elif place.turns % every == 0:
                    self._consider(place, False)
        self._peace = (resting - 1) // _RESTING
        return waits

    def _consider(self, place, final):
        """Does the UID seen here count? ``final``: now or never, it does not answer any more."""
        uid = place.seen
        if place.reads < CAREFUL and (place.uid is not None or not self._is_known(uid)):
            return
        for other in self._places:
            if other is place or other.seen != uid:
                continue
            turns = max(place.turns, other.turns)
            even = place.score() == other.score()
            if not final and turns < (_EVEN if even else _COMPARE) * len(self._groups):
                return
            if place.score() < other.score() or (even and place.turns < other.turns):
                place.drop()
                return
            other.drop()
        if place.uid is not None:
            # A second card came before the first was missed: both count.
            self._on_tag(place.number, place.take(), False)
        place.lay(uid)
        self._on_tag(place.number, uid, True)
