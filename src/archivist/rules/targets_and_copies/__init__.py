"""Targets and copies: what may be targeted, and objects that are or become copies (targets-and-copies)."""
