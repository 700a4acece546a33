"""Attacks by a modified table on real phones, and the catalogue before the phone's own verifier."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from companion.app.serve import Served
from companion.engine.codec import parse
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, RefillRow, StartGame
from companion.games.clank.values import Seat
from companion.table import game_file
from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.browser.conftest import until
from tests.support.fair.catalogue import IN_A_FILE, Caught
from tests.support.fair.eventful import eventful
from tests.support.fair.forged import forged
from tests.support.games.fair_evenings import Evening

Phone = Callable[..., Page]
RED, GREEN = Colour.RED, Colour.GREEN
VERIFY = """async (text) => {
  const { verify } = await import("/static/verify.js");
  const files = JSON.parse(text);
  return Promise.all(files.map(async ([file, mine]) => (await verify(file, mine)).wrong));
}"""
Files = list[tuple[object, dict[str, object]]]


def wrong_in(page: Page, files: Files) -> list[list[dict[str, object]]]:
    """Return what the phone finds; the files go as one text, as Playwright is slow with trees."""
    found: list[list[dict[str, object]]] = page.evaluate(VERIFY, json.dumps(files))
    return found


def test_the_phone_catches_what_the_catalogue_says(phone: Phone, tmp_path: Path) -> None:
    with Table.open(tmp_path / "other.sqlite") as table:
        honest = eventful(table).file()
    file = parse(honest)
    heads = [[number, line["hash"]] for number, line in enumerate(file["lines"], 1)]
    notes = {"commitment": file["commitment"], "heads": heads}
    page = phone("/fair")
    assert wrong_in(page, [(file, {}), (file, {"notes": notes})]) == [[], []]
    files = [forged(honest, each.forgery) for each in IN_A_FILE if each.forgery]
    alone = wrong_in(page, [(each, {}) for each in files])
    with_notes = wrong_in(page, [(each, {"notes": notes}) for each in files])
    for attack, one, other in zip(IN_A_FILE, alone, with_notes, strict=True):
        assert bool(one) == (attack.phone is Caught.ALWAYS), attack.what
        assert other, attack.what


@pytest.fixture
def table(served: Served) -> Table:
    served.table.open_game("cli", "clank")
    served.table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
    return served.table


def other_digests(route: Route) -> None:
    """Tell the phone of an ask from another bag than the one in its chain."""
    answer = route.fetch()
    told = answer.json()
    for each in told["lines"]:
        if each["line"]["kind"] == "ask":
            each["line"]["command"]["bag"] = "black=1"
    route.fulfill(json=told)


def other_link(route: Route) -> None:
    """Tell the phone of an ask for another seat's link."""
    answer = route.fetch()
    told = answer.json()
    for each in told["lines"]:
        if each["line"]["kind"] == "ask":
            each["line"]["command"]["links"] = []
    route.fulfill(json=told)


@pytest.fixture
def red(table: Table, phone: Phone) -> Page:
    page = phone("/seat/red")
    until(table, lambda: len(table.snapshot.part.seals) == 1)
    return page


def opens_nothing(table: Table, red: Page, lie: Callable[[Route], None]) -> bool:
    """Begin an attack while the table lies; has the phone looked, and opened nothing?"""
    sent: list[str] = []
    red.on("request", lambda request: sent.append(request.url))
    red.route("**/digests**", lie)
    with red.expect_response("**/digests**"):
        table.submit(RefillRow(symbol_revealed=True), "cli")
    table.draw("panel")  # waits its two seconds in vain
    expect(red.locator("#story")).to_contain_text("attack")
    has_opened = any("/mix/open" in url for url in sent)
    red.unroute_all(behavior="wait")  # the phone may ask once more, and is told the truth then
    return not has_opened


def test_a_phone_opens_nothing_that_is_not_in_its_chain(table: Table, red: Page) -> None:
    assert opens_nothing(table, red, other_digests)


def test_a_phone_opens_no_link_but_its_own(table: Table, red: Page) -> None:
    assert opens_nothing(table, red, other_link)


def test_a_phone_misses_a_link_that_it_has_sent(table: Table, red: Page) -> None:
    table.submit(RefillRow(symbol_revealed=True), "cli")
    until(table, lambda: not table.snapshot.part.asks[-1].missing)
    table.draw("panel")
    (game,) = red.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('links '))")
    red.wait_for_function("(game) => JSON.parse(localStorage.getItem(game)).sent.length", arg=game)
    mine = json.loads(red.evaluate("(game) => localStorage.getItem(game)", game))
    assert (mine["sent"], mine["tried"]) == ([1], [1])
    file = parse(game_file.export_game(table.journal, table.snapshot.game_id))
    with_mine: dict[str, object] = {"links": mine}
    honest, dropped = wrong_in(red, [(file, with_mine), (without_links(file), with_mine)])
    assert honest == []
    assert [wrong["why"] for wrong in dropped] == ["mine"]


def without_links(file: dict[str, object]) -> dict[str, object]:
    def drop(copy: dict[str, object]) -> None:
        lines = copy["lines"]
        assert isinstance(lines, list)
        copy["lines"] = [line for line in lines if line["kind"] != "link"]

    return forged(json.dumps(file).encode(), drop)


def test_a_fork_shows_other_pictures(tmp_path: Path) -> None:
    """Two histories that differ in one step before an attack have other pictures after it."""
    with Table.open(tmp_path / "one" / "journal.sqlite") as table:
        Evening(table, seed=3)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    found = []
    for name, times in (("one", 0), ("two", 1)):
        with Table.open(tmp_path / name / "journal.sqlite") as table:
            evening = Evening.going_on(table, seed=3)
            for _ in range(times):
                table.submit(MakeClank(table.snapshot.state.turn), "panel")
            table.submit(RefillRow(symbol_revealed=True), "cli")
            evening.draw()
            found.append(verify(evening.file()).besides.pictures)
    assert found[0] != found[1]
