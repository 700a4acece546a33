"""Is the bag fair? No verdict on few cubes, and a biased bag is found."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.cli.fairness import LEAST_CUBES, report
from companion.app.cli.main import main
from companion.draws.fair_draw import draw
from companion.games.clank.box import Colour, Cube, Cubes
from companion.games.clank.odds.luck import Drawn, bias_of
from companion.table.table import Table
from tests.companion.table.test_verify import play

BAG = Cubes(red=6, green=4, blue=3, yellow=2, black=20)


def drawn(names: tuple[str, ...]) -> Drawn:
    return Drawn(
        BAG, Cubes(**{cube.value: names.count(cube.value) for cube in Cube}), (Colour.RED,)
    )


def fair(count: int) -> list[Drawn]:
    return [drawn(draw(b"fair", number, BAG.counts(), 4)) for number in range(count)]


def sticky(count: int) -> list[Drawn]:
    """Draw from a bag in which red cubes are somewhat larger: two tickets each."""
    dice, found = random.Random(1), []
    for _ in range(count):
        row = [name for name, cubes in BAG.counts().items() for _ in range(cubes)]
        names = []
        for _ in range(4):
            name = dice.choices(row, [2 if name == "red" else 1 for name in row])[0]
            row.remove(name)
            names.append(name)
        found.append(drawn(tuple(names)))
    return found


@given(st.integers(1, 5))
def test_the_expected_cubes_of_a_draw_add_up_to_the_draw(count: int) -> None:
    biases = bias_of([drawn(draw(b"x", 0, BAG.counts(), count))])
    assert sum(bias.expected for bias in biases) == pytest.approx(count)
    assert sum(bias.cubes for bias in biases) == count


def test_the_deviation_of_one_cube_of_two_is_that_of_a_coin() -> None:
    one = Drawn(Cubes(red=1, black=1), Cubes(red=1), (Colour.RED,))
    red = bias_of([one])[0]
    assert (red.cubes, red.expected, red.sigma, red.deviation) == (1, 0.5, 0.5, 1.0)


def test_an_empty_bag_says_nothing() -> None:
    assert [bias.deviation for bias in bias_of([Drawn(Cubes(), Cubes(), ())])] == [0.0] * 5


def test_few_cubes_get_no_verdict() -> None:
    lines = report("drawn by hand", sticky(LEAST_CUBES // 4 - 1))
    assert "too few to say anything" in lines[-1]


def test_a_fair_bag_does_nothing_that_chance_would_not_do() -> None:
    lines = report("drawn by hand", fair(500))
    assert lines[0] == "drawn by hand: 2,000 cubes in 500 draws"
    assert "chance alone explains this" in lines[-1]
    assert len(lines) == 7


def test_a_biased_bag_is_named_by_its_colour() -> None:
    assert "Red came too often" in report("drawn by hand", sticky(500))[-1]


@pytest.mark.slow
def test_the_command_reads_all_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--data-dir", str(tmp_path)]
    assert main(["fairness", *folder]) == 1
    assert "there is no journal yet" in capsys.readouterr().err
    with Table.open(tmp_path / "journal.sqlite") as table:
        for seed in range(3, 9):
            play(table, seed)
    assert main(["fairness", *folder]) == 0
    told = capsys.readouterr().out
    assert "drawn by hand: 0 cubes in 0 draws" in told
    assert "drawn by Dragonbag: " in told
    assert "± is two standard deviations" in told
