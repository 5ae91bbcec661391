"""The forms of conditions with numbers or names in them: each with its test, the aspects that it looks at, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from archivist.model.errors import suggestion
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.aspects import NOTHING, Aspect, Aspects, aspects
from archivist.vocabulary.condition_words import (
    attacker_said,
    compare_said,
    controlled_said,
    is_said,
    kind_of,
    number_of,
    sacrificed_said,
    there_said,
)
from archivist.vocabulary.deed_conditions import activated_from, all_are, entered, given_up, sacrificed, used
from archivist.vocabulary.filters import Filter, lying
from archivist.vocabulary.grammar import third
from archivist.vocabulary.measures import OF_ONE, lacks
from archivist.vocabulary.opponent_conditions import (
    at_most,
    more_than_opponents,
    opponent_controls,
    opponent_controls_few,
    opponent_controls_more,
    opponent_has,
    opponent_has_few,
)
from archivist.vocabulary.phrase import Mention
from archivist.vocabulary.plain_conditions import PLAIN, Test
from archivist.vocabulary.words import DIRECTIONS, ELEMENTS, LIMITING_PHASES, SHEEN_MASTERY

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker

Match = re.Match[str]
_WATER: Final = Filter("water card in your graveyard")


class Form(NamedTuple):
    """A condition with numbers or names in it: how it is written, its test, what it looks at, and its words."""

    shown: str
    pattern: re.Pattern[str]
    test: Callable[[Match], Test]
    depends: Callable[[Match], Aspects]
    words: Callable[[Match, Speaker], str]
    mentions: Callable[[Match], tuple[Mention, ...]] = lambda _: ()


def _restriction(test: Test) -> Test:
    """A restriction is read for whoever played the card, also in a copy of its activation (abilities.5.6)."""
    return lambda scene: test(scene.as_played())


def _level(match: Match) -> Test:
    """Level N+ reads LV (keywords.level-restriction, abilities.5.5.level)."""
    level = int(match[1])
    return _restriction(lambda scene: scene.level(scene.you) >= level)


def _base_level(match: Match) -> Test:
    level = int(match[1])
    return lambda scene: scene.base_level(scene.you) >= level


def _damage(match: Match) -> Test:
    """So much damage on your champion (abilities.5.5.damage)."""
    damage = int(match[1])
    return _restriction(lambda scene: scene.champion_damage() >= damage)


def _memory(match: Match) -> Test:
    """So many cards in your memory (keywords.memory, abilities.5.5.memory)."""
    memory = int(match[1])
    return _restriction(lambda scene: len(scene.state.players[scene.you].memory) >= memory)


def _deluge(match: Match) -> Test:
    """So many water cards in your graveyard (keywords.deluge)."""
    water = int(match[1])
    return lambda scene: scene.count(_WATER) >= water


def _sheen(match: Match) -> Test:
    """So many sheen counters on your own Fractured Memories (abilities.5.5.sheen)."""
    sheen = int(match[1])
    return _restriction(lambda scene: scene.counters("sheen", "mastery", SHEEN_MASTERY) >= sheen)


def _faces(match: Match) -> Test:
    mastery, direction = match[1], match[2]
    return lambda scene: scene.direction(mastery) == direction


def _turned(match: Match) -> Test:
    """The step before changed the direction of your mastery, from one to another."""
    before, after = match[1], match[2]
    return lambda scene: scene.done and scene.last_turn() == (before, after)


def _bonus(match: Match) -> Test:
    """Your champion's name without its title is this one (abilities.5.5.name-bonus)."""
    name = match[1]
    return _restriction(lambda scene: scene.lineage_name() == name)


def _element(match: Match) -> str:
    if match[1] not in ELEMENTS:
        raise ValueError(f"unknown element {match[1]!r}{suggestion(match[1], ELEMENTS)}")
    return match[1]


def _opposing(match: Match) -> Test:
    element = _element(match)
    return lambda scene: scene.opposing_element(element)


def _beneath(match: Match) -> Test:
    element = _element(match)
    return lambda scene: scene.element_beneath(element)


def _paid(match: Match) -> Test:
    label = match[1]
    return lambda scene: scene.paid(label)


def _control(match: Match) -> Test:
    controlled = lying(match[1] + " you control")
    return lambda scene: scene.there_is(controlled)


def _phase(match: Match) -> Test:
    """The turn is yours and in this phase (turn.4)."""
    phase = match[1]
    return lambda scene: scene.state.turn.player == scene.you and scene.state.turn.phase == phase


def _exists(match: Match) -> Test:
    somewhere = lying(match[1])
    return lambda scene: scene.there_is(somewhere)


