"""The rulebook: a folder for each chapter, in the rulebook's words. Every function cites the clause it carries out.

- `playing_cards`: activating, materializing and bestowing in nine steps; the Effects Stack; resolution (PC, CA, CM, BB, RS)
- `costs`: what something costs, and how it is paid (costs)
- `zones`: where cards lie, how they move, enter and leave, and who may see them (zones; terms.1)
- `turn`: starting the game, the phases, drawing, ending the game, formats (turn)
- `timing`: speed, Opportunity, what happens between two of them, state-based checks (timing)
- `combat`: attacks from declaring to damage (combat)
- `cards`: card types, elements, champions, tokens, double-faced cards, masteries, states and counters, control (cards; terms)
- `abilities`: activated, triggered and keyword abilities, and where they work (abilities; keywords)
- `effects`: events, replacement, what prevails, continuous effects, and the instructions of card texts (effects)
- `targets_and_copies`: targets, redirecting, copies (targets-and-copies)
- `legal_actions`: which actions a player may take, and what would come of them
- `citations`: the further rules that an event is an instance of
- `asking`: asking players, one helper for each form of answer
- `catalogue`: every rule id with what the rule says

The rules stand on `model` and `vocabulary`, and know nothing of `game` and what is built on it.
"""
