"""A game that another engine plays: it does for the runner of scenarios what `Game` and its referee do.

The engine need not be able to go back. A copy of a game is the list of its answers; where a copy is gone on with, the
engine sets the scenario up once more and is given these answers again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from archivist.cards import Pool
from archivist.model.card import FACE_DOWN, Card, Player, Seat, Thing, Way
from archivist.model.decision import ACTIONS, Action, Answer, Concede, Decision, Pass
from archivist.model.errors import AnswerError, EngineFault, GameOver, Illegal, Reason
from archivist.model.event import Event, Named, Told
from archivist.model.events import Attack, Cost, NoOptionalCost, NotPossible, Opportunity, Targets, Trigger
from archivist.model.state import State
from archivist.notation.playing import Ability, Playing
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.scenario.reading import Scenario
from archivist.scenario.shown import Shown
from archivist.scenario.table import Table
from archivist.scenario.wire import messages
from archivist.scenario.wire.messages import answer_in_json, decision_of, illegal_of, reason_of, seat_of
from archivist.scenario.wire.process import Line, M
from archivist.vocabulary.pending import Combat, Item, Turn
from archivist.yaml_reader import read_yaml


class Unsupported(Exception):
    """The engine says that it cannot play a scenario; the reason is its text."""


class RemoteGame:
    """A game that an engine plays. Everything is asked when it is needed, and kept until the next answer."""

    def __init__(self, engine: Line, request: dict[str, Any], pool: Pool, players: Sequence[str]) -> None:
        """Sets a game up. Raises Unsupported if the engine cannot."""
        self._engine = engine
        self._request = request
        self._pool = pool
        self._players = tuple(players)
        self._given: tuple[tuple[Seat, Answer], ...] = ()
        self._acted = 0
        self._set_up()

    # -- the engine ----------------------------------------------------------------------------------------------

    def ask(self, reply: type[M], request: dict[str, Any]) -> M:
        """Asks the engine about this game, which it is playing then."""
        if self._engine.holder is not self:
            self._set_up()
        return self._engine.ask(reply, request)

    def _set_up(self) -> None:
        """Has the engine play this game from its set-up to where it stands."""
        self._engine.holder = self
        status = self._engine.ask(messages.Status, self._request)
        if status.unsupported:
            raise Unsupported(status.unsupported)
        for seat, answer in self._given:
            status = self._engine.ask(messages.Status, self._request_of(seat, answer))
            if status.refused or status.unfit:
                raise EngineFault("the engine refuses an answer that it accepted before, after the same set-up")
        self._stands(status)

    def _request_of(self, seat: Seat, answer: Answer) -> dict[str, Any]:
        return {"do": "answer", "player": self._players[seat], "answer": answer_in_json(answer)}

    def _stands(self, status: messages.Status) -> None:
        self._status = status
        self._decision: Decision | None = None
        self._state: State | None = None
        self._log: list[Event] | None = None
        self._values: dict[int, messages.Valued] = {}
        if status.acting:
            self._acted = len(self._given)

    def _give(self, seat: Seat, answer: Answer) -> None:
        if self.over:
            raise GameOver("the game is over; nothing is left to decide")
        status = self.ask(messages.Status, self._request_of(seat, answer))
        if status.unfit:
            raise AnswerError(status.unfit)
        if status.refused:
            self._given = self._given[: self._acted if status.acting else self._before_play(answer)]
            self._stands(status)
            raise illegal_of(status.refused)
        self._given = (*self._given, (seat, answer))
        self._stands(status)

    def _before_play(self, refused: Answer) -> int:
        """How many answers still stand where an effect has asked for a play, and it is refused at one of its answers."""
        last = len(self._given)
        while not isinstance(refused, ACTIONS) and last > self._acted:
            last -= 1
            refused = self._given[last][1]
        return last

    # -- as the runner uses a game -------------------------------------------------------------------------------

    @property
    def acting(self) -> bool:
        return self._status.acting and not self._status.over

    @property
    def over(self) -> bool:
        return self._status.over

    @property
    def to_act(self) -> Seat | None:
        player = self._status.player
        return None if player is None or self.over else seat_of(player, self._players)

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(answer for _, answer in self._given[self._acted :])

    @property
    def decision(self) -> Decision | None:
        if self._decision is None and not self.over:
            offer = self.ask(messages.Offered, {"do": "offer"}).decision
            if offer is None:
                raise EngineFault("the game is not over, but nobody has to decide")
            self._decision = decision_of(offer, self._players)
            if self.acting and self._decision.form != "act":
                raise EngineFault(f"a player can act, but the decision has the form {self._decision.form!r}")
            _check_numbers(self._decision, self.state)
        return self._decision

    @property
    def state(self) -> State:
        if self._state is None:
            self._state = state_of(self.ask(messages.Seen, {"do": "view"}), self._pool)
            if tuple(each.name for each in self._state.players) != self._players:
                raise EngineFault(f"the players of the view are not {', '.join(self._players)}")
        return self._state

    @property
    def checkpoint(self) -> State:
        before = self.copy()
        before.cancel()
        return before.state

    @property
    def event_count(self) -> int:
        return self._status.events

    @property
    def unfinished(self) -> list[Event]:
        return []

    @property
    def events(self) -> list[Event]:
        if self._log is None:
            told = self.ask(messages.Log, {"do": "log", "since": 0}).events
            if len(told) != self._status.events:
                raise EngineFault(f"there are {self._status.events} events, but the log has {len(told)}")
            self._log = [event_of(each, self._players) for each in told]
        return self._log

    def events_since(self, count: int) -> list[Event]:
        return self.events[count:] if count < self.event_count else []

    def begin(self, action: Action, player: Seat) -> None:
        self._give(player, action)

    def answer(self, answer: Answer, player: Seat) -> None:
        self._give(player, answer)

    def concede(self, player: Seat) -> None:
        self._give(player, Concede(player))

    def cancel(self) -> None:
        """Goes back to where a player could last act."""
        self._given = self._given[: self._acted]
        self._set_up()

    def copy(self) -> RemoteGame:
        other = RemoteGame.__new__(RemoteGame)
        other.__dict__.update(self.__dict__)
        other._values = dict(self._values)
        return other

    def why_not(self, player: Seat, action: Action) -> Illegal | None:
        request = {"do": "why not", "player": self._players[player], "action": answer_in_json(action)}
        refused = self.ask(messages.WhyNot, request).refused
        return illegal_of(refused) if refused else None

    # -- as the referee uses it ----------------------------------------------------------------------------------

    def values(self, card: Card) -> messages.Valued:
        """What a card is now."""
        found = self._values.get(card.id)
        if found is None:
            found = self._values[card.id] = self.ask(messages.Valued, {"do": "card", "card": card.id})
        return found

    def sees(self, viewer: Seat, seat: Seat, zone: str) -> list[str]:
        request = {"do": "sees", "player": self._players[viewer], "of": self._players[seat], "zone": zone}
        return list(self.ask(messages.Names, request).names)

    def retaliation(self, player: Seat, number: int | None) -> messages.WhyNot:
        """Why a unit cannot retaliate now, and whether this is the time at all."""
        action = {"do": "retaliate", **({} if number is None else {"card": number})}
        return self.ask(messages.WhyNot, {"do": "why not", "player": self._players[player], "action": action})


def _remote(game: Playing) -> RemoteGame:
    assert isinstance(game, RemoteGame)
    return game


class RemoteReferee:
    """What the rules of another engine say: everything is asked of the engine."""

    def abilities(self, game: Playing, card: Card) -> Sequence[Ability]:
        return [Ability(each.aimed, each.itself) for each in _remote(game).values(card).abilities]

    def licensed(self, game: Playing, seat: Seat, card: Card, way: Way) -> bool:
        return way in _remote(game).values(card).licences.get(game.state.players[seat].name, ())

    def allowed(self, game: Playing, seat: Seat, action: Action) -> bool:
        asked = game.decision
        return asked is not None and asked.player == seat and action in asked.options

    def flag(self, game: Playing, card: Card, name: str) -> bool:
        found = getattr(_remote(game).values(card), name.replace(" ", "_"))
        assert isinstance(found, bool)
        return found

    def number(self, game: Playing, card: Card, name: str) -> int | None:
        found: int | None = getattr(_remote(game).values(card), name.replace(" ", "_"))
        return found

    def words(self, game: Playing, card: Card, name: str) -> Collection[str]:
        found: tuple[str, ...] = getattr(_remote(game).values(card), name)
        return found

    def played_by(self, game: Playing, card: Card) -> Collection[str]:
        return _remote(game).values(card).played_by

    def sees(self, game: Playing, viewer: Seat, seat: Seat, zone: str) -> list[str]:
        return _remote(game).sees(viewer, seat, zone)

    def must_act(self, game: Playing, seat: Seat) -> bool:
        asked = game.decision
        return asked is not None and Pass() not in asked.options

    def could_retaliate(self, game: Playing, seat: Seat) -> bool:
        return _remote(game).retaliation(seat, None).now

    def why_not_retaliate(self, game: Playing, number: int) -> Reason:
        refused = _remote(game).retaliation(game.state.cards[number].controller, number).refused
        if not refused:
            raise EngineFault("nobody is asked to retaliate, but the engine says that the unit can")
        return reason_of(refused[0])


class Unmeasured(Shown):
    """Which rules a run shows is measured of this project's own engine only."""

    def asked(self, game: Playing, asked: Decision | None) -> None:
        pass

    def allowed(self, game: Playing, seat: Seat, action: Action) -> None:
        pass

    def read(self, state: State, card: Card, names: Iterable[str]) -> None:
        pass

    def all(self, game: Playing) -> tuple[str, ...]:
        return ()


