"""A game that goes on after its end: a new seed, new seals, and nobody can choose the moment."""

import json
from collections.abc import Callable

import pytest

from companion.engine.codec import Codec, JsonObject, parse
from companion.games.clank import CLANK
from companion.games.clank.box import Cube
from companion.games.clank.commands import CorrectCubes, CorrectStatus
from companion.games.clank.values import Place, Status
from companion.table import game_file
from companion.table.fair.verify import Verdict, verify
from companion.table.history import History
from companion.table.line import Kind
from companion.table.table import Table
from tests.support.games.fair_evenings import Evening

File = JsonObject


@pytest.fixture
def evening(table: Table) -> Evening:
    """A game whose end was taken back together with its last attack."""
    evening = Evening(table, seed=4)
    evening.play_to_the_end()
    evening.take_the_end_back()
    return evening


def checked(file: File) -> Verdict:
    return verify(json.dumps(file).encode())


def test_an_end_that_was_taken_back_commits_to_a_new_seed(evening: Evening) -> None:
    before, after = evening.commitments
    assert before != after
    epoch = evening.epochs[0]
    assert epoch["why"] == "new_seed"
    assert epoch["commitment"] == after
    assert evening.table.snapshot.part.seals == ()
    told = [entry for entry in evening.table.snapshot.story if entry.kind is Kind.EPOCH]
    assert [entry.facts["why"] for entry in told] == ["new_seed"]


def test_the_new_seed_is_secret_and_the_one_before_is_told(evening: Evening) -> None:
    file = parse(evening.file())
    assert file["seed"] == ""
    assert file["commitment"] == evening.commitments[1]
    assert checked(file).wrong == ()
    assert checked(file).draws > 0  # those before the end


def test_dragonbag_draws_again_and_every_draw_is_checked(evening: Evening) -> None:
    evening.seal_all()
    evening.play_to_the_end()
    verdict = checked(parse(evening.file()))
    assert verdict.wrong == ()
    drawn = [line for line in parse(evening.file())["lines"] if drawn_by_dragonbag(line)]
    assert verdict.draws == len(drawn)
    assert verdict.besides.again, "the draw that was taken back was made once more"
    assert [why for _, why in verdict.besides.epochs] == ["new_seed"]


def drawn_by_dragonbag(line: File) -> bool:
    return bool((line["command"] or {}).get("drawn_by") == "dragonbag")


def test_an_end_done_again_shows_the_seed_and_taken_back_makes_another(evening: Evening) -> None:
    evening.table.redo("cli")
    while not evening.is_over:
        evening.table.redo("cli")
    assert parse(evening.file())["seed"]
    evening.take_the_end_back()
    assert len(evening.epochs) == 2
    assert checked(parse(evening.file())).wrong == ()


def test_a_new_start_keeps_the_new_seed(evening: Evening) -> None:
    table = evening.table
    table.close()
    with Table.open(table.path) as again:
        assert again.snapshot.part == table.snapshot.part
        assert parse(game_file.export_game(again.journal, again.snapshot.game_id))["seed"] == ""


def test_a_finished_game_with_two_seeds_is_imported_whole(evening: Evening) -> None:
    evening.seal_all()
    evening.play_to_the_end()
    before = checked(parse(evening.file()))
    copy = evening.table.import_game(evening.file())
    evening.table.return_to("cli", copy)
    after = checked(parse(game_file.export_game(evening.table.journal, copy)))
    assert after.wrong == ()
    assert after.draws == before.draws


def test_an_import_takes_no_seed_that_the_file_did_not_promise(evening: Evening) -> None:
    evening.seal_all()
    evening.play_to_the_end()
    file = parse(evening.file())
    file["seed"] = "00" * 32
    copy = evening.table.import_game(json.dumps(file).encode())
    evening.table.return_to("cli", copy)
    assert evening.table.journal.seed(copy) != bytes(32)


def early(file: File) -> None:
    """Renew the seed in the middle of the game, to draw once more."""
    place = next(place for place, line in enumerate(file["lines"]) if drawn_by_dragonbag(line))
    epoch = next(line for line in file["lines"] if line["kind"] == "epoch")
    file["lines"].remove(epoch)
    file["lines"].insert(place, epoch)


def silent(file: File) -> None:
    """Do not tell the seed that the draws before the end followed."""
    del next(line for line in file["lines"] if line["kind"] == "epoch")["command"]["seed"]


def other(file: File) -> None:
    """Tell another seed than the one before."""
    next(line for line in file["lines"] if line["kind"] == "epoch")["command"]["seed"] = "00" * 32


@pytest.mark.parametrize("lie", [early, silent, other])
def test_a_lie_about_a_new_seed_is_caught(evening: Evening, lie: Callable[[File], None]) -> None:
    evening.seal_all()
    evening.play_to_the_end()
    file = parse(evening.file())
    lie(file)
    assert checked(file).wrong


def test_an_end_that_a_correction_takes_back_needs_a_new_seed_too(table: Table) -> None:
    """What came before is not undone: the draws of the old seed stay, and are checked."""
    evening = Evening(table, seed=4)
    evening.play_to_the_end()
    back_inside(evening)
    assert not evening.is_over
    assert [each["why"] for each in evening.epochs] == ["new_seed"]
    assert parse(evening.file())["seed"] == ""
    evening.seal_all()
    evening.play_to_the_end()
    verdict = checked(parse(evening.file()))
    assert (verdict.wrong, [why for _, why in verdict.besides.epochs]) == ((), ["new_seed"])
    assert (
        History.replayed(
            table.snapshot.game, table.journal.lines(table.snapshot.game_id), Codec(CLANK.events)
        ).state
        == table.snapshot.state
    )


def back_inside(evening: Evening) -> None:
    """Say that a player is inside who was out by a slip; meter and pawn are set right first."""
    players = evening.table.snapshot.state.players
    first = evening.table.snapshot.state.countdown_colour
    player = next(each for each in players if each.colour != first)
    if not player.health:
        cube = Cube(player.colour.value)
        evening.table.submit(CorrectCubes(cube, Place.METER, 5, Place.SUPPLY, "miscounted"), "cli")
    evening.table.submit(CorrectStatus(player.colour, Status.INSIDE, "a slip"), "cli")
