"""The reference page of the vocabulary, made from the code: docs/extending/vocabulary.md.

`python -m archivist.notation.reference` (`make vocabulary`) writes it again.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from archivist.notation.samples import FAMILIES, NAMING, Family, sample, shown, variations
from archivist.vocabulary import words
from archivist.vocabulary.amounts import NAMES, Amount
from archivist.vocabulary.conditions import FORMS, PLAIN, Condition
from archivist.vocabulary.effects import Branching
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.lasting_effects import DURATIONS
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import capital, listed
from archivist.vocabulary.node import REFERENCES, WHO, Node, Ref, Who, write
from archivist.vocabulary.speech import Speaker
from archivist.yaml_reader import read_yaml

PAGE: Final = Path(__file__).parents[3] / "docs" / "extending" / "vocabulary.md"
REGENERATE: Final = "make vocabulary"

_INTRODUCTION: Final = f"""# The vocabulary

What a card file can say, made from the code by `{REGENERATE}`; do not edit this page.
[adding-a-card.md](adding-a-card.md) says how to write cards. Each node is shown with a small example and its words, as
the engine tells them to players, then with its fields: **bold** ones are required, the
others show how the example reads with them.
"""
_ABOUT: Final = {
    "abilities": "Entries of a card's `abilities`, named by `ability:`. A plain word there is a keyword.",
    "effects": (
        "What a text, a trigger or an activated ability does, step by step: entries of `do:`, named by `do:`.\n\n"
        "A later step can refer to the one right before it: the condition `done` holds if that did anything at all, the\n"
        "amount `it` is how much it really did, and the reference `it` is what it was about. `it(draw)` is the same of the\n"
        "last step of that kind. Each effect says under *then* what `it` counts and means; a card that says more is refused.\n"
        "After a step made of others, such as `if`, they refer to what these did."
    ),
    "statics": "What holds all the time (`effects:` of a static ability) or for a while (`static:` of the effect `gain`).",
    "triggers": "What a triggered ability waits for: its `on:`, named by `on:`.",
    "costs": "What is paid apart from a card's own cost: entries of `pay:` and `cost:`, named by `pay:`.",
    "targets and modes": "What comes under `targets:`, `modes:`, `options:` and `more:`; these have no name of their own.",
}
_PHRASE_EXAMPLES: Final = (
    "ally",
    "another Animal or Beast ally you control",
    "item or weapon object",
    "non-champion object you do not control",
    "rested unit an opponent controls",
    "fire card in your graveyard",
    "card with floating memory in any graveyard or banishment",
    "regalia you do not control of memory cost 0",
    "card of cost 1 or less in your hand",
    "object named Powercell you control",
    "card named the remembered name",
    "unit except your champion",
    "ally with power 2 or less",
    "unit with even life",
    "ally with 3 or more wither counters",
    "ally attacking your champion",
    "water card in the intent",
    "Mage Spell card activation",
    "activation you do not control",
    "loaded card",
    "fire source",
)
_AMOUNT_EXAMPLES: Final = (
    "3",
    "LV",
    "1 + LV",
    "count(water card in your graveyard)",
    "4 + 2 * count(card named Cosmic Bolt in your graveyard)",
    "revealed(water card)",
    "done to(discard fire card)",
    "total(reserve cost of revealed)",
    "different(cost of omen in your banishment)",
    "counters(enlighten)",
    "counters(charge on this)",
    "this turn(you materialize card)",
    "this turn(anyone attack unit)",
    "highest(power of Sword weapon you control)",
    "total(reserve cost of omen in your banishment)",
    "power of chosen",
    "reserve cost of given",
    "least(2, count(Pawn ally you control))",
    "X / 2",
)
_FILLED: Final = (
    ("entered from ZONE", "entered from banishment"),
    ("activated from ZONE", "activated from material deck"),
    ("sacrificed ..", "sacrificed Beast ally"),
    ("all N .. you control are STATE", "all 3 ally you control are unique"),
    ("a .. is used", "a Sword weapon is used"),
    ("AMOUNT >= AMOUNT", "count(ally you control) >= 2"),
    ("AMOUNT is odd", "count(card in your memory) is odd"),
    ("your NAME faces DIRECTION", "your Shifting Currents faces North"),
    ("PHASE", "end"),
    ("has N or more cards in ZONE", "has 3 or more cards in graveyard"),
    ("has N or fewer cards in ZONE", "has 3 or fewer cards in graveyard"),
    ("from DIRECTION to DIRECTION", "from South to North"),
    ("controls N or more ..", "controls 2 or more ally"),
    ("controls N or fewer ..", "controls 2 or fewer ally"),
    ("control more .. than an opponent", "control more ally than an opponent"),
    ("controls more .. than you", "controls more ally than you"),
    ("NAME", "Rai"),
    ("ELEMENT", "fire"),
    ("LABEL", "prepare"),
    ("first ..", "first Spell card"),
    ("activated a ..", "activated a Melody card"),
    ("with a ..", "with a card in any banishment"),
    ("there is a ..", "there is a fire card in any memory"),
    ("a .. was revealed", "a fire card was revealed"),
    ("a ..", "a Beast ally"),
    ("N", "2"),
)
"""How the placeholders in a condition's form are filled for an example."""

