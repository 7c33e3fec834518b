"""An evening at a table of six readers, in table time: cards come, rest, pile up and go, readers
fail in every way there is, and what the scanner says is held against what lies there.

Runs behind the stand-ins (``tests/hardware/rig.py``) on MicroPython and CPython. Its arguments are
the minutes of table time, a seed, ``lit`` or ``dark``, and the scan's period in ms. Lit: readers 3
and 4 are neighbours that hear each other's cards weakly; dark: ones that drown each other unless
the fields of one go off. The world changes at any moment, in the middle of a sweep too. It prints
what was wrong, a line each, then one line of numbers. What must hold:

- a card is reported seen only while it lies there, and where it lies (no phantom card);
- a card that has lain alone on a reader that works is known there, and a reader on which nothing
  lies knows of nothing (no lost card);
- laid down once and left alone, it is seen once and gone once, whatever its reader goes through;
- no step keeps the watchdog waiting, and a reader that has been mended is well again.
"""

import sys
import time

import machine
from tabletop import TABLE
from tags import Tag

from firmware.drivers.mfrc522 import MFRC522
from firmware.scanner import Scanner

MINUTES, SEED, DARK = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "dark"
READERS = 6
GROUPS = ((1, 3, 5), (2, 4, 6))
PERIOD_MS = int(sys.argv[4])  # from one step of the scan to the next
DOG_MS = 8000
FAULTS = ("dead", "noisy", "stuck_crypto", "collision", "deaf", "timer", "silent")
# How long a reader may take to notice, after everything around it has come to rest.
CALM_US = 2_500_000
# A tap is at least this long.
TAP_US = 120_000

pins = [17, 20, 21, 22, 40, 41]
TABLE.solder({"chips": [(0, "mfrc522", pin) for pin in pins[4:]], "pixels": 6, "buttons": ()})
spi = machine.SPI(0)
readers = [MFRC522(spi, machine.Pin(pin, machine.Pin.OUT, value=1)) for pin in pins]
chips = TABLE.readers
# How many frames in a hundred reach the neighbour's card; a whole poll takes three to seven.
if DARK:
    chips[2].couple(chips[3], 0, True)
else:
    chips[2].couple(chips[3], (20, 30, 40)[SEED % 3])

state = SEED


def chance(below):
    """A number from 0 to below - 1, the same on both interpreters."""
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) % below


cards = []
for number in range(60):
    size = (7, 7, 4, 10)[number % 4]
    cards.append(bytes([(0x04, 0x88)[number % 2], number]) + bytes(range(0xA1, 0x9F + size)))
strangers = [bytes([0x05, number, 3, 4, 5, 6, 7]) for number in range(8)]
known = {}
for card in cards:
    known[card] = True

lying = [[] for _ in range(READERS)]  # what lies where
since = [0] * READERS  # when that, or the reader's fault, last changed
broken = [""] * READERS
mended_at = [0] * READERS
spoilt = [False] * READERS  # while this card lay there its reader was not well or another card came
laid = [0] * READERS  # when the card that lies alone was laid down
seen = [0] * READERS  # how often that was reported since it was laid down
wrong = []
KINDS = ("taps", "rests", "piles", "strangers", "faults", "slides", "notices", "heard")
counts = dict.fromkeys(KINDS, 0)


def fail(text):
    wrong.append(f"{TABLE.now / 1e6:.3f} s: {text}")


def name(uid):
    return uid.hex()[:6]


last_there = {}  # uid -> (reader, until when) it was last taken from


def through_the_table(place, uid):
    """Whether a neighbour, where the card lies, could not read it itself when it came."""
    other = {2: 3, 3: 2}.get(place, -1)
    if other < 0:
        return False
    if uid not in lying[other]:
        where, until = last_there.get(uid, (-1, 0))
        if len(lying[other]) > 1 and TABLE.now - since[place] > CALM_US:
            return True  # two cards there garble here, and what garbles extends
        return where == other and TABLE.now - until < 150_000 and (spoilt[other] or broken[other])
    if spoilt[other] and TABLE.now - since[other] < 150_000:
        return True  # they were two a moment ago
    return len(lying[other]) > 1 or broken[other] or TABLE.now - mended_at[other] < CALM_US


