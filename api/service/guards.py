"""What is asked of every request before anything else sees it: who was called, and by which page."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.service.addresses import host_name, may_be_called
from api.service.problems import Refused

READS = {"GET", "HEAD", "OPTIONS"}
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
SAFE_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Guards:
    """Refuses names that are not this server's (DNS rebinding) and changes that another site's page asks for."""

    def __init__(self, app: ASGIApp, *, lan: bool) -> None:
        self._app = app
        self._lan = lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 421 or 403, or hand on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope["method"], Headers(scope=scope))

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app = refusal.response() if refusal else self._app
        await app(scope, receive, send_safely)

    def _refusal(self, method: str, headers: Headers) -> Refused | None:
        host = headers.get("host", "")
        if not may_be_called(host_name(host), lan=self._lan):
            return Refused(
                421, "wrong_host", "This server does not go by that name.", "Open the address that the server printed."
            )
        if method in READS:
            return None
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _cross_site()
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.strip().lower():
            return _cross_site()
        return None


def _cross_site() -> Refused:
    return Refused(403, "cross_site", "Another site asks for this change.", "Use the page that this server shows.")
