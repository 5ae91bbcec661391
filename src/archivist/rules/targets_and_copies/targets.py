"""Targets: what may be targeted, and declaring it (targets-and-copies.3; CA.1.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

from archivist.model.card import Card, Thing
from archivist.model.state import State
from archivist.rules.asking import Asked, ask_split, ask_targets
from archivist.rules.citations import targets as citations
from archivist.rules.effects.continuous.effects_in_force import occurs
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.pending import Group, Item
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Paragraph

Slot = tuple[int, int, int]
"""Which group of targets: paragraph, mode (-1 for none), and number within it. Paragraph -1 is the card's link."""

MOST_WAYS: Final = 1_000
"""So many ways of filling groups that speak of each other are tried before a play is offered without trying more."""


def slots(text: Sequence[Paragraph], had: Iterable[tuple[int, int]], modes: Iterable[tuple[int, int]]) -> list[Slot]:
    """The groups of targets that a text asks for: of unlocked paragraphs and of the chosen modes, in printed order."""
    unlocked, chosen = set(had), set(modes)
    found: list[Slot] = []
    for part, paragraph in enumerate(text):
        if paragraph.when is None or (part, -1) in unlocked:
            for index in range(len(paragraph.targets)):
                found.append((part, -1, index))
            for mode, option in enumerate(paragraph.modes.options if paragraph.modes else ()):
                if (part, mode) in chosen:
                    found.extend((part, mode, index) for index in range(len(option.targets)))
    return found


def spec(text: Sequence[Paragraph], slot: Slot, link: Targets | None = None) -> Targets:
    part, mode, index = slot
    if part == -1:
        assert link is not None
        return link
    paragraph = text[part]
    if mode == -1:
        return paragraph.targets[index]
    assert paragraph.modes is not None
    return paragraph.modes.options[mode].targets[index]


def legal(scene: Scene, wanted: Targets, *, spell: bool) -> list[Thing]:
    """Everything that may be chosen for a group now.

    Players, what is on the stack, objects, and cards in the zone that is named; a bare type means objects alone.

    Rules: targets-and-copies.3, targets-and-copies.3.1, targets-and-copies.3.3, targets-and-copies.3.4,
    targets-and-copies.1.4, targets-and-copies.2, targets-and-copies.2.table, targets-and-copies.2.card,
    targets-and-copies.2.activation, targets-and-copies.2.materialization, targets-and-copies.2.trigger,
    targets-and-copies.2.intent, targets-and-copies.2.inner-lineage, targets-and-copies.2.loaded, cards.4.attack,
    cards.4.13.
    """
    if wanted.player:
        return [Thing("player", seat) for seat in _players(scene, wanted)]
    assert wanted.of is not None
    if wanted.of.stack:
        return [item.thing for item in scene.state.stack if wanted.of.fits_item(scene, item)]
    found = scene.matches(wanted.of)
    if not _veiled(scene.state, spell=spell):
        return [card.thing for card in found]
    return [card.thing for card in found if not shrouded(scene, card, spell=spell)]


def still_legal(scene: Scene, wanted: Targets, thing: Thing, *, spell: bool) -> bool:
    """Whether a chosen target is still one: the same thing, still fitting.

    Rules: targets-and-copies.3.9, targets-and-copies.3.10, targets-and-copies.3.11, targets-and-copies.3.12, CR.1.4.
    """
    if thing.kind == "player":
        return thing.id in _players(scene, wanted)
    assert wanted.of is not None
    if thing.kind == "item":
        item = scene.state.item(thing.id)
        return item is not None and wanted.of.fits_item(scene, item)
    card = scene.state.current(thing)
    return card is not None and wanted.of.fits(scene, card) and not shrouded(scene, card, spell=spell)


def _players(scene: Scene, wanted: Targets) -> list[int]:
    living = scene.state.living()
    if wanted.player == "any":
        return living
    others = [seat for seat in living if seat != scene.you]
    if wanted.player == "opponent":
        return others
    return [seat for seat in others if seat != scene.state.turn.player]


def shrouded(scene: Scene, card: Card, *, spell: bool) -> bool:
    """Omnishroud keeps off everything, Spellshroud only Spells (keywords.omnishroud, keywords.spellshroud)."""
    if card.zone != "field":
        return False
    state = scene.state
    return state.now.has(state, card, "omnishroud") or (spell and state.now.has(state, card, "spellshroud"))


