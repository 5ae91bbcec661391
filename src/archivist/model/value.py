"""Values: what is compared by what it says, and never changes."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False):
    """A frozen value of the rules. It holds no cycles, so that the garbage collector need not look at it.

    The options are inherited. In the compiled build that is the only way they come: mypyc drops those of a class statement.
    """
