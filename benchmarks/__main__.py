"""Prints the tables of benchmarks."""

from __future__ import annotations

from benchmarks.report import lines


def main() -> None:
    for line in lines():
        print(line, flush=True)


if __name__ == "__main__":
    main()