def _revealed(match: Match) -> Test:
    """Whether an earlier step revealed such a card, wherever it is by now."""
    shown = Filter(match[1])
    return lambda scene: scene.revealed_count(shown) > 0


def _activated(match: Match) -> Test:
    activated = Filter(match[1])
    return lambda scene: scene.activated_this_turn(activated) > 0


def _first(match: Match) -> Test:
    first = Filter(match[1])
    return lambda scene: scene.activated_this_turn(first) == 1


def _shares(match: Match) -> Test:
    among = Filter(match[1])
    return lambda scene: scene.target_shares_name(among)


def _is(match: Match) -> Test:
    which, kind = match[1], kind_of(match[2])
    return lambda scene: scene.any_is(which, kind)


def _attacks(match: Match) -> Test:
    """The running attack, by this or your champion, targets something of a kind; a card attacks in the attack it is used in.

    Rules: combat.8.on-attack.
    """
    which, kind = match[1], Filter(match[2])
    return lambda scene: scene.is_attacking(which) and any(kind.fits(scene, card) for card in scene.attack_targets())


def _compare(match: Match) -> Test:
    left, right = Amount(number_of(match[1])), Amount(number_of(match[3]))
    compare: dict[str, Test] = {
        ">=": lambda scene: left.read(scene) >= right.read(scene),
        "<=": lambda scene: left.read(scene) <= right.read(scene),
        "=": lambda scene: left.read(scene) == right.read(scene),
    }
    holds = compare[match[2]]
    if not (OF_ONE.match(match[1]) or OF_ONE.match(match[3])):
        return holds
    left_lacks, right_lacks = lacks(match[1]), lacks(match[3])
    return lambda scene: not left_lacks(scene) and not right_lacks(scene) and holds(scene)


def _parity(match: Match) -> Test:
    """Whether a number is odd or even; 0 is even."""
    amount, odd, missing = Amount(number_of(match[1])), match["parity"] == "odd", lacks(match[1])
    return lambda scene: not missing(scene) and bool(amount.read(scene) % 2) == odd


def _of_phrase(match: Match) -> tuple[Mention, ...]:
    return Filter(match[1]).mentions()


def _by_phrase(match: Match) -> Aspects:
    return Filter(match[1]).depends


_MEANT: Final = {
    "target": aspects(Aspect.TARGETS),
    "that": aspects(Aspect.EVENT),
    "this": NOTHING,
    "chosen": aspects(Aspect.STEPS),
    "it": aspects(Aspect.STEPS),
    "given": aspects(Aspect.PLAY),
    "destroyed": aspects(Aspect.STEPS),
}
"""The aspects by which it is known what a condition is about."""