def on_tag(number, uid, came):
    place = number - 1
    here = uid in lying[place]
    if came:
        if here:
            seen[place] += 1
        if not here:
            where, until = last_there.get(uid, (-1, 0))
            # Read in the very sweep in which it was taken away.
            if through_the_table(place, uid):
                counts["heard"] += 1
            elif where != place or TABLE.now - until > 100_000:
                fail(f"reader {number}: {name(uid)} is a phantom")
        if here and seen[place] > 1 and not spoilt[place]:
            fail(f"reader {number}: {name(uid)} acts twice")
    elif here and not spoilt[place]:
        fail(f"reader {number}: {name(uid)} went, and lies there")


def on_notice(number, code, detail):
    counts["notices"] += 1
    place = number - 1
    crowd = max(len(lying[place]), len(lying[5 - place]) if place in (2, 3) else 0)
    if code == "two_cards" and crowd < 2 and not broken[place]:
        changed = max(since[place], since[5 - place]) if place in (2, 3) else since[place]
        if TABLE.now - changed > 200_000:
            fail(f"reader {number}: two cards, where {len(lying[place])} lie")


# --- The world --------------------------------------------------------------------------------


def lay(place, uid):
    if lying[place]:
        spoilt[place] = True
        counts["piles"] += 1
    else:
        spoilt[place] = bool(broken[place]) or TABLE.now - mended_at[place] < CALM_US
        where, until = last_there.get(uid, (-1, 0))
        if where == place and TABLE.now - until < 400_000:
            # Lifted for an instant, while the neighbour's card is heard, it was never away.
            spoilt[place] = True
        seen[place] = 0
        laid[place] = TABLE.now
    lying[place].append(uid)
    since[place] = TABLE.now
    chips[place].place(Tag(uid))


def lift(place, uid):
    check_tap(place)
    lying[place].remove(uid)
    last_there[uid] = (place, TABLE.now)
    since[place] = TABLE.now
    chips[place].lift(uid)
    if lying[place]:
        spoilt[place] = True


def check_tap(place):
    """A card laid alone on a reader that worked was seen, however short it lay."""
    if spoilt[place] or len(lying[place]) != 1 or TABLE.now - laid[place] < TAP_US:
        return
    uid = lying[place][0]
    if not seen[place]:
        fail(f"reader {place + 1}: {name(uid)} was lost")


def fault(place, kind):
    counts["faults"] += 1
    chip = chips[place]
    broken[place] = kind
    if kind == "timer":
        chip.registers[0x2A] = 0
    elif kind == "silent":
        readers[place].collect = collapse
    else:
        chip.fault(kind)
    since[place] = TABLE.now
    if not seen[place]:
        spoilt[place] = True  # disturbances never begin a presence


def collapse():
    raise OSError(5)


def mend(place):
    if broken[place] == "silent":
        del readers[place].collect
    elif chips[place].kind == broken[place]:
        chips[place].fault("none")
    broken[place] = ""
    since[place] = mended_at[place] = TABLE.now


def free_card():
    while True:
        uid = cards[chance(len(cards))]
        if not any(uid in there for there in lying):
            return uid


plans = []  # (when, what, where, uid)


def plan(after_ms, what, place, uid=None):
    plans.append((TABLE.now + after_ms * 1000, what, place, uid))


def happen():
    """What is due, and now and then something new."""
    due = [thing for thing in plans if thing[0] <= TABLE.now]
    for thing in due:
        plans.remove(thing)
        _, what, place, uid = thing
        if what == "lay":
            if not any(uid in there for there in lying):
                lay(place, uid)
        elif what == "lift":
            if uid in lying[place]:
                lift(place, uid)
        elif what == "mend":
            mend(place)
        elif what == "next":
            something()
            plan(40 + chance(500), "next", 0)
    global next_at
    next_at = min([thing[0] for thing in plans])