class RemoteTable(Table):
    """A scenario that is played with another engine."""

    def __init__(self, scenario: Scenario, engine: Line) -> None:
        players = [player.name for player in scenario.position.players]
        game = RemoteGame(engine, set_up(scenario), scenario.pool, players)
        super().__init__(scenario, game, RemoteReferee(), Unmeasured())

    def line_of(self, event: Event) -> str:
        return ""


def set_up(scenario: Scenario) -> dict[str, Any]:
    """The request that sets a scenario up: what its file says, without the steps."""
    parts = read_yaml(scenario.text)
    assert isinstance(parts, dict)
    given = {key: parts[key] for key in ("cards", "setup", "seed") if key in parts}
    return {"do": "set up", "title": scenario.title, **given}


# -- the view of an engine as a state ----------------------------------------------------------------------------


def state_of(seen: messages.Seen, pool: Pool) -> State:
    """A position as an engine tells it. Raises EngineFault where it names cards or players that are not there."""
    names = tuple(each.name for each in seen.players)
    count = len(seen.cards)
    players = [
        Player(
            seat,
            each.name,
            champion=None if each.champion is None else _number(each.champion, count),
            hand=_numbers(each.hand, count),
            memory=_numbers(each.memory, count),
            deck=_numbers(each.deck, count),
            material=_numbers(each.material, count),
            graveyard=_numbers(each.graveyard, count),
            banishment=_numbers(each.banishment, count),
            pantheon=_numbers(each.pantheon, count),
            mastery=None if each.mastery is None else _number(each.mastery, count),
            statuses=_numbers(each.statuses, count),
        )
        for seat, each in enumerate(seen.players)
    ]
    turn = Turn(seat_of(seen.turn, names), seen.turn_number, seen.phase, "")
    state = State(pool, players, turn, 0, "", Evaluation())
    state.cards = [_card(number, each, names, pool, count) for number, each in enumerate(seen.cards)]
    state.field = _numbers(seen.field, count)
    state.intent = _numbers(seen.intent, count)
    state.stack_cards = _numbers(seen.stack_cards, count)
    state.stack = tuple(_item(each, names, pool, count) for each in seen.stack)
    state.opportunity = None if seen.opportunity is None else seat_of(seen.opportunity, names)
    state.over = seen.over
    state.winner = None if seen.winner is None else seat_of(seen.winner, names)
    state.combat = None if seen.combat is None else _combat(seen.combat, names, count)
    state.named_ids = seen.made
    return state


