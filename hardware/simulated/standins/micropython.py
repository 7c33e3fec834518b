"""Stand-in for ``micropython`` where the firmware runs on CPython."""


def const(value):
    """The value itself."""
    return value


def _same(function):
    return function


native = viper = asm_thumb = _same


def kbd_intr(character):
    """The byte that interrupts the program; -1: none."""
    from tabletop import TABLE

    TABLE.interrupt = character


def heap_lock():
    """CPython's heap cannot be locked."""


def heap_unlock():
    """CPython's heap cannot be locked."""
    return 0


def alloc_emergency_exception_buf(_size):
    """Not needed."""


def opt_level(_level=None):
    """Always 0."""
    return 0


def schedule(function, argument):
    """Call at once."""
    function(argument)