def _veiled(state: State, *, spell: bool) -> bool:
    """Whether any object may have a shroud that matters: mostly none has, and none need be asked."""
    return occurs(state, "omnishroud") or (spell and occurs(state, "spellshroud"))


def shroud_of(scene: Scene, card: Card, *, spell: bool) -> str:
    """What keeps a card from being targeted, in words: ``it has Spellshroud``; empty if nothing does."""
    if not shrouded(scene, card, spell=spell):
        return ""
    return f"it has {'Omnishroud' if scene.state.now.has(scene.state, card, 'omnishroud') else 'Spellshroud'}"


def same_groups(scene: Scene, wanted: Targets, options: Sequence[Thing]) -> tuple[tuple[int, ...], ...]:
    """Where targets must share something: the options that go together, by index."""
    if not wanted.same:
        return ()
    groups: dict[int | str | None, list[int]] = {}
    for index, thing in enumerate(options):
        card = scene.state.cards[thing.id]
        shared = card.owner if wanted.same == "graveyard" else scene.printed_cost(card, "reserve")
        groups.setdefault(shared, []).append(index)
    return tuple(tuple(group) for group in groups.values())


def still_together(scene: Scene, wanted: Targets, things: Sequence[Thing | None]) -> bool:
    """Whether targets that must share something still do; with what is lost none of them is legal (CR.1.4.1)."""
    left = [thing for thing in things if thing is not None]
    return len(same_groups(scene, wanted, left)) < 2


def bounds(scene: Scene, wanted: Targets, options: Sequence[Thing]) -> tuple[int, int]:
    """How few and how many targets a group takes now; a split gives each at least 1 (CA.1.3.4)."""
    most = len(options) if wanted.any else scene.amount(wanted.count)
    least = 0 if not wanted.required else most
    if wanted.split is not None:
        most = min(most, scene.amount(wanted.split))
    return least, min(most, len(options)) if not wanted.required else most


def taken(groups: Iterable[Group], slot: Slot) -> tuple[Thing, ...]:
    """What the same effect targets already: all its targets must be different (targets-and-copies.3.2)."""
    part, mode, _ = slot
    same = (group for group in groups if (group.part, group.mode) == (part, mode))
    return tuple(thing for group in same for thing in group.things if thing is not None)


def available(scene: Scene, wanted: Targets, *, spell: bool, taken: Sequence[Thing] = ()) -> bool:
    """Whether a group can be filled with what is not `taken`: optional ones always can.

    Rules: targets-and-copies.3.5, CA.1.5.
    """
    if not wanted.required:
        return True
    if wanted.of is not None and not wanted.of.stack and not wanted.same and not taken:
        return _enough(scene, wanted.of, scene.amount(wanted.count), spell=spell)
    return enough(scene, wanted, free(scene, wanted, spell=spell, taken=taken))


def free(scene: Scene, wanted: Targets, *, spell: bool, taken: Sequence[Thing] = ()) -> list[Thing]:
    """Everything that may be chosen for a group now and is not `taken`."""
    found = legal(scene, wanted, spell=spell)
    return [thing for thing in found if thing not in taken] if taken else found


def enough(scene: Scene, wanted: Targets, options: Sequence[Thing]) -> bool:
    """Whether a group can be filled with some of these: optional ones always can.

    Rules: targets-and-copies.3.5, CA.1.5.
    """
    if not wanted.required:
        return True
    least, _ = bounds(scene, wanted, options)
    groups = same_groups(scene, wanted, options)
    return max(len(group) for group in groups) >= least if groups else len(options) >= least


def _enough(scene: Scene, of: Filter, need: int, *, spell: bool) -> bool:
    """Whether so many cards or objects may be targeted; those behind the last one that is needed are not looked at."""
    veiled = _veiled(scene.state, spell=spell)
    for card in scene.matches(of) if need > 0 else ():
        if not (veiled and shrouded(scene, card, spell=spell)):
            need -= 1
            if need == 0:
                return True
    return need <= 0


