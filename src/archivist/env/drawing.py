"""Drawing a view: as text, as a page, and as a picture of the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from archivist.notation.html import table
from archivist.notation.picture import picture
from archivist.view import View

MODES = ("human", "ansi", "rgb_array", "html")
"""What an environment can draw: printed text, text, a picture, a page."""
WIDTH = 110
"""How many letters a line has."""
SIZE = (860, 720)
"""The width and height of a picture; what does not fit is cut off, so that pictures make a film."""
MARGIN, LINE, LETTERS = 10, 15, 12
PAPER, INK = (250, 248, 240), (20, 20, 30)


def text(view: View) -> str:
    """A view as text: the table, and what is to be decided."""
    lines = list(picture(view, WIDTH))
    if view.decision is not None:
        lines.append(f"{view.seat}: {view.decision.prompt} [{view.decision.rule}]")
        lines.extend(f"  {number} {option}" for number, option in enumerate(view.decision.options))
    return "\n".join(lines) + "\n"


def page(view: View) -> str:
    """A view as an HTML page that stands alone."""
    return f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Archivist</title>\n{table(view)}</html>\n'


def pixels(view: View) -> NDArray[np.uint8]:
    """The text of a view as a picture, rows by columns by red, green and blue."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(LETTERS)
    for number, line in enumerate(text(view).splitlines()):
        pen.text((MARGIN, MARGIN + number * LINE), line, INK, font)
    return np.asarray(image, dtype=np.uint8)


def render(view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A view in one of the modes; ``human`` prints it and gives nothing."""
    match mode:
        case "human":
            print(text(view))
        case "ansi":
            return text(view)
        case "html":
            return page(view)
        case "rgb_array":
            return pixels(view)
    return None
