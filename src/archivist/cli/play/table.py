"""The table and the menus as rich draws them: 80 columns are enough, and colours are never needed to understand them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from rich.text import Text

from archivist.notation.seen import champion_of, effect_line, health, held, item_line, object_line, objects_of
from archivist.person.menus import PASSES, Menu, Row
from archivist.person.names import People, people_of
from archivist.view import CardView, ItemView, PlayerView, View

GAP = "  "
LABEL = 8
NUMBER = 4
RULE = 2
COUNTED = ("hand", "memory", "deck", "material", "graveyard", "banishment")
MARGIN = 1
FOLDED = " …"
"""What a row ends with that goes on where the table is not folded."""


class Fold(NamedTuple):
    """How a table is folded: so many rows of what lies on the field and waits on the stack, and of everything else.

    `brief` leaves of the others only their champion, and how many objects and cards they have.
    """

    field: int | None = None
    other: int | None = None
    brief: bool = False


WHOLE = Fold()
FOLDS = (WHOLE, Fold(None, 2), Fold(None, 1), Fold(3, 1), Fold(2, 1), Fold(1, 1), Fold(1, 1, brief=True))
"""The ways to fold a table, the largest table first."""


def fitted(view: View, labels: Sequence[str], width: int, room: int) -> list[Text]:
    """The table in so many rows: folded as little as is needed, and at last without the upper rows."""
    for fold in FOLDS:
        lines = drawn(view, labels, width, fold)
        if len(lines) <= room:
            return lines
    return [*lines[:1], *lines[len(lines) - room + 1 :]] if room > 1 else lines[:room]


def drawn(view: View, labels: Sequence[str], width: int, fold: Fold = WHOLE) -> list[Text]:
    """The table as a seat sees it: the others above, the stack and effects between, the seat's own side below."""
    people = people_of(view)
    order = [*range(people.seat + 1, len(view.players)), *range(people.seat)]
    lines = _where(view, people, width)
    for index in order:
        lines += _side(view, view.players[index], people, labels[index], width, fold)
    lines += _between(view, people, width, fold)
    lines += _side(view, view.players[people.seat], people, labels[people.seat], width, fold._replace(brief=False))
    return lines


def _where(view: View, people: People, width: int) -> list[Text]:
    """The line above the table: turn, phase, and who may act."""
    if view.turn == 0:
        return _ruled("Before the game", "", width, "bold")
    whose = people.possessive(view.turn_player)
    return _ruled(f"Turn {view.turn}, {whose} turn, {view.phase} phase", acting(view, people), width, "bold")


def acting(view: View, people: People) -> str:
    """Who may act, in a few words."""
    if view.winner:
        return "the game is over"
    if view.opportunity:
        return f"{people.does(view.opportunity, 'have')} Opportunity"
    return people.does(view.deciding, "decide")


def _ruled(left: str, right: str, width: int, style: str) -> list[Text]:
    """A line across the table; what does not fit goes on below."""
    begin, end = f"── {left} ", f" {right} ──" if right else ""
    if len(begin) + RULE + len(end) > width:
        first = Text(begin + "─" * max(0, width - len(begin)), style=style)
        return [first, Text(f"   {right}", style=style)] if right else [first]
    return [Text(begin + "─" * (width - len(begin) - len(end)) + end, style=style)]


# -- a player's side ---------------------------------------------------------------------------------------------


def _side(view: View, player: PlayerView, people: People, label: str, width: int, fold: Fold) -> list[Text]:
    own = player.name == view.seat
    called = people.called(player.name)
    out = ", out of the game" if player.lost else ""
    lines = _ruled(f"{called[:1].upper()}{called[1:]} ({label}{out})", "", width, "cyan" if own else "magenta")
    inner = width - MARGIN - LABEL - len(GAP)
    for title, rows in _brief(view, player, inner) if fold.brief else _rows(view, player, inner, own=own):
        lines += _labelled(title, rows, fold.field if title == "field" else fold.other, inner)
    return lines


def _labelled(title: str, rows: Sequence[Text], keep: int | None, width: int) -> Iterator[Text]:
    """So many rows, or all, with a label before the first."""
    for number, row in enumerate(_kept(rows, keep, width)):
        begin = Text(f"{' ' * MARGIN}{title if not number else '':<{LABEL}}{GAP}", style="dim")
        yield begin.append_text(Text(style="not dim").append_text(row))


