"""A phone notices a game that was changed behind its back: at a real table that is started anew."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.serve import Served, start
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.table.journal import Journal
from companion.table.line import Kind
from tests.browser.conftest import PHONE, WAIT_S, settings
from tests.support.places import CHAIN, free_port

RED, GREEN = Colour.RED, Colour.GREEN
ABOVE_THE_SHEET = """(words) => {
  const box = document.querySelector(words).getBoundingClientRect();
  const sheet = [...document.querySelectorAll(".sheet")].find((one) => one.offsetHeight > 0);
  return box.height > 0 && box.bottom <= sheet.getBoundingClientRect().top + 1;
}"""


class Evening:
    """A table that can be stopped, tampered with and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._running = ExitStack()
        self.served: Served

    def begin(self) -> None:
        self._running = ExitStack()
        self.served = start(self._running, settings(self.folder, self.port))

    def stop(self) -> None:
        self._running.close()

    def make_clank(self, times: int) -> None:
        for _ in range(times):
            self.served.table.submit(MakeClank(RED), "panel")

    @property
    def game_id(self) -> str:
        return self.served.table.snapshot.game_id

    @property
    def head(self) -> list[object]:
        head = self.served.table.snapshot.head
        assert head is not None
        return [head.number, head.hash]

    @property
    def journal(self) -> Path:
        return self.served.table.journal.path


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.begin()
    evening.served.table.open_game("cli", "clank")
    evening.served.table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
    yield evening
    evening.stop()


@pytest.fixture
def phone(browser: Browser, evening: Evening) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(WAIT_S * 1000)
    page.goto(f"http://127.0.0.1:{evening.port}/seat/red")
    follows(page, evening)
    yield page
    context.close()


def follows(page: Page, evening: Evening) -> None:
    """Wait until the phone has noted the table's head, or a newer one: phones write lines, too."""
    number, _ = evening.head
    page.wait_for_function(
        "([game, number]) => JSON.parse(localStorage.getItem(`seen ${game}`))"
        "?.heads.at(-1)[0] >= number",
        arg=[evening.game_id, number],
    )


def rewritten(evening: Evening, clank: int) -> None:
    """Play the same game otherwise, with the same id and seed, and a sound chain of its own."""
    with Journal(evening.journal, read_only=True) as journal:
        game_id = str(journal.current_game())
        seed, first, *rest = journal.seed(game_id), *journal.written(game_id)
    for name in evening.folder.glob("journal.sqlite*"):
        name.unlink()
    with Journal(evening.journal) as journal:
        journal.open_game(game_id, "clank", seed, first.source)
        for line in rest[:clank]:
            journal.append(game_id, line.source, None, Kind(line.kind), line.command, line.events)


Tamper = Callable[[Evening], None]


def test_a_phone_follows_a_game_through_sleep_and_a_new_start(
    evening: Evening, phone: Page
) -> None:
    evening.make_clank(2)
    follows(phone, evening)
    phone.context.set_offline(True)
    evening.make_clank(3)
    phone.context.set_offline(False)
    follows(phone, evening)
    evening.stop()
    evening.begin()
    evening.make_clank(1)
    follows(phone, evening)
    expect(phone.locator("#witness")).to_be_hidden()
    phone.goto(phone.url.replace("/seat/red", "/fair"))
    expect(phone.locator("#seen")).to_contain_text("Nothing that it saw was changed")


def test_a_phone_whose_question_is_lost_asks_again_though_nothing_happens(
    evening: Evening, phone: Page
) -> None:
    evening.make_clank(3)
    follows(phone, evening)
    phone.route("**/digests*", lambda route: route.abort(), times=2)
    evening.stop()
    rewritten(evening, 4)
    evening.begin()
    expect(phone.locator("#witness")).to_contain_text("was changed after it was shown here")


@pytest.mark.parametrize("kept", [3, 4])
def test_a_game_that_was_played_otherwise_is_noticed_and_stays_told(
    evening: Evening, phone: Page, kept: int
) -> None:
    """The lines are those of before, but their chain is another one, or shorter, or both."""
    evening.make_clank(3)
    follows(phone, evening)
    evening.stop()
    rewritten(evening, kept)
    evening.begin()
    expect(phone.locator("#witness")).to_contain_text("was changed after it was shown here")
    evening.make_clank(1)
    phone.reload()
    expect(phone.locator("#witness")).to_be_visible()
    phone.set_viewport_size({"width": 360, "height": 640})  # where a sheet covers the whole middle
    phone.get_by_role("link", name="Cards").click()
    expect(phone.locator("#me")).to_have_attribute("inert", "")
    assert phone.evaluate(ABOVE_THE_SHEET, "#witness p"), "an open sheet does not hide it"
    phone.keyboard.press("Escape")
    phone.locator("#witness a").click()
    expect(phone.locator("#seen")).to_contain_text("✗ This phone saw the game up to line")
    expect(phone.locator("#accept")).to_be_hidden()


def test_two_histories_of_one_game_are_noticed_by_whoever_changes_between_them(
    evening: Evening, phone: Page
) -> None:
    evening.make_clank(1)
    follows(phone, evening)
    fork = evening.folder / "fork"
    evening.stop()
    shutil.copytree(evening.folder, fork)
    evening.begin()
    evening.make_clank(2)
    follows(phone, evening)
    evening.stop()
    evening.folder = fork
    evening.begin()
    evening.make_clank(2)
    expect(phone.locator("#witness")).to_be_visible()


def test_the_phone_computes_the_chain_of_the_written_method(evening: Evening, phone: Page) -> None:
    vectors = json.loads(re.findall(r"```json\n(.*?)```", CHAIN.read_text(), re.DOTALL)[-1])
    found = phone.evaluate(
        """async (vectors) => {
          const { START, hashAfter } = await import("/static/chain.js");
          const { digestOf } = await import("/static/lines.js");
          let hash = START;
          return vectors.map(({ blind, line }) => {
            const digest = digestOf(blind, line);
            return [digest, (hash = hashAfter(hash, digest))];
          });
        }""",
        vectors,
    )
    assert found == [[each["digest"], each["hash"]] for each in vectors]
    assert len(found) == 4
