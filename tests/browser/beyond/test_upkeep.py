"""The host's pages about the machine in a browser: orders, a table that starts again, and axe."""

import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from companion.app.https.places import Status, places_of, publish
from companion.app.https.served import Https
from companion.app.pi.backup import back_up
from companion.app.pi.caretaker.orders import (
    PROGRESS,
    SOCKET,
    Offer,
    Progress,
    State,
    Verb,
    at_work,
)
from companion.app.pi.wifi.keeper import NOT_JOINED
from companion.app.upkeep.again import OUTCOME, Outcome
from companion.engine.codec import dump
from companion.engine.value import replace
from tests.browser.conftest import PHONE
from tests.browser.test_accessible import AXE, SMALLEST, violations_of
from tests.companion.app.upkeep.machine import Machine, a_machine


@dataclass
class Pages:
    """The pages of a machine at an address; a new life of its table may answer there."""

    machine: Machine
    app: Flask
    address: str = ""

    def __call__(self, *request: object) -> object:
        """Answer as the table that lives now."""
        return self.app(*request)  # type: ignore[arg-type]  # as the server calls it

    def live_again(self) -> None:
        """Let a table answer that was started again."""
        self.app = self.machine.client("stranger").application


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    with a_machine(tmp_path) as machine:
        machine.install()
        (machine.root / SOCKET.relative_to("/")).parent.mkdir(parents=True)
        (machine.root / SOCKET.relative_to("/")).touch()
        pages = Pages(machine, machine.client("stranger").application)
        server = make_server("127.0.0.1", 0, pages, threaded=True)  # type: ignore[arg-type]
        pages.address = f"http://127.0.0.1:{server.port}"
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield pages
        server.shutdown()
        serving.join()


@pytest.fixture
def host(browser: Browser, pages: Pages) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(pages.machine.guests.link(pages.address, is_host=True))
    yield page
    context.close()


@pytest.fixture
def report(pages: Pages) -> Iterator[Callable[..., None]]:
    """Report as a caretaker does that is at work."""
    file = pages.machine.root / PROGRESS.relative_to("/")
    with at_work(file.parent):

        def put(state: State, *told: str, now: str = "", offer: Offer | None = None) -> None:
            file.write_bytes(dump(Progress(Verb.UPDATE, state, "", told, offer, now)))

        yield put


def test_an_orders_steps_come_while_the_page_stays_where_it_is(
    host: Page, pages: Pages, report: Callable[..., None]
) -> None:
    report(State.RUNNING, "copy the program", now="Installing version 8.0.0")
    host.goto(f"{pages.address}/upkeep#version")
    order = host.locator("#order")
    expect(order).to_contain_text("Installing version 8.0.0")
    order.locator("summary").click()
    expect(order.get_by_text("copy the program")).to_be_visible()
    at = host.evaluate("scrollY")
    assert at > 0
    report(State.RUNNING, "copy the program", "save the journal", now="Starting version 8.0.0")
    expect(order).to_contain_text("Starting version 8.0.0")
    expect(order.get_by_text("save the journal")).to_be_visible()
    assert host.evaluate("scrollY") == at
    report(State.FAILED, "copy the program", "It does not start.")
    expect(order).to_contain_text("That did not work. It does not start.")
    expect(host.get_by_role("button", name="Look for a new version")).to_be_visible()


def test_the_last_page_waits_for_another_life_of_the_table(
    host: Page, pages: Pages, tmp_path: Path
) -> None:
    back_up(pages.machine.settings.journal, None, tmp_path / "old.zip")
    backup = io.BytesIO((tmp_path / "old.zip").read_bytes()).getvalue()
    host.goto(f"{pages.address}/upkeep")
    sent = {"name": "old.zip", "mimeType": "application/zip", "buffer": backup}
    host.locator("input[name=backup]").set_input_files(sent)  # type: ignore[arg-type]
    host.get_by_role("button", name="Check it").click()
    host.locator("summary", has_text="Restore it").click()
    with host.expect_response(lambda answer: answer.url.endswith("/upkeep")):
        host.get_by_role("button", name="Restore it").click()
    expect(host.get_by_text("takes the backup and starts again")).to_be_visible()
    assert pages.machine.ended == ["again"]
    pages.live_again()
    expect(host.get_by_role("button", name="Make a backup")).to_be_visible()
    assert host.url == f"{pages.address}/upkeep"


def test_a_phone_that_is_no_longer_the_hosts_is_led_away(
    host: Page, pages: Pages, report: Callable[..., None]
) -> None:
    report(State.RUNNING, now="Starting version 8.0.0")
    host.goto(f"{pages.address}/upkeep")
    host.context.clear_cookies()
    expect(host.locator("#order")).to_have_count(0)
    assert host.url == f"{pages.address}/"


OPEN_ALL = "document.querySelectorAll('details').forEach((each) => (each.open = true))"
HTTPS = Status(8443, "2027-12-24 02:36", "AB:12:" * 31 + "AB", ("192.168.1.4", "dragonbag.local"))


def looks(pages: Pages, report: Callable[..., None]) -> Iterator[str]:
    """Lead the machine through what its pages can say, and yield their addresses."""
    machine = pages.machine
    yield from ("/upkeep", "/upkeep/log", "/upkeep/pins", "/upkeep/network", "/upkeep/https")
    report(State.RUNNING, "copy the program", now="Starting version 8.0.0")
    machine.wifi.seen = replace(machine.wifi.seen, wifi="", is_own=True)
    machine.wifi.trouble = NOT_JOINED.about(name="Home", why="no such network")
    machine.wifi.captive = f"{pages.address}/"
    places = places_of(machine.settings)
    Https(machine.settings).choose(is_on=True, leads=False)
    yield from ("/upkeep", "/upkeep/network", "/stay", "/upkeep/https")
    report(State.DONE, "one", "two", offer=Offer("8.0.0", "- The dragon sings."))
    machine.wifi.seen = replace(machine.wifi.seen, cable=True)
    publish(places.public, HTTPS, b"the authority")
    yield from ("/upkeep", "/upkeep/network", "/upkeep/https", "/secure")
    report(State.FAILED, "one", "It does not start.")
    machine.wifi.forgets = True
    (machine.settings.data_dir / OUTCOME).write_bytes(dump(Outcome("2026-11-24T08:00", "old")))
    pages.live_again()
    yield from ("/upkeep", "/upkeep/network")


def test_axe_finds_nothing_on_the_pages_about_the_machine(
    host: Page, pages: Pages, report: Callable[..., None]
) -> None:
    host.add_init_script(AXE)
    found = []
    for path in looks(pages, report):
        host.goto(pages.address + path)
        host.evaluate(OPEN_ALL)
        found += [f"{path}: {told}" for told in violations_of(host, SMALLEST)]
        width = host.evaluate("document.documentElement.scrollWidth")
        found += [f"{path} is {width} wide"] if width > SMALLEST else []
    assert found == []
