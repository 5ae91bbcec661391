"""Scenarios against any engine: a small protocol of JSON lines on its input and output (docs/using/conformance.md).

- `messages`: what the replies of an engine hold, and things, actions and answers in JSON.
- `process`: an engine as a process, which may die, hang or answer nonsense.
- `remote`: a game that such an engine plays, for the runner of scenarios.
- `door`: this project's own engine behind that door.
- `conforming`: scenarios played with an engine, and what came of each.
"""
