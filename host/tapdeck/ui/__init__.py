"""The pages. `mount_ui(app)` adds them to an application, once a process."""

from __future__ import annotations

from fastapi import FastAPI


def mount_ui(app: FastAPI) -> None:
    """Add the page at `/` and what it talks to under `/page`. The app must not run yet.

    NiceGUI belongs to the whole process, so there can be one such app; RuntimeError: a second one.
    """
    # Loading it takes a second, which REST alone need not spend.
    from tapdeck.ui.pages import mount

    mount(app)
