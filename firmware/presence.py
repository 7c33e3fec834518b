"""What lies on one reader, weighed from what its polls find.

    state     what is so                                    and what leads on
    --------  --------------------------------------------  ---------------------------------------
    EMPTY     nothing lies here                             a UID read whole -> SEEN
    SEEN      a UID was read, but does not count yet        enough reads -> PRESENT;
                                                            clean time-outs in a row -> EMPTY
    PRESENT   a card lies here, and has been reported       clean time-outs in a row -> GONE;
                                                            another card read instead -> PRESENT
    GONE      it went; the field is off until the next      the field is on again -> EMPTY
              poll, so that nothing lies half asleep in it

Only whole UIDs lead from EMPTY to SEEN to PRESENT: disturbances and collisions mean that something
lies there, so they extend what is, and never begin it. Only time-outs that are clean, and several
in a row, end it. A UID the pack knows counts after one read; a foreign one after two equal ones, as
a half-read UID must not become a new card; and so does one that is read where another card lies.
A UID that two readers see waits until it is clear which of them reads it better (see ``scanner``).
"""

from micropython import const

EMPTY = const(0)
SEEN = const(1)
PRESENT = const(2)
GONE = const(3)
NAMES = ("empty", "seen", "present", "gone")

# Clean time-outs in a row that end a presence. At one sweep in 10 to 20 ms a card put down again
# within 60 ms was never away.
MISSES = const(4)
# Collisions in a row that mean two cards; a single one may be a disturbance.
CROWD = const(2)
# Unclean answers in a row after which a reader is reported as noisy.
NOISY = const(50)
# Reads that make a foreign UID a card, or a known one where another card lies.
CAREFUL = const(2)
# Sweeps between two attempts to wake a sick reader; a cure that has held for so long was one.
RETRY = const(50)
# Attempts in a row after which a sick reader is called dead. It is still tried.
DEAD = const(3)


