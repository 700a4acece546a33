"""Panel, phones, camera and undo act at one table at once, in a process that is killed.

It says ("shown", VERSION, NOTATION) for what lamps and phones are shown, ("done", KEY, COMMAND)
once a phone was answered, and ("failed", WHY) if one of them met an error of the program.
"""

import itertools
import logging
import threading
from contextlib import suppress
from http import HTTPStatus
from multiprocessing.connection import Connection
from pathlib import Path

from flask import Flask
from werkzeug.test import TestResponse

from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import GainGold, ReportDraw, StartGame
from companion.games.clank.values import DrawnBy, Seat
from companion.table.reading import Purpose, Seen, Spot
from companion.table.table import Table
from hardware.panel.panel import Panel
from hardware.panel.pins import Pins
from tests.support.panel_finger import Finger, WatchedFactory
from web_ui.app import Options, create_app

PHONES = ("red", "green", "blue")
START = StartGame((Seat(Colour.RED), Seat(Colour.GREEN), Seat(Colour.BLUE)), Colour.RED)
BLACK_LEFT = 5  # an attack draws at most so many


class Mouth:
    """What the process says, whole and in order, whoever says it."""

    def __init__(self, line: Connection) -> None:
        """Say it on this line."""
        self._line, self._saying = line, threading.Lock()

    def say(self, *words: object) -> None:
        """Say one thing."""
        with self._saying:
            self._line.send(words)


def is_done(answer: TestResponse) -> bool:
    """Return whether the table did it; AssertionError if it could not even say why not."""
    assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, answer.text
    return answer.status_code == HTTPStatus.SEE_OTHER


def follow(table: Table, mouth: Mouth) -> None:
    """Say all that is shown."""
    version = 0
    while (shown := table.wait_newer(version)) is not None:
        version = shown.version
        mouth.say("shown", version, shown.game.notation(shown.state))


def look(app: Flask, mouth: Mouth, run: str) -> None:
    """Be the camera over the tray, and the phone that confirms what it has read."""
    client, table, version = app.test_client(), app.extensions["table"], 0
    while (shown := table.wait_newer(version)) is not None:
        version, attack = shown.version, shown.state.attack
        if attack is None:
            continue
        read = [Spot("black", 10 * n, 10, 8) for n in range(attack.cubes_to_draw)]
        table.see(Seen(version, Purpose.DRAW, 640, 480, tuple(read)))
        key = f"{run}-camera-{version}"
        command = ReportDraw(Cubes(black=len(read)), drawn_by=DrawnBy.CAMERA)
        sent = {"key": key, "cubes.black": str(len(read)), "drawn_by": "camera", "back": "/watch"}
        sent["moment"] = str(shown.moment_of(ReportDraw))
        if is_done(client.post("/do/ReportDraw", data=sent)):
            mouth.say("done", key, command)


def tap(app: Flask, mouth: Mouth, seat: str, run: str) -> None:
    """Be a phone that gains gold, and takes the newest step back now and then."""
    client, table = app.test_client(), app.extensions["table"]
    for number in itertools.count():
        key = f"{run}-{seat}-{number}"
        if number % 7 == 6:
            is_done(client.post("/undo", data={"key": key, "step": table.snapshot.version}))
            continue
        sent = {"key": key, "colour": seat, "gold": "1", "back": f"/seat/{seat}"}
        if is_done(client.post("/do/GainGold", data=sent)):
            mouth.say("done", key, GainGold(Colour(seat), 1))


def press(finger: Finger, table: Table, number: int) -> None:
    """Press Attack, Red and Next in turn; while the dragon waits a press may do nothing."""
    button = ("attack", "red", "next")[number % 3]
    if button == "attack" and table.snapshot.state.bag.black < BLACK_LEFT:
        return
    with suppress(AssertionError):
        if button == "red":
            finger.press(button)
        else:
            finger.tap(button)


def play(path: Path, run: str, line: Connection) -> None:
    """Play until somebody ends this process."""
    logging.disable()
    mouth = Mouth(line)
    threading.excepthook = lambda thread: mouth.say("failed", repr(thread.exc_value))
    with Table.open(path) as table, WatchedFactory() as factory:
        if not table.snapshot.game_id:
            table.open_game("cli", "clank")
            table.submit(START, "cli")
        app = create_app(table, Options(address=str, version="test"))
        app.extensions["table"] = table
        with Panel(table, factory, Pins()) as panel:
            finger = Finger(table, panel, factory)
            threading.Thread(target=follow, args=(table, mouth), daemon=True).start()
            threading.Thread(target=look, args=(app, mouth, run), daemon=True).start()
            for seat in PHONES:
                threading.Thread(target=tap, args=(app, mouth, seat, run), daemon=True).start()
            for number in itertools.count():
                press(finger, table, number)
