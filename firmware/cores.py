"""One game's core at a time: a board has no room for two.

`load` forgets the modules of the game before, so that the memory they took is free for the next
one's. What still refers to the old core (its Referee) must be let go of before. On
CPython modules stay: there they may be in use elsewhere, and memory is no matter.
"""

import gc
import sys

from shared_rules import games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def load(name: str) -> "ModuleType | None":
    """The core of a game; None where there is no room for it, and no other is loaded then either.

    ValueError: no such game.
    """
    forget(name)
    try:
        return games.core(name)
    except MemoryError:
        forget("")
        return None


def forget(but: str = "") -> None:
    """Let go of every game's core but one."""
    if sys.implementation.name == "micropython":
        for name in games.NAMES:
            if name != but:
                _forget(name)
    gc.collect()


def _forget(game: str) -> None:
    package = sys.modules["shared_rules"]
    for path in list(sys.modules):
        room, _, module = path.partition(".")
        if room == "shared_rules" and (module == game or module.startswith(game + "_")):
            del sys.modules[path]
            if hasattr(package, module):
                delattr(package, module)
