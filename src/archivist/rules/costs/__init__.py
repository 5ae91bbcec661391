"""Costs: calculating what is to be paid, what a player has to pay with, and paying in an order that works (costs).

Plays, abilities, attacks and options of a resolving text all pay through here.
"""
