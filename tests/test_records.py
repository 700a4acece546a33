"""Whole games as text (tests/records/*.txt), played command by command.

# a comment, with its source
> MakeClank colour=red cubes=2        a command: fields as text, lists with commas
! player_is_out                       the command above was refused with this code
< ggyd                                a draw in its order: r g b y, d for the dragon
= t1red red=27+3+0+0+0 ...            the picture now (see state.notation)
$ red 62 green - winner red           the scores, "-" for who may not score
"""

from pathlib import Path
from typing import Any

import pytest

from companion.codec import Codec
from companion.game import Rejected
from companion.games.clank import CLANK
from companion.games.clank.scoring import result
from tests.clank_table import ClankTable

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
CODEC = Codec(CLANK.commands)
LISTS = {"arrivals", "artifacts_out", "artifacts", "tokens"}


def command_of(text: str) -> Any:
    """Return the command of a line such as "BuyItem colour=red item=crown"."""
    name, *words = text.split()
    given: dict[str, Any] = {"type": name}
    for word in words:
        key, _, value = word.partition("=")
        if key == "seats":
            given[key] = [{"colour": colour} for colour in value.split(",")]
        elif key == "cards":
            pairs = (pair.rsplit(":", 1) for pair in value.replace("_", " ").split(","))
            given[key] = [{"card": card, "copies": copies} for card, copies in pairs]
        elif key in LISTS:
            given[key] = value.split(",")
        elif "." in key:
            outer, inner = key.split(".")
            given.setdefault(outer, {})[inner] = value
        else:
            given[key] = value.replace("_", " ") if key == "reason" else value
    return CODEC.read(given, as_text=True)


def scores(table: ClankTable) -> str:
    found = result(table.state)
    lines = {line.colour: line for line in found.scores}
    words = [
        f"{player.colour} {lines[player.colour].total if lines[player.colour].may_score else '-'}"
        for player in table.state.players
    ]
    return " ".join([*words, "winner", str(found.winner or "nobody")])


def play(text: str) -> int:
    """Play a record and return how many pictures and scores it was held to."""
    table, refused, held = ClankTable(), "", 0
    for number, line in enumerate(text.splitlines(), 1):
        mark, _, rest = line.partition(" ")
        where = f"line {number}: {line}"
        if mark != "!" and refused:
            raise AssertionError(f"before {where}: refused with {refused}")
        if mark == ">":
            refused = submit(table, command_of(rest))
        elif mark == "!":
            assert refused == rest, where
            refused = ""
        elif mark == "<":
            table.draw_in_order(rest)
        elif mark == "=":
            assert CLANK.notation(table.state) == rest, where
            held += 1
        elif mark == "$":
            assert scores(table) == rest, where
            held += 1
        else:
            assert not line or mark == "#", where
    return held


def submit(table: ClankTable, command: Any) -> str:
    try:
        table.do(command)
    except Rejected as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_plays_as_written(path: Path) -> None:
    assert play(path.read_text()) > 0, "a record holds the table to at least one picture"


def test_the_records_are_there() -> None:
    assert len(RECORDS) >= 6


@pytest.mark.parametrize(
    "wrong",
    [
        "= t1red",
        "> MakeClank colour=red\n= empty",
        "> StartGame seats=red,green first=red\n! no_game",
        "nonsense",
        "> StartGame seats=red,green first=red\n$ red 0 green 0 winner red",
    ],
)
def test_a_wrong_record_fails(wrong: str) -> None:
    with pytest.raises(AssertionError):
        play(wrong)
