"""A table whose owner has changed its program, at the same address, and two real phones at it.

One table and two phones play all games here: a phone remembers each game by itself.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.serve import Served, start
from companion.draws import fair_draw
from companion.draws.links import LINKS, before
from companion.engine.codec import JsonObject, parse
from companion.engine.errors import Rejected
from companion.engine.value import replace
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, RefillRow, ReportDraw, StartGame, Withdraw
from companion.games.clank.values import Seat
from companion.table import game_file
from companion.table.fair.verify import Remembered, verify
from companion.table.journal import Journal
from companion.table.line import EpochCause, Kind, Line
from companion.table.table import Table
from tests.browser.conftest import PHONE, settings, until

RED, GREEN = Colour.RED, Colour.GREEN
Change = Callable[[list[Line]], list[Line]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with ExitStack() as running:
        yield start(running, settings(tmp_path_factory.mktemp("owner")))


@pytest.fixture(scope="module")
def both(browser: Browser) -> Iterator[list[Page]]:
    with ExitStack() as contexts:
        pages = []
        for _ in range(2):
            context = browser.new_context(viewport=PHONE, locale="en-GB")
            contexts.callback(context.close)
            pages.append(context.new_page())
            pages[-1].set_default_timeout(20_000)
        yield pages


@pytest.fixture
def table(served: Served, both: list[Page]) -> Table:
    """A game in which both players have made Clank!, the only one of its journal."""
    for page in both:
        page.goto("about:blank")  # a phone that is still open would seal as soon as the game begins
    served.table.adopt(emptied)
    served.table.open_game("cli", "clank")
    served.table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
    for colour in (RED, GREEN, RED):
        served.table.submit(MakeClank(colour), "panel")
    return served.table


@pytest.fixture
def phones(served: Served, table: Table, both: list[Page]) -> list[Page]:
    """The phones of both seats, which have sealed and seen all that was done."""
    for page, seat in zip(both, (RED, GREEN), strict=True):
        page.goto(f"http://127.0.0.1:{served.port}/seat/{seat}")
    until(table, lambda: len(table.snapshot.part.seals) == 2)
    for page in both:
        follows(page, table)
    return both


def emptied(journal: Journal) -> Journal:
    journal.close()
    for name in journal.path.parent.glob(f"{journal.path.name}*"):
        name.unlink()
    return Journal(journal.path)


def follows(page: Page, table: Table) -> None:
    """Wait until the phone has noted the table's head."""
    head = table.snapshot.head
    assert head is not None
    page.wait_for_function(
        "([game, number]) => JSON.parse(localStorage.getItem(`seen ${game}`))"
        "?.heads.at(-1)[0] >= number",
        arg=[table.snapshot.game_id, head.number],
    )


def attacked(table: Table) -> None:
    """Begin an attack, and wait until both phones have opened their links."""
    table.submit(RefillRow(symbol_revealed=True), "cli")
    until(table, lambda: not table.snapshot.part.asks[-1].missing)


def ended(table: Table) -> JsonObject:
    """End the game, and return it as a file."""
    for colour in (RED, GREEN):
        table.submit(Withdraw(colour, "late"), "cli")
    file: JsonObject = parse(game_file.export_game(table.journal, table.snapshot.game_id))
    return file


def retell(table: Table, change: Change, seed: bytes = b"", why: EpochCause | None = None) -> None:
    """Let the running table go on with another history, whose chain is sound."""

    def other(honest: Journal) -> Journal:
        game, lines = str(honest.current_game()), list(honest.written(str(honest.current_game())))
        kept = seed or honest.seed(game)
        journal = emptied(honest)
        journal.open_game(game, "clank", kept, "cli")
        for line in change(lines[1:]):
            journal.append(game, line.source, None, Kind(line.kind), line.command, line.events)
        if why:
            journal.begin_epoch(game, why, made_at="today")
        return journal

    table.adopt(other)


def dropped(lines: list[Line]) -> list[Line]:
    clank = next(line for line in lines if "MakeClank" in (line.command or ""))
    return [line for line in lines if line is not clank]


