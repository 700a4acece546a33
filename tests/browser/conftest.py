"""A served table with a drawn panel, and phones in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from companion.app.serve import Served, start
from companion.app.settings import Settings
from companion.table.table import Table
from tests.browser.chromium import ARGUMENTS, chromium_path

PHONE: ViewportSize = {"width": 390, "height": 844}
WAIT_S = 60.0  # for what is sure to come: a busy computer takes its time


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=WAIT_S * 1000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield chromium
        chromium.close()


def settings(folder: Path, port: int = 0) -> Settings:
    return Settings(host="127.0.0.1", port=port, data_dir=folder, panel="mock", is_open=True)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with ExitStack() as running:
        yield start(running, settings(tmp_path))


@pytest.fixture
def phone(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Open a page of the table on a phone of its own; a script error in it fails the test."""
    with ExitStack() as contexts:
        broken: list[str] = []

        def show(path: str, **options: object) -> Page:
            context = browser.new_context(viewport=PHONE, locale="en-GB", **options)  # type: ignore[arg-type]
            contexts.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(WAIT_S * 1000)
            page.on("pageerror", lambda error: broken.append(str(error)))
            page.goto(f"http://127.0.0.1:{served.port}{path}")
            return page

        yield show
        assert broken == []


def resize(page: Page, width: int, height: int) -> None:
    """Give the page another size, and wait until it has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "(size) => `${innerWidth} ${innerHeight}` === size", arg=f"{width} {height}"
    )


def until(table: Table, is_so: Callable[[], bool]) -> None:
    """Wait for what phones send by themselves, such as the links of a draw."""
    while True:
        version = table.snapshot.version  # before the look: what comes after it is newer
        if is_so():
            return
        assert table.wait_newer(version, WAIT_S), "a phone is silent"
