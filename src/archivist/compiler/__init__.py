"""Printed card text in, vocabulary data out; and the same data as printed text again.

`compile_text` reads one card, `compile_records` the records of the card service, `printed` speaks a face in the official
style. A card is accepted only if speaking what was understood gives its text back, word for word.
"""

from archivist.compiler.card import Compiled, Read, Unread, compile_text, printed
from archivist.compiler.facts import Facts, facts_of
from archivist.compiler.records import compile_records, read_records

__all__ = [
    "Compiled",
    "Facts",
    "Read",
    "Unread",
    "compile_records",
    "compile_text",
    "facts_of",
    "printed",
    "read_records",
]