_PHRASES: Final[dict[Any, str]] = {
    Filter: "[phrase](#phrases)",
    Amount: "[amount](#amounts)",
    Condition: "[condition](#conditions)",
    Ref: "[reference](#references)",
    Who: "[player](#players)",
    bool: "`true` or `false`",
    int: "number",
    str: "word",
}
_LISTS: Final[dict[str, Iterable[str]]] = {
    "Types": words.TYPES,
    "Elements": words.ELEMENTS,
    "Classes": words.CLASSES,
    "Subtypes": words.SUBTYPES,
    "States (in phrases)": words.STATES,
    "Keywords": words.PLAIN_KEYWORDS,
    "Keywords with a number": words.NUMBERED_KEYWORDS,
    "Label keywords": words.PLAIN_LABELS,
    "Label keywords with a number": words.NUMBERED_LABELS,
    "Counters": words.COUNTERS,
}
_OPEN: Final = """Subtypes and classes may be written with a capital in phrases. Subtypes and counters are open lists:
a card brings a new subtype by having it and a new counter by putting it somewhere, and phrases of the same pool may use
it. A word that is one letter away from a known one is refused unless the card lists it under `new words`.
"""
_PLAIN: Final = re.compile(r"\w[\w '()*/+<=>-]*")
"""Words that YAML reads as text without quotation marks."""

_RULES: Final = re.compile(r" \((?:[\w-]+\.[\w.-]+(?:, )?)+\)")


def page() -> str:
    """The whole page."""
    parts = [_INTRODUCTION, _contents(), *(_family(family) for family in FAMILIES)]
    parts += [_phrases(), _amounts(), _conditions(), _references(), _durations(), _word_lists()]
    return "\n".join(parts)


def _contents() -> str:
    titles = [family.name for family in FAMILIES]
    titles += ["phrases", "amounts", "conditions", "references", "players", "durations", "words"]
    return ", ".join(f"[{title}](#{title.replace(' ', '-')})" for title in titles) + ".\n"


# -- nodes -------------------------------------------------------------------------------------------------------


def _family(family: Family) -> str:
    return "\n".join([f"## {family.name.capitalize()}\n", f"{_ABOUT[family.name]}\n", *map(_node, family.nodes)])


