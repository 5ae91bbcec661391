"""Verbs that copy objects and intents, and that change targets."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from msgspec.structs import replace

from archivist.model.card import Card, Thing
from archivist.model.decision import Answer, Decision
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.objects import ObjectVerbs
from archivist.rules.playing_cards import effects_stack
from archivist.rules.targets_and_copies import copies_of_objects, targets
from archivist.vocabulary.node import Left, Ref, Steps
from archivist.vocabulary.pending import Item

Swap = tuple[int, Thing, list[Thing]]
"""A target that could be changed: the number of its group, what it is, and what it could be instead."""


class CopyVerbs(ObjectVerbs):
    """Verbs about copies and targets."""

    def copy_objects(self, cards: Sequence[Card], n: int, *, rested: bool) -> Steps:
        """Summons copies together: tokens, owned and controlled by whoever makes them (targets-and-copies.6.2).

        Rules: targets-and-copies.8.1.
        """
        faces = [face for card in cards if (face := copies_of_objects.face_of(card)) for _ in range(self.times_of(n))]
        for card in cards if faces else ():
            say(self.state, "copy", *copies_of_objects.grounds_of(self.state, card), player=self.you, card=card)
        yield from self.summon(faces, rested=rested)

    def become_copies(self, cards: Sequence[Card], of: Sequence[Card]) -> None:
        faces = [face for card in of if (face := copies_of_objects.face_of(card))]
        for card in cards:
            if faces and card.zone == "field" and not self.words(card) & {"champion"}:
                self.did(1, [card.id])
                copies_of_objects.become(self.state, card.id, faces[0], "targets-and-copies.8")

    def copy_intents(self, cards: Sequence[Card]) -> None:
        """Copies join the intent of the attack; they are no tokens and no cards of any zone (targets-and-copies.8.5).

        Rules: targets-and-copies.6.1, targets-and-copies.6.3, targets-and-copies.6.4.choice.
        """
        for card in cards:
            living = not self.state.players[self.you].lost
            if living and card.zone == "intent" and self.state.combat is not None:
                copy = effects_stack.put_into_intent(self.state, card, self.you, played=None, x=0)
                self.did(1, [copy.id])

    # -- changing targets ----------------------------------------------------------------------------------------

    def change_target(self, what: Ref, to: Ref | None) -> Steps:
        """Changes one target of each item to another legal one (targets-and-copies.5.1)."""
        for item in self.items(what):
            swap = yield from self._swap(item, to)
            if swap is None:
                say(self.state, "nothing", "targets-and-copies.5.1", player=self.you)
                continue
            index, old, new = swap
            group = item.groups[index]
            changed = replace(group, things=tuple(new if thing == old else thing for thing in group.things))
            groups = tuple(changed if number == index else each for number, each in enumerate(item.groups))
            self.state.alter_item(item.id, groups=groups)
            card = self.state.cards[item.card] if item.is_play else item.source
            names = (effects_stack.thing_named(self.state, new),)
            say(
                self.state,
                "redirected",
                "targets-and-copies.5.1",
                "terms.2.redirect",
                player=self.you,
                card=card,
                objects=names,
            )
            effects_stack.tell_targets(self.state, replace(item, groups=groups), new)
            self.did(1, things=(item.thing,))

    def _swap(self, item: Item, to: Ref | None) -> Generator[Decision, Answer, tuple[int, Thing, Thing] | None]:
        """Which target is changed and to what; chosen anew, if anything is left to choose, when a player leaves."""
        while not self.state.players[self.you].lost and self.state.item(item.id) is not None:
            swaps = self._swaps(item, None if to is None else self.things(to))
            if not swaps:
                return None
            try:
                index, old, options = yield from self._choose_swap(item, swaps)
                return index, old, options[0] if to is not None else (yield from self._choose_new(item, options))
            except Left:
                continue
        return None

    def _swaps(self, item: Item, only: Sequence[Thing] | None) -> list[Swap]:
        """The targets that can be changed, each with what is legal and not yet targeted (targets-and-copies.5.2)."""
        scene = effects_stack.item_scene(self.state, item)
        spell = targets.is_spell(scene, item)
        found: list[Swap] = []
        for index, group in enumerate(item.groups):
            targeted = [
                thing
                for each in item.groups
                if (each.part, each.mode) == (group.part, group.mode)
                for thing in each.things
            ]
            wanted = effects_stack.group_spec(self.state, item, group)
            legal = [thing for thing in targets.legal(scene, wanted, spell=spell) if thing not in targeted]
            legal = legal if only is None else [thing for thing in legal if thing in only]
            for old in group.things:
                kept = [thing for thing in group.things if thing not in (old, None)]
                options = [new for new in legal if len(targets.same_groups(scene, wanted, [*kept, new])) <= 1]
                if old is not None and options:
                    found.append((index, old, options))
        return found

    def _choose_swap(self, item: Item, swaps: list[Swap]) -> Generator[Decision, Answer, Swap]:
        if len(swaps) == 1:
            return swaps[0]
        answer = yield Decision(
            self.you,
            "redirect",
            ("targets-and-copies.5.1",),
            "choose the target to change",
            options=tuple(old for _, old, _ in swaps),
            card=item.card,
            on_leave="renew",
        )
        assert isinstance(answer, tuple)
        return swaps[answer[0]]

    def _choose_new(self, item: Item, options: list[Thing]) -> Generator[Decision, Answer, Thing]:
        answer = yield Decision(
            self.you,
            "redirect",
            ("targets-and-copies.5.1", "targets-and-copies.5.2"),
            "choose the new target",
            options=tuple(options),
            card=item.card,
            on_leave="renew",
        )
        assert isinstance(answer, tuple)
        return options[answer[0]]
