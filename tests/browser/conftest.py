"""A served table with a drawn panel, and phones in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from companion.app.serve import Served, start
from companion.app.settings import Settings
from companion.table.table import Table
from tests.browser.chromium import ARGUMENTS, chromium_path
from tests.support.pages import has_compiled

PHONE: ViewportSize = {"width": 390, "height": 844}
WAIT_S = 60.0  # for what is sure to come: a busy computer takes its time
# Until a frame has the size, and the page has done what it does at another one. To evaluate costs
# half of what it costs to wait for a function, which brings much script into each page anew.
HAS_SIZE = """(size) => new Promise((done) => {
  const look = () =>
    `${innerWidth} ${innerHeight}` === size ? done() : requestAnimationFrame(look);
  requestAnimationFrame(look);
})"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=WAIT_S * 1000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield chromium
        chromium.close()


def settings(folder: Path, port: int = 0) -> Settings:
    data_dir = has_compiled(folder)
    return Settings(host="127.0.0.1", port=port, data_dir=data_dir, panel="mock", is_open=True)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with ExitStack() as running:
        yield start(running, settings(tmp_path))


@pytest.fixture(scope="session")
def drawer() -> list[BrowserContext]:
    """The usual phones that nobody uses now: to make a new one takes longer than to wipe one."""
    return []


def usual(browser: Browser, origin: str) -> BrowserContext:
    """Make a phone; the page that stays open keeps its process for the pages that come."""
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    context.new_page().goto(f"{origin}/healthz")
    return context


def put_back(page: Page, drawer: list[BrowserContext]) -> None:
    page.close()
    page.context.set_offline(False)
    drawer.append(page.context)


def wiped(page: Page, origin: str) -> Page:
    """Let the phone know nothing, also if an earlier table had the same address."""
    page.context.clear_cookies()
    wipe = page.context.new_cdp_session(page)
    wipe.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    wipe.detach()
    return page


@pytest.fixture
def phone(
    browser: Browser, served: Served, drawer: list[BrowserContext]
) -> Iterator[Callable[..., Page]]:
    """Open a page of the table on a phone of its own; a script error in it fails the test."""
    with ExitStack() as contexts:
        broken: list[str] = []
        origin = f"http://127.0.0.1:{served.port}"

        def show(path: str, **options: object) -> Page:
            if options:
                wanted = {"viewport": PHONE, "locale": "en-GB"} | options
                page = browser.new_context(**wanted).new_page()  # type: ignore[arg-type]
                contexts.callback(page.context.close)
            else:
                context = drawer.pop() if drawer else usual(browser, origin)
                page = wiped(context.new_page(), origin)
                contexts.callback(put_back, page, drawer)
            page.set_default_timeout(WAIT_S * 1000)
            page.on("pageerror", lambda error: broken.append(str(error)))
            page.goto(origin + path)
            return page

        yield show
        assert broken == []


def resize(page: Page, width: int, height: int) -> None:
    """Give the page another size, and wait until it has it."""
    size: ViewportSize = {"width": width, "height": height}
    if page.viewport_size != size:
        page.set_viewport_size(size)
        page.evaluate(HAS_SIZE, f"{width} {height}")


def until(table: Table, is_so: Callable[[], bool]) -> None:
    """Wait for what phones send by themselves, such as the links of a draw."""
    while True:
        version = table.snapshot.version  # before the look: what comes after it is newer
        if is_so():
            return
        assert table.wait_newer(version, WAIT_S), "a phone is silent"
