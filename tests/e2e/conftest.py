"""Fixtures of the tests in a browser. Without Chromium they are skipped, saying what to install.

Screenshots are taken if TAPDECK_SHOTS names a folder for them.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.e2e.page_rig import FLAGS, Devices, Felt, Running, need_browser


@pytest.fixture(scope="session")
def browser():
    need_browser()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def shots():
    """The folder for screenshots; None: nobody wants any."""
    named = os.environ.get("TAPDECK_SHOTS")
    if not named:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def devices(browser, shots):
    """Devices of one test; no script of the page may have failed on any of them."""
    devices = Devices(browser, shots)
    yield devices
    devices.close()
    assert not devices.problems, devices.problems


@pytest.fixture
def service(browser, tmp_path):
    """A service without a board, in its first game."""
    running = Running(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def kept(browser, tmp_path_factory):
    """A service without a board for all tests of a module; each begins a game of its own."""
    running = Running(tmp_path_factory.mktemp("kept")).start()
    yield running
    running.stop()


@pytest.fixture
def felt(browser, tmp_path):
    """A simulated table that no service uses yet."""
    felt = Felt(tmp_path / "board")
    yield felt
    felt.close()


@pytest.fixture
def table(felt, tmp_path):
    """A service with the simulated table, four named players, and its deck."""
    running = Running(tmp_path, felt.address).start()
    tags = dict(felt.deck.tags)
    running.post("/api/v1/decks", {"name": "ours", "pack": "followers", "tags": tags})
    running.new_game()
    yield running
    running.stop()
