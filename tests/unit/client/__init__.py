"""The Python client against a scripted service, and its values."""
