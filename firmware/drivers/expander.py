"""What I2C port expanders have in common: pins that cost a transfer.

`output(n)` and `input(n)` give objects that can be used as a `machine.Pin` is: called, or with
`value()`. What it costs, counting a transfer as its bits on the wire: see the two chips. A chip
select is two transfers a cycle, so a reader behind an expander is slower by that much; all inputs
together are one transfer a round.

A loose wire or a chip that has lost its power is not the end: a select that cannot be pulled low
raises OSError (so the scanner counts that reader as sick, and tries again), inputs that cannot be
read are as last seen, and the chip is set up anew as soon as it answers.
"""


class Output:
    """An output of an expander, high until told otherwise."""

    def __init__(self, expander, mask):
        self._expander = expander
        self._mask = mask

    def __call__(self, level=None):
        """Drive it, or without a level answer what it is driven to. OSError: no answer at 0."""
        if level is None:
            return 1 if self._expander.latch & self._mask else 0
        self._expander.drive(self._mask, level)
        return None

    value = __call__


class Input:
    """An input with a pull-up: 0 is a button that is held."""

    def __init__(self, expander, mask):
        self._expander = expander
        self._mask = mask

    def __call__(self):
        """The level. The first pin asked in a round reads all of the chip's; one that is asked
        again begins the next round.
        """
        return self._expander.level(self._mask)

    value = __call__


class Expander:
    """An expander of `pins` pins; the chip's class fills in `_set_up`, `_send` and `_read`.

    i2c      a machine.I2C
    errors   transfers that nobody acknowledged
    """

    def __init__(self, i2c, address, pins):
        self._i2c = i2c
        self._address = address
        self._every = (1 << pins) - 1
        self.latch = self._every  # what the outputs are driven to; inputs count as 1
        self._outputs = 0
        self._levels = self._every
        self._fresh = 0  # inputs that have not been asked for since they were read
        self._ready = False
        self.errors = 0

    def output(self, pin):
        """Pin `pin` (from 0) as an output that starts high."""
        mask = self._mask(pin)
        self._outputs |= mask
        self._ready = False
        return Output(self, mask)

    def input(self, pin):
        """Pin `pin` (from 0) as an input with the chip's pull-up."""
        return Input(self, self._mask(pin))

    def _set_up(self):
        """Tell the chip everything."""
        raise NotImplementedError

    def _send(self, mask):
        """Tell it the latch, of which the pins in ``mask`` have changed."""
        raise NotImplementedError

    def _read(self):
        """The levels of all pins, a bit each."""
        raise NotImplementedError

    def _mask(self, pin):
        mask = 1 << pin
        if not mask & self._every:
            raise ValueError("no pin %d on this expander" % pin)
        return mask

    def init(self):
        """Set the chip up; False if it does not answer, and it is tried again when it is used."""
        try:
            self._set_up()
            self._ready = True
        except OSError:
            self._lost()
        return self._ready

    def drive(self, mask, level):
        """Drive an output. A chip that is gone is an OSError at level 0 only: a select that cannot
        be let go is let go with the next transfer, which carries the whole port.
        """
        latch = self.latch | mask if level else self.latch & ~mask
        if latch == self.latch and self._ready:
            return
        self.latch = latch
        try:
            if not self._ready:
                self._set_up()
                self._ready = True
            else:
                self._send(mask)
        except OSError:
            self._lost()
            if not level:
                raise

    def level(self, mask):
        """The level of an input."""
        if not self._fresh & mask:
            self._look()
        self._fresh &= ~mask
        return 1 if self._levels & mask else 0

    def _look(self):
        self._fresh = self._every
        try:
            if not self._ready:
                self._set_up()
                self._ready = True
            self._levels = self._read()
        except OSError:
            self._lost()

    def _lost(self):
        self._ready = False
        self.errors += 1
