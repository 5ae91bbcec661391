"""Cards and what is marked on them: card types, elements, champions, tokens, double-faced cards, masteries and statuses,
states and counters, control and obedience (cards; terms.3 to terms.5, terms.7).
"""
