"""Effects on objects and champions: damage, counters, stats, resting, tokens, levels, leaving the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Saying, Sentences, article, counters, deals, does, listed
from archivist.vocabulary.node import TARGET, THIS, YOU, Ref, Steps, Who
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.characteristics import Modify

if TYPE_CHECKING:
    from archivist.rules.run import Run
    from archivist.vocabulary.speech import Speaker

Duration = Literal["turn", "phase", "game", "your next turn", "combat", "while this", "next wake up"]
"""How long something holds; ``phase`` is the phase in which it is made (turn.4.4)."""

DURATIONS: Final[dict[Duration, str]] = {
    "turn": "until end of turn",
    "phase": "until end of phase",
    "game": "for the rest of the game",
    "your next turn": "until your next turn begins",
    "combat": "until end of combat",
    "while this": "while you control this",
    "next wake up": "until after its controller's next wake up phase",
}
"""The durations in words, as they stand at the end of a sentence."""


class Damage(Effect, frozen=True, tag="damage"):
    """Deals damage: one event for all it is dealt to; with `split` each target's announced share is one (combat.6.6)."""

    to: Ref = TARGET
    amount: Amount = ONE
    split: bool = False
    unpreventable: bool = False

    def carry_out(self, run: Run) -> Steps:
        if self.split:
            for share in run.shares(self.to):
                yield from run.damage((share,), unpreventable=self.unpreventable)
            return
        n = run.amount(self.amount)
        yield from run.damage(tuple((card.id, n) for card in run.cards(self.to)), unpreventable=self.unpreventable)

    def said(self, speaker: Speaker) -> Saying:
        kind = "unpreventable damage" if self.unpreventable else "damage"
        if self.split:
            number, tail = speaker.split(self.to).of(speaker, f"1 {kind}", kind)
            return deals("deal", f"{number}, split as you choose among {speaker.object(self.to)}").ending(tail)
        to = speaker.object(self.to)
        number, tail = self.amount.of(speaker, f"1 {kind}", kind)
        return deals("deal", f"{number} to {to}").ending(tail)


class Recover(Effect, frozen=True, tag="recover"):
    """Removes damage counters from the champion."""

    amount: Amount
    who: Who = YOU

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who):
            run.recover(seat, run.amount(self.amount))

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.player(self.who), "recover", self.amount.plain(speaker))


class Heal(Effect, frozen=True, tag="heal"):
    """Removes all temporary damage from an ally."""

    what: Ref = TARGET

    def carry_out(self, run: Run) -> None:
        for card in run.cards(self.what):
            run.heal(card.id)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "remove", f"all damage from {speaker.object(self.what)}")


class Counters(Effect, frozen=True, tag="counters"):
    """Puts counters on objects, cards, masteries, or instances on the stack (cards.9.1, terms.7)."""

    kind: str
    amount: Amount = ONE
    on: Ref = THIS

    def carry_out(self, run: Run) -> None:
        n = run.amount(self.amount)
        cards = run.cards(self.on)
        for card in cards:
            run.add_counters(card.id, self.kind, n)
        for item in run.items(self.on) if not cards else ():
            run.mark_item(item, self.kind, n)

    def said(self, speaker: Speaker) -> Saying:
        on = speaker.object(self.on)
        number, tail = self.amount.of(speaker, *counters(self.kind))
        return does(READER, "put", f"{number} on {on}").ending(tail)


class RemoveCounters(Effect, frozen=True, tag="remove counters"):
    """Removes counters as an effect, not as a cost; without an amount a number of choice, which is noted."""

    kind: str
    amount: Amount | None = None
    from_: Ref = THIS
    all: bool = False

    def possible(self, run: Run) -> bool:
        need = 0 if self.amount is None else run.amount(self.amount)
        return all(card.count(self.kind) >= need for card in run.cards(self.from_))

    def carry_out(self, run: Run) -> Steps:
        removed = 0
        for card in run.cards(self.from_):
            have = card.count(self.kind)
            if self.all:
                n = have
            elif self.amount is None:
                n = yield from run.choose_number(run.you, 0, have, f"how many {self.kind} counters to remove")
            else:
                n = min(have, run.amount(self.amount))
            run.remove_counters(card.id, self.kind, n)
            removed += n
        run.noted = removed

    def said(self, speaker: Speaker) -> Saying:
        one, many = counters(self.kind)
        source = speaker.object(self.from_)
        if self.all or self.amount is None:
            number, tail = f"{'all' if self.all else 'any number of'} {many}", ""
        else:
            number, tail = self.amount.of(speaker, one, many)
        return does(READER, "remove", f"{number} from {source}").ending(tail)


