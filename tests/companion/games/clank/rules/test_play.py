"""Any play of any commands: cubes are conserved, states sound, refusals the only exception."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.engine.value import replace
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.box import Arrival, Colour, Cube, Cubes, Piece, Token
from companion.games.clank.events import Event
from companion.games.clank.rules.scoring import result
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Cause, Ending, Number, Place, Rulings, Seat, Status
from tests.support.games import clank_strategies as some
from tests.support.games.clank_bots import bot_game
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable


class AnyPlay(RuleBasedStateMachine):
    """Submits commands of every class in any order, with lawful draws among them."""

    def __init__(self) -> None:
        super().__init__()
        self.table = ClankTable()
        self.happened: list[Event] = []

    def submit(self, command: co.Command) -> None:
        """Do a command or have it refused with a sentence; the table checks every event."""
        try:
            events = self.table.do(command)
        except Rejected as refused:
            CLANK.refusals[refused.code].one.format(**refused.facts)  # or a KeyError
            return
        self.happened += events
        for event in events:
            sentence = CLANK.tell(event)
            sentence.one.format(**sentence.facts)

    @property
    def state(self) -> Clank:
        return self.table.state

    @initialize(set_up=some.set_ups())
    def begin(self, set_up: co.StartGame) -> None:
        self.submit(set_up)

    @rule(command=some.any_command)
    def play_any(self, command: co.Command) -> None:
        self.submit(command)

    @precondition(lambda self: not self.state.attack)
    @rule(command=some.clank)
    def make_clank(self, command: co.Command) -> None:
        self.submit(command)

    @precondition(lambda self: not self.state.attack)
    @rule(command=some.row)
    def change_the_row(self, command: co.Command) -> None:
        self.submit(command)

    @precondition(lambda self: not self.state.attack)
    @rule(command=some.health)
    def hurt_or_heal(self, command: co.Command) -> None:
        self.submit(command)

    @precondition(lambda self: not self.state.attack)
    @rule(command=some.loot)
    def take_or_spend(self, command: co.Command) -> None:
        self.submit(command)

    @precondition(lambda self: any(player.is_out for player in self.state.players))
    @rule(command=some.count)
    def count(self, command: co.Command) -> None:
        self.submit(command)

    @rule(command=some.correction)
    def correct(self, command: co.Command) -> None:
        self.submit(command)

    @precondition(lambda self: self.state.attack)
    @rule(more=st.data())
    def draw(self, more: st.DataObject) -> None:
        self.submit(more.draw(some.draws_of(self.state)))

    @precondition(lambda self: not self.state.attack)
    @rule(colours=st.sets(some.colours), damage=some.few)
    def attack_at_the_edge(self, colours: set[Colour], damage: int) -> None:
        for colour in sorted(colours):
            cube = Cube(colour.value)
            self.submit(co.CorrectCubes(cube, Place.METER, 10 - damage, Place.SUPPLY, "why"))
            self.submit(co.CorrectCubes(cube, Place.BAG, 9, Place.SUPPLY, "why"))
        self.submit(co.ProvokeDragon())

    @precondition(lambda self: not self.state.attack and self.state.turn)
    @rule()
    def leave(self) -> None:
        assert self.state.turn
        self.submit(co.TakeArtifact(self.state.turn))
        self.submit(co.LeaveDungeon(self.state.turn))

    @precondition(lambda self: not self.state.attack)
    @rule()
    def end_turn(self) -> None:
        self.submit(co.EndTurn())

    @invariant()
    def the_state_is_sound_and_has_a_line(self) -> None:
        assert CLANK.check(self.table.state) == ()
        assert "\n" not in CLANK.notation(self.table.state)

    @invariant()
    def the_score_is_never_in_doubt(self) -> None:
        found = result(self.table.state)
        assert {score.colour for score in found.scores} == {
            player.colour for player in self.table.state.players
        }
        if found.winner is not None:
            assert found.scores[0].may_score

    def teardown(self) -> None:
        assert fold(CLANK, self.happened) == self.table.state


TestAnyPlay = pytest.mark.slow(AnyPlay.TestCase)
TestAnyPlay.settings = settings(
    max_examples=300,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# What bots never say: slips of a finger, and what only the table's host needs.
NOT_BY_BOTS: tuple[co.Command, ...] = (
    co.TakeTunnelDamage(GREEN),
    co.SettleOffTurn(is_allowed=True),
    co.SetDanger(1),
    co.RemoveClank(RED, 5),
    co.MoveClank(GREEN, RED),
    co.TakeArtifact(GREEN),
    co.NameArtifact(GREEN, 5),
    co.GainGold(RED, 2),
    co.SpendGold(RED, 1),
    co.CountHoldings(RED, 3, reason="why"),
    co.CorrectCubes(Cube.RED, Place.METER, 9, Place.SUPPLY, "why"),
    co.CorrectCubes(Cube.BLUE, Place.METER, 9, Place.SUPPLY, "why"),
    co.CorrectCubes(Cube.RED, Place.BAG, 1, Place.SUPPLY, "why"),
    co.CorrectNumber(Number.RAGE_SPACE, 1, "why"),
    co.CorrectCredit(1, "why"),
    co.CorrectTurn(GREEN, "why"),
    co.CorrectSeats((Seat(RED, "Ann"), Seat(GREEN), Seat(BLUE))),
    co.ReplaceRowCard(danger=2),
    co.SetDanger(1),
    co.CorrectRemovedArtifacts("why", (30,)),
    co.CorrectRulings("why", Rulings(show_odds=False)),
    co.RefillRow(symbol_revealed=True),
    co.CorrectNumber(Number.DANGER, 2, "why"),
    co.CorrectNumber(Number.DANGER, 1, "why"),
    co.ReportDraw(Cubes(red=1, blue=1, black=1)),
    co.TellFirstOut(RED),
    co.CorrectCountdown("why", BLUE, 2),
    co.RecordDeck(RED),
    co.RecordDeckPoints(BLUE, 1),
    co.ReturnDragonCubes(),
    co.CorrectGone(Piece.TREASURE, 1, "why"),
    co.AddArrivals((Arrival.OVERLORD,)),
    co.AddPlayers((Seat(YELLOW, "Dee"),), RED, "why"),
    co.Withdraw(GREEN, "why"),
    co.CorrectStatus(GREEN, Status.RESCUED, "why"),
)


def test_every_command_and_every_event_occurs_in_some_game() -> None:
    games = [bot_game(seed) for seed in range(30)]
    asked = {kind for game in games for kind in game.asked} | {type(each) for each in NOT_BY_BOTS}
    happened: list[Event] = [event for game in games for event in game.events]
    table = ClankTable(RED, GREEN, BLUE)
    for command in NOT_BY_BOTS:
        happened += table.do(command)
    slip = ClankTable(RED, GREEN)
    for colour, status in ((RED, Status.LOST), (GREEN, Status.LOST), (GREEN, Status.INSIDE)):
        happened += slip.do(co.CorrectStatus(colour, status, "why"))
    assert asked == set(CLANK.commands)
    assert {type(event) for event in happened} == set(CLANK.events)


def wrong_states() -> list[tuple[Clank, str]]:
    """Return impossible states, each with a word of its fault."""
    table = ClankTable(RED, GREEN, BLUE)
    state, red = table.state, table.player(RED)

    def with_red(**changes: Any) -> Clank:
        return state.with_player(replace(red, **changes))

    def out(player: Player) -> Player:
        return replace(player, status=Status.LOST)

    everyone = replace(state, players=tuple(map(out, state.players)))
    return [
        (with_red(supply=28), "31 cubes"),
        (with_red(supply=26), "29 cubes"),
        (with_red(meter=11, supply=16), "meter 11"),
        (with_red(meter=10, supply=17), "meter is full"),
        (with_red(gold=-1), "negative"),
        (with_red(credit=-1), "negative"),
        (with_red(meter=-1, supply=28), "negative"),
        (with_red(supply=-1, meter=28), "negative"),
        (state.with_player(replace(state.player(GREEN), credit=1)), "outside the own turn"),
        (with_red(tokens=(Token.CHALICE,) * 4), "chalice"),
        (with_red(tokens=(Token.MASTERY,)), "Mastery"),
        (with_red(status=Status.ESCAPED, artifacts=(5,)), "Mastery"),
        (with_red(status=Status.ESCAPED, tokens=(Token.MASTERY,)), "without an Artifact"),
        (with_red(status=Status.RESCUED), "without an Artifact"),
        (with_red(artifacts=(5, 5)), "Artifacts"),
        (replace(with_red(artifacts=(5,)), artifacts_out=(5,)), "Artifacts"),
        (with_red(artifacts=(6,)), "not in the box"),
        (with_red(deck=(), deck_points=1), "counted twice"),
        (replace(state, bag=state.bag + Cubes(black=1)), "black: 25"),
        (replace(state, bag=Cubes(), area=state.area + Cubes(black=24)), "24 in the area"),
        (replace(state, area=state.area + Cubes(black=1)), "1 in the area"),
        (replace(state, bag=Cubes(black=24, yellow=1)), "nobody plays"),
        (replace(state, area=state.area + Cubes(yellow=1)), "nobody plays"),
        (replace(state, set_aside=Cubes(yellow=1)), "nobody plays"),
        (replace(with_red(supply=26), set_aside=Cubes(red=1)), "who is inside"),
        (replace(state, rage_space=8), "rage space 8"),
        (replace(state, rage_space=0), "rage space 0"),
        (replace(state, danger=7), "danger 7"),
        (replace(state, danger=-1), "danger -1"),
        (replace(state, countdown_space=6, countdown_colour=RED), "countdown space 6"),
        (replace(state, countdown_space=-1, countdown_colour=RED), "countdown space -1"),
        (replace(state, countdown_space=1), "disagree"),
        (replace(state, countdown_colour=RED), "disagree"),
        (replace(state, countdown_colour=RED, countdown_space=1), "first out"),
        (replace(state, first_out_asked=(RED, GREEN)), "first out"),
        (everyone, "goes on"),
    ]


@pytest.mark.parametrize(("state", "word"), wrong_states(), ids=lambda value: str(value)[:24])
def test_an_impossible_state_is_named(state: Clank, word: str) -> None:
    assert any(word in found for found in CLANK.check(state))


def test_the_tracks_ends_are_possible() -> None:
    state = ClankTable(RED, GREEN).state
    for possible in (
        state,
        CLANK.empty,
        replace(state, rage_space=1),
        replace(state, rage_space=7),
        replace(state, danger=6),
    ):
        assert CLANK.check(possible) == ()


def test_a_state_in_one_line() -> None:
    table = ClankTable(RED, GREEN)
    assert CLANK.notation(CLANK.empty) == "empty"
    assert CLANK.empty == Clank(turn_number=0, rage_space=1, danger=0, countdown_space=0, draws=0)
    red = replace(table.player(RED), credit=2, gold=3, artifacts=(5, 30), tokens=(Token.CHALICE,))
    state = replace(table.state.with_player(red), ending=Ending.ALL_OUT)
    assert CLANK.notation(state) == (
        "t1red red=27+3+0+0+0~2$3A5A30+1t green=28+2+0+0+0 "
        "black=24/0 rage=3 danger=0 out=0 end=all_out"
    )


@pytest.mark.parametrize(
    ("status", "mark"),
    [
        (Status.ESCAPED, "^"),
        (Status.KNOCKED_OUT, "?"),
        (Status.RESCUED, "r"),
        (Status.LOST, "x"),
    ],
)
def test_who_is_out_has_a_mark_in_the_line(status: Status, mark: str) -> None:
    table = ClankTable(YELLOW, RED)
    state = table.state.with_player(replace(table.player(RED), status=status))
    assert f" red{mark}=28" in CLANK.notation(state)


def test_what_is_no_message_of_this_game_is_our_fault() -> None:
    table = ClankTable(RED, GREEN)
    nothing: Any = Cause.ROW
    with pytest.raises(AssertionError, match="unreachable"):
        CLANK.decide(table.state, nothing)
    with pytest.raises(AssertionError, match="unreachable"):
        CLANK.evolve(table.state, nothing)
    with pytest.raises(AssertionError, match="unreachable"):
        CLANK.tell(nothing)
