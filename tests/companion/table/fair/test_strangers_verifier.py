"""A verifier written from the documents alone accepts honest games of all kinds."""

import json
from pathlib import Path

import pytest

from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.support.fair.strangers_verifier import Stranger
from tests.support.games.fair_vectors import FOLDER
from tests.support.games.honest_games import KINDS, honest_game

VECTORS = sorted(FOLDER.glob("*.json"))


def agrees(text: bytes) -> None:
    """Both verifiers accept the file and have counted and pictured the same."""
    ours, found = verify(text), Stranger(json.loads(text)).check()
    assert ours.wrong == ()
    assert (found.draws, found.by_hand) == (ours.draws, ours.besides.by_hand)
    assert found.pictures == [list(places) for _, places in ours.besides.pictures]


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_game_is_accepted(table: Table, kind: str) -> None:
    agrees(honest_game(table, kind, seed=3))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.stem)
def test_a_vector_is_accepted_and_listed_with_its_numbers(vector: Path) -> None:
    text = vector.read_bytes()
    agrees(text)
    found = verify(text)
    besides = found.besides
    numbers = (found.draws, besides.by_hand, besides.uncheckable, len(besides.pictures))
    row = f" | {' | '.join(map(str, numbers))} |"
    listed = (FOLDER / "README.md").read_text().splitlines()
    assert [line for line in listed if vector.name in line and line.endswith(row)]


def test_there_is_a_vector_of_every_kind_that_is_short() -> None:
    assert {path.stem for path in VECTORS} == set(KINDS) - {"used_up"}
