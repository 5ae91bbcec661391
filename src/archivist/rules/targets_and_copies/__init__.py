"""Targets and copies: what may be targeted, redirecting, and copies (targets-and-copies)."""
