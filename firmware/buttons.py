"""Buttons in, gestures out: "short" at the release, "long" while still held.

A press shorter than 0.7 s is short, else long; a long press is told once, at 0.7 s, so that a light
can say so before the finger leaves. Buttons close to ground (0 is pressed) and bounce: a level
counts once it has been stable for 20 ms, but the press is timed by its edges.
"""

import time

from micropython import const

LONG_MS = const(700)
_STABLE_MS = const(20)


class _Button:
    """One button's memory; times are ``ticks_ms``."""

    def __init__(self, pin):
        self.pin = pin
        self.level = 1  # as last seen
        self.since = 0  # when it changed to that
        self.down = False  # the stable state
        self.pressed = 0  # when the press began
        self.told = True  # this press has had its gesture; also: held since power-up
        self.settled = False


class Buttons:
    """``pins``: one input Pin a seat; ``on_press(seat, kind)`` with kind "short" or "long"."""

    def __init__(self, pins, on_press):
        self._buttons = [_Button(pin) for pin in pins]
        self._on_press = on_press

    def held(self, seat):
        """Is the button of ``seat`` (from 1) down?"""
        return self._buttons[seat - 1].down

    def step(self, now_ms):
        """Look at every button once; ``now_ms`` is ``time.ticks_ms()``. Every 10 ms or oftener."""
        seat = 0
        for button in self._buttons:
            seat += 1
            level = button.pin.value()
            if not button.settled:
                # A button that is held while the board starts is no press of anything.
                button.settled = True
                button.level = level
                button.since = now_ms
                button.down = level == 0
            if level != button.level:
                button.level = level
                button.since = now_ms
            stable = time.ticks_diff(now_ms, button.since) >= _STABLE_MS
            if level:
                if button.down and stable:
                    button.down = False
                    if not button.told:
                        button.told = True
                        held = time.ticks_diff(button.since, button.pressed)
                        self._on_press(seat, "long" if held >= LONG_MS else "short")
                continue
            if stable and not button.down:
                button.down = True
                button.pressed = button.since
                button.told = False
            if not button.told and time.ticks_diff(now_ms, button.pressed) >= LONG_MS:
                button.told = True
                self._on_press(seat, "long")
