"""Who counts as one client: an address, or all those that one household or machine has."""

from __future__ import annotations

import ipaddress
from typing import Final

UNKNOWN: Final = "unknown"
PREFIX: Final = 64
"""How much of an IPv6 address names a client: whoever has one address has all that begin with so many bits."""


def client_of(address: str | None) -> str:
    """The name under which what comes from an address is counted."""
    if not address:
        return UNKNOWN
    try:
        known = ipaddress.ip_address(address)
    except ValueError:  # a socket file, or what a proxy calls a client
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known.packed, PREFIX), strict=False))
