"""The host moves a button to another pin on a phone, and the next start has it there."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, expect

from companion.app.serve import start
from companion.app.upkeep.again import Again
from tests.browser.conftest import settings


def test_each_move_is_checked_and_what_is_saved_counts_at_the_next_start(
    browser: Browser, tmp_path: Path
) -> None:
    ended: list[str] = []
    locked = replace(settings(tmp_path), is_open=False)
    with ExitStack() as running:
        served = start(running, locked, again=Again(lambda: ended.append("again")))
        assert served.guests is not None
        page = running.enter_context(browser.new_context(locale="en-GB")).new_page()
        page.goto(served.guests.link(f"http://127.0.0.1:{served.port}", is_host=True))
        page.goto(f"http://127.0.0.1:{served.port}/upkeep/pins")
        undo, checked = page.get_by_label("Undo button"), page.locator("#checked")
        undo.select_option("17")
        expect(checked).to_contain_text("both on BCM 17")
        undo.select_option("4")
        expect(checked).to_contain_text("Nothing here hurts the board")
        expect(checked.get_by_role("listitem").nth(6)).to_contain_text("Undo button")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("starts again with what you chose")).to_be_visible()
    assert ended == ["again"]
    with ExitStack() as running:
        assert start(running, locked).build.pins.buttons["undo"] == 4
