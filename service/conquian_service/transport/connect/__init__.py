"""Connect and gRPC-Web on the HTTP port. All that knows the library `connectrpc` is in here."""

from conquian_service.transport.connect.app import connect_apps
from conquian_service.transport.connect.edge import Edge

__all__ = ["Edge", "connect_apps"]
