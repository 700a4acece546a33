"""Gestures at a real table: what they change, without pins, threads or time."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.errors import Rejected
from companion.games.clank.box import Colour, Cube, Cubes
from companion.games.clank.commands import (
    CorrectCubes,
    EndTurn,
    MakeClank,
    ReportDraw,
    StartGame,
    TellDepths,
)
from companion.games.clank.state import Clank
from companion.games.clank.values import Place, Seat, Status
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.table.line import Kind
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.panel.buttons import Gesture, Touch
from hardware.panel.gestures import (
    CODE_S,
    HOST_S,
    NETWORK_S,
    GestureInterpreter,
    HeldChords,
    NoMeaning,
)

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


class Player:
    """Somebody at the panel of a table of three; red is to move, areas are 3, 2 and 1."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.gestures = GestureInterpreter(table)

    def do(self, touch: Touch, button: str, shown: Snapshot | None = None) -> None:
        """Make a gesture on what the panel shows, or on what it showed when that was older."""
        self.gestures.submit(Gesture(touch, button), shown or self.table.snapshot)

    def press(self, button: str, shown: Snapshot | None = None) -> None:
        """Press and let go in time."""
        self.do(Touch.PRESS, button, shown)
        self.do(Touch.TAP, button, shown)

    def hold(self, button: str) -> None:
        self.do(Touch.PRESS, button)
        self.do(Touch.HOLD, button)

    def chord(self, button: str) -> None:
        """Press a colour under a held undo; letting go brings no gesture."""
        self.do(Touch.PRESS, "undo")
        self.under("undo", button)

    def under(self, holder: str, button: str) -> None:
        """Tap a colour while another button is held."""
        self.gestures.submit(Gesture(Touch.CHORD, button, holder), self.table.snapshot)

    @property
    def state(self) -> Clank:
        state: Clank = self.table.snapshot.state
        return state

    @property
    def areas(self) -> tuple[int, int, int]:
        return self.state.area.red, self.state.area.green, self.state.area.blue

    def empty_supply(self, colour: Colour) -> None:
        """Leave a player without a cube to place."""
        set_right = CorrectCubes(Cube(colour.value), Place.SUPPLY, 0, Place.BAG, "a test")
        self.table.submit(set_right, "cli")


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")
        yield Player(table)


def test_a_colour_is_one_clank_and_letting_go_is_no_second(player: Player) -> None:
    player.press("green")
    assert player.areas == (3, 3, 1)
    assert player.table.snapshot.source == "panel"


def test_a_hold_ends_one_below_where_it_began(player: Player) -> None:
    player.hold("green")
    assert player.areas == (3, 1, 1)


def test_a_hold_with_an_empty_supply_takes_back_one_not_two(player: Player) -> None:
    player.empty_supply(GREEN)
    player.hold("green")
    assert player.areas == (3, 1, 1)


def test_a_hold_on_the_own_turn_with_an_empty_area_leaves_one_credit(player: Player) -> None:
    for _ in range(3):
        player.hold("red")
    assert (player.areas[0], player.state.player(RED).credit) == (0, 0)
    player.hold("red")
    assert (player.areas[0], player.state.player(RED).credit) == (0, 1)
    player.hold("red")  # its press uses the credit up, its hold gives it back and one more
    assert (player.areas[0], player.state.player(RED).credit) == (0, 2)


def test_a_refused_press_has_no_hold_and_no_tap(player: Player) -> None:
    with pytest.raises(Rejected, match="colour_not_playing"):
        player.do(Touch.PRESS, "yellow")
    version = player.table.snapshot.version
    player.do(Touch.HOLD, "yellow")
    player.do(Touch.TAP, "yellow")
    assert player.table.snapshot.version == version


def test_a_chord_gives_the_last_press_to_its_player(player: Player) -> None:
    player.press("red")
    player.chord("green")
    assert player.areas == (3, 3, 1)


def test_a_second_chord_gives_it_on(player: Player) -> None:
    player.press("red")
    player.chord("green")
    player.chord("blue")
    assert player.areas == (3, 2, 2)


