"""Prints the tables of benchmarks; with `--plots`, draws the plots of docs/understanding/performance.md as well."""

from __future__ import annotations

import sys

from benchmarks.report import lines


def main() -> None:
    for line in lines(plots="--plots" in sys.argv[1:]):
        print(line, flush=True)


if __name__ == "__main__":
    main()
