"""Legal actions: what is offered to a player, a quick look beforehand, what would come of an action, refused answers.

One check stands behind offers, refusals and execution: the play itself.
"""
