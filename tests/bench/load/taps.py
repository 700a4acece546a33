"""Every control of every kind of page that the bots' games lead to, tapped twice at five speeds."""

import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.demo import BOTS
from companion.app.serve import start
from companion.app.settings import Settings
from tests.bench.report import Row
from tests.browser.chromium import ARGUMENTS, chromium_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PHONE = (390, 844)
SEED = 7
EVENINGS = 2  # games of each kind, so that most of what can happen does


def double_taps(percent: int = 10) -> list[Row]:
    """Return how many pairs of taps were tried in each game, and how many did what nobody meant.

    percent: of all pairs, how many to try; all of them take about an hour.
    """
    from playwright.sync_api import sync_playwright  # not on every machine that measures

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        rows = [_game(browser, name, percent / 100) for name in BOTS]
        browser.close()
    return rows


def _game(browser: "Browser", name: str, share: float) -> Row:
    from tests.bench.load.double_taps import Trials

    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(host="127.0.0.1", port=0, data_dir=folder, panel="none", is_open=True)
        served = start(running, settings)
        width, height = PHONE
        page = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
        trials = Trials(served.table, page, random.Random(SEED), share, tell=_print)
        for _evening in range(EVENINGS):
            trials.game(name, f"http://127.0.0.1:{served.port}")
        page.context.close()
    return Row(f"second taps, {name}", f"{len(trials.slips)} of {trials.made} not meant", "0")


def _print(slip: object) -> None:
    print(slip, file=sys.stderr, flush=True)
