"""Long work and the phones: nobody else waits for it, and whoever does sees how far it is."""

import http.client
import json
import random
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from companion.engine.errors import DragonbagError
from companion.games import GAMES
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.table import game_file
from companion.table.disk.kept import FILE
from companion.table.table import Table
from companion.worker.work import Desk, R, Ticket, Urgency, Work, X, as_it_is
from companion.worker.worker import Worker
from tests.companion.table.test_verify import play
from tests.companion.worker.jobs import WAIT_S, Held, held, hold, work
from tests.support.pages import create_app
from tests.support.places import PHOTOS
from web_ui.access.policy import Access
from web_ui.api.api import LONG_LINES
from web_ui.app import Options
from web_ui.live.hub import Hub
from web_ui.live.server import THREADS, LiveServer
from web_ui.live.streams import Streams, show_table
from web_ui.render.render import Renderer, Role
from web_ui.render.site import Errand
from web_ui.views import VIEWS

PHOTO = PHOTOS / "images" / "d02_02.jpg"


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


@pytest.fixture
def holding(tmp_path: Path) -> Iterator[Held]:
    with held(tmp_path) as holding:
        yield holding


def begin(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")


class Noting:
    """A desk that tells when it was first asked for work."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self.asked = desk, threading.Event()

    def ask(
        self, work: Work[R], then: Callable[[R], X], patience_s: float | None = None
    ) -> Ticket[X]:
        ticket = self._desk.ask(work, then, patience_s)
        self.asked.set()
        return ticket


def client_of(table: Table, worker: Desk) -> FlaskClient:
    app = create_app(table, Options(address=lambda: "", version="test", desk=worker))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()


def name_in(path: str) -> str:
    return path.removeprefix("/waiting/")


@dataclass(frozen=True)
class Served:
    port: int
    errands: Mapping[str, Errand]

    def wait_for(self, path: str) -> None:
        """Wait until the work that a page tells of has ended, in whatever way; ask now and then."""
        ticket = self.errands[name_in(path)].ticket
        while not ticket.is_done:
            ticket.wait_on()
            with suppress(DragonbagError, TimeoutError):
                ticket.result(1)


@pytest.fixture
def served(table: Table, worker: Worker, tmp_path: Path) -> Iterator[Served]:
    """A real server at which the worker reads photos."""
    pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")
    from hardware.tray.tray import Tray

    begin(table)
    tray = Tray(table, tmp_path / "tray", None, worker)
    app = create_app(
        table, Options(address=lambda: "", version="test", tray=lambda: tray, desk=worker)
    )
    with Hub(table, partial(show_table, app.extensions["renderer"])) as hub:
        streams = Streams(hub, VIEWS, Access(None), lamps=lambda: None)
        with LiveServer(app, "127.0.0.1", 0, streams) as server:
            yield Served(server.port, app.extensions["errands"])


def asked(port: int, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, str]:
    """Return the status, and where the answer leads to or its text."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)) as line:
        line.request(method, path, body, {"Content-Type": kind} if kind else {})
        answer = line.getresponse()
        text = answer.read().decode()
        return answer.status, answer.getheader("Location") or text


def send_photo(port: int, content: bytes) -> tuple[int, str]:
    head = (
        b'--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\narea\r\n'
        b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    )
    body = head + content + b"\r\n--x--\r\n"
    return asked(port, "POST", "/tray/read", body, "multipart/form-data; boundary=x")


def test_taps_are_answered_while_more_photos_wait_than_the_server_has_threads(
    table: Table, worker: Worker, served: Served, holding: Held
) -> None:
    port = served.port
    held_up = worker.ask(work(hold, holding.address, urgency=Urgency.PHOTO), as_it_is)
    line, _ = holding.began()
    waiting = [send_photo(port, PHOTO.read_bytes()) for _ in range(THREADS + 1)]
    assert {status for status, _ in waiting} == {303}
    before = table.snapshot.state.area.red
    form = urlencode({"type": "MakeClank", "colour": "red", "cubes": "1"}).encode()
    told = asked(port, "POST", "/do/MakeClank", form, "application/x-www-form-urlencoded")
    assert told[0] == 303
    assert table.snapshot.state.area.red == before + 1
    assert not held_up.is_done, "the tap did not wait for the worker"
    assert table.snapshot.seen is None
    pages = [asked(port, "GET", path)[1] for _, path in waiting]
    places = [re.search(r"Number (\d+) in line", page) for page in pages]
    assert [int(place[1]) for place in places if place] == list(range(2, THREADS + 3))
    line.send("go on")
    served.wait_for(waiting[-1][1])
    assert asked(port, "GET", waiting[-1][1]) == (303, "/tray")
    assert red_cubes(table) == 2


def red_cubes(table: Table) -> int:
    seen = table.snapshot.seen
    assert seen is not None
    return seen.counts["red"]


def test_a_photo_that_was_refused_is_told_when_it_is_its_turn(served: Served) -> None:
    port = served.port
    status, path = send_photo(port, b"\xff\xd8\xff\xc0\0\x11\x08\x01\0\x01\0" + bytes(50))
    assert (status, path.partition("/waiting/")[0]) == (303, "")
    served.wait_for(path)
    status, text = asked(port, "GET", path)
    assert status == 409
    assert "cannot read this photo" in text, re.findall("<p.*", text)


def test_what_nobody_asked_for_is_a_page_not_found(served: Served) -> None:
    assert asked(served.port, "GET", "/waiting/guessed")[0] == 404


def test_an_import_is_checked_outside_the_table_and_told_when_it_is_done(
    table: Table, worker: Worker, holding: Held
) -> None:
    play(table, 3)
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    worker.ask(work(hold, holding.address, urgency=Urgency.PHOTO), as_it_is)
    line, _ = holding.began()
    client = client_of(table, worker)
    told = client.post("/games/import", data={"file": (BytesIO(text), "game.json")})
    assert "Checking the game file" in client.get(told.location).text
    begin(table)
    table.submit(MakeClank(Colour.RED), "cli")  # the table's lock is free
    assert len(table.journal.games()) == 2
    line.send("go on")
    client.application.extensions["errands"][name_in(told.location)].ticket.result(WAIT_S)
    assert client.get(told.location).location == "/games"
    assert len(table.journal.games()) == 3


def test_a_program_is_answered_when_its_game_is_in_the_journal_and_others_meanwhile_told_to_wait(
    table: Table, worker: Worker, holding: Held
) -> None:
    play(table, 3)
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    worker.ask(work(hold, holding.address, urgency=Urgency.PHOTO), as_it_is)
    line, _ = holding.began()
    desk = Noting(worker)
    client = client_of(table, desk)
    answers: list[int] = []
    other = client.application.test_client()  # one client is one browser

    def import_it() -> None:
        answers.append(other.post("/api/v1/games/import", data=text).status_code)

    first = threading.Thread(target=import_it)
    first.start()
    assert desk.asked.wait(WAIT_S), "the first has not come"
    told = client.post("/api/v1/games/import", data=text)
    assert (told.status_code, told.json["code"]) == (503, "work_failed")  # type: ignore[index]
    line.send("go on")
    first.join(WAIT_S)
    assert answers == [201]


def test_whoever_saves_all_games_waits_for_the_worker_and_the_table_does_not(
    table: Table, worker: Worker, holding: Held
) -> None:
    play(table, 3)
    begin(table)
    line, _ = busy(worker, holding)
    desk = Noting(worker)
    client = client_of(table, desk)
    other = client.application.test_client()
    answers: list[str] = []
    first = threading.Thread(target=lambda: answers.append(other.get("/games.csv").text))
    first.start()
    assert desk.asked.wait(WAIT_S), "the first has not come"
    form = {"type": "MakeClank", "colour": "red", "cubes": "1"}
    assert client.post("/do/MakeClank", data=form).status_code == 303
    assert client.get("/games.xml").status_code == 503, "a second thread would wait"
    assert not answers
    line.send("go on")
    first.join(WAIT_S)
    (text,) = answers
    assert len(text.splitlines()) == 1 + sum(
        len(game.plays.players(game_file.story(table.journal, entry.id)[1]))
        for entry in table.journal.games()
        for game in (GAMES[entry.name],)
    )
    assert client.get("/games.xml").status_code == 200


def test_the_file_of_a_long_game_is_made_by_the_worker_and_a_short_one_at_once(
    table: Table, worker: Worker, holding: Held
) -> None:
    begin(table)
    short = table.submit(GainGold(Colour.RED), "cli").game_id
    file = json.loads(game_file.export_game(table.journal, short))
    file["lines"] += file["lines"][-1:] * LONG_LINES
    long = game_file.import_game(table.journal, json.dumps(file).encode())
    line, _ = busy(worker, holding)
    desk = Noting(worker)
    client = client_of(table, desk)
    other = client.application.test_client()
    answers: list[bytes] = []
    first = threading.Thread(target=lambda: answers.append(other.get(f"/api/v1/games/{long}").data))
    first.start()
    assert desk.asked.wait(WAIT_S), "the first has not come"
    assert client.get(f"/api/v1/games/{short}").status_code == 200
    assert client.get(f"/api/v1/games/{long}").status_code == 503, "a second thread would wait"
    assert not answers
    line.send("go on")
    first.join(WAIT_S)
    assert answers == [game_file.export_game(table.journal, long)]


def test_past_evenings_are_looked_at_once_and_again_after_an_end_was_taken_back(
    table: Table, client: FlaskClient, tmp_path: Path
) -> None:
    play(table, 3)
    assert "of 100 such games" in client.get("/luck").text
    kept = tmp_path / FILE
    with closing(sqlite3.connect(kept)) as db, db:
        assert db.execute("SELECT count(*) FROM kept").fetchone() == (1,)
        (value,) = db.execute("SELECT value FROM kept").fetchone()
        changed = {name: {**one, "cubes": 0} for name, one in json.loads(value).items()}
        db.execute("UPDATE kept SET value = ?", (json.dumps(changed).encode(),))
    assert "0 cubes were drawn" in fresh(table).get("/luck").text, "it was not worked out again"
    while table.snapshot.game.is_over(table.snapshot.state):
        table.undo("cli")
    assert "When the game is over" in fresh(table).get("/luck").text
    while table.snapshot.redo_does is not None:
        table.redo("cli")
    assert fresh(table).get("/luck").text.count("0 cubes were drawn") == 0


def fresh(table: Table) -> FlaskClient:
    """A phone at a table that was started anew."""
    return create_app(table, Options(address=lambda: "", version="test")).test_client()


def test_a_damaged_file_of_what_was_worked_out_is_thrown_away(
    table: Table, client: FlaskClient, tmp_path: Path
) -> None:
    play(table, random.Random(1).randrange(9))
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    assert "of 100 such games" in client.get("/luck").text
    assert "of 100 such games" in fresh(table).get("/luck").text


def test_past_games_are_looked_at_once_and_the_page_waits_for_it(
    table: Table, worker: Worker, holding: Held
) -> None:
    play(table, 3)
    client = client_of(table, worker)
    line, _ = busy(worker, holding)
    assert "Looking at past games" in client.get("/games").text
    line.send("go on")
    until(table, lambda: table.snapshot.shown_again > 0)
    line, _ = busy(worker, holding)
    assert "/games/" in client.get("/games").text, "known, although the worker is busy"
    line.send("go on")


def test_a_live_page_shows_what_was_worked_out_as_soon_as_it_is(
    table: Table, worker: Worker, holding: Held
) -> None:
    table.open_game("cli", "the_game")
    up, other = list(Pile)[:2]
    for command in (
        the_game.StartGame(("Ann", "Bo"), Who.FIRST, on_fire=True),
        the_game.PlayCard(up, 2),
        the_game.PlayCard(up, 44),
        the_game.EndTurn(),
        the_game.PlayCard(other, 5),
        the_game.PlayCard(other, 6),
        the_game.GiveUp(),
    ):
        table.submit(command, "cli")
    assert table.snapshot.game.is_over(table.snapshot.state)
    renderer = client_of(table, worker).application.extensions["renderer"]
    line, _ = busy(worker, holding)
    display = Role("table", "watch", "en")
    assert '<table class="records' not in "".join(shown_to(renderer, display, table))
    line.send("go on")
    until(table, lambda: table.snapshot.shown_again > 0)
    assert '<table class="records' in "".join(shown_to(renderer, display, table))


def busy(worker: Worker, holding: Held) -> tuple[Connection, int]:
    """Keep the worker at something until the line is told to let it go on."""
    worker.ask(work(hold, holding.address, urgency=Urgency.PHOTO), as_it_is)
    return holding.began()


def until(table: Table, is_so: Callable[[], bool]) -> None:
    table.wait_newer(table.snapshot.version, WAIT_S, is_so)
    assert is_so()


def shown_to(renderer: Renderer, role: Role, table: Table) -> list[str]:
    return list(renderer.fragments(role, table.snapshot).values())
