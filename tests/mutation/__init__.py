"""Puts single faults into the engine and sees whether a test notices: `make mutate`. See docs/how-it-works.md."""
