"""Settings, texts, logs, metrics and the command line."""