def fillable(
    scene: Scene,
    text: Sequence[Paragraph],
    had: Collection[tuple[int, int]],
    link: Targets | None = None,
    *,
    spell: bool | None = None,
) -> bool:
    """Whether every group of targets that a text asks for, modes left aside, can be filled."""
    spell = is_spell(scene) if spell is None else spell
    if link is not None and not available(scene, link, spell=spell):
        return False
    for part, paragraph in enumerate(text):
        groups = paragraph.targets
        if not groups or (paragraph.when is not None and (part, -1) not in had):
            continue
        if not all_available(scene, groups, spell=spell):
            return False
    return True


def all_available(scene: Scene, groups: Sequence[Targets], *, spell: bool, taken: tuple[Thing, ...] = ()) -> bool:
    """Whether all groups of one effect can be filled with different targets, none of which is `taken` (CA.1.5)."""
    if len(groups) < 2:
        return not groups or available(scene, groups[0], spell=spell, taken=taken)
    if any(group.looks_back for group in groups):
        return _one_after_another(scene, groups, spell=spell, taken=taken)
    return _together(scene, groups, spell=spell, taken=taken)


def _one_after_another(scene: Scene, groups: Sequence[Targets], *, spell: bool, taken: tuple[Thing, ...]) -> bool:
    """Whether groups of one effect can be filled in their order, where some speak of what was targeted before.

    Of very many ways only the first are tried; if none of these will do, the declaration itself shows whether another does.
    """
    before = scene.targets
    try:
        return _filled(scene, groups, taken, iter(range(MOST_WAYS)), spell=spell)
    finally:
        scene.targets = before


def _filled(
    scene: Scene, groups: Sequence[Targets], taken: tuple[Thing, ...], tries: Iterator[int], *, spell: bool
) -> bool:
    """Whether the groups that are left can be filled once those before them have taken these."""
    if not groups:
        return True
    (first, *others), before = groups, scene.targets
    options = free(scene, first, spell=spell, taken=taken)
    if not enough(scene, first, options):
        return False
    sizes = (bounds(scene, first, options)[0],) if first.required else (0, 1)
    for chosen in chain.from_iterable(combinations(options, size) for size in sizes):
        if next(tries, None) is None:
            return True
        scene.targets = (*before, *chosen)
        alike = len(same_groups(scene, first, chosen)) <= 1
        if alike and _filled(scene, others, (*taken, *chosen), tries, spell=spell):
            return True
        scene.targets = before
    return False


def _together(scene: Scene, groups: Sequence[Targets], *, spell: bool, taken: tuple[Thing, ...]) -> bool:
    """Whether groups of one effect can be filled with different targets (targets-and-copies.3.2)."""
    needs: list[int] = []
    among: list[list[list[Thing]]] = []
    for each in groups:
        if each.required:
            options = free(scene, each, spell=spell, taken=taken)
            same = same_groups(scene, each, options)
            needs.append(bounds(scene, each, options)[0])
            among.append([[options[index] for index in group] for group in same] if same else [options])
    return any(_can_be_shared_out(needs, chosen) for chosen in product(*among))


def _can_be_shared_out(needs: Sequence[int], options: Sequence[Sequence[Thing]]) -> bool:
    """Whether each group can have as many of its options as it needs, and none that another has.

    Each place takes an option that is free, or one whose owner can move on to another: a matching, found step by step.
    """
    places = [group for group, need in zip(options, needs, strict=True) for _ in range(need)]
    owner: dict[Thing, int] = {}

    def seated(place: int, tried: set[Thing]) -> bool:
        for thing in places[place]:
            if thing not in tried:
                tried.add(thing)
                if thing not in owner or seated(owner[thing], tried):
                    owner[thing] = place
                    return True
        return False

    return all(seated(place, set()) for place in range(len(places)))


