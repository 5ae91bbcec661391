"""Legal actions: what is offered to a player, a quick look beforehand, and what would come of an action.

One check stands behind offers, refusals and execution: the play itself.
"""
