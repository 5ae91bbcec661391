"""The closed word lists of the game: types, elements, classes, subtypes, states, keywords, counters, phases."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TYPES = _words("action ally attack champion domain item mastery phantasia regalia status token unique weapon boon") | {
    "greater boon",
    "lesser boon",
}
SUPERTYPES = _words("regalia unique")
BASIC_ELEMENTS = _words("fire water wind")
ADVANCED_ELEMENTS = _words("arcane astra crux exalted exia luxem neos tera umbra")
ELEMENTS = BASIC_ELEMENTS | ADVANCED_ELEMENTS | {"norm"}
CLASSES = _words("assassin cleric guardian mage ranger spirit tamer warrior")
SUBTYPES = _words(
    """accessory adjuvant aenean aethercharge aetherwing angel animal anomaly antelope apparition arrow artifact
    automaton avatar barrier bauble bear beast bird bishop book bow bull bullet castle cat cataclysm catalyst
    chessman command craft crossroads crystal curse dagger device distortion dog dragon dryad elemental fairy fan
    fatebound fatestone flower flute food fractal frog gate gloves gun hammer harmony herb horse human instrument
    isle king kingdom knight leaf lion lizard map market melody memorite monkey mouse obelisk ocean pawn phoenix
    polearm potion powercell queen rabbit raccoon reaction rhino ring robe rook root scepter scripture selkie
    serpent shadow shard shield siegeable skill slime specter spell spire squirrel staff suited sword throne tiger
    turtle wand whip wolf"""
)
STATES = _words(
    """rested awake attacking defending retaliating intercepting damaged fostered distant loaded unloaded face-up face-down
    transformed omen brewed imbued prepared empowered preserved ephemeral"""
)
"""Words for what an object is doing rather than what it is."""

NOUNS = _words("unit object advanced")
"""Words that stand for several: a unit is an ally or champion, an advanced card has an advanced element."""

PLAIN_KEYWORDS = _words(
    """aethercalling ambush bulwark cleave efficiency foster hindered immortality intercept interdiction omnishroud preserve
    renewable reservable spellshroud steadfast stealth taunt unblockable vigor"""
) | {
    "aenean progression",
    "class locked",
    "divine relic",
    "elysian aura",
    "fast activation",
    "first boon",
    "floating memory",
    "true sight",
}
NUMBERED_KEYWORDS = _words("critical kindle multistrike pride ranged retort") | {
    "commanded will",
    "level locked",
}
KEYWORDS = PLAIN_KEYWORDS | NUMBERED_KEYWORDS

PLAIN_LABELS = _words("balance cardistry equestrian harmonize upkeep")
NUMBERED_LABELS = _words("deluge")
LABELS = PLAIN_LABELS | NUMBERED_LABELS
"""Label keywords: their text differs from card to card, but they can be filtered on (keywords.labels)."""

INGREDIENTS = ("Blightroot", "Fraysia", "Manaroot", "Razorvine", "Silvershine", "Springleaf")
"""The six tokens that gathering chooses from (terms.6.gather)."""

COUNTERS = _words(
    """age aim battle buff bulwark charge debuff durability enlighten gem glimmer haunt lash level omen preparation prize
    quest refinement sheen static training wither"""
)
DIRECTIONS = ("North", "East", "South", "West")
"""The directions that a mastery such as Shifting Currents can face."""

CHAMPIONS = frozenset(
    (
        *("Aithne", "Alice", "Arisanna", "Ciel", "Diana", "Diao Chan", "Guo Jia", "Jin", "Kongming", "Lorraine"),
        *("Merlin", "Morrigan", "Nico", "Polkhawk", "Rai", "Sabrina", "Shira", "Silvie", "Tonoris", "Tristan"),
        *("Vanitas", "Vyra", "Zander"),
    )
)
"""Champions of the game by the names of their lineages, for bonuses that name one the pool does not have."""

DIRECTION_MASTERY = "Shifting Currents"
"""The one mastery that faces a direction (cards.7.shifting-currents)."""

SHEEN_MASTERY = "Fractured Memories"
"""The mastery whose counters Sheen X+ reads (abilities.5.table.2, cards.7.fractured-memories)."""

PHASES = ("wake up", "materialize", "recollection", "draw", "main", "combat", "end")
LIMITING_PHASES = ("wake up", "materialize", "recollection", "draw", "end")
"""Phases that a condition can ask for: a combat is part of the main phase, so that these two are never asked for."""

BY_DURABILITY = frozenset(("weapon", "siegeable"))
"""What is destroyed when it has no durability counter (timing.4.2.3)."""
