"""Cards of special kinds and what is marked on them: champions, tokens, double-faced cards, masteries and statuses, states
and counters, control and obedience (cards; terms.3 to terms.5, terms.7).
"""
