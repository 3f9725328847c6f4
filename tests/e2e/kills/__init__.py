"""Is anything acknowledged ever lost, or anything left behind, whatever is killed and when?

Each test plays by the Python client right through what it does, and compares what it was
answered with the transcript. `make soak` runs all of them many times, each time otherwise.
"""