def reordered(lines: list[Line]) -> list[Line]:
    place = next(at for at, line in enumerate(lines) if "MakeClank" in (line.command or ""))
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def louder(lines: list[Line]) -> list[Line]:
    more = ('"cubes":1', '"cubes":2')
    return [
        replace(line, command=line.command.replace(*more), events=line.events.replace(*more))
        if line.command and '"ClankMade"' in line.events and '"green"' in line.events
        else line
        for line in lines
    ]


def invented(lines: list[Line]) -> list[Line]:
    return [*lines[:2], lines[1], *lines[2:]]


def same(lines: list[Line]) -> list[Line]:
    return lines


@pytest.mark.parametrize("change", [dropped, reordered, louder, invented])
def test_both_phones_say_at_once_that_lines_were_changed(
    table: Table, phones: list[Page], change: Change
) -> None:
    retell(table, change)
    table.submit(MakeClank(RED), "panel")
    for page in phones:
        expect(page.locator("#witness")).to_contain_text("was changed after it was shown here")


def test_another_seed_with_a_new_promise_is_told_as_that(table: Table, phones: list[Page]) -> None:
    retell(table, same, seed=fair_draw.new_seed())
    table.submit(MakeClank(RED), "panel")
    for page in phones:
        expect(page.locator("#witness")).to_be_visible()
    phones[0].locator("#witness a").click()
    expect(phones[0].locator("#seen")).to_contain_text("The seed is another one, too")


def test_a_seed_row_that_was_changed_is_found_by_phone_and_command_line(
    table: Table, phones: list[Page]
) -> None:
    game, path = table.snapshot.game_id, table.journal.path
    promised = table.snapshot.part.commitment
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE games SET seed = ? WHERE id = ?", (fair_draw.new_seed(), game))
    attacked(table)
    table.draw("panel")
    file = ended(table)
    assert verify(json.dumps(file).encode(), Remembered(promised)).wrong
    assert told_by_check(phones[0]).startswith("✗")


def told_by_check(page: Page) -> str:
    """Press the button on /fair, and return what the phone says of the game."""
    page.goto(page.url.partition("/seat/")[0] + "/fair")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_have_class("notice")
    return page.locator("#told").inner_text()


def test_a_backup_that_never_was_cannot_hide_a_dropped_line(
    table: Table, phones: list[Page]
) -> None:
    retell(table, dropped, why=EpochCause.RESTORE)
    table.submit(MakeClank(RED), "panel")
    for page in phones:
        expect(page.locator("#witness")).to_contain_text("Something that was shown here is gone")
    page = phones[0]
    page.locator("#witness a").click()
    expect(page.locator("#seen")).to_contain_text("The table says that a backup was restored")
    page.locator("#accept").click()
    expect(page.locator("#seen")).to_contain_text("What came after line 0 is gone")
    expect(page.locator("#seen")).to_contain_text("Nothing that it saw was changed")


def test_a_new_seed_for_no_reason_is_told_on_both_phones_and_found_at_the_end(
    table: Table, phones: list[Page]
) -> None:
    table.adopt(renewed)
    table.submit(MakeClank(RED), "panel")
    for page in phones:
        expect(page.locator("#witness")).to_contain_text("The end was taken back")
    assert "a new seed, although no end was taken back" in told_by_check(phones[0])


def renewed(journal: Journal) -> Journal:
    journal.renew_seed(str(journal.current_game()))
    return journal


def test_a_draw_that_is_called_one_by_hand_afterwards_is_noticed(
    table: Table, phones: list[Page]
) -> None:
    attacked(table)
    table.draw("panel")
    for page in phones:
        follows(page, table)
    retell(table, by_hand)
    table.submit(MakeClank(RED), "panel")
    for page in phones:
        expect(page.locator("#witness")).to_be_visible()


def by_hand(lines: list[Line]) -> list[Line]:
    names = ('"drawn_by":"dragonbag"', '"drawn_by":"hand"')
    return [
        replace(line, command=line.command.replace(*names), events=line.events.replace(*names))
        if line.command and "ReportDraw" in line.command
        else line
        for line in lines
    ]


def test_a_draw_that_is_called_one_by_hand_at_once_is_listed(
    table: Table, phones: list[Page]
) -> None:
    attacked(table)
    bag = table.snapshot.state.bag
    assert bag.black >= table.snapshot.state.attack.cubes_to_draw
    black = {"black": table.snapshot.state.attack.cubes_to_draw}
    table.submit(ReportDraw(type(bag)(**black)), "panel")
    ended(table)
    page = phones[0]
    page.goto(page.url.partition("/seat/")[0] + "/fair")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("Attack 1 was drawn by hand after")