class Presence:
    """One reader and what is known about it.

    ``number`` is the reader's, from 1; ``on_notice`` is the scanner's.
    """

    def __init__(self, number, reader, on_notice):
        self.number = number
        self.reader = reader
        self._on_notice = on_notice
        self.state = EMPTY
        self.uid = None  # the card that lies here
        self.misses = 0  # clean time-outs in a row
        self.own = False  # the last poll read it
        self.skipped = 0  # sweeps for which it was left in peace, as it is
        self.seen = None  # a UID that does not count yet, beside the card that lies here or without
        self.reads = 0  # how often that was read
        self.read_at = 0  # in which sweep last
        self.failed = 0  # and how many polls have not read it since
        self.turns = 0  # and how many groups of readers have been polled since
        self.foreign = None  # a neighbour's card that answers here as well
        self.both = 0  # how often while the neighbour read it too
        self.alone = 0  # how often since the neighbour did not, when it tried
        self.heard = 0  # in which sweep last
        self.again = 0  # no clean answer: 1, it is polled once more; 2, it was
        self.crowd = 0  # collisions in a row
        self.crowded = False  # two cards reported
        self.unclean = 0  # disturbed answers in a row
        # Of the reader itself.
        self.running = False  # a poll has been started and not collected
        self.sick = ""  # why this reader is not polled
        self.wait = 0  # sweeps until it is tried again
        self.tries = 0  # resets in a row that did not help
        self.sound = RETRY  # polls since it was last made well, up to RETRY
        # Counters, for people.
        self.polls = 0
        self.good = 0  # whole UIDs
        self.misreads = 0  # answers that came damaged
        self.collisions = 0
        self.timeouts = 0  # a card lay there and did not answer
        self.resets = 0

    def empty(self):
        """A clean time-out; True where that makes enough of them."""
        self.crowd = 0
        self.unclean = 0
        self.failed += 1
        if self.uid is not None:
            self.timeouts += 1
        if self.misses < MISSES:
            self.misses += 1
            return self.misses == MISSES
        return False

    def forget(self):
        """Nothing lies here any more, and nothing is about to."""
        self.crowded = False
        self.drop()
        self.foreign = None

    def drop(self):
        """The UID that did not count yet never will."""
        self.seen = None
        self.reads = 0
        self.turns = 0
        if self.state == SEEN:
            self.state = EMPTY

    def score(self):
        """How well the UID that was seen is read here."""
        return self.reads - self.failed

    def _extend(self):
        """Something lies here; unless it is the neighbour's card, which is known to be heard."""
        self.failed += 1
        if self.foreign is None:
            self.misses = 0

    def collided(self):
        """Two cards at once: that extends a presence and is said, but begins nothing."""
        self.collisions += 1
        self._extend()
        self.crowd += 1
        if self.crowd >= CROWD and not self.crowded:
            self.crowded = True
            self._on_notice(self.number, "two_cards", "")

    def disturbed(self):
        """An answer that was not clean: the same."""
        self.misreads += 1
        self._extend()
        self.unclean += 1
        if self.unclean == NOISY:
            self._on_notice(self.number, "reader_sick", "noisy")

    def read_own(self):
        """The card that lies here answered."""
        self.own = True
        self.misses = 0
        self.crowded = False
        self.drop()

    def read_new(self, sweep):
        """A UID that lies nowhere yet was read: it is SEEN now, once more or for the first time."""
        self.misses = 0
        self.foreign = None
        reader = self.reader
        if self.seen is None or not reader.same(self.seen):
            self.seen = bytes(reader.uid[: reader.size])
            self.reads = 0
            self.failed = 0
            self.turns = 0
        self.reads += 1
        self.read_at = sweep
        if self.state == EMPTY:
            self.state = SEEN

    def read_foreign(self, owner, sweep):
        """The card of another reader answers here. That one keeps it until it is gone there."""
        if self.foreign != owner.uid:
            self.foreign = owner.uid
            self.both = 0
            self.alone = 0
        self.heard = sweep
        if not owner.own:
            self.alone += 1
            return
        self.alone = 0
        self.both += 1
        # Once may be a card on its way.
        if self.both == 2:
            self._on_notice(self.number, "neighbour", str(owner.number))

    def lay(self, uid):
        """That card lies here now."""
        self.uid = uid
        self.state = PRESENT
        self.misses = 0
        self.crowded = False
        self.foreign = None
        self.drop()

    def take(self):
        """The card that lay here is gone; which it was."""
        uid = self.uid
        self.uid = None
        self.state = SEEN if self.seen is not None else EMPTY
        return uid

    # --- The reader itself --------------------------------------------------------------------

    def stand(self):
        """It has done a poll: its last cure has held for one more."""
        if self.sound < RETRY:
            self.sound += 1

    def look_after(self):
        """Look at the reader's pulse; False if it is sick, which then has begun its cure."""
        try:
            why = self.reader.health()
        except Exception:
            why = "error"
        if why:
            self.fall_sick(why)
        return not why

    def fall_sick(self, why):
        """Poll it no more, and say so. What lies on it still lies there."""
        self.sick = why
        self.running = False
        self.own = False
        self.tries = 0
        # The first reset is at once; one that did not last is not repeated every sweep.
        self.wait = 0 if self.sound == RETRY else RETRY
        self._on_notice(self.number, "reader_sick", why)

    def nurse(self):
        """Reset a sick reader, at once and then now and then; one that is well is polled again."""
        if self.wait:
            self.wait -= 1
            return
        self.wait = RETRY
        self.resets += 1
        self.tries += 1
        try:
            if not self.reader.init():
                return
        except Exception:
            return
        self.sick = ""
        self.sound = 0
        self.misses = 0
        self.unclean = 0
        if self.state == GONE:
            self.state = EMPTY
        self._on_notice(self.number, "reader_well", "")
