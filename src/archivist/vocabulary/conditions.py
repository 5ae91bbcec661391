"""Conditions: ``class bonus``, ``level 2+``, ``you control a Beast ally``, ``prepared``; joined by *and*, turned by *not*."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from archivist.model.errors import suggestion
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import capital
from archivist.vocabulary.phrase import Mention, Phrase
from archivist.vocabulary.words import DIRECTIONS, ELEMENTS, SHEEN_MASTERY, STATES

if TYPE_CHECKING:
    from archivist.rules.effects.scene import Scene
    from archivist.vocabulary.speech import Speaker

Test = Callable[["Scene"], bool]
Match = re.Match[str]


def _equestrian(scene: Scene) -> bool:
    """You control a Horse ally (keywords.equestrian)."""
    return scene.count(_HORSE) > 0


def _harmonized(scene: Scene) -> bool:
    """You have activated a Melody card this turn, this one included if it is one (keywords.harmonize)."""
    return scene.activated_this_turn(_MELODY) > 0


_HORSE: Final = Filter("Horse ally you control")
_MELODY: Final = Filter("Melody card")
_WATER: Final = Filter("water card in your graveyard")


class Plain(NamedTuple):
    """A condition without numbers or names: its test, and its words (``with class bonus``, or a clause)."""

    test: Test
    words: str


PLAIN: Final[dict[str, Plain]] = {
    "class bonus": Plain(lambda scene: scene.as_played().class_bonus(), "with class bonus"),
    "element bonus": Plain(lambda scene: scene.as_played().element_bonus(), "with element bonus"),
    "prepared": Plain(lambda scene: scene.is_property("prepared"), "{this} is prepared"),
    "imbued": Plain(lambda scene: scene.is_property("imbued"), "{this} is imbued"),
    "brewed": Plain(lambda scene: scene.is_property("brewed"), "{this} was brewed"),
    "empowered": Plain(lambda scene: scene.is_property("empowered"), "{this} is empowered"),
    "starcalled": Plain(lambda scene: scene.is_property("starcalled"), "{this} was starcalled"),
    "your turn": Plain(lambda scene: scene.state.turn.player == scene.you, "it is your turn"),
    "an opponent's turn": Plain(lambda scene: scene.state.turn.player != scene.you, "it is an opponent's turn"),
    "an opponent's recollection phase": Plain(
        lambda scene: scene.state.turn.player != scene.you and scene.state.turn.phase == "recollection",
        "it is an opponent's recollection phase",
    ),
    "your champion leveled up this turn": Plain(
        lambda scene: scene.happened("level up"), "your champion leveled up this turn"
    ),
    "your champion attacked this turn": Plain(
        lambda scene: scene.champion_attacked(), "your champion attacked this turn"
    ),
    "your champion dealt combat damage this turn": Plain(
        lambda scene: scene.champion_hit(), "your champion dealt combat damage this turn"
    ),
    "a unit is attacking": Plain(
        lambda scene: scene.state.combat is not None and scene.state.combat.attacker is not None, "a unit is attacking"
    ),
    "third attack": Plain(lambda scene: scene.attacks_this_turn() == 3, "it is that player's third attack this turn"),
    "first attack": Plain(lambda scene: scene.champion_attacks() == 1, "it is the champion's first attack this turn"),
    "no weapon": Plain(
        lambda scene: scene.state.combat is not None and not scene.state.combat.weapons, "no weapon is used"
    ),
    "balance": Plain(lambda scene: scene.balanced(), "your hand and your memory hold equally many cards"),
    "equestrian": Plain(lambda scene: _equestrian(scene), "you control a Horse ally"),
    "harmonize": Plain(lambda scene: _harmonized(scene), "you activated a Melody card this turn"),
    "done": Plain(lambda scene: scene.done, "{done}"),
    "undamaged": Plain(lambda scene: scene.undamaged(), "{this} has not been dealt damage since your last turn ended"),
}


class Form(NamedTuple):
    """A condition with numbers or names in it: how it is written, its test, and its words."""

    shown: str
    pattern: re.Pattern[str]
    test: Callable[[Match], Test]
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
    controlled = Filter(match[1] + " you control")
    return lambda scene: scene.there_is(controlled)


def _exists(match: Match) -> Test:
    somewhere = Filter(match[1])
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
    which, kind = match[1], _kind(match[2])
    return lambda scene: scene.any_is(which, kind)


def _kind(text: str) -> Filter:
    return Filter(text if text.endswith("card") else f"{text} object")


def _is_said(match: Match, speaker: Speaker) -> str:
    subject = speaker.subject(match[1])
    kind = match[2] if match[2] in STATES | ELEMENTS else _kind(match[2]).one()
    return f"{subject.text} {'are' if subject.plural else 'is'} {kind}"


def _compare(match: Match) -> Test:
    left, right = Amount(_number(match[1])), Amount(_number(match[3]))
    compare: dict[str, Test] = {
        ">=": lambda scene: left.read(scene) >= right.read(scene),
        "<=": lambda scene: left.read(scene) <= right.read(scene),
        "=": lambda scene: left.read(scene) == right.read(scene),
    }
    return compare[match[2]]


def _compare_said(match: Match, speaker: Speaker) -> str:
    number = _COMPARED[match[2]].format(Amount(_number(match[3])).said(speaker))
    single = match[2] == "=" and match[3] == "1"
    if counted := re.fullmatch(r"count\((.+)\)", match[1]):
        kind = Filter(counted[1])
        if kind.controller == "you control":
            return f"you control {number} {kind.whosever().said(many=not single)}"
        return f"there {'is' if single else 'are'} {number} {kind.said(many=not single)}"
    if counted := re.fullmatch(r"counters\(([a-z]+)(?: on (this|that|mastery))?\)", match[1]):
        return f"{speaker.holder(counted[2] or 'champion')} has {number} {counted[1]} counter{'' if single else 's'}"
    return f"{Amount(_number(match[1])).said(speaker)} is {number}"


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _of_phrase(match: Match) -> tuple[Mention, ...]:
    return Filter(match[1]).mentions()


_COMPARED: Final = {">=": "{} or more", "<=": "{} or less", "=": "exactly {}"}
_PATTERNS: Final = (
    Form("level N+", re.compile(r"level (\d+)\+$"), _level, lambda match, _: f"at level {match[1]}+"),
    Form(
        "base level N+", re.compile(r"base level (\d+)\+$"), _base_level, lambda match, _: f"at base level {match[1]}+"
    ),
    Form("damage N+", re.compile(r"damage (\d+)\+$"), _damage, lambda match, _: f"with damage {match[1]}+"),
    Form("memory N+", re.compile(r"memory (\d+)\+$"), _memory, lambda match, _: f"with memory {match[1]}+"),
    Form(
        "deluge N",
        re.compile(r"deluge (\d+)$"),
        _deluge,
        lambda match, _: f"there are {match[1]} or more water cards in your graveyard",
    ),
    Form("sheen N+", re.compile(r"sheen (\d+)\+$"), _sheen, lambda match, _: f"with sheen {match[1]}+"),
    Form(
        "your NAME faces DIRECTION",
        re.compile(rf"your (.+) faces? ({'|'.join(DIRECTIONS)})$"),
        _faces,
        lambda match, _: f"your {match[1]} faces {match[2]}",
        lambda match: (Mention("mastery", match[1]),),
    ),
    Form(
        "NAME bonus",
        re.compile(r"([A-Z][\w' ]+) bonus$"),
        _bonus,
        lambda match, _: f"with {match[1]} bonus",
        lambda match: (Mention("champion", match[1]),),
    ),
    Form(
        "an opponent's champion is ELEMENT",
        re.compile(r"an opponent's champion is ([a-z]+)$"),
        _opposing,
        lambda match, _: f"an opponent's champion is {match[1]}",
    ),
    Form(
        "another ELEMENT card is in its lineage",
        re.compile(r"another ([a-z]+) card is in its lineage$"),
        _beneath,
        lambda match, _: f"another {match[1]} card is in your champion's lineage",
    ),
    Form(
        "paid LABEL",
        re.compile(r"paid (.+)$"),
        _paid,
        lambda match, _: f"the optional cost ({match[1]}) was paid",
        lambda match: (Mention("label", match[1]),),
    ),
    Form(
        "you control a ..",
        re.compile(r"you control (?:an? )?(.+)$"),
        _control,
        lambda match, _: f"you control {Filter(match[1]).one()}",
        _of_phrase,
    ),
    Form(
        "there is a ..",
        re.compile(r"there is an? (.+)$"),
        _exists,
        lambda match, _: f"there is {Filter(match[1]).one()}",
        _of_phrase,
    ),
    Form(
        "a .. was revealed",
        re.compile(r"an? (.+) was revealed$"),
        _revealed,
        lambda match, _: f"{Filter(match[1]).one()} was revealed",
        _of_phrase,
    ),
    Form(
        "you activated a .. this turn",
        re.compile(r"you activated an? (.+) this turn$"),
        _activated,
        lambda match, _: f"you activated {Filter(match[1]).one()} this turn",
        _of_phrase,
    ),
    Form(
        "first .. this turn",
        re.compile(r"first (.+) this turn$"),
        _first,
        lambda match, _: f"it is the first {Filter(match[1]).said()} you activated this turn",
        _of_phrase,
    ),
    Form(
        "target shares its name with a ..",
        re.compile(r"target shares its name with an? (.+)$"),
        _shares,
        lambda match, speaker: f"{speaker.subject('target').text} shares its name with {Filter(match[1]).one()}",
        _of_phrase,
    ),
    Form(
        "target is a ..",
        re.compile(r"(target|that|this|chosen) is (?:an? )?(.+)$"),
        _is,
        _is_said,
        lambda match: _kind(match[2]).mentions(),
    ),
    Form(
        "AMOUNT >= AMOUNT",
        re.compile(r"(.+) (>=|<=|=) (.+)$"),
        _compare,
        _compare_said,
        lambda match: (*Amount(_number(match[1])).mentions(), *Amount(_number(match[3])).mentions()),
    ),
)
FORMS: Final = (*PLAIN, *(form.shown for form in _PATTERNS))


class Condition(Phrase):
    """Something that holds or does not, read when it is asked.

    A `steady` one looks at nothing but which champions there are, so that it changes only when objects do.
    """

    __slots__ = ("holds", "steady")

    text: str

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.steady: bool = all(_STEADY.fullmatch(part.strip()) for part in text.split(" and "))
        tests = [_one(part.strip()) for part in text.split(" and ")]
        self.holds: Test = tests[0] if len(tests) == 1 else lambda scene: all(test(scene) for test in tests)

    def mentions(self) -> tuple[Mention, ...]:
        """What it speaks of: whether a step was done, and what its phrases and amounts speak of."""
        return tuple(mention for part in self.text.split(" and ") for mention in _mentions(part.strip()))

    def said(self, speaker: Speaker, word: str = "if") -> str:
        """With the word that joins it: ``with class bonus``, ``if you control an ally``, ``unless it is your turn``."""
        return " and ".join(_said_one(part.strip(), speaker, word) for part in self.text.split(" and "))

    def moment(self, speaker: Speaker) -> str:
        """As it stands behind an event, for the moment of that event alone: ``while it is your turn``."""
        return " and ".join(_moment_one(part.strip(), speaker) for part in self.text.split(" and "))

    def front(self, speaker: Speaker) -> str:
        """As it stands before the text that it restricts: ``Class bonus and level 2+``, ``If it is your turn``."""
        said = [_said_one(part.strip(), speaker, "if") for part in self.text.split(" and ")]
        if all(part.startswith(_JOINED) for part in said):
            said = [part.partition(" ")[2] for part in said]
        return capital(" and ".join(said))


_STEADY: Final = re.compile(r"(not )*(class bonus|element bonus|an opponent's champion is [a-z]+)")
_JOINED: Final = ("with ", "at ")


def _match(text: str) -> tuple[Form, Match] | None:
    return next(((form, match) for form in _PATTERNS if (match := form.pattern.match(text))), None)


def _one(text: str) -> Test:
    if text.startswith("not "):
        inner = _one(text[4:])
        return lambda scene: not inner(scene)
    if text in PLAIN:
        return PLAIN[text].test
    if found := _match(text):
        form, match = found
        return form.test(match)
    raise ValueError(f"unknown condition {text!r}{suggestion(text, FORMS)}")


def _mentions(text: str) -> tuple[Mention, ...]:
    while text.startswith("not "):
        text = text[4:]
    if text in PLAIN:
        return (Mention("done", ""),) if text == "done" else ()
    found = _match(text)
    return found[0].mentions(found[1]) if found else ()


def _said_one(text: str, speaker: Speaker, word: str) -> str:
    negated = False
    while text.startswith("not "):
        negated, text = not negated, text[4:]
    said = _words(text, speaker)
    if said.startswith(_JOINED):
        if not negated:
            return said
        return f"without {said.removeprefix('with ')}" if said.startswith("with ") else f"not {said}"
    return f"unless {said}" if negated else f"{word} {said}"


def _moment_one(text: str, speaker: Speaker) -> str:
    negated = False
    while text.startswith("not "):
        negated, text = not negated, text[4:]
    said = _words(text, speaker)
    if said.startswith("with "):
        return f"while you {'lack' if negated else 'have'} {said.removeprefix('with ')}"
    if said.startswith("at "):
        return f"while you are {'not ' if negated else ''}{said}"
    return f"{'except ' if negated else ''}while {said}"


def _words(text: str, speaker: Speaker) -> str:
    if text in PLAIN:
        return speaker.filled(PLAIN[text].words)
    found = _match(text)
    assert found is not None, text
    form, match = found
    return form.words(match, speaker)