_PATTERNS: Final = (
    Form(
        "level N+",
        re.compile(r"level (\d+)\+$"),
        _level,
        lambda _: aspects(Aspect.LEVEL, Aspect.PLAY),
        lambda match, _: f"at level {match[1]}+",
    ),
    Form(
        "base level N+",
        re.compile(r"base level (\d+)\+$"),
        _base_level,
        lambda _: aspects(Aspect.CHAMPION),
        lambda match, _: f"at base level {match[1]}+",
    ),
    Form(
        "damage N+",
        re.compile(r"damage (\d+)\+$"),
        _damage,
        lambda _: aspects(Aspect.CHAMPION, Aspect.DAMAGE),
        lambda match, _: f"with damage {match[1]}+",
    ),
    Form(
        "memory N+",
        re.compile(r"memory (\d+)\+$"),
        _memory,
        lambda _: aspects(Aspect.ZONES, Aspect.PILES),
        lambda match, _: f"with memory {match[1]}+",
    ),
    Form(
        "deluge N",
        re.compile(r"deluge (\d+)$"),
        _deluge,
        lambda _: _WATER.depends,
        lambda match, _: f"there are {match[1]} or more water cards in your graveyard",
    ),
    Form(
        "sheen N+",
        re.compile(r"sheen (\d+)\+$"),
        _sheen,
        lambda _: aspects(Aspect.COUNTERS, Aspect.MASTERY),
        lambda match, _: f"with sheen {match[1]}+",
    ),
    Form(
        "your NAME faces DIRECTION",
        re.compile(rf"your (.+) faces? ({'|'.join(DIRECTIONS)})$"),
        _faces,
        lambda _: aspects(Aspect.MASTERY),
        lambda match, _: f"your {match[1]} {third('face', many=match[1].endswith('s'))} {match[2]}",
        lambda match: (Mention("mastery", match[1]),),
    ),
    Form(
        "NAME bonus",
        re.compile(r"([A-Z][\w' ]+) bonus$"),
        _bonus,
        lambda _: aspects(Aspect.CHAMPION),
        lambda match, _: f"with {match[1]} bonus",
        lambda match: (Mention("champion", match[1]),),
    ),
    Form(
        "an opponent's champion is ELEMENT",
        re.compile(r"an opponent's champion is ([a-z]+)$"),
        _opposing,
        lambda _: aspects(Aspect.CHAMPION, Aspect.WORDS),
        lambda match, _: f"an opponent's champion is {match[1]}",
    ),
    Form(
        "another ELEMENT card is in its lineage",
        re.compile(r"another ([a-z]+) card is in its lineage$"),
        _beneath,
        lambda _: aspects(Aspect.CHAMPION),
        lambda match, _: f"another {match[1]} card is in your champion's lineage",
    ),
    Form(
        "paid LABEL",
        re.compile(r"paid (.+)$"),
        _paid,
        lambda _: aspects(Aspect.PLAY),
        lambda match, _: f"the optional cost ({match[1]}) was paid",
        lambda match: (Mention("label", match[1]),),
    ),
    Form(
        "you control more .. than an opponent",
        re.compile(r"you control more (.+) than (an|each) opponent$"),
        more_than_opponents,
        lambda match: Filter(match[1]).depends | {Aspect.CONTROL},
        lambda match, _: f"you control more {Filter(match[1]).said(many=True)} than {match[2]} opponent",
        _of_phrase,
    ),
    Form(
        "you control a ..",
        re.compile(r"you control (?:an? )?(.+)$"),
        _control,
        lambda match: Filter(match[1]).depends | {Aspect.CONTROL},
        lambda match, _: controlled_said(Filter(match[1])),
        _of_phrase,
    ),
    Form(
        "an opponent controls N or more ..",
        re.compile(r"an opponent controls (\d+) or more (.+)$"),
        opponent_controls,
        lambda match: Filter(match[2]).depends | {Aspect.CONTROL},
        lambda match, _: f"an opponent controls {match[1]} or more {Filter(match[2]).said(many=True)}",
        lambda match: Filter(match[2]).mentions(),
    ),
    Form(
        "an opponent controls N or fewer ..",
        re.compile(r"an opponent controls (\d+) or fewer (.+)$"),
        opponent_controls_few,
        lambda match: Filter(match[2]).depends | {Aspect.CONTROL},
        lambda match, _: f"an opponent controls {at_most(match[1])} {Filter(match[2]).said(many=True)}",
        lambda match: Filter(match[2]).mentions(),
    ),
    Form(
        "an opponent controls more .. than you",
        re.compile(r"an opponent controls more (.+) than you$"),
        opponent_controls_more,
        lambda match: Filter(match[1]).depends | {Aspect.CONTROL},
        lambda match, _: f"an opponent controls more {Filter(match[1]).said(many=True)} than you",
        _of_phrase,
    ),
    Form(
        "an opponent has N or more cards in ZONE",
        re.compile(r"an opponent has (\d+) or more cards in (hand|memory|graveyard|banishment|material deck)$"),
        opponent_has,
        lambda _: aspects(Aspect.ZONES, Aspect.PILES, Aspect.HOMES),
        lambda match, _: f"an opponent has {match[1]} or more cards in their {match[2]}",
    ),
    Form(
        "an opponent has N or fewer cards in ZONE",
        re.compile(r"an opponent has (\d+) or fewer cards in (hand|memory|graveyard|banishment|material deck)$"),
        opponent_has_few,
        lambda _: aspects(Aspect.ZONES, Aspect.PILES, Aspect.HOMES),
        lambda match, _: f"an opponent has {at_most(match[1])} cards in their {match[2]}",
    ),
    Form(
        "your PHASE phase",
        re.compile(rf"your ({'|'.join(LIMITING_PHASES)}) phase$"),
        _phase,
        lambda _: aspects(Aspect.TURN),
        lambda match, _: f"it is your {match[1]} phase",
    ),
    Form(
        "there is a ..",
        re.compile(r"there is an? (.+)$"),
        _exists,
        _by_phrase,
        lambda match, speaker: there_said(match, speaker),
        _of_phrase,
    ),
    Form(
        "a .. was revealed",
        re.compile(r"an? (.+) was revealed$"),
        _revealed,
        lambda match: _by_phrase(match) | {Aspect.STEPS},
        lambda match, _: f"{Filter(match[1]).one()} was revealed this way",
        _of_phrase,
    ),
    Form(
        "you activated a .. this turn",
        re.compile(r"you activated an? (.+) this turn$"),
        _activated,
        lambda match: _by_phrase(match) | {Aspect.HISTORY},
        lambda match, _: f"you activated {Filter(match[1]).one()} this turn",
        _of_phrase,
    ),
    Form(
        "first .. this turn",
        re.compile(r"first (.+) this turn$"),
        _first,
        lambda match: _by_phrase(match) | {Aspect.HISTORY},
        lambda match, _: f"it is the first {Filter(match[1]).said()} you activated this turn",
        _of_phrase,
    ),
    Form(
        "turned from DIRECTION to DIRECTION",
        re.compile(rf"turned from ({'|'.join(DIRECTIONS)}) to ({'|'.join(DIRECTIONS)})$"),
        _turned,
        lambda _: aspects(Aspect.STEPS, Aspect.MASTERY),
        lambda match, _: f"it was turned from {match[1]} to {match[2]} this way",
    ),
    Form(
        "target shares its name with a ..",
        re.compile(r"target shares its name with an? (.+)$"),
        _shares,
        lambda match: _by_phrase(match) | {Aspect.TARGETS},
        lambda match, speaker: f"{speaker.subject('target').text} shares its name with {Filter(match[1]).one()}",
        _of_phrase,
    ),
    Form(
        "this entered from ZONE",
        re.compile(r"this entered from (banishment|graveyard|hand|memory|deck|material deck)$"),
        entered,
        lambda _: aspects(Aspect.EVENT),
        lambda match, speaker: (
            f"{speaker.subject('this').text} entered from {'' if match[1] == 'banishment' else 'a '}{match[1]}"
        ),
    ),
    Form(
        "target was activated from ZONE",
        re.compile(r"target was activated from (banishment|graveyard|hand|memory|deck|material deck)$"),
        activated_from,
        lambda _: aspects(Aspect.TARGETS),
        lambda match, speaker: (
            f"the card of {speaker.object('target')} was activated from {'' if match[1] == 'banishment' else 'a '}{match[1]}"
        ),
    ),
    Form(
        "sacrificed ..",
        re.compile(r"sacrificed (?:both (.+) / )?(.+)$"),
        sacrificed,
        lambda match: aspects(Aspect.STEPS).union(*(each.depends for each in given_up(match))),
        lambda match, _: sacrificed_said(given_up(match)),
        lambda match: tuple(mention for each in given_up(match) for mention in each.mentions()),
    ),
    Form(
        "all N .. you control are STATE",
        re.compile(r"all (\d+) (.+) you control are (unique|rested|awake)$"),
        all_are,
        lambda match: Filter(f"{match[3]} {match[2]} you control").depends,
        lambda match, _: f"you control exactly {match[1]} {Filter(match[2]).said(many=True)}, which are all {match[3]}",
        lambda match: Filter(match[2]).mentions(),
    ),
    Form(
        "a .. is used",
        re.compile(r"an? (.+) is used$"),
        used,
        lambda match: _by_phrase(match) | {Aspect.COMBAT},
        lambda match, _: f"{Filter(match[1]).one()} is used",
        _of_phrase,
    ),
    Form(
        "this is attacking a ..",
        re.compile(r"(this|champion) is attacking an? (.+)$"),
        _attacks,
        lambda match: Filter(match[2]).depends | {Aspect.COMBAT, Aspect.CHAMPION},
        lambda match, speaker: f"{attacker_said(match[1], speaker)} is attacking {Filter(match[2]).one()}",
        lambda match: Filter(match[2]).mentions(),
    ),
    Form(
        "target is a ..",
        re.compile(r"(target|that|this|chosen|given|destroyed|it(?:\([a-z ]+\))?) is (?:an? )?(.+)$"),
        _is,
        lambda match: _MEANT[match[1].partition("(")[0]] | kind_of(match[2]).depends,
        is_said,
        lambda match: kind_of(match[2]).mentions(),
    ),
    Form(
        "AMOUNT is odd",
        re.compile(rf"(.+\)|influence|LV|{OF_ONE.pattern.removesuffix('$')}) is (?P<parity>odd|even)$"),
        _parity,
        lambda match: Amount(number_of(match[1])).depends,
        lambda match, speaker: f"{Amount(number_of(match[1])).said(speaker)} is {match['parity']}",
        lambda match: Amount(number_of(match[1])).mentions(),
    ),
    Form(
        "AMOUNT >= AMOUNT",
        re.compile(r"(.+) (>=|<=|=) (.+)$"),
        _compare,
        lambda match: Amount(number_of(match[1])).depends | Amount(number_of(match[3])).depends,
        compare_said,
        lambda match: (*Amount(number_of(match[1])).mentions(), *Amount(number_of(match[3])).mentions()),
    ),
)
FORMS: Final = (*PLAIN, *(form.shown for form in _PATTERNS))


def form_of(text: str) -> tuple[Form, Match] | None:
    """The form in which a condition with numbers or names is written, and what was read there."""
    return next(((form, match) for form in _PATTERNS if (match := form.pattern.match(text))), None)
