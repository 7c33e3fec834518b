"""The explicit list of games. A game is added by naming it here."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

NAMES = ("followers", "spooks", "cultivation", "cthulhu_wars")

# Those whose cards and presses a board understands. The others are entered as lines so far.
AT_THE_BOARD = ("followers", "spooks", "cultivation", "cthulhu_wars")
# Those that a board plays without a host; for the others it waits until the host is back.
ALONE = ("followers",)


def core(name: str) -> "ModuleType":
    """The reduced core of a game. It is imported only when asked for, so that a board holds one.

    ValueError: no such game; the sentence lists those there are.
    """
    if name == "followers":
        from shared_rules import followers

        return followers
    if name == "spooks":
        from shared_rules import spooks

        return spooks
    if name == "cultivation":
        from shared_rules import cultivation

        return cultivation
    if name == "cthulhu_wars":
        from shared_rules import cthulhu_wars

        return cthulhu_wars
    raise ValueError("no game '%s'; the games are: %s" % (name, ", ".join(NAMES)))
