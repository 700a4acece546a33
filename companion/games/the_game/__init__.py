"""The Game, 2nd edition, with On Fire, by the Japanese rulebook (JA)."""

from typing import get_args

from companion.engine.game import Game
from companion.engine.moments import Moment
from companion.games.the_game.acts_for import acts_for
from companion.games.the_game.commands import Command
from companion.games.the_game.events import Event
from companion.games.the_game.evolve import evolve
from companion.games.the_game.moments import MEANT_FOR, begins
from companion.games.the_game.rules.decide import decide
from companion.games.the_game.rules.set_up import awaits_shuffle, shuffled
from companion.games.the_game.seating import recolours
from companion.games.the_game.state import (
    TheGame,
    check,
    is_over,
    notation,
    public,
    recall,
    veil,
)
from companion.games.the_game.text.house import HOUSE
from companion.games.the_game.text.plays import PLAYS
from companion.games.the_game.text.refusals import REFUSALS
from companion.games.the_game.text.tell import tell
from companion.games.the_game.text.terms import WORDS, name_of

THE_GAME: Game[TheGame, Command, Event] = Game(
    name="the_game",
    edition="second edition, Japanese rulebook",
    commands=get_args(Command),
    events=get_args(Event),
    empty=TheGame(),
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
    hand_meant_for=Moment.TURN,
    hand=shuffled,
    awaits_hand=awaits_shuffle,
    has_secrets=lambda state: state.practice,
    veil=veil,
    public=public,
    recall=recall,
    house=HOUSE,
    plays=PLAYS,
)
