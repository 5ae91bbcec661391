"""Effects: events and what triggers on them, replacement, continuous effects, and carrying out instructions (effects).

`scene` is the point of view from which every phrase of a card is read; `continuous` says what everything is now;
`instructions` carries out what a resolving text says.
"""
