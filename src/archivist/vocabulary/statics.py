"""What holds all the time, or for a duration: changes of characteristics and costs, permissions, prohibitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from archivist.model.card import Card, Way
from archivist.vocabulary.amounts import NONE, ONE, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.filters import Filter, cased
from archivist.vocabulary.grammar import (
    READER,
    Act,
    Clause,
    Noun,
    article,
    counters,
    does,
    holds,
    listed,
    title,
)
from archivist.vocabulary.node import THIS, Node, Ref
from archivist.vocabulary.words import SUPERTYPES, TYPES

if TYPE_CHECKING:
    from archivist.rules.scene import Scene
    from archivist.vocabulary.speech import Speaker

Side = Literal["you", "opponents", "anyone", "that player"]


class Static(Node, frozen=True, tag_field="static"):
    """The common shape of everything that holds while it holds.

    Rules: effects.5, effects.5.1, effects.5, effects.5.
    """

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        """The fact in words; `on` is what it is about where an effect fixes that."""
        raise NotImplementedError(type(self).__name__)


def _side(side: Side) -> Noun:
    """The players whom a rule concerns."""
    return {"you": READER, "opponents": Noun("opponents", True), "anyone": Noun("players", True)}.get(side, Noun(side))


def _only(what: str, words: tuple[str, ...]) -> str:
    """``only the types champion and ally``."""
    return f"only the {what}{'s' if len(words) > 1 else ''} {listed([cased(word) for word in words])}"


def _kind(word: str) -> str:
    """A word for what something is also: ``an ally``, but ``Beast``, ``fire`` and ``unique``."""
    return article(word) if word in TYPES - SUPERTYPES else cased(word)


def _for(speaker: Speaker, on: Ref | None, clause: Clause) -> Clause:
    """A fact that names nothing itself, for what an effect fixed."""
    return clause if on is None else clause.led(f"for {speaker.object(on)}")


EARLY: Final = frozenset(("set power", "set life", "set level", "words"))
"""The aspects of the layers A to C: what applies in them goes on although its ability is lost in D (effects.5.9)."""


class Modify(Static, frozen=True, tag="modify"):
    """Changes the characteristics of cards and objects, each part in its layer (effects.5.8, cards.5, cards.5.1).

    A: `set power`, `set life`, `set level`. B: `types` are set in place of the types and supertypes, `subtypes` in place
    of the subtypes (effects.5.10). C: `elements` are set in place of the elements. `words` adds to any of these. D:
    `keywords` and `grants` (abilities listed under `grants` of its face) are gained, `loses` takes keywords away, or all
    ``abilities``. E: `power`, `life` and `level` are added, what is `doubled` counts twice, and `swap` exchanges power and
    life after everything else.
    """

    of: Ref = THIS
    set_power: Amount | None = None
    set_life: Amount | None = None
    set_level: Amount | None = None
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    power: Amount = NONE
    life: Amount = NONE
    level: Amount = NONE
    doubled: tuple[Literal["power", "life"], ...] = ()
    swap: bool = False
    if_: Condition | None = None

    @property
    def aspects(self) -> tuple[str, ...]:
        """What it changes, by name."""
        changed = (
            ("set power", self.set_power is not None),
            ("set life", self.set_life is not None),
            ("set level", self.set_level is not None),
            ("words", bool(self.types or self.subtypes or self.elements or self.words)),
            ("keywords", bool(self.keywords)),
            ("grants", bool(self.grants)),
            ("loses", bool(self.loses)),
            ("power", self.power.text != 0 or "power" in self.doubled),
            ("life", self.life.text != 0 or "life" in self.doubled),
            ("level", self.level.text != 0),
            ("swap", self.swap),
        )
        return tuple(name for name, does in changed if does)

    @property
    def early(self) -> bool:
        """Whether it begins to apply before abilities are gained and lost."""
        return not EARLY.isdisjoint(self.aspects)

    @property
    def sets_words(self) -> bool:
        """Whether it sets types or elements, rather than adding to them."""
        return bool(self.types or self.subtypes or self.elements)

    def frozen(self, scene: Scene) -> Modify:
        """The same with its numbers read now, for an effect whose amounts are fixed as it resolves (effects.5.4)."""
        amounts = {
            name: Amount(scene.amount(amount))
            for name in ("set_power", "set_life", "set_level", "power", "life", "level")
            if (amount := getattr(self, name)) is not None
        }
        return replace(self, if_=None, **amounts)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        lead = self.if_.said(speaker, "while") if self.if_ is not None else ""
        subject = speaker.subject(on or self.of)
        return holds(subject, *self._acts(speaker, on)).led(lead)

    def _acts(self, speaker: Speaker, on: Ref | None) -> tuple[Act, ...]:
        """What it makes of its objects, in the order of the layers."""
        amounts = (("power", self.set_power), ("life", self.set_life), ("level", self.set_level))
        fixed = [f"{what} {amount.said(speaker)}" for what, amount in amounts if amount is not None]
        fixed += [_only(what, words) for what, words in self._replaced() if words]
        changes = (("power", self.power), ("life", self.life), ("level", self.level))
        added = [amount.added(speaker, what) for what, amount in changes if amount.text != 0]
        abilities = [title(keyword) for keyword in self.keywords]
        abilities += [speaker.granted(name, on or self.of) for name in self.grants]
        lost = ["all abilities" if each == "abilities" else title(each) for each in self.loses]
        acts = (
            Act("have", listed(fixed)),
            Act(
                "be" if on is None else "become",
                f"also {listed([_kind(word) for word in self.words])}" if self.words else "",
            ),
            Act("get", listed(added)),
            Act("have" if on is None else "gain", listed(abilities)),
            Act("lose", listed(lost)),
            Act("have", f"double {listed(self.doubled)}" if self.doubled else ""),
            Act("swap", "power and life" if self.swap else ""),
        )
        return tuple(act for act in acts if act.rest) or (Act("change", "nothing"),)

    def _replaced(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return (("type", self.types), ("subtype", self.subtypes), ("element", self.elements))


class Attacks(Static, frozen=True, tag="attacks"):
    """Adds power, keywords or abilities to attacks of your champion, of the linked champion, or with this.

    The damage of such attacks may be unpreventable, and units may be kept from retaliating against them.
    """

    power: Amount = NONE
    keywords: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    if_: Condition | None = None
    of: Literal["champion", "linked", "this"] = "champion"
    next: bool = False
    unpreventable: bool = False
    no_retaliation: bool = False

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        attacks = "next attack" if self.next else "attacks"
        if self.of == "this" and on is None:
            subject = Noun(f"{'the ' if self.next else ''}{attacks} with {speaker.this}", not self.next)
        else:
            subject = Noun(f"{speaker.possessive(on or self.of)} {attacks}", not self.next)
        condition = ""
        if self.if_ is not None and self.next:
            subject = Noun(f"{subject.text} {self.if_.said(speaker, 'where')}")
        elif self.if_ is not None:
            condition = self.if_.said(speaker)
        speaker.last = ""
        abilities = [title(keyword) for keyword in self.keywords]
        abilities += [speaker.granted(name, on or Ref(self.of)) for name in self.grants]
        acts = (
            Act("get", self.power.added(speaker, "power") if self.power.text != 0 else ""),
            Act("have", listed(abilities)),
            Act("deal", "unpreventable damage" if self.unpreventable else ""),
            Act("cannot", "be retaliated against" if self.no_retaliation else ""),
        )
        said = tuple(act for act in acts if act.rest) or (Act("change", "nothing"),)
        return holds(subject, *said).ending(condition)


class AttackCost(Static, frozen=True, tag="attack cost"):
    """Attacking costs more: an additional cost, or, if `imposed`, one that may be refused, which makes the attack illegal.

    It is about the attacks of what `of` says; with ``this`` about those in which this attacks, is wielded or is in the
    intent. With `against` only about attacks on such objects. Rules: combat.3.step.4, combat.3.step.5.
    """

    pay: tuple[CostNode, ...]
    of: Ref = THIS
    against: Filter | None = None
    imposed: bool = False

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        by = f"with {speaker.this}" if of == THIS else f"by {speaker.object(of)}"
        against = f" against {self.against.said(many=True)}" if self.against is not None else ""
        subject = Noun(f"attacks {by}{against}", True)
        if self.imposed:
            paid = listed([cost.said(speaker, Noun("their controller")).parts[0] for cost in self.pay])
            return holds(subject, Act("be", f"illegal unless {paid}"))
        pay = listed([cost.said(speaker).parts[0] for cost in self.pay])
        return holds(subject, Act("have", f"an additional cost: {pay}"))


class Wields(Static, frozen=True, tag="wields"):
    """Lets a unit wield so many weapons in one attack: an ally as a champion does, or a champion more than one.

    An ally that wields as though it were a champion is still no champion (cards.5.3).
    """

    of: Ref = THIS
    weapons: int = 1

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        weapons = f"{self.weapons} weapon{'s' if self.weapons > 1 else ''}"
        return holds(speaker.subject(on or self.of), Act("may", f"wield {weapons} in one attack"))


class CostOf(Static, frozen=True, tag="cost"):
    """Changes what cards cost to play: adds (or subtracts), sets, or removes (CA.1.7)."""

    cards: Filter
    ways: tuple[Way, ...] = ("activate",)
    who: Side = "you"
    amount: Amount = NONE
    set: Amount | None = None
    remove: bool = False
    player: int = -1
    kind: Literal["", "reserve", "memory"] = ""

    def applies(self, scene: Scene, card: Card, way: Way, player: int) -> bool:
        if way not in self.ways:
            return False
        if self.player != player if self.who == "that player" else not concerns(self.who, scene.you, player):
            return False
        return self.cards.describes(scene, card)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        to = f"{self.kind} to {listed(self.ways, 'or')}".lstrip()
        if self.remove:
            change = f"no {to}" if self.kind else f"nothing {to}"
        elif self.set is not None:
            change = f"exactly {self.set.said(speaker)} {to}"
        else:
            change = self.amount.changed(speaker, to)
        who = "" if self.who == "anyone" else f"{self.who} "
        return _for(speaker, on, holds(Noun(self.cards.said(many=True), True), Act("cost", f"{who}{change}")))


class Enable(Static, frozen=True, tag="enable"):
    """Enables an element for you."""

    element: str

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(Noun(self.element), Act("be", "enabled for you")))


class Disable(Static, frozen=True, tag="disable"):
    """Disables an element for you, unless it is enabled later (timing.6.3)."""

    element: str

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(Noun(self.element), Act("be", "disabled for you")))


class IgnoreElements(Static, frozen=True, tag="ignore elements"):
    """You may play these cards whatever their elements."""

    cards: Filter

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        played = f"play {self.cards.said(many=True)} whatever their elements"
        return _for(speaker, on, holds(READER, Act("may", played)))


class Forbid(Static, frozen=True, tag="forbid"):
    """Something that cannot be done: beats the rules, and every permission of the same kind (timing.6, timing.6.2).

    Rules: effects.2.5.
    """

    what: Literal[
        "recover",
        "activate",
        "negate your activations",
        "remove enlighten counters as a cost",
        "wake up",
        "level up except into",
        "lose the game",
        "draw",
    ]
    who: Side = "you"
    cards: Filter | None = None
    name: str = ""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        if self.what == "negate your activations":
            return _for(speaker, on, holds(Noun("your activations", True), Act("cannot", "be negated")))
        if self.what == "level up except into":
            return _for(speaker, on, holds(Noun("your champion"), Act("can", f"level up only into a {self.name}")))
        kind = self.cards or (Filter("card") if self.what == "activate" else None)
        cards = f" {kind.said(many=True)}" if kind is not None else ""
        act = Act("cannot", f"{self.what}{cards}")
        if self.what == "wake up" and on is not None:
            return holds(speaker.subject(on), act)
        return _for(speaker, on, holds(_side(self.who), act))


class Permit(Static, frozen=True, tag="permit"):
    """Permission to play certain cards from another zone, another player's zone, or at another speed."""

    cards: Filter
    ways: tuple[Way, ...] = ("activate",)
    top_of_deck: bool = False
    ignore_elements: bool = False
    fast: bool = False

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        cards, place = self.cards.said(many=True), " from the top of your deck" if self.top_of_deck else ""
        elements = ", whatever their elements" if self.ignore_elements else ""
        speed = " at fast speed" if self.fast else ""
        ways = listed(self.ways, "or")
        return _for(speaker, on, holds(READER, Act("may", f"{ways} {cards}{place}{speed}{elements}")))


