"""How words of the vocabulary are printed on cards: templates that are read and spoken by the same `compiler`.

A template is literal words, alternatives in ``<a|b>``, verbs such as ``get(s)``, and slots such as ``{amount:count card}``:
the field, and the rule that reads and says it. A field that is neither in a slot nor given has its default.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Part(NamedTuple):
    """A node inside a form: its class, and the fields that are the same wherever the form is used."""

    cls: type
    fields: dict[str, Any]


class Form(NamedTuple):
    """One way in which a node is printed: the template, and the fields that it stands for without a slot."""

    template: str
    fields: dict[str, Any]


def form(template: str, **fields: Any) -> Form:
    """A form with the fields that its words stand for."""
    return Form(template, fields)


def part(cls: type, **fields: Any) -> Part:
    """A node inside a form, with the fields that are the same wherever the form is used."""
    return Part(cls, fields)


class Spelled(NamedTuple):
    """One way in which a phrase is printed: the template, and the phrase with the same slots in ``{name}``.

    With `after` it can be said only after a step of that kind.
    """

    template: str
    text: str
    after: str = ""
