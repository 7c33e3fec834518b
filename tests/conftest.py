"""What tests of several rooms share."""

import pytest

from tapdeck.settings import Settings


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch, tmp_path_factory):
    """Neither the user's settings file nor their environment may change a test."""
    empty = tmp_path_factory.mktemp("config") / "config.toml"
    empty.write_text("")
    monkeypatch.setenv("TAPDECK_CONFIG", str(empty))
    for name in Settings.model_fields:
        monkeypatch.delenv("TAPDECK_" + name.upper(), raising=False)
