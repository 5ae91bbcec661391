"""Abilities: which ones a card has, where they work, restrictions on text, activated and triggered abilities (abilities).

`triggered_abilities` notices what triggers on an event; `placing_triggers` puts what waits on the stack.
"""
