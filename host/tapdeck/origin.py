"""Where a request comes from: this machine or another, this page or somebody else's."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

# A proxy in between says so in one of these; then the nearest peer is not who asks.
FORWARDED = ("forwarded", "via", "x-real-ip")
FORWARDED_PREFIX = "x-forwarded-"
# A mark in the scope: a proxy stands before this service, so nobody is known to be at this machine.
BEHIND_PROXY = "tapdeck.behind_proxy"

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?")
_USUAL_PORTS = {"http": 80, "https": 443}
_PLAIN = {"ws": "http", "wss": "https"}


def is_local(scope: Scope) -> bool:
    """Whether a request was made on this machine, to a name of this machine, by nobody else's page
    and without a proxy in between: then it is its owner's.
    """
    headers = Headers(scope=scope)
    if scope.get(BEHIND_PROXY) or is_forwarded(headers):
        return False
    client = scope.get("client")
    here = client is not None and is_loopback(client[0]) and is_loopback(host_of(headers))
    return here and is_own_origin(scope)


def is_forwarded(headers: Headers) -> bool:
    """Whether a proxy says that it has passed the request on."""
    return any(name in FORWARDED or name.startswith(FORWARDED_PREFIX) for name in headers)


def is_own_origin(scope: Scope) -> bool:
    """Whether a request was made by a page that came from here, or by no page at all: its `Origin`
    is missing, or is the scheme, name and port that the request went to.
    """
    headers = Headers(scope=scope)
    said = headers.getlist("origin")
    if not said:
        return True
    scheme, mark, rest = said[0].partition("://")
    here = scope.get("scheme", "http")
    here = _PLAIN.get(here, here)
    if len(said) > 1 or not mark or scheme.lower() != here:
        return False
    origin, asked = split_host(rest), split_host(headers.get("host", ""))
    if origin is None or asked is None:
        return False
    usual = _USUAL_PORTS.get(here, 0)
    return origin[0] == asked[0] and (origin[1] or usual) == (asked[1] or usual)


def host_of(headers: Headers) -> str:
    """The host of the header `Host` in lower case, without its port and brackets; empty: there is
    none, or it is none.
    """
    found = split_host(headers.get("host", ""))
    return found[0] if found else ""


def split_host(text: str) -> tuple[str, int] | None:
    """`NAME`, `NAME:PORT` or `[ADDRESS]:PORT` in lower case, with 0 for no port; None: it is none
    of these.
    """
    found = _HOST.fullmatch(text)
    if found is None:
        return None
    return (found[1] or found[2]).rstrip(".").lower(), int(found[3] or 0)


def is_loopback(host: str) -> bool:
    """Whether a name or address is one by which a machine calls itself."""
    if host.rstrip(".").lower() == "localhost" or host.lower().endswith(".localhost"):
        return True
    address = address_of(host)
    return address is not None and address.is_loopback


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """An address as such, an IPv4 one that is written as IPv6 as IPv4; None: it is a name."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
