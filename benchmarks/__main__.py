"""Prints the table of benchmarks."""

from __future__ import annotations

from benchmarks.cases import results


def main() -> None:
    print(f"{'':<24}{'microseconds':>14}{'x calibration':>16}  ")
    for result in results():
        times = "" if result.times is None else f"{result.times:,.2f}"
        print(f"{result.name:<24}{result.microseconds:>14,.1f}{times:>16}  {result.note}", flush=True)


if __name__ == "__main__":
    main()
