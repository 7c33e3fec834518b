"""The description of REST for people, at `/docs`: Swagger UI from files of this machine.

FastAPI's own page loads it from elsewhere, which a table without the internet cannot, and has its
script in the page, which the guard's policy forbids.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tapdeck: REST</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<script defer src="/docs/files/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/start.js"></script>
</head><body><div id="docs"></div></body></html>
"""
_START = """SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
});
"""


def add_docs(app: FastAPI) -> None:
    """Add the page at `/docs` to an application that was made without one."""
    with as_file(files("fastapi_offline") / "static") as folder:
        app.mount("/docs/files", StaticFiles(directory=folder))

    @app.get("/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE)

    @app.get("/docs/start.js", include_in_schema=False)
    def start() -> Response:
        return Response(_START, media_type="text/javascript")
