"""A failure in gRPC's own form: a status whose details travel in the trailers.

Trailers above 8 kB reach some clients as RESOURCE_EXHAUSTED instead; what goes
into a `Failure` is bounded so that this form of it stays far below.
"""

from __future__ import annotations

from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from conquian_service.transport.errors import DOMAIN, Failure

DETAILS_KEY = "grpc-status-details-bin"

Trailers = tuple[tuple[str, bytes], ...]


def trailers_of(failure: Failure) -> Trailers:
    """The trailing metadata of a failed call."""
    return ((DETAILS_KEY, status_of(failure).SerializeToString()),)


def status_of(failure: Failure) -> Status:
    """The failure as `google.rpc.Status` with ErrorInfo, LocalizedMessage and RetryInfo."""
    details: list[Message] = [
        ErrorInfo(reason=failure.reason.value, domain=DOMAIN, metadata=failure.metadata),
        LocalizedMessage(locale=failure.language, message=failure.told),
    ]
    if failure.retry_millis is not None:
        delay = Duration()
        delay.FromMilliseconds(failure.retry_millis)
        details.append(RetryInfo(retry_delay=delay))
    number, _ = failure.status.code.value
    return Status(code=number, message=failure.text, details=[_packed(part) for part in details])


def _packed(message: Message) -> Any:
    packed = Any()
    packed.Pack(message)
    return packed
