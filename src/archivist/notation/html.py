"""The table as plain HTML, without scripts or style sheets, for a game or a view in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from archivist.notation.seen import (
    champion_of,
    effect_line,
    health,
    item_line,
    name_of,
    object_line,
    objects_of,
    state_of,
)
from archivist.view import CardView, DecisionView, PlayerView, View, ZoneView

OPTIONS = 60
"""How many options of a decision are listed."""
LONG = 12
"""A list with more lines than this is folded up."""


def table(view: View) -> str:
    """A view as HTML."""
    parts = [
        _where(view),
        _stack(view),
        _effects(view),
        *(_player(view, player) for player in view.players),
        _decision(view),
        _log(view),
    ]
    return f'<div class="archivist">\n{"".join(parts)}</div>\n'


def _where(view: View) -> str:
    seen = f"As {view.seat} sees it. " if view.seat else ""
    if view.winner:
        how = "It is a draw" if view.winner == "draw" else f"{view.winner} has won"
        return _element("p", f"<b>The game is over.</b> {escape(f'{how}, in turn {view.turn}.')}")
    turn = f"Turn {view.turn} of {view.turn_player}, {view.phase} phase." if view.turn else "Before the game."
    acting = f"{view.opportunity} has Opportunity." if view.opportunity else f"{view.deciding} decides."
    return _element("p", f"{escape(seen)}<b>{escape(turn)}</b> {escape(acting)}")


def _stack(view: View) -> str:
    """The stack with its top first, and the cards of the intent."""
    items = [item_line(item, item.controller) for item in view.stack]
    parts = [_element("p", "<b>Effects Stack</b> (the first resolves first)") + _list("ol", items)] if items else []
    if view.intent:
        parts.append(_element("p", f"<b>Intent</b>: {escape(', '.join(object_line(card) for card in view.intent))}"))
    return "".join(parts)


def _effects(view: View) -> str:
    lines = [effect_line(effect, effect.controller) for effect in view.effects]
    return _element("p", "<b>Lasting effects</b>") + _list("ul", lines) if lines else ""


# -- players -----------------------------------------------------------------------------------------------------


def _player(view: View, player: PlayerView) -> str:
    out = " (out of the game)" if player.lost else ""
    rows = "".join(
        f'<tr><th scope="row" style="text-align:left;vertical-align:top">{escape(label)}</th>'
        f'<td style="text-align:left">{content}</td></tr>\n'
        for label, content in _rows(view, player)
    )
    return f'<table>\n<caption style="text-align:left"><b>{escape(player.name + out)}</b></caption>\n{rows}</table>\n'


def _rows(view: View, player: PlayerView) -> Iterator[tuple[str, str]]:
    """The label and the content of each row."""
    champion = champion_of(view, player)
    if champion is not None:
        yield "champion", escape(_champion(champion, player))
    if player.mastery is not None:
        yield "mastery", escape(object_line(player.mastery))
    if player.statuses:
        yield "status", escape(", ".join(object_line(card) for card in player.statuses))
    yield "field", _list("ul", [object_line(card) for card in objects_of(view, player)]) or "nothing"
    for name, zone in player.zones.items():
        if zone.count:
            yield f"{name} ({zone.count})", _zone(zone)


def _champion(card: CardView, player: PlayerView) -> str:
    said = [card.name, f"level {card.level}", health(card), *state_of(card)]
    if card.lineage:
        said.append(f"on {', '.join(reversed(card.lineage))}")
    return f"{', '.join(said)}; elements {', '.join(player.elements)}"


def _zone(zone: ZoneView) -> str:
    """The visible cards of a zone, in their order."""
    hidden = zone.count - len(zone.cards)
    names = [_marked(card) for card in zone.cards]
    if hidden:
        names.append(f"{hidden} hidden" if names else "hidden")
    text = escape(", ".join(names))
    return text if len(names) <= LONG else _folded(f"{len(zone.cards)} cards", text)


def _marked(card: CardView) -> str:
    said = state_of(card) if card.counters or card.properties else []
    return f"{name_of(card)} ({', '.join(said)})" if said else name_of(card)


# -- what is to be decided, and what happened --------------------------------------------------------------------


def _decision(view: View) -> str:
    asked = view.decision
    if asked is None:
        return ""
    prompt = _element("p", f"<b>{escape(view.deciding)}: {escape(asked.prompt)}</b> [{escape(asked.rule)}]")
    return prompt + _options(asked)


def _options(asked: DecisionView) -> str:
    """The options by the numbers that `Game.answer` takes."""
    if asked.form == "number":
        return _element("p", ", ".join(str(each) for (each,) in asked.sets) or f"{asked.least} to {asked.most}")
    more = len(asked.options) - OPTIONS
    listed = "".join(f"<li>{escape(option)}</li>\n" for option in asked.options[:OPTIONS])
    rest = _element("p", f"and {more} more") if more > 0 else ""
    return f'<ol start="0">\n{listed}</ol>\n{rest}' if listed else ""


def _log(view: View) -> str:
    return _folded("what happened last", _list("ol", view.log)) if view.log else ""


# -- elements ----------------------------------------------------------------------------------------------------


def _element(tag: str, content: str) -> str:
    return f"<{tag}>{content}</{tag}>\n"


def _list(tag: str, lines: Iterable[str]) -> str:
    listed = "".join(f"<li>{escape(line)}</li>\n" for line in lines)
    return f"<{tag}>\n{listed}</{tag}>\n" if listed else ""


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escape(title)}</summary>\n{content}</details>\n"