class Enters(Static, frozen=True, tag="enters"):
    """How an object enters the field: rested, or with counters."""

    of: Ref = THIS
    rested: bool = False
    counters: dict[str, Amount] = {}

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        with_ = [" ".join(amount.of(speaker, *counters(kind))).rstrip() for kind, amount in self.counters.items()]
        how = listed([*(["rested"] if self.rested else []), *([f"with {listed(with_)}"] if with_ else [])])
        return holds(speaker.subject(on or self.of), Act("enter", how))


class Redirect(Static, frozen=True, tag="goes to"):
    """Replaces a zone: what would go to the graveyard (or enter the field) goes to banishment instead."""

    cards: Filter
    instead_of: Literal["graveyard", "field"] = "graveyard"
    who: Side = "anyone"
    face_down: bool = False

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        would = {"graveyard": "would go to a graveyard", "field": "would enter the field"}[self.instead_of]
        whose = {"you": " you own", "opponents": " opponents own"}.get(self.who, "")
        subject = Noun(f"{self.cards.said(many=True)}{whose} that {would}", True)
        unresolved = " other than by resolving" if self.instead_of == "field" else ""
        face = " face down" if self.face_down else ""
        return _for(
            speaker, on, holds(subject._replace(text=subject.text + unresolved), Act("be", f"banished{face} instead"))
        )


