"""What the benchmarks stand on; how fast things are is not judged here."""
