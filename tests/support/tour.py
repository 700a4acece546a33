"""`python -m tests.support.tour FOLDER`: the screenshots of docs/, from a table in Chromium."""

import random
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.app.serve import Served, start
from companion.app.settings import Settings
from companion.app.venue import Board
from companion.app.venue import start as start_board
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.staff import StaffCall
from companion.games.clank.box import Colour
from companion.games.clank.commands import (
    Command,
    MakeClank,
    RefillRow,
    ReportDraw,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.values import Seat
from companion.games.grave_robbers import bot
from companion.games.grave_robbers import commands as robbing
from companion.games.grave_robbers.box import Colour as Pawn
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game import bot as pile_bot
from companion.games.the_game import commands as laying
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Wish
from companion.table.reading import Purpose
from companion.table.table import Table
from tests.browser.chromium import ARGUMENTS, chromium_path
from tests.companion.beyond.broker import Mosquitto
from tests.companion.beyond.tables import telling
from tests.companion.venue.counted import wait_all
from tests.support.games.clank_bots import command_after
from tests.support.places import PHOTOS
from web_ui.venue.pages import SCREEN

TRAY = PHOTOS / "table"
SEATS = ("Ann", "さくら", "Борис", "Dee")
PHONE, TABLE = (390, 760), (1280, 720)
CARDS_LEFT = 60
TABLES = ("bar", "cellar", "window-1", "window-2", "window-3", "yard")
FINISHED, LONG = 2, 5000  # tables that play to the end, and lines that no game has
SETTLED_MS = 2500  # after the cubes have fallen


@dataclass(frozen=True, slots=True)
class Shot:
    """One screenshot: a page in a language, by day or night."""

    name: str
    path: str
    language: str = "en"
    is_dark: bool = True
    size: tuple[int, int] = PHONE


def take(browser: Browser, port: int, shot: Shot, folder: Path) -> None:
    """Open a page as a new phone would and photograph it."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=shot.language,
        color_scheme="dark" if shot.is_dark else "light",
    )
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}{shot.path}")
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=folder / f"{shot.name}.jpg", type="jpeg", quality=82)
    context.close()


def tour(browser: Browser, served: Served, folder: Path) -> None:
    """Lead a table through an attack and photograph it on the way."""
    table = served.table
    table.open_game("cli", "clank")
    seats = tuple(Seat(colour, name) for colour, name in zip(Colour, SEATS, strict=True))
    table.submit(StartGame(seats, Colour.RED, danger=3), "cli")
    table.submit(MakeClank(Colour.RED, 2), "phone:red")
    table.submit(TakeArtifact(Colour.RED, 15), "phone:red")
    take(browser, served.port, Shot("turn", "/seat/red"), folder)
    take(browser, served.port, Shot("turn-ja", "/seat/green", "ja", is_dark=False), folder)
    take(browser, served.port, Shot("odds-ru", "/odds", "ru"), folder)
    table.submit(RefillRow(symbol_revealed=True), "phone:red")
    assert served.tray is not None, "the tour needs OpenCV"
    tray = served.tray()
    tray.shoot_blank()
    tray.shoot_colours()
    tray.read(Purpose.DRAW)
    take(browser, served.port, Shot("tray", "/seat/red"), folder)
    table.see(None)
    table.draw("phone:red")
    take(browser, served.port, Shot("table", "/table", size=TABLE), folder)


def dungeon(browser: Browser, served: Served, folder: Path) -> None:
    """Let bots rob a grave until a card must fall, and photograph the map."""
    table, dice = served.table, random.Random(5)
    table.open_game("cli", "grave_robbers")
    seats = tuple(Robber(pawn, name) for pawn, name in zip(Pawn, SEATS, strict=True))
    table.submit(robbing.StartGame(seats, Pawn.RED), "cli")
    while not table.snapshot.state.must_fall:
        command = bot.next_command(table.snapshot.state, dice)
        assert command is not None
        table.submit(command, "cli")
    take(browser, served.port, Shot("dungeon", f"/seat/{table.snapshot.state.turn}"), folder)


def piles(browser: Browser, served: Served, folder: Path) -> None:
    """Let bots lay a part of the cards of The Game, and photograph phone and display."""
    table = served.table
    table.open_game("cli", "the_game")
    command = laying.StartGame(SEATS, Who.FIRST, on_fire=True, practice=True)
    table.submit(command, "cli")
    table.draw("cli")
    while table.snapshot.state.left > CARDS_LEFT:
        step = pile_bot.next_command(table.snapshot.state)
        assert step is not None
        table.submit(step, "cli")
    turn = table.snapshot.state.turn
    others = [who for who in table.snapshot.state.players if who is not turn]
    table.submit(laying.RaiseFlag(Pile.UP_2, Wish.NOT_HERE, others[0]), "cli")
    take(browser, served.port, Shot("piles", f"/seat/{turn}"), folder)


def evening(table: Table, seed: int, lines: int) -> None:
    """Let bots play Clank! with a name each, for so many lines or to the end."""
    dice = random.Random(seed)
    table.open_game("cli", "clank")
    seats = tuple(Seat(colour, name) for colour, name in zip(Colour, SEATS, strict=True))
    command: Command | None = StartGame(seats[seed % 3 :], Colour.BLUE)
    while command is not None and table.snapshot.version < lines:
        if isinstance(command, ReportDraw):
            table.draw("panel")
        else:
            table.submit(command, "demo")
        command = command_after(table.snapshot.state, dice, b"")


def wall(browser: Browser, folder: Path) -> None:
    """Let tables tell a broker of their games, and photograph the board of the venue."""
    with ExitStack() as running:
        data = Path(running.enter_context(tempfile.TemporaryDirectory()))
        port = running.enter_context(Mosquitto(data)).port
        board = start_board(running, Board(Mqtt("127.0.0.1", port), data, port=0))
        whole = {}
        for seed, name in enumerate(TABLES):
            (data / name).mkdir()
            table = running.enter_context(Table.open(data / name / "journal.sqlite"))
            staff = StaffCall(table)
            running.enter_context(telling(table, port, table=name, staff=staff))
            evening(table, seed, LONG if seed < FINISHED else 20 * seed)
            if seed == FINISHED:
                staff.begin()
            whole[name] = table.snapshot.version
        wait_all(board.store, whole)
        link = f"/enter/{board.store.link(SCREEN)}"
        take(browser, board.port, Shot("wall", link, size=TABLE), folder)


def main(folder: Path) -> None:
    """Serve a table of its own, and take all screenshots."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as running, tempfile.TemporaryDirectory() as data:
        settings = Settings(
            host="127.0.0.1", port=0, data_dir=Path(data), panel="none", is_open=True
        )
        served = start(running, settings)
        tray = served.tray() if served.tray else None
        if tray is not None:
            from hardware.tray.cameras.folder import FolderCamera

            tray.camera = FolderCamera(TRAY)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            tour(browser, served, folder)
            dungeon(browser, served, folder)
            piles(browser, served, folder)
            wall(browser, folder)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
