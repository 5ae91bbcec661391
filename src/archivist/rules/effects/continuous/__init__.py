"""Continuous effects: their sources, what is in force, the layers A to E, and what everything is now (effects.5)."""