def _rows(view: View, player: PlayerView, width: int, *, own: bool) -> Iterator[tuple[str, list[Text]]]:
    champion = champion_of(view, player)
    if champion is not None:
        yield "champion", _champion(champion, player, width)
    for function in (player.mastery, *player.statuses):
        if function is not None:
            yield "mastery" if function is player.mastery else "status", flow([Text(object_line(function))], width)
    objects = objects_of(view, player)
    yield "field", flow([_object(card) for card in objects], width) if objects else [Text("nothing", style="dim")]
    if own:
        for zone in ("memory", "hand"):
            cards = player.zones[zone].cards
            if cards or zone == "hand":
                yield zone, flow([Text(each) for each in held(cards)], width) if cards else [Text("none", style="dim")]
    counted = [zone for zone in COUNTED if not (own and zone in ("hand", "memory"))]
    if player.zones["pantheon"].count:
        counted.append("pantheon")
    yield "cards", flow([Text(f"{zone} {player.zones[zone].count}") for zone in counted], width, between=GAP)


def _kept(rows: Sequence[Text], keep: int | None, width: int) -> Sequence[Text]:
    """The first rows; the last of them shows that more were to come."""
    if keep is None or len(rows) <= keep:
        return rows
    *others, last = rows[:keep]
    if len(last) + len(FOLDED) > width:
        last = last[: len(last.plain[: width - len(FOLDED) + 1].rpartition(" ")[0])]
    return [*others, last + Text(FOLDED, style="dim")]


def _brief(view: View, player: PlayerView, width: int) -> Iterator[tuple[str, list[Text]]]:
    """A side in a row: the champion, and how many objects and cards there are."""
    champion = champion_of(view, player)
    said = [] if champion is None else [champion.name, f"level {champion.level}", health(champion)]
    said.append(f"field {len(objects_of(view, player))}")
    said += [f"{zone} {player.zones[zone].count}" for zone in ("hand", "memory", "deck")]
    yield "champion" if champion is not None else "cards", flow([Text(each) for each in said], width)


def _champion(card: CardView, player: PlayerView, width: int) -> list[Text]:
    said = [f"level {card.level}", health(card), *(["rested"] if card.rested else [])]
    said += [f"{kind} {count}" for kind, count in card.counters.items()]
    said += [*card.properties, *card.keywords]
    below = [f"elements {', '.join(player.elements)}"]
    if card.lineage:
        below.append(f"on {', '.join(reversed(card.lineage))}")
    return flow([Text(card.name, style="bold"), *map(Text, said), *(Text(each, style="dim") for each in below)], width)


def _object(card: CardView) -> Text:
    return Text(object_line(card), style="dim" if card.rested else "")


def flow(items: Sequence[Text], width: int, between: str = " · ") -> list[Text]:
    """Items one after the other, with a new line where the next one would not fit; one that is too long goes on below."""
    lines: list[Text] = []
    for item in items:
        if lines and len(lines[-1]) + len(between) + len(item) <= width:
            lines[-1].append(between, style="dim").append_text(item)
        else:
            parts = textwrap.wrap(item.plain, width, break_on_hyphens=False) or [""]
            lines += [Text().append(part, style=item.style) for part in parts]
    return lines


# -- between the players -----------------------------------------------------------------------------------------


def _between(view: View, people: People, width: int, fold: Fold) -> list[Text]:
    """The stack from the top, cards in the intent, and lasting effects."""
    lines: list[Text] = []
    inner = width - MARGIN - LABEL - len(GAP)
    if view.stack or view.intent:
        title = "Effects Stack, the first resolves first" if view.stack else "Attack"
        lines += _ruled(title, "", width, "yellow")
    rows = [row for item in view.stack for row in flow([Text(stacked(item, people))], inner)]
    lines += _labelled("stack", rows, fold.field, inner)
    lines += _labelled("intent", flow([Text(object_line(card)) for card in view.intent], inner), fold.other, inner)
    effects = [effect_line(effect, people.belongs(effect.controller)) for effect in view.effects]
    if effects:
        lines += _ruled("Lasting effects", "", width, "yellow")
    inner = width - MARGIN
    rows = [Text(row) for effect in effects for row in textwrap.wrap(effect, inner, subsequent_indent="  ")]
    lines += [Text(" " * MARGIN) + row for row in _kept(rows, fold.other, inner)]
    return lines


def stacked(item: ItemView, people: People) -> str:
    """An item on the stack, with its targets named from this seat."""
    targets = tuple(people.told(target) for target in item.targets)
    return item_line(replace(item, targets=targets), people.belongs(item.controller))


# -- menus -------------------------------------------------------------------------------------------------------


