"""Instructions on a running attack: ending combat, intercepting, redirecting (combat.4, targets-and-copies.5)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card
from archivist.rules.asking import Asked, anew
from archivist.rules.combat import steps_of_combat
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import Run, carries_out, is_possible
from archivist.rules.targets_and_copies import redirecting
from archivist.rules.zones import moving
from archivist.vocabulary.effects.redirecting_attacks import EndCombat, Intercept, RedirectAttack
from archivist.vocabulary.node import Steps


@carries_out(EndCombat)
def end_combat(run: Run, node: EndCombat) -> None:
    steps_of_combat.end_by_effect(run.state)


@carries_out(Intercept)
def intercept(run: Run, node: Intercept) -> Steps:
    state, source = run.state, run.scene.source
    if not redirecting.can_intercept(state, source):
        say(state, events.Nothing, *redirecting.kept_from(state), player=run.you, card=source)
        return
    taken = yield from run.ask_yes(run.you, f"redirect the attack to {source.face}?")
    champion = run.scene.champion()
    if taken and champion is not None:
        run.did(1, [source.id])
        rules = ("keywords.intercept", "combat.8.intercept")
        redirecting.redirect(state, champion.thing, source, *rules, intercepting=True)


@is_possible(RedirectAttack)
def can_redirect(run: Run, node: RedirectAttack) -> bool:
    return bool(_attackable(run, node)) and _redirectable(run, node)


@carries_out(RedirectAttack)
def redirect(run: Run, node: RedirectAttack) -> Steps:
    """You choose the new target and, of several, the one that it takes the place of."""
    state = run.state
    if not _attackable(run, node) or not _redirectable(run, node):
        say(state, events.Nothing, "targets-and-copies.5.3", *redirecting.kept_from(state), player=run.you)
        return
    rules = ("combat.4.6", "targets-and-copies.5.1")
    prompt = "choose the new target of the attack"
    chosen = yield from anew(lambda: _one_of(run, _attackable(run, node), prompt, rules))
    run.did(len(chosen), list(chosen))
    if not _changeable(run, node):
        for new in chosen:
            redirecting.give_target(state, state.cards[new])
        return
    prompt = "choose the target that is changed"
    changed = yield from anew(lambda: _one_of(run, _changeable(run, node), prompt, rules))
    there = [number for number in chosen if not moving.gone(state, number)]
    for old, new in zip(changed, there, strict=False):
        redirecting.redirect(state, state.cards[old].thing, state.cards[new])


def _one_of(run: Run, cards: Sequence[Card], prompt: str, rules: tuple[str, ...]) -> Asked[tuple[int, ...]]:
    numbers = [card.id for card in cards]
    return run.ask_cards(run.you, numbers, min(1, len(numbers)), 1, prompt, rules=rules, on_leave="renew")


def _attackable(run: Run, node: RedirectAttack) -> tuple[Card, ...]:
    """Those that the attack which goes on could be turned onto."""
    cards = run.scene.matching(node.of) if node.of is not None else run.cards(node.to)
    return tuple(card for card in cards if redirecting.may_be_attacked(run.state, card))


def _redirectable(run: Run, node: RedirectAttack) -> bool:
    return bool(_changeable(run, node)) or (node.any and _without_target(run))


def _changeable(run: Run, node: RedirectAttack) -> list[Card]:
    """The targets of the attack that can be changed."""
    cards = [run.state.cards[thing.id] for thing in redirecting.changeable(run.state)]
    return [card for card in cards if node.from_ is None or node.from_.fits(run.scene, card)]


def _without_target(run: Run) -> bool:
    going_on = run.state.combat
    return going_on is not None and going_on.attacker is not None and not going_on.defenders