def test_a_chord_moves_nothing_when_nobody_has_pressed(player: Player) -> None:
    for colour in ("green", "blue"):
        with pytest.raises(NoMeaning):
            player.chord(colour)
    assert player.areas == (3, 2, 1)


def test_a_chord_moves_nothing_when_the_press_was_undone_by_anybody(player: Player) -> None:
    player.press("red")
    player.table.undo("phone:green")
    with pytest.raises(NoMeaning):
        player.chord("green")
    player.table.redo("phone:green")
    player.chord("green")
    assert player.areas == (3, 3, 1)


def test_a_chord_moves_nothing_after_a_hold(player: Player) -> None:
    player.hold("red")
    with pytest.raises(NoMeaning):
        player.chord("green")


def test_a_chord_moves_nothing_when_the_press_placed_nothing(player: Player) -> None:
    player.press("red")
    player.empty_supply(GREEN)
    player.press("green")
    with pytest.raises(NoMeaning):
        player.chord("blue")
    assert player.areas == (4, 2, 1)


def test_a_chord_moves_nothing_of_another_game(player: Player) -> None:
    player.press("red")
    player.table.open_game("cli", "clank")
    player.table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
    with pytest.raises(NoMeaning):
        player.chord("green")


def test_what_the_phones_do_in_between_leaves_the_last_press_where_it_was(player: Player) -> None:
    player.press("red")
    player.table.submit(MakeClank(BLUE), "phone:blue")
    player.chord("green")
    assert player.areas == (3, 3, 2)


def test_under_next_a_colour_takes_damage_and_under_attack_it_heals(player: Player) -> None:
    player.under("next", "green")
    assert player.state.player(GREEN).meter == 1
    player.under("attack", "green")
    assert player.state.player(GREEN).meter == 0
    assert player.areas == (3, 2, 1)


def test_a_chord_that_means_nothing_in_a_game_is_what_two_people_did(player: Player) -> None:
    player.table.open_game("cli", "the_game")
    player.table.submit(the_game.StartGame(("", ""), Who.FIRST), "cli")
    player.do(Touch.PRESS, "next")
    with pytest.raises(Rejected, match="too_few_cards"):
        player.under("next", "red")
    assert [flag.pile for flag in player.table.snapshot.state.flags] == [Pile.UP_1]


def test_undo_tapped_steps_back_and_held_goes_on_again(player: Player) -> None:
    player.press("red")
    player.press("undo")
    assert player.areas == (3, 2, 1)
    player.hold("undo")
    assert (player.areas, player.table.snapshot.kind) == ((4, 2, 1), Kind.REDO)


def test_attack_and_attack_again_is_a_drawn_attack(player: Player) -> None:
    player.press("attack")
    assert player.state.attack is not None
    player.press("attack")
    assert player.state.draws == 1
    with pytest.raises(Rejected, match="row_already_refilled"):
        player.press("attack")


def test_attack_held_then_next_held_is_an_artifact_and_out(player: Player) -> None:
    player.hold("attack")
    assert player.state.player(RED).artifacts == (0,)
    player.hold("next")
    assert player.state.player(RED).is_out


def knock_green_out(player: Player) -> None:
    """Let the dragon fell green, who has an Artifact: was the pawn in the Depths?"""
    player.press("next")
    player.hold("attack")
    set_right = CorrectCubes(Cube.GREEN, Place.METER, 9, Place.SUPPLY, "a test")
    player.table.submit(set_right, "cli")
    player.press("attack")
    assert player.state.attack is not None
    black = player.state.attack.cubes_to_draw - 1
    player.table.submit(ReportDraw(Cubes(green=1, black=black)), "cli")
    assert player.state.player(GREEN).status is Status.KNOCKED_OUT


def test_a_knocked_out_players_button_makes_no_noise_and_tapped_says_not_in_the_depths(
    player: Player,
) -> None:
    knock_green_out(player)
    player.do(Touch.PRESS, "green")
    assert player.state.player(GREEN).status is Status.KNOCKED_OUT
    player.do(Touch.TAP, "green")
    assert player.state.player(GREEN).status is Status.RESCUED


