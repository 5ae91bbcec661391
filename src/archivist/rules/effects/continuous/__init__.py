"""Continuous effects: what everything is now (effects.5).

The story in one breath. Objects bring statics (`what_objects_bring`), and resolved effects last for a while. Together
they are what is in force, oldest first and sorted by what they change (`effects_in_force`; `active` is one of them).
Those that apply, as their conditions and phrases say, change cards layer by layer, from A to E (`layers`). The result
is an evaluation: what every card and player is in one value of the state (`characteristics`). It hangs on the state
as `state.now`; answers are worked out when somebody asks, and every change of the state puts a fresh evaluation in
its place.

Phrases are read in a scene (`effects/meaning_of_words.py`), and a scene asks the evaluation that it was given: `state.now`, or,
while an early layer is applied, one that knows nothing of the later layers. So an evaluation and its scenes meet through
the state, and each module here imports only those before it.
"""
