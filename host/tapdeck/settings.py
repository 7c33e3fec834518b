"""The settings: one list, each with its help.

A value on the command line counts over the environment (`TAPDECK_…`), that over the file (TOML),
that over the default. The file is `config.toml` in the user's configuration folder, or the one
that `TAPDECK_CONFIG` names.
"""

import os
import re
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from tapdeck.limits import SETTING, SETTINGS, read_file
from tapdeck.plain import check_text
from tapdeck.private import own_folder

ENV_PREFIX = "TAPDECK_"
CONFIG_VARIABLE = "TAPDECK_CONFIG"
PIN_DIGITS = 6


class SettingsError(Exception):
    """A setting that cannot be used; the text is a sentence for the user."""


def _default_db() -> str:
    return f"sqlite:///{(own_folder() / 'tapdeck.sqlite').as_posix()}"


def _default_state_dir() -> Path:
    return Path(platformdirs.user_state_dir("tapdeck", appauthor=False)) / "simulated"


def _default_house_rules() -> Path:
    return Path(platformdirs.user_config_dir("tapdeck", appauthor=False))


class Settings(BaseSettings):
    """What the service can be told. Make one with `load`, which turns mistakes into sentences."""

    model_config = SettingsConfigDict(env_prefix=ENV_PREFIX, extra="forbid", frozen=True)

    port: str = Field(
        "auto",
        description="Where the board is: auto (the one that answers), sim (the simulated table), "
        "none, a serial port such as /dev/ttyACM0 or COM5, or socket://HOST:PORT",
    )
    db: str = Field(
        default_factory=_default_db,
        description="Where the record is kept, as a URL: sqlite:///FILE or postgresql://…",
    )
    listen: str = Field("127.0.0.1:8040", description="Address of the page, as HOST:PORT")
    hosts: str = Field(
        "",
        description="Further names and addresses of this machine under which the page may be "
        "opened, with spaces or commas between; its own are known",
    )
    proxies: str = Field(
        "",
        description="Addresses of proxies that stand before the page, with spaces or commas "
        "between; what they say of who asks is believed, and nobody is taken to be at this machine",
    )
    tls_cert: Path | None = Field(
        None, description="File of the certificate (PEM) for HTTPS; goes with tls_key"
    )
    tls_key: Path | None = Field(None, description="File of the certificate's key (PEM)")
    pin: str = Field(
        "",
        description="The host's PIN for other devices, six digits; default: one of the record's "
        "own, printed at start",
    )
    free_seats: Literal["players", "host"] = Field(
        "players",
        description="Who acts for seats that no device holds: players (any who has joined) or host",
    )
    language: Literal["en", "zh-Hans", "zh-Hant"] = Field(
        "en", description="Language of the sentences: en, zh-Hans or zh-Hant"
    )
    state_dir: Path = Field(
        default_factory=_default_state_dir,
        description="Folder that holds the simulated table's flash memory",
    )
    house_rules: Path = Field(
        default_factory=_default_house_rules,
        description="File of the table's house rules (….toml), or a folder with one for each "
        "table: table-1.toml and so on",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "warning", description="How much is logged on stderr: debug, info, warning or error"
    )

    @property
    def secure(self) -> bool:
        """Whether the page is served over HTTPS."""
        return self.tls_cert is not None

    @field_validator("*")
    @classmethod
    def _texts_are_text(cls, value: object) -> object:
        return check_text(value, SETTING) if isinstance(value, str) else value

    @field_validator("listen")
    @classmethod
    def _listen_is_an_address(cls, value: str) -> str:
        split_address(value)
        return value

    @field_validator("hosts")
    @classmethod
    def _hosts_are_named(cls, value: str) -> str:
        for word in words_of(value):
            if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+", word):
                raise ValueError(
                    f"'{word}' is no name or address; give them without http:// and port, "
                    "for example cards.example.org 203.0.113.7"
                )
        return value

    @field_validator("proxies")
    @classmethod
    def _proxies_are_addresses(cls, value: str) -> str:
        for word in words_of(value):
            try:
                ip_network(word, strict=False)
            except ValueError:
                raise ValueError(
                    f"'{word}' is no address; give for example 127.0.0.1 or 10.0.0.0/8"
                ) from None
        return value

    @model_validator(mode="after")
    def _certificate_has_its_key(self) -> "Settings":
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ValueError("tls_cert and tls_key go together: give both, or neither for HTTP")
        return self

    @field_validator("pin")
    @classmethod
    def _pin_has_digits(cls, value: str) -> str:
        if value and not (len(value) == PIN_DIGITS and value.isascii() and value.isdecimal()):
            raise ValueError(f"a PIN has {PIN_DIGITS} digits, for example 402817")
        return value

    @field_validator("port")
    @classmethod
    def _port_is_named(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("it is empty; give auto, sim, none, a port or socket://HOST:PORT")
        if value.startswith("socket://"):
            split_address(value.removeprefix("socket://"))
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, _FileSource(settings_cls)


class _FileSource(PydanticBaseSettingsSource):
    """The values of the file; an unknown key is an error that names the file and the key."""

    def get_field_value(self, field: Any, field_name: str) -> tuple[Any, str, bool]:
        raise NotImplementedError  # all values come at once, from __call__

    def __call__(self) -> dict[str, Any]:
        path = config_file()
        try:
            values = tomllib.loads(read_file(path, SETTINGS).decode("utf-8"))
        except FileNotFoundError:
            if CONFIG_VARIABLE in os.environ:
                raise SettingsError(
                    f"{CONFIG_VARIABLE} names {path}, which does not exist."
                ) from None
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise SettingsError(f"The settings file {path} cannot be read: {error}.") from None
        for key in values:
            if key not in Settings.model_fields:
                raise SettingsError(
                    f"The settings file {path} has the key '{key}', which is no setting; "
                    f"the settings are: {', '.join(Settings.model_fields)}."
                )
        return values


def config_file() -> Path:
    """The settings file: the one TAPDECK_CONFIG names, else the user's; it need not exist."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        return Path(named)
    return Path(platformdirs.user_config_dir("tapdeck", appauthor=False)) / "config.toml"


def split_address(text: str) -> tuple[str, int]:
    """HOST:PORT -> (host, port); an IPv6 host stands in square brackets. ValueError: a sentence."""
    match = re.fullmatch(r"\[([0-9A-Fa-f:.]+)\]:(\d+)|([^\[\]:\s]+):(\d+)", text)
    port = int(match[2] or match[4]) if match else -1
    if match is None or port > 65535:
        raise ValueError(
            f"'{text}' is no address; give HOST:PORT, for example 127.0.0.1:8040, "
            "with a port from 0 to 65535"
        )
    return match[1] or match[3], port


def words_of(text: str) -> tuple[str, ...]:
    """The words of a setting that holds several, with spaces or commas between."""
    return tuple(text.replace(",", " ").split())


def help_for(name: str) -> str:
    """The help of one setting, as the command line and the documentation show it."""
    return Settings.model_fields[name].description or ""


def load(**given: Any) -> Settings:
    """Settings from everywhere; `given` are the command line's, None where it said nothing.

    SettingsError: a sentence with where the mistake is, the key, and what is allowed.
    """
    chosen = {key: value for key, value in given.items() if value is not None}
    try:
        return Settings(**chosen)
    except ValidationError as error:
        raise SettingsError(_sentence(error, chosen)) from None


def _sentence(error: ValidationError, given: dict[str, Any]) -> str:
    first = error.errors()[0]
    detail = str(first["msg"]).removeprefix("Value error, ")
    if not first["loc"]:  # it is about several
        return f"The settings cannot be used: {detail}."
    key = str(first["loc"][0])
    if key in given:
        place = f"--{key.replace('_', '-')}"
    elif ENV_PREFIX + key.upper() in {name.upper() for name in os.environ}:
        place = f"The environment variable {ENV_PREFIX}{key.upper()}"
    else:
        place = f"The settings file {config_file()}, key '{key}',"
    field = Settings.model_fields.get(key)
    allowed = get_args(field.annotation) if field is not None else ()
    if allowed and all(isinstance(choice, str) for choice in allowed):
        return f"{place} is {first['input']!r}; it must be one of: {', '.join(allowed)}."
    return f"{place} cannot be used: {detail}."