def something():
    place = chance(READERS)
    kind = chance(20)
    if kind < 8 and not lying[place]:
        counts["taps"] += 1
        uid = free_card()
        lay(place, uid)
        plan(130 + chance(600), "lift", place, uid)
    elif kind < 12 and not lying[place]:
        counts["rests"] += 1
        uid = free_card()
        lay(place, uid)
        plan(3000 + chance(20000), "lift", place, uid)
    elif kind < 14 and len(lying[place]) == 1:
        uid = free_card()
        lay(place, uid)
        plan(300 + chance(4000), "lift", place, uid)
    elif kind == 14 and not lying[place]:
        counts["strangers"] += 1
        uid = strangers[chance(len(strangers))]
        if not any(uid in there for there in lying):
            lay(place, uid)
            plan(300 + chance(4000), "lift", place, uid)
    elif kind == 15 and place < READERS - 1 and not lying[place] and not lying[place + 1]:
        # On its way to one reader a card slides over another.
        counts["slides"] += 1
        uid = free_card()
        lay(place, uid)
        plan(20 + chance(80), "lift", place, uid)
        plan(110 + chance(60), "lay", place + 1, uid)
        plan(1500 + chance(3000), "lift", place + 1, uid)
    elif kind > 15 and not broken[place] and TABLE.now - mended_at[place] > 3_000_000:
        fault(place, FAULTS[chance(len(FAULTS))])
        plan(200 + chance(6000), "mend", place)


next_at = 0
real_sleep = TABLE.sleep


def sleep(us):
    """Let time pass, and the world change when it is due, in the middle of a poll as well."""
    wake = TABLE.now + us
    while next_at <= wake:
        if next_at > TABLE.now:
            real_sleep(next_at - TABLE.now)
        happen()
    if wake > TABLE.now:
        real_sleep(wake - TABLE.now)


TABLE.sleep = sleep


def look():
    """Hold the scanner's view against what lies there, wherever that has been calm for a while."""
    now = TABLE.now
    for place in range(READERS):
        if now - since[place] < CALM_US:
            continue
        if place in (2, 3) and now - since[5 - place] < CALM_US:
            continue
        here = lying[place]
        there = scanner.present(place + 1)
        why = scanner.health(place + 1).why
        if broken[place]:
            if broken[place] in ("stuck_crypto", "deaf", "timer") and why:
                fail(f"reader {place + 1}: still {why} after a reset")
            continue
        if why:
            fail(f"reader {place + 1}: {why}, and it was mended")
        if len(here) == 1 and there != here[0]:
            fail(f"reader {place + 1}: {name(here[0])} lies there unknown")
        elif not here and there is not None and not through_the_table(place, there):
            fail(f"reader {place + 1}: {name(there)} is not there any more")


scanner = Scanner(readers, lambda uid: uid in known, on_tag, on_notice, GROUPS, DARK)
scanner.init()
plan(100, "next", 0)
dog = machine.WDT(timeout=DOG_MS)
end = TABLE.now + MINUTES * 60_000_000
longest = 0
steps = 0
while TABLE.now < end and len(wrong) < 20:
    began = TABLE.now
    if began > TABLE.dog_us:
        fail("the watchdog bit")
    dog.feed()
    scanner.step()
    steps += 1
    took = TABLE.now - began
    if took > longest:
        longest = took
    if steps % 16 == 0:
        look()
    time.sleep_ms(max(1, PERIOD_MS - took // 1000))

for line in wrong:
    print(line)
totals = [scanner.health(number + 1) for number in range(READERS)]
numbers = [("minutes", MINUTES), ("steps", steps), ("longest_ms", longest // 1000)]
for counter in ("polls", "reads", "misreads", "collisions", "timeouts", "resets"):
    numbers.append((counter, sum(getattr(health, counter) for health in totals)))
numbers += [(kind, counts[kind]) for kind in KINDS]
numbers.append(("wrong", len(wrong)))
print(" ".join(f"{counter}={number}" for counter, number in numbers))