def test_a_table_that_seals_its_own_after_it_has_collected_cannot_draw_with_it(
    table: Table, phones: list[Page]
) -> None:
    attacked(table)
    secret = "5e" * 32
    table.seal("owner", "yellow", before(secret, LINKS))
    with pytest.raises(Rejected, match="fits_no_seal"):
        table.open_link("owner", before(secret, LINKS), before(secret, LINKS - 1))
    for page in phones:
        follows(page, table)
    assert {each.seat for each in table.snapshot.part.asks[-1].asked} == {RED, GREEN}


def test_a_link_that_the_table_did_not_take_is_told_by_its_phone_without_blame(
    table: Table, phones: list[Page]
) -> None:
    red = phones[0]
    red.route("**/mix/open", lambda route: route.fulfill(status=503))
    try:
        with red.expect_request("**/mix/open"):
            table.submit(RefillRow(symbol_revealed=True), "cli")
        until(table, lambda: len(table.snapshot.part.asks[-1].missing) == 1)
        table.draw("panel")
        ended(table)
        red.goto(red.url.partition("/seat/")[0] + "/fair")
        red.get_by_role("button", name="Check this game").click()
        told = red.locator("#told")
        expect(told).to_contain_text("sent its link, and the table did not take it")
        expect(told).to_have_class("good")  # the phone may just have been late
    finally:
        red.unroute_all(behavior="wait")


def test_a_phone_opens_nothing_for_an_attack_that_is_only_on_its_page(
    table: Table, phones: list[Page]
) -> None:
    red, seals = phones[0], table.snapshot.part.seals
    ask = {"line": 2, "missing": [{"seal": each.seal, "link": 1} for each in seals]}
    sent: list[str] = []
    red.on("request", lambda request: sent.append(request.url))
    with red.expect_response("**/digests**"):
        red.evaluate(SHOW_AN_ASK, json.dumps(ask))
    with red.expect_request("**/mix/open"):
        attacked(table)  # what is asked for in the chain is opened all the same
    follows(red, table)
    assert len([url for url in sent if url.endswith("/mix/open")]) == 1


SHOW_AN_ASK = """(ask) => {
  document.querySelector("#mix i").dataset.ask = ask;
  document.dispatchEvent(new Event("witnessed"));
}"""


def test_two_phones_that_are_shown_two_games_see_other_pictures(
    served: Served, table: Table, both: list[Page], tmp_path: Path
) -> None:
    """Nothing warns them: each history is sound. Their people see it."""
    red, green = both
    red.goto(f"http://127.0.0.1:{served.port}/seat/red")
    until(table, lambda: len(table.snapshot.part.seals) == 1)
    with ExitStack() as running:
        other = start(running, settings(forked(table, tmp_path)))
        green.goto(f"http://127.0.0.1:{other.port}/seat/green")
        until(other.table, lambda: len(other.table.snapshot.part.seals) == 2)
        told = []
        for page, each, seat in ((red, table, RED), (green, other.table, GREEN)):
            each.submit(RefillRow(symbol_revealed=True), "cli")
            until(each, partial(has_opened, each, seat))
            each.draw("panel")
            pictures = page.locator(".pictures[data-pictures]")
            expect(pictures).to_contain_text("·")
            expect(page.locator("#witness")).to_be_hidden()
            told.append(pictures.inner_text())
        assert told[0].startswith("Attack 1: ")
        assert told[1].startswith("Attack 1: ")
        assert told[0] != told[1]


def forked(table: Table, folder: Path) -> Path:
    """Return a folder with a copy of the journal."""
    path = table.journal.path
    with (
        closing(sqlite3.connect(path)) as one,
        closing(sqlite3.connect(folder / path.name)) as two,
    ):
        one.backup(two)
    shutil.copy(path.with_name(f"{path.name}.head"), folder)
    return folder


def has_opened(table: Table, seat: str) -> bool:
    asks = table.snapshot.part.asks
    return bool(asks) and seat in {each.seat for each in asks[-1].opened}
