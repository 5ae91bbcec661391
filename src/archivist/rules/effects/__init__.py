"""Effects: telling events, replacement, what prevails, continuous effects, and carrying out instructions (effects; timing.6).

`point_of_view` and `meaning_of_words` are the scene in which every phrase of a card is read; `continuous` says what
everything is now; `instructions` carries out what a resolving text says.
"""
