"""Plots of the flatness measures as SVG files, for docs/understanding/performance.md: `make bench PLOTS=1` draws them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.flatness import Measure

FOLDER = Path(__file__).parent.parent / "docs" / "pictures" / "performance"
WIDTH, HEIGHT, MARGIN = 480, 260, 46
"""The size of a plot, and the space around it for the numbers."""


def draw(measures: list[Measure], folder: Path = FOLDER) -> Iterator[Path]:
    """Draws each measure into a file of its own; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for measure in measures:
        path = folder / f"{measure.name.replace(' ', '-')}.svg"
        path.write_text(svg(measure), encoding="utf-8", newline="\n")
        yield path


def svg(measure: Measure) -> str:
    """A plot: the points, and the straight line that fits them best. Both axes begin at 0."""
    most_x = max(size for size, _ in measure.points)
    most_y = max(cost for _, cost in measure.points) * 1.1

    def at(size: float, cost: float) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * size / most_x
        return round(across, 1), round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * cost / most_y, 1)

    height, rise = measure.line
    (left, low), (right, high) = at(0, max(height, 0)), at(most_x, max(height + rise * most_x, 0))
    bottom = HEIGHT - MARGIN
    marks = [at(*point) for point in measure.points]
    path = " ".join(f"{x},{y}" for x, y in marks)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f"<title>Cost of a decision by {measure.name}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<path d="M{MARGIN},{MARGIN} V{bottom} H{WIDTH - MARGIN}" fill="none" stroke="#555"/>',
        f'<line x1="{left}" y1="{low}" x2="{right}" y2="{high}" stroke="#b9b9b9" stroke-dasharray="5 4"/>',
        f'<polyline points="{path}" fill="none" stroke="#2a5d9f" stroke-width="2"/>',
        *(f'<circle cx="{x}" cy="{y}" r="3" fill="#2a5d9f"/>' for x, y in marks),
        f'<text x="{MARGIN}" y="{MARGIN - 14}">microseconds a decision</text>',
        f'<text x="{MARGIN - 6}" y="{MARGIN + 4}" text-anchor="end">{most_y:,.0f}</text>',
        f'<text x="{MARGIN - 6}" y="{bottom}" text-anchor="end">0</text>',
        f'<text x="{MARGIN}" y="{bottom + 16}" text-anchor="middle">0</text>',
        f'<text x="{WIDTH - MARGIN}" y="{bottom + 16}" text-anchor="middle">{most_x:,}</text>',
        f'<text x="{WIDTH / 2:.0f}" y="{bottom + 32}" text-anchor="middle">{measure.unit}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
