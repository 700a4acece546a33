"""The chain of a game: whoever has its last hash knows whether any line before was touched."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.draws import fair_draw
from companion.engine.codec import JsonObject, canonical
from companion.engine.errors import DamagedLine
from companion.games.clank import CLANK
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.language.epochs import EPOCHS
from companion.table import game_file
from companion.table.fair.verify import verify
from companion.table.journal import Journal
from companion.table.line import EpochCause
from companion.table.reader import NEXT_GROUP
from companion.table.table import Table
from tests.support.places import CHAIN, RELEASES

RED = Colour.RED
LINE_FIELDS = ("number", "at", "source", "kind", "command", "events")


def recomputed(lines: list[JsonObject]) -> list[str]:
    """Return the hashes of a file's lines, computed from CHAIN.md alone with Python's own JSON."""
    hash_, found = bytes(32), []
    for number, line in enumerate(lines, 1):
        fields = {name: line.get(name) for name in LINE_FIELDS} | {"number": number}
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        opened = b"dragonbag line\n" + bytes.fromhex(line["blind"]) + text.encode()
        given = bytes.fromhex(line.get("digest", ""))
        digest = given or hashlib.sha256(opened).digest()
        hash_ = hashlib.sha256(b"dragonbag head\n" + hash_ + digest).digest()
        found.append(hash_.hex())
    return found


@pytest.fixture
def table(table: Table) -> Table:
    """Return a table at which something was done, undone and sealed."""
    table.open_game("phone:red", "clank")
    table.submit(StartGame((Seat(RED, "Änn 玉"), Seat(Colour.GREEN)), RED), "phone:red", "a-key")
    table.seal("phone:red", "red", hashlib.sha256(b"0" * 32).hexdigest())
    table.submit(MakeClank(RED, 2), "panel")
    table.undo("phone:green")
    return table


def exported(table: Table) -> JsonObject:
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    file: JsonObject = json.loads(text)
    return file


def test_the_written_vectors_are_right() -> None:
    vectors = json.loads(CHAIN.read_text().partition("```json\n")[2].partition("```")[0])
    lines = [{**vector["line"], "blind": vector["blind"]} for vector in vectors]
    assert recomputed(lines) == [vector["hash"] for vector in vectors]
    by_digest = [{"blind": "", "digest": vector["digest"]} for vector in vectors]
    assert recomputed(by_digest) == [vector["hash"] for vector in vectors]


def test_a_stranger_recomputes_the_chain_of_an_exported_game(table: Table) -> None:
    file = exported(table)
    assert [line["hash"] for line in file["lines"]] == recomputed(file["lines"])
    assert verify(json.dumps(file).encode()).head == file["lines"][-1]["hash"]


@pytest.mark.parametrize(
    "text", ["", "plain", 'a "quoted" \\ one', "\x00\x1f\b\t\n\f\r\x7f", "玉🐉 "]
)
def test_the_canonical_bytes_are_those_of_the_standard(text: str) -> None:
    value = {"b": [1, None, True, {"z": text, "a": -7}], "a": text}
    wished = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == wished.encode()


def test_the_first_line_promises_the_game_and_its_seed(table: Table) -> None:
    first = exported(table)["lines"][0]
    assert first["kind"] == "open"
    seed = table.journal.seed(table.snapshot.game_id)
    assert first["command"] == {
        "chain": 1,
        "id": table.snapshot.game_id,
        "game": "clank",
        "edition": CLANK.edition,
        "commitment": fair_draw.commitment(seed),
    }


def test_two_games_with_the_same_lines_have_no_hash_in_common(table: Table) -> None:
    hashes = {line["hash"] for line in exported(table)["lines"]}
    table.open_game("phone:red", "clank")
    table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "phone:red")
    assert not hashes & {line["hash"] for line in exported(table)["lines"]}


def test_the_phones_keys_are_in_no_hash(table: Table) -> None:
    assert "a-key" not in json.dumps(exported(table))


Touch = Callable[[list[JsonObject]], object]
TOUCHES: list[tuple[Touch, str]] = [
    (lambda lines: lines[1].update(source="phone:green"), "line 2"),
    (lambda lines: lines[1].update(at="2020-01-01T00:00:00.000+00:00"), "line 2"),
    (lambda lines: lines[3]["command"].update(cubes=1), "line 4"),
    (lambda lines: lines.pop(2), "line 3"),
    (lambda lines: lines.pop(0), "line 1"),
    (lambda lines: lines.insert(2, lines[2]), "line 4"),
    (lambda lines: lines.__setitem__(slice(2, 4), lines[3:1:-1]), "line 3"),
    (lambda lines: lines[4].update(hash="00" * 32), "line 5"),
    (lambda lines: lines[4].update(hash=""), "line 5"),
    (lambda lines: lines[2].update(blind="zz"), "line 3"),
    (lambda lines: lines[0]["command"].update(id="other"), "line 1"),
]


@pytest.mark.parametrize(("touch", "named"), TOUCHES)
def test_whatever_is_touched_is_named_by_its_line(table: Table, touch: Touch, named: str) -> None:
    file = exported(table)
    touch(file["lines"])
    assert named in [
        str(wrong).partition(":")[0] for wrong in verify(json.dumps(file).encode()).wrong
    ]


@pytest.mark.parametrize("field", ["id", "commitment"])
def test_a_file_of_another_game_is_told_by_its_promise(table: Table, field: str) -> None:
    file = exported(table) | {field: "00" * 32}
    (wrong,) = verify(json.dumps(file).encode()).wrong
    assert "not what the chain says" in str(wrong)


def test_names_of_an_earlier_group_stay_hidden_and_the_chain_still_holds(table: Table) -> None:
    first = table.snapshot.game_id
    table.open_game(NEXT_GROUP, "clank")
    text = game_file.export_game(table.journal, first)
    assert "Änn" not in text.decode()
    verdict = verify(text)
    assert (verdict.wrong, verdict.hidden) == ((), 1)
    file = json.loads(text)
    assert recomputed(file["lines"])[-1] == file["lines"][-1]["hash"]


def test_an_imported_game_begins_a_chain_that_tells_where_it_is_from(table: Table) -> None:
    old = exported(table)
    game_id = table.import_game(json.dumps(old).encode())
    file = json.loads(game_file.export_game(table.journal, game_id))
    first = file["lines"][0]
    assert (first["kind"], first["command"]["why"]) == ("epoch", "import")
    assert (first["command"]["origin"], first["command"]["id"]) == (old["id"], game_id)
    assert verify(json.dumps(file).encode()).wrong == ()


def test_a_journal_of_an_earlier_release_gets_its_chain_by_a_line_of_its_own(
    tmp_path: Path,
) -> None:
    path = Path(shutil.copy(RELEASES / "0.1.0" / "journal.sqlite", tmp_path))
    with Journal(path, read_only=True) as old:
        before = {game.id: game.lines for game in old.games()}
        order = [game.id for game in old.games()]
    with Journal(path) as journal:
        assert [game.id for game in journal.games()] == order
        for game in journal.games():
            *older, epoch = journal.written(game.id)
            assert len(older) == before[game.id]
            assert json.loads(epoch.command or "")["why"] == "migration"
            assert verify(game_file.export_game(journal, game.id)).wrong == ()
        last = journal.last_seq()
    with Journal(path) as again:
        assert again.last_seq() == last, "it is migrated once"


def test_a_line_that_was_changed_by_hand_is_never_read(table: Table, tmp_path: Path) -> None:
    game = table.snapshot.game_id
    table.close()
    with sqlite3.connect(tmp_path / "journal.sqlite") as by_hand:
        by_hand.execute("DROP TRIGGER no_update")
        by_hand.execute("""UPDATE lines SET command = replace(command, '2', '3') WHERE seq = 4""")
    by_hand.close()
    with Journal(tmp_path / "journal.sqlite", read_only=True) as journal:
        with pytest.raises(DamagedLine, match=r"Line 4 of 20.* is not as it was written") as found:
            list(journal.lines(game))
        assert found.value.number == 4


def test_a_line_that_is_changed_after_the_start_is_found_when_the_game_is_read_again(
    table: Table, tmp_path: Path
) -> None:
    game = table.snapshot.game_id
    table.close()
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        assert len(list(journal.lines(game))) == 5, "the start has checked them"
        with sqlite3.connect(path) as by_hand:
            by_hand.execute("DROP TRIGGER no_update")
            by_hand.execute("UPDATE lines SET command = replace(command, '2', '3') WHERE seq = 4")
        by_hand.close()
        with pytest.raises(DamagedLine):
            list(journal.lines(game))


def test_the_replay_notices_a_line_lost_since_the_check(table: Table, tmp_path: Path) -> None:
    game = table.snapshot.game_id
    table.close()
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        with sqlite3.connect(path) as by_hand:
            by_hand.execute("DROP TRIGGER no_delete")
            by_hand.execute("DELETE FROM lines WHERE seq = 4")
        by_hand.close()
        with pytest.raises(DamagedLine):
            list(journal.lines(game))


def test_every_reason_for_an_epoch_has_its_words() -> None:
    assert set(EPOCHS) == set(EpochCause)
