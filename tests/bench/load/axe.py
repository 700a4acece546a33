"""Every page of three evenings, in four widths, by night and day: what axe-core finds wrong."""

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.serve import start
from companion.app.settings import Settings
from tests.bench.report import Row
from tests.browser.chromium import ARGUMENTS, chromium_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def every_page() -> list[Row]:
    """Return how many findings axe has in each game; each is printed as it is found."""
    from playwright.sync_api import sync_playwright  # not on every machine that measures

    from tests.browser.test_accessible import EVENINGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        rows = [_evening(browser, game) for game in EVENINGS]
        browser.close()
    return rows


def _evening(browser: "Browser", game: str) -> Row:
    from tests.browser.test_accessible import AXE, WIDTHS, pages_of, violations_of

    looks = 0
    found = set[tuple[str, str, int, str]]()
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(host="127.0.0.1", port=0, data_dir=folder, panel="mock", is_open=True)
        served = start(running, settings)
        for page, state, path in pages_of(browser, served, game, "en", AXE):
            for width in WIDTHS:
                looks += 2
                found |= {(state, path, width, wrong) for wrong in violations_of(page, width)}
    for each in sorted(found):
        print(*each, file=sys.stderr, flush=True)
    return Row(f"axe, {game}", f"{len(found)} findings on {looks} looks", "0")
