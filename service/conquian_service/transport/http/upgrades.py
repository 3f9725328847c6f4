"""Requests that offer to go on in another protocol, read as requests of this one.

A server may pass over `Upgrade` (RFC 9110, section 7.8), and there is nothing here to go on
in. But the parser takes such a request to have no body: its body would be read as the next
request, or as nothing. The HTTP client of the JDK makes the offer with the first request of
every connection. So the head is told to a parser once more, without the offer.
"""

from __future__ import annotations

from array import array

import httptools
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Parser(httptools.HttpRequestParser):
    """A parser that never changes the protocol.

    While `should_upgrade()` the protocol is told of a request for the first time; it is to
    remember the request's line and headers, and to do nothing else.
    """

    def __init__(self, protocol: HttpToolsProtocol) -> None:
        super().__init__(protocol)
        self._protocol = protocol
        self._begin()

    @override
    def feed_data(self, data: bytes | bytearray | memoryview[int] | array[int]) -> None:
        """Read a piece of what comes in."""
        rest = data
        while True:
            try:
                super().feed_data(rest)
            except httptools.HttpParserUpgrade as upgrade:
                rest = memoryview(rest)[upgrade.args[0] :]
                head = self._head_without_upgrade()
                # Anew: where the connection is to be closed it has read its last request.
                super().__init__(self._protocol)
                self._begin()
                super().feed_data(head)
            else:
                return

    def _begin(self) -> None:
        # As uvicorn has it: what comes behind the last request is passed over.
        self.set_dangerous_leniencies(lenient_data_after_close=True)

    def _head_without_upgrade(self) -> bytes:
        line = (self.get_method(), self._protocol.url, b"HTTP/" + self.get_http_version().encode())
        headers = [
            b"%b: %b\r\n" % header for header in self._protocol.headers if header[0] != b"upgrade"
        ]
        return b" ".join(line) + b"\r\n" + b"".join(headers) + b"\r\n"
