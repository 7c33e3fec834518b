"""The boards. Only the files in this folder name pins and build buses."""

import sys

NAMES = ("pico", "esp32")


def load(name=None):
    """The set-up module of the board ``name``; without a name, of the port this runs on.

    Raises ValueError with the list of boards for a name that is not in it.
    """
    if name is None:
        name = {"rp2": "pico"}.get(sys.platform, sys.platform)
    if name == "pico":
        from firmware.boards import pico

        return pico
    if name == "esp32":
        from firmware.boards import esp32

        return esp32
    raise ValueError("no board %s; the boards are %s" % (name, ", ".join(NAMES)))
