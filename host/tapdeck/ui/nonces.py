"""The nonce of an answer, in the inline scripts and styles of NiceGUI's page."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment
from jinja2.ext import Extension

from tapdeck.guard.headers import nonce_of

# What comes from an address of its own is known by that. Only what the template itself has is
# changed: whatever a page puts into it stays without a nonce, and so without effect.
_INLINE = re.compile(r"<(script|style)\b(?![^>]*\bsrc=)")
_HIDDEN = 'style="display: none"'


class Nonces(Extension):
    """An extension of NiceGUI's Jinja environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.globals["nonce_of"] = nonce_of

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> Any:
        """The template's text as it is compiled."""
        known = _INLINE.sub(r'<\1 nonce="{{ nonce_of(request.scope) }}"', source)
        return known.replace(_HIDDEN, "hidden")
