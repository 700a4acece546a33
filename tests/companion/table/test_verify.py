"""Game files of honest and dishonest tables; each dishonesty is caught by name."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.draws import fair_draw
from companion.engine.codec import JsonObject
from companion.engine.errors import BadMessage
from companion.games.clank.commands import RefillRow, ReportDraw
from companion.table import game_file
from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.support.games.clank_bots import command_after, first_command

File = JsonObject


def play(table: Table, seed: int = 3) -> str:
    """Let bots play to the end with Dragonbag's own draws and return the game's id."""
    dice = random.Random(seed)
    table.open_game("cli", "clank")
    command: object = first_command(seed, dice)
    while command is not None:
        if isinstance(command, ReportDraw):
            table.draw("panel")
        else:
            table.submit(command, "demo")
        command = command_after(table.snapshot.state, dice, b"not used")
    return table.snapshot.game_id


@pytest.fixture
def file(table: Table) -> File:
    found: File = json.loads(game_file.export_game(table.journal, play(table)))
    return found


def wrong(file: File) -> str:
    """Return what the verifier finds, as one text; "" is an honest game."""
    return "; ".join(map(str, verify(json.dumps(file).encode()).wrong))


def is_fair_draw(line: File) -> bool:
    return (line["command"] or {}).get("drawn_by") == "dragonbag"


def first_draw(file: File) -> int:
    return next(place for place, line in enumerate(file["lines"]) if is_fair_draw(line))


def test_an_honest_game_is_right_and_every_draw_was_recomputed(file: File) -> None:
    verdict = verify(json.dumps(file).encode())
    assert verdict.wrong == ()
    assert verdict.lines == len(file["lines"])
    assert verdict.draws == sum(map(is_fair_draw, file["lines"])) > 3
    assert not verdict.is_open


def test_a_game_that_goes_on_keeps_its_seed_and_says_so(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(first_command(3, random.Random(3)), "cli")
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    assert json.loads(text)["seed"] == ""
    verdict = verify(text)
    assert verdict.is_open
    assert verdict.wrong == ()


def test_the_commitment_was_there_before_the_first_draw(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(first_command(3, random.Random(3)), "cli")
    game_id = table.snapshot.game_id
    before = json.loads(game_file.export_game(table.journal, game_id))["commitment"]
    assert before == fair_draw.commitment(table.journal.seed(game_id))


Lie = Callable[[File], object]


def reroll(file: File) -> None:
    """Draw other cubes of the same bag than the seed gives, as a server that tried twice."""
    line = next(
        line
        for line in file["lines"]
        if is_fair_draw(line) and set(line["command"]["order"]) != {"black"}
    )
    other = ["black"] * len(line["command"]["order"])
    counts = {name: other.count(name) for name in ("red", "green", "blue", "yellow", "black")}
    line["command"] |= {"order": other, "cubes": counts}


def drop(file: File) -> None:
    """Leave a draw out as if it had not been."""
    del file["lines"][first_draw(file)]


def swap(file: File) -> None:
    """Tell two steps in the other order."""
    place = first_draw(file)
    lines = file["lines"]
    lines[place - 1], lines[place] = lines[place], lines[place - 1]


LIES: list[tuple[Lie, str]] = [
    (reroll, r"line \d+: these are not the cubes that seed, links, number and bag give"),
    (lambda file: file.update(seed="00" * 32), "the seed is not the one that was committed to"),
    (lambda file: file.update(commitment="00" * 32), "not the one that was committed to"),
    (lambda file: file.update(seed="soon"), "not 64 hexadecimal digits"),
    (drop, r"line \d+: "),
    (swap, r"line \d+: "),
    (lambda file: file["lines"][1]["events"].pop(), "line 2: what happened is not what the rules"),
    (lambda file: file["lines"][1]["command"].update(danger=9), "line 2: the rules refuse it"),
    (lambda file: file["lines"][1].update(command=None), "line 2: it is no step of a game"),
    (lambda file: file["lines"][1].update(kind="undo"), "line 2: there was nothing to undo"),
    (lambda file: file["lines"][1].update(kind="redo"), "line 2: it cannot be read"),
    (lambda file: file["lines"][4]["command"].update(type="Dance"), "line 5: it cannot be read"),
]


@pytest.mark.parametrize(("lie", "told"), LIES)
def test_a_lie_is_caught_and_named(file: File, lie: Lie, told: str) -> None:
    lie(file)
    assert re.search(told, wrong(file)), wrong(file)


def test_undone_and_redone_draws_verify_too(table: Table) -> None:
    dice = random.Random(3)
    table.open_game("cli", "clank")
    table.submit(first_command(3, dice), "cli")
    table.submit(RefillRow(symbol_revealed=True), "cli")
    drawn = table.draw("panel").events
    table.undo("panel")
    assert table.draw("panel").events == drawn
    table.undo("panel")
    table.redo("panel")
    assert wrong(json.loads(game_file.export_game(table.journal, table.snapshot.game_id))) == ""


def test_a_game_taken_in_verifies_again(table: Table, file: File) -> None:
    game_id = table.import_game(json.dumps(file).encode())
    again = json.loads(game_file.export_game(table.journal, game_id))
    assert again["seed"] == file["seed"]
    assert wrong(again) == ""


@pytest.mark.parametrize("text", [b"hello", b"{}", b'{"format":"other"}'])
def test_what_is_no_game_file_is_told(text: bytes) -> None:
    with pytest.raises(BadMessage):
        verify(text)


def test_the_command_says_what_was_checked_or_what_is_wrong(
    tmp_path: Path, file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(file))
    assert main(["verify", str(path)]) == 0
    assert "draws of Dragonbag match the seed that it committed to" in capsys.readouterr().out
    reroll(file)
    path.write_text(json.dumps(file))
    assert main(["verify", str(path)]) == 1
    assert "these are not the cubes" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "nothing.json")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_the_command_says_that_a_game_goes_on(
    tmp_path: Path, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.open_game("cli", "clank")
    table.submit(first_command(3, random.Random(3)), "cli")
    path = tmp_path / "game.json"
    path.write_bytes(game_file.export_game(table.journal, table.snapshot.game_id))
    assert main(["verify", str(path)]) == 0
    assert "its seed is still secret" in capsys.readouterr().out
