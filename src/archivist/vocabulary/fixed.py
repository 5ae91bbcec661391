"""Mappings of card data that cannot be changed."""

from __future__ import annotations

from typing import NoReturn, TypeVar

import msgspec
from msgspec.structs import force_setattr

K = TypeVar("K")
V = TypeVar("V")


class Fixed(dict[K, V]):
    """A mapping of card data that cannot be changed: cards are shared by all games and by what players are told."""

    __slots__ = ()

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("card data cannot be changed")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse


def fix(node: msgspec.Struct, field: str) -> None:
    """Replaces a mapping of a node by one that cannot be changed."""
    force_setattr(node, field, Fixed(getattr(node, field)))
