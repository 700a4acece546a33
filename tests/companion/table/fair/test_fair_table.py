"""The phones' links at a real table, and that a dishonest one cannot hide or exchange one."""

import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.draws import fair_draw
from companion.engine.codec import JsonObject
from companion.engine.errors import Rejected
from companion.games.clank.box import Cube
from companion.games.clank.commands import CorrectCubes, RefillRow, ReportDraw
from companion.games.clank.events import CubesDrawn
from companion.games.clank.values import Place
from companion.table import game_file
from companion.table.fair.verify import Verdict, verify
from companion.table.table import Table
from tests.support.games.clank_bots import command_after, first_command
from tests.support.games.link_phone import LinkPhone

File = JsonObject


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(first_command(3, random.Random(3)), "cli")
        yield table


@pytest.fixture
def phones(table: Table) -> tuple[LinkPhone, ...]:
    phones = tuple(LinkPhone(str(player.colour)) for player in table.snapshot.state.players)
    for phone in phones:
        phone.seal(table)
    return phones


def attack(table: Table) -> None:
    table.submit(RefillRow(symbol_revealed=True, danger=5), "cli")


def cubes_of(table: Table) -> tuple[Cube, ...]:
    drawn = table.draw("panel")
    return next(event.order for event in drawn.events if isinstance(event, CubesDrawn))


def play_on(table: Table, phones: tuple[LinkPhone, ...]) -> File:
    """Let bots play to the end; all phones but the last open their links."""
    dice = random.Random(5)
    while (command := command_after(table.snapshot.state, dice, b"not used")) is not None:
        if isinstance(command, ReportDraw):
            open_all(table, phones[:-1])
            table.draw("panel")
        else:
            table.submit(command, "demo")
    return exported(table)


def finish(table: Table) -> File:
    """Let bots play to the end; no phone opens anything."""
    return play_on(table, ())


def open_all(table: Table, phones: tuple[LinkPhone, ...]) -> None:
    waiting = table.snapshot.part.waiting
    missing = {each.seal for each in waiting.missing} if waiting else set()
    for phone in phones:
        if phone.end in missing:
            phone.open(table)


def exported(table: Table) -> File:
    file: File = json.loads(game_file.export_game(table.journal, table.snapshot.game_id))
    return file


def checked(file: File) -> Verdict:
    return verify(json.dumps(file).encode())


