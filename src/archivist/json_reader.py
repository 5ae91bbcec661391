"""Reading JSON that somebody else may have made: whatever is wrong with it is one error with a short word for it.

A value must not lie too deep within others, since whoever goes through it goes as deep; it must have no number that is too
long to be written down again; and, where it is shown to people, no control character.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from archivist.model.errors import control_in, cut, shown

DEEPEST: Final = 100
"""How many values may lie within each other."""
BITS: Final = 128
"""How large a number may be."""
LAYOUT: Final = "\n\r\t"
"""The control characters that a text may have."""
LONG_NUMBER: Final = "there is a number of very many digits"
_LONGEST: Final = 200
"""How much of the decoder's own word is told; it quotes."""
_ANY: Final = msgspec.json.Decoder()


class JsonProblem(ValueError):
    """A text that is no JSON, or JSON that nobody would write."""


def read_json(content: bytes | str, *, plain: bool = False) -> Any:
    """The value of a JSON text. Raises JsonProblem; `plain` forbids control characters in its words."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    try:
        value = _ANY.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except RecursionError:
        raise JsonProblem("this is nested too deeply") from None
    except msgspec.ValidationError:
        raise JsonProblem(LONG_NUMBER) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JsonProblem(f"this is not JSON: {cut(str(error), _LONGEST)}") from None
    _check(value, plain=plain)
    return value


def _check(value: Any, *, plain: bool) -> None:
    """Goes through a value level by level, so that no depth is too much for it."""
    level = [value]
    for _ in range(DEEPEST):
        if not level:
            return
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below.extend(each.values())
                if plain:
                    below.extend(each)
            elif isinstance(each, list):
                below.extend(each)
            elif isinstance(each, str):
                if plain and (found := control_in(each, LAYOUT)):
                    raise JsonProblem(f"there is a control character ({found}) in {shown(each)}")
            elif isinstance(each, int) and each.bit_length() > BITS:
                raise JsonProblem(LONG_NUMBER)
        level = below
    raise JsonProblem("this is nested too deeply")
