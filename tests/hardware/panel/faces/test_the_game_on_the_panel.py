"""The Game led from the panel, on mock pins, with a real table and a real journal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.the_game.box import Pile, Who
from companion.games.the_game.commands import PlayCard, StartGame
from companion.games.the_game.values import Flag, Wish
from companion.table.table import Table
from hardware.panel.panel import Panel
from hardware.panel.pins import COLOURS
from tests.support.panel_finger import Finger, WatchedFactory, lit


@pytest.fixture
def finger(tmp_path: Path) -> Iterator[Finger]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "the_game")
        table.submit(StartGame(("Ann", "Bo"), Who.FIRST), "cli")
        factory = WatchedFactory()
        with Panel(table, factory) as panel:
            finger = Finger(table, panel, factory)
            assert finger.sees(lambda lamps: lamps["rage_7"] == 1.0)
            yield finger


def test_a_colour_raises_its_piles_flag_and_lowers_it(finger: Finger) -> None:
    for colour in COLOURS:
        assert finger.press(colour).source == "panel"
    raised = finger.table.snapshot.state.flags
    assert raised == tuple(Flag(pile, Wish.NOT_HERE) for pile in Pile)
    assert finger.sees(lambda lamps: lit(lamps) >= set(COLOURS))
    assert len(finger.tap("undo").state.flags) == 3  # the last one; the others' fingers are up now
    for colour in COLOURS[:3]:
        finger.press(colour)
    assert not finger.table.snapshot.state.flags
    assert finger.sees(lambda lamps: not lit(lamps) & set(COLOURS))


def test_next_ends_the_turn_or_is_refused_and_a_flag_of_the_turn_goes(finger: Finger) -> None:
    finger.press("red")
    before = finger.table.snapshot
    finger.drawn.press("next")
    finger.drawn.release("next")
    assert finger.saw("green", 1.0)  # all lamps blink: too few cards were laid
    assert finger.table.snapshot == before
    for card in (2, 3):
        finger.table.submit(PlayCard(Pile.UP_2, card), "phone:1")
    after = finger.tap("next")
    assert (after.state.turn, after.state.flags) == (Who.SECOND, ())


def test_the_bar_is_what_is_left_and_a_laid_card_winks(finger: Finger) -> None:
    since = len(finger.factory.changes)
    for card in range(99, 84, -1):
        table = finger.table
        table.submit(PlayCard(Pile.DOWN_1, card), "phone:1")
        if table.snapshot.state.laid == 3:
            finger.tap("next")
    assert finger.saw("blue", 1.0, since)
    assert finger.sees(lambda lamps: lit(lamps) >= {"rage_6"} and lamps["rage_7"] == 0.0)


def test_undo_takes_a_card_back(finger: Finger) -> None:
    finger.table.submit(PlayCard(Pile.DOWN_1, 99), "phone:1")
    assert finger.tap("undo").state.left == 98
