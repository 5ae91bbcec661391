"""How triggered abilities are printed: what stands before the trigger, what it waits for, and how often."""

from __future__ import annotations

from typing import Final

from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects.moving_cards import Put
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import THIS
from archivist.vocabulary.printing import Form, form, part
from archivist.vocabulary.triggers.cards import PAID, Discards, Moved, Revealed
from archivist.vocabulary.triggers.combat import Attack, Damaged
from archivist.vocabulary.triggers.objects import Die

_OPENING: Final = "{when:fronts} {label:label} {inherited:inherited}"
_EACH_TURN: Final = "trigger this ability only once <each|per> turn ."

TRIGGERED: Final[tuple[Form, ...]] = (
    form(_OPENING + " {on:keyworded} : {*:text}"),
    form(_OPENING + " {on:keyworded} : as a spell , {*:text}", spell=True),
    form(_OPENING + " {on:event} , {*:text plain}"),
    form(_OPENING + " {on:event} while {while_:if} , {*:text plain}"),
    form(_OPENING + " {on:event} , {*:text plain} trigger this ability only once .", limit="once"),
    form(_OPENING + " {on:event} , {*:text plain} " + _EACH_TURN, limit="once each turn"),
    form(_OPENING + " {on:event} , if {if_:if} , {*:text}"),
    form(_OPENING + " {on:keyworded} : {*:text} " + _EACH_TURN, limit="once each turn"),
    form(_OPENING + " {on:event} , if {if_:if} , {*:text} " + _EACH_TURN, limit="once each turn"),
    form(
        "{when:fronts} {on:event} , return {:me graveyard_now} to the field rested .",
        do=(Put(what=THIS, into="field", rested=True),),
        works_in=("graveyard",),
    ),
    form(
        "{when:fronts} {on:event} , return {:me graveyard_now} to the field .",
        do=(Put(what=THIS, into="field"),),
        works_in=("graveyard",),
    ),
    form(
        "{when:fronts} {on:event} , you may banish {:me graveyard_now} . if you do , {*:done_in_graveyard} .",
        works_in=("graveyard",),
    ),
    form(
        "{when:fronts} whenever {:me} is banished from your memory , {*:text plain}",
        on=Moved(what=None, from_="memory", to="banishment"),
        works_in=("memory", "banishment"),
    ),
    form(
        "{when:fronts} whenever {:me} is banished from your graveyard , {*:text plain}",
        on=Moved(what=None, from_="graveyard", to="banishment"),
        works_in=("graveyard", "banishment"),
    ),
    *(
        form(
            f"{{when:fronts}} whenever {{:me}} is banished from your graveyard to pay for a {kind} cost , {{*:text plain}}",
            on=Moved(what=None, from_="graveyard", to="banishment", paying=kind),
            works_in=("graveyard", "banishment"),
        )
        for kind in PAID
    ),
    form(
        _OPENING + " whenever you discard one or more {on.what:np many} , {*:text plain}",
        on=part(Discards),
        one_or_more=True,
    ),
    form(_OPENING + " whenever one or more {on.what:others} die , {*:text plain}", on=part(Die), one_or_more=True),
    form(
        "{when:fronts} whenever {on.by:a} deals damage , {*:text plain}",
        on=part(Damaged, what=Filter("object")),
        one_or_more=True,
    ),
    form(
        "{when:fronts} whenever you reveal {:me} from your memory , {*:text plain}",
        on=Revealed(from_="memory"),
        works_in=("memory",),
    ),
    form(
        "{when:fronts} whenever an opponent declares an attack with a unit for the third time each turn , {*:text plain}",
        on=Attack(by="opponent"),
        while_=Condition("third attack"),
    ),
)
"""The forms of a triggered ability, the usual ones first."""
