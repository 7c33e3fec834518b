"""The boards. Only the files in this folder name pins and build buses."""

import sys

NAMES = ("pico", "pico_shared", "esp32", "esp32_six", "esp32_twelve")


def load(name=None):
    """The set-up module of the board ``name``; without a name, of the port this runs on.

    A file ``board`` in the flash's root may hold the name, for boards that are not the port's
    first. A board of one's own is a file of its name in this folder. Raises ValueError, with the
    list of those that come with us, for a name that has no file.
    """
    if name is None:
        name = _named() or {"rp2": "pico"}.get(sys.platform, sys.platform)
    try:
        return __import__("firmware.boards." + name, None, None, ("build",))
    except ImportError as error:
        if name in NAMES or name not in str(error):
            raise  # it is there, but something that it wants is not
    raise ValueError("no board %s; the boards are %s" % (name, ", ".join(NAMES)))


def _named():
    try:
        with open("board") as file:
            return file.read().strip()
    except OSError:
        return ""
