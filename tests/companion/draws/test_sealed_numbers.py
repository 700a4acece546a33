"""The phones' own numbers: when they count, and that a dishonest table cannot hide one."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.draws import fair_draw
from companion.draws.sealed_numbers import MOST_SEALS, Phase, SealedNumbers, phrase, seal_of
from companion.engine.codec import JsonObject
from companion.engine.errors import Rejected
from companion.games.clank.box import Cube, Cubes
from companion.games.clank.commands import RefillRow, ReportDraw
from companion.games.clank.events import CubesDrawn
from companion.games.clank.values import DrawnBy
from companion.table import game_file
from companion.table.table import Table
from companion.table.verify import verify
from tests.support.games.clank_bots import command_after, first_command

ONE, TWO = "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"
File = JsonObject


def test_a_seal_is_the_digest_of_the_number_as_text() -> None:
    assert seal_of(ONE) == hashlib.sha256(ONE.encode()).hexdigest()


@given(st.binary(min_size=32, max_size=32))
def test_a_phrase_is_three_words_of_two_syllables(digest: bytes) -> None:
    words = phrase(digest.hex()).split("-")
    assert [len(word) for word in words] == [4, 4, 4]


def opened(*numbers: str) -> SealedNumbers:
    sealed = SealedNumbers()
    for number in numbers:
        sealed.seal(seal_of(number))
    sealed.advance(attack_waits=True, is_fair_draw=False)
    return sealed


def test_numbers_are_mixed_in_the_order_of_their_seals() -> None:
    sealed = opened(ONE, TWO)
    sealed.open(TWO)
    assert list(sealed.opened) == [TWO]
    sealed.open(ONE)
    assert list(sealed.opened) == [ONE, TWO]


def test_seals_end_with_the_first_attack_and_numbers_with_the_first_fair_draw() -> None:
    sealed = opened(ONE, TWO)
    with pytest.raises(ValueError, match="too_late_to_seal"):
        sealed.seal("0" * 64)
    sealed.open(ONE)
    sealed.advance(attack_waits=False, is_fair_draw=False)  # drawn by hand: there is still time
    assert sealed.phase is Phase.OPEN
    sealed.advance(attack_waits=False, is_fair_draw=True)
    with pytest.raises(ValueError, match="not_the_time_to_open"):
        sealed.open(TWO)
    assert sealed.opened == (ONE,)


def test_a_number_cannot_be_opened_before_everybody_has_sealed() -> None:
    sealed = SealedNumbers()
    sealed.seal(seal_of(ONE))
    with pytest.raises(ValueError, match="not_the_time_to_open"):
        sealed.open(ONE)


@pytest.mark.parametrize("number", [TWO, ONE.upper(), ONE + "00", "", "zz" * 16])
def test_a_number_must_fit_its_seal(number: str) -> None:
    with pytest.raises(ValueError, match="fits_no_seal"):
        opened(ONE).open(number)


def test_a_number_is_opened_once() -> None:
    sealed = opened(ONE)
    sealed.open(ONE)
    with pytest.raises(ValueError, match="fits_no_seal"):
        sealed.open(ONE)


@pytest.mark.parametrize("seal", ["", "hello", "G" * 64, seal_of(ONE)])
def test_what_is_no_seal_or_a_known_one_is_refused(seal: str) -> None:
    sealed = SealedNumbers()
    sealed.seal(seal_of(ONE))
    with pytest.raises(ValueError, match="no_seal"):
        sealed.seal(seal)


def test_there_is_an_end_of_seals() -> None:
    sealed = SealedNumbers()
    for number in range(MOST_SEALS):
        sealed.seal(seal_of(str(number)))
    with pytest.raises(ValueError, match="no_seal"):
        sealed.seal(seal_of(ONE))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli")
        table.submit(first_command(3, random.Random(3)), "cli")
        yield table


def attack(table: Table) -> None:
    table.submit(RefillRow(symbol_revealed=True, danger=5), "cli")


def finish(table: Table) -> File:
    """Let bots play on to the end and return the game's file."""
    dice = random.Random(5)
    command: object = command_after(table.snapshot.state, dice, b"not used")
    while command is not None:
        if isinstance(command, ReportDraw):
            table.draw("panel")
        else:
            table.submit(command, "demo")
        command = command_after(table.snapshot.state, dice, b"not used")
    found: File = json.loads(game_file.export_game(table.journal, table.snapshot.game_id))
    return found


