"""A game's named options: what is chosen, as small numbers."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Options = tuple[tuple[str, tuple[str, ...]], ...]


def settings_of(known: "Options", chosen: "dict[str, str]") -> "tuple[int, ...]":
    """Named options as the places of their values; what is not named has its default.

    known   (name, (the default, the other values…)) of each option of a game

    Wrong: an unknown option or value; the sentence lists the allowed ones.
    """
    allowed = dict(known)
    for name, value in chosen.items():
        if value not in allowed.get(name, ()):
            from shared_rules.wrong import wrong_option

            raise wrong_option(known, name, value)
    return tuple([values.index(chosen[name]) if name in chosen else 0 for name, values in known])
