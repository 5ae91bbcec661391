"""Timing: slow and fast, Opportunity, what happens between two Opportunities, state-based checks (timing)."""
