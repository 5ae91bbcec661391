"""Verbs about the stack and playing: negating, copying, playing a card while something resolves."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Way
from archivist.model.decision import Answer, Decision, Option, Pass, Play, Return
from archivist.model.errors import Illegal, Reason
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.lasting import LastingVerbs
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import effects_stack, nine_steps, preserve
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.targets_and_copies import targets
from archivist.rules.timing import bounds
from archivist.rules.turn import leaving_the_game
from archivist.rules.zones import moving, revealing
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.node import Left, Ref, Steps
from archivist.vocabulary.pending import Group, Item

if TYPE_CHECKING:
    from archivist.vocabulary.effects.stack import PlayCard


class StackVerbs(LastingVerbs):
    """Verbs about the stack and playing."""

    def times_of(self, n: int) -> int:
        """How many times something is done at once; too many are refused, with the name of the card."""
        return bounds.times(n, self.source.true_name)

    def negate(self, what: Ref, *, banish: bool) -> None:
        for item in self.items(what):
            if effects_stack.negate(self.state, item.id, "RS.2", banish=banish):
                self.did(1, [item.card] if item.is_play else ())

    def copy(self, what: Ref, *, new_targets: bool, new_modes: bool) -> Steps:
        """Copies an instance; new modes and targets only if the effect says so, each legal (RU.4)."""
        for item in self.items(what) if not self.state.players[self.you].lost else ():
            made = effects_stack.copy_instance(self.state, item, self.you)
            if new_modes:
                made = yield from self._choose_modes_anew(made)
            if new_targets:
                yield from self._retarget(made)
            effects_stack.tell_targets(self.state, self.state.item(made.id) or made)
            self.did(1, things=(made.thing,))

    def items(self, what: Ref) -> list[Item]:
        numbers = [thing.id for thing in self.things(what) if thing.kind == "item"]
        if what.name == "that" and self.event is not None and self.event.item is not None:
            numbers = [self.event.item]
        return [item for number in numbers if (item := self.state.item(number)) is not None]

    def _retarget(self, made: Item) -> Steps:
        groups: list[Group] = []
        scene = effects_stack.item_scene(self.state, made)
        spell = targets.is_spell(scene, made)
        for group in made.groups:
            wanted = effects_stack.group_spec(self.state, made, group)
            options = targets.legal(scene, wanted, spell=spell)
            least, most = targets.bounds(scene, wanted, options)
            if group.shares:
                least = most = len(group.things)
            if most == 0 or len(options) < max(1, least) or tuple(options) == group.things:
                groups.append(group)
                continue
            answer = yield Decision(
                self.you,
                "new targets",
                ("RU.4",),
                f"choose new targets for the copy (up to {most}), or none to keep the old",
                options=tuple(options),
                least=0,
                most=most,
                card=made.card,
                sets=_as_many(max(1, least), most, targets.same_groups(scene, wanted, options), len(options)),
            )
            assert isinstance(answer, tuple)
            new = tuple(options[index] for index in answer)
            groups.append(replace(group, things=new) if new else group)
            names = tuple(
                effects_stack.thing_named(self.state, thing) for thing in new or group.things if thing is not None
            )
            say(self.state, "targets", "RU.4", player=self.you, card=self.state.cards[made.card], objects=names)
        self.state.alter_item(made.id, groups=tuple(groups))

    def _choose_modes_anew(self, made: Item) -> Generator[Decision, Answer, Item]:
        """Other modes for a copy, each that can be chosen now; the targets of modes that it had stay."""
        scene = effects_stack.item_scene(self.state, made)
        spell = targets.is_spell(scene, made)
        modes: list[tuple[int, int]] = []
        for part, paragraph in enumerate(made.text):
            chosen = [mode for where, mode in made.modes if where == part]
            if paragraph.modes is None or not chosen:
                continue
            options = [
                mode
                for mode, option in enumerate(paragraph.modes.options)
                if mode in chosen or effects_stack.mode_available(scene, option, self.state, scene.source)
            ]
            answer = yield Decision(
                self.you,
                "modes",
                ("targets-and-copies.6.7",),
                "choose the modes of the copy",
                options=tuple(paragraph.modes.options[mode].label for mode in options),
                least=len(chosen),
                most=len(chosen),
                card=made.card,
            )
            assert isinstance(answer, tuple)
            modes += [(part, options[index]) for index in sorted(answer)]
        groups = [group for group in made.groups if group.mode == -1 or (group.part, group.mode) in modes]
        known = {(group.part, group.mode, group.index) for group in groups}
        for slot in targets.slots(made.text, made.had, modes):
            if slot not in known:
                wanted = targets.spec(made.text, slot)
                taken = targets.taken(groups, slot)
                group = yield from targets.declare(scene, wanted, slot, spell=spell, card=made.card, taken=taken)
                groups.append(group)
        self.state.alter_item(made.id, modes=tuple(modes), groups=tuple(groups))
        return replace(made, modes=tuple(modes), groups=tuple(groups))

    def play_card(self, node: PlayCard) -> Steps:
        """Plays a card now as an instruction; a refused attempt undoes that play alone.

        The card waits on the stack until this effect is done, for nothing resolves within a resolution. If there is no
        card to play, the effect goes on.

        Rules: timing.5.2, timing.5.4, timing.8.6.
        """
        cards = self.matching(node.of) if node.of is not None else self.cards(node.what or Ref("chosen"))
        as_from = ""
        if node.copy:
            as_from = cards[0].zone if cards else ""
            cards = tuple(self._card_copy(card) for card in cards)
        rules = ("timing.5.2", "PC.2")
        licence = Licence(rules, instructed=True, free=node.free, waived=node.waive, as_from=as_from)
        if node.of is not None:
            self.look_through(node.of, self.you)
            self.fail_to_find(node.of)
        if not cards:
            say(self.state, "none found", "timing.8.6", player=self.you)
        plays: list[tuple[Way, int, Licence]] = [(self._way(node.how, card), card.id, licence) for card in cards]
        optional = node.may or (node.of is not None and self.may_fail(node.of))
        materializing = any(way == "materialize" for way, _, _ in plays) or node.how == "materialize"
        preserved = preserve.preserved(self.state, self.you) if materializing else []
        searching = node.of is not None and self.may_fail(node.of)
        hidden = () if node.of is not None else self._hidden(plays)
        played = yield from self._play_one(
            self.you, plays, optional=optional, rule="timing.5.2", preserved=preserved, searching=searching,
            hidden=hidden,
        )  # fmt: skip
        if played is not None:
            self.did(1, [played])
        for card in cards if node.copy else ():
            if self.state.cards[card.id].zone == "none":
                say(self.state, "ceases", "targets-and-copies.6.3", card=card)

    def _card_copy(self, card: Card) -> Card:
        """A copy of a card that may be activated, as if it lay where the card lies; it ceases to exist when it is done.

        Rules: targets-and-copies.6.1, targets-and-copies.6.3, targets-and-copies.6.4, targets-and-copies.6.8.
        """
        copy = Card(
            len(self.state.cards),
            card.face,
            self.you,
            self.you,
            "none",
            stamp=self.state.tick(),
            token=True,
            face_up=True,
        )
        bounds.check_room(self.state, card.face)
        self.state.cards.append(copy)
        self.state.touch()
        return copy

    def _hidden(self, plays: Sequence[tuple[Way, int, Licence]]) -> tuple[int, ...]:
        """Cards to which a chance to materialize is tied and which not everybody knows (effects.3.6.choice)."""
        numbers = (number for way, number, _ in plays if way == "materialize")
        return tuple(number for number in numbers if who_sees(self.state, self.state.cards[number]) is not None)

    def _play_one(
        self,
        seat: Seat,
        plays: Sequence[tuple[Way, int, Licence]],
        *,
        optional: bool,
        rule: str,
        preserved: Sequence[int] = (),
        searching: bool = False,
        hidden: Sequence[int] = (),
    ) -> Generator[Decision, Answer, int | None]:
        """Asks which of some cards to play and plays it, in an attempt with a snapshot of its own.

        Any materialization may be replaced by returning one of the `preserved`; one that is tied to a `hidden` card only
        if that card is revealed and could be materialized (effects.3.6).
        """
        refused: Illegal | None = None
        while not self.state.players[seat].lost:
            plays = [each for each in plays if not moving.gone(self.state, each[1])]
            good = [each for each in plays if offers.completes(self.state, seat, each[0], each[1], each[2])]
            options: list[Option] = [Play(way, number) for way, number, _ in good]
            shown = [number for _, number, _ in good if number in hidden]
            returns = preserved if shown or not hidden else ()
            options.extend(Return(number) for number in returns)
            if not options:
                self.state.vain = (*self.state.vain, *((seat, *each) for each in plays))
                return None
            if optional:
                options.append(Pass())
            try:
                answer = yield Decision(
                    seat, "play", (rule,), "choose what to play now", form="act", options=tuple(options),
                    card=self.source.id, refused=refused, on_leave="renew",
                )  # fmt: skip
            except Left:
                refused = None
                continue
            if isinstance(answer, Pass) and optional:
                secret = any(who_sees(self.state, self.state.cards[number]) is not None for _, number, _ in good)
                kind = "secret option declined" if secret else "option declined"
                say(self.state, kind, "RS.5", *(("RU.15",) if searching else ()), player=seat)
                return None
            if isinstance(answer, Return) and answer.card in returns:
                if hidden:
                    revealing.reveal(self.state, seat, shown[:1], "effects.3.6")
                moving.move(self.state, answer.card, "hand", *preserve.RETURNED)
                self.did(0, done=True)
                return None
            licence = _licence_for(plays, answer)
            if licence is None or not isinstance(answer, Play):
                at_all = {"activate": ("CA.1.9.1",), "materialize": ("CM.2",)}
                rules = at_all.get(answer.way, ()) if isinstance(answer, Play) else ()
                refused = Illegal(Reason((rule, "PC.2", *rules), "nothing permits you to do that now"))
                continue
            before = self.state.copy()
            try:
                yield from nine_steps.play(self.state, seat, answer.way, answer.card, licence)
            except Illegal:
                leaving_the_game.put_back(self.state, before)
                if self.state.players[seat].lost or moving.gone(self.state, answer.card):
                    continue
                refused = offers.refusal(self.state, seat, answer.way, answer.card, licence)
                continue
            return answer.card
        return None


def _licence_for(plays: Sequence[tuple[Way, int, Licence]], answer: Answer) -> Licence | None:
    if not isinstance(answer, Play):
        return None
    fitting = (licence for way, number, licence in plays if (way, number) == (answer.way, answer.card))
    return next(fitting, None)


def _as_many(least: int, most: int, same: tuple[tuple[int, ...], ...], n: int) -> tuple[tuple[int, ...], ...]:
    """The sets of new targets that go together, where not any number of any of them will do."""
    if least == 1 and not same:
        return ()
    groups = same or (tuple(range(n)),)
    return tuple(
        chosen for group in groups for size in range(least, most + 1) for chosen in itertools.combinations(group, size)
    )
