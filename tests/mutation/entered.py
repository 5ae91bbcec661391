"""Which blocks were entered since this was last looked at. Marked sources write here; see `blocks`."""

from __future__ import annotations

MOST = 1 << 15

ENTERED = bytearray(MOST)


def taken() -> list[int]:
    """The numbers of the blocks that were entered, which are then forgotten."""
    found = [number for number, entered in enumerate(ENTERED) if entered]
    ENTERED[:] = bytes(MOST)
    return found
