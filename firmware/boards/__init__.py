"""The boards. Only the files in this folder name pins and build buses."""

import sys

NAMES = ("pico", "pico_shared", "esp32", "esp32_six", "esp32_twelve")


def load(name=None):
    """The set-up module of the board ``name``; without a name, of the port this runs on.

    A file ``board`` in the flash's root may hold the name, for boards that are not the port's
    first. Raises ValueError with the list of boards for a name that is not in it.
    """
    if name is None:
        name = _named() or {"rp2": "pico"}.get(sys.platform, sys.platform)
    if name not in NAMES:
        raise ValueError("no board %s; the boards are %s" % (name, ", ".join(NAMES)))
    return __import__("firmware.boards." + name, None, None, ("build",))


def _named():
    try:
        with open("board") as file:
            return file.read().strip()
    except OSError:
        return ""
