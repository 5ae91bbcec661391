"""What holds all the time, or for a duration: changes of characteristics and costs, permissions, prohibitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from archivist.model.card import Card, Way
from archivist.vocabulary.amounts import NONE, ONE, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import THIS, Node, Ref

if TYPE_CHECKING:
    from archivist.rules.scene import Scene

Side = Literal["you", "opponents", "anyone", "that player"]


class Static(Node, frozen=True, tag_field="static"):
    """The common shape of everything that holds while it holds.

    Rules: effects.5, effects.5.1, effects.5, effects.5.
    """


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


class AttackCost(Static, frozen=True, tag="attack cost"):
    """Attacking costs more: an additional cost, or, if `imposed`, one that may be refused, which makes the attack illegal.

    It is about the attacks of what `of` says; with ``this`` about those in which this attacks, is wielded or is in the
    intent. With `against` only about attacks on such objects. Rules: combat.3.step.4, combat.3.step.5.
    """

    pay: tuple[CostNode, ...]
    of: Ref = THIS
    against: Filter | None = None
    imposed: bool = False


class Wields(Static, frozen=True, tag="wields"):
    """Lets a unit wield so many weapons in one attack: an ally as a champion does, or a champion more than one.

    An ally that wields as though it were a champion is still no champion (cards.5.3).
    """

    of: Ref = THIS
    weapons: int = 1


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


class Enable(Static, frozen=True, tag="enable"):
    """Enables an element for you."""

    element: str


class Disable(Static, frozen=True, tag="disable"):
    """Disables an element for you, unless it is enabled later (timing.6.3)."""

    element: str


class IgnoreElements(Static, frozen=True, tag="ignore elements"):
    """You may play these cards whatever their elements."""

    cards: Filter


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


class Permit(Static, frozen=True, tag="permit"):
    """Permission to play certain cards from another zone, another player's zone, or at another speed."""

    cards: Filter
    ways: tuple[Way, ...] = ("activate",)
    top_of_deck: bool = False
    ignore_elements: bool = False
    fast: bool = False


class Enters(Static, frozen=True, tag="enters"):
    """How an object enters the field: rested, or with counters."""

    of: Ref = THIS
    rested: bool = False
    counters: dict[str, Amount] = {}


class Redirect(Static, frozen=True, tag="goes to"):
    """Replaces a zone: what would go to the graveyard (or enter the field) goes to banishment instead."""

    cards: Filter
    instead_of: Literal["graveyard", "field"] = "graveyard"
    who: Side = "anyone"
    face_down: bool = False


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


class Prevent(AboutDamage, frozen=True, tag="prevent"):
    """Prevents damage: all of it, a pool that is used up (`shield`), a fixed part each time, or the next time only."""

    amount: Amount | None = None
    shield: bool = False
    counters: str = ""


class Amplify(AboutDamage, frozen=True, tag="amplify"):
    """More damage is dealt in place of the damage that would be: so many times as much, and then so much more."""

    times: int = 1
    plus: Amount = NONE


class Unpreventable(Static, frozen=True, tag="unpreventable"):
    """Damage of these sources cannot be prevented (combat.7.3)."""

    by: Filter
    damage: Literal["any", "combat", "non-combat"] = "any"


class Control(Static, frozen=True, tag="control"):
    """You control these objects; of several such effects the newest prevails (terms.3.2). `player` is bound on resolving."""

    of: Ref = THIS
    player: int = -1


class TakeDamage(Static, frozen=True, tag="takes damage"):
    """Damage to other objects you control is dealt to this one instead."""


class RevealTop(Static, frozen=True, tag="reveal top"):
    """The top card of your deck is face up for everyone."""


class LevelSideways(Static, frozen=True, tag="level sideways"):
    """The champion may also level up into a champion card of its own base level (RU.20)."""


class TokensInstead(Static, frozen=True, tag="tokens instead"):
    """When you would summon tokens you may summon as many of another token in their place."""

    token: str


class LifeAsPower(Static, frozen=True, tag="life as power"):
    """Combat damage is counted by life in place of power."""

    of: Ref = THIS


class MustAttack(Static, frozen=True, tag="must attack"):
    """This unit must attack a unit of a certain player this turn, if able."""

    of: Ref = THIS
    player: int = -1


class StarcallFree(Static, frozen=True, tag="starcall free"):
    """Once each turn 0 may be paid in place of a starcalling cost."""


class NextActivation(Static, frozen=True, tag="next activation"):
    """The next card of a kind that you activate has further words, becomes an object with buff counters, or reckons
    with a higher level (Empower); once."""

    cards: Filter
    words: tuple[str, ...] = ()
    buff: int = 0
    level: int = 0


class ForbidGenerate(Static, frozen=True, tag="forbid generate"):
    """Cards of the name that the source remembers cannot be generated by you (timing.6.2)."""


class Limit(Static, frozen=True, tag="limit"):
    """The most cards a player may have in hand, in memory, or in both (influence); enforced in clean-up (turn.4.16)."""

    most: Amount
    of: Literal["hand", "memory", "influence"] = "hand"
    who: Side = "anyone"


class MoreMaterializations(Static, frozen=True, tag="more materializations"):
    """You may materialize so many more cards in each of your materialize phases (turn.4.7)."""

    more: Amount = ONE


class TimeIsDistorted(Static, frozen=True, tag="time is distorted"):
    """All players have their materialize phase after main; distorting time again changes nothing.

    Rules: turn.6.1, turn.6.4, effects.6, effects.6.3.
    """


class Contested(Static, frozen=True, tag="contested"):
    """A status that its player loses when an opponent gains it."""


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
