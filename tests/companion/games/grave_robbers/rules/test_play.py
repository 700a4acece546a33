"""Any play of any commands: nothing is lost, states are sound, a refusal is the only "no"."""

import random
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine.codec import Codec
from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.engine.value import replace
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.advice import what_next
from companion.games.grave_robbers.bot import next_command
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.odds import DICE, Sums, odds, pool
from companion.games.grave_robbers.rules.dungeon import next_card_chance, steps_from
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import (
    ENTRANCE,
    Cell,
    Condition,
    ItemCard,
    Place,
    Rulings,
    Seat,
    Source,
)
from tests.companion.games.grave_robbers.test_bot import bot_game
from tests.support.games import grave_robbers_strategies as some
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    GREEN,
    HOME,
    NORTH,
    RED,
    YELLOW,
    GraveRobbersTable,
    three,
)

COMMANDS, EVENTS = Codec(GRAVE_ROBBERS.commands), Codec(GRAVE_ROBBERS.events)


class AnyPlay(RuleBasedStateMachine):
    """Submits commands of every class in any order, with lawful play by a bot among them."""

    def __init__(self) -> None:
        super().__init__()
        self.table = GraveRobbersTable()
        self.found = 0

    @property
    def state(self) -> GraveRobbers:
        return self.table.state

    def submit(self, command: object) -> None:
        """Do a command or have it refused with a sentence; the table checks every event."""
        assert COMMANDS.read(COMMANDS.plain(command)) == command
        try:
            events = self.table.do(command)
        except Rejected as refused:
            sentence = GRAVE_ROBBERS.refusals[refused.code]
            for text in filter(None, (sentence.one, sentence.many)):
                text.format(**refused.facts)  # or a KeyError
            return
        assert EVENTS.loads(EVENTS.dumps(events)) == events
        for event in events:
            sentence = GRAVE_ROBBERS.tell(event)
            assert "{" not in (sentence.many or sentence.one).format(**sentence.facts)
            self.found += isinstance(event, ev.TreasureTaken) and not (event.loser or event.reason)
            self.found -= isinstance(event, ev.TreasurePutBack)

    @initialize(set_up=some.set_ups())
    def begin(self, set_up: co.StartGame) -> None:
        self.submit(set_up)

    @rule(command=some.any_command)
    def any_command(self, command: object) -> None:
        self.submit(command)

    @rule(command=some.play)
    def play(self, command: object) -> None:
        self.submit(command)

    @precondition(lambda self: self.state.contest)
    @rule(command=some.fight)
    def roll(self, command: object) -> None:
        self.submit(command)

    @rule(command=some.items)
    def use_items(self, command: object) -> None:
        self.submit(command)

    @rule(command=some.correction)
    def correct(self, command: object) -> None:
        self.submit(command)

    @rule(seed=st.integers(0, 999), steps=st.integers(1, 40))
    def go_on_lawfully(self, seed: int, steps: int) -> None:
        dice = random.Random(seed)
        for _ in range(steps):
            if (command := next_command(self.state, dice)) is not None:
                self.submit(command)

    @invariant()
    def the_state_is_sound_and_has_a_line(self) -> None:
        assert GRAVE_ROBBERS.check(self.state) == ()
        assert "\n" not in GRAVE_ROBBERS.notation(self.state)

    @invariant()
    def the_treasure_is_found_at_most_once(self) -> None:
        assert self.found == self.state.is_falling

    @invariant()
    def the_dungeon_hangs_together(self) -> None:
        assert len(steps_from(self.state, ENTRANCE)) == max(len(self.state.dungeon), 1)

    @invariant()
    def chances_are_chances(self) -> None:
        assert 0 <= next_card_chance(self.state) <= 1
        assert sum(pool(self.state).chance(die) for die in DICE) == 1
        assert 0 <= odds(self.state, Sums(1, 2)).from_pile <= Fraction(1)

    @invariant()
    def the_journal_replays_to_the_table(self) -> None:
        assert fold(GRAVE_ROBBERS, self.table.story) == self.state

    @invariant()
    def there_is_always_something_to_say(self) -> None:
        advice = what_next(self.state)
        assert "{" not in (advice.many or advice.one).format(**advice.facts)

    @invariant()
    def veils_hide_dice_only(self) -> None:
        for seat in ("red", "watch"):
            veiled = GRAVE_ROBBERS.veil(self.state, seat)
            assert GRAVE_ROBBERS.notation(veiled) == GRAVE_ROBBERS.notation(self.state)


