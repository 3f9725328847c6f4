"""Does the table page let people play, in a real browser?

Needs `.venv-browser` and a Chromium (see `.ci/chromium`); run by `make test-browser`.
"""
