"""A game that went on after its end: its journal folds to its state, and verifiers accept it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.codec import Codec
from companion.engine.game import fold
from companion.games import GAMES
from companion.table import game_file
from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.support.fair.strangers_verifier import Stranger
from tests.support.games.ended_twice import went_on


@pytest.fixture(params=GAMES)
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with went_on(tmp_path, request.param) as table:
        yield table


def test_its_journal_folds_to_its_state(again: Table) -> None:
    game, shown = again.snapshot.game, again.snapshot.state
    codec, state, times = Codec(game.events), game.empty, 0
    for line in again.journal.lines(again.snapshot.game_id):
        if line.kind == "command":
            events = codec.loads(line.events)
            state = fold(game, events, state)
            times += sum(type(event).__name__ == "GameWentOn" for event in events)
    assert (state, times) == (shown, 1)


def test_both_verifiers_accept_it(again: Table) -> None:
    text = game_file.export_game(again.journal, again.snapshot.game_id)
    ours = verify(text)
    assert ours.wrong == ()
    if again.snapshot.game.name == "clank":  # the one with draws, which a stranger can recompute
        found = Stranger(json.loads(text)).check()
        assert (found.draws, found.by_hand) == (ours.draws, ours.besides.by_hand)
