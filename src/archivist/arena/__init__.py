"""The arena: whole games between bots, and what must hold in every one of them."""