class AboutDamage(Static, frozen=True):
    """What changes damage: to which objects, of which kind, and from which sources; what is not named may be any.

    `once` means the next time only, for each object by itself; with `one_or_more` the next time for all of them together.

    Rules: combat.7, combat.7.1, combat.7.4, effects.4, effects.4, effects.4.
    """

    of: Ref = THIS
    damage: Literal["any", "combat", "non-combat"] = "any"
    from_: Filter | None = None
    once: bool = False
    one_or_more: bool = False

    def _kind(self) -> str:
        """``combat damage from fire sources``."""
        by = f" from {self.from_.said(many=True)}" if self.from_ is not None else ""
        return f"{'damage' if self.damage == 'any' else f'{self.damage} damage'}{by}"

    def _next(self, speaker: Speaker, of: Ref) -> str:
        """``the next time this ally would be dealt damage``."""
        if self.one_or_more:
            several = of.each.said(many=True) if of.each is not None else f"of {speaker.object(of)}"
            return f"the next time one or more {several} would be dealt {self._kind()}"
        return f"the next time {speaker.subject(of).text} would be dealt {self._kind()}"


class Prevent(AboutDamage, frozen=True, tag="prevent"):
    """Prevents damage: all of it, a pool that is used up (`shield`), a fixed part each time, or the next time only."""

    amount: Amount | None = None
    shield: bool = False
    counters: str = ""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        if self.once or self.one_or_more:
            lead, much = self._next(speaker, of), "it" if self.amount is None else f"{self.amount.said(speaker)} of it"
        elif self.amount is not None and not self.shield:
            lead = f"whenever {speaker.subject(of).text} would be dealt {self._kind()}"
            much = f"{self.amount.said(speaker)} of it"
        else:
            next_ = "all" if self.amount is None else f"the next {self.amount.said(speaker)}"
            lead, much = "", f"{next_} {self._kind()} to {speaker.object(of)}"
        if self.shield and (lead or self.amount is None):
            much = f"{much}, as a shield"
        acts = [Act("prevent", much)]
        if self.counters:
            acts.append(Act("put", f"that many {self.counters} counters on {speaker.object(of)}"))
        return Clause(READER, tuple(acts), lead=lead)


