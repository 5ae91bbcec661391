"""What a resolution leaves behind: lasting effects, permissions, delayed and reflexive triggers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing, Way
from archivist.rules.cards import control
from archivist.rules.citations import values
from archivist.rules.costs import calculation
from archivist.rules.effects.continuous import fixed_sets
from archivist.rules.effects.events import say, wait
from archivist.rules.effects.instructions.telling import Telling
from archivist.rules.playing_cards import effects_stack
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.mentions import speaks_back
from archivist.vocabulary.node import Ref
from archivist.vocabulary.pending import NOTHING, Deed, DelayedTrigger, Lasting, Waiting
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.amounts import AboutAmount, ThatMuch
from archivist.vocabulary.statics.characteristics import Control, Modify
from archivist.vocabulary.statics.combat import MustAttack
from archivist.vocabulary.statics.damage import Amplify, Prevent
from archivist.vocabulary.statics.playing import CostOf, NextActivation, Permit
from archivist.vocabulary.text import Paragraph

if TYPE_CHECKING:
    from archivist.vocabulary.effects import Delayed, Reflexive
    from archivist.vocabulary.effects.stack import Permission


class LastingVerbs(Telling):
    """Verbs that make something hold, or happen, later."""

    def gain(self, static: StaticNode, on: Ref | None, until: str) -> None:
        """Makes something hold: with `on` for exactly these things, its numbers fixed now (effects.5.4).

        What is granted to an activation is its card's, also as the object it becomes (zones.6.5).
        """
        things = None if on is None else tuple(card.thing for card in self.bearers(on))
        if on is not None and not things:
            return
        self._last(self._bound(static), things, until)
        self.did(len(things or ()), things=things or (), done=True)

    def gain_control(self, what: Ref, seat: Seat, until: str) -> None:
        """A player controls these from now on; what later instructions do with them sees it already (terms.3.2)."""
        self.gain(Control(player=seat), what, until)
        control.refresh(self.state)

    def _bound(self, static: StaticNode) -> StaticNode:
        static = self._pinned(static)
        if isinstance(static, Modify):
            return static.frozen(self)
        if isinstance(static, Prevent) and static.amount is not None:
            return replace(static, amount=Amount(self.amount(static.amount)))
        if isinstance(static, Amplify):
            return replace(static, plus=Amount(self.amount(static.plus)))
        if isinstance(static, AboutAmount):
            to = None if static.to is None else Amount(self.amount(static.to))
            static = replace(static, plus=Amount(self.amount(static.plus)), to=to)
        if isinstance(static, CostOf | ThatMuch) and static.who == "that player":
            player = self.that_player()
            return replace(static, player=-1 if player is None else player)
        if isinstance(static, MustAttack):
            players = [thing.id for thing in self.targets if thing.kind == "player"]
            return replace(static, player=players[0] if players else -1)
        return static

    def _pinned(self, static: StaticNode) -> StaticNode:
        """The same with every number fixed that speaks of what was done: later it could no longer be told."""

        def pinned(value: Any) -> Any:
            back = isinstance(value, Amount) and any(mention.kind == "number" for mention in value.mentions())
            return Amount(self.amount(value)) if back else value

        changes: dict[str, Any] = {}
        for name in static.__struct_fields__:
            value = getattr(static, name)
            new = {key: pinned(each) for key, each in value.items()} if isinstance(value, dict) else pinned(value)
            if new != value:
                changes[name] = new
        return replace(static, **changes) if changes else static

    def _last(self, static: StaticNode, on: tuple[Thing, ...] | None, until: str, *rules: str) -> None:
        """Adds an effect that lasts, with the timestamp of this moment.

        Rules: effects.5.12.resolved.
        """
        before = fixed_sets.words_now(self.state) if fixed_sets.changes_words(static) else None
        lasting = Lasting(self.state.tick(), static, self.you, self.source, self._span(until), on)
        self.state.lasting = (*self.state.lasting, lasting)
        self.state.touch()
        if before is not None:
            fixed_sets.became(self.state, before)
        names = tuple(effects_stack.thing_named(self.state, thing) for thing in on or ())
        rule = "effects.5.4" if on is not None else "effects.5.6"
        rules = (*rules, *values.of_effect(static), "effects.5.2", "effects.5.12.resolved")
        say(self.state, "lasting", rule, *rules, player=self.you, objects=names)

    def empower(self, n: int) -> None:
        """Your next Spell card activation this turn reckons with a level so much higher (keywords.empower)."""
        if n > 0:
            self.did(n)
            self._last(NextActivation(cards=Filter("spell card"), level=n), None, "turn", "keywords.empower")

    def _span(self, until: str) -> str:
        """A duration in absolute words: ``phase`` is the one that is under way (turn.4.4)."""
        if until != "phase":
            return until
        return "combat" if self.state.combat is not None else f"{self.state.turn.phase} phase"

    def permit(self, node: Permission) -> None:
        """Permission to play certain cards from where they lie; speed and all else stay normal (timing.5.3)."""
        cards = [card for card in self.cards(node.what) if node.of is None or node.of.describes(self, card)]
        until = "while this" if node.while_this else "game"
        self._let_play(cards, node.how, until, ignore_elements=node.ignore_elements)
        self.did(len(cards), (card.id for card in cards))

    def _let_play(self, cards: Sequence[Card], how: str, until: str, *, ignore_elements: bool) -> None:
        """Lets you play cards, or only activate them, while they lie where they are."""
        ways: dict[Way, list[Thing]] = {}
        for card in cards:
            ways.setdefault(self._way(how, card), []).append(card.thing)
        for way, things in ways.items():
            static = Permit(cards=Filter("card"), ways=(way,), ignore_elements=ignore_elements)
            self._last(static, tuple(things), until)

    def _way(self, how: str, card: Card) -> Way:
        """To play is to activate a card with a reserve cost and to materialize one with a memory cost.

        Only an effect that says so lets a player activate the latter, or materialize the former (CA.1.9.2, RU.5).
        """
        if how == "play":
            return "activate" if calculation.kind_of(self.state, card) == "reserve" else "materialize"
        return "materialize" if how == "materialize" else "activate"

    def delay(self, node: Delayed) -> None:
        """A delayed trigger is made only now, as what makes it resolves (abilities.3.13)."""
        self._delay(
            node.on,
            (Paragraph(do=node.then, targets=node.targets),),
            condition=node.if_.text if node.if_ is not None else "",
            moment=node.while_.text if node.while_ is not None else "",
            once=node.once,
            until=node.until,
            remembers=self._noted(),
            deed=self._spoken_of(node),
        )

    def _delay(
        self,
        on: Any,
        text: tuple[Paragraph, ...],
        *,
        once: bool,
        until: str,
        remembers: tuple[Thing, ...],
        condition: str = "",
        deed: Deed = NOTHING,
        moment: str = "",
    ) -> None:
        span = self._span(until)
        made = DelayedTrigger(
            self.state.tick(), on, text, self.you, self.source, once, span, remembers, condition, deed, moment
        )
        self.state.delayed = (*self.state.delayed, made)
        say(self.state, "delayed", "abilities.3.13", player=self.you, card=self.source)

    def reflex(self, node: Reflexive) -> None:
        """Goes on the stack after the rest has resolved, with the original source (abilities.3.17).

        Rules: terms.2.reflexive-trigger.
        """
        text = (Paragraph(do=node.then, targets=node.targets),)
        rules = ("abilities.3.17", "terms.2.reflexive-trigger", "abilities.3.18")
        waiting = Waiting(
            self.you,
            self.source,
            text,
            self.event,
            remembers=self._noted(),
            spell=node.spell,
            deed=self._spoken_of(node),
            rules=rules,
        )
        wait(self.state, waiting)

    def _spoken_of(self, node: Delayed | Reflexive) -> Deed:
        """What a trigger made now takes along of what was done, if its text speaks of that."""
        return Deed(self.done, self.noted, self.about) if speaks_back(node) else NOTHING

    def _noted(self) -> tuple[Thing, ...]:
        """What a trigger made now remembers: what this resolution remembered, or else chose."""
        numbers = self.notes.get("remembered") or self.notes.get("chosen", ())
        return tuple(self.state.cards[number].thing for number in numbers)
