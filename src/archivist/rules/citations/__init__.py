"""Citations: which rules apply to an event besides the one that made it happen.

A procedure names the rule that it carries out. All procedures together carry out much of the rulebook besides: a card
goes to a zone of its owner, a token that leaves the field is gone, an object leaves behind what was last known of it. The
functions here look at what an event is about and return the ids of those rules, so that the event cites them. They decide
nothing, and they look only at what everybody may know of the event.
"""
