"""The report of a run as one HTML file: plots that need neither network nor server (extra `mass`)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from archivist.arena.elo import Rating, ratings
from archivist.arena.matchups import ENOUGH, Record, interval
from archivist.arena.sureness import questions
from archivist.decks import Deck
from archivist.model.errors import ArchivistError

Row = dict[str, Any]

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1b1b1f; }
table { border-collapse: collapse; } th, td { padding: .15rem .8rem .15rem 0; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } .note { color: #555; }
"""
MOST_CARDS = 60
"""How many cards of a deck are shown."""
WIDTH = 560


class Numbers:
    """What is plotted: the games of a run, counted in the ways that the page shows."""

    def __init__(self, records: Sequence[Record], decks: Mapping[str, Deck], bots: Sequence[str]) -> None:
        self.records = records
        self.decks = list(decks)
        self.bots = list(bots)
        self.several = len(self.bots) > 1

    def entrants(self, record: Record) -> tuple[str, str]:
        """Who goes first and second: a deck, and the bot that plays it if there are several."""
        names = (record.first, record.second)
        if not self.several:
            return names
        return f"{names[0]} ({record.bots[0]})", f"{names[1]} ({record.bots[1]})"

    def pairings(self) -> list[Row]:
        """How often each wins against each other, going first or second."""
        games: Counter[tuple[str, str]] = Counter()
        wins: Counter[tuple[str, str]] = Counter()
        for record in self.records:
            if not record.over:
                continue
            one, other = self.entrants(record)
            for pair in {(one, other), (other, one)}:
                games[pair] += 1
            if record.winner is not None and one != other:
                wins[(one, other) if record.winner == 0 else (other, one)] += 1
        found = []
        for pair in sorted(games):
            if pair[0] == pair[1]:
                continue
            found.append({"one": pair[0], "other": pair[1], **_rate(wins[pair], games[pair])})
        return found

    def going_first(self) -> list[Row]:
        """How often each deck wins going first and second."""
        games: Counter[tuple[str, str]] = Counter()
        wins: Counter[tuple[str, str]] = Counter()
        for record in self.records:
            if record.over:
                for place, when in enumerate(("first", "second")):
                    key = ((record.first, record.second)[place], when)
                    games[key] += 1
                    wins[key] += record.winner == place
        return [
            {"deck": deck, "going": when, **_rate(wins[deck, when], games[deck, when])} for deck, when in sorted(games)
        ]

    def lengths(self) -> list[Row]:
        """How many games of each deck took how many turns."""
        counted: Counter[tuple[str, int]] = Counter()
        for record in self.records:
            if record.over:
                for deck in {record.first, record.second}:
                    counted[deck, record.turns] += 1
        return [{"deck": deck, "turns": turns, "games": counted[deck, turns]} for deck, turns in sorted(counted)]

    def cards(self) -> list[Row]:
        """In which share of the won and of the lost games of a deck each card was drawn, and was played."""
        games: Counter[tuple[str, str]] = Counter()
        seen: Counter[tuple[str, str, str, str]] = Counter()
        for record in self.records:
            if record.winner is None:
                continue
            for place, deck in enumerate((record.first, record.second)):
                result = "won" if record.winner == place else "lost"
                games[deck, result] += 1
                for what, names in (("drawn", record.touched[place].reached), ("played", record.touched[place].played)):
                    for card in names:
                        seen[deck, card, what, result] += 1
        found = []
        for deck, card, what in sorted({key[:3] for key in seen}):
            won, lost = games[deck, "won"], games[deck, "lost"]
            if won and lost:
                shares = {r: seen[deck, card, what, r] / games[deck, r] for r in ("won", "lost")}
                found.append(
                    {"deck": deck, "card": card, "what": what, **shares, "gap": shares["won"] - shares["lost"]}
                )
        return found

    def ratings(self) -> list[tuple[str, Rating]]:
        """The Elo of the bots if there are several, and of the decks."""
        sides: list[tuple[str, Any]] = [("deck", lambda record: (record.first, record.second))]
        if self.several:
            sides.insert(0, ("bot", lambda record: record.bots))
        found: list[tuple[str, Rating]] = []
        for kind, names in sides:
            games = [
                (*names(each), 0.5 if each.winner is None else 1.0 - each.winner) for each in self.records if each.over
            ]
            found.extend((kind, rating) for rating in ratings(games))
        return found


