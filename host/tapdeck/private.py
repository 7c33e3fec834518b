"""Files and folders that are their owner's only, whatever the umask says.

A record has names, hidden cards, the host's PIN and what the join links are made from. Where POSIX
modes count, only its owner may read it. On Windows the modes say nothing of this; there a file has
the access list of the folder it is in, and the user's own folders are closed to other users.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs

log = logging.getLogger(__name__)

FOLDER, FILE = 0o700, 0o600
# What SQLite keeps beside a file; it makes them with the modes of the file.
BESIDE = ("-wal", "-shm", "-journal")


def make_folder(folder: Path) -> None:
    """Make a folder, and all above it, unless it is there. One that was there stays as it is, but
    for Tapdeck's own: a folder that somebody named may be shared on purpose.

    OSError: it cannot be made.
    """
    try:
        folder.mkdir(FOLDER, parents=True)
    except FileExistsError:
        if not folder.is_dir():
            raise
        if folder == own_folder():
            _close(folder, FOLDER)
        return
    with _warned(folder):
        folder.chmod(FOLDER)  # the umask may have taken away even the owner's


def make_file(path: Path) -> None:
    """Make an empty file, unless it is there; it and what SQLite has beside it become private. If
    it cannot be made, whoever opens it will say why.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
        path.chmod(FILE)
    for name in ("", *BESIDE):
        _close(path.with_name(path.name + name), FILE)


def own_folder() -> Path:
    """Where the record is kept unless somebody names another place."""
    return Path(platformdirs.user_data_dir("tapdeck", appauthor=False))


def _close(path: Path, mode: int) -> None:
    """Take away what goes beyond a mode."""
    if os.name != "posix":
        return
    with _warned(path), contextlib.suppress(FileNotFoundError):
        now = path.stat().st_mode & 0o777
        if now & ~mode:
            path.chmod(now & mode)


@contextlib.contextmanager
def _warned(path: Path) -> Iterator[None]:
    try:
        yield
    except PermissionError:
        log.warning("%s belongs to somebody else; who else can read it is up to them.", path)
