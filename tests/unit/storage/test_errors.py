"""The driver's errors, in the words of the layer above."""

from __future__ import annotations

import pytest
from redis import exceptions as driver

from conquian_service.storage._errors import (
    StoreFault,
    StoreFull,
    StoreUnavailable,
    error_of_reply,
)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (driver.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), StoreFull),
        (
            driver.ResponseError("MISCONF Errors writing to the AOF file: No space left on device"),
            StoreFull,
        ),
        (driver.ResponseError("MISCONF Errors writing to the AOF file: File too large"), StoreFull),
        (
            driver.ResponseError("MISCONF Errors writing to the AOF file: Disk quota exceeded"),
            StoreFull,
        ),
        (
            driver.ResponseError("MISCONF Errors writing to the AOF file: Input/output error"),
            StoreUnavailable,
        ),
        (driver.ReadOnlyError("You can't write against a read only replica."), StoreUnavailable),
        (driver.BusyLoadingError("Valkey is loading the dataset in memory"), StoreUnavailable),
        (driver.MasterDownError("Link with MASTER is down"), StoreUnavailable),
        (driver.ClusterDownError("CLUSTERDOWN The cluster is down"), StoreUnavailable),
        (driver.TryAgainError("TRYAGAIN Multiple keys during rehashing"), StoreUnavailable),
        (driver.ResponseError("NOREPLICAS Not enough good replicas to write."), StoreUnavailable),
        (driver.ResponseError("BUSY Valkey is busy running a script."), StoreUnavailable),
        (driver.ResponseError("WRONGTYPE Operation against a key of the wrong kind"), StoreFault),
        (driver.NoPermissionError("this user has no permissions"), StoreFault),
        (driver.NoScriptError("No matching script."), StoreFault),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_error_reply_means_that_nothing_happened(
    reply: Exception, expected: type[Exception]
) -> None:
    """Each reply becomes our error; the driver's stays as its cause."""
    error = error_of_reply(reply)
    assert type(error) is expected
    assert error.__cause__ is reply
    if isinstance(error, StoreUnavailable):
        assert not error.may_have_happened
