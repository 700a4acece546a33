"""Phones with and without the authority, in a real browser that checks it."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from companion.app.https.places import places_of
from companion.app.https.terminator import Front, Terminator
from companion.app.serve import Served, start
from companion.app.settings import Settings
from companion.app.upkeep.again import Again
from tests.browser.chromium import ARGUMENTS, chromium_path
from tests.browser.conftest import PHONE, settings

HOST = "dragonbag.local"
NAMED = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"  # no loopback address: http is not secure


@dataclass
class Table:
    """A served table whose host wishes HTTPS."""

    served: Served
    terminator: Terminator

    @property
    def plain(self) -> str:
        return f"http://{HOST}:{self.served.port}"

    @property
    def secure(self) -> str:
        return f"https://{HOST}:{self.terminator.port}"

    def link(self, base: str, *, is_host: bool = False) -> str:
        assert self.served.guests is not None
        return self.served.guests.link(base, is_host=is_host)


@pytest.fixture
def locked(tmp_path: Path) -> Settings:
    return replace(settings(tmp_path / "table"), is_open=False)


@pytest.fixture
def table(locked: Settings) -> Iterator[Table]:
    with ExitStack() as running:
        served = start(running, locked, again=Again(lambda: None))
        front = Front("127.0.0.1", 0, ("127.0.0.1", served.port))
        places = places_of(locked)
        terminator = Terminator(places, front, lambda: (HOST, "127.0.0.1"))
        yield Table(served, running.enter_context(terminator))


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., BrowserContext]]:
    """Return what switches on a phone, with authorities that it has installed."""
    with ExitStack() as on:

        def switch_on(*authorities: Path) -> BrowserContext:
            home = tmp_path / f"phone {len(authorities)}"
            install(home, authorities)
            chromium = browser.browser_type.launch(
                executable_path=chromium_path(), args=[*ARGUMENTS, NAMED], env={"HOME": str(home)}
            )
            on.callback(chromium.close)
            return chromium.new_context(viewport=PHONE, locale="en-GB")

        yield switch_on


def install(home: Path, authorities: tuple[Path, ...]) -> None:
    """Make the store of authorities that Chromium looks into on Linux."""
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    nss = ("certutil", "-d", f"sql:{store}")
    subprocess.run((*nss, "-N", "--empty-password"), check=True)
    for file in authorities:
        words = (*nss, "-A", "-t", "C,,", "-n", "dragonbag", "-i", str(file))
        subprocess.run(words, check=True)


def test_a_phone_with_the_authority_plays_over_https(
    table: Table, locked: Settings, phone: Callable[..., BrowserContext]
) -> None:
    page = phone(places_of(locked).public / "authority.crt").new_page()
    page.goto(table.link(table.plain, is_host=True))
    page.goto(f"{table.plain}/upkeep/https")
    page.get_by_role("button", name="Switch HTTPS on").click()
    expect(page.get_by_text("HTTPS is served")).to_be_visible()
    page.get_by_role("link", name="Set up a phone").click()
    page.get_by_role("link", name=table.secure).first.click()
    expect(page).to_have_url(f"{table.secure}/")  # it has joined already
    assert page.evaluate("isSecureContext")
    page.goto(table.link(table.secure))
    assert {cookie["name"] for cookie in page.context.cookies(table.secure)} >= {"__Host-phone"}
    assert "__Host-phone" not in {each["name"] for each in page.context.cookies(table.plain)}
    page.goto(f"{table.plain}/")
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_role("link", name="HTTPS for this phone")).to_be_visible()


def test_a_form_and_the_stream_work_over_https(
    table: Table, locked: Settings, phone: Callable[..., BrowserContext]
) -> None:
    page = phone(places_of(locked).public / "authority.crt").new_page()
    page.goto(table.link(table.secure, is_host=True))
    page.goto(f"{table.secure}/upkeep/https")
    page.get_by_role("button", name="Switch HTTPS on").click()
    page.get_by_text("Let the codes lead to HTTPS").first.click()
    page.get_by_role("button", name="Let the codes lead to HTTPS").click()
    expect(page.get_by_text("The table’s codes lead to HTTPS.")).to_be_visible()
    assert table.served.urls() == [f"https://127.0.0.1:{table.terminator.port}/"]
    with page.expect_response(lambda answer: "/live" in answer.url) as live:
        page.goto(f"{table.secure}/watch")
    assert live.value.status == 200
    assert live.value.url.startswith(table.secure)


def test_a_phone_without_the_authority_is_warned_and_plays_over_http(
    table: Table, phone: Callable[..., BrowserContext]
) -> None:
    stranger = phone()
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        stranger.new_page().goto(table.secure)
    page = stranger.new_page()
    page.goto(table.link(table.plain))
    expect(page).to_have_url(f"{table.plain}/")
