"""Grave Robbers (クレイブローバーズ), by the text of its Japanese manual (GR)."""

from typing import get_args

from companion.engine.game import Game
from companion.games.grave_robbers.acts_for import acts_for
from companion.games.grave_robbers.commands import Command
from companion.games.grave_robbers.events import Event
from companion.games.grave_robbers.evolve import evolve, recolours
from companion.games.grave_robbers.moments import MEANT_FOR, begins
from companion.games.grave_robbers.rules.decide import decide
from companion.games.grave_robbers.rules.set_up import no_draws
from companion.games.grave_robbers.state import (
    GraveRobbers,
    check,
    has_secrets,
    is_over,
    notation,
    public,
    recall,
    veil,
)
from companion.games.grave_robbers.text.house import HOUSE
from companion.games.grave_robbers.text.plays import PLAYS
from companion.games.grave_robbers.text.refusals import REFUSALS
from companion.games.grave_robbers.text.tell import tell
from companion.games.grave_robbers.text.terms import WORDS, name_of

GRAVE_ROBBERS: Game[GraveRobbers, Command, Event] = Game(
    name="grave_robbers",
    edition="Japanese manual",
    commands=get_args(Command),
    events=get_args(Event),
    empty=GraveRobbers(),
    decide=decide,
    evolve=evolve,
    check=check,
    notation=notation,
    tell=tell,
    refusals=REFUSALS,
    words=WORDS,
    name_of=name_of,
    is_over=is_over,
    acts_for=acts_for,
    recolours=recolours,
    whose_turn=lambda state: state.turn,
    meant_for=MEANT_FOR,
    begins=begins,
    hand=no_draws,
    has_secrets=has_secrets,
    veil=veil,
    public=public,
    recall=recall,
    house=HOUSE,
    plays=PLAYS,
)
