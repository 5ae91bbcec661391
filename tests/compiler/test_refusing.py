"""What is not understood is named, and nothing is guessed."""

from __future__ import annotations

from typing import Literal

import pytest

from archivist.compiler import Facts, Unread, compile_text
from archivist.compiler.clauses import SIMPLE
from archivist.compiler.engine import Template
from archivist.compiler.numbers import Agreeing
from archivist.vocabulary.effects.redirecting_attacks import EndCombat
from archivist.vocabulary.face import PrintedCost
from archivist.vocabulary.printing import form

ACTION = Facts(types=("action",))


def refused(text: str, facts: Facts = ACTION) -> Unread:
    found = compile_text(text, name="Sample", facts=facts)
    assert found.status == "refused", found.abilities
    (part,) = found.parts
    assert isinstance(part, Unread)
    return part


def test_the_sentence_the_word_and_what_could_have_stood_there_are_named() -> None:
    part = refused("Draw a card. Deal 2 damage to target wombat. Recover 1.")
    assert part.sentence == "Deal 2 damage to target wombat."
    assert part.word == "wombat"
    assert "a noun" in part.why


def test_a_card_that_is_understood_in_part_is_partly_compiled() -> None:
    found = compile_text("Draw a card.\nFrobnicate target ally.", facts=ACTION)
    assert found.status == "partly"
    assert len(found.abilities) == 1
    assert "Frobnicate target ally." in found.why


@pytest.mark.parametrize(
    "text",
    [
        "Destroy it.",  # nothing was mentioned
        "Destroy that ally.",
        "Rest target ally and target ally you control. Destroy that ally.",  # either could be meant
        "Draw that many cards.",
        "Draw a card for each card discarded this way.",  # nothing was discarded
        "If a fire element card was discarded, draw a card.",
        "Return target ally to your hand.",  # it need not be yours
        "Each opponent draws a card into your memory.",
        "Deal X damage to target unit equal to the amount of allies you control.",
        "Allies you control get +1 POWER and +1 LIFE until end of turn for each ally you control.",  # which number?
        "Sample gets +1 POWER until end of turn",  # no full stop
        "Draw a card. If you do so, recover 1.",
        "Destroy target ally. Put a buff counter on that ally.",  # it is there no more
        "Return target ally to its owner's hand. Rest it.",
        "Recover 1 and draw a card for each ally you control.",  # is 1 recovered for each?
        "Return target ally to its owner's hand. If that ally was a Beast, draw a card.",  # what is gone cannot be asked
        "Reveal three fire element cards from your memory. Draw a card.",  # fewer can be found
        "[Wombat 3+] Draw a card.",
        "Deal 1 damage to all other units.",  # other than what? The card is no unit
        "Rest target ally. Destroy another target ally.",
        "Gryphon allies you control get +1 POWER until end of turn.",  # any word has a capital there
    ],
)
def test_what_could_mean_nothing_or_several_things_is_refused(text: str) -> None:
    assert refused(text).why or refused(text).word


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "On Enter: Rest target ally. Wake up target ally you control. Put a buff counter on that ally.",
            "more than one",
        ),
        ("On Enter: Rest up to two target allies. Destroy it.", "nothing that it could mean"),
        ("On Enter: Rest target ally. Destroy them.", "nothing that they could mean"),
        ("On Enter: Sample deals 1 damage to your champion. It becomes distant.", "the card or your champion"),
        ("On Enter: Rest target ally. Destroy another target ally.", "other than what?"),
        ("On Enter: Put a buff counter on another target item you control.", "other than what?"),
    ],
)
def test_a_mention_that_is_not_clear_is_refused_for_that_reason(text: str, why: str) -> None:
    assert why in refused(text, Facts(types=("ally",))).why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Draw a card for each card in their graveyard.", "no player that could be meant"),
        ("Target unit gets +1 POWER until end of turn for each card in their memory.", "no player that could be meant"),
        ("Each player draws a card for each card in their memory.", "a place of their own"),
        ("Rest target ally. Wake up target item. Its controller draws a card.", "nothing whose controller is meant"),
        ("Target champion gets -1 level until end of turn for each Curse card in its lineage.", "whose lineage"),
    ],
)
def test_whose_something_is_is_not_guessed(text: str, why: str) -> None:
    assert why in refused(text).why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "Whenever an opponent activates a card, that player discards a card. Target player draws a card.",
            "another player has been spoken of",
        ),
        (
            "Whenever an ally dies, its controller draws a card. Deal 1 damage to target opponent's champion.",
            "nothing whose controller is meant",
        ),
        (
            "On Champion Hit: Target player draws a card. The hit champion's controller discards a card.",
            "another player has been targeted",
        ),
        (
            "On Hit: Target player draws a card. Destroy target item the hit unit's controller controls.",
            "another player has been targeted",
        ),
        (
            "On Champion Hit: Target player draws a card. Recover X, where X is the amount of Curse cards in the hit"
            " champion's lineage.",
            "another player has been targeted",
        ),
        ("On Hit: Destroy the hit ally.", "it is not said that it is an ally"),  # a champion may be hit
        ("On Champion Hit: Rest the hit ally.", "it is not said that it is an ally"),
        ("On Kill: Banish the killed champion.", "it is not said that it is a champion"),
    ],
)
def test_whom_an_event_is_about_is_not_taken_for_another(text: str, why: str) -> None:
    assert why in refused(text, Facts(types=("ally",))).why


