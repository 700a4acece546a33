"""The catalogue of attacks: each is caught by whom it says, and nobody accuses an honest game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.codec import parse
from companion.table.fair.verify import Remembered, verify
from companion.table.table import Table
from tests.support.fair.catalogue import (
    ATTACKS,
    DOCUMENT,
    ELSEWHERE,
    IN_A_FILE,
    Attack,
    Caught,
    written,
)
from tests.support.fair.eventful import eventful
from tests.support.fair.forged import forged
from tests.support.fair.found import FOUND
from tests.support.places import ROOT


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    with Table.open(tmp_path_factory.mktemp("game") / "journal.sqlite") as table:
        yield eventful(table).file()


def remembered(honest: bytes) -> Remembered:
    file = parse(honest)
    return Remembered(file["commitment"], len(file["lines"]), file["lines"][-1]["hash"])


def test_the_honest_game_is_accepted(honest: bytes) -> None:
    assert verify(honest, remembered(honest)).wrong == ()


@pytest.mark.parametrize("attack", IN_A_FILE, ids=lambda attack: attack.what)
def test_the_command_line_catches_what_it_says(honest: bytes, attack: Attack) -> None:
    assert attack.forgery is not None
    text = json.dumps(forged(honest, attack.forgery)).encode()
    is_caught, is_remembered = verify(text).wrong, verify(text, remembered(honest)).wrong
    assert bool(is_caught) == (attack.command_line is Caught.ALWAYS)
    assert bool(is_remembered) == (attack.command_line is not Caught.NOT)


@pytest.mark.parametrize("attack", ELSEWHERE, ids=lambda attack: attack.what)
def test_an_attack_that_needs_more_than_a_file_names_its_test(attack: Attack) -> None:
    assert attack.else_.startswith(("nobody", "listed", "as the owner")) or attack.shown_by
    assert not attack.shown_by or is_test(attack.shown_by)


@pytest.mark.parametrize("point", FOUND)
def test_each_point_that_was_found_names_the_tests_that_show_it_mended(point: str) -> None:
    assert [test for test in FOUND[point] if not is_test(test)] == []


def is_test(test: str) -> bool:
    path, _, name = test.partition("::")
    return bool(re.search(rf"^def {name}\(", Path(ROOT / path).read_text(), re.MULTILINE))


def test_there_are_enough_and_the_document_lists_them() -> None:
    assert len(ATTACKS) >= 40
    assert len({attack.what for attack in ATTACKS}) == len(ATTACKS)
    text = DOCUMENT.read_text()
    assert text == written(text), "run python -m tests.support.fair.catalogue"
