"""Where others find this machine in the network."""

from __future__ import annotations

import socket

from tapdeck.origin import is_loopback
from tapdeck.settings import split_address

ANY = ("0.0.0.0", "::")
_ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation (RFC 5737): nothing is sent there


def is_open(listen: str) -> bool:
    """Whether an address to listen on lets other machines in."""
    return not is_loopback(split_address(listen)[0])


def own_address() -> str:
    """The address by which this machine goes out into its network; loopback where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def url_for_others(listen: str, port: int, secure: bool = False) -> str:
    """The address of the page for other devices: `http://192.168.1.20:8040`.

    listen  HOST:PORT, as the settings have it
    port    that is really listened on
    """
    host = split_address(listen)[0]
    if host in ANY:
        host = own_address()
    shown = f"[{host}]" if ":" in host else host
    return f"{'https' if secure else 'http'}://{shown}:{port}"
