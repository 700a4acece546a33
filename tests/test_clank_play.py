"""Any play of any commands: cubes are conserved, pictures sound, refusals the only exception."""

import random
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.fair_draw import draw
from companion.game import Rejected, Sentence, fold
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.bot import next_command
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.components import ARTIFACTS, Colour, Cube, Cubes, Token
from companion.games.clank.scoring import result
from companion.games.clank.words import CardCopies, Number, Place, Seat, Status
from tests.clank_table import ClankTable

colours = st.sampled_from(Colour)
few = st.integers(1, 4)
reasons = st.sampled_from(["why", "miscounted", ""])
counts = st.builds(Cubes, *[st.integers(0, 3)] * 5)
artifacts = st.sampled_from([0, *ARTIFACTS, 6])
cards = st.builds(CardCopies, st.sampled_from([*POINT_CARDS, "Burgle"]), few)
seats = st.lists(st.builds(Seat, colours), min_size=1, max_size=4, unique=True).map(tuple)

# One strategy for each command; what is not named takes any value of its type.
SPECIAL: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    co.StartGame: {"seats": seats, "danger": st.integers(0, 6), "artifacts_out": st.just(())},
    co.RefillRow: {"danger": st.none() | st.integers(-1, 6)},
    co.ReplaceRowCard: {"danger": st.none() | st.integers(-1, 6)},
    co.SetDanger: {"danger": st.integers(-1, 6)},
    co.ReportDraw: {"cubes": counts, "order": st.just(())},
    co.TakeArtifact: {"value": artifacts},
    co.NameArtifact: {"value": artifacts},
    co.RecordDeck: {"cards": st.lists(cards, max_size=3).map(tuple)},
    co.RecordDeckPoints: {"points": st.integers(-1, 50)},
    co.CountHoldings: {
        "gold": st.integers(-1, 20),
        "artifacts": st.lists(artifacts, max_size=3).map(tuple),
        "tokens": st.lists(st.sampled_from(Token), max_size=4).map(tuple),
        "reason": reasons,
    },
    co.CorrectCubes: {"cubes": st.integers(-1, 31), "reason": reasons},
    co.CorrectNumber: {"value": st.integers(-1, 8), "reason": reasons},
    co.CorrectCredit: {"credit": st.integers(-1, 4), "reason": reasons},
    co.CorrectTurn: {"reason": reasons},
    co.CorrectStatus: {"reason": reasons},
}
COUNTS = dict.fromkeys(("cubes", "gold", "damage"), few)


def command_of(kind: type) -> st.SearchStrategy[Any]:
    """Return commands of one class, sensible and nonsensical ones."""
    special = SPECIAL.get(kind, {})
    known = {field.name for field in fields(kind)}
    usual = {name: few for name in COUNTS if name in known and name not in special}
    return st.builds(kind, **{**usual, **special})


class AnyPlay(RuleBasedStateMachine):
    """Submits commands of every class in any order, with lawful draws among them."""

    def __init__(self) -> None:
        super().__init__()
        self.table = ClankTable()
        self.happened: list[Any] = []
        self.dice = random.Random(1)

    def submit(self, command: co.Command) -> None:
        try:
            events = self.table.do(command)
        except Rejected as refused:
            CLANK.refusals[refused.code]  # a refusal without a sentence is a KeyError
            return
        self.happened += events
        for event in events:
            assert isinstance(CLANK.tell(event), Sentence)

    @rule(command=st.one_of([command_of(kind) for kind in CLANK.commands]))
    def play_any(self, command: co.Command) -> None:
        self.submit(command)

    @rule(players=st.permutations(list(Colour)), count=st.integers(2, 4))
    def set_up(self, players: list[Colour], count: int) -> None:
        chosen = tuple(Seat(colour) for colour in players[:count])
        self.submit(co.StartGame(chosen, players[0]))

    @rule()
    def attack_and_draw(self) -> None:
        self.submit(co.RefillRow(symbol_revealed=True))
        if self.table.state.attack:
            self.submit(CLANK.hand(self.table.state, partial(draw, b"seed")))

    @rule(steps=st.integers(1, 30))
    def let_bots_play(self, steps: int) -> None:
        for _ in range(steps):
            state = self.table.state
            if state.attack:
                self.submit(CLANK.hand(state, partial(draw, b"seed")))
            elif state.players and (command := next_command(state, self.dice)) is not None:
                self.submit(command)

    @invariant()
    def the_events_alone_make_the_picture(self) -> None:
        assert fold(CLANK, self.happened) == self.table.state

    @invariant()
    def the_picture_is_sound_and_has_a_line(self) -> None:
        assert CLANK.check(self.table.state) == ()
        assert "\n" not in CLANK.notation(self.table.state)


