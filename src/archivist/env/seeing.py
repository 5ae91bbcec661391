"""What a seat sees, as the rows of an observation. All of it comes from the seat's view, and from what it has answered so
far to the decision that is its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from archivist.env.answering import MORE, SLOTS, STOP, Answering
from archivist.env.encoding import CARDS, COUNTERS, ELEMENTS, ITEMS, KEYWORDS, OTHER, SEATS, STACK, STATES, Scene
from archivist.env.sheets import Row
from archivist.model.card import OWN_ZONES
from archivist.view import CardView, DecisionView, ItemView, PlayerView, View

PILES = ("graveyard", "banishment")
"""The zones that are told of last, as they grow without end."""
COPY = " (copy)"


def scene(view: View, making: Answering | None = None) -> Scene:
    """The rows of every table. `making` is the seat's own answer so far, if the decision is its own."""
    return Seeing(view, making).scene()


class Seeing:
    """One view on its way into rows."""

    def __init__(self, view: View, making: Answering | None) -> None:
        self.view = view
        self.making = making
        names = [player.name for player in view.players]
        own = names.index(view.seat)
        self.seats = {name: SEATS[(index - own) % len(names)] for index, name in enumerate(names)}
        self.players = [*view.players[own:], *view.players[:own]]
        cards = list(self._cards())
        self.left_out = max(len(cards) - CARDS, 0)
        self.cards = cards[:CARDS]
        self.rows = {card.handle: row for row, (_, card) in enumerate(self.cards, 1)}
        self.names = {card.handle: card.name for _, card in cards}

    def scene(self) -> Scene:
        asked = self.view.decision
        making = self.making
        return {
            "game": [self._game()],
            "players": [self._player(player) for player in self.players],
            "cards": [self._card(zone, card) for zone, card in self.cards],
            "stack": [self._item(item) for item in self.view.stack[:STACK]],
            "decision": [self._decision(asked, making)] if asked and making else [],
            "options": self._options(asked, making) if asked and making else [],
        }

    def _seat(self, name: str) -> str:
        return self.seats.get(name, "")

    # -- the table -----------------------------------------------------------------------------------------------

    def _game(self) -> dict[str, Any]:
        view = self.view
        return {
            "turn": view.turn,
            "phase": view.phase,
            "turn player": self._seat(view.turn_player),
            "opportunity": self._seat(view.opportunity),
            "deciding": self._seat(view.deciding),
            "winner": self._seat(view.winner),
            "players": len(view.players),
            "on the stack": len(view.stack),
            "lasting effects": len(view.effects),
            "left out": self.left_out,
        }

    def _player(self, player: PlayerView) -> dict[str, Any]:
        return {
            "in the game": True,
            "lost": player.lost,
            "level": player.level,
            "elements": ELEMENTS.of(player.elements),
            **{zone: player.zones[zone].count for zone in OWN_ZONES},
        }

    def _cards(self) -> Iterator[tuple[str, CardView]]:
        """Every card in sight with its zone: what matters most first."""
        view = self.view
        for zone, cards in (("field", view.field), ("intent", view.intent), ("stack", view.stack_cards)):
            yield from ((zone, card) for card in cards)
        for player in self.players:
            for zone in OWN_ZONES:
                if zone not in PILES:
                    yield from ((zone, card) for card in player.zones[zone].cards)
            if player.mastery is not None:
                yield "mastery", player.mastery
            yield from (("status", card) for card in player.statuses)
        for player in self.players:
            for zone in PILES:
                yield from ((zone, card) for card in player.zones[zone].cards)

    def _card(self, zone: str, card: CardView) -> dict[str, Any]:
        return {
            "card": card.name,
            "zone": zone,
            "owner": self._seat(card.owner),
            "controller": self._seat(card.controller),
            "face up": card.face_up,
            "token": card.token,
            "rested": card.rested,
            "transformed": card.transformed,
            "damage": card.damage,
            "power": card.power,
            "life": card.life,
            "level": card.level,
            "counters": COUNTERS.of(card.counters, OTHER),
            "keywords": KEYWORDS.of(card.keywords),
            "states": STATES.of(card.properties),
            "direction": card.direction,
            "cards beneath": len(card.lineage),
            "loaded": len(card.loaded),
            "linked to row": self.rows.get(card.linked_to, 0),
        }

    def _item(self, item: ItemView) -> dict[str, Any]:
        return {
            "card": item.name,
            "kind": item.kind,
            "controller": self._seat(item.controller),
            "copy": item.copy,
            "targets": len(item.targets),
            "modes": len(item.modes),
            "fizzles": bool(item.fizzles),
        }

    # -- the decision --------------------------------------------------------------------------------------------

    def _decision(self, asked: DecisionView, making: Answering) -> dict[str, Any]:
        return {
            "form": asked.form,
            "kind": asked.kind,
            "least": asked.least,
            "most": asked.most,
            "total": asked.total,
            "options": len(asked.options),
            "ordered": asked.ordered,
            "attempt": asked.attempt,
            "asker": asked.asker,
            "given": len(making.given),
            "page": making.page,
        }

    def _options(self, asked: DecisionView, making: Answering) -> list[Row]:
        """A row for each action: the options of this page, then stopping and going on to the next page."""
        legal = frozenset(making.actions())
        rows: list[Row] = []
        for slot in range(SLOTS):
            place = making.first + slot
            if place >= making.places:
                rows.append({})
            elif asked.form == "number":
                rows.append({"legal": slot in legal, "sort": "number", "number": making.value_of(place)})
            elif asked.form == "split":
                thing = self._option(asked, len(making.given))
                rows.append({**thing, "legal": slot in legal, "sort": "number", "number": making.value_of(place)})
            else:
                given = making.given.index(place) + 1 if place in making.given else 0
                rows.append({**self._option(asked, place), "legal": slot in legal, "given as": given})
        rows.append({"legal": True, "sort": "stop"} if STOP in legal else {})
        rows.append({"legal": True, "sort": "more"} if MORE in legal else {})
        return rows

    def _option(self, asked: DecisionView, place: int) -> dict[str, Any]:
        """What an option is, by its words and by the card that it speaks of."""
        text = asked.options[place]
        handle = asked.handles[place] if asked.handles else ""
        if asked.form == "name":
            return {"sort": "name", "card": text}
        if asked.form == "act":
            return self._action(text, handle)
        if handle:
            beneath = text.rsplit(" (", 1)[0]  # a card in a lineage is not in the view by itself
            return {"sort": "card", "card": self.names.get(handle, beneath), "card row": self.rows.get(handle, 0)}
        if text in ("yes", "no"):
            return {"sort": text}
        if text.startswith("player ") and text[7:] in self.seats:
            return {"sort": "player", "player": self._seat(text[7:])}
        if text.split(" of ")[0] in ITEMS:
            return {"sort": "item", **self._on_stack(asked, place)}
        return {"sort": "word", "number": place}

    def _action(self, text: str, handle: str) -> dict[str, Any]:
        sort = text.split(" ")[0]
        number = int(text.rsplit(" ", 1)[1]) if sort == "use" else 0
        row = self.rows.get(handle, 0)
        return {"sort": sort, "card": self.names.get(handle, ""), "card row": row, "number": number}

    def _on_stack(self, asked: DecisionView, place: int) -> dict[str, Any]:
        """Which thing on the stack an option speaks of: of equal ones, the first option speaks of the topmost."""
        text = asked.options[place]
        before = asked.options[:place].count(text)
        fitting = [
            row
            for row, item in enumerate(self.view.stack[:STACK], 1)
            if f"{item.kind} of {item.name}{COPY if item.copy else ''}" == text
        ]
        row = fitting[before] if before < len(fitting) else 0
        return {"stack row": row, "card": self.view.stack[row - 1].name if row else ""}
