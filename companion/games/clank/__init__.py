"""Clank! A Deck-Building Adventure, by the English rulebook (EN); JA and RU where they say more."""

from typing import get_args

from companion.engine.game import Game
from companion.engine.moments import Moment
from companion.games.clank.acts_for import acts_for
from companion.games.clank.box import Colour
from companion.games.clank.commands import Command
from companion.games.clank.events import Event
from companion.games.clank.evolve import evolve, recolours
from companion.games.clank.moments import MEANT_FOR, begins
from companion.games.clank.rules.decide import decide
from companion.games.clank.rules.dragon import hand
from companion.games.clank.state import Clank, check, is_over, notation
from companion.games.clank.text.house import HOUSE
from companion.games.clank.text.plays import PLAYS
from companion.games.clank.text.refusals import REFUSALS
from companion.games.clank.text.tell import tell
from companion.games.clank.text.terms import WORDS, name_of

CLANK: Game[Clank, Command, Event] = Game(
    name="clank",
    commands=get_args(Command),
    events=get_args(Event),
    empty=Clank(),
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
    hand_meant_for=Moment.ATTACK,
    hand=hand,
    seats=tuple(Colour),
    draws_cubes=True,
    draws=lambda state: state.draws,
    edition="English rulebook",
    awaits_hand=lambda state: state.attack is not None,
    house=HOUSE,
    plays=PLAYS,
)
