"""Archivist."""