def _number(number: int, count: int) -> int:
    if not 0 <= number < count:
        raise EngineFault(f"there is no card {number}; there are {count}")
    return number


def _numbers(numbers: Sequence[int], count: int) -> tuple[int, ...]:
    return tuple(_number(each, count) for each in numbers)


def _named(name: str, pool: Pool) -> str:
    if name not in pool:
        raise EngineFault(f"no card is named {name!r}")
    return name


def _card(number: int, each: messages.Lying, names: Sequence[str], pool: Pool, count: int) -> Card:
    owner = seat_of(each.owner, names)
    name = _named(each.name, pool)
    return Card(
        number,
        FACE_DOWN if each.face_down else name,
        owner,
        seat_of(each.controller, names) if each.controller else owner,
        each.zone,
        beneath=name if each.face_down else "",
        rested=each.rested,
        damage=each.damage,
        counters=each.counters,
        face_up=each.face_up,
        properties=("preserved",) if each.preserved else (),
        direction=each.direction,
        lineage=_numbers(each.lineage, count),
        loaded=_numbers(each.loaded, count),
    )


def _item(each: messages.Stacked, names: Sequence[str], pool: Pool, count: int) -> Item:
    seat = seat_of(each.controller, names)
    card = _number(each.card, count)
    source = Card(card, _named(each.name, pool), seat, seat, "none")
    return Item(each.id, each.kind, seat, card, source, (), 0, copy=each.copy, counters=each.counters, label=each.label)


