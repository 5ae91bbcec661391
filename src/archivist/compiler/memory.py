"""What has been mentioned so far, and what a later mention means: the same for reading and for speaking.

A pronoun means what was mentioned last. ``that ally`` means the one thing of that sort that has been mentioned; where two
could be meant, the text is refused.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from archivist.compiler.engine import Unmade
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.drawing_and_discarding import Discard
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.effects.looking_and_revealing import Choose, RevealCards
from archivist.vocabulary.effects.masteries_and_statuses import GainMastery
from archivist.vocabulary.effects.moving_cards import Banish
from archivist.vocabulary.effects.negating_copying_playing import Negate
from archivist.vocabulary.effects.objects import Sacrifice
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import YOU, Ref, Who
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.words import TYPES

_UNITS: Final = frozenset(("ally", "champion", "unit"))
_ORDER: Final = ("target", "second", "third", "fourth", "fifth", "sixth")
"""The names of groups of targets, in the order of the text."""


class Thing(NamedTuple):
    """Something that has been mentioned: the reference, the words by which it may be called again, and whether several."""

    ref: str
    nouns: frozenset[str]
    many: bool = False

    @property
    def off_the_field(self) -> bool:
        """Whether it is a card that an earlier step took up or put where there are no objects."""
        named = self.ref == "revealed" or not self.nouns.isdisjoint(_OFF_THE_FIELD)
        return named and "object" not in self.nouns


class Memory:
    """What has been mentioned in one ability."""

    def __init__(self, name: str, types: tuple[str, ...] = (), words: frozenset[str] = frozenset()) -> None:
        self.name = name
        self.types = types
        self.words = words
        self.inherited = False
        self.counted_champion = False
        """Whether damage counters on your champion have just been counted, so that others are others than it."""
        self.optional = -1
        """How many steps had been told as a player was given the choice to take the next one, all of it or nothing."""
        self.pronounced = ""
        """What the last pronoun meant."""
        self.unrepeated = -1
        """How many steps had been told as the next one was begun without saying again of what it is told."""
        self.given = ""
        """How the one thing was given up that a cost takes: ``banished``, ``sacrificed``, ``discarded``."""
        self.ability = False
        """Whether these are the instructions of an ability, and not those of a card that resolves."""
        self.that_player = False
        self.event_player = False
        """Whether the player whom the event is about has been spoken of, so that *that player* is no other."""
        self.that_amount = False
        self.attack = False
        """Whether the event is an attack."""
        self.told_of = False
        """Whether the player whom the event is about controls, or last controlled, what it is about."""
        self.hit = False
        """Whether the event is a hit."""
        self.entered = False
        """Whether the event is that the card itself entered the field."""
        self.doer: Who | None = None
        """Who does the thing just told in the sentence at work, other than you."""
        self.chooser = YOU
        """Who chooses among what is theirs in the clause at work."""
        self.destroyed: Thing | None = None
        """The one target that the step before destroyed: it may be asked what it was."""
        self.compared = ""
        """By how much one number is less than another, where a condition has just asked that."""
        self.counted: tuple[str, str] | None = None
        """The kind of counters that a condition has just asked for, and what they lie on."""
        self.dead = False
        """Whether the card has just left the field, so that it lies in the graveyard."""
        self.activating = False
        """Whether these are the instructions of an activated ability."""
        self.works_in: tuple[str, ...] = ()
        """The zone in which an activated ability says that the card lies, by its cost or by what it does."""
        self.placed = False
        """Whether it has been said in which zone the card lies."""
        self.brought: frozenset[Thing] = frozenset()
        """What instructions that wait know of from before, by another name."""
        self.carried = False
        """Whether they have spoken of it."""
        self.later = False
        """Whether they wait for the beginning of a phase, so that another event is long past."""
        self.groups: tuple[Targets, ...] = ()
        self.things: tuple[Thing, ...] = ()
        self.last: Thing | None = None
        self.deeds: tuple[str, ...] = ()
        self.before: tuple[Effect, ...] = ()

    def copied(self) -> Memory:
        """The same, to go on from in another way."""
        new = Memory.__new__(Memory)
        new.__dict__.update(self.__dict__)
        return new

    def waiting(self, *, later: bool) -> Memory:
        """What instructions know that are carried out later: what the step right before was about, as ``it``.

        What a reflexive trigger's event was about is still known, but not what another event was about (`later`).
        """
        new = self.copied()
        step = self.before[-1] if self.before and self.optional != len(self.before) else None  # else a payment
        named = (getattr(step, name, None) for name in ("on", "what", "to")) if step is not None and step.things else ()
        about = {each.text for each in named if isinstance(each, Ref)}

        def known(thing: Thing | None) -> Thing | None:
            if thing is None or not (
                thing.ref.startswith("target") or thing.ref in ("chosen", *(("that",) if later else ()))
            ):
                return thing
            return thing._replace(ref="it") if thing.ref in about else None

        new.things = tuple(each for each in map(known, self.things) if each is not None)
        new.last, new.groups, new.carried = known(self.last), (), False
        if later:
            new.later, new.that_player, new.that_amount, new.hit = True, False, False, False
        new.brought = frozenset(each for each in new.things if each not in self.things)
        return new

    @property
    def is_champion(self) -> bool:
        return "champion" in self.types

    @property
    def this(self) -> Ref:
        """What the card's own name means: a champion is your champion, and what is inherited is your champion's."""
        return Ref("champion" if self.is_champion or self.inherited else "this")

    def mention(self, thing: Thing) -> None:
        """Something is mentioned, and may be called ``it`` from now on."""
        self.last = thing
        self.things = (*(each for each in self.things if each.ref != thing.ref), thing)

    def mention_this(self) -> None:
        self.mention(Thing(self.this.text, frozenset((*self.types, "card", "object"))))

    @property
    def may_aim_at_player(self) -> bool:
        """Whether a player can be targeted: no other has been, nor has the one been spoken of whom the event is about."""
        return not self.event_player and not any(each.player for each in self.groups)

    def speak_of_player(self, *, event: bool = False) -> None:
        """Speaks of *that player*: the targeted one, or else the one whom the event is about, as `event` says."""
        targeted = any(each.player for each in self.groups)
        if targeted if event else not (targeted or self.that_player):
            raise Unmade("another player has been targeted" if event else "no player that could be meant")
        self.event_player = self.event_player or not targeted

    def aim(self, group: Targets) -> Ref:
        """A group of targets is named; the reference to it."""
        number = sum(not each.player for each in self.groups)
        if group.player:
            if not self.may_aim_at_player:
                raise Unmade("another player has been spoken of")
            self.groups = (*self.groups, group)
            return Ref("target")
        if number:
            group = Targets(
                **{name: getattr(group, name) for name in group.__struct_fields__} | {"name": _ORDER[number]}
            )
        self.groups = (*self.groups, group)
        ref = Ref("target" if not number else f"target {_ORDER[number]}")
        assert group.of is not None
        self.mention(Thing(ref.text, called(group.of), group.any or group.count.fixed != 1))
        return ref

    def choose(self, of: Filter, *, many: bool) -> Ref:
        """Something is chosen."""
        self.mention(Thing("chosen", called(of) | {"chosen"}, many))
        return Ref("chosen")

    def another(self, of: Filter) -> Filter:
        """The same phrase for others than this card: refused where *another* might mean other than something else."""
        own = {*self.types, "object", *(("unit",) if {"ally", "champion"} & {*self.types} else ())}
        kinds = {name for negated, names, _ in of.tests if not negated for name in names} & (TYPES | {"unit", "object"})
        if self.groups or "action" in self.types or (self.types and "field" in of.zones and kinds and not kinds & own):
            raise Unmade("other than what?")
        last = self.last
        if last is not None and last.ref not in (self.this.text, "this", "champion") and _alike(last.nouns, kinds):
            raise Unmade("other than this, or than what was mentioned last?")
        return Filter(f"another {of.text}")

    def pronoun(self, *, many: bool) -> Ref:
        """What ``it`` or ``them`` means: what was mentioned last.

        Your champion is spoken of as *they*: where the card was mentioned as well, *it* may be either of the two.
        """
        last = self.last
        if not many and last is not None and last.ref == "champion" and any(each.ref == "this" for each in self.things):
            raise Unmade("it might be the card or your champion")
        if last is None or (last.many != many and not (many and _is_champion(last))):
            raise Unmade(f"nothing that {'they' if many else 'it'} could mean")
        self.carried = self.carried or last in self.brought
        self.pronounced = last.ref
        return Ref(last.ref)

    def called(self, noun: str, *, many: bool) -> Ref:
        """What ``that ally`` or ``those allies`` means."""
        found = [each for each in self.things if noun in each.nouns and each.many == many]
        if len(found) > 1 and self.last in found and self.last is not None and self.last.ref == found[-1].ref:
            own = [each for each in found if each.ref not in ("this", "champion")]
            found = own or found
        if len(found) != 1:
            raise Unmade(f"{'nothing' if not found else 'more than one thing'} that {noun!r} could mean")
        self.carried = self.carried or found[0] in self.brought
        self.mention(found[0])
        return Ref(found[0].ref)

    @property
    def several_gone(self) -> bool:
        """Whether the last step that gave up objects may have given up several."""
        last = next((each for each in reversed(self.before) if isinstance(each, Banish | Sacrifice)), None)
        if isinstance(last, Sacrifice):
            return last.amount.fixed != 1 or last.who != YOU
        if last is None or last.what.each is not None:
            return True
        chosen = next((each for each in reversed(self.before) if isinstance(each, Choose)), None)
        group = next((each for each in reversed(self.groups) if each.of is not None), None)
        if last.what.name == "chosen":
            return chosen is None or chosen.any or chosen.amount.fixed != 1
        return last.what.name.startswith("target") and (group is None or group.any or group.count.fixed != 1)

    def object_gone(self, ref: Ref) -> bool:
        """Whether a mention means an object that the last step banished, so that it is a card elsewhere by now."""
        step = self.before[-1] if self.before else None
        if ref.name != "it" or not isinstance(step, Banish):
            return False
        kind = self.kind_of(step.what)
        return kind is None or "field" in kind.zones

    def is_yours(self, ref: Ref, before: tuple[Effect, ...]) -> bool:
        """Whether something certainly belongs to you: yours before it was chosen, or of your deck."""
        if ref.name in ("this", "champion", "revealed"):
            return True
        kind = self.kind_of(ref, before)
        return kind is not None and kind.owner == "you"

    def kind_of(self, ref: Ref, before: tuple[Effect, ...] | None = None) -> Filter | None:
        """What something is known to be: what was asked for as it was targeted or chosen."""
        if ref.name.startswith("target"):
            groups = [each for each in self.groups if each.of is not None]
            return groups[-1].of if groups else None
        if ref.name == "chosen":
            steps = self.before if before is None else before
            return next((each.of for each in reversed(steps) if isinstance(each, Choose)), None)
        return ref.each

    def did(self, effect: Any) -> None:
        """A step has been told, and later ones may speak of what it did."""
        tag = str(effect.__struct_config__.tag)
        self._put_behind()
        self.deeds = (*(each for each in self.deeds if each != tag), tag)
        self.before = (*self.before, effect)
        if tag in _MOVING:
            self._moved(effect, tag)
        if isinstance(effect, GainMastery):
            self.mention(Thing(f"mastery {effect.mastery}", frozenset(("mastery",))))
        elif isinstance(effect, Choose):
            self.choose(effect.of, many=effect.any or effect.amount.fixed != 1)
        elif isinstance(effect, RevealCards):
            shown = next((each for each in self.things if each.ref == effect.what.text), None)
            self.mention(Thing("revealed", frozenset(("card", "revealed")), shown is not None and shown.many))
        elif tag in ("mill", "banish at random", "banish top"):
            noun = "milled" if tag == "mill" else "banished"
            self.mention(
                Thing("it", frozenset(("card", noun)), effect.amount.fixed != 1 or effect.who.text.startswith("each "))
            )
        elif tag == "dig" and effect.into == "banishment":
            self.mention(Thing("it", frozenset(("card", "banished")), effect.take.fixed != 1))
        elif tag == "redirect" and effect.of is not None:
            self.mention(Thing("it", called(effect.of)))
        elif tag in _BRINGS:
            noun, ref = _BRINGS[tag]
            amount = getattr(effect, "amount", None)
            many = (isinstance(amount, Amount) and amount.fixed != 1) or (tag == "reveal memory" and not effect.random)
            self.mention(Thing(ref, frozenset((noun, "card") if noun != "token" else (noun, "ally", "object")), many))

    def _put_behind(self) -> None:
        """Another step follows: what the last one was about is from now on what the last step of that kind was about."""
        behind = f"it({self.deeds[-1]})" if self.deeds else "it"
        self.things = tuple(each._replace(ref=behind) if each.ref == "it" else each for each in self.things)
        if self.last is not None and self.last.ref == "it":
            self.last = self.last._replace(ref=behind)

    def _moved(self, effect: Any, tag: str) -> None:
        """A thing has gone elsewhere and is another one there: only what was put onto the field is still spoken of."""
        ref = effect.what.text
        gone = next((each for each in self.things if each.ref == ref), None)
        self.things = tuple(each for each in self.things if each.ref != ref)
        if self.last is not None and self.last.ref == ref:
            self.last = None
        many = gone is not None and gone.many
        self.destroyed = gone if tag == "destroy" and ref == "target" and not many else None
        if tag == "put" and effect.into == "field":
            nouns = (gone.nouns if gone is not None else frozenset(self.types)) | {"object", "card"}
            self.mention(Thing("it", nouns, many))
        elif tag == "banish" and effect.what.each is None and effect.what != self.this and not effect.face_down:
            self.mention(Thing("it", frozenset(("card", "banished")), many))

    def stop(self) -> None:
        """A sentence ends: an activation that it negated is no longer there to be asked about."""
        gone = {each.what.text for each in self.before if isinstance(each, Negate) and each.aimed_at is None}
        self.things = tuple(each for each in self.things if each.ref not in gone)
        if self.last is not None and self.last.ref in gone:
            self.last = None

    def number(self) -> str:
        """What ``that many`` means: the number of the last step, or that of the event.

        What only holds from now on has done nothing yet: nothing has been prevented, and nothing is counted by it.
        """
        if self.before and self.before[-1].numbered and not isinstance(self.before[-1], Gain):
            if str(getattr(getattr(self.before[-1], "who", None), "text", "")).startswith("each "):
                raise Unmade("each of them did so many, and all of them together others")
            return "it"
        if self.that_amount and not self.before:
            return "that amount"
        raise Unmade("no number that could be meant")

    @property
    def each_discarded(self) -> bool:
        """Whether the last step that discarded made several players do so."""
        last = next((each for each in reversed(self.before) if isinstance(each, Discard)), None)
        return last is not None and last.who.text.startswith("each ")

    def did_often(self, tag: str) -> bool:
        """Whether more than one step of a kind has been told, so that what was done this way is all of it."""
        return sum(each.__struct_config__.tag == tag for each in self.before) > 1

    def deed(self, tag: str) -> str:
        """How a later step speaks of what a step of a kind did: ``it`` right after it, ``it(draw)`` later."""
        if tag not in self.deeds:
            raise Unmade(f"nothing was done this way ({tag})")
        if self.did_often(tag):
            raise Unmade(f"several steps did that, of which only the last could be counted ({tag})")
        return "it" if self.deeds[-1] == tag else f"it({tag})"


def _alike(nouns: frozenset[str], kinds: set[str]) -> bool:
    """Whether something that was mentioned may be one of a kind."""
    units = {"ally", "champion", "unit"}
    known = nouns & (TYPES | {"unit", "object"})
    return bool(known & kinds or (known and "object" in kinds) or (known & units and "unit" in kinds))


def _is_champion(thing: Thing) -> bool:
    """Whether something is one champion, of whom is spoken as *they*."""
    return thing.ref == "champion" or ("champion" in thing.nouns and "ally" not in thing.nouns)


_OFF_THE_FIELD: Final = frozenset(("banished", "discarded", "milled", "revealed"))
"""What cards are called that an earlier step took up or put where there are no objects."""

_ON_OBJECTS: Final = {
    "become": "what",
    "counters": "on",
    "damage": "to",
    "destroy": "what",
    "gain": "on",
    "turn": "what",
}
"""Steps that are about objects, and the field that names them."""


def needs_object(step: Any, memory: Memory) -> bool:
    """Whether a step is about an object, but the words mean a card that is none; omen counters lie on such cards.

    What a card gains while it is activated, it has as an object or attack.
    """
    tag = str(step.__struct_config__.tag) if isinstance(step, Effect) else ""
    ref = getattr(step, _ON_OBJECTS[tag]) if tag in _ON_OBJECTS else None
    if not isinstance(ref, Ref) or getattr(step, "kind", "") == "omen":
        return False
    meant = next((each for each in memory.things if each.ref == ref.text), None)
    if meant is None or "object" in meant.nouns:
        return False
    return meant.off_the_field or (tag != "gain" and "activation" in meant.nouns)


_MOVING: Final = frozenset(("put", "banish", "suppress", "destroy", "sacrifice this", "banish and return"))
"""Steps after which a thing lies elsewhere, so that it is another one."""

_BRINGS: Final = {
    "summon": ("token", "it"),
    "copy object": ("token", "it"),
    "reveal top": ("card", "revealed"),
    "reveal memory": ("card", "revealed"),
    "discard": ("discarded", "chosen"),
    "reveal until": ("card", "chosen"),
}
"""Steps that bring something which is then spoken of: by which word, and as which reference."""


def called(of: Filter) -> frozenset[str]:
    """The words by which something that fits a phrase may be called again."""
    tested = {name for negated, names, _ in of.tests if not negated for name in names}
    last = of.tests[-1][1] if of.tests else frozenset()
    found = {of.noun, *(tested & (_UNITS | {"weapon", "item", "token", "regalia", "phantasia", "domain"})), *last}
    if "field" in of.zones:
        found |= {"object"}
        if tested & _UNITS:
            found |= {"unit"}
    else:
        found |= {"card"}
    if of.stack:
        found = {"activation", "card", "trigger", "ability"}
    return frozenset(found)