def _rate(wins: int, games: int) -> Row:
    low, high = interval(wins, games)
    rate = wins / games if games else 0.0
    label = f"{100 * rate:.0f} % ({100 * low:.0f}-{100 * high:.0f})"
    return {"games": games, "wins": wins, "rate": rate, "low": low, "high": high, "label": label}


# -- plots -------------------------------------------------------------------------------------------------------


def plots(numbers: Numbers) -> dict[str, Any]:
    """The plots by their titles, each as an Altair chart; one without games to show is left out."""
    alt = _altair()
    found = {
        "Who wins against whom": (numbers.pairings(), _heat_map),
        "Going first": (numbers.going_first(), _going_first),
        "How long games take": (numbers.lengths(), _lengths),
        "Elo": ([_rated(kind, each) for kind, each in numbers.ratings()], _elo),
    }
    charts = {title: draw(alt, rows) for title, (rows, draw) in found.items() if rows}
    for deck in numbers.decks:
        rows = [each for each in numbers.cards() if each["deck"] == deck]
        if rows:
            charts[f"Cards in won and lost games: {deck}"] = _cards(alt, rows)
    return charts


def _rated(kind: str, rating: Rating) -> Row:
    return {
        "kind": kind,
        "name": rating.name,
        "elo": rating.elo,
        "low": rating.elo - rating.margin,
        "high": rating.elo + rating.margin,
        "games": rating.games,
    }


def _heat_map(alt: Any, rows: Sequence[Row]) -> Any:
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        x=alt.X("other:N", title="against", axis=alt.Axis(labelAngle=0, orient="top")),
        y=alt.Y("one:N", title=None),
        tooltip=[alt.Tooltip(f"{name}:{kind}") for name, kind in _TOLD],
    )
    colour = alt.Color(
        "rate:Q", title="wins", scale=alt.Scale(scheme="redblue", domain=[0, 1]), legend=alt.Legend(format="%")
    )
    dark = alt.condition("abs(datum.rate - 0.5) > 0.3", alt.value("white"), alt.value("black"))
    size = 90 * len({each["one"] for each in rows})
    return (
        base.mark_rect().encode(color=colour) + base.mark_text(fontSize=11).encode(text="label:N", color=dark)
    ).properties(width=max(size * 1.3, 240), height=max(size / 2, 120))


_TOLD = (("one", "N"), ("other", "N"), ("games", "Q"), ("wins", "Q"), ("label", "N"))


def _going_first(alt: Any, rows: Sequence[Row]) -> Any:
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        y=alt.Y("deck:N", title=None), yOffset="going:N", color=alt.Color("going:N", title="going")
    )
    spread = base.mark_rule().encode(
        x=alt.X(
            "low:Q", title="wins, with 95 percent intervals", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%")
        ),
        x2="high:Q",
    )
    return (
        spread + base.mark_point(filled=True, size=60).encode(x="rate:Q", tooltip=["label:N", "games:Q"])
    ).properties(width=WIDTH)


def _lengths(alt: Any, rows: Sequence[Row]) -> Any:
    return (
        alt.Chart(alt.Data(values=list(rows)))
        .mark_bar()
        .encode(
            x=alt.X("turns:Q", bin=alt.Bin(step=2), title="turns"),
            y=alt.Y("sum(games):Q", title="games"),
            row=alt.Row("deck:N", title=None),
            tooltip=["sum(games):Q"],
        )
        .properties(width=WIDTH, height=80)
        .resolve_scale(y="independent")
    )


def _elo(alt: Any, rows: Sequence[Row]) -> Any:
    base = alt.Chart(alt.Data(values=list(rows))).encode(y=alt.Y("name:N", title=None, sort="-x"))
    spread = base.mark_rule().encode(
        x=alt.X("low:Q", title="Elo, with 95 percent intervals", scale=alt.Scale(zero=False)), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=60).encode(
        x="elo:Q", tooltip=["name:N", "elo:Q", "low:Q", "high:Q", "games:Q"]
    )
    return (
        (spread + points)
        .properties(width=WIDTH)
        .facet(row=alt.Row("kind:N", title=None))
        .resolve_scale(y="independent")
    )


