"""The hand in the bag: the same again, and fair."""

import re
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.draws.fair_draw import SEED_BYTES, commitment, draw, key, new_seed
from tests.bench.games.draws import BAGS, REPORT, Drawn, label, reported
from tests.bench.games.luck import chance_of_chi_squared, chance_of_gap
from tests.support.places import FAIR_DRAWS

BAG = {"red": 5, "green": 3, "black": 24}


def seeds(count: int) -> list[bytes]:
    return [number.to_bytes(4) for number in range(count)]


def test_the_same_bag_number_and_seed_draw_the_same_cubes() -> None:
    assert draw(b"seed", 3, BAG, 5) == draw(b"seed", 3, dict(reversed(BAG.items())), 5)


@pytest.mark.parametrize(
    ("seed", "number", "bag"),
    [(b"other", 3, BAG), (b"seed", 4, BAG), (b"seed", 3, {**BAG, "green": 4})],
)
def test_another_seed_number_or_bag_draws_anew(
    seed: bytes, number: int, bag: dict[str, int]
) -> None:
    assert draw(seed, number, bag, 20) != draw(b"seed", 3, BAG, 20)


@given(st.dictionaries(st.sampled_from("rgbyd"), st.integers(0, 30)), st.binary(), st.data())
def test_a_draw_takes_what_is_there_and_no_more(
    bag: dict[str, int], seed: bytes, data: st.DataObject
) -> None:
    cubes = data.draw(st.integers(0, sum(bag.values())))
    drawn = Counter(draw(seed, 0, bag, cubes))
    assert drawn.total() == cubes
    assert drawn <= Counter(bag)


def test_the_whole_bag_can_be_drawn() -> None:
    assert Counter(draw(b"seed", 0, BAG, 32)) == Counter(BAG)


def test_more_cubes_than_the_bag_holds_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="33 cubes cannot be drawn from 32"):
        draw(b"seed", 0, BAG, 33)


def chi_squared(found: Counter[object], expected: dict[object, float]) -> float:
    return sum((found[key] - count) ** 2 / count for key, count in expected.items())


def test_the_first_cube_is_each_cube_equally_often() -> None:
    draws = 20_000
    found: Counter[object] = Counter(draw(seed, 0, BAG, 1)[0] for seed in seeds(draws))
    expected: dict[object, float] = {name: draws * count / 32 for name, count in BAG.items()}
    assert chi_squared(found, expected) < 13.8  # 2 degrees of freedom, one in a thousand


def test_every_order_of_three_cubes_is_equally_likely() -> None:
    draws = 12_000
    bag = {"a": 1, "b": 1, "c": 1}
    found: Counter[object] = Counter(draw(seed, 0, bag, 3) for seed in seeds(draws))
    expected: dict[object, float] = dict.fromkeys(permutations("abc"), draws / 6)
    assert chi_squared(found, expected) < 20.5  # 5 degrees of freedom, one in a thousand


def test_successive_draws_do_not_depend_on_each_other() -> None:
    draws = 12_000
    bag = {"a": 1, "b": 1}
    pairs: Counter[object] = Counter(
        (draw(seed, 0, bag, 1)[0], draw(seed, 1, bag, 1)[0]) for seed in seeds(draws)
    )
    expected: dict[object, float] = {(x, y): draws / 4 for x in "ab" for y in "ab"}
    assert chi_squared(pairs, expected) < 16.3  # 3 degrees of freedom, one in a thousand


def test_a_new_seed_is_long_and_new() -> None:
    assert len(new_seed()) == SEED_BYTES == 32
    assert new_seed() != new_seed()


PAGE = FAIR_DRAWS.read_text()
NUMBERS = ("00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100")


def test_the_written_methods_test_vectors_are_right() -> None:
    seed = bytes(range(32))
    plain, mixed = key(seed), key(seed, NUMBERS)
    for value in (commitment(seed), plain.hex(), mixed.hex(), *NUMBERS):
        assert f"`{value}`" in PAGE
    rows = re.findall(r"^\| (key|mixed) \| (\d) \| `(.*)` \| (\d) \| (.*) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for name, number, content, cubes, result in rows:
        bag = {colour: int(count) for colour, count in re.findall(r"(\w+)=(\d+)", content)}
        chosen = plain if name == "key" else mixed
        assert " ".join(draw(chosen, int(number), bag, int(cubes))) == result


def test_a_phones_number_changes_every_draw() -> None:
    bag = {"red": 30, "black": 24}
    assert draw(key(b"seed"), 0, bag, 20) != draw(key(b"seed", NUMBERS[:1]), 0, bag, 20)
    assert key(b"seed", NUMBERS) != key(b"seed", NUMBERS[::-1])


def test_the_report_of_a_million_draws_is_as_the_bench_writes_it() -> None:
    text = REPORT.read_text()
    lines = re.findall(r"^\| \d of \d.*$", text, re.MULTILINE)
    assert reported(text, lines) == text
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [what for what, *_ in cells] == [label(*bag) for bag in BAGS]
    for what, chi2, z, serial, serial_z in cells:
        of, freedom = map(float, chi2.split(" of "))
        written = [
            cell.strip() for cell in Drawn(what, of, int(freedom), float(serial)).line.split("|")
        ]
        assert written[2] == chi2
        assert written[4] == serial
        assert abs(float(z) - float(written[3])) < 0.2  # chi-squared is rounded
        assert abs(float(serial_z) - float(written[5])) < 0.01
        assert max(abs(float(z)), abs(float(serial_z))) < 3


def test_the_bench_of_luck_tells_the_chances_that_printed_tables_tell() -> None:
    """Chi-squared of 19 degrees of freedom, and Kolmogorov's 5 % and 1 % of many values."""
    assert chance_of_chi_squared(30.1435) == pytest.approx(0.05, rel=1e-4)
    assert chance_of_chi_squared(36.1909) == pytest.approx(0.01, rel=1e-4)
    assert chance_of_gap(1.3581 / 1000, 10**6) == pytest.approx(0.05, rel=2e-3)
    assert chance_of_gap(1.6276 / 1000, 10**6) == pytest.approx(0.01, rel=2e-3)
