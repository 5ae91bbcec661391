"""The game log: a head that says what a game was made with, and one line for each thing that was decided since.

Replays, the journals of running games, and saves are logs; `archivist KIND VERSION` on the first line tells them apart.
One reader takes them all apart, from any lines: of a text, a file that is still being written, or rows of a database.

| module | subject |
| --- | --- |
| `entries` | the parts of a log, and the lines they make |
| `reading` | the one reader: lines to parts |
| `recording` | the lines of a game, each ready before its answer is given; digests of positions |
| `replays` | playing a log again |
| `journal`, `locks` | a log that is added to while the game is played, by one process at a time |
| `saves`, `save_checks` | a log that begins at a position instead of the first turn |
| `records` | what one seat saw of a replay |

It stands above the game and the scenarios, whose words it uses; `Game` opens it when it saves or loads.
"""
