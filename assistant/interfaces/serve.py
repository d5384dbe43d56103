"""What the page's server does beside Streamlit: loads the program early, and keeps each visitor's things their own.

Whoever starts `app.py` gets it (`streamlit run app.py`, a container, Streamlit Community Cloud).
It also sends the page's scripts packed, which makes a first visit less than half as heavy: Streamlit sends them as they
lie on disk and leaves that to a proxy, which most shops have not. A browser keeps them: each visitor has them once.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assistant import Settings
from assistant.adapters.resilience import start
from assistant.interfaces.page.visits import COOKIE, KEPT_S, secret_of
from assistant.interfaces.widgets.shared import open_shop, own_shops

# What a page of Streamlit needs and no more: its styles and scripts are partly inline, the page's own parts come as
# blobs; pictures of toys come through our own hands.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; "
    "connect-src 'self' ws: wss: blob: data:; object-src 'none'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "SAMEORIGIN",
}


@asynccontextmanager
async def opened_early(_app: object) -> AsyncIterator[None]:
    """Loads the program while nobody waits for it. What cannot be opened is said on the page, to each visitor.

    At the end takes visitors' lists away: a server that is ended by a signal, as containers are, runs no finalizer.
    """
    # Streamlit warns of what runs outside a visit, as this does on purpose.
    logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").setLevel(logging.ERROR)
    start(lambda: open_shop(Settings()))
    yield
    own_shops().clear()


class Doorkeeper:
    """Gives each browser its secret, says what the page may do in it, and shows the program's figures to nobody."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"].rstrip("/").endswith("/_stcore/metrics"):
            await PlainTextResponse("Not found", status_code=404)(scope, receive, send)
            return
        asked = Headers(scope=scope)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if "text/html" in asked.get("accept", ""):
                    headers.append("Set-Cookie", cookie(asked, scope["scheme"]))
                    # What lies between must not keep one visitor's cookie for the next.
                    headers["Cache-Control"] = "private, no-cache"
            await send(message)

        await self._app(scope, receive, answer)


def cookie(asked: Headers, scheme: str) -> str:
    """The browser's secret, a new one where it brings none: out of reach of scripts and of other sites' requests."""
    secure = scheme == "https" or asked.get("x-forwarded-proto", "").split(",")[0].strip() == "https"
    # Lax, because who comes by a link from elsewhere is the same visitor.
    secret = secret_of(cookie_parser(asked.get("cookie", "")).get(COOKIE, ""))
    parts = (f"{COOKIE}={secret}", "Path=/", f"Max-Age={KEPT_S}", "HttpOnly", "SameSite=Lax")
    return "; ".join((*parts, "Secure") if secure else parts)


# Level 5 packs nearly as small as 9, in a fraction of the time.
MIDDLEWARE = (Middleware(Doorkeeper), Middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5))
