"""Timing: speed, Opportunity, what happens between two Opportunities, state-based checks, endless loops (timing).

`opportunity` is what `Game` calls to go on; it uses nearly every other chapter.
"""
