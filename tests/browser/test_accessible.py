"""Every page for everybody: axe-core finds nothing, and nothing is wider than a small phone."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion.app.serve import Served
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
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Level, Rulings, Wish

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
    *("/log", "/more", "/games", "/fair", "/luck", "/tray", "/tray/calibrate", "/panel", "/doctor"),
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


OF_THE_GAME = (
    "/",
    "/seat/1",
    "/seat/2",
    "/watch",
    "/table",
    "/records",
    "/new",
    "/panel",
    "/log",
    "/more",
)


def states_of_the_game(served: Served) -> Iterator[str]:
    """Lead a table of The Game through the moments that look different."""
    table = served.table
    table.open_game("cli", name="the_game")
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
    table.open_game("cli", name="the_game")
    table.submit(the_game.StartGame(names, Who.FIRST, Level.EXPERT_2, practice=True), "cli")
    yield "not dealt"
    table.draw("cli")
    yield "hands"


EVENINGS = [(states, PAGES), (states_of_the_game, OF_THE_GAME)]


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
@pytest.mark.parametrize(("lead", "pages"), EVENINGS)
def test_axe_finds_nothing_and_nothing_is_too_wide(
    browser: Browser,
    served: Served,
    lead: Callable[[Served], Iterator[str]],
    pages: tuple[str, ...],
    language: str,
    scheme: str,
) -> None:
    context = browser.new_context(
        viewport={"width": SMALLEST, "height": 640},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",  # a colour in the middle of a change is nobody's contrast
    )
    page = context.new_page()
    found: dict[tuple[str, str], object] = {}
    for state in lead(served):
        for path in pages:
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
