"""What tries the mutants of the rules: the code of a module that others hold, changed in a fork."""

import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.bench.mutants.fork import TooLongError, forked
from tests.bench.mutants.swap import swap
from tests.support.places import ROOT

REASONS = ROOT / "tests" / "bench" / "mutants" / "equivalent.toml"
SOURCE = """
from dataclasses import dataclass

MOST = 3

@dataclass(frozen=True)
class Count:
    cards: int

def fits(count, most=MOST):
    return count.cards <= most
"""


@pytest.fixture
def module(tmp_path: Path) -> Any:
    """Return a module; it can be found by name only while it is swapped."""
    made = ModuleType("rules_of_a_test")
    made.__file__ = str(tmp_path / "rules_of_a_test.py")
    sys.modules[made.__name__] = made
    exec(compile(SOURCE, made.__file__, "exec"), vars(made))
    yield made
    del sys.modules[made.__name__]


def test_who_holds_a_function_has_the_mutant(module: Any) -> None:
    held, four = module.fits, module.Count(4)
    assert not held(four)
    swap(module, SOURCE.replace("<=", ">="))
    assert held(four)
    swap(module, SOURCE.replace("most=MOST", "most=4"))
    assert held(four)


def test_a_value_takes_the_place_of_the_old_one_wherever_it_was_imported(module: Any) -> None:
    other: Any = ModuleType("importer_of_a_test")
    other.MOST, other.Count = module.MOST, module.Count
    sys.modules[other.__name__] = other
    try:
        swap(module, SOURCE.replace("= 3", "= 9").replace("frozen=True", "frozen=False"))
        assert (other.MOST, module.MOST) == (9, 9)
        other.Count(4).cards = 5
        assert other.Count is module.Count
    finally:
        del sys.modules[other.__name__]


def test_what_cannot_be_loaded_changes_nothing(module: Any) -> None:
    with pytest.raises(TypeError):
        swap(module, SOURCE.replace("MOST = 3", "MOST = 3 + None"))
    assert module.fits(module.Count(3))
    assert sys.modules[module.__name__] is module


def test_a_fork_returns_what_it_found_and_leaves_everything_as_it_was() -> None:
    kept = [1]

    def work() -> int:
        kept.append(2)
        return sum(kept)

    assert (forked(work, 5), kept) == (3, [1])


def test_a_fork_that_ends_without_a_word_had_too_little_time() -> None:
    def endless() -> None:
        while True:
            pass

    with pytest.raises(TooLongError):
        forked(endless, 0)


def test_every_mutant_that_is_left_alone_has_a_reason_and_a_module() -> None:
    for group in tomllib.loads(REASONS.read_text())["group"]:
        assert group["reason"].endswith(".")
        assert group.keys() <= {"reason", "operators", "mutants"}
        for name in group.get("mutants", ()):
            place, _, line = name.partition(": ")
            game, module = place.split("/")
            source = ROOT / "companion" / "games" / game / "rules" / f"{module}.py"
            assert line not in map(str.strip, source.read_text().split("\n")), name
