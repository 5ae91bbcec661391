"""Verbs about objects and champions: damage, counters, tokens, levels, leaving the field."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.decision import Decision
from archivist.model.event import Event
from archivist.rules.cards import champions, double_faced, masteries_and_statuses, states_and_counters
from archivist.rules.combat import damage
from archivist.rules.costs import payment
from archivist.rules.costs.payer import Bill, Payer
from archivist.rules.effects import replaced_amounts
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import emit, named, say
from archivist.rules.effects.instructions.cards import Numbers
from archivist.rules.effects.instructions.outside import OutsideVerbs
from archivist.rules.targets_and_copies import copies_of_objects
from archivist.rules.zones import entering, leaving, moving
from archivist.vocabulary.effects.moving import Put
from archivist.vocabulary.filters import AS_A_SPELL, Filter
from archivist.vocabulary.node import Ref, Steps
from archivist.vocabulary.pending import Item
from archivist.vocabulary.statics.game import TokensInstead
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggers.game import Phase
from archivist.vocabulary.words import INGREDIENTS


class ObjectVerbs(OutsideVerbs):
    """Verbs about objects."""

    def damage(self, shares: Sequence[tuple[int, int]], *, unpreventable: bool) -> Steps:
        """Damage that is prevented was not dealt (effects.4.7)."""
        dealt = yield from damage.deal(self.state, self.dealing, shares, "RS.2", unpreventable=unpreventable)
        self.did(sum(dealt.values()), dealt)

    @property
    def dealing(self) -> Card:
        """The source as what it does sees it: of an ability used as a spell it is a Spell source now (abilities.1.14)."""
        if self.item is None or not self.item.spell or "spell" in now.words(self.state, self.source):
            return self.source
        return replace(self.source, properties=(*self.source.properties, AS_A_SPELL))

    def split_damage(self, n: int, among: Filter) -> Steps:
        """You choose any number of things and split an amount among them, at least 1 each: no targets."""
        cards = [card.id for card in self.matching(among)]
        if n <= 0 or not cards:
            return
        chosen = yield from self.choose(
            self.you, cards, 0, min(n, len(cards)), f"choose {among.text} to be dealt damage"
        )
        if not chosen:
            return
        options = tuple(self.state.cards[number].thing for number in chosen)
        shares = yield Decision(
            self.you, "split", ("targets-and-copies.3.6",), f"split {n}, at least 1 each", form="split",
            options=options, total=n, card=self.source.id,
        )  # fmt: skip
        assert isinstance(shares, tuple)
        for share in zip(chosen, shares, strict=True):
            yield from self.damage((share,), unpreventable=False)

    def recover(self, seat: Seat, n: int) -> Steps:
        """What is recovered is the amount, whatever damage there was (terms.6.recover)."""
        n = yield from states_and_counters.recover(self.state, seat, n, "RS.2")
        champion = self.state.champion(seat)
        self.did(n, [champion.id] if n > 0 and champion is not None else ())

    def heal(self, number: int) -> None:
        card = self.state.cards[number]
        if "ally" in now.words(self.state, card):
            self.did(card.damage, [number] if card.damage else ())
            self.state.alter(number, damage=0)
            say(self.state, "heal", "RS.2", card=self.state.cards[number])

    def add_counters(self, number: int, kind: str, n: int) -> Steps:
        n = yield from replaced_amounts.how_many(self.state, self.state.cards[number], kind, n)
        states_and_counters.add_counters(self.state, number, kind, n, "RS.2")
        self.did(n, [number] if n > 0 else ())

    def mark_item(self, item: Item, kind: str, n: int) -> None:
        """Puts counters on an instance; they are gone with it, and a copy has none (cards.9.1)."""
        if n > 0:
            self.state.alter_item(item.id, counters={**item.counters, kind: item.counters.get(kind, 0) + n})
            card = self.state.cards[item.card] if item.is_play else item.source
            say(self.state, "counters", "cards.9.1", "RS.2", player=item.controller, card=card, amount=n, note=kind)
            self.did(n, things=(item.thing,))

    def remove_counters(self, number: int, kind: str, n: int, group: int = 0) -> None:
        states_and_counters.remove_counters(self.state, number, kind, n, "RS.2", group=group)

    def can_turn(self, card: Card, *, rested: bool) -> bool:
        """Whether an object would change: it is not so yet, and nothing keeps it from waking up."""
        return card.rested != rested and (rested or not states_and_counters.stays_rested(self.state, card))

    def turn(self, number: int, *, rested: bool) -> None:
        if states_and_counters.turn(self.state, number, "RS.2", rested=rested):
            self.did(1, [number])
        else:
            term = "terms.5.rest" if rested else "terms.5.wake-up"
            say(self.state, "nothing", "zones.7.1", term, card=self.state.cards[number])

    def can_transform(self, card: Card) -> bool:
        return double_faced.can_transform(self.state, card)

    def transform(self, number: int) -> None:
        if double_faced.transform(self.state, number, "RS.2"):
            self.did(1, [number])

    def destroy(self, cards: Sequence[Card]) -> Steps:
        """What goes elsewhere than to the graveyard was not destroyed (effects.2.6), though the action was done."""
        mark = len(self.state.events)
        gone = yield from leaving.destroy(self.state, [card.id for card in cards])
        destroyed = [number for number in gone if self._left_for(number, "graveyard", mark)]
        self.did(len(destroyed), destroyed, done=bool(gone))

    def can_sacrifice(self, of: Filter, n: int, *, same_name: bool) -> bool:
        """Whether you have all that is to be sacrificed."""
        return len(self._sacrifices(self.you, of, n, same_name=same_name)) >= n

    def _sacrifices(self, seat: Seat, of: Filter, n: int, *, same_name: bool) -> list[int]:
        cards = [card for card in self.matching(of) if card.controller == seat and not self.has(card, "immortality")]
        if same_name:
            names = [card.face for card in cards]
            cards = [card for card in cards if names.count(card.face) >= n]
        return [card.id for card in cards]

    def choose_sacrifices(self, seat: Seat, of: Filter, n: int, *, same_name: bool) -> Numbers:
        """What a player will sacrifice: so many, or all there are."""
        cards = self._sacrifices(seat, of, n, same_name=same_name)
        same: tuple[tuple[int, ...], ...] = ()
        if same_name:
            groups: dict[str, list[int]] = {}
            for index, number in enumerate(cards):
                groups.setdefault(self.state.cards[number].face, []).append(index)
            same = tuple(tuple(group) for group in groups.values())
        n = min(n, len(cards))
        prompt = f"choose {of.text} to sacrifice"
        immortal = any(self.has(card, "immortality") for card in self.matching(of) if card.controller == seat)
        if immortal and not cards:
            say(self.state, "nothing", "keywords.immortality", player=seat)
        rules = ("timing.7.1", *(("keywords.immortality",) if immortal else ()))
        return (yield from self.choose(seat, cards, n, n, prompt, kind="sacrifice", same=same, rules=rules))

    def sacrifice(self, cards: Sequence[int]) -> Steps:
        if cards:
            mark = len(self.state.events)
            gone = yield from leaving.sacrifice(self.state, cards)
            self.noted_card = self._departed(gone, mark)
            self.did(len(gone), gone)

    def _departed(self, gone: Sequence[int], mark: int) -> Card | None:
        """The first of the objects that left since then, as it was last known: what the text calls "that"."""
        left = (event.card for event in self.state.events[mark:] if event.kind == "leave")
        return next((card for card in left if card is not None and card.id in gone[:1]), None)

    def banish_and_return(self, cards: Sequence[Card]) -> Steps:
        """Banishes objects together and returns them together at once under their owners' control, as new objects."""
        before = self._incarnations([card.id for card in cards])
        kept = yield from leaving.banish_to_return(self.state, [card.id for card in cards], "RS.2")
        back = yield from self._put_onto_field(list(kept), owner=True, kept=kept)
        self.did(len(back), back, done=bool(self._moved(before)))
        for number, keeps in kept.items():
            if self.state.cards[number].zone != "field":
                leaving.shed(self.state, keeps)

    def suppress(self, cards: Sequence[Card]) -> Steps:
        """Banishes each; a delayed trigger for each returns it as the next end phase begins (terms.1.suppress).

        What went elsewhere instead, or ceased to exist, does not return.
        """
        yield from self._banish([card.id for card in cards], "terms.1.suppress")
        for card in cards:
            if self.state.cards[card.id].zone != "banishment":
                continue
            thing = self.state.cards[card.id].thing
            text = (Paragraph(do=(Put(what=Ref("remembered"), into="field", owner=True),)),)
            self._delay(Phase(phase="end", whose="any"), text, once=True, until="game", remembers=(thing,))

    def summon(self, faces: Sequence[str], *, rested: bool = False) -> Steps:
        """Puts tokens onto the field together; an effect may let you have others in their place (effects.3)."""
        for active, instead in now.statics(self.state, TokensInstead):
            if active.you == self.you and faces:
                swap = yield from self._yes(self.you, f"summon {len(faces)} {instead.token} instead?")
                if swap:
                    faces = (instead.token,) * len(faces)
        tokens: list[entering.Token] = []
        for face in faces:
            coming = Card(len(self.state.cards), face, self.you, self.you, "none", token=True)
            made = (yield from copies_of_objects.choose(self.state, self.you, coming, self.source.id)) or face
            linked = yield from self._choose_link(self.you, replace(self.source, face=made))
            tokens.append((made, linked))
        came = entering.summon(self.state, tokens, self.you, rested=rested, by=self.source.id)
        self.did(len(came), came)

    def gather(self) -> Steps:
        """Summons one of the six ingredient tokens, each equally likely (terms.6.gather)."""
        say(self.state, "gather", "terms.6.gather", player=self.you)
        yield from self.summon((INGREDIENTS[self.state.random(len(INGREDIENTS))],))

    def can_level_up(self) -> bool:
        return bool(champions.fitting(self.state, self.you))

    def level_up(self) -> Steps:
        """Levels up the champion you control with a card of your material deck; no materialization, nothing is paid.

        Rules: cards.4.5, cards.4.8.
        """
        cards = [card.id for card in champions.fitting(self.state, self.you)]
        chosen = yield from self.choose(
            self.you, cards, min(1, len(cards)), 1 if cards else 0, "choose a champion card"
        )
        for number in chosen:
            champions.level_up(self.state, self.you, number, "RS.2")
            self._did_to_champion(self.you)

    def delevel(self, seat: Seat) -> None:
        if champions.delevel(self.state, seat, "RS.2"):
            self._did_to_champion(seat)

    def _did_to_champion(self, seat: Seat) -> None:
        champion = self.state.champion(seat)
        self.did(1, [] if champion is None else [champion.id])

    def replace_champion(self, card: Card) -> None:
        champions.replace_champion(self.state, self.you, card, "RS.2")

    def foster(self, cards: Sequence[Card]) -> None:
        """Objects become fostered in one event, each once and for as long as it is there (terms.5.fostered)."""
        state = self.state
        group = state.tick() if len(cards) > 1 else 0
        for card in cards:
            if "fostered" not in card.properties:
                new = state.alter(card.id, properties=(*card.properties, "fostered"))
                emit(
                    state,
                    Event(
                        "foster",
                        ("zones.7.5", "terms.5.fostered", "keywords.foster"),
                        card.controller,
                        named(state, new),
                        card=new,
                        group=group,
                    ),
                )
                self.did(1, [card.id])

    def wither(self) -> Steps:
        """Object by object the price is paid or not; then all that was not paid for goes at once.

        Rules: terms.7.wither, cards.9.wither.
        """
        withering = [
            card for card in moving.on_field(self.state) if card.controller == self.you and card.count("wither")
        ]
        lost: list[int] = []
        for card in withering:
            bill = Bill("resolution", card.count("wither"))
            payer = Payer(self.state, self.you, card, "resolution")
            paid = False
            if not payment.shortfall(payer, bill):
                paid = yield from self._yes(self.you, f"pay {bill.reserve} reserve for {card.face}?")
            if not paid or not (yield from payment.pay(payer, bill)):
                lost.append(card.id)
        for card in withering:
            states_and_counters.remove_counters(self.state, card.id, "wither", card.count("wither"), "terms.7.wither")
        if lost:
            yield from leaving.sacrifice(self.state, lost, "terms.7.wither")
        self.did(sum(card.count("wither") for card in withering), (card.id for card in withering))

    def gain_mastery(self, seat: Seat, name: str) -> None:
        self.did(1, [masteries_and_statuses.gain_mastery(self.state, seat, name, "RS.2").id])

    def gain_status(self, seat: Seat, name: str) -> None:
        gained = masteries_and_statuses.gain_status(self.state, seat, name, "RS.2")
        if gained is not None:
            self.did(1, [gained.id])

    def change_direction(self, card: Card, *, adjacent: bool) -> Steps:
        label = yield from self.choose_label(self.you, masteries_and_statuses.other_directions(card, adjacent=adjacent))
        masteries_and_statuses.change_direction(self.state, card, label)
        self.did(1, [card.id])

    def gain_agility(self, seat: Seat, n: int) -> None:
        self.state.alter_player(seat, agility=(*self.state.players[seat].agility, n))
        self.did(n)

    def skip(self, seat: Seat, phase: str) -> None:
        skips = self.state.players[seat].skips
        self.state.alter_player(seat, skips={**skips, phase: skips.get(phase, 0) + 1})
        self.did(1)