def test_a_knocked_out_players_button_held_says_in_the_depths(player: Player) -> None:
    knock_green_out(player)
    player.hold("green")
    assert player.state.player(GREEN).status is Status.LOST


def test_an_answer_that_a_phone_gave_first_leaves_nothing_for_the_finger(player: Player) -> None:
    knock_green_out(player)
    player.do(Touch.PRESS, "green")
    told = player.table.submit(TellDepths(GREEN, in_depths=False), "phone:green")
    with pytest.raises(NoMeaning):
        player.do(Touch.TAP, "green")
    assert player.table.snapshot.version == told.version


@pytest.mark.parametrize("button", ["attack", "next"])
def test_without_a_game_everything_is_refused(tmp_path: Path, button: str) -> None:
    with Table.open(tmp_path / "empty.sqlite") as table:
        player = Player(table)
        with pytest.raises(Rejected, match="no_game"):
            player.press("red")
        with pytest.raises(Rejected, match="no_game"):
            player.press(button)
        with pytest.raises(NoMeaning):
            player.hold(button)
        with pytest.raises(Rejected, match="nothing_to_undo"):
            player.press("undo")
        with pytest.raises(Rejected, match="nothing_to_redo"):
            player.hold("undo")


# Presses that had to wait, such as for a slow disk.


def test_a_press_that_waited_does_not_end_the_next_players_turn(player: Player) -> None:
    shown = player.table.snapshot
    ended = player.table.submit(EndTurn(), "phone:red")
    player.press("next", shown)
    assert player.table.snapshot is ended


def test_an_attack_that_waited_is_refused_in_the_next_turn(player: Player) -> None:
    shown = player.table.snapshot
    player.table.submit(EndTurn(), "phone:red")
    with pytest.raises(Rejected, match="turn_has_passed"):
        player.press("attack", shown)
    assert player.state.attack is None


def test_an_undo_that_waited_takes_back_what_was_shown_and_nothing_newer(player: Player) -> None:
    shown = player.table.submit(MakeClank(BLUE), "phone:blue")
    player.table.submit(MakeClank(BLUE), "phone:blue")
    with pytest.raises(Rejected, match="step_is_past"):
        player.press("undo", shown)
    assert player.areas == (3, 2, 3)


def test_who_presses_faster_than_the_panel_shows_means_their_own_presses(player: Player) -> None:
    """Clank!, its undo, attack and draw, all made before the first of them was shown."""
    shown = player.table.snapshot
    for button in ("green", "undo", "attack", "attack"):
        player.press(button, shown)
    assert player.state.set_aside.total + sum(each.meter for each in player.state.players) > 0
    assert player.state.attack is None
    assert player.state.draws == 1


# The chords that mean the same in every game.


def test_the_pair_calls_the_host_if_it_was_held_long_enough() -> None:
    held = HeldChords()
    held.begin_pair(10.0)
    assert not held.has_called_host(10.0 + HOST_S - 0.1)
    assert held.has_called_host(10.0 + HOST_S)


def test_the_hosts_code_is_over_after_its_time_or_when_it_was_used() -> None:
    held = HeldChords()
    held.begin_code(10.0)
    assert held.next_due_s() == 10.0 + CODE_S
    assert not held.is_code_over(10.0 + CODE_S - 0.1)
    assert held.is_code_over(10.0 + CODE_S)
    held.end_code()
    assert not held.is_code_over(10.0 + CODE_S)
    assert held.next_due_s() == math.inf


def test_a_wifi_is_due_once_for_each_chord() -> None:
    held = HeldChords()
    held.begin_network(10.0)
    assert held.next_due_s() == 10.0 + NETWORK_S
    assert not held.take_network(10.0 + NETWORK_S - 0.1)
    assert held.take_network(10.0 + NETWORK_S)
    assert not held.take_network(10.0 + NETWORK_S)
