"""Unit tests of the application layer."""
