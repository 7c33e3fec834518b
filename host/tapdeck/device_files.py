"""Where the files for the board are: the checkout first, else inside the installed package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def device_files() -> Path:
    """The folder that holds ``firmware/``, ``shared_rules/`` and ``hardware/simulated/``.

    Raises FileNotFoundError, with a sentence, where neither place has them.
    """
    for folder in (PACKAGE.parent.parent, PACKAGE / "_device"):
        if (folder / "hardware" / "simulated" / "supervisor.py").is_file() and (
            folder / "firmware" / "main.py"
        ).is_file():
            return folder
    raise FileNotFoundError(
        "the files for the board are not here: neither a checkout nor the package has firmware/"
    )
