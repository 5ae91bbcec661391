"""keywords.link-shield, timing.4.4: what loses its link goes once, also where a shield stands in for what it shielded."""

from __future__ import annotations

from archivist.scenario import read_text
from archivist.scenario.running import played
from workshop import cards, text_of

MADE_UP = cards("""
- {name: Cub, types: [ally], power: 1, life: 2}
- {name: Bond, types: [item], abilities: [{ability: link, of: ally you control}]}
- {name: Charm, types: [item], abilities: [{ability: link, of: item you control, shield: true}]}
- {name: Smuggle, types: [action], abilities: [{ability: text, targets: [{of: item you do not control}],
   do: [{do: gain control}]}]}
""")


def test_timing_4_4_a_link_shield_that_goes_itself_is_not_sent_away_once_more_for_what_it_shields() -> None:
    steps = "[{A: {activate: Smuggle, targets: [Bond]}}, {resolve: all}]"
    b = "{field: [Cub, {card: Bond, linked to: B/field/Cub}, {card: Charm, linked to: B/field/Bond}]}"
    game = played(read_text(text_of(MADE_UP, steps, "{hand: [Smuggle]}", b), "a try"))
    moved = [event for event in game.events if event.subject is not None and event.subject.name == "Charm"]
    assert len([event for event in moved if event.kind == "move"]) == 1
    assert not [event for event in moved if "zones.2.3" in event.rules]
    assert [game.state.cards[number].face for number in game.state.players[1].graveyard] == ["Charm", "Bond"]