def test_a_player_who_is_targeted_in_answer_to_an_event_is_that_player() -> None:
    text = "Whenever an opponent activates a card, target player draws a card, then that player discards a card."
    found = compile_text(text, name="Sample", facts=Facts(types=("ally",)))
    assert [str(each.who.text) for each in found.abilities[0].do] == ["target", "that player"]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever you activate a Spell card from your memory, draw a card.",
        "Whenever you discard a card from your memory, draw a card.",
        "On Enter: If you've activated a Spell card from your memory this turn, draw a card.",
        "On Enter: Draw a card for each item card from your banishment you've materialized this turn.",
        "Spell cards in your memory you activate cost 1 less to activate.",
        "On Enter: The next Spell card from your memory you activate this turn costs 1 less to activate.",
        "You can't activate cards from your graveyard.",
        "If a card in your hand would be put into a player's graveyard, that player banishes it instead.",
        "Ignore the elemental requirements of cards in your memory you activate.",
        "Discard a card from your memory: Draw a card.",
        "On Enter: Discard a fire element card from your graveyard.",
    ],
)
def test_where_a_card_lay_that_was_played_is_not_left_out(text: str) -> None:
    """A card that is played is told by what it is; a place would be dropped."""
    assert "but not where it" in refused(text, Facts(types=("ally",))).why


def test_what_is_done_instead_with_it_is_done_with_the_same() -> None:
    text = (
        "Whenever you activate an attack card, Sample gets +1 POWER until end of turn."
        " If that card is fire element, {} gets +2 POWER until end of turn instead."
    )
    ally = Facts(types=("ally",))
    assert "the same" in refused(text.format("it"), ally).why
    assert compile_text(text.format("Sample"), name="Sample", facts=ally).status == "compiled"


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of the next end phase, discard a card. If you do, draw a card.",
        "Banish the top card of your deck. You may activate it this turn. If you don't, draw a card.",
    ],
)
def test_whether_something_was_done_is_not_asked_before_it_can_be(text: str) -> None:
    """Also of a card whose facts are not known."""
    found = compile_text(text, name="Sample", facts=ACTION)
    assert found.status == "refused"
    assert "later" in found.why


def test_what_each_of_several_players_put_away_is_not_one_card() -> None:
    text = "Each opponent puts the top card of their deck into their graveyard. If it's an ally card, draw a card."
    assert "nothing that it could mean" in refused(text).why


@pytest.mark.parametrize(
    "text",
    [
        "Draw X cards, then discard X cards, where X is the amount of domains you control.",
        "Recover X. Deal X damage to target unit, where X is the amount of domains you control.",
    ],
)
def test_what_x_is_has_to_be_said_for_each(text: str) -> None:
    assert "not for each X" in refused(text).why


@pytest.mark.parametrize(
    "text",
    [
        "Discard a card. Deal damage to target unit equal to its reserve cost.",
        "Reveal the top card of your deck. Deal damage to target unit equal to its reserve cost.",
    ],
)
def test_whose_number_is_meant_is_not_guessed(text: str) -> None:
    assert "that of the card?" in refused(text).why


def test_what_has_not_been_prevented_yet_is_not_counted() -> None:
    text = (
        "The next time target ally would take damage this turn, prevent that damage. Put that many buff counters on it."
    )
    assert "no number that could be meant" in refused(text).why


@pytest.mark.parametrize(
    "text",
    [
        "On Enter: You may discard a card. If you do, put a buff counter on it.",
        "On Enter: You may banish a fire element card from your graveyard. If you do, it gets +1 POWER until end of turn.",
        "On Enter: You may reveal a wind element card from your memory. If you do, wake it up.",
        "On Enter: Put the top card of your deck into your graveyard. It becomes distant.",
        "On Enter: Banish target item. Put a buff counter on it.",
        "Whenever you activate an ally card, put a buff counter on it.",
    ],
)
def test_a_card_that_is_no_object_is_not_meant_where_an_object_has_to_be(text: str) -> None:
    """The card itself might be meant, but that is not what the words say."""
    assert "no object" in refused(text, Facts(types=("ally",))).why


def test_what_is_changed_without_a_duration_behind_one_that_has_it_is_refused() -> None:
    text = "On Enter: Target ally gets +1 POWER until end of turn and gains stealth."
    assert "until when?" in refused(text, Facts(types=("ally",))).why


def test_what_an_object_has_all_the_time_does_not_hang_on_its_own_keyword() -> None:
    assert "a keyword" in refused("As long as Sample has stealth, it has vigor.", Facts(types=("ally",))).why


def test_two_things_chosen_for_one_step_are_refused() -> None:
    """What is chosen last would be taken for both."""
    assert "only the last" in refused("Load an Arrow card from your hand into a Bow weapon you control.").why


