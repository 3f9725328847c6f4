"""Compressed requests."""

from __future__ import annotations

from connectrpc.code import Code
from connectrpc.compression.gzip import GzipCompression
from connectrpc.errors import ConnectError
from typing_extensions import override


class Gunzip(GzipCompression):
    """Reads gzip, up to the limit of a request; tells nobody what zlib thinks of it."""

    @override
    def decompress(
        self, data: bytes | bytearray | memoryview, read_max_bytes: int | None = None
    ) -> bytes:
        try:
            return super().decompress(data, read_max_bytes)
        except ConnectError:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, the bytes were no gzip
            raise ConnectError(Code.INVALID_ARGUMENT, "the request is not gzip") from None