def test_a_draw_follows_from_the_seed_and_the_links(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    attack(table)
    open_all(table, phones)
    state, seed = table.snapshot.state, table.journal.seed(table.snapshot.game_id)
    key = fair_draw.key(seed, [phone.link(1) for phone in phones])
    wished = fair_draw.draw(key, 0, state.bag.counts(), state.attack.cubes_to_draw)
    assert cubes_of(table) == wished


def test_the_bag_is_in_the_chain_before_any_link_is_opened(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    attack(table)
    *_, asks = table.journal.written(table.snapshot.game_id)
    assert asks.kind == "ask"
    content = fair_draw.content_of(table.snapshot.state.bag.counts())
    assert json.loads(asks.command or "")["bag"] == content
    assert table.snapshot.version == asks.seq


def test_undo_and_another_try_from_the_same_bag_draw_the_same(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    attack(table)
    open_all(table, phones)
    first = cubes_of(table)
    table.undo("cli")
    assert table.snapshot.part.waiting is None
    assert cubes_of(table) == first
    assert table.snapshot.part.again == ()


def test_another_bag_asks_again_and_everybody_is_shown_it(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    attack(table)
    open_all(table, phones)
    table.draw("panel")
    for _ in range(2):
        table.undo("cli")
    cube = Cube(phones[0].seat)
    table.submit(CorrectCubes(cube, Place.AREA, 5, Place.SUPPLY, "forgotten"), "cli")
    attack(table)
    waiting = table.snapshot.part.waiting
    assert waiting is not None
    assert {each.link for each in waiting.missing} == {2}
    table.draw("panel")
    assert [ask.number for ask in table.snapshot.part.again] == [0]


def test_links_outlive_a_restart(
    table: Table, phones: tuple[LinkPhone, ...], tmp_path: Path
) -> None:
    attack(table)
    phones[0].open(table)
    before = table.snapshot.part
    table.close()
    with Table.open(tmp_path / "journal.sqlite") as again:
        assert again.snapshot.part == before


def test_dragonbag_waits_for_a_phone_that_listens(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    table.listening = lambda: {phones[0].seat}
    attack(table)
    drawing = threading.Thread(target=table.draw, args=("panel",))
    drawing.start()
    phones[0].open(table)
    drawing.join()
    (ask,) = table.snapshot.part.asks
    assert [each.seat for each in ask.opened] == [phones[0].seat]


def test_what_comes_too_late_is_refused_and_changes_nothing(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    attack(table)
    table.draw("panel")
    version = table.snapshot.version
    with pytest.raises(Rejected, match="not_the_time_to_open"):
        table.open_link("phone", phones[0].end, phones[0].link(1))
    with pytest.raises(Rejected, match="no_seal"):
        phones[0].seal(table)
    assert table.snapshot.version == version


def test_a_game_with_links_verifies_and_says_whose_link_was_missing(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    verdict = checked(play_on(table, phones))
    assert verdict.wrong == ()
    assert verdict.draws > 2
    assert {seat for _, seat in verdict.besides.unopened} == {phones[-1].seat}


def test_a_game_that_was_imported_and_goes_on_verifies(
    table: Table, phones: tuple[LinkPhone, ...]
) -> None:
    attack(table)
    open_all(table, phones)
    table.draw("panel")
    table.return_to("cli", table.import_game(json.dumps(exported(table)).encode()))
    verdict = checked(play_on(table, phones))
    assert verdict.wrong == ()
    assert verdict.draws > 1


def exchanged(file: File) -> None:
    """Put a chain of the table's own in the place of a phone's."""
    own, link = LinkPhone("x"), 0
    seal = next(line for line in file["lines"] if line["kind"] == "seal")["command"]["sha256"]
    for line in file["lines"]:
        command = line.get("command") or {}
        asked = command["links"] if line["kind"] == "ask" else ()
        for each in (command, *asked):
            if each.get("sha256") == seal:
                each["sha256"] = own.end
        if line["kind"] == "link" and command["sha256"] == own.end:
            link += 1
            command["link"] = own.link(link)


def hidden(file: File) -> None:
    """Leave all links out."""
    file["lines"] = [line for line in file["lines"] if line["kind"] != "link"]


def unasked(file: File) -> None:
    """Leave links and asks out."""
    file["lines"] = [line for line in file["lines"] if line["kind"] not in ("ask", "link")]


def other_bag(file: File) -> None:
    """Ask for a draw from another bag."""
    asks = next(line for line in file["lines"] if line["kind"] == "ask")
    asks["command"]["bag"] = "black=1"


def one_left_out(file: File) -> None:
    """Leave one phone out of an ask."""
    next(line for line in file["lines"] if line["kind"] == "ask")["command"]["links"].pop()


def late(file: File) -> None:
    """Open a link after the draw."""
    link = next(line for line in file["lines"] if line["kind"] == "link")
    file["lines"].remove(link)
    drawn = next(
        place
        for place, line in enumerate(file["lines"])
        if (line.get("command") or {}).get("drawn_by") == "dragonbag"
    )
    file["lines"].insert(drawn + 1, link)


def withheld(file: File) -> None:
    """Keep the seed of a game that is over."""
    file["seed"] = ""


LIES: dict[Callable[[File], None], str] = {
    exchanged: "these are not the cubes",
    hidden: "these are not the cubes",
    unasked: "were not asked for their links",
    other_bag: "another draw than the one that waits",
    one_left_out: "every sealed phone",
    late: "these are not the cubes|not_the_time_to_open",  # the cubes may be the same all the same
    withheld: "its seed is withheld",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_the_phones_part_is_caught(
    table: Table, phones: tuple[LinkPhone, ...], lie: Callable[[File], None]
) -> None:
    file = play_on(table, phones)
    lie(file)
    assert re.search(LIES[lie], str(checked(file).wrong[0]))