def menu(menu: Menu, width: int, room: int | None = None, *, whole: bool = False, folded: bool = False) -> list[Text]:
    """What is asked, the numbered choices, and how to answer; no more choices than there is room for.

    `whole` shows all that there is to say about each choice; `folded` tells how to see the rest of the table.
    """
    column = max((len(row.text) for row in menu.rows if len(row.text) <= width // 2), default=0)
    drawn = [(row, list(_choice(row, column, width, whole=whole))) for row in menu.rows]
    title = [Text(line, style="bold") for line in textwrap.wrap(menu.title, width)]
    around = len(title) + len(_hints(menu, len(drawn), width, folded=folded))
    shown, left = _fitting(drawn, None if room is None else room - around)
    return [*title, *shown, *_hints(menu, left, width, folded=folded)]


def _hints(menu: Menu, more: int, width: int, *, folded: bool) -> list[Text]:
    told = hint(menu, more, folded=folded)
    said = textwrap.wrap(told, width, initial_indent=GAP, subsequent_indent=GAP, break_on_hyphens=False)
    return [Text(line, style="dim") for line in said]


def _fitting(drawn: Sequence[tuple[Row, list[Text]]], room: int | None) -> tuple[list[Text], int]:
    """The lines of as many choices as fit, and how many do not. The choice that passes is always shown."""
    if room is None or sum(len(lines) for _, lines in drawn) <= room:
        return [line for _, lines in drawn for line in lines], 0
    passing = [lines for row, lines in drawn if row.key == PASSES]
    others = [lines for row, lines in drawn if row.key != PASSES]
    left = room - sum(map(len, passing))
    shown: list[list[Text]] = []
    while others and (not shown or left >= len(others[0])):
        shown.append(others.pop(0))
        left -= len(shown[-1])
    return [line for lines in (*shown, *passing) for line in lines], len(others)


def _choice(row: Row, column: int, width: int, *, whole: bool) -> Iterator[Text]:
    """A choice with the remark beside it, or below it where what matters of it would not fit.

    What is not vital is left out where it does not fit on the line, unless the whole is to be seen.
    """
    number = f"{row.key:>{NUMBER}}{GAP}"
    parts = textwrap.wrap(row.text, width - len(number), break_on_hyphens=False) or [""]
    lines = [Text(" " * len(number) if index else number, style="bold") for index in range(len(parts))]
    for line, part in zip(lines, parts, strict=True):
        line.append(part, style="not bold")
    if not row.aside:
        yield from lines
        return
    before = " " * max(0, column - len(parts[-1])) + GAP
    room = width - len(lines[-1]) - len(before)
    if len(row.aside) > room >= len(row.aside) - len(before) + len(GAP):
        before, room = GAP, len(row.aside)
    beside = shortened(row.aside, room)
    if beside == row.aside or (not whole and beside and beside.startswith(row.vital)):
        lines[-1].append(before + beside, style="not bold dim")
        yield from lines
        return
    yield from lines
    indent = " " * (len(number) + len(GAP))
    for part in _remark(row, width - len(indent), whole=whole):
        yield Text(indent + part, style="dim")


def _remark(row: Row, width: int, *, whole: bool) -> list[str]:
    """A remark on lines of its own: all of it, or as many lines as it takes to say what is vital."""
    lines = textwrap.wrap(row.aside, width - len("…"), break_on_hyphens=False)
    if whole:
        return lines
    needed = next(n for n in range(1, len(lines) + 1) if " ".join(lines[:n]).startswith(row.vital))
    *others, last = lines[:needed]
    return [*others, last if needed == len(lines) else f"{last.rstrip(',;:')}…"]


def shortened(text: str, width: int) -> str:
    """As many words of a text as fit."""
    if len(text) <= width:
        return text
    return f"{text[: max(0, width - 1)].rpartition(' ')[0].rstrip(',;:')}…" if width > 1 else ""


def folded(text: str, width: int) -> list[str]:
    """A paragraph as lines; if it begins with spaces, so do the lines below the first."""
    begin = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(text, width, subsequent_indent=begin, break_on_hyphens=False) or [""]


def hint(menu: Menu, more: int = 0, *, folded: bool = False) -> str:
    """How to answer, what Enter does, how to give up a play, and how to see what was left out."""
    said = [f"m: {more} more"] if more else []
    if folded:
        said.append("t: the whole table")
    if menu.how:
        said.append(menu.how)
    if menu.enter:
        said.append(f"Enter: {menu.enter}")
    if menu.decision.attempt:
        said.append("c: give up this play")
    said.append("help lists the commands")
    return f"({'; '.join(said)})"
