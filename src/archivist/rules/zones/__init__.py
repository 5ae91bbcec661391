"""Zones: moving cards, where they really go, entering and leaving the field, and who may see what (zones; terms.1).

Nearly everything else moves cards through here; it uses effects (replacement, events) and knows nothing of plays or turns.
"""
