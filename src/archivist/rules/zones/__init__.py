"""Zones: moving cards, where they really go, entering and leaving the field, who may see what, last-known information
(zones; terms.1; effects.7).

Nearly everything else moves cards through here; it uses effects (replacement, events) and knows nothing of plays or turns.
"""
