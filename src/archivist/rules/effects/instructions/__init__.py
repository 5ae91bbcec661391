"""The verbs of the vocabulary, carried out for an item that resolves: a layer a subject, each building on the last."""
