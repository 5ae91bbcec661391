"""Amounts that measure something: what happened this turn, and the stats of all that fit a phrase.

``this turn(you materialize card)`` is how many cards you have materialized this turn, ``highest(power of ally you
control)`` the highest power among your allies; ``lowest`` and ``total`` are read in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from archivist.model import events
from archivist.model.event import Event, OfCard
from archivist.vocabulary.aspects import Aspect, Aspects, aspects
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import listed
from archivist.vocabulary.phrase import Mention

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker

Match = re.Match[str]
Reader = Callable[["Scene"], int]


class Deed(NamedTuple):
    """Something that is done in a turn: the events that are it, its words, and whether what it is done to does it.

    `property` is what the play must be, if that matters.
    """

    kind: type[OfCard]
    past: str
    own: bool
    property: str


DEEDS: Final[dict[str, Deed]] = {
    "activate": Deed(events.Activation, "activated", own=False, property=""),
    "materialize": Deed(events.Materialization, "materialized", own=False, property=""),
    "brew": Deed(events.Activation, "brewed", own=False, property="brewed"),
    "attack": Deed(events.Attack, "attacked", own=True, property=""),
    "die": Deed(events.Die, "died", own=True, property=""),
    "negate": Deed(events.Negated, "negated", own=False, property=""),
    "take damage": Deed(events.Damage, "took damage", own=True, property=""),
}
"""What a turn is asked for; an attack and a death are those of the things themselves."""

DOERS: Final = {
    "you": "you",
    "an opponent": "opponents",
    "anyone": "players",
    "that player": "that player",
}


_OWNERS: Final = {"you": " of yours", "an opponent": " of opponents", "anyone": "", "that player": " of that player"}
"""Whose things did it."""


def happened(scene: Scene, event: Event, doer: str, deed: Deed, kind: Filter) -> bool:
    """Whether an event is such a deed by such a player with something that fits."""
    if type(event) is not deed.kind or not isinstance(event, OfCard):
        return False
    who = event.by if isinstance(event, events.Negated) else event.player
    if doer == "you" and who != scene.you:
        return False
    if doer == "an opponent" and (who is None or who == scene.you):
        return False
    if doer == "that player" and who != scene.that_player():
        return False
    if deed.property and deed.property not in (event.card.played.properties if event.card.played else ()):
        return False
    if isinstance(event, events.Negated):
        return kind.fits_negated(scene, event)
    return kind.describes(scene, event.card)


class Measure(NamedTuple):
    """A form of an amount: how it is written, how it is read, what it looks at, and its words."""

    shown: str
    pattern: re.Pattern[str]
    read: Callable[[Match], Reader]
    depends: Callable[[Match], Aspects]
    words: Callable[[Match, Speaker], str]
    each: Callable[[Match, bool], str]
    """How "for each" speaks of one or of many; empty where it cannot."""
    mentions: Callable[[Match], tuple[Mention, ...]]


def _of_one(match: Match) -> Reader:
    stat, which = match[1], match[2]
    return lambda scene: scene.stat(which, stat) or 0


def _of_one_said(match: Match, speaker: Speaker) -> str:
    """``the power of that ally``; of something that is gone, ``the power that ally had``; of several things the total."""
    total = "total " if speaker.means_several(match[2]) else ""
    if match[2] in speaker.left:
        return f"the {total}{match[1]} {speaker.subject(match[2]).text} had"
    of = speaker.object(match[2])
    return f"its {match[1]}" if of == "it" else f"the {total}{match[1]} of {of}"


def lacks(text: str) -> Callable[[Scene], bool]:
    """Whether an amount is the number of one thing, and that thing is not there or has none: nothing compares to it."""
    match = OF_ONE.match(text)
    if match is None:
        return lambda _: False
    stat, which = match[1], match[2]
    return lambda scene: scene.stat(which, stat) is None


def _back(match: Match) -> tuple[Mention, ...]:
    """What a number of an earlier step's thing speaks of."""
    return (Mention("things", match[2][3:-1]),) if match[2].startswith("it") else ()


_ONE_OF: Final = {
    "target": aspects(Aspect.TARGETS),
    "chosen": aspects(Aspect.STEPS),
    "it": aspects(Aspect.STEPS),
    "that": aspects(Aspect.EVENT, Aspect.STEPS),
    "given": aspects(Aspect.PLAY),
    "gone": aspects(Aspect.STEPS),
    "revealed": aspects(Aspect.STEPS),
    "this": aspects(Aspect.PLAY),
}


def _of_revealed(match: Match) -> Reader:
    """The numbers of all cards that earlier steps revealed, together; what has none adds none (costs.4.7)."""
    stat = match[1]
    return lambda scene: sum(scene.stats_of_revealed(stat))


def _surplus(match: Match) -> Reader:
    """How many more of a kind somebody controls than you do; nothing if it is not more."""
    theirs = Filter(match[1])
    if theirs.controller != "that player controls":
        raise ValueError(f"a surplus is that of a player over you, of things that player controls: {match[1]!r}")
    yours = Filter(f"{theirs.whosever().text} you control")
    return lambda scene: max(0, scene.count(theirs) - scene.count(yours))


def _surplus_said(match: Match) -> str:
    kind = Filter(match[1])
    return f"how many more {kind.whosever().said(many=True)} {kind.controller.removesuffix(' controls')} controls than you do"


