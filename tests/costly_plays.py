"""Cards that ask for much, in positions where they can be played."""

from __future__ import annotations

from typing import Any

from archivist.game import Game
from archivist.model.card import Way
from archivist.model.decision import Play
from positions import Side, number_of, simple_position

REST = ("Idle Thoughts",) * 4
FIRE = ("Fireball", "Focused Flames", "Blitz Mage", "Kindling Flare")
PLAYS: dict[str, tuple[Way, str, dict[str, Any]]] = {
    "Empowering Tincture": ("activate", "alternative sacrifice reserve", {
        "champion": ("Spirit of Fire", "Arisanna, Herbalist Prodigy"),
        "field": ("Manaroot", "Manaroot", "Fraysia", "Blightroot"),
    }),
    "Fireblooded Oath": ("activate", "banish reserve", {"graveyard": FIRE, "hand": REST + REST[:3]}),
    "Firetuned Automaton": ("activate", "discard reserve", {"hand": (*FIRE, *REST)}),
    "Overlord Mk III": ("activate", "sacrifice reserve", {"field": ("Powercell",) * 6, "hand": REST + REST}),
    "Innervate Fury": ("activate", "targets split reserve", {"field": ("Gray Wolf", "Blue Slime"), "damage": 7}),
    "Intensified Pyre": ("activate", "targets kindle reserve", {"graveyard": FIRE}),
    "Kindling Flare": ("activate", "x sacrifice targets split reserve", {"field": ("Manaroot", "Fraysia", "Razorvine")}),
    "Slime King": ("activate", "banish reserve", {
        "champion": ("Spirit of Fire", "Rai, Spellcrafter", "Silvie, With the Pack", "Silvie, Loved by All"),
        "graveyard": ("Blue Slime", "Slime Swarm", "Slime King", "Slime King", "Blue Slime"),
    }),
    "Song of Frost": ("activate", "alternative reserve banish", {
        "champion": ("Spirit of Water", "Silvie, With the Pack"),
        "graveyard": ("Fireball", "Idle Thoughts", "Favorable Winds", "Honorable Vanguard"),
    }),
    "Cremation Ritual": ("activate", "sacrifice reserve", {"field": ("Gray Wolf", "Blue Slime", "Gray Wolf")}),
    "Vermilion Decree": ("activate", "optional costs modes targets reserve", {"hand": FIRE + FIRE}),
    "Spirit Blade: Ascension": ("activate", "return", {
        "champion": ("Spirit of Fire", "Lorraine, Wandering Warrior", "Lorraine, Blademaster", "Lorraine, Crux Knight"),
        "field": ("Warrior's Longsword", "Sword of Seeking", "Ornamental Greatsword"),
        "material": ("Prismatic Edge", "Clarent, Sword of Peace"),
    }),
    "Eternal Directive": ("activate", "rest reserve", {
        "champion": ("Spirit of Wind", "Tonoris, Lone Mercenary"),
        "field": ("Automaton Drone", "Automaton Drone", "Overlord Mk III"),
    }),
    "Greater Boon of Rosen": ("bestow", "sacrifice reserve", {
        "champion": ("Spirit of Wind", "Lorraine, Wandering Warrior", "Lorraine, Blademaster"),
        "field": ("Powercell",) * 4,
    }),
    "Prismatic Edge": ("materialize", "floating", {
        "champion": ("Spirit of Fire", "Lorraine, Wandering Warrior", "Lorraine, Blademaster", "Lorraine, Crux Knight"),
        "graveyard": ("Fireball", "Idle Thoughts", "Favorable Winds", "Honorable Vanguard"),
        "memory": REST,
    }),
}  # fmt: skip
"""Cards that ask for much, how they are played, the decisions they need, and what their player has."""


def rich_position(name: str) -> tuple[Game, Play]:
    """A position where a card of `PLAYS` can be played with everything it may ask for."""
    way, _, zones = PLAYS[name]
    mine: dict[str, Any] = {"champion": ("Spirit of Fire", "Rai, Spellcrafter"), "hand": REST, **zones}
    home = {"activate": "hand", "materialize": "material", "bestow": "pantheon"}[way]
    mine[home] = (name, *mine.get(home, ()))
    other = Side(field=("Gray Wolf", "Blue Slime", "Esteemed Knight"))
    game = simple_position(other, phase="materialize" if way == "materialize" else "main", **mine)
    return game, Play(way, number_of(game, name, home, 0))