class Amplify(AboutDamage, frozen=True, tag="amplify"):
    """More damage is dealt in place of the damage that would be: so many times as much, and then so much more."""

    times: int = 1
    plus: Amount = NONE

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        much = f"{'twice' if self.times == 2 else f'{self.times} times'} as much"
        plus = self.plus.said(speaker)
        if self.times == 1:
            much, plus = f"{plus} more", "0"
        more = f", plus {plus}" if plus != "0" else ""
        if self.once or self.one_or_more:
            return does(READER, "deal", f"{much}{more} instead").led(self._next(speaker, on or self.of))
        return holds(speaker.subject(on or self.of), Act("be", f"dealt {much} {self._kind()}{more}"))


class Unpreventable(Static, frozen=True, tag="unpreventable"):
    """Damage of these sources cannot be prevented (combat.7.3)."""

    by: Filter
    damage: Literal["any", "combat", "non-combat"] = "any"

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        kind = "damage" if self.damage == "any" else f"{self.damage} damage"
        return _for(speaker, on, holds(Noun(f"{kind} by {self.by.said(many=True)}"), Act("cannot", "be prevented")))


class Control(Static, frozen=True, tag="control"):
    """You control these objects; of several such effects the newest prevails (terms.3.2). `player` is bound on resolving."""

    of: Ref = THIS
    player: int = -1

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return holds(READER, Act("control", speaker.object(on or self.of)))


class TakeDamage(Static, frozen=True, tag="takes damage"):
    """Damage to other objects you control is dealt to this one instead."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        subject = Noun("damage to other objects you control")
        return _for(speaker, on, holds(subject, Act("be", f"dealt to {speaker.this} instead")))


class RevealTop(Static, frozen=True, tag="reveal top"):
    """The top card of your deck is face up for everyone."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(Noun("the top card of your deck"), Act("be", "face up")))


