"""Nim, by its usual rules (R): a heap of matches, and whoever takes the last one has lost."""

from typing import get_args

from companion.engine.game import Game
from companion.games.nim.commands import Command
from companion.games.nim.events import Event
from companion.games.nim.evolve import evolve
from companion.games.nim.rules import acts_for, decide, no_draws
from companion.games.nim.state import Nim, check, is_over, name_of, notation
from companion.games.nim.text import REFUSALS, tell
from companion.games.shared import COLOUR_WORDS

NIM: Game[Nim, Command, Event] = Game(
    name="nim",
    commands=get_args(Command),
    events=get_args(Event),
    empty=Nim(),
    decide=decide,
    evolve=evolve,
    check=check,
    notation=notation,
    tell=tell,
    refusals=REFUSALS,
    words=COLOUR_WORDS,
    name_of=name_of,
    is_over=is_over,
    acts_for=acts_for,
    hand=no_draws,
)
