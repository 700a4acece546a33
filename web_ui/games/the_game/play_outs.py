"""The best turn and the chance from there, worked out at a desk; imports nothing of the pages."""

from random import SystemRandom

from companion.engine.value import Value
from companion.games.the_game.advice.advisor import View
from companion.games.the_game.advice.asking import best_plays
from companion.games.the_game.advice.chance import Progress, win_chance
from companion.games.the_game.advice.group import Group
from companion.games.the_game.advice.piles import Agreed
from companion.games.the_game.commands import PlayCard
from companion.worker.work import Job


class Advice(Value, frozen=True):
    """What a player is told: the rest of the turn, None if no order of the cards completes it."""

    plays: tuple[PlayCard, ...] | None
    progress: Progress


def advise(view: View, agreed: Agreed, group: Group, games: int) -> Job[Advice]:
    """Find the best turn, then play so many games out; yields the advice so far."""
    found = Advice(best_plays(view), Progress())
    yield found
    for progress in win_chance(view, agreed, group, SystemRandom(), games):
        found = Advice(found.plays, progress)
        yield found
    return found
