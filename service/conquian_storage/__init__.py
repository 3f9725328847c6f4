"""The stored form of a game, `conquian_storage.v1`: generated stubs for the storage ring alone."""
