"""What the lamps show of a real table's pictures, at times that the test chooses."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.games.clank.box import Colour
from companion.games.clank.commands import EndTurn, MakeClank, RefillRow, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from hardware.panel import patterns
from hardware.panel.lamps import LampPlayer
from hardware.panel.pins import COLOURS, LAMPS

RED, GREEN = Colour.RED, Colour.GREEN
RAGE = {"rage_1", "rage_2", "rage_3"}  # two players begin on space 3


@dataclass
class Lamp:
    """A lamp that can be looked at."""

    value: float = 0.0


class Stage:
    """A table, its lamps, and a clock that goes only when told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lamps = {name: Lamp() for name in LAMPS}
        self.now_s = 100.0
        self.player = LampPlayer(self.lamps, table.snapshot, self.now_s)
        self.player.play(self.now_s)

    def look(self) -> None:
        """Show the newest picture."""
        self.player.update(self.table.snapshot, self.now_s)
        self.player.play(self.now_s)

    def later(self, seconds: float) -> float | None:
        """Let time pass and return in how many seconds a lamp may change."""
        self.now_s += seconds
        return self.player.play(self.now_s)

    @property
    def lit(self) -> set[str]:
        return {name for name, lamp in self.lamps.items() if lamp.value}


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
        yield Stage(table)


def test_a_table_that_nobody_touches_needs_no_clock(stage: Stage) -> None:
    assert stage.lit == {"red", *RAGE}
    assert stage.later(0.0) is None


def test_the_first_picture_does_not_flash_what_happened_before(stage: Stage) -> None:
    stage.later(0.0)
    assert stage.lamps["buzzer"].value == 0.0
    assert stage.lamps["red"].value == 1.0


def test_noise_is_seen_at_once_on_a_lit_lamp_and_on_a_dark_one(stage: Stage) -> None:
    stage.table.submit(MakeClank(RED), "cli")
    stage.table.submit(MakeClank(GREEN), "cli")
    stage.look()
    assert (stage.lamps["red"].value, stage.lamps["green"].value) == (0.0, 1.0)
    stage.later(1.0)
    assert stage.lit == {"red", *RAGE}
    assert stage.later(0.0) is None


def test_two_lines_in_one_picture_are_both_acknowledged(stage: Stage) -> None:
    stage.table.submit(MakeClank(GREEN), "cli")
    stage.table.submit(EndTurn(), "cli")  # the picture of the noise was never looked at
    stage.look()
    assert stage.lamps["green"].value == 0.0  # green's turn, and a wink
    stage.later(1.0)
    assert stage.lamps["green"].value == 1.0


def test_a_step_back_winks_on_all_players_lamps(stage: Stage) -> None:
    stage.table.submit(MakeClank(GREEN), "cli")
    stage.look()
    stage.later(1.0)
    stage.table.undo("cli")
    stage.look()
    assert stage.lit == {"green", "blue", "yellow", *RAGE}  # red's is lit: its wink is dark


def test_a_refusal_blinks_three_times_and_the_picture_is_back(stage: Stage) -> None:
    stage.player.refuse(stage.now_s)
    seen = [stage.later(0.06) is not None and "blue" in stage.lit for _ in range(6)]
    assert seen.count(True) == 2  # the first blink was before the first look
    stage.later(0.1)
    assert stage.lit == {"red", *RAGE}


def test_the_bar_breathes_while_the_dragon_waits_and_asks_for_its_next_step(stage: Stage) -> None:
    stage.table.submit(RefillRow(symbol_revealed=True), "cli")
    stage.look()
    stage.later(2.0)
    due_s = stage.later(0.01)
    assert due_s is not None
    assert 0.0 < due_s < 0.1
    before = stage.lamps["rage_1"].value
    stage.later(due_s * 1.01)
    assert stage.lamps["rage_1"].value > before


def test_another_game_is_shown_without_the_flashes_of_its_past(stage: Stage) -> None:
    first = stage.table.snapshot.game_id
    stage.table.open_game("cli", "clank")
    stage.look()
    assert len(stage.lit) == 1  # nobody plays: the light that goes round
    assert stage.lit < set(COLOURS)
    stage.table.return_to("cli", first)
    stage.look()
    assert stage.lit == {"red", *RAGE}
    assert stage.later(0.0) is None


def test_a_panel_that_has_started_greets_with_the_rage_lamps_and_then_who_plays(
    stage: Stage,
) -> None:
    stage.player.greet(stage.table.snapshot, stage.now_s)
    seen = [stage.lit & {"rage_7", "red", "green", "blue"} for _ in range(18) if stage.later(0.1)]
    assert seen.index({"rage_7"}) < seen.index({"red", "green"})
    stage.later(2.0)
    assert stage.lit == {"red", *RAGE}
    assert stage.later(0.0) is None


def test_a_journal_that_is_lost_takes_all_lamps_and_gives_them_back(stage: Stage) -> None:
    stage.player.override("lost", patterns.LOST, stage.now_s)
    rounds = [stage.lit for _ in range(4) if stage.later(0.25)]
    assert rounds[0] == rounds[2] == {"rage_1", "rage_3", "rage_5", "rage_7"}
    assert rounds[1] == rounds[3] == {"rage_2", "rage_4", "rage_6"}
    stage.player.override("lost", None, stage.now_s)
    stage.later(0.0)
    assert stage.lit == {"red", *RAGE}


def test_the_newest_cover_is_seen_and_the_one_under_it_afterwards(stage: Stage) -> None:
    stage.player.override("lost", patterns.LOST, stage.now_s)
    stage.player.override("off", patterns.GOING_OFF, stage.now_s)
    lit = [len(stage.lit) for _ in range(5) if stage.later(1.0) is not None]
    assert lit == [2, 3, 5, 6]  # and the fifth: all seven, for ever
    assert len(stage.lit) == 7
    stage.player.override("off", None, stage.now_s)
    stage.later(0.0)
    assert len(stage.lit) in (3, 4)


def test_a_cover_leaves_the_buzzer_alone(stage: Stage) -> None:
    stage.player.override("lost", patterns.LOST, stage.now_s)
    stage.player.refuse(stage.now_s)
    stage.later(0.0)
    assert stage.lamps["buzzer"].value == 1.0
    assert stage.lamps["blue"].value == 0.0


def test_brightness_dims_the_lamps_and_not_the_buzzer(stage: Stage) -> None:
    player = LampPlayer(stage.lamps, stage.table.snapshot, 0.0, brightness=0.25)
    player.refuse(0.0)
    player.play(0.0)
    assert stage.lamps["red"].value == stage.lamps["rage_1"].value == 0.25
    assert stage.lamps["buzzer"].value == 1.0
