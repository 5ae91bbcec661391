"""The table in the browser: games over HTTP for people and programs, with nothing lost and nothing hidden shown.

The server knows no rules. A table is its setting and a journal of answers in a database; a live `Game` is only a cache of
that. An answer is committed before anybody is shown what comes of it, and what a seat is shown is what `Game.view` says.

| module | subject |
| --- | --- |
| `settings` | what an operator can set: address, database, limits |
| `storage/` | the database: schema, versions, journals, saved positions, shared links |
| `setting` | what a table is made of: seats, format, decks, clock |
| `live` | one game with its journal, in memory; no database and no network |
| `tables` | all tables: who may do what when, one change at a time, kept before it is shown |
| `seats` | tokens, and whom they seat |
| `shown` | what a seat or a spectator receives, as JSON |
| `push` | channels of server-sent events |
| `apart` | work in processes of its own: bots, strangers' scenarios |
| `api/` | the JSON API, one module for each subject |
| `pages/` | the pages |
"""
