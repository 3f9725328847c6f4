"""The Conquian game service. `bootstrap` puts it together, `cli` runs it."""
