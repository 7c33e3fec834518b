"""Where a request comes from: this machine, or anywhere else."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

# A proxy in between says so in one of these; then the nearest peer is not who asks.
FORWARDED = (
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)


def is_local(scope: Scope) -> bool:
    """Whether a request was made on this machine, to a name of this machine, without a proxy in
    between: then it is its owner's.
    """
    headers = Headers(scope=scope)
    if any(name in headers for name in FORWARDED):
        return False
    client = scope.get("client")
    return client is not None and is_loopback(client[0]) and is_loopback(host_of(headers))


def host_of(headers: Headers) -> str:
    """The host of the header `Host`, without its port and brackets; empty: there is none."""
    host = headers.get("host", "")
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") < 2 else host


def is_loopback(host: str) -> bool:
    """Whether a name or address is one by which a machine calls itself."""
    if host.rstrip(".").lower() == "localhost" or host.lower().endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