def declare(
    scene: Scene,
    wanted: Targets,
    slot: Slot,
    options: Sequence[Thing],
    *,
    card: int,
    also: Sequence[Thing] | None = None,
    taken: Sequence[Thing] = (),
) -> Asked[Group]:
    """Asks for the targets of one group, and for the shares where an amount is split (CA.1.5, CA.1.3.4).

    Each share of a split is dealt by itself, in the order of the targets (combat.6.6); so the player who declares them
    is asked for that order even where all that could be targets must be.

    If a player leaves before the answer, it is asked anew from where the options were found (`anew`).

    The `options` are free: what is `taken` is targeted already by the same effect. `also` narrows them down to those that
    other parts of the play allow: with the others it could not be paid. If there are too few, because a player has left
    since it was found that there are enough, the rest are no targets.

    Rules: targets-and-copies.3.2, targets-and-copies.3.6.
    """
    if also is not None:
        options = [thing for thing in options if thing in also]
    least, most = bounds(scene, wanted, options)
    things: tuple[Thing, ...] = ()
    if most and options:
        same = same_groups(scene, wanted, options)
        most = min(most, len(options))
        fewest = min(least, most, max((len(group) for group in same), default=most))
        things = yield from ask_targets(
            scene.you,
            "targets",
            (*_rules(wanted, narrowed=also is not None), *citations.of_targeting(scene, wanted, options, taken)),
            f"choose {_how_many(fewest, most)} ({kind_of(wanted)})",
            options,
            least=fewest,
            most=most,
            card=card,
            same=same,
            ordered=wanted.split is not None and wanted.required,
            on_leave="renew",
        )
    shares = yield from split(scene, wanted, things, card)
    lacking = (None,) * (least - len(things))
    none = (0,) * (len(lacking) if shares else 0)
    return Group(*slot, wanted.name, (*things, *lacking), wanted.required, (*shares, *none))


def there(state: State, thing: Thing) -> bool:
    """Whether what was chosen is still in the game: players leave it, and take their cards along (turn.9.6)."""
    if thing.kind == "player":
        return not state.players[thing.id].lost
    if thing.kind == "item":
        return state.item(thing.id) is not None
    card = state.current(thing)
    return card is not None and card.zone != "none"


def all_there(state: State, groups: Sequence[Group]) -> bool:
    """Whether no declared target has left the game with a player while the rest was declared or paid (turn.9.6)."""
    if not any(player.lost for player in state.players):
        return True
    things = [thing for group in groups for thing in group.things if thing is not None]
    return not any(_left_with_player(state, thing) for thing in things)


def _left_with_player(state: State, thing: Thing) -> bool:
    """Whether a target has gone because of a player who left, and not because it paid for the play."""
    if thing.kind != "card":
        return not there(state, thing)
    card = state.cards[thing.id]
    return card.zone == "none" and (state.players[card.owner].lost or state.players[card.controller].lost)


def _rules(wanted: Targets, *, narrowed: bool) -> tuple[str, ...]:
    return ("CA.1.5", *(("CA.1.3.4",) if wanted.split is not None else ()), *(("CA.1.8",) if narrowed else ()))


def split(scene: Scene, wanted: Targets, things: tuple[Thing, ...], card: int) -> Asked[tuple[int, ...]]:
    """Asks for the share of each target where an amount is split; none are told where nothing is (CA.1.3.4)."""
    if wanted.split is None or not things:
        return ()
    total = scene.amount(wanted.split)
    prompt = f"split {total} among the targets, at least 1 each"
    rules = ("CA.1.3.4", "targets-and-copies.3.6")
    return (yield from ask_split(scene.you, rules, prompt, things, total, card=card))


@lru_cache(maxsize=1024)
def kind_of(wanted: Targets) -> str:
    """What a group of targets is, in a few words: ``ally``, ``player``, ``ally, all with the same reserve cost``."""
    if wanted.of is None:
        return "player" if wanted.player == "any" else "opponent"
    together = {"reserve cost": ", all with the same reserve cost", "graveyard": ", all of the same player"}
    return f"{wanted.of.said()}{together.get(wanted.same, '')}"


def lacking(scene: Scene, wanted: Targets, options: Sequence[Thing]) -> str:
    """Why a group cannot be filled with what there is: ``needs 2 legal targets (ally), and there is only 1``."""
    least, _ = bounds(scene, wanted, options)
    need = "a legal target" if least == 1 else f"{least} legal targets"
    there = "is none" if not options else f"{'is' if len(options) == 1 else 'are'} only {len(options)}"
    if len(options) >= least:
        return f"needs {need} ({kind_of(wanted)}), and no {least} of them go together"
    return f"needs {need} ({kind_of(wanted)}), and there {there}"


def _how_many(least: int, most: int) -> str:
    if least == most:
        return "a target" if most == 1 else f"{most} targets"
    return f"up to {most} targets" if least == 0 else f"{least} to {most} targets"


def is_spell(scene: Scene, item: Item | None = None) -> bool:
    """Whether the source counts as a Spell: its subtype, or an ability used as one (abilities.1.13, abilities.3.8)."""
    return (item is not None and item.spell) or "spell" in scene.words(scene.source)
