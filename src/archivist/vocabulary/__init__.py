"""What cards can say. Each node has its fields and its meaning in one place; a word that is not here is an error."""
