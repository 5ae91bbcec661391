"""How conditions are printed on cards, behind *if*, *as long as* and *only if*."""

from __future__ import annotations

from typing import Final

from archivist.vocabulary.grammar import article
from archivist.vocabulary.printing import Spelled
from archivist.vocabulary.words import ELEMENTS

PRINTED: Final = (
    Spelled("you control {f:a}", "you control a {f}"),
    Spelled("you control one or more {f:np many}", "you control a {f}"),
    Spelled("you control {n:several} or more {f:others}", "count({f} you control) >= {n}"),
    Spelled("you control {n:n} or <fewer|less> {f:others}", "count({f} you control) <= {n}"),
    Spelled("you control exactly {n:n} {f:np many}", "count({f} you control) = {n}"),
    Spelled("you control exactly one {f:np one}", "count({f} you control) = 1"),
    Spelled("you control more {f:np many} than an opponent", "you control more {f} than an opponent"),
    Spelled("you control more {f:np many} than each opponent", "you control more {f} than each opponent"),
    Spelled("you control <fewer|less> {f:np many} than an opponent", "an opponent controls more {f} than you"),
    Spelled("you control no {f:others}", "not you control a {f}"),
    Spelled("you do not control {f:a}", "not you control a {f}"),
    Spelled("you do not control {n:several} or more {f:others}", "not count({f} you control) >= {n}"),
    Spelled("an opponent controls {f:a}", "there is a {f} an opponent controls"),
    Spelled("an opponent controls one or more {f:np many}", "there is a {f} an opponent controls"),
    Spelled("an opponent controls {n:several} or more {f:np many}", "an opponent controls {n} or more {f}"),
    Spelled("an opponent controls more {f:np many} than you <|do>", "an opponent controls more {f} than you"),
    Spelled(
        "an opponent has {n:n} or more cards in their {z:word hand memory graveyard banishment}",
        "an opponent has {n} or more cards in {z}",
    ),
    Spelled(
        "an opponent has {n:n} or <less|fewer> cards in their {z:word hand memory graveyard banishment}",
        "an opponent has {n} or fewer cards in {z}",
    ),
    Spelled(
        "an opponent has no cards in their {z:word hand memory graveyard banishment}",
        "an opponent has 0 or fewer cards in {z}",
    ),
    Spelled("an opponent controls no {f:np many}", "an opponent controls 0 or fewer {f}"),
    Spelled("an opponent controls {n:n} or <less|fewer> {f:np many}", "an opponent controls {n} or fewer {f}"),
    Spelled("each opponent controls no {f:np many}", "not there is a {f} an opponent controls"),
    Spelled("there are {n:n} or more {f:np many}", "count({f}) >= {n}"),
    Spelled("there are no {f:np many}", "not there is a {f}"),
    Spelled("there are {n:n} or <less|fewer> {f:np many}", "count({f}) <= {n}"),
    Spelled("there are <less|fewer> than {n:n} {f:np many}", "not count({f}) >= {n}"),
    Spelled("there is {f:a}", "there is a {f}"),
    Spelled(
        "there is another {e:element} element card in <~ 's|your champion 's> lineage",
        "another {e} card is in its lineage",
    ),
    Spelled("you have {n:n} or more {f:np many}", "count({f}) >= {n}"),
    Spelled("you have {n:n} or <less|fewer> {f:np many}", "count({f}) <= {n}"),
    Spelled("you have exactly {n:n} {f:np one}", "count({f}) = {n}"),
    Spelled("you have exactly {n:several} {f:np many}", "count({f}) = {n}"),
    Spelled("you have no {f:np many}", "not there is a {f}"),
    Spelled("you have {n:n} or more {f:omens}", "count({f} in your banishment) >= {n}"),
    Spelled("you have {n:n} or <less|fewer> {f:omens}", "count({f} in your banishment) <= {n}"),
    Spelled("you have exactly {n:several} {f:omens}", "count({f} in your banishment) = {n}"),
    Spelled("you have no {f:omens}", "not there is a {f} in your banishment"),
    Spelled(
        "you have {n:n} or more {f:omens} with different reserve costs",
        "different(reserve cost of {f} in your banishment) >= {n}",
    ),
    Spelled("there are {n:n} or more {k:counter} counters on {h:holder}", "counters({k}{h}) >= {n}"),
    Spelled("{h:holder} has {n:n} or more {k:counter} counters on <it|them>", "counters({k}{h}) >= {n}"),
    Spelled("{h:holder} has {n:n} or <less|fewer> {k:counter} counters on <it|them>", "counters({k}{h}) <= {n}"),
    Spelled("{h:holder} has <a|an> {k:counter} counter on <it|them>", "counters({k}{h}) >= 1"),
    Spelled("{h:holder} has <one or more|> {k:counter} counters on <it|them>", "counters({k}{h}) >= 1"),
    Spelled("{h:holder} has <no|zero> {k:counter} counters on <it|them>", "counters({k}{h}) = 0"),
    Spelled("{h:holder} has exactly {n:several} {k:counter} counters on <it|them>", "counters({k}{h}) = {n}"),
    Spelled("there are <|exactly> {n:several} {k:counter} counters on {h:holder}", "counters({k}{h}) = {n}"),
    Spelled("there is <a|an> {k:counter} counter on {h:holder}", "counters({k}{h}) >= 1"),
    Spelled("there are {n:n} or <less|fewer> {k:counter} counters on {h:holder}", "counters({k}{h}) <= {n}"),
    Spelled("your champion has {n:n} or more damage counters on them", "damage {n}+"),
    Spelled("there are {n:n} or more damage counters on your champion", "damage {n}+"),
    Spelled("there are {n:n} or more damage counters on {c:hit_one}", "damage on that >= {n}"),
    Spelled("there are no {k:counter} counters on {h:holder}", "counters({k}{h}) = 0"),
    Spelled("{p:entered} entered from a {z:word banishment graveyard hand memory}", "this entered from {z}"),
    Spelled(
        "{p:aimed_card} was activated from a {z:word material_deck graveyard banishment memory hand}",
        "target was activated from {z}",
    ),
    Spelled("your champion has <zero|no> damage counters on them", "damage on champion = 0"),
    Spelled("your champion has {n:n} or <less|fewer> damage counters on them", "damage on champion <= {n}"),
    Spelled("{p:own} <was|is> prepared", "prepared"),
    Spelled("{p:own} <is|was> imbued", "imbued"),
    Spelled("{p:own} <was|is> brewed", "brewed"),
    Spelled("{p:own} was starcalled", "starcalled"),
    Spelled("{p:own} <is|was> empowered", "empowered"),
    Spelled("you have activated {f:a} this turn", "you activated a {f} this turn"),
    Spelled("you have not activated {f:a} this turn", "not you activated a {f} this turn"),
    Spelled("you have activated {n:several} or more {f:np many} this turn", "this turn(you activate {f}) >= {n}"),
    Spelled("you have activated another {f:np one} this turn", "this turn(you activate another {f}) >= 1"),
    Spelled("you have materialized {f:a} this turn", "this turn(you materialize {f}) >= 1"),
    Spelled("you have materialized {n:several} or more {f:np many} this turn", "this turn(you materialize {f}) >= {n}"),
    Spelled("you have not materialized {f:a} this turn", "this turn(you materialize {f}) = 0"),
    Spelled("{w:they} did not materialize {f:a} this turn", "this turn(that player materialize {f}) = 0"),
    Spelled("you have brewed {f:brewed} this turn", "this turn(you brew {f}) >= 1"),
    Spelled("you <have not declared|did not declare> an attack this turn", "this turn(you attack unit) = 0"),
    Spelled("you have declared an attack this turn", "this turn(you attack unit) >= 1"),
    Spelled("you have declared an attack with {f:a} this turn", "this turn(you attack {f}) >= 1"),
    Spelled("no units have attacked this turn", "this turn(anyone attack unit) = 0"),
    Spelled("a card activation <has been|was> negated this turn", "this turn(anyone negate card activation) >= 1"),
    Spelled(
        "a card activation you controlled was negated this turn",
        "this turn(anyone negate card activation you control) >= 1",
    ),
    Spelled("{f:a} you controlled <has died|died> this turn", "this turn(anyone die {f} you control) >= 1"),
    Spelled(
        "{f:a} an opponent controlled <has died|died> this turn", "this turn(anyone die {f} an opponent controls) >= 1"
    ),
    Spelled("{f:a} <has died|died> this turn", "this turn(anyone die {f}) >= 1"),
    Spelled("{n:several} or more {f:np many} <have died|died> this turn", "this turn(anyone die {f}) >= {n}"),
    Spelled("your champion has been attacked this turn", "your champion was attacked this turn"),
    Spelled("your champion has not been attacked this turn", "not your champion was attacked this turn"),
    Spelled(
        "your champion has dealt {n:n digits} or more combat damage this turn",
        "combat damage of champion this turn >= {n}",
    ),
    Spelled("your champion 's level is equal to {a:amount}", "LV = {a}"),
    Spelled("{h:one_thing} is level {n:n digits} or <lower|less>", "level of {h} <= {n}"),
    Spelled("{h:one_thing} is level {n:n digits} or <higher|more>", "level of {h} >= {n}"),
    Spelled("your champion is level {n:n digits} or <higher|more>", "LV >= {n}"),
    Spelled("your champion is level {n:n digits} or <lower|less>", "LV <= {n}"),
    Spelled("{a:amount} is <exactly|> {n:n digits}", "{a} = {n}"),
    Spelled("{a:amount} is {n:n} or <more|greater|higher>", "{a} >= {n}"),
    Spelled("{a:amount} is {n:n} or <less|fewer|lower>", "{a} <= {n}"),
    Spelled("{a:amount} is {p:word odd even}", "{a} is {p}"),
    Spelled("there is an {p:word odd even} amount of {k:counter} counters on {h:holder}", "counters({k}{h}) is {p}"),
    Spelled("there is an {p:word odd even} amount of {f:np many}", "count({f}) is {p}"),
    Spelled("you have an {p:word odd even} amount of {f:np many}", "count({f}) is {p}"),
    Spelled("{w:they} <has|have> an {p:word odd even} amount of {f:np many}", "count({f}) is {p}"),
    Spelled("{a:amount} is less than {b:amount}", "not {a} >= {b}"),
    Spelled("{a:amount} is less than or equal to {b:amount}", "{a} <= {b}"),
    Spelled("{a:amount} is <greater|more|higher> than {b:amount}", "not {a} <= {b}"),
    Spelled("{a:amount} is <greater|more> than or equal to {b:amount}", "{a} >= {b}"),
    Spelled("{a:amount} is equal to {b:amount}", "{a} = {b}"),
    Spelled("it is your turn", "your turn"),
    Spelled("it is <not your turn|an opponent 's turn>", "an opponent's turn"),
    Spelled("it is your {p:phase} phase", "your {p} phase"),
    Spelled("it is not your {p:phase} phase", "not your {p} phase"),
    Spelled("your champion <has leveled|leveled> up this turn", "your champion leveled up this turn"),
    Spelled("your champion <has attacked|attacked> this turn", "your champion attacked this turn"),
    Spelled("your champion has not leveled up this turn", "not your champion leveled up this turn"),
    Spelled("your champion has not attacked this turn", "not your champion attacked this turn"),
    Spelled("your champion has not dealt combat damage this turn", "not your champion dealt combat damage this turn"),
    Spelled(
        "your champion has <been dealt|taken> damage this turn",
        "this turn(anyone take damage champion you control) >= 1",
    ),
    Spelled(
        "your champion has not <been dealt|taken> damage this turn",
        "this turn(anyone take damage champion you control) = 0",
    ),
    Spelled("your champion has dealt combat damage this turn", "your champion dealt combat damage this turn"),
    Spelled("a unit is attacking", "a unit is attacking"),
    Spelled("{p:own} is attacking {f:a}", "this is attacking a {f}"),
    Spelled("your champion is attacking {f:a}", "champion is attacking a {f}"),
    Spelled("the attacker is attacking {f:a}", "this is attacking a {f}"),
    Spelled("your {m:name} face(s) {d:direction}", "your {m} faces {d}"),
    Spelled("<its activation targets|it targets> {f:a}", "target is a {f}"),
    Spelled("a card was banished this way", "done", "banish"),
    Spelled("{f:a} was revealed <|this way>", "a {f} was revealed", "reveal"),
    Spelled("{f:a} was discarded <|this way>", "chosen is a {f}", "discard"),
    Spelled(
        "at least one {f:np one} and at least one {g:np one} were sacrificed this way",
        "sacrificed both {f} / {g}",
        "sacrifice",
    ),
    Spelled("at least one {f:np one} was sacrificed this way", "sacrificed {f}", "sacrifice"),
    Spelled(
        "you control exactly {n:n} {f:np many} that are all {w:word unique rested awake}",
        "all {n} {f} you control are {w}",
    ),
    Spelled("your champion has {k:bareword}", "you control a champion with {k}"),
    Spelled("the amount of cards in your hand and memory are equal", "balance"),
    Spelled("{n:n digits} or more damage was dealt", "that amount >= {n}"),
    Spelled("damage was prevented this way", "it(prevention) >= 1", "prevention"),
    Spelled("{n:n digits} or more damage was prevented this way", "it(prevention) >= {n}", "prevention"),
)
"""How conditions are printed behind *if* and *as long as*; what something is has a rule of its own."""

PRINTED_WHEN: Final = (
    Spelled("you reveal {f:a} this way", "a {f} was revealed", "reveal"),
    Spelled("{n:several} or more counters are moved this way", "it >= {n}", "move counters"),
    Spelled("you change it from facing {a:direction} to {b:direction} this way", "turned from {a} to {b}", "change"),
    Spelled("damage is prevented this way", "it(prevention) >= 1", "prevention once"),
    Spelled("{n:n digits} or more damage is prevented this way", "it(prevention) >= {n}", "prevention once"),
)
"""How a reflexive trigger says what it waits for, behind *when*."""

PRINTED_WHENEVER: Final = (
    Spelled("damage is prevented this way", "it(prevention) >= 1", "prevention"),
    Spelled("{n:n digits} or more damage is prevented this way", "it(prevention) >= {n}", "prevention"),
)
"""The same behind *whenever*, for what may happen several times."""

SAME: Final = {
    "you control a Horse ally": "equestrian",
    "you activated a Melody card this turn": "harmonize",
    **{
        f"there is {article(element)} champion an opponent controls": f"an opponent's champion is {element}"
        for element in sorted(ELEMENTS)
    },
}
"""Conditions that have a shorter name."""
