"""This project's own engine behind the door through which scenarios are played with any engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

import msgspec

from archivist import __version__
from archivist.game import Game
from archivist.json_reader import JsonProblem, read_json
from archivist.model.card import FACE_DOWN, OWN_ZONES, Card, Seat, Thing, Way
from archivist.model.decision import ACTIONS, Concede
from archivist.model.errors import AnswerError, ArchivistError, EngineFault, GameOver, Illegal, shown, suggestion
from archivist.model.event import Event
from archivist.model.events import Opportunity
from archivist.model.state import State
from archivist.scenario.reading import read_text, start
from archivist.scenario.referee import FLAG_NAMES, NUMBER_NAMES, OWN, SET_NAMES
from archivist.scenario.wire import messages
from archivist.scenario.wire.messages import (
    PROTOCOL,
    Message,
    Refusal,
    action_of,
    answer_of,
    option_in_json,
    seat_of,
)
from archivist.vocabulary.pending import Combat, Item


def served(lines: Iterable[bytes]) -> Iterator[bytes]:
    """A reply for each line, until there are no more. What cannot be understood is answered with an error."""
    door = Door()
    for line in lines:
        try:
            request = read_json(line)
        except JsonProblem as problem:
            yield _encoded({"error": str(problem)})
            continue
        yield _encoded(door.replied(request))


def _encoded(reply: Message | dict[str, str]) -> bytes:
    return msgspec.json.encode(reply) + b"\n"


class Door:
    """The engine with the game that is being played, if one was set up."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._replies: dict[str, Callable[[dict[str, Any]], Message]] = {
            "hello": self._hello,
            "set up": self._set_up,
            "offer": self._offer,
            "answer": self._answer,
            "view": self._view,
            "card": self._card,
            "sees": self._sees,
            "log": self._log,
            "why not": self._why_not,
        }

    def replied(self, request: Any) -> Message | dict[str, str]:
        """The reply to a request, or what is wrong with it."""
        do = request.get("do") if isinstance(request, dict) else None
        if not isinstance(do, str) or do not in self._replies:
            known = suggestion(do, self._replies) if isinstance(do, str) else ""
            return {"error": f"there is no request {shown(do)}{known}"}
        try:
            return self._replies[do](request)
        except (ArchivistError, KeyError) as error:
            missing = f"{do!r} needs {error}" if isinstance(error, KeyError) else str(error)
            return {"error": missing}

    @property
    def game(self) -> Game:
        if self._game is None:
            raise EngineFault("no game is set up")
        return self._game

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.game.state.players)

    def _player(self, request: dict[str, Any], key: str = "player") -> Seat:
        return seat_of(request[key], self.players)

    def _numbered(self, number: Any) -> Card:
        cards = self.game.state.cards
        if type(number) is not int or not 0 <= number < len(cards):
            raise EngineFault(f"there is no card {number!r}; there are {len(cards)}")
        return cards[number]

    # -- playing -------------------------------------------------------------------------------------------------

    def _hello(self, request: dict[str, Any]) -> Message:
        return messages.Hello(PROTOCOL, f"archivist {__version__}")

    def _set_up(self, request: dict[str, Any]) -> Message:
        parts = {key: request[key] for key in ("cards", "setup", "seed") if key in request}
        self._game = start(read_text(json.dumps(parts), "set up", need_steps=False))
        return self._status()

    def _status(self, refused: tuple[Refusal, ...] = ()) -> messages.Status:
        game = self.game
        player = None if game.to_act is None else self.players[game.to_act]
        events = game.event_count + len(game.unfinished)
        return messages.Status(player, game.acting, game.over, events, refused)

    def _answer(self, request: dict[str, Any]) -> Message:
        """Carries an answer out. An action is tried even where it is not offered: refusals come where the rules refuse."""
        game, seat = self.game, self._player(request)
        answer = answer_of(request["answer"], seat)
        try:
            if isinstance(answer, Concede):
                game.concede(seat)
            elif isinstance(answer, ACTIONS):
                game.begin(answer, seat)
            else:
                game.answer(answer, seat)
        except Illegal as illegal:
            return self._status(_refused(illegal))
        except AnswerError as error:
            return msgspec.structs.replace(self._status(), unfit=str(error))
        except GameOver as error:
            return self._status((Refusal(error.rules, str(error)),))
        return self._status()

    def _offer(self, request: dict[str, Any]) -> Message:
        decision = self.game.decision
        if decision is None:
            return messages.Offered()
        incarnations = [card.incarnation for card in self.game.state.cards]
        options = tuple(option_in_json(each, self.players, incarnations) for each in decision.options)
        same = ("kind", "rules", "prompt", "form", "least", "most", "total", "card", "same", "sets", "sorts", "mixes")
        fields = {name: getattr(decision, name) for name in (*same, "ordered", "attempt")}
        return messages.Offered(messages.Offer(player=self.players[decision.player], options=options, **fields))

    def _why_not(self, request: dict[str, Any]) -> Message:
        seat, action = self._player(request), request["action"]
        if isinstance(action, dict) and action.get("do") == "retaliate":
            return self._retaliation(seat, action.get("card"))
        illegal = self.game.why_not(seat, action_of(action))
        return messages.WhyNot(() if illegal is None else _refused(illegal))

    def _retaliation(self, seat: Seat, card: Any) -> Message:
        now = OWN.could_retaliate(self.game, seat)
        if card is None:
            return messages.WhyNot(now=now)
        reason = OWN.why_not_retaliate(self.game, self._numbered(card).id)
        return messages.WhyNot((Refusal(reason.rules, reason.why),), now)

    # -- looking -------------------------------------------------------------------------------------------------

    def _view(self, request: dict[str, Any]) -> Message:
        return seen(self.game.state)

    def _card(self, request: dict[str, Any]) -> Message:
        game, card = self.game, self._numbered(request["card"])
        values: dict[str, Any] = {
            **{name.replace(" ", "_"): OWN.number(game, card, name) for name in NUMBER_NAMES},
            **{name.replace(" ", "_"): OWN.flag(game, card, name) for name in FLAG_NAMES},
            **{name: tuple(sorted(OWN.words(game, card, name))) for name in SET_NAMES},
        }
        ways: tuple[Way, ...] = get_args(Way)
        licences = {
            player.name: held
            for player in game.state.players
            if (held := tuple(way for way in ways if OWN.licensed(game, player.seat, card, way)))
        }
        return messages.Valued(
            **values,
            played_by=tuple(OWN.played_by(game, card)),
            abilities=tuple(messages.Able(each.aimed, each.itself) for each in OWN.abilities(game, card)),
            licences=licences,
        )

    def _sees(self, request: dict[str, Any]) -> Message:
        zone = request["zone"]
        if zone not in (*OWN_ZONES, "field", "intent"):
            raise EngineFault(f"there is no zone {zone!r}")
        return messages.Names(tuple(OWN.sees(self.game, self._player(request), self._player(request, "of"), zone)))

    def _log(self, request: dict[str, Any]) -> Message:
        game, since = self.game, request.get("since", 0)
        if type(since) is not int or since < 0:
            raise EngineFault("'since' must be a number, 0 or more")
        told = [*game.events_since(since), *game.unfinished[max(since - game.event_count, 0) :]]
        return messages.Log(tuple(_happened(each, self.players) for each in told))


