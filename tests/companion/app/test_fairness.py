"""Is the bag fair? No verdict on few cubes, and a biased bag is found."""

import random
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.cli.fairness import ALARM, report
from companion.app.cli.main import main
from companion.draws.fair_draw import draw
from companion.games.clank.box import Colour, Cube, Cubes
from companion.games.clank.commands import RefillRow
from companion.games.clank.odds.bias import bias_of, telling
from companion.games.clank.odds.luck import Drawn
from companion.table import game_file
from companion.table.table import Table
from tests.companion.table.test_verify import play
from tests.support.games.clank_bots import first_command

BAG = Cubes(red=6, green=4, blue=3, yellow=2, black=20)


def drawn(names: tuple[str, ...]) -> Drawn:
    return Drawn(
        BAG, Cubes(**{cube.value: names.count(cube.value) for cube in Cube}), (Colour.RED,)
    )


def fair(count: int) -> list[Drawn]:
    return [drawn(draw(b"fair", number, BAG.counts(), 4)) for number in range(count)]


def sticky(count: int, red: float = 2.0, dice: random.Random | None = None) -> list[Drawn]:
    """Draw from a bag in which red cubes are larger: `red` tickets each."""
    dice, found = dice or random.Random(1), []
    for _ in range(count):
        row = [name for name, cubes in BAG.counts().items() for _ in range(cubes)]
        names = []
        for _ in range(4):
            name = dice.choices(row, [red if name == "red" else 1.0 for name in row])[0]
            row.remove(name)
            names.append(name)
        found.append(drawn(tuple(names)))
    return found


@given(st.integers(1, 5))
def test_the_expected_cubes_of_a_draw_add_up_to_the_draw(count: int) -> None:
    biases = bias_of([drawn(draw(b"x", 0, BAG.counts(), count))])
    assert sum(bias.expected for bias in biases) == pytest.approx(count)
    assert sum(bias.cubes for bias in biases) == count


def test_one_cube_of_two_is_a_coin() -> None:
    one = Drawn(Cubes(red=1, black=1), Cubes(red=1), (Colour.RED,))
    red = bias_of([one] * 5)[0]
    assert (red.cubes, red.expected) == (5, 2.5)
    assert red.sigma == pytest.approx(5**0.5 / 2)
    assert red.chance == pytest.approx(2 / 2**5)


def test_a_draw_that_could_not_be_another_one_says_nothing() -> None:
    whole = Drawn(Cubes(red=1, black=1), Cubes(red=1, black=1), (Colour.RED,))
    assert telling([Drawn(Cubes(), Cubes(), ()), whole]) == ()


def test_the_chance_of_many_draws_is_that_of_the_normal_curve() -> None:
    red = bias_of(sticky(500))[0]
    deviations = (red.cubes - red.expected - 0.5) / red.sigma
    assert red.chance == pytest.approx(2 * (1 - NormalDist().cdf(deviations)), rel=0.5)


def test_few_cubes_do_not_reassure() -> None:
    verdict = report("drawn by hand", fair(15))[-1]
    assert "too few to notice even a colour that comes twice as often" in verdict
    assert "chance alone" not in verdict


def test_the_smallest_bias_that_is_told_is_found_nine_times_in_ten() -> None:
    """Of 40 biased bags 36 are expected; fewer than 29 come once in a thousand times."""
    more = 1 + bias_of(fair(200))[0].smallest_noticed(ALARM)
    others = BAG.total - BAG.red
    weight = others * more / (BAG.total - BAG.red * more)  # so that red comes `more` as often
    found = sum(
        bias_of(sticky(200, weight, random.Random(seed)))[0].chance < ALARM for seed in range(40)
    )
    assert 29 <= found < 40


def test_a_fair_bag_does_nothing_that_chance_would_not_do() -> None:
    lines = report("drawn by hand", fair(500))
    assert lines[0] == "drawn by hand: 2,000 cubes in 500 draws"
    assert "chance alone explains this; a colour that comes" in lines[-1]
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


def test_an_imported_copy_and_a_game_that_goes_on_do_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ["--data-dir", str(tmp_path)]
    with Table.open(tmp_path / "journal.sqlite") as table:
        play(table, 3)
        main(["fairness", *folder])
        alone = capsys.readouterr().out
        finished = game_file.export_game(table.journal, table.snapshot.game_id)
        table.import_game(finished)
        table.open_game("cli", "clank")
        table.submit(first_command(3, random.Random(3)), "cli")
        table.submit(RefillRow(symbol_revealed=True), "cli")
        table.draw("cli")
    main(["fairness", *folder])
    assert capsys.readouterr().out == alone
