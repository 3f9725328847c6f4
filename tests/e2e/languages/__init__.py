"""Do the examples in other languages play at a real server? Part of `make test-clients`."""