def _refused(illegal: Illegal) -> tuple[Refusal, ...]:
    return tuple(Refusal(each.rules, each.why) for each in illegal.reasons)


def _happened(event: Event, players: tuple[str, ...]) -> messages.Happened:
    return messages.Happened(
        event.kind,
        event.rules,
        None if event.player is None else players[event.player],
        "" if event.subject is None else event.subject.name,
        event.phase if isinstance(event, Opportunity) else "",
    )


# -- the state as a view -----------------------------------------------------------------------------------------


def seen(state: State) -> messages.Seen:
    """Everything that lies anywhere, as a judge sees it."""
    names = [player.name for player in state.players]
    return messages.Seen(
        players=tuple(
            messages.Seated(
                player.name,
                player.champion,
                **{zone: state.zone(player.seat, zone) for zone in OWN_ZONES},
                mastery=player.mastery,
                statuses=player.statuses,
            )
            for player in state.players
        ),
        cards=tuple(_lying(card, names) for card in state.cards),
        turn=names[state.turn.player],
        turn_number=state.turn.number,
        phase=state.turn.phase,
        field=state.field,
        intent=state.intent,
        stack_cards=state.stack_cards,
        stack=tuple(_stacked(state, item, names) for item in state.stack),
        opportunity=None if state.opportunity is None else names[state.opportunity],
        winner=None if state.winner is None else names[state.winner],
        over=state.over,
        combat=None if state.combat is None else _fought(state, state.combat, names),
        made=state.named_ids,
    )


def _lying(card: Card, names: list[str]) -> messages.Lying:
    return messages.Lying(
        card.true_name,
        names[card.owner],
        card.zone,
        names[card.controller],
        card.rested,
        card.damage,
        card.counters,
        card.face_up,
        face_down=card.face == FACE_DOWN,
        preserved="preserved" in card.properties,
        direction=card.direction,
        lineage=card.lineage,
        loaded=card.loaded,
    )


def _stacked(state: State, item: Item, names: list[str]) -> messages.Stacked:
    name = state.cards[item.card].face if item.is_play else item.source.face
    return messages.Stacked(
        item.id, item.kind, names[item.controller], item.card, name, item.label, item.copy, item.counters
    )


def _fought(state: State, combat: Combat, names: list[str]) -> messages.Fought:
    def there(things: Iterable[Thing | None]) -> tuple[int, ...]:
        return tuple(each.id for each in things if each is not None and state.current(each) is not None)

    attacker = there((combat.attacker,))
    return messages.Fought(
        names[combat.player],
        attacker[0] if attacker else None,
        there(combat.defenders),
        there(combat.weapons),
        names[combat.defending] if combat.defending >= 0 else "",
        combat.cleave,
    )


__all__ = ["Door", "seen", "served"]
