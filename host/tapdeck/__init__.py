"""Tapdeck: the host service of a smart card table."""

from importlib.metadata import version

__version__ = version("tapdeck")
