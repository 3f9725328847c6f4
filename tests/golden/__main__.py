"""Writes the playthroughs anew: `python -m tests.golden`. Read the difference before keeping it."""

from tests.golden.playthroughs import write

write()