def _cards(alt: Any, rows: Sequence[Row]) -> Any:
    """A line from the share among lost games to that among won ones; the widest gaps first."""
    gaps: dict[str, float] = defaultdict(float)
    for each in rows:
        if each["what"] == "played":
            gaps[each["card"]] = each["gap"]
    order = sorted({each["card"] for each in rows}, key=lambda card: (-gaps[card], card))[:MOST_CARDS]
    shown = [each for each in rows if each["card"] in order]
    base = alt.Chart(alt.Data(values=shown)).encode(y=alt.Y("card:N", title=None, sort=order))
    line = base.mark_rule(color="#999").encode(
        x=alt.X("lost:Q", title="share of games", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%")), x2="won:Q"
    )
    tips = [alt.Tooltip("card:N"), alt.Tooltip("won:Q", format=".1%"), alt.Tooltip("lost:Q", format=".1%")]
    lost = base.mark_point(filled=True, size=45, color="#c0392b").encode(x="lost:Q", tooltip=tips)
    won = base.mark_point(filled=True, size=45, color="#2471a3").encode(x="won:Q", tooltip=tips)
    return (line + lost + won).properties(width=WIDTH // 2).facet(column=alt.Column("what:N", title=None))


# -- the page ----------------------------------------------------------------------------------------------------


def page(records: Sequence[Record], decks: Mapping[str, Deck], bots: Sequence[str]) -> str:
    """The whole report as HTML."""
    numbers = Numbers(records, decks, bots)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Archivist: matchups</title>',
        f"<style>{STYLE}</style>",
        f"<script>{_bundle()}</script></head><body>",
        "<h1>Matchups</h1>",
        f"<p>{escape(_summary(numbers))}</p>",
        *_answers(numbers),
    ]
    for index, (title, chart) in enumerate(plots(numbers).items()):
        spec = chart.to_dict()
        spec["usermeta"] = {"embedOptions": {"actions": False}}
        spec.pop("$schema", None)
        parts.append(f'<h2>{escape(title)}</h2>{_note(title)}<div id="plot{index}"></div>')
        parts.append(f'<script>vegaEmbed("#plot{index}", {_script(spec)}, {{mode: "vega-lite"}});</script>')
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _summary(numbers: Numbers) -> str:
    records = numbers.records
    over = [each for each in records if each.over]
    first = sum(each.winner == 0 for each in over)
    seeds = f"seeds {min(each.seed for each in records)} to {max(each.seed for each in records)}" if records else "none"
    left = len(records) - len(over)
    return (
        f"{len(records)} games ({seeds}) between {', '.join(numbers.decks)}, played by {', '.join(numbers.bots)}. "
        f"{left} were left unfinished. The player going first won {_rate(first, len(over))['label']} of the others. "
        "Numbers in brackets are 95 percent intervals (Wilson)."
    )


def _answers(numbers: Numbers) -> Iterator[str]:
    """What is sure, by the intervals that hold however often one looks."""
    asked = questions(numbers.records, numbers.decks, numbers.bots)
    if not asked:
        return
    yield "<h2>What is certain</h2>"
    yield '<p class="note">All of these together are wrong with a chance of at most 5 percent, however often you look.</p>'
    yield "<table><tr><th>question</th><th>games</th><th>win rate of the first</th><th>answer</th></tr>"
    for each in asked:
        rate = f"{100 * each.low:.0f}-{100 * each.high:.0f} %"
        yield (
            f'<tr><td>{escape(each.one)} against {escape(each.other)}</td><td class="number">{each.wins + each.losses}</td>'
            f'<td class="number">{rate}</td><td>{escape(each.answer)}</td></tr>'
        )
    yield "</table>"


def _note(title: str) -> str:
    notes = {
        "Who wins against whom": "How often the deck of the row wins against that of the column, going first or second.",
        "How long games take": f"Turns of both players; decks with fewer than {ENOUGH} games say little.",
    }
    said = notes.get(title, "")
    if title.startswith("Cards"):
        said = "In which share of the won games (blue) and of the lost ones (red) a card was drawn, and was played."
    return f'<p class="note">{escape(said)}</p>' if said else ""


def _script(spec: Any) -> str:
    """JSON that is safe within a script element."""
    return json.dumps(spec).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _bundle() -> str:
    """Everything that draws the plots, as one script."""
    try:
        import vl_convert
    except ImportError:
        raise _missing("vl-convert-python") from None
    bundle: Any = vl_convert.javascript_bundle
    return str(bundle()).replace("</script", "<\\/script")


def _altair() -> Any:
    try:
        import altair
    except ImportError:
        raise _missing("altair") from None
    return altair


def _missing(package: str) -> ArchivistError:
    return ArchivistError(f"reports need {package}: pip install 'archivist[mass]'")
