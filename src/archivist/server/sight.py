"""Sights: everything that a page or another client needs to show a table to one seat, as plain values.

A sight is made from what the seat may know and from nothing else: hidden cards are there only as numbers, and nothing in
it (no order, no number, no length) depends on what they are. An onlooker has a sight as well, and no decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from archivist.cards import pool
from archivist.game import Game
from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.notation import sheets
from archivist.notation.narration import taken_apart, trace_line
from archivist.notation.seen import by_handle, cards_of, champion_of, health, objects_of, zone_of
from archivist.notation.wording import wording
from archivist.person import numbers
from archivist.person.menus import Menu, menu
from archivist.person.names import People, addressed, people_of
from archivist.person.numbers import Part
from archivist.person.onlooker import ONLOOKER, told_to, view_of
from archivist.person.telling import told
from archivist.person.why import uses, verdicts
from archivist.rules.catalogue import catalogue
from archivist.rules.legal_actions import prospects
from archivist.server.tiles import (
    Asked,
    Choosing,
    Deed,
    Fight,
    Holding,
    Line,
    Passes,
    Pile,
    Reasoned,
    Side,
    Sight,
    Stacked,
    Tile,
    Verdict,
)
from archivist.view import CardView, Forecast, ItemView, PlayerView, View, handle
from archivist.vocabulary.pending import Item

STATS: Final = ("power", "life", "level")


PRINTED: Final = ("elements", "kind", "cost", "currency", "speed", "text", "printed")


LOG: Final = 400
"""How many of the latest lines of the log a sight tells at most."""


def sight(
    game: Game,
    seat: Seat | None = None,
    *,
    since: int | None = None,
    forecast: bool = True,
    everything: bool = False,
) -> Sight:
    """The table as a seat sees it; without a seat, as an onlooker does, or with `everything`, hidden cards too.

    `since` is the event from which on news are told, none if it is not given. `forecast` works out what each play would
    cost and deal now, which takes some milliseconds.
    """
    who = ONLOOKER if seat is None else seat
    return _Drawing(game, who, since, forecast=forecast, everything=everything).sight()


class _Drawing:
    """Draws one table for one seat."""

    def __init__(self, game: Game, seat: Seat, since: int | None, *, forecast: bool, everything: bool) -> None:
        self.game = game
        self.seat = seat
        self.since = since
        self.sees: Seat | None = None if everything else seat
        self.view: View = _all_of(game) if everything else view_of(game, seat)
        self.state: State = game.state if everything else told_to(game, seat).state
        self.people: People = people_of(self.view)
        self.shown = by_handle(self.view)
        self.forecasts: Sequence[Forecast] = ()
        self.menu: Menu | None = None
        if self.view.decision is not None:
            self.forecasts = game.forecast(seat) if forecast else ()
            self.menu = menu(self.view, uses(game), self.forecasts)

    def sight(self) -> Sight:
        view = self.view
        names = tuple(player.name for player in view.players)
        first = 0 if self.seat == ONLOOKER else self.seat
        order = [*range(first + 1, len(names)), *range(first), first]
        return Sight(
            seat=view.seat,
            players=names,
            turn=view.turn,
            turn_player=view.turn_player,
            phase=view.phase,
            where=self._where(),
            acting=self._acting(),
            opportunity=view.opportunity,
            deciding=view.deciding,
            winner=view.winner,
            over=bool(view.winner),
            sides=tuple(self._side(view.players[each], each) for each in order),
            cards=self._tiles(),
            intent=tuple(card.handle for card in view.intent),
            stack=self._stack(),
            effects=tuple(
                Holding(each.text, each.source, self.people.belongs(each.controller), each.until, each.on)
                for each in view.effects
            ),
            asked=self._asked(),
            news=() if self.since is None else tuple(told(self.game, self.seat, self.since)),
            fight=self._fight(),
        )

    def _where(self) -> str:
        if self.view.turn == 0:
            return "Before the game"
        return f"Turn {self.view.turn}, {self.people.possessive(self.view.turn_player)} turn, {self.view.phase} phase"

    def _acting(self) -> str:
        if self.view.winner == "draw":
            return "the game is a draw"
        if self.view.winner:
            return self.people.does(self.view.winner, "win")
        if self.view.opportunity:
            return f"{self.people.does(self.view.opportunity, 'have')} Opportunity"
        return self.people.does(self.view.deciding, "decide") if self.view.deciding else ""

    # -- sides ---------------------------------------------------------------------------------------------------

    def _side(self, player: PlayerView, seat: Seat) -> Side:
        champion = champion_of(self.view, player)
        functions = (*((player.mastery,) if player.mastery is not None else ()), *player.statuses)
        return Side(
            name=player.name,
            seat=seat,
            called=self.people.called(player.name),
            own=seat == self.seat,
            level=player.level,
            elements=player.elements,
            champion="" if champion is None else champion.handle,
            health="" if champion is None else health(champion),
            objects=tuple(card.handle for card in objects_of(self.view, player)),
            functions=tuple(card.handle for card in functions),
            piles={
                name: Pile(zone.count, tuple(card.handle for card in zone.cards)) for name, zone in player.zones.items()
            },
            lost=player.lost,
            turn=player.name == self.view.turn_player,
            acting=player.name == (self.view.opportunity or self.view.deciding),
        )

    # -- cards ---------------------------------------------------------------------------------------------------

    def _tiles(self) -> dict[str, Tile]:
        deeds = self._deeds()
        return {card.handle: self._tile(card, tuple(deeds.get(card.handle, ()))) for card in cards_of(self.view)}

    def _tile(self, card: CardView, deeds: tuple[Deed, ...]) -> Tile:
        zone = zone_of(self.view, card.handle)
        on_table = zone in ("field", "intent", "stack")
        plain = Tile(
            handle=card.handle,
            name=card.name,
            zone=zone,
            owner=card.owner,
            controller=card.controller,
            face_up=card.face_up,
            token=card.token,
            rested=card.rested,
            power=card.power,
            life=card.life,
            level=card.level,
            why=self._why(card) if on_table else {},
            damage=card.damage,
            counters=card.counters,
            badges=card.properties,
            keywords=card.keywords,
            lineage=card.lineage,
            loaded=card.loaded,
            linked_to=card.linked_to if card.linked_to in self.shown else "",
            direction=card.direction,
            transformed=card.transformed,
            deeds=deeds,
        )
        return printed(plain, card.name, self._price(deeds), on_table=on_table)

    def _why(self, card: CardView) -> dict[str, tuple[Part, ...]]:
        """The numbers that are not simply what is printed, and why."""
        here = next(each for each in self.state.cards if handle(each) == card.handle)
        asked = [stat for stat in STATS if getattr(card, stat) is not None]
        found = {stat: tuple(numbers.parts(self.state, self.sees, here, stat)) for stat in asked}  # type: ignore[arg-type]
        return {stat: parts for stat, parts in found.items() if len(parts) > 1}

    def _price(self, deeds: Sequence[Deed]) -> str:
        """What the first play of a card costs now, such as ``1`` or ``2+`` where it may be more."""
        for deed in deeds:
            if self.forecasts and self.forecasts[deed.option].cost:
                forecast = self.forecasts[deed.option]
                amount, _, currency = forecast.cost[0].partition(" ")
                if currency in ("reserve", "memory") and amount.isdecimal():
                    return f"{amount}{'+' if forecast.varies else ''}"
        return ""

    def _deeds(self) -> dict[str, list[Deed]]:
        """What can be done with each card, by its handle; equal options of several cards are each their own."""
        asked = self.view.decision
        if asked is None or self.menu is None:
            return {}
        found: dict[str, list[Deed]] = {}
        for row in self.menu.rows:
            for option in row.options:
                if asked.handles[option] in self.shown:
                    text = row.text.partition(" (")[0] if len(row.options) > 1 else row.text
                    found.setdefault(asked.handles[option], []).append(Deed(option, text, row.aside))
        return found

    # -- the stack -----------------------------------------------------------------------------------------------

    def _stack(self) -> tuple[Stacked, ...]:
        items = list(reversed(self.state.stack))
        keys = {item.id: f"s{number}" for number, item in enumerate(reversed(items), 1)}
        return tuple(self._stacked(seen, item, keys) for seen, item in zip(self.view.stack, items, strict=True))

    def _stacked(self, seen: ItemView, item: Item, keys: dict[int, str]) -> Stacked:
        things = (thing for group in item.groups for thing in group.things if thing is not None)
        face = pool().get(seen.name) or pool().get(item.source.face)
        return Stacked(
            key=keys[item.id],
            name=seen.name,
            kind=seen.kind,
            controller=seen.controller,
            whose=self.people.possessive(seen.controller),
            text=() if face is None else tuple(wording(face)),
            copy=seen.copy,
            modes=seen.modes,
            targets=tuple(self.people.told(each) for each in seen.targets),
            at=tuple(at for thing in things if (at := self._at(thing, keys))),
            fizzles=seen.fizzles,
            counters=seen.counters,
        )

    def _at(self, thing: Thing, keys: dict[int, str]) -> str:
        """Where a target lies on the table; nothing if this seat cannot see it."""
        if thing.kind == "player":
            return f"player-{self.state.players[thing.id].name}"
        if thing.kind == "item":
            return keys.get(thing.id, "")
        card = self.state.current(thing)
        return handle(card) if card is not None and handle(card) in self.shown else ""

    def _fight(self) -> Fight | None:
        """The attack that is under way; all of it lies open."""
        blow, fight = prospects.dealt(self.state), self.state.combat
        if blow is None or fight is None or fight.attacker is None:
            return None
        attacker = self.state.current(fight.attacker)
        defenders = [card for thing in fight.defenders if (card := self.state.current(thing)) is not None]
        assert attacker is not None
        return Fight(
            handle(attacker),
            self._seen_name(attacker),
            tuple(handle(card) for card in defenders),
            tuple(self._seen_name(card) for card in defenders),
            tuple(card.face for card in blow.weapons),
            blow.damage,
        )

    def _seen_name(self, card: Card) -> str:
        found = self.shown.get(handle(card))
        return found.name if found is not None and found.name else "a face-down card"

    # -- the decision --------------------------------------------------------------------------------------------

    def _asked(self) -> Asked | None:
        asked, shown = self.view.decision, self.menu
        if asked is None or shown is None:
            return None
        rows = tuple(
            Choosing(row.key, row.text, row.aside, row.options, self._handle(row.options)) for row in shown.rows
        )
        passing = asked.options.index("pass") if asked.form == "act" and "pass" in asked.options else None
        stated = catalogue().get(asked.rule)
        return Asked(
            kind=asked.kind,
            form=asked.form,
            title=shown.title,
            how=shown.how,
            rule=asked.rule,
            statement="" if stated is None else stated.statement,
            rows=rows,
            names=asked.options if asked.form == "name" else (),
            least=asked.least,
            most=min(asked.most, len(asked.options)) if asked.form == "pick" else asked.most,
            total=asked.total,
            count=len(asked.options),
            allowed=tuple(each for (each,) in asked.sets) if asked.form == "number" else (),
            attempt=asked.attempt,
            asker=asked.asker,
            passing=passing,
            passes="" if passing is None else self._passes(),
            suggestion=shown.suggestion,
            suggested=shown.enter,
        )

    def _handle(self, options: Sequence[int]) -> str:
        asked = self.view.decision
        found = asked.handles[options[0]] if asked is not None and options else ""
        return found if found in self.shown else ""

    def _passes(self) -> Passes:
        view, asked = self.view, self.view.decision
        assert asked is not None
        if asked.kind != "opportunity":
            return "nothing"
        if view.stack:
            return "resolve"
        if view.phase == "combat" or view.turn_player != view.seat:
            return "go on"
        return "end phase"


def _all_of(game: Game) -> View:
    """Everything, for a judge or when the game is over; nobody decides anything there."""
    return replace(game.overview(log=0), decision=None)


def printed(tile: Tile, name: str, now: str = "", *, on_table: bool = False) -> Tile:
    """A tile with what is printed on the card of this name; the numbers that it has now stay."""
    plain = _plain(name)
    if plain is None:
        return tile
    known = {each: getattr(plain, each) for each in PRINTED}
    if on_table:
        return replace(tile, now=now or plain.cost, **known)
    beside = {each: getattr(plain, each) for each in (*STATS, "durability", "keywords")}
    return replace(tile, now=now or plain.cost, **known, **beside)


def plain_tile(name: str) -> Tile:
    """A card of the pool as it is printed, lying nowhere."""
    return printed(Tile("", name, "", "", ""), name)


@cache
def _plain(name: str) -> Tile | None:
    face = pool().get(name)
    if face is None:
        return None
    facts = sheets.facts(face)
    cost = face.cost.reserve if face.cost.reserve is not None else face.cost.memory
    currency = "reserve" if face.cost.reserve is not None else "memory"
    return Tile(
        "",
        name,
        "",
        "",
        "",
        elements=facts.elements,
        kind=" ".join((*facts.classes, *facts.types, *(("–", *facts.subtypes) if facts.subtypes else ()))),
        cost="" if cost is None else str(cost),
        currency="" if cost is None else currency,
        speed=facts.speed,
        text=tuple(wording(face)),
        power=face.power,
        life=face.life,
        level=face.level,
        durability=face.durability,
        printed={stat: value for stat in (*STATS, "durability") if (value := getattr(face, stat)) is not None},
        keywords=facts.keywords,
    )


def log(game: Game, seat: Seat | None = None, last: int | None = LOG, *, everything: bool = False) -> list[Line]:
    """What has happened, as far as a seat (or an onlooker) is told, each line with its rules; the latest `last` of it.

    With `everything` hidden cards are named, too.
    """
    who = ONLOOKER if seat is None else seat
    known = game if everything else told_to(game, who)
    people = People(tuple(player.name for player in known.state.players), who)
    hears = None if everything else who
    lines = (trace_line(event, people.narrated, hears) for event in known.events_since(0))
    told_apart = (taken_apart(line) for line in lines if line)
    found = [Line(number, addressed(text), rules) for number, (text, rules) in enumerate(told_apart, 1)]
    return found if last is None else found[-last:]


def events_of_lines(game: Game, seat: Seat | None) -> list[int]:
    """For each line of a seat's log, how many events there had been when it was told."""
    who = ONLOOKER if seat is None else seat
    known = told_to(game, who)
    names = [player.name for player in known.state.players]
    return [count for count, event in enumerate(known.events_since(0), 1) if trace_line(event, names, who)]


def why_not(game: Game, seat: Seat, card: str) -> list[Verdict]:
    """What a seat can do with a card that it sees, by its handle, and every reason why not; nothing if it sees no such card."""
    view, game = view_of(game, seat), game.as_told_to(seat)
    found = by_handle(view).get(card)
    if found is None or not found.name:
        return []
    return [
        Verdict(
            each.said,
            tuple(Reasoned(reason.why, tuple(reason.rules), _stated(reason.rules)) for reason in each.reasons),
        )
        for each in verdicts(game, seat, view, found)
    ]


def _stated(rules: Sequence[str]) -> str:
    found = catalogue().get(rules[0]) if rules else None
    return "" if found is None else found.statement
