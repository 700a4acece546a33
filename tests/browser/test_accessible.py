"""Every page for everybody: axe-core finds nothing, and nothing is wider than a small phone.

Here each page has one of the widths; `make bench ARGS=axe` looks at every page in all of them.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion.app.serve import Served, start
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import (
    CorrectStatus,
    MakeClank,
    ProvokeDragon,
    ReportDraw,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.values import Seat, Status
from companion.games.grave_robbers import commands as robbers
from companion.games.grave_robbers.values import ItemCard, Source
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Level, Rulings, Wish
from tests.browser.conftest import WAIT_S, resize, settings
from tests.browser.games.test_grave_robbers import find_the_treasure

PAGES = (
    *(
        "/",
        "/seat/red",
        "/watch",
        "/table",
        "/score",
        "/odds",
        "/correct",
        "/new",
        "/people",
        "/board",
        "/why",
    ),
    *("/log", "/more", "/games", "/fair", "/luck", "/tray", "/tray/calibrate", "/panel", "/doctor"),
    *("/statistics", "/games/{game}", "/games/{game}/summary"),
)
SMALLEST = 320
WIDTHS = (SMALLEST, 390, 768, 1280)
HEIGHT = 640
WORK_MS = 120_000  # a busy computer takes its time to look at all games
AXE = Axe().axe_script
RUN = """(options) => axe.run(document, options).then(({ violations }) => violations
    .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 120)}`))
)"""
# What differs from one moment to the next on a page that looks the same: fields and marks that
# nobody sees, how full the disk is and how quick.
OF_THE_MOMENT = re.compile(
    r'name="(moment|step|key|game)" value="[^"]*"|data-(?:version|mark)="[^"]*"'
    r'|<div id="(?:pulse|head)" hidden>.*?</div>'
    r"|\d[\d., \u00a0\u202f]*(?:MB|ms|МБ|мс)\b"
)
WAITS = "/static/waiting.js"  # on a page whose work is not done yet; it loads anew each second
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
SEATS = (Seat(Colour.RED, "さくら"), Seat(Colour.GREEN, "Александр Невский"), Seat(Colour.BLUE))


def states(served: Served) -> Iterator[str]:
    """Lead the table through the moments that look different."""
    table = served.table
    yield "no game"
    table.open_game("cli", "clank")
    table.submit(StartGame(SEATS, Colour.RED), "cli")
    table.submit(MakeClank(Colour.RED, 2), "phone:red")
    table.submit(TakeArtifact(Colour.RED, 5), "panel")
    yield "a turn"
    table.submit(ProvokeDragon(), "cli")
    yield "an attack"
    cubes = table.snapshot.state.attack.cubes_to_draw
    table.submit(ReportDraw(Cubes(red=1, black=cubes - 1)), "cli")
    yield "a draw"
    for colour, status in (("red", Status.ESCAPED), ("green", Status.LOST), ("blue", Status.LOST)):
        table.submit(CorrectStatus(Colour(colour), status, "x"), "cli")
    yield "the end"


OF_THE_GAME = (
    "/",
    "/seat/1",
    "/seat/2",
    "/watch",
    "/table",
    "/records",
    "/new",
    "/people",
    "/panel",
    "/log",
    "/more",
)


def states_of_the_game(served: Served) -> Iterator[str]:
    """Lead a table of The Game through the moments that look different."""
    table = served.table
    table.open_game("cli", "the_game")
    yield "no game"
    names, rulings = ("さくら", "Александр Невский", ""), Rulings(advice=True)
    table.submit(the_game.StartGame(names, Who.FIRST, on_fire=True, rulings=rulings), "cli")
    table.submit(the_game.RaiseFlag(Pile.UP_1, Wish.NOT_HERE, Who.SECOND), "phone:2")
    table.submit(the_game.RaiseFlag(Pile.UP_2, Wish.SMALL_STEPS, Who.THIRD), "panel")
    table.submit(the_game.PlayCard(Pile.UP_1, 22), "phone:1")
    yield "a turn"
    table.submit(the_game.PlayCard(Pile.DOWN_1, 90), "phone:1")
    table.submit(the_game.EndTurn(), "phone:1")
    yield "a blue card to cover"
    table.submit(the_game.GiveUp(), "phone:2")
    yield "the end"
    table.open_game("cli", "the_game")
    table.submit(the_game.StartGame(names, Who.FIRST, Level.EXPERT_2, practice=True), "cli")
    yield "not dealt"
    table.draw("cli")
    yield "hands"


OF_GRAVE_ROBBERS = (
    *("/", "/seat/red", "/seat/green", "/watch", "/table", "/odds", "/cards", "/correct", "/why"),
    *("/new", "/people", "/panel", "/log"),
)


def states_of_grave_robbers(served: Served) -> Iterator[str]:
    """Lead a table of Grave Robbers through the moments that look different."""
    table = served.table
    table.open_game("cli", "grave_robbers")
    seats = (Robber(RED, "さくら"), Robber(GREEN, "Александр Невский"), Robber(BLUE))
    table.submit(robbers.StartGame(seats, RED), "cli")
    table.submit(robbers.WriteCard(ItemCard("Rope", 3)), "cli")
    yield "a turn"
    table.submit(robbers.FightPlayer(GREEN), "cli")
    table.submit(robbers.LayItem(RED, Source.HAND, 5), "phone:red")
    yield "a hidden card"
    table.submit(robbers.LayItem(GREEN, Source.PILE, 2), "phone:green")
    yield "both are in"
    table.submit(robbers.SettleFight(), "cli")
    find_the_treasure(served)
    yield "the treasure"
    table.submit(robbers.EndTurn(), "cli")
    yield "the rockfall"


EVENINGS = {
    "clank": (states, PAGES),
    "the_game": (states_of_the_game, OF_THE_GAME),
    "grave_robbers": (states_of_grave_robbers, OF_GRAVE_ROBBERS),
}


@dataclass
class Findings:
    """What is wrong with the pages of an evening, by state and path."""

    violations: set[tuple[str, str, str]] = field(default_factory=set)
    too_wide: set[tuple[str, str, int]] = field(default_factory=set)


@pytest.fixture(scope="module", params=EVENINGS)
def in_english(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Findings:
    """Look at every page of a game once, for both tests."""
    found = Findings()
    with ExitStack() as running:
        served = start(running, settings(tmp_path_factory.mktemp("table")))
        pages = pages_of(browser, served, request.param, "en", AXE)
        for (page, state, path), width in zip(pages, cycle(WIDTHS), strict=False):
            found.too_wide |= {(state, path, wide) for wide in too_wide(page)}
            found.violations |= {(state, path, wrong) for wrong in violations_of(page, width)}
    return found


def test_axe_finds_nothing_by_night_or_day(in_english: Findings) -> None:
    assert in_english.violations == set()


def test_nothing_is_wider_than_a_small_phone(in_english: Findings) -> None:
    assert in_english.too_wide == set()


@pytest.mark.parametrize("language", ["ja", "ru"])
@pytest.mark.parametrize("game", EVENINGS)
def test_nothing_is_wider_in_another_language(
    browser: Browser, served: Served, game: str, language: str
) -> None:
    pages = pages_of(browser, served, game, language)
    assert [(state, path, wide) for page, state, path in pages for wide in too_wide(page)] == []


def too_wide(page: Page) -> list[int]:
    """Return the width of a page that is wider than the phone; nothing if it fits."""
    resize(page, SMALLEST, HEIGHT)
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return [width] if width > SMALLEST else []


def pages_of(
    browser: Browser, served: Served, game: str, language: str, script: str = ""
) -> Iterator[tuple[Page, str, str]]:
    """Open each page of an evening, but none twice that says the same; yield its state and path.

    script: what each page gets before its own; the browser then reads it once and not for each.
    """
    context = browser.new_context(
        viewport={"width": SMALLEST, "height": HEIGHT},
        extra_http_headers={"Accept-Language": language},
        color_scheme="dark",
        reduced_motion="reduce",  # a colour in the middle of a change is nobody's contrast
    )
    if script:
        context.add_init_script(script)
    page = context.new_page()
    page.set_default_timeout(WAIT_S * 1000)
    origin = f"http://127.0.0.1:{served.port}"
    lead, paths = EVENINGS[game]
    known = set[str]()
    for state in lead(served):
        wanted = [origin + path.format(game=served.table.snapshot.game_id) for path in paths]
        for address, text in long_work_last(page, wanted):
            text = OF_THE_MOMENT.sub("", text)
            if text not in known:
                known.add(text)
                answer = page.goto(address)
                if answer is None or WAITS in answer.text():
                    until_done(page)
                yield page, state, address.removeprefix(origin)
    context.close()


def long_work_last(page: Page, addresses: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each address with what it says; long work goes on beside the other pages."""
    late = list[str]()
    for address in addresses:
        text = page.request.get(address).text()
        if WAITS in text:
            late.append(address)
        else:
            yield address, text
    for address in late:
        text = page.request.get(address).text()
        if WAITS in text:
            page.goto(address)
            until_done(page)
            text = page.request.get(address).text()
        yield address, text


def until_done(page: Page) -> None:
    """Wait while the page loads anew: in the middle of that it has no script at all."""
    page.wait_for_function(
        "(script) => document.readyState === 'complete' && !document.querySelector(script)",
        arg=f"script[src*='{WAITS}']",
        timeout=WORK_MS,
    )


def violations_of(page: Page, width: int) -> list[str]:
    """Return what axe finds wrong with the page that is open, and in its colours by day.

    The page was opened with AXE.
    """
    resize(page, width, HEIGHT)
    page.emulate_media(color_scheme="dark")
    found: list[str] = page.evaluate(RUN, {"resultTypes": ["violations"]})
    page.emulate_media(color_scheme="light")
    return [*found, *page.evaluate(RUN, CONTRAST)]
