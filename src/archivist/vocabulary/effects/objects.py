"""Effects on objects and champions: resting, transforming, leaving the field, tokens, levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import ONE, Amount, simple
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.fixed import fix
from archivist.vocabulary.grammar import READER, Noun, Saying, article, counters, does, listed, plural
from archivist.vocabulary.node import TARGET, THIS, YOU, Ref, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Orient(Effect, frozen=True, tag="turn"):
    """Rests or wakes objects; one that is already so does not change (zones.7.1)."""

    number: ClassVar[str] = "objects turned"
    things: ClassVar[str] = "turned object"
    to: Literal["rested", "awake"]
    what: Ref = TARGET

    printed: ClassVar[tuple[Form, ...]] = (
        form("rest {what:thing}", to="rested"),
        form("wake up {what:thing}", to="awake"),
        form("wake {what:thing} up", to="awake"),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        if self.to == "rested":
            return does(READER, "rest", what)
        return does(READER, "wake", f"{what} up" if what in ("it", "them") else f"up {what}")


class Transform(Effect, frozen=True, tag="transform"):
    """Turns double-faced objects to their other sides; a copy, or a card with one side only, does not change."""

    number: ClassVar[str] = "objects transformed"
    things: ClassVar[str] = "transformed object"
    what: Ref = THIS

    printed: ClassVar[tuple[Form, ...]] = (form("transform {what:thing}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "transform", speaker.object(self.what))


class Destroy(Effect, frozen=True, tag="destroy"):
    """Destroys objects, all at once."""

    number: ClassVar[str] = "objects destroyed"
    things: ClassVar[str] = "destroyed object"
    what: Ref = TARGET

    printed: ClassVar[tuple[Form, ...]] = (form("destroy {what:thing}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "destroy", speaker.object(self.what))


class Sacrifice(Effect, frozen=True, tag="sacrifice"):
    """Players sacrifice objects of their choice, or `all` of a kind; `same_name` wants them to share a name.

    Several players choose in turn order from the turn player on, each seeing the choices before; then all is sacrificed
    at once. Who has fewer sacrifices all they have.

    Rules: timing.7, timing.7.1.
    """

    number: ClassVar[str] = "objects sacrificed"
    things: ClassVar[str] = "sacrificed object"
    of: Filter
    amount: Amount = ONE
    same_name: bool = False
    who: Who = YOU
    all: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does sacrifice} {of:yours}"),
        form("{who:does sacrifice} all {of:yours many}", all=True),
        form("{who:does sacrifice} {amount:head} {of:yours many}"),
        form("{who:does sacrifice} {amount:head} {of:yours many} with the same name", same_name=True),
    )

    @property
    def numbered(self) -> str:
        """What is sacrificed, by its kind: ``allies sacrificed``."""
        return f"{plural(self.of.noun)} sacrificed"

    @property
    def named(self) -> str:
        return f"sacrificed {self.of.noun}"

    def said(self, speaker: Speaker) -> Saying:
        what = f"all {self.of.said(many=True)}" if self.all else speaker.many(self.amount, self.of)
        speaker.gone = Noun(f"the sacrificed {self.of.noun}")
        name = " with the same name" if self.same_name else ""
        return does(speaker.player(self.who), "sacrifice", f"{what}{name}")


class SacrificeThese(Effect, frozen=True, tag="sacrifice this"):
    """You sacrifice certain objects, as far as you control them: no choice is made."""

    number: ClassVar[str] = "objects sacrificed"
    things: ClassVar[str] = "sacrificed object"
    what: Ref = THIS
    printed: ClassVar[tuple[Form, ...]] = (
        form("sacrifice {what:single}"),
        form("sacrifice {what:some_of_yours}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        speaker.loses_sight(self.what, "sacrificed")
        return does(READER, "sacrifice", speaker.object(self.what))


class Suppress(Effect, frozen=True, tag="suppress"):
    """Banishes objects; each comes back under its owner's control as the next end phase begins (terms.1.suppress)."""

    number: ClassVar[str] = "objects suppressed"
    things: ClassVar[str] = "suppressed card"
    what: Ref = TARGET

    printed: ClassVar[tuple[Form, ...]] = (form("suppress {what:thing}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "suppress", speaker.object(self.what))


class BanishAndReturn(Effect, frozen=True, tag="banish and return"):
    """Banishes objects; each comes back at once as a new object of its owner, a champion with its lineage and counters."""

    number: ClassVar[str] = "objects returned"
    things: ClassVar[str] = "returned object"
    what: Ref = TARGET

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        return does(READER, "banish", f"{what}, then return {speaker.object(self.what)} to the field")


class Summon(Effect, frozen=True, tag="summon"):
    """Players put tokens onto the field, each with the counters named; each owns theirs (cards.8.4)."""

    number: ClassVar[str] = "tokens summoned"
    things: ClassVar[str] = "summoned token"
    brings: ClassVar[bool] = True
    token: str
    amount: Amount = ONE
    rested: bool = False
    counters: dict[str, Amount] = {}
    who: Who = YOU

    def __post_init__(self) -> None:
        fix(self, "counters")

    printed: ClassVar[tuple[Form, ...]] = (
        form("summon {amount:head} {token:token}"),
        form("you summon {amount:head} {token:token}"),
        form("{who:another_does summon} {amount:head} {token:token}"),
        form("summon {amount:head} {token:token} rested", rested=True),
        form("summon {amount:head} {token:token} with {counters:counters} on <it|them>"),
    )

    def said(self, speaker: Speaker) -> Saying:
        token = f"{'rested ' if self.rested else ''}{self.token} token"
        tokens, tail = self.amount.of(speaker, article(token), f"{token}s")
        marks = [" ".join(n.of(speaker, *counters(kind))).rstrip() for kind, n in self.counters.items()]
        each = " each" if self.amount != ONE else ""
        with_ = f"with {listed(marks)}{each}" if marks else ""
        return does(speaker.player(self.who), "summon", tokens).ending(with_).ending(tail)


class Gather(Effect, frozen=True, tag="gather"):
    """Summons a random one of the six ingredient tokens, so many times."""

    number: ClassVar[str] = "tokens summoned"
    things: ClassVar[str] = "summoned token"
    times: Amount = ONE

    printed: ClassVar[tuple[Form, ...]] = (
        form("gather"),
        form("gather {times:times}"),
        form("gather {times:number} times"),
        form("gather an additional time"),
    )

    def said(self, speaker: Speaker) -> Saying:
        if self.times == ONE:
            return does(READER, "gather")
        often = self.times.said(speaker)
        plain = simple(self.times) and self.times.text not in ("it", "that amount")
        return does(READER, "gather", f"{often} times" if plain else f"X times, X being {often}")


class LevelUp(Effect, frozen=True, tag="level up"):
    """Levels up your champion with a fitting card of your material deck: no cost, no materialization."""

    number: ClassVar[str] = "levels gained"
    things: ClassVar[str] = "champion that leveled up"

    printed: ClassVar[tuple[Form, ...]] = (form("level up your champion"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "level", "up your champion from your material deck")


class Delevel(Effect, frozen=True, tag="delevel"):
    """Returns the top card of your champion's lineage to the material deck; nothing if it is the only one (RU.16)."""

    number: ClassVar[str] = "levels lost"
    things: ClassVar[str] = "deleveled champion"

    printed: ClassVar[tuple[Form, ...]] = (form("delevel your champion"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "delevel", "your champion")


class BecomeChampion(Effect, frozen=True, tag="become champion"):
    """An object you control becomes your champion in place of the old one, which is banished (cards.4.7).

    Its types are set for good; the supertypes it is to have are listed with them (cards.5.2). It is one object, for a
    player has one champion: where an earlier step chose several, none of them becomes it.
    """

    number: ClassVar[str] = "objects made champion"
    things: ClassVar[str] = "new champion"
    single: ClassVar[str] = "what"
    what: Ref = THIS
    types: tuple[str, ...] = ("champion",)

    def said(self, speaker: Speaker) -> Saying:
        types = "" if self.types == ("champion",) else f" (its types become {listed(self.types)})"
        return does(
            speaker.subject(self.what), "become", f"your champion in place of the old one, which is banished{types}"
        )


class Foster(Effect, frozen=True, tag="foster"):
    """Makes allies fostered; each only once (zones.7.5)."""

    number: ClassVar[str] = "allies fostered"
    things: ClassVar[str] = "fostered ally"
    what: Ref = THIS

    printed: ClassVar[tuple[Form, ...]] = (form("{what:subject} become(s) fostered"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.subject(self.what), "become", "fostered")


class GainState(Effect, frozen=True, tag="become"):
    """Objects become distant, which only units can, or ephemeral (zones.7.4, zones.7.6)."""

    number: ClassVar[str] = "objects changed"
    things: ClassVar[str] = "changed object"
    state: Literal["distant", "ephemeral"]
    what: Ref = THIS
    printed: ClassVar[tuple[Form, ...]] = (
        form("{what:subject} become(s) {state:word distant ephemeral}"),
        form("{what:subject} also become(s) {state:word distant ephemeral}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.subject(self.what), "become", self.state)


ObjectEffect = (
    Orient
    | Transform
    | Destroy
    | Sacrifice
    | SacrificeThese
    | Suppress
    | BanishAndReturn
    | Summon
    | Gather
    | LevelUp
    | Delevel
    | BecomeChampion
    | Foster
    | GainState
)
