"""Abilities: which ones a card has, where they work, activating them, what triggers on an event, and triggers that wait
for the stack (abilities)."""