def _node(node: type[Node]) -> str:
    name = node.__struct_config__.tag or node.__name__.lower()
    example = sample(node)
    varied = {name: shown(changed) for name, _, changed in variations(node)}
    told = []
    for field in msgspec.structs.fields(node):
        if field.name in varied:
            told.append(_field(field, _italic(varied[field.name])))
        elif what := NAMING.get(f"{node.__name__}.{field.name}"):
            told.append(_field(field, f"{capital(what)}."))
    parts = [
        f"### {name}",
        summary(node),
        f"`{flow(example)}`: {_italic(shown(example))}",
        "\n".join(told),
        _then(node),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _then(node: type[Node]) -> str:
    """What later steps can refer to after an effect."""
    if not issubclass(node, Effect) or issubclass(node, Branching):
        return ""
    if node.unspeakable:
        return f"*Then* nothing can be said of it: {node.unspeakable}."
    told = (f"counts {node.number}" if node.number else "", f"means the {node.things}" if node.things else "")
    if not any(told):
        return "*Then* it can only be asked whether it is `done`."
    return f"*Then*{_given(node)} `it` {' and '.join(filter(None, told))}."


def _given(node: type[Effect]) -> str:
    """The field without which later steps could refer to nothing: ``, if `on` is given,``."""
    plain, spoken = sample(node), ((name, each) for name, _, each in variations(node))
    if not isinstance(plain, Effect) or plain.numbered or plain.named:
        return ""
    needed = (name for name, each in spoken if isinstance(each, Effect) and (each.numbered or each.named))
    return f", if `{next(needed)}` is given,"


def _italic(lines: Iterable[str]) -> str:
    return " ".join(f"*{line}*" for line in lines)


def summary(node: type[Node]) -> str:
    """The first sentence of a node's documentation, without the ids of rules."""
    text = " ".join((node.__doc__ or "").split())
    first = re.split(r"(?<=[.])(?: Rules:.*)? (?=[A-Z`])|(?<=[.])$", _RULES.sub("", text))[0]
    return re.sub(r"`+([\w ]+)`+", lambda match: f"`{match[1].rstrip('_').replace('_', ' ')}`", first)


def _field(field: msgspec.structs.FieldInfo, changed: str) -> str:
    said = described(field.type)
    if field.required:
        return f"- **`{field.encode_name}`**: {said}."
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    unset = "" if default in (None, "", (), {}, False) else f" (`{flow(default)}` if not given)"
    return f"- `{field.encode_name}`: {said}{unset}. {changed}"


def described(kind: Any) -> str:
    """What a field holds, in words."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PHRASES:
        return _PHRASES[kind]
    if origin is Literal:
        return listed([f"`{arg}`" for arg in args if arg != ""], "or")
    if origin is tuple:
        return f"list: {described(args[0])}"
    if origin is dict:
        return f"mapping of words: {described(args[1])}"
    for family in FAMILIES:
        if {kind, *args} & set(family.nodes):
            return f"[{family.name}](#{family.name.replace(' ', '-')})"
    kinds = [arg for arg in args if arg is not type(None) and get_args(arg) != ("",)]
    if all(get_origin(each) is Literal for each in kinds):
        return described(Literal[tuple(word for each in kinds for word in get_args(each))])
    return " or ".join(dict.fromkeys(map(described, kinds)))


# -- examples as YAML --------------------------------------------------------------------------------------------


def flow(value: Any) -> str:
    """A value as it is written in a card file, on one line."""
    return _flow(msgspec.to_builtins(value, enc_hook=write))


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_flow(key)}: {_flow(each)}' for key, each in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    text = str(value)
    plain = _PLAIN.fullmatch(text) and read_yaml(f"[{text}]") == [text]
    return text if plain else "'" + text.replace("'", "''") + "'"


# -- phrases -----------------------------------------------------------------------------------------------------


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _phrases() -> str:
    rows = ((f"`{text}`", Filter(text).one(), Filter(text).said(many=True)) for text in _PHRASE_EXAMPLES)
    return f"""## Phrases

{_documented(Filter)} A phrase is adjectives and a noun, then any of: `named N`, `with KEYWORD`, `with a buff counter`
(`with 3 or more buff counters`), `with power 2 or less` (`life`, `base level`), `with even life` (`odd`, `power`),
`attacking your champion`, `of reserve cost 2 or less` (`memory cost`, or just `cost` for either kind), whose it is
(`you control`, `you do not control`, `an opponent controls`, `that player controls`, `the turn player controls`, `you
own`), a place (`in your graveyard`, `from any hand`, `in an opponent's memory or banishment`, `in their deck`, `in the
intent`), and `except your champion`. All words must fit; words joined by `or` are alternatives; `non-` negates a
word; `another` leaves the card itself out. The noun `card` is a card in the place that is named, `activation`, `card
activation`, `ability activation`, `materialization`, `play` and `trigger` are on the stack, `intent` lies in the
intent, `loaded card` under an object, a `source` may be anywhere; any other noun is an object on the field.

{_rows(("phrase", "one", "many"), rows)}"""


def _amounts() -> str:
    names = ((f"`{name}`", _told(named.words)) for name, named in NAMES.items())
    rows = ((f"`{text}`", Amount(_number(text)).said(_speaker())) for text in _AMOUNT_EXAMPLES)
    return f"""## Amounts

A number, or a sum of terms: a number, a name, `count(PHRASE)`, `revealed(PHRASE)` among the cards that earlier steps
revealed, `counters(KIND)` on your champion (`on this`, `on that` or `on mastery` for others), `it(STEP)`, what the last
[effect](#effects) of that kind came to, `this turn(WHO DEED PHRASE)`, how often somebody did something this turn,
`done to(STEP PHRASE)`, of the cards that the last such step moved those that fit, `highest(STAT of PHRASE)` (or `lowest`,
`total`, `different`), `STAT of` one thing (`this`, `that`, `target`, `chosen`, `given`, `gone`, `revealed` or `it(STEP)`), or
`least(N, AMOUNT)`, no more than N of it; each perhaps with a factor in front (`2 * `) or a divisor behind (` / 2`, rounded
down).

{_rows(("amount", "in words"), rows)}
{_rows(("name", "means"), names)}"""


def _conditions() -> str:
    examples = [_example(form) for form in FORMS]
    rows = ((f"`{form}`", Condition(text).said(_speaker())) for form, text in zip(FORMS, examples, strict=True))
    return f"""## Conditions

Joined by `and`; `not` in front negates one. `when:` is a restriction, without which the text does not exist; `if:`
is checked when the trigger, the cost or the static asks.

{_rows(("condition", "in words"), rows)}"""


def _example(form: str) -> str:
    """A condition of a form with its placeholder filled."""
    filled = (form.replace(placeholder, text) for placeholder, text in _FILLED if placeholder in form)
    return form if form in PLAIN else next(filled)


def _references() -> str:
    more = (
        ("`target NAME`", "the group of targets of that name"),
        ("`mastery NAME`", "your mastery, if it has that name"),
        ("`each PHRASE`", "all that fit"),
        ("`it(STEP)`", "what the last step of that kind was about: `it(draw)`"),
    )
    things = (*((f"`{name}`", meaning) for name, meaning in REFERENCES.items()), *more)
    players = ((f"`{name}`", meaning) for name, meaning in WHO.items())
    return f"""## References

{_rows(("reference", "means"), things)}
## Players

{_rows(("player", "means"), players)}"""


def _durations() -> str:
    rows = ((f"`{name}`", said) for name, said in DURATIONS.items())
    return f"""## Durations

How long what is gained holds, and how long a delayed trigger waits: `until:`.

{_rows(("duration", "in words"), rows)}"""


def _word_lists() -> str:
    lists = [f"**{title}**: {', '.join(sorted(each))}.\n" for title, each in _LISTS.items()]
    lists.append(f"**Phases**: {', '.join(words.PHASES)}.\n")
    lists.append(f"**Directions**: {', '.join(words.DIRECTIONS)}.\n")
    return "\n".join(["## Words\n", _OPEN, *lists]).rstrip() + "\n"


def _documented(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _speaker() -> Speaker:
    return Speaker("this card")


def _told(text: str) -> str:
    return _speaker().filled(text)


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the page and names it."""
    parser = argparse.ArgumentParser(
        prog="python -m archivist.notation.reference", description="Write the reference page of the vocabulary anew."
    )
    parser.add_argument(
        "file", nargs="?", type=Path, default=PAGE, help="where to write it (default: docs/extending/vocabulary.md)"
    )
    file = parser.parse_args(arguments).file
    file.write_text(page(), encoding="utf-8")
    print(file)


if __name__ == "__main__":
    main()
