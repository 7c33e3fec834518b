"""How many connections one address may hold: also such as ask nothing."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from tapdeck.guard.rates import CONNECTIONS, network_of

# Above what is answered with a sentence (`rates.py`), for browsers keep some open that are idle.
MOST = CONNECTIONS + 200


class FewConnections(H11Protocol):
    """The server's protocol; of an address that holds too many connections a further one is closed
    at once.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        super().connection_made(transport)
        if self.client is None:
            return
        who = network_of(self.client[0])
        # The server's own list, which has its WebSockets too; not all kinds in it know their peer.
        peers = (getattr(each, "client", None) for each in self.connections)
        if sum(network_of(peer[0]) == who for peer in peers if peer) > MOST:
            transport.abort()
