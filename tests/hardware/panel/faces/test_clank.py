"""What the panel means and shows for a picture of Clank!: no pins, no time."""

from companion.engine.value import replace
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.state import Attack, Clank
from companion.games.clank.values import Because, Cause, Ending, Seat, Status
from hardware.panel import patterns
from hardware.panel.faces import clank as faces
from hardware.panel.faces import face_of
from hardware.panel.faces.base import TableAction
from hardware.panel.patterns import Pattern
from hardware.panel.pins import Button

RED, GREEN = Colour.RED, Colour.GREEN


def table() -> Clank:
    """Return a game of three in red's first turn."""
    seats = (Seat(RED), Seat(GREEN), Seat(Colour.BLUE))
    state = CLANK.empty
    for event in CLANK.decide(state, co.StartGame(seats, RED)):
        state = CLANK.evolve(state, event)
    return state


def knocked_out(colour: Colour) -> Clank:
    state = table()
    return state.with_player(replace(state.player(colour), status=Status.KNOCKED_OUT, meter=10))


ATTACK = Attack(3, Because(3, 0), Cause.ROW)


def test_a_game_without_a_face_keeps_undo_and_a_steady_light() -> None:
    face = face_of("a game of the future")
    assert (
        face.press(None, Button.RED)
        is face.tap(None, Button.ATTACK)
        is face.hold(None, Button.NEXT, 0)
        is None
    )
    assert face.chord(Button.RED, Button.GREEN, Button.UNDO) is None
    assert (face.tap(None, Button.UNDO), face.hold(None, Button.UNDO, 0)) == (
        TableAction.UNDO,
        TableAction.REDO,
    )
    assert face.lamps(None) == {"rage_1": patterns.ON}
    assert (face.flashes([]), face.counted([])) == ({}, 0)


def test_a_colour_button_makes_clank_at_once() -> None:
    assert faces.press(table(), Button.GREEN) == co.MakeClank(GREEN)
    assert faces.tap(table(), Button.GREEN) is None


def test_a_held_colour_takes_its_own_press_back_and_one_more() -> None:
    assert faces.hold(table(), Button.RED, 1) == co.RemoveClank(RED, 2)
    assert faces.hold(table(), Button.RED, 0) == co.RemoveClank(RED, 1)


def test_a_press_counts_what_it_moved_or_what_credit_spared() -> None:
    assert faces.counted([ev.ClankMade(RED, 1)]) == 1
    assert faces.counted([ev.ClankMade(RED, 0, credit_used=1)]) == 1
    assert faces.counted([ev.ClankMade(RED, 0, unplaced=1)]) == 0


def test_attack_asks_nothing_and_draws_when_the_dragon_waits() -> None:
    assert faces.tap(replace(table(), danger=2), Button.ATTACK) == co.RefillRow(
        symbol_revealed=True
    )
    assert faces.tap(replace(table(), attack=ATTACK), Button.ATTACK) is TableAction.DRAW


def test_attack_held_is_an_artifact_for_whose_turn_it_is() -> None:
    assert faces.hold(replace(table(), turn=GREEN), Button.ATTACK, 0) == co.TakeArtifact(GREEN)


def test_next_ends_the_turn_and_held_leaves_the_dungeon() -> None:
    assert faces.tap(table(), Button.NEXT) == co.EndTurn()
    assert faces.hold(table(), Button.NEXT, 0) == co.LeaveDungeon(RED)


def test_undo_steps_back_and_held_does_again() -> None:
    assert faces.tap(table(), Button.UNDO) is TableAction.UNDO
    assert faces.hold(table(), Button.UNDO, 0) is TableAction.REDO


def test_without_a_game_held_buttons_mean_nothing() -> None:
    assert faces.hold(CLANK.empty, Button.NEXT, 0) is None
    assert faces.hold(CLANK.empty, Button.ATTACK, 0) is None


def test_a_knocked_out_player_answers_with_their_own_button() -> None:
    state = knocked_out(GREEN)
    assert faces.press(state, Button.GREEN) is None
    assert faces.tap(state, Button.GREEN) == co.TellDepths(GREEN, in_depths=False)
    assert faces.hold(state, Button.GREEN, 0) == co.TellDepths(GREEN, in_depths=True)
    assert faces.press(state, Button.RED) == co.MakeClank(RED)


def test_who_was_first_is_answered_with_a_colour() -> None:
    state = replace(table(), first_out_asked=(RED, GREEN))
    assert faces.tap(state, Button.GREEN) == co.TellFirstOut(GREEN)
    assert faces.tap(state, Button.BLUE) is None


def test_a_colour_under_undo_moves_the_last_press() -> None:
    under = Button.UNDO
    assert faces.chord(Button.RED, Button.GREEN, under) == co.MoveClank(RED, GREEN)
    assert faces.chord(Button.RED, Button.RED, under) is None
    assert faces.chord(None, Button.RED, under) is None
    assert faces.chord(Button.RED, Button.ATTACK, under) is None


