"""The messages between the runner of scenarios and an engine: the replies, and how things and answers read in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec

from archivist.model.card import Seat, Thing, Way
from archivist.model.decision import (
    ACTIONS,
    Action,
    Answer,
    Attack,
    Concede,
    Decision,
    Form,
    Option,
    Pass,
    Play,
    Return,
    Use,
)
from archivist.model.errors import EngineFault, Illegal, Reason

PROTOCOL = 1
"""The version of the protocol; what does not understand it says so to `hello`."""
WAYS: tuple[Way, ...] = get_args(Way)


class Message(msgspec.Struct, frozen=True, omit_defaults=True, rename=lambda name: name.rstrip("_").replace("_", " ")):
    """A reply of an engine. Fields of two words have a space in JSON; what an engine adds is ignored."""


class Hello(Message, frozen=True):
    """The reply to `hello`."""

    protocol: int
    engine: str = ""


class Refusal(Message, frozen=True):
    """One objection to an action or answer."""

    rules: tuple[str, ...]
    why: str = ""


class Status(Message, frozen=True):
    """Where the game stands, after `set up` and `answer`: who must decide, and how many events there have been.

    `acting` says that this is about acting or passing, with nothing under way. `refused` has the objections to an
    action or answer that the rules refuse; then nothing is left of the play that it belonged to. `unfit` says why an
    answer is none to what is asked; then the same is still asked. `unsupported` says why the engine cannot play a set-up
    at all.
    """

    player: str | None = None
    acting: bool = False
    over: bool = False
    events: int = 0
    refused: tuple[Refusal, ...] = ()
    unfit: str = ""
    unsupported: str = ""


class Offer(Message, frozen=True):
    """What must be decided; see `Decision` for the meaning of each field."""

    player: str
    kind: str
    rules: tuple[str, ...]
    prompt: str = ""
    form: Form = "pick"
    options: tuple[Any, ...] = ()
    least: int = 1
    most: int = 1
    total: int = 0
    card: int | None = None
    same: tuple[tuple[int, ...], ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    sorts: tuple[int, ...] = ()
    mixes: tuple[tuple[int, ...], ...] = ()
    ordered: bool = False
    attempt: bool = False


class Offered(Message, frozen=True):
    """The reply to `offer`; null if the game is over."""

    decision: Offer | None = None


class Lying(Message, frozen=True):
    """A card where it lies. Its number is its place in the list of all cards."""

    name: str
    owner: str
    zone: str
    controller: str = ""
    rested: bool = False
    damage: int = 0
    counters: dict[str, int] = {}
    face_up: bool = False
    face_down: bool = False
    preserved: bool = False
    direction: str = ""
    lineage: tuple[int, ...] = ()
    loaded: tuple[int, ...] = ()


class Seated(Message, frozen=True):
    """A player and the zones that are theirs, each in its order, the deck from the top."""

    name: str
    champion: int | None = None
    hand: tuple[int, ...] = ()
    memory: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    material: tuple[int, ...] = ()
    graveyard: tuple[int, ...] = ()
    banishment: tuple[int, ...] = ()
    pantheon: tuple[int, ...] = ()
    mastery: int | None = None
    statuses: tuple[int, ...] = ()


class Stacked(Message, frozen=True):
    """Something on the stack, the bottom one first: an instance of `card`, or an ability that goes by a name."""

    id: int
    kind: Literal["activation", "materialization", "bestowment", "ability", "trigger"]
    controller: str
    card: int
    name: str
    label: str = ""
    copy: bool = False
    counters: dict[str, int] = {}


class Fought(Message, frozen=True):
    """The combat under way."""

    player: str
    attacker: int | None = None
    defenders: tuple[int, ...] = ()
    weapons: tuple[int, ...] = ()
    defending: str = ""
    cleave: bool = False


class Seen(Message, frozen=True):
    """The reply to `view`: everything, as a judge sees it. `made` counts the items that have been on the stack."""

    players: tuple[Seated, ...]
    cards: tuple[Lying, ...]
    turn: str
    turn_number: int
    phase: str
    field: tuple[int, ...] = ()
    intent: tuple[int, ...] = ()
    stack_cards: tuple[int, ...] = ()
    stack: tuple[Stacked, ...] = ()
    opportunity: str | None = None
    winner: str | None = None
    over: bool = False
    combat: Fought | None = None
    made: int = 0


class Able(Message, frozen=True):
    """An activated ability: whether it has targets or modes, and the costs that its object pays with itself."""

    aimed: bool = False
    itself: tuple[str, ...] = ()


class Valued(Message, frozen=True):
    """The reply to `card`: what a card is now, what it can do, and how each player may play it from where it lies."""

    damage: int | None = None
    power: int | None = None
    life: int | None = None
    level: int | None = None
    base_level: int | None = None
    durability: int | None = None
    rested: bool = False
    token: bool = False
    transformed: bool = False
    face_up: bool = False
    keywords: tuple[str, ...] = ()
    played_by: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    abilities: tuple[Able, ...] = ()
    licences: dict[str, tuple[Way, ...]] = {}


class Happened(Message, frozen=True):
    """One event, with the rules that it applies."""

    kind: str
    rules: tuple[str, ...] = ()
    player: str | None = None
    name: str = ""
    phase: str = ""


class Log(Message, frozen=True):
    """The reply to `log`: the events after the first so many."""

    events: tuple[Happened, ...] = ()


class Names(Message, frozen=True):
    """The reply to `sees`: the names that a player may read in a zone."""

    names: tuple[str, ...] = ()


class WhyNot(Message, frozen=True):
    """The reply to `why not`; no objection means that it is legal.

    `now` is for retaliation: whether this is the time to declare it.
    """

    refused: tuple[Refusal, ...] = ()
    now: bool = False


# -- words -------------------------------------------------------------------------------------------------------


def option_in_json(option: Option, players: Sequence[str], incarnations: Sequence[int]) -> Any:
    """A thing, an action, a number or a label; a card that is yet to come to where it is meant is marked so."""
    match option:
        case Thing(kind="card", id=number, incarnation=incarnation):
            return {"card": number, "to come": True} if incarnation > incarnations[number] else {"card": number}
        case Thing(kind="player", id=seat):
            return {"player": players[seat]}
        case Thing(id=number):
            return {"item": number}
        case int() | str():
            return option
    return answer_in_json(option)


def answer_in_json(answer: Answer) -> Any:
    """An action, numbers or a name."""
    match answer:
        case Pass():
            return {"do": "pass"}
        case Concede():
            return {"do": "concede"}
        case Play(way=way, card=card):
            return {"do": way, "card": card}
        case Use(card=card, ability=ability):
            return {"do": "ability", "card": card, "ability": ability}
        case Attack(unit=card):
            return {"do": "attack", "card": card}
        case Return(card=card):
            return {"do": "return", "card": card}
    return answer


def answer_of(said: Any, seat: Seat) -> Answer:
    """The answer that JSON means. Raises EngineFault where it means none."""
    if isinstance(said, str):
        return said
    if isinstance(said, list) and all(type(each) is int for each in said):
        return tuple(said)
    if said == {"do": "concede"}:
        return Concede(seat)
    return action_of(said)


def action_of(said: Any) -> Action:
    """The action that JSON means. Raises EngineFault where it means none."""
    if isinstance(said, dict):
        do, card = said.get("do"), said.get("card")
        if do == "pass":
            return Pass()
        if type(card) is int and card >= 0:
            ability = said.get("ability", 0)
            if do == "ability" and type(ability) is int and ability >= 0:
                return Use(card, ability)
            if do == "attack":
                return Attack(card)
            if do == "return":
                return Return(card)
            for way in WAYS:
                if do == way:
                    return Play(way, card)
    raise EngineFault(f"this is not an action: {_short(said)}")


def option_of(said: Any, players: Sequence[str]) -> Option:
    """The option that JSON means. Raises EngineFault where it means none."""
    if isinstance(said, str) or type(said) is int:
        return said
    if isinstance(said, dict) and "do" in said:
        return action_of(said)
    if isinstance(said, dict):
        if type(said.get("card")) is int:
            return Thing("card", said["card"], 1 if said.get("to come") is True else 0)
        if type(said.get("item")) is int:
            return Thing("item", said["item"])
        if said.get("player") in players:
            return Thing("player", players.index(said["player"]))
    raise EngineFault(f"this is not an option: {_short(said)}")


def decision_of(offer: Offer, players: Sequence[str]) -> Decision:
    """The decision that an engine offers. Raises EngineFault where it makes no sense."""
    options = tuple(option_of(each, players) for each in offer.options)
    for group in (*offer.same, *(offer.sets if offer.form != "number" else ())):
        if any(not 0 <= each < len(options) for each in group):
            raise EngineFault(f"a decision has {len(options)} options but refers to {list(group)}")
    if offer.mixes and len(offer.sorts) != len(options):
        raise EngineFault(f"a decision has {len(options)} options but {len(offer.sorts)} sorts")
    if not offer.rules:
        raise EngineFault("a decision names no rule")
    if offer.form == "act" and not all(isinstance(each, ACTIONS) for each in options):
        raise EngineFault("a decision to act has options that are not actions")
    decision = Decision(
        seat_of(offer.player, players),
        offer.kind,
        offer.rules,
        offer.prompt,
        offer.form,
        options,
        offer.least,
        offer.most,
        offer.total,
        offer.card,
        offer.same,
        offer.sets,
        offer.sorts,
        offer.mixes,
        offer.ordered,
        offer.attempt,
    )
    if next(decision.answers(), None) is None:
        raise EngineFault(f"a decision of the form {offer.form!r} has no legal answer")
    return decision


def seat_of(player: str, players: Sequence[str]) -> Seat:
    if player not in players:
        raise EngineFault(f"there is no player {player!r}; there are {', '.join(players)}")
    return players.index(player)


def illegal_of(refused: Sequence[Refusal]) -> Illegal:
    """A refusal by an engine, with all its objections."""
    return Illegal(*map(reason_of, refused))


def reason_of(refusal: Refusal) -> Reason:
    if not refusal.rules:
        raise EngineFault(f"a refusal names no rule: {refusal.why}")
    return Reason(refusal.rules, refusal.why or "it is refused")


def _short(said: object) -> str:
    text = msgspec.json.encode(said).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