@pytest.fixture
def file(table: Table) -> File:
    table.seal("phone:red", seal_of(ONE))
    table.seal("phone:watch", seal_of(TWO))
    attack(table)
    table.open_number("phone:watch", TWO)
    table.open_number("phone:red", ONE)
    return finish(table)


def test_the_phones_numbers_go_into_the_draws(table: Table) -> None:
    table.seal("phone:red", seal_of(ONE))
    attack(table)
    assert table.snapshot.phase is Phase.OPEN
    table.open_number("phone:red", ONE)
    assert table.snapshot.seals == ((seal_of(ONE), True),)
    state = table.snapshot.state
    seed = table.journal.seed(table.snapshot.game_id)
    wished = fair_draw.draw(
        fair_draw.key(seed, [ONE]), 0, state.bag.counts(), state.attack.cubes_to_draw
    )
    drawn = table.draw("panel")
    assert [event.order for event in drawn.events if isinstance(event, CubesDrawn)] == [wished]
    assert drawn.phase is Phase.CLOSED


def test_what_comes_too_late_is_refused_and_changes_nothing(table: Table) -> None:
    attack(table)
    version = table.snapshot.version
    with pytest.raises(Rejected, match="too_late_to_seal"):
        table.seal("phone:red", seal_of(ONE))
    with pytest.raises(Rejected, match="fits_no_seal"):
        table.open_number("phone:red", ONE)
    assert table.snapshot.version == version


def test_seals_and_numbers_outlive_a_restart(table: Table, tmp_path: Path) -> None:
    table.seal("phone:red", seal_of(ONE))
    attack(table)
    table.open_number("phone:red", ONE)
    before = table.snapshot
    table.close()
    with Table.open(tmp_path / "journal.sqlite") as again:
        assert again.snapshot.seals == before.seals
        assert again.snapshot.phase is Phase.OPEN


def test_a_game_must_be_on_to_seal_for(tmp_path: Path) -> None:
    with Table.open(tmp_path / "empty.sqlite") as table, pytest.raises(Rejected, match="no_game"):
        table.seal("phone:red", seal_of(ONE))


def test_nobody_but_dragonbag_draws_as_dragonbag(table: Table) -> None:
    attack(table)
    count = table.snapshot.state.attack.cubes_to_draw
    lie = ReportDraw(Cubes(black=count), (Cube.BLACK,) * count, DrawnBy.DRAGONBAG)
    with pytest.raises(Rejected, match="only_dragonbag_draws"):
        table.submit(lie, "api")


def test_a_game_with_numbers_verifies(file: File) -> None:
    assert verify(json.dumps(file).encode()).wrong == ()


def swapped(file: File) -> None:
    """Put another number of the table's own in the place of a phone's."""
    for line in file["lines"]:
        if line["kind"] == "seal" and line["command"]["sha256"] == seal_of(ONE):
            line["command"]["sha256"] = seal_of("11" * 16)
        if line["kind"] == "number" and line["command"]["number"] == ONE:
            line["command"]["number"] = "11" * 16


def unfitting(file: File) -> None:
    """Change a number but not its seal."""
    next(line for line in file["lines"] if line["kind"] == "number")["command"]["number"] = "1" * 32


def hidden(file: File) -> None:
    """Leave a phone's number out."""
    file["lines"] = [line for line in file["lines"] if line["kind"] != "number"]


def late(file: File) -> None:
    """Seal only when the others' numbers were open."""
    seal = next(line for line in file["lines"] if line["kind"] == "seal")
    file["lines"].remove(seal)
    place = next(n for n, line in enumerate(file["lines"]) if line["kind"] == "number")
    file["lines"].insert(place, seal)


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        (swapped, "these are not the cubes"),
        (unfitting, "fits_no_seal"),
        (hidden, "these are not the cubes"),
        (late, "too_late_to_seal"),
    ],
)
def test_a_lie_about_a_phones_number_is_caught(
    file: File, lie: Callable[[File], None], told: str
) -> None:
    lie(file)
    (wrong,) = verify(json.dumps(file).encode()).wrong
    assert told in wrong.why
