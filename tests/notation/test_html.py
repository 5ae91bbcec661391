"""The table as HTML: well-formed, escaped, without scripts, and for a seat without hidden cards."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from archivist import Deck, Game, deck, pool
from archivist.arena.playing import match, play_out
from archivist.model.decision import Play
from positions import number_of, simple_position

VOID = frozenset(("br", "hr"))
PLAIN = frozenset("div p b table caption tr th td ul ol li details summary".split())


class Page(HTMLParser):
    """Reads a page: its text and tags; everything that is opened must be closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(game: Game) -> list[str]:
    return [game._repr_html_(), *(game.view(seat)._repr_html_() for seat in range(len(game.state.players)))]


@pytest.mark.parametrize("seed", range(6))
def test_pages_are_plain_and_well_formed(seed: int) -> None:
    game = match(seed).game()
    for _ in range(8):
        for text in pages(game):
            page = Page(text)
            assert page.tags <= PLAIN
            assert page.attributes <= {"class", "style", "scope", "start"}
        play_out(game, seed, 25)


def test_a_game_shows_everything_and_a_view_what_its_seat_sees() -> None:
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 4])
    whole, own, other = (Page(text).text for text in pages(game))
    for text in (whole, own):
        assert "Fireball, Idle Thoughts" in text
        assert "activate Fireball" in text
    assert "Fireball" not in other
    assert "hand (5)" in other
    assert "hidden" in other
    assert "sees it" not in whole
    assert f"As {game.state.players[1].name} sees it." in other


def test_what_is_on_the_table() -> None:
    game = Game.from_scenario("""
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], champion state: {damage: 3}, hand: [Fireball, 4 x Idle Thoughts]}
  B: {champion: [Spirit of Water], field: [{card: Blue Slime, rested: true, damage: 1}], deck: [20 x Give Bath]}
""")
    game.answer(Play("activate", number_of(game, "Fireball")))
    text = Page(game._repr_html_()).text
    assert "A: choose a target (unit)" in text
    game.answer(2)
    game.answer((0, 1))
    text = Page(game._repr_html_()).text
    assert "Turn 5 of A, main phase." in text
    assert "Rai, Spellcrafter, level 1, " in text
    assert "16 of 19 life, " in text
    assert "on Spirit of Fire; elements" in text
    assert "Blue Slime" in text
    assert "(rested, 1 damage" in text
    assert "Fireball (A) → Blue Slime (B)" in text
    assert "20 cards" in text
    assert "Fireball is activated by A" in text


def test_a_game_that_is_over() -> None:
    game = simple_position()
    game.concede(0)
    assert "The game is over." in Page(game._repr_html_()).text


def test_names_are_escaped() -> None:
    name = '<script>alert("x")</script> & Co'
    cards = pool().with_cards([replace(pool()["Fireball"], name=name)])
    game = Game.new([Deck(deck("rai").material, {name: 40})] * 2, seed=0, cards=cards)
    for text in pages(game):
        page = Page(text)
        assert "script" not in page.tags
        assert "<script" not in text
    assert name in Page(game._repr_html_()).text