class MoveCounters(Effect, frozen=True, tag="move counters"):
    """Moves all counters of a kind from one thing to another, such as a mastery; the number is noted.

    Rules: cards.7.fractured-memories.
    """

    kind: str
    from_: Ref
    to: Ref

    def possible(self, run: Run) -> bool:
        return bool(run.cards(self.to)) and any(card.count(self.kind) for card in run.cards(self.from_))

    def carry_out(self, run: Run) -> None:
        moved = 0
        for goal in run.cards(self.to)[:1]:
            for card in run.cards(self.from_):
                moved += card.count(self.kind)
                run.remove_counters(card.id, self.kind, card.count(self.kind))
            run.add_counters(goal.id, self.kind, moved)
        run.noted = moved

    def said(self, speaker: Speaker) -> Saying:
        source = speaker.object(self.from_)
        return does(READER, "move", f"all {self.kind} counters from {source} to {speaker.object(self.to)}")


class SplitDamage(Effect, frozen=True, tag="split damage"):
    """You choose any number of things while resolving and split damage among them, at least 1 each: one event each."""

    amount: Amount
    among: Filter

    def carry_out(self, run: Run) -> Steps:
        yield from run.split_damage(run.amount(self.amount), self.among)

    def said(self, speaker: Speaker) -> Saying:
        number, tail = self.amount.of(speaker, "1 damage", "damage")
        among = f"any number of {self.among.said(many=True)}"
        return deals("deal", f"{number}, split as you choose among {among}").ending(tail)


class Gain(Effect, frozen=True, tag="gain"):
    """Makes something hold for a while: for exactly the things there are now, or by a rule for all.

    Those there now *get* or *gain* it; by a rule for all they *have* it, later ones included.

    Rules: effects.5.4, effects.5.5, effects.5.6, effects.5.7.table, effects.5.7.choice.
    """

    static: StaticNode
    on: Ref | None = None
    until: Duration = "turn"

    def carry_out(self, run: Run) -> None:
        run.gain(self.static, self.on, self.until)

    def said(self, speaker: Speaker) -> Saying:
        said, during = self.static.said(speaker, self.on), DURATIONS[self.until]
        if self.on is not None:
            return said.lasting(during)
        of = getattr(self.static, "of", None)
        later = isinstance(of, Ref) and of.each is not None and said.standing() == said
        return said.standing().lasting(f"{during} (later ones included)" if later else during)


class GainControl(Effect, frozen=True, tag="gain control"):
    """A player gains control of objects, for a while or for good; they stay the same objects (terms.3.2)."""

    what: Ref = TARGET
    until: Duration = "game"
    who: Who = YOU

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who)[:1]:
            run.gain_control(self.what, seat, self.until)

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        return does(speaker.player(self.who), "gain", f"control of {what}").ending(DURATIONS[self.until])


class Orient(Effect, frozen=True, tag="turn"):
    """Rests or wakes objects; one that is already so does not change (zones.7.1)."""

    to: Literal["rested", "awake"]
    what: Ref = TARGET

    def possible(self, run: Run) -> bool:
        cards = run.cards(self.what)
        return bool(cards) and all(card.rested != (self.to == "rested") for card in cards)

    def carry_out(self, run: Run) -> None:
        for card in run.cards(self.what):
            run.turn(card.id, rested=self.to == "rested")

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        return does(READER, "rest", what) if self.to == "rested" else does(READER, "wake", f"{what} up")


class Transform(Effect, frozen=True, tag="transform"):
    """Turns double-faced objects to their other sides; a copy, or a card with one side only, does not change."""

    what: Ref = THIS

    def possible(self, run: Run) -> bool:
        cards = run.cards(self.what)
        return bool(cards) and all(run.can_transform(card) for card in cards)

    def carry_out(self, run: Run) -> None:
        for card in run.cards(self.what):
            run.transform(card.id)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "transform", speaker.object(self.what))


class Destroy(Effect, frozen=True, tag="destroy"):
    """Destroys objects, all at once."""

    what: Ref = TARGET

    def carry_out(self, run: Run) -> None:
        run.destroy(run.cards(self.what))

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "destroy", speaker.object(self.what))


class Sacrifice(Effect, frozen=True, tag="sacrifice"):
    """Players sacrifice objects of their choice; `same_name` wants them to share a name.

    Several players choose in turn order from the turn player on, each seeing the choices before; then all is sacrificed
    at once. Who has fewer sacrifices all they have.

    Rules: timing.7, timing.7.1.
    """

    of: Filter
    amount: Amount = ONE
    same_name: bool = False
    who: Who = YOU

    def possible(self, run: Run) -> bool:
        return run.can_sacrifice(self.of, run.amount(self.amount), same_name=self.same_name)

    def carry_out(self, run: Run) -> Steps:
        n = run.amount(self.amount)
        chosen: list[int] = []
        for seat in run.players(self.who):
            chosen += yield from run.choose_sacrifices(seat, self.of, n, same_name=self.same_name)
        run.sacrifice(chosen)

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.many(self.amount, self.of)
        name = " with the same name" if self.same_name else ""
        return does(speaker.player(self.who), "sacrifice", f"{what}{name}")


class Suppress(Effect, frozen=True, tag="suppress"):
    """Banishes objects; each comes back under its owner's control as the next end phase begins (terms.1.suppress)."""

    what: Ref = TARGET

    def carry_out(self, run: Run) -> None:
        run.suppress(run.cards(self.what))

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "suppress", speaker.object(self.what))


