"""The asynchronous client against a scripted service."""
