"""Grounds: the further rules that an event is an instance of, told from what has happened.

A procedure names the rule it carries out; much of the rulebook, however, is carried out by all of them together: that a
card goes to a zone of its owner, that a token which leaves the field is gone, that an object left behind what was last
known of it. The functions here look at what an event is about and give the ids of those rules, so that the event carries
them. They decide nothing, and look only at what everybody may know of the event.
"""
