"""The terminal commands against a scripted service."""