class BanishAndReturn(Effect, frozen=True, tag="banish and return"):
    """Banishes objects; each comes back at once as a new object of its owner, a champion with its lineage and counters."""

    what: Ref = TARGET

    def carry_out(self, run: Run) -> None:
        run.banish_and_return(run.cards(self.what))

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        return does(READER, "banish", f"{what}, then return {speaker.object(self.what)} to the field")


class Summon(Effect, frozen=True, tag="summon"):
    """Puts tokens onto the field."""

    token: str
    amount: Amount = ONE
    rested: bool = False

    def carry_out(self, run: Run) -> Steps:
        yield from run.summon((self.token,) * run.amount(self.amount), rested=self.rested)

    def said(self, speaker: Speaker) -> Saying:
        token = f"{'rested ' if self.rested else ''}{self.token} token"
        tokens, tail = self.amount.of(speaker, article(token), f"{token}s")
        return does(READER, "summon", tokens).ending(tail)


class Gather(Effect, frozen=True, tag="gather"):
    """Summons a random one of the six ingredient tokens, so many times."""

    times: int = 1

    def carry_out(self, run: Run) -> Steps:
        for _ in range(self.times):
            yield from run.gather()

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "gather", f"{self.times} times" if self.times > 1 else "")


class LevelUp(Effect, frozen=True, tag="level up"):
    """Levels up your champion with a fitting card of your material deck: no cost, no materialization."""

    def carry_out(self, run: Run) -> Steps:
        yield from run.level_up()

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "level", "up your champion from your material deck")


class Delevel(Effect, frozen=True, tag="delevel"):
    """Returns the top card of your champion's lineage to the material deck; nothing if it is the only one (RU.16)."""

    def carry_out(self, run: Run) -> None:
        run.delevel(run.you)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "delevel", "your champion")


class BecomeChampion(Effect, frozen=True, tag="become champion"):
    """An object you control becomes your champion in place of the old one, which is banished (cards.4.7).

    Its types are set for good; the supertypes it is to have are listed with them (cards.5.2).
    """

    what: Ref = THIS
    types: tuple[str, ...] = ("champion",)

    def possible(self, run: Run) -> bool:
        return len(run.cards(self.what)) == 1

    def carry_out(self, run: Run) -> None:
        for card in run.cards(self.what)[:1]:
            run.gain(Modify(types=self.types), self.what, "game")
            run.replace_champion(card)

    def said(self, speaker: Speaker) -> Saying:
        types = "" if self.types == ("champion",) else f" (its types become {listed(self.types)})"
        return does(
            speaker.subject(self.what), "become", f"your champion in place of the old one, which is banished{types}"
        )


class Foster(Effect, frozen=True, tag="foster"):
    """Makes allies fostered; each only once (zones.7.5)."""

    what: Ref = THIS

    def carry_out(self, run: Run) -> None:
        for card in run.cards(self.what):
            run.foster(card.id)

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.subject(self.what), "become", "fostered")


class Wither(Effect, frozen=True, tag="wither"):
    """You pay 1 reserve for each wither counter on an object, in full, or sacrifice it; then the counters are removed."""

    def carry_out(self, run: Run) -> Steps:
        yield from run.wither()

    def said(self, speaker: Speaker) -> Saying:
        return Sentences(
            (
                f"pay 1 reserve for each wither counter on {speaker.object(THIS)} or sacrifice it",
                f"remove all wither counters from {speaker.object(THIS)}",
            )
        )


class Agility(Effect, frozen=True, tag="agility"):
    """You gain agility for this turn."""

    n: int

    def carry_out(self, run: Run) -> None:
        run.gain_agility(run.you, self.n)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "gain", f"agility {self.n}")


class Empower(Effect, frozen=True, tag="empower"):
    """For your next Spell card activation this turn your champion's level is read as so much higher.

    An amount of 0 or less is none. Rules: keywords.empower.
    """

    amount: Amount

    def carry_out(self, run: Run) -> None:
        run.empower(run.amount(self.amount))

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "empower", self.amount.plain(speaker))


class Skip(Effect, frozen=True, tag="skip"):
    """Players skip their next phase of a kind; several skips are counted off one by one (turn.5.6)."""

    phase: str
    who: Who = YOU

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who):
            run.skip(seat, self.phase)

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        return does(who, "skip", f"{'your' if who == READER else 'their'} next {self.phase} phase")


ObjectEffect = (
    Damage
    | Recover
    | Heal
    | Counters
    | RemoveCounters
    | MoveCounters
    | SplitDamage
    | Gain
    | GainControl
    | Orient
    | Transform
    | Destroy
    | Sacrifice
    | Suppress
    | BanishAndReturn
    | Summon
    | Gather
    | LevelUp
    | Delevel
    | BecomeChampion
    | Foster
    | Wither
    | Agility
    | Empower
    | Skip
)
