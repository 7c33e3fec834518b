"""The running service: the application on an address, in front or in a thread."""

import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn

from tapdeck.addresses import is_open
from tapdeck.app import create_app
from tapdeck.guard.sizes import LARGEST
from tapdeck.guard.sockets import FewConnections
from tapdeck.parts import Parts
from tapdeck.settings import Settings, split_address, words_of
from tapdeck.table import Table

STOP_SECONDS = 2  # how long open requests may take when the service stops


class ServiceError(Exception):
    """The service cannot run; the text is a sentence for the user."""


class Service:
    """A Tapdeck that serves. In a `with` it does so from a thread of its own; `run` serves here.

    `say` gets sentences for the person at the console. `page`: with the page at `/`; only one
    service in a process can have it.
    ServiceError: the address cannot be used. StoreError, DeviceError: as `Parts` has it.
    """

    def __init__(
        self,
        settings: Settings,
        say: Callable[[str], None] = lambda _: None,
        page: bool = False,
    ) -> None:
        # The address first: without it nothing else need be started.
        self._socket = _listen(settings.listen)
        try:
            self.parts = Parts(settings, say)
        except BaseException:
            self._socket.close()
            raise
        self.parts.port = self._socket.getsockname()[1]
        self._thread: threading.Thread | None = None
        self._secure = settings.secure
        app = create_app(settings, self.parts)
        if page:
            from tapdeck.ui import mount_ui

            mount_ui(app)
        try:
            self._server = uvicorn.Server(_config(app, settings))
        except BaseException:
            self.close()
            raise

    @property
    def table(self) -> Table:
        """The table that it serves."""
        return self.parts.table

    @property
    def url(self) -> str:
        """Where the page is, for a browser on this machine."""
        host, port = self._socket.getsockname()[:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        scheme = "https" if self._secure else "http"
        return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"

    def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        # uvicorn ends on both and then passes the signal on; the rest must be closed all the same.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                self._server.run(sockets=[self._socket])
        finally:
            self.close()

    def __enter__(self) -> "Service":
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="page", daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop serving and let go of everything. May be called twice."""
        if self._thread is not None:
            self._server.should_exit = True
            self._thread.join()
            self._thread = None
        self._socket.close()
        self.parts.close()


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """What `tapdeck run` does."""
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(message)s")
    service = Service(settings, say, page=True)
    say(f"Tapdeck listens on {service.url} (Ctrl-C ends it).")
    if is_open(settings.listen):
        for sentence in welcome(service.parts):
            say(sentence)
    service.run()


def welcome(parts: Parts) -> list[str]:
    """How others come to the table, where it is open to a network."""
    from tapdeck.ui.joining import join_link

    return [
        f"Players join at {join_link(parts)}",
        f"The host's PIN for other devices is {parts.access.pin()}",
    ]


def _config(app: Any, settings: Settings) -> uvicorn.Config:
    """How the application is served. ServiceError: the certificate or its key cannot be used."""
    proxies = list(words_of(settings.proxies))
    config = uvicorn.Config(
        app,
        # At `debug` the server would log every message, a seat's own view among them, and
        # the cookies by which a device holds its seats.
        log_level="info" if settings.log_level == "debug" else settings.log_level,
        # Of the two this one bounds the head of a request.
        http=FewConnections,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        # Without a proxy nobody's word is taken for where a request comes from.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        server_header=False,
        # It would have the codes of join links.
        access_log=False,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    try:
        config.load()
    except OSError as error:  # ssl.SSLError is one
        raise ServiceError(
            f"The certificate {settings.tls_cert} with the key {settings.tls_key} cannot be used: "
            f"{error.strerror or error}. Both are files in PEM form; see --tls-cert and --tls-key."
        ) from None
    return config


def _listen(address: str) -> socket.socket:
    host, port = split_address(address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServiceError(
            f"The address {address} cannot be used: {why}. Is another Tapdeck running? "
            "Name another address with --listen HOST:PORT."
        ) from None
