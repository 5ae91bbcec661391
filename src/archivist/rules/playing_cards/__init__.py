"""Playing cards: the nine steps in order, who may play what, the Effects Stack, and resolution (PC, CA, CM, BB, RS).

`nine_steps` lists the steps; each stands in the module that bears its name, those about costs in `costs`. `attempt` is the
play in the making. Offers (`legal_actions`), the turn and instructions that play a card use this package; it uses costs,
zones, timing and targets.
"""