def test_an_ability_that_would_have_to_work_in_the_graveyard_is_not_taken_for_one_on_the_field() -> None:
    ally = Facts(types=("ally",))
    text = "Whenever another ally card enters your graveyard from your deck, return Sample from your graveyard to the field."
    found = compile_text(text, name="Sample", facts=ally)
    assert found.abilities[0].works_in == ("graveyard",)
    assert (
        "graveyard"
        in refused(
            "Whenever you draw a card, draw a card and return Sample from your graveyard to the field.", ally
        ).why
    )
    paid = compile_text("(2): Return Sample from your graveyard to the field rested.", name="Sample", facts=ally)
    assert paid.abilities[0].works_in == ("graveyard",)
    dying = compile_text("On Death: Return Sample from your graveyard to the field.", name="Sample", facts=ally)
    assert dying.status == "compiled"


def test_an_ally_has_no_instructions_of_its_own() -> None:
    assert "only actions and boons" in refused("Draw a card.", Facts(types=("ally",))).why


def test_what_is_understood_but_spoken_differently_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof by speaking: a rule that drops or adds a word is caught, whatever it read."""
    monkeypatch.setattr(Agreeing, "say", lambda self, value, voice: voice.say(self.forms[voice.noted(0) * 0]))
    assert "spoken differently: draw two card ." in refused("Draw two cards.").why
    assert compile_text("Draw a card.", facts=ACTION).status == "compiled"
    monkeypatch.setattr(Agreeing, "say", lambda self, value, voice: voice.say(self.forms[0]))
    assert "cannot be spoken" in refused("Draw a card.").why, "what was noted has to be followed to the end"


def test_an_option_and_what_follows_it_are_one_thing() -> None:
    """abilities.3.17, RS.5: "if you do" belongs to the option, and is no question about the step before."""
    found = compile_text("You may discard a card. If you do, draw a card.", facts=ACTION)
    assert found.status == "compiled"
    assert len(found.abilities[0].do) == 1


@pytest.mark.parametrize(("reserve", "why"), [(2, "it is not said what X is"), ("X", "")])
def test_an_x_that_nothing_explains_is_refused(reserve: int | Literal["X"], why: str) -> None:
    facts = Facts(types=("action",), cost=PrintedCost(reserve=reserve), complete=True)
    assert compile_text("Draw X cards.", name="Sample", facts=facts).fault == why


def test_two_readings_are_named_with_their_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Template(EndCombat, form("end the turn"))
    monkeypatch.setattr(SIMPLE, "options", [*SIMPLE.options, other])
    monkeypatch.setattr(SIMPLE, "_lookup", None)
    part = refused("Draw a card. End the turn. Recover 1.")
    assert (part.sentence, part.word) == ("End the turn.", "End")
    assert part.why == 'it can be read in more than one way: as {"do":"end turn"}, or as {"do":"end combat"}'


def test_a_card_that_the_rules_do_not_allow_is_refused() -> None:
    facts = Facts(types=("action",), subtypes=("spell",), complete=True, speed="slow")
    found = compile_text("Vigor", name="Sample", facts=Facts(types=("wombat",), complete=True))
    assert found.status == "refused"
    assert "wombat" in found.why
    assert compile_text("Draw a card.", name="Sample", facts=facts).fault == ""


# -- texts that nobody would print -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card. " + "If you do, draw a card. " * 24,
        "Draw a card. " + "If you do, draw a card. " * 160,
        "Target ally gets +1 power" + " and gains vigor" * 16 + ".",
        "Target ally gets +1 power" + " and gains vigor" * 240 + ".",
        'Target ally gains "whenever you draw a card, ' * 80 + "draw a card.",
        "If you do, " * 350 + "draw a card.",
    ],
    ids=lambda text: f"{text[-20:]} of {len(text)}",
)
def test_a_text_with_more_readings_than_can_be_tried_is_not_understood(text: str) -> None:
    found = compile_text(text, name="Sample", facts=ACTION)
    assert found.status == "refused"
    assert "too many ways, or is too long" in found.why
    assert len(found.why) < 600


def test_one_paragraph_with_too_many_readings_leaves_those_before_it_understood() -> None:
    found = compile_text("Draw two cards.\n" + "Draw a card. " + "If you do, draw a card. " * 24, facts=ACTION)
    assert found.status == "partly"
    assert len(found.abilities) == 1


def test_a_text_that_is_longer_than_any_card_is_not_read_at_all() -> None:
    found = compile_text("Draw a card. " * 100_000, name="Sample", facts=ACTION)
    assert found.status == "refused"
    assert "it has 1,300,000 characters, and a card's text has at most 4,000" in found.why
    assert len(found.why) < 600


@pytest.mark.parametrize("text", ["Draw {} cards.", "Ranged {}", "Target ally gets +{} power.", "({}): Draw a card."])
def test_a_number_of_very_many_digits_is_not_understood(text: str) -> None:
    found = compile_text(text.format("9" * 3_000), name="Sample", facts=ACTION)
    assert found.status == "refused"
    assert "at '99999…': no number on a card has more than 6 digits" in found.why
