"""Readers in, debounced tags out: (reader, uid, seen | gone).

One ``step`` polls every reader once and looks at the pulse of one of them. What a poll finds is
weighed before it counts:

- a card is gone only after several clean time-outs in a row; disturbances and collisions mean that
  something lies there, so they extend a presence, and never begin one;
- a UID the pack knows needs one good read, a foreign one two equal ones: a half-read UID must not
  become a new card;
- one UID at two readers is one card, read through the table: the first reader keeps it;
- two cards on one reader are a notice, no card;
- a reader that raises, falls silent or goes deaf is reset and reported; the others go on.

A step over empty, well readers allocates nothing. It costs 8 chip-select cycles a reader and one
more: for six readers 2.1 ms of the bus on a Pico, beside 1.2 ms each of waiting for a time-out.
"""

from micropython import const

from firmware.drivers import mfrc522

# Clean time-outs in a row that mean "gone". At one sweep in 10 to 20 ms a card put down again
# within 60 ms was never away.
GONE = const(4)
# Collisions in a row that mean two cards; a single one may be a disturbance.
_CROWD = const(2)
# Unclean answers in a row after which a reader is reported as noisy.
_NOISY = const(50)
# Sweeps between two attempts to wake a sick reader.
_RETRY = const(50)


class _Place:
    """What is known about one reader."""

    def __init__(self, reader):
        self.reader = reader
        self.uid = None  # the card that lies here
        self.misses = 0  # clean time-outs in a row
        self.candidate = None  # a foreign UID read once
        self.passing = None  # a neighbour's card, already reported
        self.crowd = 0  # collisions in a row
        self.unclean = 0  # disturbed answers in a row
        self.crowded = False  # two cards reported
        self.dark = False  # the field is off until the next step
        self.sick = ""  # why this reader is not polled
        self.wait = 0  # sweeps until it is tried again
        self.sound = _RETRY  # sweeps since it was last made well, counted up to _RETRY
        self.polls = 0
        self.errors = 0
        self.resets = 0


class Scanner:
    """See the module's text.

    ``readers``: drivers with the interface of MFRC522, initialised or not; ``is_known(uid)``: is
    this UID one of the pack's; ``on_tag(reader, uid, seen)``: a card came (True) or went (False);
    ``on_notice(reader, code, detail)``: "two_cards", "neighbour" (detail: the reader that keeps
    the card), "reader_sick" (detail: why), "reader_well". Readers count from 1.
    """

    def __init__(self, readers, is_known, on_tag, on_notice):
        self._places = [_Place(reader) for reader in readers]
        self._is_known = is_known
        self._on_tag = on_tag
        self._on_notice = on_notice
        self._turn = 0
        self.sweeps = 0

    def init(self):
        """Set every reader up; the ones that do not answer are reported and tried again later."""
        for number, place in enumerate(self._places, 1):
            try:
                why = "" if place.reader.init() else place.reader.health() or "silent"
            except Exception:
                why = "error"
            if why:
                self._fall_sick(number, place, why)

    def present(self, reader):
        """The UID on reader ``reader`` (from 1), or None."""
        return self._places[reader - 1].uid

    def health(self, reader):
        """(why it is sick or "", polls, errors, resets) of reader ``reader`` (from 1)."""
        place = self._places[reader - 1]
        return place.sick, place.polls, place.errors, place.resets

    def step(self):
        """One sweep over all readers; calls back for everything that changed."""
        places = self._places
        number = 0
        for place in places:
            number += 1
            try:
                if place.sick:
                    self._nurse(number, place)
                elif place.dark:
                    place.dark = False
                    place.reader.field(True)
                else:
                    self._weigh(number, place, place.reader.poll())
            except Exception:
                # Whatever a bus or a driver throws: this reader is out, the others go on.
                place.errors += 1
                self._fall_sick(number, place, "error")
        self.sweeps += 1
        self._turn += 1
        if self._turn > len(places):
            self._turn = 1
        place = places[self._turn - 1]
        if not place.sick and not place.dark:
            self._look_after(self._turn, place)

    def _weigh(self, number, place, outcome):
        place.polls += 1
        if place.sound < _RETRY:
            place.sound += 1
        if outcome == mfrc522.NONE:
            place.crowd = 0
            place.unclean = 0
            if place.misses < GONE:
                place.misses += 1
                if place.misses == GONE:
                    self._emptied(number, place)
            return
        if outcome == mfrc522.OK:
            place.crowd = 0
            place.unclean = 0
            self._read(number, place)
            return
        place.errors += 1
        if outcome == mfrc522.SILENT:
            self._fall_sick(number, place, "silent")
            return
        place.misses = 0
        if outcome == mfrc522.COLLISION:
            place.crowd += 1
            if place.crowd >= _CROWD and not place.crowded:
                place.crowded = True
                self._on_notice(number, "two_cards", "")
            return
        place.unclean += 1
        if place.unclean == _NOISY:
            self._on_notice(number, "reader_sick", "noisy")

    def _emptied(self, number, place):
        """Enough clean time-outs: but only a reader that is well may say that a card is gone."""
        place.crowded = False
        place.candidate = None
        place.passing = None
        uid = place.uid
        if uid is None:
            return
        if not self._look_after(number, place):
            place.misses = 0
            return
        place.uid = None
        # A field that was off for a moment leaves no card half asleep.
        place.reader.field(False)
        place.dark = True
        self._on_tag(number, uid, False)

    def _read(self, number, place):
        reader = place.reader
        if place.uid is not None and reader.same(place.uid):
            place.misses = 0
            place.candidate = None
            place.crowded = False
            return
        for other in self._places:
            if other is not place and other.uid is not None and reader.same(other.uid):
                self._passing(number, place, other)
                return
        place.misses = 0
        place.passing = None
        uid = bytes(reader.uid[: reader.size])
        if uid != place.candidate and not self._is_known(uid):
            place.candidate = uid
            return
        place.candidate = None
        place.crowded = False
        if place.uid is not None:
            # A second card came before the first was missed: both count.
            gone = place.uid
            place.uid = None
            self._on_tag(number, gone, False)
        place.uid = uid
        self._on_tag(number, uid, True)

    def _passing(self, number, place, other):
        """The card of another reader answers here: that one keeps it until it is gone there."""
        if place.passing != other.uid:
            if place.passing is None and place.candidate != other.uid:
                # Once may be a card on its way; a second read in a row says so.
                place.candidate = other.uid
            else:
                place.passing = other.uid
                place.candidate = None
                self._on_notice(number, "neighbour", str(self._places.index(other) + 1))
        if place.uid is not None and place.misses < GONE:
            # Our own card did not answer.
            place.misses += 1
            if place.misses == GONE:
                gone = place.uid
                place.uid = None
                self._on_tag(number, gone, False)

    def _look_after(self, number, place):
        """One cycle on a reader's pulse; False if it is sick, which then has begun its cure."""
        why = place.reader.health()
        if why:
            self._fall_sick(number, place, why)
            return False
        return True

    def _fall_sick(self, number, place, why):
        place.sick = why
        # The first reset is at once; one that did not last is not repeated every sweep.
        place.wait = 0 if place.sound == _RETRY else _RETRY
        self._on_notice(number, "reader_sick", why)

    def _nurse(self, number, place):
        """Reset a sick reader, at once and then now and then. What lay on it still lies there."""
        if place.wait:
            place.wait -= 1
            return
        place.wait = _RETRY
        place.resets += 1
        if place.reader.init():
            place.sick = ""
            place.sound = 0
            place.misses = 0
            place.unclean = 0
            self._on_notice(number, "reader_well", "")
