"""The one interface of a reader driver, and what a poll finds.

A driver takes its constructed bus; constructing it talks to nobody. It has

    init()       reset the chip and set it up; True if it then reads back well
    start()      begin a poll; other readers may start meanwhile
    collect()    one of the outcomes below; first asked ``wake_us`` µs after ``start``
    poll()       both, waiting as long as it takes
    same(uid)    whether the UID last read is this one; allocates nothing
    uid, size    the UID last read is ``uid[:size]`` (4, 7 or 10 bytes)
    field(on)    the antenna's field; off makes every card in it forget its state
    health()     "" when well, else one word: what is wrong
    version      the chip's version as it was last read
    wake_us      see ``collect``
    persistent   a poll calls more than once by itself; else the scanner asks again where a card
                 that lay there does not answer

Bus errors (OSError) pass through; who polls treats them as a fault of that reader.
"""

from micropython import const

NONE = const(0)  # nobody answered: a clean time-out
OK = const(1)  # a whole UID, in ``uid[:size]``
COLLISION = const(2)  # two cards at once; ``size`` is 0 unless one of them could be told
CORRUPT = const(3)  # something answered, but not cleanly; a card is probably there
SILENT = const(4)  # the chip itself does not answer
BUSY = const(5)  # not known yet: ask ``collect`` again later
