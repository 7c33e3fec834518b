"""Tapdeck: the host service of a smart card table."""