TestAnyPlay = AnyPlay.TestCase
TestAnyPlay.settings = settings(
    max_examples=150,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def bot_game(seed: int) -> tuple[ClankTable, list[Any], set[type]]:
    """Play a whole game of bots; return the table, its events and the classes of commands."""
    dice = random.Random(seed)
    table = ClankTable()
    happened: list[Any] = []
    asked: set[type] = set()
    chosen = dice.sample(list(Colour), 2 + seed % 3)
    command: co.Command | None = co.StartGame(tuple(map(Seat, chosen)), dice.choice(chosen))
    while command is not None:
        asked.add(type(command))
        happened += table.do(command)
        if table.state.attack:
            command = CLANK.hand(table.state, partial(draw, seed.to_bytes(4)))
        else:
            command = next_command(table.state, dice)
    return table, happened, asked


@pytest.mark.parametrize("first_seed", range(0, 100, 20))
def test_bots_play_lawful_games_to_a_final_score(first_seed: int) -> None:
    for seed in range(first_seed, first_seed + 20):
        table, happened, _ = bot_game(seed)
        assert table.state.ending is not None
        assert result(table.state).is_final
        assert fold(CLANK, happened) == table.state


def test_the_same_dice_play_the_same_game() -> None:
    assert bot_game(7)[1] == bot_game(7)[1]


# What bots never need: corrections, and commands for slips of a finger.
NOT_BY_BOTS = {
    co.MoveClank,
    co.SetDanger,
    co.ReplaceRowCard,
    co.ProvokeDragon,
    co.TellFirstOut,
    co.ReturnDragonCubes,
    co.NameArtifact,
    co.SpendGold,
    co.RecordDeck,
    co.CountHoldings,
    co.CorrectCubes,
    co.CorrectNumber,
    co.CorrectCredit,
    co.CorrectTurn,
    co.CorrectStatus,
}


def test_bots_use_every_command_of_a_game_without_slips() -> None:
    asked = set[type]().union(*(bot_game(seed)[2] for seed in range(60)))
    assert asked == set(CLANK.commands) - NOT_BY_BOTS


def test_every_event_happens_in_some_game() -> None:
    seen = {type(event) for seed in range(60) for event in bot_game(seed)[1]}
    table = ClankTable(Colour.RED, Colour.GREEN, Colour.BLUE)
    for command in (
        co.SetDanger(1),
        co.RemoveClank(Colour.RED, 5),
        co.TakeArtifact(Colour.GREEN),
        co.NameArtifact(Colour.GREEN, 5),
        co.GainGold(Colour.RED, 2),
        co.SpendGold(Colour.RED, 1),
        co.CountHoldings(Colour.RED, 3, reason="why"),
        co.CorrectCubes(Cube.RED, Place.METER, 9, Place.SUPPLY, "why"),
        co.CorrectCubes(Cube.BLUE, Place.METER, 9, Place.SUPPLY, "why"),
        co.CorrectCubes(Cube.RED, Place.BAG, 1, Place.SUPPLY, "why"),
        co.CorrectNumber(Number.RAGE_SPACE, 1, "why"),
        co.CorrectCredit(1, "why"),
        co.CorrectTurn(Colour.GREEN, "why"),
        co.RefillRow(symbol_revealed=True),
        co.ReportDraw(Cubes(red=1, blue=1, black=1)),
        co.TellFirstOut(Colour.RED),
        co.RecordDeck(Colour.RED),
        co.ReturnDragonCubes(),
        co.CorrectStatus(Colour.GREEN, Status.RESCUED, "why"),
    ):
        seen |= {type(event) for event in table.do(command)}
    assert seen == set(CLANK.events)


def test_an_impossible_picture_is_named() -> None:
    table, *_ = bot_game(3)
    state = table.state
    player = state.players[0]
    for wrong, word in (
        (state.with_player(replace(player, supply=player.supply + 1)), "31 cubes"),
        (state.with_player(replace(player, meter=11, supply=player.supply - 1)), "meter"),
        (state.with_player(replace(player, gold=-1)), "negative"),
        (replace(state, bag=state.bag + Cubes(black=1)), "black"),
        (replace(state, rage_space=8), "rage space"),
        (replace(state, danger=7), "danger"),
        (replace(state, countdown_space=6), "countdown space"),
        (replace(state, countdown_colour=None, countdown_space=1), "disagree"),
        (replace(state, ending=None), "goes on"),
        (state.with_player(replace(player, tokens=(Token.CHALICE,) * 4)), "chalice"),
        (state.with_player(replace(player, artifacts=(5, 5))), "Artifacts"),
        (state.with_player(replace(player, artifacts=(6,))), "not in the box"),
        (state.with_player(replace(player, deck=(), deck_points=1)), "counted twice"),
    ):
        assert any(word in found for found in CLANK.check(wrong)), word
