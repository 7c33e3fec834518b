"""What is wrong with a set-up, as sentences with their facts. A board has no need of them: it loads
this file only to raise one.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.options import Options


class Wrong(ValueError):
    """Bad input, as a sentence with its facts in braces; `key` and `facts` let whoever speaks
    other languages say it in those.
    """

    def __init__(self, key: str, sentence: str, **facts: "str | int") -> None:
        super().__init__(sentence.format(**facts))
        self.key = key
        self.facts = facts


def wrong_option(known: "Options", name: str, value: str) -> Wrong:
    """There is no such option, or it cannot have this value."""
    if not known:
        return Wrong("no_options", "no option '{name}'; the game has none", name=name)
    allowed = dict(known)
    if name not in allowed:
        names = ", ".join([option[0] for option in known])
        sentence = "no option '{name}'; the options are: {known}"
        return Wrong("no_option", sentence, name=name, known=names)
    sentence = "option {name} cannot be '{value}'; it can be: {known}"
    return Wrong("no_value", sentence, name=name, value=value, known=", ".join(allowed[name]))


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
