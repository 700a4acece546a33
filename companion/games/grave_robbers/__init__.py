"""Grave Robbers (クレイブローバーズ), by the text of its Japanese manual (GR)."""

from typing import get_args

from companion.game import Game
from companion.games.grave_robbers.commands import Command
from companion.games.grave_robbers.events import Event
from companion.games.grave_robbers.evolution import evolve
from companion.games.grave_robbers.refusals import REFUSALS
from companion.games.grave_robbers.rules import decide, no_draws
from companion.games.grave_robbers.sentences import tell
from companion.games.grave_robbers.state import (
    GraveRobbers,
    check,
    has_secrets,
    is_over,
    notation,
    public,
    veil,
)
from companion.games.grave_robbers.terms import WORDS, name_of

GRAVE_ROBBERS: Game[GraveRobbers, Command, Event] = Game(
    name="grave_robbers",
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
    hand=no_draws,
    has_secrets=has_secrets,
    veil=veil,
    public=public,
)
