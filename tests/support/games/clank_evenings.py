"""Evenings of Clank! in which anything may happen: bots, slips, corrections, undo at any point."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from companion.draws.fair_draw import draw
from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.bot import next_command
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    PIECES,
    TOKEN_COPIES,
    Cube,
)
from companion.games.clank.rules.scoring import result
from companion.games.clank.state import Clank
from companion.games.clank.values import Number, Place, Status
from tests.support.contract.values import message_of
from tests.support.games.clank_bots import first_command
from tests.support.games.clank_table import conserved

STEPS = 160  # of an evening before it is let run to its end
UNDO, SLIP = 0.08, 0.15  # how often somebody takes back, and how often anything at all is tried
ENDING, TRIES = 0.1, 6  # how often a slip may send a player out, and how often one is tried
LONGEST = 4000  # steps after which a bot that plays on is stuck
CORRECTIONS = tuple(
    kind
    for kind in CLANK.commands
    if kind.__name__.startswith(("Correct", "Count", "Withdraw", "Add", "Move"))
)
COPIES = {piece.value: copies for piece, copies in PIECES.items()}
WHY = "looked again"


@dataclass
class Evening:
    """What happened: every state, and how often each class of command counted."""

    states: list[Clank]
    counted: Counter[str] = field(default_factory=Counter)
    undone: int = 0

    @property
    def state(self) -> Clank:
        return self.states[-1]

    def tries(self, command: co.Command) -> bool:
        """Do a command unless the rules refuse it; whatever comes of it must be possible."""
        try:
            events = CLANK.decide(self.state, command)
        except Rejected:
            return False
        assert events, command
        after = fold(CLANK, events, self.state)
        possible(after)
        self.states.append(after)
        self.counted[type(command).__name__] += 1
        return True

    def undo(self, steps: int) -> None:
        """Take steps back, but never the set-up."""
        steps = min(steps, len(self.states) - 1)
        if steps:
            del self.states[-steps:]
            self.undone += steps


def possible(state: Clank) -> None:
    """Fail if a state cannot lie on a table."""
    assert CLANK.check(state) == (), (CLANK.check(state), CLANK.notation(state))
    conserved(state)
    if state.attack is not None:
        assert state.ending is None
        assert 0 < state.attack.cubes_to_draw <= state.bag.total
        assert not state.area.total, "all Clank! is in the bag of an attack that waits"
    tokens = Counter(token for player in state.players for token in player.tokens)
    assert all(count <= TOKEN_COPIES[token] for token, count in tokens.items()), tokens
    used = Counter(piece.value for piece in (*tokens.elements(), *state.gone))
    assert all(count <= COPIES.get(piece, count) for piece, count in used.items()), used
    assert state.clank_made >= 0


def evening(seed: int) -> Evening:
    """Play an evening with slips and undo to its end; fails where no lawful way leads there."""
    dice = random.Random(seed)
    played = Evening([CLANK.empty])
    assert played.tries(first_command(seed, dice))
    for _ in range(STEPS):
        chance = dice.random()
        if chance < UNDO:
            played.undo(dice.randint(1, 12))
        elif chance < UNDO + SLIP:
            _slip(played, dice)
        else:
            _bot(played, dice, seed)
    if played.state.players == ():
        assert played.tries(first_command(seed, dice))
    for _ in range(LONGEST):
        if result(played.state).is_final:
            return played
        _bot(played, dice, seed)
    raise AssertionError(f"no lawful way to the end: {CLANK.notation(played.state)}")


def _slip(played: Evening, dice: random.Random) -> None:
    """Try any commands until one counts, corrections most often."""
    ends = dice.random() < ENDING  # else the evening would be over after a few slips
    kinds = CORRECTIONS if dice.random() < 0.8 else CLANK.commands
    kinds = tuple(kind for kind in kinds if ends or kind not in (co.Withdraw, co.CorrectStatus))
    for _ in range(TRIES):
        if dice.random() < 0.5 and played.state.players:
            command = dice.choice(_plausible(played.state, dice))
        else:
            command = message_of(dice.choice(kinds), dice)
        if played.tries(command):
            return


def _plausible(state: Clank, dice: random.Random) -> list[co.Command]:
    """Return what people set right at a table, with numbers that may be true."""
    player = dice.choice(state.players)
    cube, place = Cube(player.colour.value), dice.choice(list(Place))
    removed = ARTIFACTS_REMOVED[len(state.players)]
    out = [each.colour for each in state.players if each.is_out]
    return [
        co.CorrectCubes(cube, place, dice.randint(0, 9), Place.SUPPLY, WHY),
        co.CorrectCubes(Cube.BLACK, Place.BAG, dice.randint(0, 24), Place.SET_ASIDE, WHY),
        co.CorrectNumber(Number.RAGE_SPACE, dice.randint(1, 7), WHY),
        co.CorrectNumber(Number.DANGER, dice.randint(0, 5), WHY),
        *(co.CorrectCountdown(WHY, pawn, dice.randint(1, 4)) for pawn in out),
        co.CorrectCountdown(WHY),
        co.CorrectStatus(player.colour, dice.choice(list(Status)), WHY),
        *([co.Withdraw(player.colour, WHY, dice.random() < 0.5)] * (dice.random() < 0.3)),
        co.CountHoldings(player.colour, dice.randint(0, 20), reason=WHY),
        co.CountHoldings(player.colour, artifacts=player.artifacts[:-1], reason=WHY),
        co.CorrectRemovedArtifacts(WHY, tuple(dice.sample(ARTIFACTS, removed))),
        co.CorrectTurn(player.colour, WHY),
    ]


def _bot(played: Evening, dice: random.Random, seed: int) -> None:
    """Let a bot do something lawful; where it is refused it ends the turn."""
    state = played.state
    if not state.players:
        return
    if state.attack is not None:
        played.tries(CLANK.hand(state, partial(draw, seed.to_bytes(4))))
        return
    command = next_command(state, dice)
    if command is not None and not played.tries(command):
        played.tries(co.EndTurn())


def corrected_to_the_end(state: Clank) -> Clank:
    """Return the counted end that corrections alone lead to; fails if there is none."""
    played = Evening([state])
    for command in _way_out(played):
        assert played.tries(command), (command, CLANK.notation(played.state))
    assert result(played.state).is_final, CLANK.notation(played.state)
    return played.state


def _way_out(played: Evening) -> Iterator[co.Command]:
    for player in played.state.inside:
        yield co.Withdraw(player.colour, WHY)
    for player in played.state.players:
        if player.status is Status.KNOCKED_OUT:
            yield co.TellDepths(player.colour, in_depths=False)
        while 0 in played.state.player(player.colour).artifacts:
            yield co.NameArtifact(player.colour, _free(played.state))
        if player.deck is None and player.deck_points is None:
            yield co.RecordDeckPoints(player.colour, 0)


def _free(state: Clank) -> int:
    taken = {value for player in state.players for value in player.artifacts}
    return next(value for value in ARTIFACTS if value not in taken | set(state.artifacts_out))
