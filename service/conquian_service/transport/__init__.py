"""The doors: gRPC, and HTTP beside it. Each parses, calls a use case, maps and answers."""
