"""The turn and the game around it: starting, phases, drawing, players who leave, the end, formats (turn).

`phases` is what `Game` calls to go on; it uses nearly every other chapter, and only `legal_actions` uses it.
"""
