"""The tools for assistants, and how they are served: over the standard input and output."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from archivist import __version__
from archivist.mcp import lookup, work
from archivist.model.errors import ArchivistError
from archivist.server.apart import Apart
from archivist.server.settings import Limits

INSTRUCTIONS = """\
Archivist plays the Grand Archive trading card game exactly by its rules and cites the rule behind every step. Use it for
every question of rules instead of answering from memory: write the position as a scenario and have it judged, ask what
can be done or why a play is refused, and look up rules and cards. Cite the rule ids that it names.

A scenario is YAML. Players are A and B (to D); zones hold cards by their exact names:

title: A Fireball at an ally
setup:
  turn: A            # whose turn, A if left out; also: phase, opportunity, turn number
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]   # from the lowest card up
    hand: [Fireball, 4 x Idle Thoughts]
    deck: [5 x Fireball]
  B: {champion: [Spirit of Water], field: [{card: Gray Wolf, damage: 1, rested: true}]}
steps:
  - A: {activate: Fireball, targets: [B/field/Gray Wolf], reserve: [2 x Idle Thoughts]}
  - resolve: top      # or A: pass, B: pass
  - expect: {B/graveyard: [Gray Wolf], opportunity: A}

Actions: activate, materialize, bestow, ability, attack (with targets, weapon, modes, x, reserve and so on), pass; a
decision is answered with {choose: ...}. A step that must be refused has illegal: RULE or illegal: true. Expectations: zones
(A/hand), things ({A/champion: {damage: 3}}), stack, phase, opportunity, winner, decision, can, cannot, cited, triggered.
"""

Scenario = Annotated[str, Field(description="The text of a scenario, in YAML.")]
Step = Annotated[
    int | None, Field(description="After how many of its steps; 0 for the set-up, all of them if it is left out.")
]


def made(limits: Limits | None = None) -> MCPServer[None]:
    """The server, with limits on how much a scenario may ask for."""
    limits = limits or Limits()
    apart: list[Apart] = []

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        apart.append(
            Apart(
                limits.scenarios_at_once,
                reused=False,
                seconds=limits.scenario_seconds,
                memory=limits.scenario_memory,
                waiting=20,
            )
        )
        try:
            yield
        finally:
            apart.pop().close()

    async def about(function: Callable[..., dict[str, Any]], text: str, *arguments: Any) -> dict[str, Any]:
        """Asks about a stranger's scenario, in a process of its own."""
        if len(text) > limits.scenario:
            raise ToolError(f"the scenario has {len(text)} characters, and {limits.scenario} are the most")
        try:
            found: dict[str, Any] = await apart[-1].do(function, text, *arguments)
        except ArchivistError as error:
            raise ToolError(str(error)) from None
        return found

    def looked_up(function: Callable[[str], dict[str, Any]], words: str) -> dict[str, Any]:
        try:
            return function(words[:200])
        except ArchivistError as error:
            raise ToolError(str(error)) from None

    server: MCPServer[None] = MCPServer(
        "archivist", instructions=INSTRUCTIONS, version=__version__, lifespan=lifespan, log_level="WARNING"
    )

    @server.tool()
    async def judge_scenario(scenario: Scenario) -> dict[str, Any]:
        """Play a scenario and say whether everything goes as it expects, with every event and the rules behind it."""
        return await about(work.judged, scenario)

    @server.tool()
    async def legal_plays(scenario: Scenario, step: Step = None) -> dict[str, Any]:
        """List every legal play of the player who must decide in a scenario, with costs and choices."""
        return await about(work.possible, scenario, step)

    @server.tool()
    async def why_not(
        scenario: Scenario,
        play: Annotated[
            str,
            Field(description="Such as: A activate Fireball. Or a step: 'A: {attack: A/champion, weapon: none}'."),
        ],
        step: Step = None,
    ) -> dict[str, Any]:
        """Say whether a play is legal in a scenario, and every reason and rule against it."""
        return await about(work.refused, scenario, play[:1000], step)

    @server.tool()
    def look_up_rules(
        words: Annotated[str, Field(description="A rule's id such as CA.1.8, a keyword, or words to search for.")],
    ) -> dict[str, Any]:
        """Look up a rule with its clauses, or find the rules that speak of something."""
        return looked_up(lookup.rules, words)

    @server.tool()
    def look_up_card(name: Annotated[str, Field(description="The name of a card.")]) -> dict[str, Any]:
        """Look up a card: its facts, its text in words, and its rulings."""
        return looked_up(lookup.card, name)

    @server.tool()
    def find_cards(words: Annotated[str, Field(description="Part of a name.")]) -> dict[str, Any]:
        """Find cards by a part of their names."""
        return looked_up(lookup.cards, words)

    return server


def serve() -> None:
    """Serves the tools over the standard input and output until the input ends."""
    made().run("stdio")
