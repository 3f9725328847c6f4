"""Tests of the project; each folder answers one question."""