TestAnyPlay = pytest.mark.slow(AnyPlay.TestCase)
TestAnyPlay.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def wrong_states() -> list[tuple[GraveRobbers, str]]:
    """Return impossible states, each with a word of its fault."""
    table = three()
    table.explore()
    state, red = table.state, table.player(RED)
    north = state.card(NORTH)
    assert north is not None
    deep = replace(state, dungeon_pile=state.dungeon_pile - 1)
    room = DungeonCard(EAST, 12, Kind.TREASURE_ROOM)
    other_room = replace(north, kind=Kind.TREASURE_ROOM)
    return [
        (replace(state, item_pile=34), "49 items"),
        (replace(state, dungeon_pile=14), "16 dungeon cards"),
        (replace(state, fallen=-1, dungeon_pile=16), "negative"),
        (replace(state, discarded=(1, 0, 0, 0, 0, 0)), "more values told"),
        (replace(state, action_points=-1), "action points"),
        (replace(state, action_points=10), "action points"),
        (replace(state, treasure=RED), "treasure and the rockfall"),
        (replace(state, must_fall=True), "rockfall before"),
        (replace(deep, dungeon=(*state.dungeon, north)), "two dungeon cards"),
        (state.with_card(replace(north, kind=Kind.ENTRANCE)), "entrances"),
        (
            replace(deep, dungeon=(*deep.with_card(other_room).dungeon, room)),
            "two treasure rooms",
        ),
        (replace(state.with_card(replace(north, rewards=-1)), item_pile=34), "rewards are"),
        (
            replace(state.with_card(replace(north, kind=None, rewards=1)), item_pile=32),
            "face down",
        ),
        (state.with_player(replace(red, cell=EAST)), "no face-up card"),
        (replace(state.with_player(replace(red, hand=-1)), item_pile=39), "hand -1"),
        (state.with_player(replace(red, hand=1, open_cards=("",) * 4)), "4 open cards"),
        (replace(state, treasure=RED, is_falling=True), "the winner is None"),
        (replace(state, winner=RED), "the winner is red"),
    ]


@pytest.mark.parametrize(("state", "fault"), wrong_states())
def test_an_impossible_state_is_found(state: GraveRobbers, fault: str) -> None:
    found = "; ".join(GRAVE_ROBBERS.check(state))
    assert fault in found


# What bots never do: slips of a finger and the card list.
NOT_BY_BOTS: tuple[co.Command, ...] = (
    co.WriteCard(ItemCard("Rope")),
    co.EraseCard("Rope"),
    co.ReplaceCards((ItemCard("Lamp"),)),
    co.CorrectCondition(RED, Condition.INJURED, "why"),
    co.CorrectActionPoints(1, "why"),
    co.CorrectTurn(GREEN, "why"),
    co.CorrectItems(Place.HAND, 1, Place.PILE, "why", RED),
    co.CorrectSeats((Seat(GREEN, "Bo"), Seat(RED), Seat(BLUE))),
    co.CorrectCard(NORTH, Kind.CHEST, "why", 1),
    co.LayDungeonCard(EAST),
    co.CorrectOrder(NORTH, EAST, "why"),
    co.CorrectCard(EAST, Kind.CHEST, "why", 1),
    co.CorrectFace(EAST, "why"),
    co.CorrectPlace(EAST, Cell(-1, 0), "why"),
    co.CorrectDungeon(EAST, True, "why"),
    co.CorrectRulings("why", Rulings(show_odds=False)),
    co.CorrectPawn(GREEN, NORTH, "why"),
    co.CorrectPawn(RED, NORTH, "why"),
    co.AddPlayers((Seat(YELLOW),), BLUE, "why"),
    co.Withdraw(GREEN, "why"),
    co.CorrectTreasure(BLUE, "why"),
    co.CorrectTreasure(None, "why"),
)
EFFECTS: tuple[co.Command, ...] = (
    co.FightPlayer(GREEN),
    co.LayItem(RED, Source.HAND, 5),
    co.LayItem(GREEN, Source.PILE, 4),
    co.ReplaceDie(6, "why", GREEN, Source.PILE),
    co.CallOffFight("why"),
)


@pytest.mark.slow
def test_every_command_and_every_event_occurs_in_some_game() -> None:
    games = [bot_game(seed) for seed in range(40)]
    asked = {kind for game in games for kind in game.asked} | {type(each) for each in NOT_BY_BOTS}
    table = three()
    table.explore()
    for command in NOT_BY_BOTS[:-2]:
        table.do(command)
    table.find_treasure(RED)
    for command in NOT_BY_BOTS[-2:]:
        table.do(command)
    ring = three()
    ring.build(
        DungeonCard(NORTH, 1, Kind.PASSAGE),
        DungeonCard(EAST, 2, Kind.PASSAGE),
        DungeonCard(Cell(1, -1), 11, Kind.TREASURE_ROOM),
    )
    ring.do(co.CorrectPawn(RED, Cell(1, -1), "why"))
    ring.end()
    effects = three()
    for command in EFFECTS:
        effects.do(command)
    effects.find_treasure(BLUE)
    effects.end()
    effects.do(co.StopRockfall("why"))
    asked |= {*map(type, EFFECTS), co.StopRockfall}
    slip = three()
    slip.find_treasure(RED)
    for command in (co.Move(NORTH), co.Move(HOME), co.CorrectPawn(RED, NORTH, "why")):
        slip.do(command)
    tables = (*(game.table for game in games), table, ring, effects, slip)
    stories = [each.story for each in tables]
    assert asked == set(GRAVE_ROBBERS.commands)
    assert {type(event) for story in stories for event in story} == set(GRAVE_ROBBERS.events)
