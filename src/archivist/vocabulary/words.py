"""The closed word lists of the game: types, elements, classes, subtypes, keywords, tokens' ingredients."""

from __future__ import annotations

TYPES = frozenset(
    ["action", "ally", "attack", "champion", "domain", "item", "mastery", "phantasia", "regalia", "token", "unique", "weapon", "boon"]
    + ["greater boon", "lesser boon"]
)
OBJECT_TYPES = frozenset(("ally", "champion", "domain", "item", "phantasia", "weapon"))
BASIC_ELEMENTS = frozenset(("fire", "water", "wind"))
ADVANCED_ELEMENTS = frozenset(["arcane", "astra", "crux", "exalted", "exia", "luxem", "neos", "tera", "umbra"])
ELEMENTS = BASIC_ELEMENTS | ADVANCED_ELEMENTS | {"norm"}
CLASSES = frozenset(["assassin", "cleric", "guardian", "mage", "ranger", "spirit", "tamer", "warrior"])
SUBTYPES = frozenset(
    ["accessory", "adjuvant", "aethercharge", "aetherwing", "angel", "animal", "anomaly", "antelope", "apparition", "arrow", "artifact", "automaton", "avatar", "barrier", "bauble", "bear", "beast", "bird", "bishop", "book", "bow", "bull", "bullet", "castle", "cat", "cataclysm", "catalyst", "chessman", "command", "craft", "crossroads", "crystal", "curse", "dagger", "device", "distortion", "dog", "dragon", "dryad", "elemental", "fairy", "fan", "fatebound", "fatestone", "flower", "flute", "food", "fractal", "frog", "gate", "gloves", "gun", "hammer", "harmony", "herb", "horse", "human", "instrument", "isle", "king", "kingdom", "knight", "leaf", "lion", "lizard", "map", "market", "melody", "memorite", "monkey", "mouse", "obelisk", "ocean", "pawn", "phoenix", "polearm", "potion", "powercell", "queen", "rabbit", "raccoon", "reaction", "rhino", "ring", "robe", "rook", "root", "scepter", "scripture", "selkie", "serpent", "shadow", "shard", "shield", "siegeable", "skill", "slime", "specter", "spell", "spire", "squirrel", "staff", "suited", "sword", "throne", "tiger", "turtle", "wand", "whip", "wolf"]
)
STATES = frozenset(["rested", "awake", "attacking", "defending", "damaged", "fostered", "distant", "face-up", "face-down"])
"""Words for what an object is doing rather than for what it is."""

NOUNS = frozenset(("unit", "object"))

PLAIN_KEYWORDS = frozenset(
    ["ambush", "cleave", "efficiency", "foster", "hindered", "immortality", "intercept", "interdiction", "omnishroud", "preserve", "reservable", "renewable", "spellshroud", "steadfast", "stealth", "taunt", "unblockable", "vigor", "bulwark"]
    + ["class locked", "divine relic", "fast activation", "first boon", "floating memory", "true sight"]
)
NUMBERED_KEYWORDS = frozenset(
    ("agility", "critical", "kindle", "level locked", "multistrike", "pride", "ranged", "retort")
)
ELEMENT_NAMES = ELEMENTS

INGREDIENTS = ("Blightroot", "Fraysia", "Manaroot", "Razorvine", "Silvershine", "Springleaf")
"""The six tokens that gathering chooses from (terms.6.gather)."""

COUNTERS = frozenset(
    ["buff", "debuff", "bulwark", "charge", "durability", "enlighten", "gem", "haunt", "level", "omen", "preparation", "sheen", "static", "training", "wither"]
)

PHASES = ("wake up", "materialize", "recollection", "draw", "main", "combat", "end")
