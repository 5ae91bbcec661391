"""Archivist: the executable rulebook of the Grand Archive trading card game. An unofficial fan project."""

__version__ = "0.1.0"
