"""What happened at this table, numbered, kept until the host says that it is committed.

Events of one boot count from 1; boot is a counter in flash, so (boot, n) never comes twice. An
event that is acknowledged within SPILL_MS lives in RAM only. One that is not goes to flash: text
files of SEGMENT records, each record with its own CRC, deleted once all of it is acknowledged.
After a restart the events of earlier boots are sent first, under their own boot.

What a power cut can cost:
- linked: the events of the last SPILL_MS that the host has not committed yet (mostly none; the
  link does not wait that long when the host has stopped talking);
- not linked: the event being written at that moment, no more: a record half written is seen by
  its CRC and left out;
- nothing that was acknowledged, and no number is ever given twice. Events of a segment that was
  acknowledged in part may be sent again: the host knows them by their numbers;
- the snapshot for playing on without a host is up to SNAPSHOT_MS older than the table where the
  cut comes while linked, but of the same game; the host's state mends it.
A wiped file system forgets the boot counter: counting then starts at a random place, so that the
host does not take new events for old ones.

Plain files rather than a raw erased region: stock boards give the whole flash to the file system.
"""

import os
from binascii import crc32

from shared_rules.frames import elapsed

CAPACITY = 2048  # events not yet acknowledged, RAM and flash together
SEGMENT = 32  # records in a file
RAM_RECORDS = 64  # at most this many wait in RAM when the flash takes no more
SPILL_MS = 2000
SNAPSHOT_MS = 30000
MAX_LINE = 110  # bytes of an event's line, so that it fits a frame
RECENT = 32  # acknowledged events kept for state that is older than them

# Places in a record and in a segment's description; tuples and lists are small on a board.
N, STAMP, VERSION, VERDICT, LINE, BOOT = range(6)
NAME, OF_BOOT, FIRST, LAST, COUNT = range(5)


