"""`python -m archivist.cli`: the same as the `archivist` command."""

from archivist.cli import main

main()
