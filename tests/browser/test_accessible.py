"""Every page for everybody: axe-core finds nothing, and nothing is wider than a small phone."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion.games.clank.commands import (
    CorrectStatus,
    MakeClank,
    ProvokeDragon,
    ReportDraw,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.components import Colour, Cubes
from companion.games.clank.words import Seat, Status
from companion.serving import Served

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
        "/board",
        "/why",
    ),
    *("/log", "/games", "/fair", "/luck", "/tray", "/tray/calibrate", "/panel", "/doctor"),
)
SMALLEST = 320
LOOKS = (("en", "dark"), ("en", "light"), ("ja", "dark"), ("ru", "light"))
SEATS = (Seat(Colour.RED, "さくら"), Seat(Colour.GREEN, "Александр Невский"), Seat(Colour.BLUE))


def states(served: Served) -> Iterator[str]:
    """Lead the table through the moments that look different."""
    table = served.table
    yield "no game"
    table.open_game("cli")
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


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_axe_finds_nothing_and_nothing_is_too_wide(
    browser: Browser, served: Served, language: str, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": SMALLEST, "height": 640},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",  # a colour in the middle of a change is nobody's contrast
    )
    page = context.new_page()
    found: dict[tuple[str, str], object] = {}
    for state in states(served):
        for path in PAGES:
            page.goto(f"http://127.0.0.1:{served.port}{path}")
            if wrong := told(page):
                found[state, path] = wrong
    context.close()
    assert found == {}


def told(page: Page) -> list[str]:
    """Return what is wrong with the page that is open."""
    violations = Axe().run(page).response["violations"]
    wrong = [
        f"{each['id']}: {node['html'][:120]}" for each in violations for node in each["nodes"][:2]
    ]
    width = page.evaluate("document.documentElement.scrollWidth")
    return wrong if width <= SMALLEST else [*wrong, f"{width} px wide"]
