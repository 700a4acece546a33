"""Random evenings: lawful play, corrections and undo at any point, then on to the end."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.engine.errors import Rejected
from companion.engine.game import AnyGame, fold
from companion.games import GAMES
from companion.games.grave_robbers import bot as robbers_bot
from companion.games.grave_robbers import commands as gr
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.the_game import commands as tg
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.rules.turn import playable
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Level, Rulings
from tests.support.contract.values import message_of

TRIES = 30  # of lawful commands, before somebody has to correct
LONGEST = 4000  # commands until the end
FIX = "why"
CORRECTS = ("Correct", "AddPlayers", "Withdraw")  # how the names of corrections begin


@dataclass
class Evening:
    """One game with what undo and redo would lead back to."""

    game: AnyGame
    dice: random.Random
    kept: list[Any] = field(default_factory=list)
    undone: list[Any] = field(default_factory=list)
    corrected: int = 0
    taken_back: int = 0

    @property
    def state(self) -> Any:
        return self.kept[-1]

    def do(self, command: object) -> bool:
        """Do a command; False if it is refused. An impossible state fails here."""
        try:
            events = self.game.decide(self.state, command)
        except Rejected as refused:
            if refused.code not in self.game.refusals:
                raise AssertionError(f"{refused.code} has no sentence") from refused
            return False
        after = fold(self.game, events, self.state)
        assert self.game.check(after) == (), (self.game.check(after), command)
        self.kept.append(after)
        self.undone.clear()
        return True

    def step_back(self) -> None:
        if len(self.kept) > 2:
            self._move(self.kept, self.undone)

    def step_on(self) -> None:
        if self.undone:
            left = self.state
            self.kept.append(self.game.recall(left, self.undone.pop()))

    def _move(self, kept: list[Any], undone: list[Any]) -> None:
        left = kept.pop()
        undone.append(left)
        kept[-1] = self.game.recall(left, kept[-1])
        assert self.game.check(kept[-1]) == ()
        self.taken_back += 1


def robbers_set_up(dice: random.Random) -> object:
    return robbers_bot.set_up(dice.choice((3, 4)), dice)


def robbers_steps(state: GraveRobbers, dice: random.Random) -> Iterator[object]:
    """Yield lawful commands as a bot would, for ever; None never."""
    while True:
        command = robbers_bot.next_command(state, dice)
        assert command is not None
        yield command


def robbers_mend(state: GraveRobbers) -> Iterator[object]:
    """Yield what frees a table where no lawful command was found."""
    assert state.turn is not None
    yield gr.CallOffFight(FIX)
    yield gr.StopRockfall(FIX)
    yield gr.CorrectTurn(state.turn, FIX)


def game_set_up(dice: random.Random) -> object:
    names = ("",) * dice.randint(1, 5)
    rulings = Rulings(no_blue_on_top=dice.random() < 0.5)
    fire, level = dice.random() < 0.5, dice.choice(list(Level))
    return tg.StartGame(names, Who.FIRST, level, fire, rulings=rulings)


def game_steps(state: TheGame, dice: random.Random) -> Iterator[object]:
    """Yield the end of the turn, the nearest cards of each pile, and giving up."""
    if dice.random() < 0.7:
        yield tg.EndTurn()
    piles = dice.sample(list(Pile), len(Pile))
    for pile in piles:
        if found := playable(state, pile):
            yield tg.PlayCard(pile, found[0] if pile.is_up else found[-1])
    yield tg.EndTurn()
    yield tg.GiveUp()


def game_mend(state: TheGame) -> Iterator[object]:
    """Yield what frees a table where no lawful command was found."""
    assert state.turn is not None
    yield tg.CorrectTurn(state.turn, FIX, min(len(state.played), state.laid + 1))


@dataclass(frozen=True)
class Kind:
    """How a game is played at random."""

    set_up: Callable[[random.Random], object]
    steps: Callable[[Any, random.Random], Iterator[object]]
    mend: Callable[[Any], Iterator[object]]


KINDS = {
    "grave_robbers": Kind(robbers_set_up, robbers_steps, robbers_mend),
    "the_game": Kind(game_set_up, game_steps, game_mend),
}


def random_evening(name: str, seed: int, steps: int = 80) -> Evening:
    """Play an evening with mistakes, then to its end; AssertionError for a state without a way."""
    kind, dice = KINDS[name], random.Random(f"{name} {seed}")
    evening = Evening(GAMES[name], dice, [GAMES[name].empty])
    assert evening.do(kind.set_up(dice))
    corrections = [each for each in GAMES[name].commands if each.__name__.startswith(CORRECTS)]
    for _ in range(steps):
        chance = dice.random()
        if chance < 0.25:
            evening.corrected += evening.do(message_of(dice.choice(corrections), dice))
        elif chance < 0.4:
            evening.step_back()
        elif chance < 0.45:
            evening.step_on()
        else:
            go_on(evening, kind)
    for _ in range(LONGEST):
        if evening.game.is_over(evening.state):
            return evening
        go_on(evening, kind)
    raise AssertionError(f"{name} {seed} comes to no end: {evening.game.notation(evening.state)}")


def go_on(evening: Evening, kind: Kind) -> None:
    """Do a lawful command, or one that puts things right; AssertionError if there is neither."""
    state = evening.state
    if evening.game.is_over(state):
        return
    lawful = islice(kind.steps(state, evening.dice), TRIES)
    if any(map(evening.do, lawful)) or any(map(evening.do, kind.mend(state))):
        return
    raise AssertionError(f"a dead end: {evening.game.notation(state)}")
