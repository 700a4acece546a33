"""Whole games as text (tests/data/records/*.txt), played command by command.

# a comment, with its source
> MakeClank colour=red cubes=2        a command: fields as text, lists with commas
! player_is_out                       the command above was refused with this code
< ggyd                                a draw in its order: r g b y, d for the dragon
= t1red red=27+3+0+0+0 ...            the state now (see state.notation)
$ red 62 green - winner red           the scores, "-" for who may not score
"""

from pathlib import Path
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.errors import Rejected
from companion.games.clank import CLANK
from companion.games.clank.rules.scoring import result
from tests.support.games.clank_table import ClankTable
from tests.support.places import RECORDS

GAMES = sorted(RECORDS.glob("*.txt"))
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


def play(text: str) -> None:
    """Play a record; fails where the table differs, and when no state would ever be compared."""
    table, refused, compared = ClankTable(), "", 0
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
            compared += 1
        elif mark == "$":
            assert scores(table) == rest, where
        else:
            assert not line or mark == "#", where
    assert not refused, f"at the end: refused with {refused}"
    assert compared, "a record compares at least one state"


def submit(table: ClankTable, command: Any) -> str:
    try:
        table.do(command)
    except Rejected as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_plays_as_written(path: Path) -> None:
    play(path.read_text())


def test_the_records_are_there() -> None:
    assert len(GAMES) >= 9


TWO = "> StartGame seats=red,green first=red\n"
STATE = "= t1red red=27+3+0+0+0 green=28+2+0+0+0 black=24/0 rage=3 danger=0 out=0\n"


def test_a_right_record_passes() -> None:
    play(TWO + STATE + "> LeaveDungeon colour=red\n! needs_artifact\n\n# a comment\n")


@pytest.mark.parametrize(
    "wrong",
    [
        TWO,  # nothing is compared
        TWO + "$ red - green - winner nobody\n",  # no state is
        TWO + STATE.replace("27", "28"),
        TWO + STATE + "> LeaveDungeon colour=red\n",  # refused, and the record does not know
        TWO + STATE + "> LeaveDungeon colour=red\n" + STATE,
        TWO + STATE + "! needs_artifact\n",  # nothing was refused
        TWO + STATE + "> LeaveDungeon colour=red\n! not_your_turn\n",
        TWO + STATE + "nonsense\n",
        TWO + STATE + "$ red 0 green 0 winner red\n",
    ],
)
def test_a_wrong_record_fails(wrong: str) -> None:
    with pytest.raises(AssertionError):
        play(wrong)


def test_a_draw_that_the_rules_refuse_fails_the_record() -> None:
    with pytest.raises(Rejected):
        play(TWO + STATE + "< ddd\n")
