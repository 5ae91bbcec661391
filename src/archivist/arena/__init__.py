"""The arena: whole games between players that are no people, and what must hold in every one of them."""
