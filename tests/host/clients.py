"""Those who ask an application: from this machine, as its owner, or from elsewhere."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient


class Client(TestClient):
    """A client whose WebSockets go to the same host as its requests."""

    def websocket_connect(self, url: str, *args: Any, **kwargs: Any) -> Any:
        return super().websocket_connect(f"ws{str(self.base_url)[4:]}{url}", *args, **kwargs)


def local(app: FastAPI) -> TestClient:
    """A client on this machine, which is the host's."""
    return Client(app, base_url="http://127.0.0.1:8040", client=("127.0.0.1", 50000))


def remote(app: FastAPI, cookie: str = "") -> TestClient:
    """A client elsewhere in the network, with a cookie's token if it has one."""
    client = Client(app, base_url="http://192.0.2.7:8040", client=("192.0.2.99", 50000))
    if cookie:
        client.headers["cookie"] = f"tapdeck={cookie}"
    return client