class LevelSideways(Static, frozen=True, tag="level sideways"):
    """The champion may also level up into a champion card of its own base level (RU.20)."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        into = "also level up into a champion card of its own level"
        return _for(speaker, on, holds(Noun("your champion"), Act("may", into)))


class TokensInstead(Static, frozen=True, tag="tokens instead"):
    """When you would summon tokens you may summon as many of another token in their place."""

    token: str

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        instead = f"summon as many {self.token} tokens instead"
        return _for(speaker, on, holds(READER, Act("may", instead)).led("when you would summon tokens"))


class LifeAsPower(Static, frozen=True, tag="life as power"):
    """Combat damage is counted by life in place of power."""

    of: Ref = THIS

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return holds(speaker.subject(on or self.of), Act("deal", "combat damage by life instead of power"))


class MustAttack(Static, frozen=True, tag="must attack"):
    """This unit must attack a unit of a certain player this turn, if able."""

    of: Ref = THIS
    player: int = -1

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        unit = speaker.subject(on or self.of)
        return holds(unit, Act("must", f"attack a unit of {speaker.player('target').text}, if able,"))


class StarcallFree(Static, frozen=True, tag="starcall free"):
    """Once each turn 0 may be paid in place of a starcalling cost."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(READER, Act("may", "pay 0 instead of a starcalling cost")).led("once each turn"))


class NextActivation(Static, frozen=True, tag="next activation"):
    """The next card of a kind that you activate has further words, becomes an object with buff counters, or reckons
    with a higher level (Empower); once."""

    cards: Filter
    words: tuple[str, ...] = ()
    buff: int = 0
    level: int = 0

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        acts = (
            Act("be", f"also {listed([_kind(word) for word in self.words])}" if self.words else ""),
            Act(
                "enter",
                f"with {article('buff counter') if self.buff == 1 else f'{self.buff} buff counters'}"
                if self.buff
                else "",
            ),
            Act("reckon", f"with {self.level} more LV" if self.level else ""),
        )
        subject = Noun(f"the next {self.cards.said()} you activate")
        return _for(speaker, on, holds(subject, *(act for act in acts if act.rest)))


class ForbidGenerate(Static, frozen=True, tag="forbid generate"):
    """Cards of the name that the source remembers cannot be generated by you (timing.6.2)."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(READER, Act("cannot", "generate cards with the remembered name")))


class Limit(Static, frozen=True, tag="limit"):
    """The most cards a player may have in hand, in memory, or in both (influence); enforced in clean-up (turn.4.16)."""

    most: Amount
    of: Literal["hand", "memory", "influence"] = "hand"
    who: Side = "anyone"

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        most, tail = self.most.of(speaker, "1 card", "cards")
        where = "hand and memory together" if self.of == "influence" else self.of
        return _for(
            speaker, on, holds(_side(self.who), Act("can", f"keep at most {most} in {where} as turns end")).ending(tail)
        )


class MoreMaterializations(Static, frozen=True, tag="more materializations"):
    """You may materialize so many more cards in each of your materialize phases (turn.4.7)."""

    more: Amount = ONE

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        cards, tail = self.more.of(speaker, "1 more card", "more cards")
        return _for(
            speaker,
            on,
            holds(READER, Act("may", f"materialize {cards} in each of your materialize phases")).ending(tail),
        )


class TimeIsDistorted(Static, frozen=True, tag="time is distorted"):
    """All players have their materialize phase after main; distorting time again changes nothing.

    Rules: turn.6.1, turn.6.4, effects.6, effects.6.3.
    """

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(Noun("time"), Act("be", "distorted: materialize phases come after main phases")))


class Contested(Static, frozen=True, tag="contested"):
    """A status that its player loses when an opponent gains it."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return _for(speaker, on, holds(READER, Act("lose", f"{speaker.this} when an opponent gains it")))


StaticNode = (
    Modify
    | Attacks
    | AttackCost
    | Wields
    | CostOf
    | Enable
    | Disable
    | IgnoreElements
    | Forbid
    | Permit
    | Enters
    | Redirect
    | Prevent
    | Amplify
    | Unpreventable
    | Control
    | TakeDamage
    | RevealTop
    | LevelSideways
    | TokensInstead
    | LifeAsPower
    | MustAttack
    | StarcallFree
    | NextActivation
    | ForbidGenerate
    | Limit
    | TimeIsDistorted
    | MoreMaterializations
    | Contested
)


def concerns(side: Side, you: int, player: int) -> bool:
    """Whether a rule for a side concerns a player."""
    if side == "you":
        return player == you
    return side == "anyone" or player != you
