"""One list of settings; a mistake is a sentence that says where it is and what is allowed."""

import pytest

from tapdeck import settings
from tapdeck.settings import Settings, SettingsError, load, split_address


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    """A settings file of our own; the environment says nothing else."""
    file = tmp_path / "config.toml"
    file.write_text("")
    monkeypatch.setenv("TAPDECK_CONFIG", str(file))
    for name in Settings.model_fields:
        monkeypatch.delenv("TAPDECK_" + name.upper(), raising=False)
    return file


def test_every_setting_has_its_help():
    assert all(settings.help_for(name) for name in Settings.model_fields)


def test_command_line_over_environment_over_file_over_default(config, monkeypatch):
    assert load().port == "auto"
    config.write_text('port = "none"\nlanguage = "zh-Hans"\n')
    assert load().port == "none"
    monkeypatch.setenv("TAPDECK_PORT", "sim")
    assert load().port == "sim"
    assert load(port="COM5", db=None).port == "COM5"
    assert load().language == "zh-Hans"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('prot = "sim"', "key 'prot', which is no setting; the settings are: port, db"),
        ('language = "klingon"', "key 'language', is 'klingon'; it must be one of: en, zh-Hans"),
        ('listen = "8000"', "key 'listen', cannot be used: '8000' is no address; give HOST:PORT"),
        ("listen = 8000", "key 'listen', cannot be used"),
        ('port = ""', "key 'port', cannot be used: it is empty"),
        ("port = ", "cannot be read"),
    ],
)
def test_a_mistake_in_the_file_names_the_key_and_what_is_allowed(config, text, words):
    config.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load()
    assert words in str(caught.value)
    assert str(config) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_mistake_elsewhere_names_its_place(monkeypatch):
    monkeypatch.setenv("TAPDECK_LOG_LEVEL", "loud")
    with pytest.raises(SettingsError, match="environment variable TAPDECK_LOG_LEVEL is 'loud'"):
        load()
    with pytest.raises(SettingsError, match="--log-level is 'louder'; it must be one of: debug"):
        load(log_level="louder")
    monkeypatch.setenv("TAPDECK_LOG_LEVEL", "info")
    with pytest.raises(SettingsError, match="--port cannot be used: 'nowhere' is no address"):
        load(port="socket://nowhere")


def test_a_file_that_is_named_must_exist(monkeypatch, tmp_path):
    monkeypatch.setenv("TAPDECK_CONFIG", str(tmp_path / "none.toml"))
    with pytest.raises(SettingsError, match="does not exist"):
        load()


def test_without_a_file_the_defaults_count(monkeypatch, tmp_path):
    monkeypatch.delenv("TAPDECK_CONFIG")
    monkeypatch.setattr(settings.platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path))
    assert load().db.startswith("sqlite:///")


def test_addresses():
    assert split_address("0.0.0.0:80") == ("0.0.0.0", 80)
    assert split_address("[::1]:8040") == ("::1", 8040)
    for text in ("", "host", "host:", ":80", "host:99999", "a b:1", "::1:80"):
        with pytest.raises(ValueError, match="HOST:PORT"):
            split_address(text)
