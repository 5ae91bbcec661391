"""The turn and the game around it: starting, phases, drawing, players who leave, the end, formats (turn)."""
