"""A locked table: a phone joins by its link, and what others hear of it."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.demo import BOTS
from companion.app.serve import Served, start
from companion.games.clank.box import Colour
from companion.games.clank.commands import ProvokeDragon, StartGame
from companion.games.clank.values import Seat
from tests.browser.conftest import settings
from web_ui.access.guests import Guests


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Served]:
    with ExitStack() as running:
        served = start(running, replace(settings(tmp_path), is_open=False))
        served.table.open_game("cli", "clank")
        seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
        served.table.submit(StartGame(seats, Colour.RED), "cli")
        yield served


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB")
    yield context.new_page()
    context.close()


@pytest.fixture
def scriptless(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", java_script_enabled=False)
    yield context.new_page()
    context.close()


def address(served: Served) -> str:
    return f"http://127.0.0.1:{served.port}"


def guests_of(served: Served) -> Guests:
    assert served.guests is not None
    return served.guests


def test_a_stranger_sees_how_to_join_and_a_guest_plays(locked: Served, page: Page) -> None:
    page.goto(f"{address(locked)}/seat/red")
    expect(page.get_by_text("Scan the table's QR code")).to_be_visible()
    page.goto(guests_of(locked).link(address(locked)))
    page.get_by_role("button", name="Ann: Sit here").click()
    page.get_by_role("button", name="Ann: one Clank! more").click()
    expect(page.locator(".count b")).to_have_text("4")
    assert any(entry.source == "phone:red" for entry in locked.table.snapshot.story)
    page.goto(f"{address(locked)}/seat/green")
    page.get_by_role("link", name="Me", exact=True).click()
    page.wait_for_url("**/seat/red")


def test_a_phone_that_was_sent_away_is_shown_how_to_join(locked: Served, page: Page) -> None:
    page.goto(guests_of(locked).link(address(locked)))
    page.get_by_role("button", name="Ann: Sit here").click()
    expect(page.locator(".count b")).to_have_text("3")
    (phone,) = guests_of(locked).phones
    guests_of(locked).remove(phone.id)  # the page finds out by itself
    expect(page.get_by_text("Scan the table's QR code")).to_be_visible()


@pytest.mark.parametrize("look", ["page", "scriptless"])
def test_a_seat_is_taken_over_and_given_up_only_after_a_question(
    locked: Served, look: str, request: pytest.FixtureRequest
) -> None:
    page, guests = request.getfixturevalue(look), guests_of(locked)
    other = guests.join(guests.link("").rpartition("/")[2])
    assert other is not None
    guests.take(other, "red", "Ann")
    page.goto(guests.link(address(locked)))
    expect(page.get_by_text("Ann’s phone sits here")).to_be_visible()
    expect(page.get_by_role("button", name="Ann: Take the seat over")).to_be_hidden()
    page.get_by_text("Take over", exact=True).click()
    expect(page.get_by_text("Then you play Ann, and the other phone watches.")).to_be_visible()
    page.get_by_role("button", name="Ann: Take the seat over").click()
    page.wait_for_url("**/seat/red")
    assert [phone.seat for phone in guests.phones] == ["", "red"]
    page.goto(address(locked))
    page.set_viewport_size({"width": 390, "height": 844})
    give_up = page.get_by_text("Give up", exact=True)
    height = give_up.evaluate("(one) => one.offsetHeight")
    assert height == 48, "the words have room in one line"
    give_up.click()
    page.get_by_role("button", name="Give up the seat").click()
    expect(page.get_by_role("button", name="Ann: Sit here")).to_be_visible()
    assert [phone.seat for phone in guests.phones] == ["", ""]


def test_an_attack_is_felt_on_the_table_display(locked: Served, page: Page) -> None:
    page.goto(guests_of(locked).link(address(locked)))
    page.goto(f"{address(locked)}/table")
    expect(page.locator(".seats li")).to_have_count(2)
    expect(page.locator("#sound")).to_be_visible()
    locked.table.submit(ProvokeDragon(), "cli")
    expect(page.get_by_role("heading", name="The dragon attacks!")).to_be_visible()
    expect(page.locator("body[data-played=attack]")).to_be_attached()


# What the browser has got for a page, in bytes as they came over the wire.
GOT = """() => Object.fromEntries(["navigation", "resource"]
    .flatMap((kind) => performance.getEntriesByType(kind))
    .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]))"""
ALWAYS = {"taps"}
LIVE = {"fragments", "news", "awake", "witness"} | ALWAYS
WHOLE, FIRST_PAINT = 22_000, 13_000  # bytes of all answers; of page and style


@pytest.mark.parametrize(
    ("path", "scripts"),
    [
        ("/seat/red", LIVE | {"steady", "sheets", "draws", "clank/attack"}),
        ("/table", LIVE | {"switches", "clock", "speak", "clank/moment"}),
        ("/score", LIVE),
        ("/why", ALWAYS),
        ("/more", ALWAYS | {"switches", "clock"}),
        ("/fair", ALWAYS | {"fair", "pictures"}),
        ("/panel", ALWAYS | {"panel"}),
    ],
)
def test_a_page_names_only_the_scripts_it_needs_and_asks_for_them_at_once(
    locked: Served, page: Page, path: str, scripts: set[str]
) -> None:
    page.goto(guests_of(locked).link(address(locked)))
    page.goto(address(locked) + path)
    source = page.locator("head script").get_attribute("src")
    assert source is not None
    named = source.removeprefix("/static/").partition("?")[0].split("+")
    assert {name.removesuffix(".js") for name in named} == scripts


@pytest.mark.parametrize("game", BOTS)
def test_all_that_a_seat_loads_is_light(locked: Served, page: Page, game: str) -> None:
    if game != "clank":
        locked.table.open_game("cli", game)
        locked.table.submit(BOTS[game].set_up(3, random.Random(1)), "cli")
    page.goto(guests_of(locked).link(address(locked)))
    page.get_by_role("button", name="Sit here").first.click()
    page.wait_for_url("**/seat/*")
    if game == "clank":
        page.locator("[data-seals*=seal]").wait_for(state="attached")  # of the phone's number
    page.wait_for_function(f"() => Object.keys(({GOT})()).some((one) => one.endsWith('/digests'))")
    # The tab's icon is the browser's own wish, and comes when it likes or not at all.
    needless = ("/mix/", "/static/icon.svg")
    found = page.evaluate(GOT).items()
    got = {path: size for path, size in found if not any(part in path for part in needless)}
    assert all(got.values()), got
    first = sum(size for path, size in got.items() if "/seat/" in path or ".css" in path)
    assert first < FIRST_PAINT, got
    assert sum(got.values()) < WHOLE, got