def _this_turn(match: Match) -> Reader:
    doer, deed, kind = match[1], DEEDS[match[2]], Filter(match[3])
    return lambda scene: sum(happened(scene, event, doer, deed, kind) for event in scene.state.this_turn)


def deed_said(match: Match, *, many: bool = True) -> str:
    """``cards you materialized this turn``, ``allies you control that died this turn``."""
    deed, kind = DEEDS[match[2]], Filter(match[3])
    done = f"that {deed.past}" if deed.own else f"{DOERS[match[1]]} {deed.past}"
    return f"{kind.said(many=many)}{_OWNERS[match[1]] if deed.own else ''} {done} this turn"


def deed_clause(match: Match, *, none: bool) -> str:
    """That it happened, or that it did not: ``an ally you control died this turn``, ``you brewed no card this turn``."""
    doer, deed, kind = match[1], DEEDS[match[2]], Filter(match[3])
    what = f"no {kind.said()}" if none else kind.one()
    if match[2] == "attack" and doer == "you":
        with_ = "" if kind.text == "unit" else f" with {kind.one()}"
        return f"you declared {'no' if none else 'an'} attack{with_} this turn"
    if deed.own:
        return f"{what}{_OWNERS[doer]} {deed.past} this turn"
    return f"{what} was {deed.past} this turn" if doer == "anyone" else f"{doer} {deed.past} {what} this turn"


def _stat(scene: Scene, stat: str, kind: Filter) -> list[int]:
    """The numbers of all that fit; what has no such number, or X, has none to compare (costs.4.7).

    Just the cost is that of whichever kind a card has (costs.1.1).
    """
    found = []
    for card in scene.public(kind):
        if stat in ("power", "life"):
            value: int | str | None = scene.power(card) if stat == "power" else scene.life(card)
        else:
            value = scene.printed_cost(card, "any" if stat == "cost" else stat.removesuffix(" cost"))
        if isinstance(value, int):
            found.append(value)
    return found


def _among(match: Match) -> Reader:
    which, stat, kind = match[1], match[2], Filter(match[3])
    if which == "total":
        return lambda scene: sum(_stat(scene, stat, kind))
    if which == "different":
        return lambda scene: len(set(_stat(scene, stat, kind)))
    pick = max if which == "highest" else min
    return lambda scene: pick(_stat(scene, stat, kind), default=0)


def _among_said(match: Match) -> str:
    if match[1] == "different":
        return f"the number of {_different(match, many=True)}"
    return f"the {match[1]} {match[2]} among {Filter(match[3]).said(many=True)}"


def _different(match: Match, *, many: bool) -> str:
    return f"different {match[2]}{'s' if many else ''} among {Filter(match[3]).said(many=True)}"


def _stat_aspects(match: Match) -> Aspects:
    read = aspects(Aspect.POWER) if match[2] in ("power", "life") else aspects(Aspect.PLAY)
    return Filter(match[3]).depends | read


def _of_phrase(match: Match) -> tuple[Mention, ...]:
    return Filter(match[3]).mentions()


THIS_TURN: Final = re.compile(rf"this turn\(({'|'.join(DOERS)}) ({'|'.join(DEEDS)}) (.+)\)$")
OF_ONE: Final = re.compile(
    r"(power|life|level|reserve cost|memory cost) of (this|that|target|chosen|given|gone|revealed|it(?:\([a-z ]+\))?)$"
)


def turn_forms() -> str:
    """What an amount of this turn can ask for, in words."""
    return f"this turn(WHO DEED ..), WHO being {listed(list(DOERS), 'or')}, and DEED {listed(list(DEEDS), 'or')}"


MEASURES: Final = (
    Measure(
        "STAT of REFERENCE",
        OF_ONE,
        _of_one,
        lambda match: _ONE_OF[match[2].partition("(")[0]] | {Aspect.POWER},
        lambda match, speaker: _of_one_said(match, speaker),
        lambda match, many: "",
        _back,
    ),
    Measure(
        "surplus(..)",
        re.compile(r"surplus\((.+)\)$"),
        _surplus,
        lambda match: Filter(match[1]).depends | {Aspect.CONTROL},
        lambda match, _: _surplus_said(match),
        lambda match, many: "",
        lambda match: Filter(match[1]).mentions(),
    ),
    Measure(
        "this turn(WHO DEED ..)",
        THIS_TURN,
        _this_turn,
        lambda match: Filter(match[3]).depends | {Aspect.HISTORY, Aspect.EVENT},
        lambda match, _: f"the number of {deed_said(match)}",
        lambda match, many: deed_said(match, many=many),
        _of_phrase,
    ),
    Measure(
        "total(STAT of revealed)",
        re.compile(r"total\((power|life|reserve cost|memory cost) of revealed\)$"),
        _of_revealed,
        lambda _: aspects(Aspect.STEPS, Aspect.POWER, Aspect.PLAY),
        lambda match, _: f"the total {match[1]} of the revealed cards",
        lambda match, many: "",
        lambda _: (),
    ),
    Measure(
        "highest(STAT of ..)",
        re.compile(r"(highest|lowest|total|different)\((power|life|reserve cost|memory cost|cost) of (.+)\)$"),
        _among,
        _stat_aspects,
        lambda match, _: _among_said(match),
        lambda match, many: _different(match, many=many) if match[1] == "different" else "",
        _of_phrase,
    ),
)


def measure_of(text: str) -> tuple[Measure, Match] | None:
    """The form in which an amount is written, and what was read there."""
    return next(((each, match) for each in MEASURES if (match := each.pattern.match(text))), None)