class Journal:
    """The events of one board, in ``folder`` of its flash (made where it is missing).

    ``boot`` is this run's number. ``lost`` counts records found unreadable, ``flash_errors`` writes
    that failed. ``first_boot`` is where an empty file system starts to count (None: random).
    """

    def __init__(self, folder: str = "journal", capacity: int = CAPACITY, first_boot=None) -> None:
        self.folder = folder
        self.capacity = capacity
        self.lost = 0
        self.flash_errors = 0
        self._ram: "list[tuple]" = []  # records, oldest first
        self._recent: "list[tuple]" = []
        self._segments: "list[list]" = []  # all older than _ram, oldest first
        self._open = False  # may the last segment take more?
        self._acked: "dict[int, int]" = {}  # boot -> n
        self._n = 0
        self._serial = 0  # of the last segment file
        self._snapshot: "bytes | None" = None
        self._snapshot_at: "int | None" = None
        self.rewind()
        try:
            os.mkdir(folder)
        except OSError:
            pass  # it is there, or the first write will say what is wrong
        self._find_segments()
        self.boot = self._next_boot(first_boot)

    # Start

    def _path(self, name: str) -> str:
        return self.folder + "/" + name

    def _find_segments(self) -> None:
        for name in sorted(os.listdir(self.folder)):
            if not (name.startswith("e") and name.endswith(".log")):
                continue
            self._serial = max(self._serial, int(name[1:-4]))
            segment = None
            errors = self.flash_errors
            for record, _ in self._records(name, 0):
                if record is None:
                    self.lost += 1
                    continue
                if segment is None:
                    segment = [name, record[BOOT], record[N], record[N], 0]
                segment[LAST] = record[N]
                segment[COUNT] += 1
            if segment is not None:
                self._segments.append(segment)
            elif errors == self.flash_errors:
                self._remove(name)  # nothing in it can be read

    def _next_boot(self, first_boot) -> int:
        last = self.load("boot")
        if last is not None:
            boot = int(last) + 1
        elif first_boot is not None:
            boot = first_boot
        else:
            # 20 random bits above 10 bits of counting: below 2**30, a small int on a board.
            boot = (int.from_bytes(os.urandom(3), "little") & 0xFFFFF) * 1024 + 1
        for segment in self._segments:
            boot = max(boot, segment[OF_BOOT] + 1)
        self.save("boot", b"%d" % boot)
        return boot

    # Taking events in

    @property
    def waiting(self) -> int:
        """How many events are not acknowledged yet."""
        count = len(self._ram)
        for segment in self._segments:
            acked = self._acked.get(segment[OF_BOOT], 0)
            count += min(segment[COUNT], max(0, segment[LAST] - max(acked, segment[FIRST] - 1)))
        return count

    @property
    def last(self) -> int:
        """The number of this boot's last event, 0 before the first."""
        return self._n

    @property
    def full(self) -> bool:
        """No event more can be kept: refuse the press, show it on the digits."""
        return len(self._ram) >= RAM_RECORDS or self.waiting >= self.capacity

    def add(self, line: str, verdict: str, version: int, now: int) -> int:
        """Keep an event that happened at ``now`` ms. Its number, or 0 when the journal is full.

        ``line`` as a transcript has it, ``verdict`` "ok" or a reason, ``version`` of the state it
        was judged on. ValueError: the line is longer than MAX_LINE bytes.
        """
        if len(line) > MAX_LINE:
            raise ValueError("an event's line is too long: " + line)
        if self.full:
            return 0
        self._n += 1
        self._ram.append((self._n, now, version, verdict, line, self.boot))
        return self._n

    def step(self, now: int, linked: bool) -> None:
        """Write to flash what is due: events not acknowledged for SPILL_MS, or all when no host
        is linked; and the snapshot."""
        if self._ram and (not linked or elapsed(now, self._ram[0][STAMP]) >= SPILL_MS):
            self._spill()
        if self._snapshot is not None and (
            not linked
            or self._snapshot_at is None
            or elapsed(now, self._snapshot_at) >= SNAPSHOT_MS
        ):
            self.save("state", self._snapshot)
            self._snapshot = None
            self._snapshot_at = now

    def ack(self, boot: int, n: int) -> None:
        """The host has committed every event of ``boot`` up to ``n``."""
        if boot == self.boot:
            n = min(n, self._n)
        if n <= self._acked.get(boot, 0):
            return
        self._acked[boot] = n
        while self._ram and boot == self.boot and self._ram[0][N] <= n:
            self._recent.append(self._ram.pop(0))
        self._recent = self._recent[-RECENT:]
        for segment in list(self._segments):
            if segment[OF_BOOT] == boot and segment[LAST] <= n:
                if segment is self._segments[-1]:
                    self._open = False
                self._segments.remove(segment)
                self._remove(segment[NAME])
        if boot != self.boot and not any(s[OF_BOOT] == boot for s in self._segments):
            del self._acked[boot]

    # Handing events out

    def rewind(self) -> None:
        """Begin again with the oldest event that is not acknowledged."""
        self._sent_boot = self._sent_n = 0
        self._before = (0, 0, "", 0)
        self._at = ""  # the segment file read last, and how far
        self._offset = 0

    def back(self) -> None:
        """Take back the last ``next``: it could not be sent, and is next again."""
        self._sent_boot, self._sent_n, self._at, self._offset = self._before

    @property
    def outstanding(self) -> bool:
        """Have events been handed out that are not acknowledged yet?"""
        return self._sent_n > self._acked.get(self._sent_boot, 0)

    def next(self, now: int):
        """The next event to send, as the values of an ``event`` message, or None.

        Events of a later boot wait until the earlier boots' are acknowledged: they were later.
        """
        if not self._segments and not self._ram:
            return None  # the usual case, and it takes no memory
        self._before = (self._sent_boot, self._sent_n, self._at, self._offset)
        oldest = self._segments[0][OF_BOOT] if self._segments else self.boot
        for segment in self._segments:
            if segment[OF_BOOT] != oldest:
                return None
            if segment[OF_BOOT] == self._sent_boot and segment[LAST] <= self._sent_n:
                continue
            record = self._record_in(segment)
            if record:
                return self._event(record, now)
        if oldest == self.boot:
            for record in self._ram:
                if self._sent_boot != self.boot or record[N] > self._sent_n:
                    return self._event(record, now)
        return None

    def _record_in(self, segment):
        """The first record of a segment that was neither sent nor acknowledged, or None."""
        boot = segment[OF_BOOT]
        above = max(self._acked.get(boot, 0), self._sent_n if boot == self._sent_boot else 0)
        offset = self._offset if self._at == segment[NAME] else 0
        for record, end in self._records(segment[NAME], offset):
            if record and record[N] > above:
                self._at = segment[NAME]
                self._offset = end
                return record
        return None

    def _event(self, record, now: int):
        boot = record[BOOT]
        after = self._sent_n if boot == self._sent_boot else 0
        if after <= self._acked.get(boot, 0):
            after = 0
        self._sent_boot = boot
        self._sent_n = record[N]
        age = elapsed(now, record[STAMP]) if boot == self.boot else -1
        return (record[N], boot, after, age, record[VERSION], record[VERDICT], record[LINE])

    def later(self, boot: int, n: int):
        """What happened after event ``n`` of ``boot``, as (boot, n, verdict, line, version), oldest
        first: to be applied again on top of a state that is as of that event."""
        for segment in self._segments:
            if segment[OF_BOOT] > boot or (segment[OF_BOOT] == boot and segment[LAST] > n):
                for record, _ in self._records(segment[NAME], 0):
                    if record and (record[BOOT] > boot or record[N] > n):
                        yield _told(record)
        for records in (self._recent, self._ram):
            for record in records:
                if record[BOOT] > boot or (record[BOOT] == boot and record[N] > n):
                    yield _told(record)

    # The state to play on with, after a power cut without a host

    def snapshot(self, data: bytes, at_once: bool = False) -> None:
        """Keep the packed state ``data``; ``step`` writes it when it is time, or at once."""
        self._snapshot = data
        if at_once:
            self._snapshot_at = None

    def last_snapshot(self):
        """The packed state that was kept last, or None."""
        return self._snapshot if self._snapshot is not None else self.load("state")

    # Flash

    def save(self, name: str, data: bytes) -> bool:
        """Replace the small file ``name``: a power cut leaves the old content or the new.

        False where the flash took it not.
        """
        path = self._path(name)
        try:
            with open(path + ".new", "wb") as file:
                file.write(b"%08X\n" % crc32(data) + data)
            try:
                os.rename(path + ".new", path)
            except OSError:  # FAT does not rename onto a file
                os.remove(path)
                os.rename(path + ".new", path)
        except OSError:
            self.flash_errors += 1
            return False
        return True

    def load(self, name: str):
        """The content of the small file ``name``, or None where there is none that is whole."""
        for path in (self._path(name), self._path(name) + ".new"):
            try:
                with open(path, "rb") as file:
                    data = file.read()
            except OSError:
                continue
            if len(data) >= 9 and data[:9] == b"%08X\n" % crc32(data[9:]):
                return data[9:]
        return None

    def _spill(self) -> None:
        """Write what waits in RAM to flash, a file at a time."""
        while self._ram:
            if not self._open or self._segments[-1][COUNT] >= SEGMENT:
                self._serial += 1
                name = "e%06d.log" % self._serial
                self._segments.append([name, self.boot, self._ram[0][N], self._ram[0][N] - 1, 0])
                self._open = True
            segment = self._segments[-1]
            batch = self._ram[: SEGMENT - segment[COUNT]]
            try:
                with open(self._path(segment[NAME]), "ab") as file:
                    file.write(b"".join([_record_line(record) for record in batch]))
            except OSError:
                self.flash_errors += 1
                self._open = False  # it may end in half a record
                if not segment[COUNT]:
                    self._segments.pop()
                    self._remove(segment[NAME])
                return
            segment[LAST] = batch[-1][N]
            segment[COUNT] += len(batch)
            self._ram = self._ram[len(batch) :]

    def _remove(self, name: str) -> None:
        try:
            os.remove(self._path(name))
        except OSError:
            self.flash_errors += 1

    def _records(self, name: str, offset: int):
        """(record or None, offset behind it) for each line of a segment file from ``offset``."""
        try:
            with open(self._path(name), "rb") as file:
                file.seek(offset)
                while True:
                    line = file.readline()
                    if not line:
                        return
                    offset += len(line)
                    yield _parse_record(line), offset
        except OSError:
            self.flash_errors += 1


def _told(record):
    return (record[BOOT], record[N], record[VERDICT], record[LINE], record[VERSION])


def _record_line(record) -> bytes:
    """A record as a line of text: boot, n, stamp, version, verdict, line; then its CRC."""
    text = b"%d %d %d %d %s %s" % (
        record[BOOT],
        record[N],
        record[STAMP],
        record[VERSION],
        record[VERDICT].encode(),
        record[LINE].encode(),
    )
    return b"%s*%08X\n" % (text, crc32(text))


def _parse_record(line: bytes):
    """The record of a line, or None where it is torn or damaged."""
    text = line[:-10]
    if line[-10:] != b"*%08X\n" % crc32(text):
        return None
    boot, n, stamp, version, verdict, rest = str(text, "utf-8").split(" ", 5)
    return (int(n), int(stamp), int(version), verdict, rest, int(boot))
