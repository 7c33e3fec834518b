"""What of a board's files is to be written, removed and left alone. Pure: no board, no I/O."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import PurePosixPath

from tapdeck.firmware_files import BOARDS, NO_BOARDS, ROOMS, STARTER

LIST = "firmware/files.txt"  # on the board: what was put there, a hash and a name a line
BEFORE = "main.before{}.py"  # a starter that was not ours
NEW = ".new"  # behind a name: being written
# The journal, the deck and the game of an evening want room too.
RESERVE = 64 * 1024
FOLDER_BLOCKS = 2

# A file on the board: its size in bytes, the hex of its SHA-256.
There = Mapping[str, tuple[int, str]]


@dataclass
class Plan:
    """``write``: (name, content), in order, without the starter; ``starter``: its content, or None
    where the right one is there and nothing else changes; ``remove``: files; ``folders``: to be
    made; ``same``: how many files are right already; ``kept``: files of the user's among ours;
    ``displaced``: the starter there is somebody else's and is renamed.
    """

    write: list[tuple[str, bytes]] = field(default_factory=list)
    starter: bytes | None = None
    remove: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    same: int = 0
    kept: list[str] = field(default_factory=list)
    displaced: bool = False
    listed: str = ""

    @property
    def changes(self) -> bool:
        """Is there anything to do?"""
        return bool(self.write or self.remove or self.starter is not None)

    @property
    def size(self) -> int:
        """Bytes to be written."""
        return sum(len(data) for _, data in self.write) + len(self.starter or b"")

    def needs(self, there: There, block: int) -> int:
        """Bytes of flash that must be free before the first one is written, for `block`s."""

        def room(size: int) -> int:
            return max(1, -(-size // block)) * block

        sizes = {name: len(data) for name, data in self.write}
        if self.starter is not None:
            sizes[STARTER] = len(self.starter)
        growth = sum(room(size) - room(there.get(name, (0, ""))[0]) * (name in there)
                     for name, size in sizes.items())  # fmt: skip
        freed = sum(room(there[name][0]) for name in self.remove)
        # An old file goes only when its new one is there.
        both = max((room(size) for size in sizes.values()), default=0)
        folders = len(self.folders) * FOLDER_BLOCKS * block
        return max(0, growth + folders - freed) + both + RESERVE


def sha(data: bytes) -> str:
    """The hex of its SHA-256."""
    return sha256(data).hexdigest()


def read_list(text: str) -> dict[str, str]:
    """Hash -> name of what was put on the board before; lines that are none are passed over."""
    rows = (line.partition(" ") for line in text.splitlines())
    return {mark: name for mark, _, name in rows if len(mark) == 64 and name}


def write_list(files: Mapping[str, str]) -> str:
    """The list of hash -> name, as it lies on the board."""
    return "".join(f"{mark} {name}\n" for mark, name in sorted(files.items(), key=lambda f: f[1]))


def plan(
    wanted: Mapping[str, bytes],
    there: There,
    folders: Iterable[str],
    listed: Mapping[str, str],
    sources: Iterable[bytes] = (),
) -> Plan:
    """What brings a board from the files that are ``there`` to those ``wanted`` (the starter among
    them). ``listed``: hash -> name of what was put there before, ``sources``: our files as source,
    which a board may have from mip.

    What we have not put there is the user's and stays, but for what would hide a file of ours: a
    source, say, beside a compiled one. A board file of the user's may do even that.
    """
    made = Plan()
    ours = {sha(data) for data in (*wanted.values(), *sources)} | set(listed)
    rest = sorted(name for name in there if _in_rooms(name) and name != LIST)
    rest = [name for name in rest if name not in wanted or _is_own(name, there, wanted, ours)]
    stems = {_stem(name) for name in wanted}
    for name in rest:
        hides = _stem(name) in stems or name.endswith(NEW)
        stale = there[name][1] in ours or hides
        own = _is_own(name, there, wanted, ours) or not stale
        (made.kept if own else made.remove).append(name)
    for name, data in wanted.items():
        if name == STARTER or name in made.kept:
            continue
        if there.get(name, (0, ""))[1] == sha(data):
            made.same += 1
        else:
            made.write.append((name, data))
    starter = wanted[STARTER]
    mark = there.get(STARTER, (0, ""))[1]
    if made.write or made.remove or mark != sha(starter):
        made.starter = starter
    else:
        made.same += 1
    made.displaced = bool(mark) and mark not in ours
    needed = {str(parent) for name, _ in made.write for parent in PurePosixPath(name).parents}
    made.folders = sorted(needed - {"."} - set(folders))
    made.listed = write_list({sha(data): name for name, data in wanted.items()})
    return made


def _in_rooms(name: str) -> bool:
    return name.startswith(tuple(f"{room}/" for room in ROOMS))


def _stem(name: str) -> str:
    """The module that a file is, whether source or compiled."""
    return str(PurePosixPath(name).with_suffix(""))


def _is_own(name: str, there: There, wanted: Mapping[str, bytes], ours: set[str]) -> bool:
    """Is this file on the board a board file of the user's?"""
    path = PurePosixPath(name)
    if not name.startswith(BOARDS) or path.suffix not in (".py", ".mpy"):
        return False
    if there[name][1] in ours or path.stem in NO_BOARDS:
        return False
    # Compiled, with the name of one of ours: an older version of it, which nobody can have edited.
    compiled = path.suffix == ".mpy" and f"{BOARDS}{path.stem}.mpy" in wanted
    return not compiled
