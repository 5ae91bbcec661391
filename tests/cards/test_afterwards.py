"""What a text says of what it has just done: it can be told, in words that fit, or the card is refused as it is loaded."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from archivist.cards import read_cards
from archivist.model.errors import CardFileError
from archivist.notation.samples import sample
from archivist.notation.wording import wording
from archivist.vocabulary.effects import Branching, EffectNode
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.node import write

EFFECTS: dict[str, type[Effect]] = {str(kind.__struct_config__.tag): kind for kind in get_args(EffectNode)}

FRAME = "- {{name: Trial, types: [action], abilities: [{{ability: text, targets: [{{of: ally}}], do: [{0}]}}]}}"
SPEAKING = {
    "done": "{do: if, that: done, then: [{do: draw}]}",
    "number": "{do: draw, amount: it}",
    "things": "{do: reveal, what: it}",
}

NEEDED = {"sort": ("{do: reveal top, amount: 2}",)}
"""What has to be done before an effect."""


def written(node: Any) -> str:
    return msgspec.json.encode(node, enc_hook=write).decode()


def load(*effects: str) -> list[str]:
    (face,) = read_cards(FRAME.format(", ".join(effects)), "trial.yaml")
    return wording(face)


@pytest.mark.parametrize("kind", SPEAKING)
@pytest.mark.parametrize("tag", EFFECTS)
def test_what_cannot_be_spoken_of_is_refused_as_the_card_is_loaded(tag: str, kind: str) -> None:
    """Each effect with each way of speaking of it: either it can be told, or file, card and place of it are."""
    node = EFFECTS[tag]
    made = sample(node)
    assert isinstance(made, Effect)
    leaf = sample(EFFECTS["draw"]) if isinstance(made, Branching) else made
    assert isinstance(leaf, Effect)
    sayable = {"done": not leaf.unspeakable, "number": bool(leaf.numbered), "things": bool(leaf.named)}[kind]
    if sayable:
        assert len(load(*NEEDED.get(tag, ()), written(made), SPEAKING[kind])) == 1
        return
    with pytest.raises(CardFileError) as caught:
        load(written(made), SPEAKING[kind])
    assert str(caught.value).startswith("trial.yaml: Trial: at abilities[0].do[1].")
    assert f"cannot be used after '{tag}'" in str(caught.value)


@pytest.mark.parametrize(
    ("ability", "place"),
    [
        ("{ability: text, do: [{do: draw, amount: it}]}", "abilities[0].do[0].amount"),
        ("{ability: text, do: [{do: if, that: done, then: [{do: draw}]}]}", "abilities[0].do[0].that"),
        ("{ability: text, do: [{do: draw}], modes: {options: [{label: a, do: [{do: end turn}, {do: mill, amount: it}]}]}}",
         "abilities[0].modes.options[0].do[1].amount"),
        ("{ability: text, do: [{do: may, pay: [{pay: reserve, amount: 1}], then: [{do: draw, amount: it}]}]}",
         "abilities[0].do[0].then[0].amount"),
        ("{ability: text, do: [{do: reveal memory}, {do: for each, of: card, then: [{do: draw, amount: it}]}]}",
         "abilities[0].do[1].then[0].amount"),
        ("{ability: text, do: [{do: draw}, {do: mill, amount: it(drawing)}]}", "abilities[0].do[1].amount"),
        ("{ability: text, do: [{do: draw}, {do: gain, static: {static: modify, of: it, power: 1}}]}",
         "abilities[0].do[1].static.of"),
        ("{ability: text, targets: [{of: ally, count: it}], do: [{do: destroy}]}", "abilities[0].targets[0].count"),
        ("{ability: cost modifier, amount: -it}", "abilities[0].amount"),
        ("{ability: static, effects: [{static: modify, power: it}]}", "abilities[0].effects[0].power"),
        ("{ability: triggered, on: {on: enter}, if: done, do: [{do: draw}]}", "abilities[0].if"),
        ("{ability: text, do: [{do: choose, of: ally}, {do: delayed, on: {on: phase, phase: end}, then: ["
         "{do: destroy, what: chosen}]}]}", "abilities[0].do[1].then"),
        ("{ability: text, do: [{do: choose, of: ally}, {do: delayed, on: {on: phase, phase: end}, then: ["
         "{do: may, what: [{do: destroy, what: chosen}]}]}]}", "abilities[0].do[1].then"),
        ("{ability: text, do: [{do: choose, of: ally}, {do: delayed, on: {on: phase, phase: end}, then: ["
         "{do: draw}, {do: destroy, what: chosen}]}]}", "abilities[0].do[1].then"),
    ],
)  # fmt: skip
def test_nothing_is_spoken_of_that_was_not_done(ability: str, place: str) -> None:
    with pytest.raises(CardFileError) as caught:
        read_cards(f"- {{name: Trial, types: [ally], abilities: [{ability}]}}", "trial.yaml")
    assert f"trial.yaml: Trial: at {place}: " in str(caught.value)


def test_what_is_chosen_later_can_be_spoken_of_later() -> None:
    later = "{do: delayed, on: {on: phase, phase: end}, then: [{do: choose, of: ally}, {do: destroy, what: chosen}]}"
    assert len(load(later)) == 1


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        (("{do: draw, amount: 2}", "{do: reveal, what: it}"), "Draw 2 cards. Reveal the drawn cards."),
        (("{do: summon, token: Powercell}", "{do: counters, kind: buff, on: it}"),
         "Summon a Powercell token. Put a buff counter on the summoned token."),
        (("{do: discard, who: each opponent}", "{do: if, that: done, then: [{do: draw, amount: it}]}"),
         "Each opponent discards a card. If they do, draw a card for each card discarded this way."),
        (("{do: damage, amount: 2}", "{do: if, that: done, then: [{do: draw}]}"),
         "Deals 2 damage to target ally. If damage is dealt this way, draw a card."),
        (("{do: mill, amount: 3}", "{do: shuffle}", "{do: recover, amount: it(mill)}"),
         "Mill 3 cards. Shuffle your deck. Recover an amount equal to the number of cards milled this way."),
        (("{do: become a copy}", "{do: if, that: not done, then: [{do: draw}]}"),
         "Target ally becomes a copy of this card. Unless it does, draw a card."),
        (("{do: summon, token: Powercell}", "{do: turn, what: it, to: rested}", "{do: destroy, what: it}"),
         "Summon a Powercell token. Rest the summoned token. Destroy the turned object."),
        (("{do: gain, static: {static: forbid, what: draw, who: anyone}}", "{do: if, that: done, then: [{do: draw}]}"),
         "Players cannot draw until end of turn. If they do, draw a card."),
        (("{do: discard, who: each opponent}", "{do: intercept}", "{do: if, that: done, then: [{do: draw}]}"),
         "Each opponent discards a card. You may change the target of the attack to this card. If you do, draw a card."),
    ],
)  # fmt: skip
def test_the_words_fit_what_is_spoken_of(effects: tuple[str, ...], said: str) -> None:
    lines = load(*effects)
    assert lines[0].removeprefix("Choose target ally. ") == said
