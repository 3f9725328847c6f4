"""One request and the way to answer it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import Receive, Scope, Send

from conquian_service.transport.http.rest.answers import Answer
from conquian_service.transport.http.rest.bodies import read_body
from conquian_service.transport.http.rest.negotiation import (
    Headers,
    accepts,
    accepts_gzip,
    headers_of,
    is_json,
)
from conquian_service.transport.http.rest.refusals import not_acceptable, unsupported_type
from conquian_service.transport.reception import LARGEST_REQUEST

_LOOKED_AT = {
    name.encode(): name
    for name in (
        "accept",
        "accept-encoding",
        "accept-language",
        "authorization",
        "content-encoding",
        "content-length",
        "content-type",
        "idempotency-key",
        "if-match",
        "if-none-match",
        "last-event-id",
    )
}


@dataclass(slots=True)
class Exchange:
    """A request as the ASGI server gives it, with the headers that matter."""

    scope: Scope
    receive: Receive
    send: Send
    headers: Headers

    @classmethod
    def of(cls, scope: Scope, receive: Receive, send: Send) -> Exchange:
        """The exchange of an ASGI call."""
        return cls(scope, receive, send, headers_of(scope["headers"], _LOOKED_AT))

    def all(self, name: str) -> list[str]:
        """Every value of a header."""
        return self.headers.get(name, [])

    def joined(self, name: str) -> str:
        """A header that is a list, as one value."""
        values = self.headers.get(name)
        return "" if values is None else ", ".join(values)

    @property
    def verb(self) -> str:
        """The method of HTTP."""
        return str(self.scope["method"])

    @property
    def path(self) -> str:
        """The path as it was sent, undecoded."""
        raw: bytes = self.scope["raw_path"]
        return raw.decode("latin-1")

    @property
    def query(self) -> bytes:
        """The query as it was sent. It may hold a ticket: it is never logged."""
        return bytes(self.scope["query_string"])

    def must_accept(self, offered: str) -> None:
        """406 if the caller rules out the one type that the answer can have."""
        if not accepts(self.joined("accept"), offered):
            raise not_acceptable(offered)

    async def body(self) -> bytes:
        """The body, which must be JSON unless there is none."""
        body = await read_body(
            self.receive,
            codings=self.all("content-encoding"),
            length=self.all("content-length"),
            largest=LARGEST_REQUEST,
        )
        kinds = self.all("content-type")
        if body and not (len(kinds) == 1 and is_json(kinds[0])):
            raise unsupported_type()
        return body

    async def answer(self, answer: Answer) -> None:
        """Send it."""
        compress = accepts_gzip(self.joined("accept-encoding"))
        await answer.send(self.send, compress=compress)
