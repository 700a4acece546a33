"""The pages of a venue in a real browser: on a television, and on a phone of the staff."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.venue.database import open_database
from companion.venue.store import Store
from tests.web_ui.venue.told import Told
from web_ui.live.server import LiveServer
from web_ui.venue.app import create_app
from web_ui.venue.pages import SCREEN, SHOWN, STAFF

TELEVISIONS = ((1280, 720), (1920, 1080))
PHONE = (390, 844)
SPILLED = """() => document.documentElement.scrollWidth > innerWidth
  || (document.body.matches(".wall") && document.documentElement.scrollHeight > innerHeight)"""


class Venue:
    """A served board, whose tables tests invent."""

    def __init__(self, running: ExitStack, folder: Path) -> None:
        engine = open_database("", folder)
        running.callback(engine.dispose)
        self.told, self.store = Told(), Store(engine)
        app = create_app(self.told, self.store)
        self.port = running.enter_context(LiveServer(app, "127.0.0.1", 0, lambda *_: None)).port

    def open(self, page: Page, link: str) -> None:
        page.goto(f"http://127.0.0.1:{self.port}/enter/{self.store.link(link)}")


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    with ExitStack() as running:
        yield Venue(running, tmp_path)


@pytest.fixture
def pages(browser: Browser) -> Iterator[ExitStack]:
    with ExitStack() as contexts:
        yield contexts


def page_of(
    browser: Browser, contexts: ExitStack, size: tuple[int, int], language: str = "en"
) -> Page:
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
    contexts.callback(context.close)
    return context.new_page()


@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_nothing_spills_over_the_edge_of_a_screen(
    venue: Venue, browser: Browser, pages: ExitStack, language: str
) -> None:
    now = datetime.now(UTC).isoformat()
    for number in range(SHOWN + 5):
        venue.told.hear(f"table-{number}-by-the-window", called=now if number < 2 else "")
    screens = [(SCREEN, size) for size in TELEVISIONS] + [(STAFF, PHONE)]
    for link, size in screens:
        page = page_of(browser, pages, size, language)
        venue.open(page, link)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not page.evaluate(SPILLED), (link, size)


def test_a_new_call_shows_without_a_reload_and_is_answered(
    venue: Venue, browser: Browser, pages: ExitStack
) -> None:
    venue.told.hear("kitchen")
    page = page_of(browser, pages, PHONE)
    venue.open(page, STAFF)
    expect(page.get_by_text("Nobody calls.")).to_be_visible()
    venue.told.hear("kitchen", called=datetime.now(UTC).isoformat())
    with page.expect_navigation():
        page.get_by_role("button", name="On my way").click()
    expect(page).to_have_title("(1) Staff · Dragonbag")
    assert venue.told.answered == [("kitchen", "coming")]


@pytest.mark.parametrize("link", [SCREEN, STAFF])
def test_axe_finds_nothing(venue: Venue, browser: Browser, pages: ExitStack, link: str) -> None:
    venue.told.hear("kitchen", called=datetime.now(UTC).isoformat())
    venue.told.hear("cellar", is_online=False)
    page = page_of(browser, pages, PHONE if link == STAFF else TELEVISIONS[0])
    venue.open(page, link)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
