"""Outlooks: what a choice would cost and deal as things stand now, in a few words."""

from __future__ import annotations

from archivist.notation.seen import listed
from archivist.view import Forecast


def dealt(forecast: Forecast) -> str:
    """What an attack would deal, and with which weapon: ``deals 2, or 4 with Warrior's Longsword``."""
    said = []
    for strike in forecast.deals:
        weapons = f" with {listed(strike.weapons)}" if strike.weapons else ""
        said.append(f"{strike.damage}{weapons}")
    return f"deals {', or '.join(said)}" if said else ""


def priced(forecast: Forecast) -> str:
    """What a play costs now: ``2 reserve``, or ``from 2 reserve`` where other declarations change it."""
    return f"{'from ' if forecast.varies and forecast.cost else ''}{', '.join(forecast.cost)}"
