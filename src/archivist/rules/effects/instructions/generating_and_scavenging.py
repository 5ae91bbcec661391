"""Instructions that bring cards into the game, or find them in a deck."""

from __future__ import annotations

from archivist.model import events
from archivist.model.card import Card
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import say, tell
from archivist.rules.effects.instructions import looking_and_revealing
from archivist.rules.effects.instructions.carrying_out import Run, carries_out
from archivist.rules.timing import endless_loops
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.rules.zones import moving
from archivist.vocabulary.effects.generating_and_scavenging import Generate, Scavenge, Shuffle
from archivist.vocabulary.node import Steps
from archivist.vocabulary.statics.game import ForbidGenerate


@carries_out(Generate)
def generate(run: Run, node: Generate) -> Steps:
    """Adds cards to the game for good: to the hand unless another zone is stated and exists.

    Rules: terms.6.generate, timing.9.6.
    """
    state, name = run.state, node.card
    n = run.scene.amount(node.amount)
    if node.up_to and n > 0:
        n = yield from run.ask_number(run.you, range(n + 1), f"how many cards named {name} to generate")
    if state.players[run.you].lost:
        return
    if n > 0 and _keeps_from_generating(run, name):
        tell(state, events.NotGenerated(("timing.6.2",), run.you, name=name))
        return
    made: list[int] = []
    zone = node.into if node.into != "pantheon" or state.format == "pantheon" else "hand"
    for _ in range(endless_loops.times(n, run.scene.source.true_name)):
        endless_loops.check_room(state, name)
        card = Card(len(state.cards), name, run.you, run.you, "none", stamp=state.tick())
        state.add(card)
        say(state, events.Generate, "terms.6.generate", player=run.you, card=card)
        moving.move(state, card.id, zone, "terms.6.generate")
        made.append(card.id)
    if n > 0 and zone == "deck":
        drawing_discarding_shuffling.shuffle(state, run.you)
    run.did(len(made), made)


def _keeps_from_generating(run: Run, name: str) -> bool:
    return any(
        active.you == run.you and active.scene(run.state).source.named == name
        for active, _ in now.statics(run.state, ForbidGenerate)
    )


@carries_out(Scavenge)
def scavenge(run: Run, node: Scavenge) -> None:
    """Reveals up to so many cards for one that fits; a number of 0 reveals nothing (terms.6.scavenge, terms.6)."""
    n = run.scene.amount(node.amount)
    if n > 0:
        tell(run.state, events.Scavenge(("terms.6.scavenge",), run.you, amount=n))
        looking_and_revealing.find_from_top(run, node.of, "hand", most=n)


@carries_out(Shuffle)
def shuffle(run: Run, node: Shuffle) -> None:
    """Shuffling a deck is done however few cards it has."""
    for seat in run.players(node.who):
        drawing_discarding_shuffling.shuffle(run.state, seat)
        run.did(0, done=True)
