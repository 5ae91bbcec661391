"""Abilities: which ones a card has, where they work, activating them, and triggers on their way to the stack (abilities)."""
