"""How long things take: `python -m benchmarks`. Prints a table; nothing here passes or fails."""
