"""Importing cards: records of the card service become cards of the user's own collection.

`read_files` and `fetch` find records, `take_in` puts them into a collection and compiles them, `refresh` compiles a
collection again if the compiler has changed. Printed text stays in the folder of the collection.
"""

from archivist.importing.collecting import Report, refresh, take_in
from archivist.importing.fetching import SERVICE, fetch
from archivist.importing.records import Record, read_content, read_files

__all__ = ["SERVICE", "Record", "Report", "fetch", "read_content", "read_files", "refresh", "take_in"]