def _combat(each: messages.Fought, names: Sequence[str], count: int) -> Combat:
    def things(numbers: Sequence[int]) -> tuple[Thing, ...]:
        return tuple(Thing("card", number) for number in _numbers(numbers, count))

    return Combat(
        seat_of(each.player, names),
        None if each.attacker is None else Thing("card", _number(each.attacker, count)),
        things(each.defenders),
        weapons=things(each.weapons),
        defending=seat_of(each.defending, names) if each.defending else -1,
        cleave=each.cleave,
    )


def _check_numbers(decision: Decision, state: State) -> None:
    """Raises EngineFault where a decision speaks of cards that are not there."""
    for option in decision.options:
        number = getattr(option, "card", getattr(option, "unit", None))
        if isinstance(option, Thing) and option.kind == "card":
            number = option.id
        if isinstance(number, int):
            _number(number, len(state.cards))
    if decision.card is not None:
        _number(decision.card, len(state.cards))


def event_of(told: messages.Happened, players: Sequence[str]) -> Event:
    """An event as the runner reads it; of most kinds only the rules count."""
    seat = None if told.player is None else seat_of(told.player, players)
    named = Named(told.name) if told.name else None
    match told.kind:
        case "opportunity":
            return Opportunity(told.rules, seat, phase=told.phase)
        case "trigger":
            return Trigger(told.rules, seat, named)
        case "targets":
            return Targets(told.rules, seat)
        case "not possible":
            return NotPossible(told.rules, seat)
        case "no optional cost":
            return NoOptionalCost(told.rules, seat)
        case "attack":
            return Attack(told.rules, seat, card=Card(0, FACE_DOWN, 0, 0, "none"))
        case "cost":
            return Cost(told.rules, seat, amount=0, currency="")
    return Told(told.rules, seat)


__all__ = ["RemoteGame", "RemoteReferee", "RemoteTable", "Unsupported", "event_of", "set_up", "state_of"]
