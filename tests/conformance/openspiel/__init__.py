"""The engine as a game of OpenSpiel, held to OpenSpiel's own checks of a game.

Not collected by pytest: OpenSpiel is in `.venv-bench` alone. `make test-all` runs it there,
`.venv-bench/bin/python -m tests.conformance.openspiel` runs it by hand.
"""
