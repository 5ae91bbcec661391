"""Combat: who may attack, with which weapons, and what; declaring, roles, retaliation, damage, the steps (combat).

Damage outside combat is dealt here as well.
"""
