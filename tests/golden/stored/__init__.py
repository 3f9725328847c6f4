"""Stored games of every schema version: what was once written can be read for ever.

    python -m tests.golden.stored record    write the games of this build's schema version anew
    python -m tests.golden.stored read      keep the bytes, write anew how this build reads them

Recording is for a schema version that no release has written yet; after that its bytes are
history. A test tells which files read otherwise than they did.
"""