def test_a_colour_under_next_is_a_tunnel_and_under_attack_it_heals() -> None:
    assert faces.chord(Button.RED, Button.GREEN, Button.NEXT) == co.TakeTunnelDamage(GREEN)
    assert faces.chord(None, Button.GREEN, Button.ATTACK) == co.Heal(GREEN)


def test_the_lamps_show_whose_turn_it_is_and_rage_as_a_bar() -> None:
    shown = faces.lamps(replace(table(), rage_space=3))
    assert shown == {
        "red": patterns.ON,
        "rage_1": patterns.ON,
        "rage_2": patterns.ON,
        "rage_3": patterns.ON,
    }


def test_the_rage_bar_breathes_while_an_attack_waits() -> None:
    shown = faces.lamps(replace(table(), rage_space=2, attack=ATTACK))
    assert shown["rage_1"] == shown["rage_2"] == patterns.BREATHE


def test_the_countdown_is_a_winking_lamp_inside_or_above_the_bar() -> None:
    lit = faces.lamps(replace(table(), rage_space=3, countdown_space=2, countdown_colour=RED))
    assert lit["rage_2"] == patterns.WINK_LIT
    dark = faces.lamps(replace(table(), rage_space=3, countdown_space=4, countdown_colour=RED))
    assert dark["rage_4"] == patterns.WINK_DARK


def test_a_lamp_asks_until_its_player_has_answered() -> None:
    assert faces.lamps(knocked_out(GREEN))["green"] == patterns.ASK


def test_after_the_game_those_who_came_out_are_lit_and_questions_blink() -> None:
    over = replace(knocked_out(GREEN), ending=Ending.ALL_OUT)
    assert faces.lamps(over) == {"green": patterns.ASK}
    statuses = (Status.ESCAPED, Status.LOST)
    players = tuple(
        replace(player, status=status)
        for player, status in zip(over.players, statuses, strict=False)
    )
    assert faces.lamps(replace(over, players=players)) == {"red": patterns.ON}


def test_before_a_game_a_light_goes_round_the_players_lamps() -> None:
    shown = faces.lamps(CLANK.empty)
    rounds = [[lamp for lamp in shown if shown[lamp].level(at_s)] for at_s in (0.1, 0.6, 1.1, 1.6)]
    assert rounds == [["red"], ["green"], ["blue"], ["yellow"]]


def times_lit(pattern: Pattern) -> list[tuple[float, float]]:
    """Return when a pattern goes on and off again, in seconds to the hundredth."""
    found, now = [], 0.0
    for seconds, level in pattern.steps:
        found += [(round(now, 2), round(now + seconds, 2))] if level else []
        now += seconds
    return found


def test_noise_in_the_journal_winks_and_taken_back_it_winks_twice() -> None:
    assert faces.flashes([ev.ClankMade(RED, 1)]) == {"red": patterns.NOTED}
    assert faces.flashes([ev.ClankRemoved(RED, 1)]) == {"red": patterns.TAKEN_BACK}
    assert faces.flashes([ev.CreditLeft(RED, 1)]) == {"red": patterns.TAKEN_BACK}


def test_damage_flashes_once_a_cube_and_player_after_player_in_draw_order() -> None:
    shown = faces.flashes([ev.DamageTaken(GREEN, 1), ev.DamageTaken(RED, 2)])
    assert times_lit(shown["green"]) == [(0.0, 0.15)]
    assert times_lit(shown["red"]) == [(0.7, 0.85), (1.0, 1.15)]


def test_the_buzzer_beeps_along_with_all_damage() -> None:
    shown = faces.flashes([ev.DamageTaken(GREEN, 1), ev.DamageTaken(RED, 2)])
    assert times_lit(shown["buzzer"]) == times_lit(shown["green"]) + times_lit(shown["red"])


def test_a_knock_out_is_heard_after_the_damage_and_the_countdown_after_that() -> None:
    shown = faces.flashes(
        [
            ev.DamageTaken(GREEN, 1),
            ev.KnockedOut(GREEN, Status.LOST),
            ev.CountdownAdvanced(GREEN, 1),
        ]
    )
    assert times_lit(shown["buzzer"]) == [(0.0, 0.15), (0.7, 1.7), (2.25, 2.35)]


def test_tunnel_damage_flashes_like_the_dragons() -> None:
    assert times_lit(faces.flashes([ev.TunnelDamageTaken(RED, 1)])["red"]) == [(0.0, 0.15)]


def test_an_attack_is_heard_and_a_draw_that_hurts_nobody_is_not() -> None:
    began = ev.AttackBegan(3, Because(3, 0), Cause.ROW)
    assert len(times_lit(faces.flashes([began])["buzzer"])) == 3
    assert faces.flashes([ev.CubesDrawn(Cubes(black=1))]) == {}
