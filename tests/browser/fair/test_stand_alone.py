"""The verifier as one page: away from the table, in a browser from a disk, and under Node."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.serve import Served
from companion.engine.codec import parse
from companion.games import GAMES
from companion.table import game_file
from tests.companion.table.test_verify import reroll
from tests.support.fair.node import needs_node, verified
from tests.support.games.ended_twice import went_on
from tests.support.games.fair_evenings import Evening
from tests.support.places import RELEASES

Phone = Callable[..., Page]


@pytest.fixture
def verifier(served: Served, tmp_path: Path) -> Path:
    page = tmp_path / "verify.html"
    with urlopen(f"http://127.0.0.1:{served.port}/verify.html") as answer:
        page.write_bytes(answer.read())
    return page


@pytest.fixture
def game(served: Served, tmp_path: Path) -> Path:
    """A game that went on after its end."""
    evening = Evening(served.table, seed=4)
    evening.play_to_the_end(asleep=1)
    evening.take_the_end_back()
    evening.seal_all()
    evening.play_to_the_end()
    path = tmp_path / "game.json"
    path.write_bytes(evening.file())
    return path


def forged(game: Path) -> Path:
    file = parse(game.read_bytes())
    reroll(file)
    path = game.with_name("forged.json")
    path.write_text(json.dumps(file))
    return path


def test_the_page_works_from_a_disk_without_a_network(
    browser: Browser, verifier: Path, game: Path
) -> None:
    page = browser.new_page()
    page.context.set_offline(True)
    page.goto(verifier.as_uri())
    page.locator("#game").set_input_files(game)
    expect(page.locator("#told")).to_contain_text("draws by Dragonbag are correct")
    expect(page.locator("#told")).to_contain_text("The end was taken back")
    expect(page.locator("#told")).to_contain_text("End of the game: ")
    expect(page.locator("#told")).to_contain_text("did not open a link")
    page.locator("#game").set_input_files(forged(game))
    expect(page.locator("#told")).to_have_class("wrong")
    expect(page.locator("#told")).to_contain_text("give other cubes")
    page.close()


@needs_node
def test_the_same_page_is_a_script_for_node(verifier: Path, game: Path) -> None:
    right, wrong = verified(verifier, game), verified(verifier, forged(game))
    assert right.is_right, right.text
    assert "draws by Dragonbag are correct" in right.text
    assert not wrong.is_right
    assert "give other cubes" in wrong.text


@needs_node
def test_it_accepts_the_files_that_0_1_wrote_of_every_game(verifier: Path) -> None:
    files = sorted((RELEASES / "0.1.0").glob("*.json"))
    assert {file.stem for file in files} == set(GAMES)
    for file in files:
        found = verified(verifier, file)
        assert found.is_right, (file.name, found.text)


@needs_node
@pytest.mark.parametrize("name", GAMES)
def test_it_accepts_a_game_that_a_correction_let_go_on(
    verifier: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "again").mkdir()
    with went_on(tmp_path / "again", name) as table:
        file = tmp_path / f"{name}.json"
        file.write_bytes(game_file.export_game(table.journal, table.snapshot.game_id))
    found = verified(verifier, file)
    assert found.is_right, found.text


def test_a_phone_saves_what_it_has_seen_and_the_verifier_holds_the_file_against_it(
    served: Served, phone: Phone, browser: Browser, verifier: Path, tmp_path: Path
) -> None:
    evening = Evening(served.table, seed=3)
    red = phone("/watch")
    until_seen(red, evening)
    evening.play_to_the_end()
    until_seen(red, evening)
    red.goto(red.url.replace("/watch", "/fair"))
    with red.expect_download() as download:
        red.get_by_role("link", name="What this phone has seen, as a file").click()
    notes = tmp_path / "notes.json"
    download.value.save_as(notes)
    assert "secret" not in notes.read_text()
    game = tmp_path / "game.json"
    game.write_bytes(evening.file())
    page = browser.new_page()
    page.goto(verifier.as_uri())
    page.locator("#game").set_input_files(game)
    page.locator("#notes").set_input_files(notes)
    expect(page.locator("#told")).to_have_class("right")
    told = json.loads(notes.read_text())
    told["notes"]["heads"][-1][1] = "0" * 64
    other = tmp_path / "other.json"
    other.write_text(json.dumps(told))
    page.locator("#notes").set_input_files(other)
    expect(page.locator("#told")).to_contain_text("not the one that this phone has seen")
    page.close()


def until_seen(page: Page, evening: Evening) -> None:
    head = evening.table.snapshot.head
    assert head is not None
    page.wait_for_function(
        "([game, number]) => JSON.parse(localStorage.getItem(`seen ${game}`))"
        "?.heads.at(-1)[0] >= number",
        arg=[evening.table.snapshot.game_id, head.number],
    )
