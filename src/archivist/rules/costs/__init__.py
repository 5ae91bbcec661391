"""Costs: declaring and calculating what is to be paid, and paying it in an order that works (costs).

Plays, abilities, attacks and options of a resolving text all pay through here: `payment` finds out whether and with what
something can be paid, `reserve_costs` and `memory_costs` pay these two kinds, `means_of_payment` is who pays with what. Where
the parts of a payment serve each other, `ways_of_paying` tries all of it on copies.
"""
