"""A game's named options: what is chosen, as small numbers; and what is wrong with a set-up."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Options = tuple[tuple[str, tuple[str, ...]], ...]


class Wrong(ValueError):
    """Bad input, as a sentence with its facts in braces; `key` and `facts` let whoever speaks
    other languages say it in those.
    """

    def __init__(self, key: str, sentence: str, **facts: "str | int") -> None:
        super().__init__(sentence.format(**facts))
        self.key = key
        self.facts = facts


def settings_of(known: "Options", chosen: "dict[str, str]") -> "tuple[int, ...]":
    """Named options as the places of their values; what is not named has its default.

    known   (name, (the default, the other values…)) of each option of a game

    Wrong: an unknown option or value; the sentence lists the allowed ones.
    """
    allowed = dict(known)
    for name, value in chosen.items():
        if name not in allowed:
            if not known:
                raise Wrong("no_options", "no option '{name}'; the game has none", name=name)
            names = ", ".join([option[0] for option in known])
            raise Wrong(
                "no_option", "no option '{name}'; the options are: {known}", name=name, known=names
            )
        if value not in allowed[name]:
            raise Wrong(
                "no_value",
                "option {name} cannot be '{value}'; it can be: {known}",
                name=name,
                value=value,
                known=", ".join(allowed[name]),
            )
    return tuple([values.index(chosen[name]) if name in chosen else 0 for name, values in known])


def wrong_seats(count: int, allowed: "tuple[int, int]") -> Wrong:
    """So many cannot play."""
    if allowed[0] == allowed[1]:
        sentence = "it is played by {few}, not by {count}"
        return Wrong("seats_exact", sentence, few=allowed[0], count=count)
    sentence = "it is played by {few} to {most}, not by {count}"
    return Wrong("seats", sentence, few=allowed[0], most=allowed[1], count=count)


def wrong_seat(seat: int, seats: int) -> Wrong:
    """There is no such seat."""
    return Wrong("seat", "no seat {seat}; the seats are 1 to {seats}", seat=seat, seats=seats)


def wrong_header(name: str, known: "tuple[str, ...]") -> Wrong:
    """There is no such header."""
    if not known:
        return Wrong("no_headers", "no header '{name}'; the game has none", name=name)
    names = ", ".join(known)
    return Wrong("header", "no header '{name}'; there are: {known}", name=name, known=names)
