"""The host's page about the machine: real journals, a scratch root, and a real socket."""

import io
import logging
import re
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.panel_keeper import PanelKeeper, ReadyPanel
from companion.app.pi import versions
from companion.app.pi.backup import back_up, check
from companion.app.pi.caretaker.orders import (
    PROGRESS,
    SOCKET,
    Offer,
    Order,
    Progress,
    State,
    Verb,
    receive,
)
from companion.app.pi.place import Place
from companion.app.pi.system_files import CURRENT
from companion.app.settings import INSTALLED_SETTINGS, Settings
from companion.app.upkeep.again import Again
from companion.app.upkeep.choices import FILE, kept_brightness
from companion.app.upkeep.log_tail import LETTERS, LINES, LogTail
from companion.app.upkeep.upkeep import Upkeep
from companion.engine.codec import dump
from companion.engine.errors import PowerOffFailed
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.language.epochs import epoch
from companion.table.table import Table
from companion.worker.work import AtOnce
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from web_ui.access.guests import Guests
from web_ui.app import create_app

POSTS = ("backup", "check", "restore", "brightness", "release", "update", "rollback", "off")
GETS = ("/upkeep", "/upkeep/log", "/upkeep/backup.zip")


@dataclass
class Machine:
    """A locked table on a machine in a scratch root, and who asked for its end."""

    root: Path
    table: Table
    guests: Guests
    panel: PanelKeeper
    settings: Settings
    log: LogTail
    again: Again
    ended: list[str] = field(default_factory=list)

    def client(
        self, kind: str = "host", switch_off: Callable[[], None] | None = None
    ) -> FlaskClient:
        """Return the browser of a phone; a new Upkeep is a table that was started again."""
        off = switch_off or partial(self.ended.append, "off")
        parts = (self.table, self.settings, AtOnce(), self.panel, self.again, self.log)
        upkeep = Upkeep(*parts, root=self.root, switch_off=off)
        link = self.guests.link("", is_host=kind == "host")
        app = create_app(
            self.table, address=lambda: link, version="7.8.9", guests=self.guests, upkeep=upkeep
        )
        app.config["PROPAGATE_EXCEPTIONS"] = True
        client = app.test_client()
        if kind != "stranger":
            client.get(link)
        return client

    def install(self) -> None:
        """Let the settings be those of an installed table."""
        file = self.root / INSTALLED_SETTINGS.relative_to("/")
        self.settings = replace(self.settings, file=file)

    def begin_game(self) -> str:
        self.table.open_game("cli")
        seats = (Seat(Colour.RED), Seat(Colour.GREEN))
        return self.table.submit(StartGame(seats, Colour.RED), "cli").game_id

    def epochs(self, game: str) -> list[str]:
        lines = self.table.journal.lines(game)
        return [line.command or "" for line in lines if line.kind == "epoch"]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    data = tmp_path / "data"
    settings = Settings(data_dir=data)
    with Table.open(settings.journal) as table, LogTail() as log:
        panel = PanelKeeper(table, lambda running: ReadyPanel(running.enter_context(_panel(table))))
        machine = Machine(
            tmp_path / "pi", table, Guests(data / "guests.json"), panel, settings, log, Again()
        )
        machine.again = Again(lambda: machine.ended.append("again"))
        with panel:
            yield machine


def _panel(table: Table) -> Panel:
    return Panel(table, open_factory("mock"))


def text(client: FlaskClient, path: str = "/upkeep") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def refusal(client: FlaskClient, path: str, **form: object) -> str:
    answer = client.post(path, data=form)
    assert answer.status_code == 409
    return answer.get_data(as_text=True)


# Who may.


def test_only_the_host_looks_after_the_machine(machine: Machine) -> None:
    for kind, status in (("guest", 403), ("stranger", 401)):
        client = machine.client(kind)
        assert {client.get(path).status_code for path in GETS} == {status}
        assert {client.post(f"/upkeep/{name}").status_code for name in POSTS} == {status}
    assert machine.ended == []


def test_the_hosts_page_leads_there_and_only_where_there_is_upkeep(
    machine: Machine,
) -> None:
    assert 'href="/upkeep"' in text(machine.client(), "/host")
    plain = create_app(
        machine.table, address=lambda: "", version="1", guests=machine.guests
    ).test_client()
    plain.get(machine.guests.link("", is_host=True))
    assert 'href="/upkeep"' not in text(plain, "/host")
    assert plain.get("/upkeep").status_code == 404


# Backup and restore.


def test_a_backup_is_made_and_downloaded_as_the_command_makes_it(
    machine: Machine, tmp_path: Path
) -> None:
    client = machine.client()
    assert client.get("/upkeep/backup.zip").status_code == 404
    assert client.post("/upkeep/backup").status_code == 303
    assert "/upkeep/backup.zip" in text(client)
    answer = client.get("/upkeep/backup.zip", buffered=True)
    assert "attachment" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.data)) as bag:
        (tmp_path / "copy.sqlite").write_bytes(bag.read("journal.sqlite"))
    assert check(tmp_path / "copy.sqlite") == 0
    assert not (machine.settings.data_dir / "download.zip").stat().st_mode & 0o077


def test_no_backup_leaves_the_table_while_a_game_goes_on(machine: Machine) -> None:
    machine.begin_game()
    client = machine.client()
    assert "A game goes on" in refusal(client, "/upkeep/backup")
    assert client.get("/upkeep/backup.zip").status_code == 404


def test_a_game_left_unfinished_tells_that_its_secrets_were_downloaded(machine: Machine) -> None:
    left = machine.begin_game()
    not_begun = machine.table.open_game("cli").game_id
    machine.client().post("/upkeep/backup")
    assert [line for line in machine.epochs(left) if "copied" in line]
    assert machine.table.snapshot.game_id not in (left, not_begun), "its seed is in the backup"
    assert "holds all secrets" in str(epoch({"why": "copied"})[0])
    now = machine.table.snapshot.game_id
    machine.table.close()
    with Table.open(machine.settings.journal) as table:
        assert table.snapshot.game_id == now
        assert not table.snapshot.notices
        table.open_game("cli", game_id=left)  # its chain is whole
        assert table.snapshot.is_going_on


def test_a_backup_of_an_earlier_life_is_gone(machine: Machine) -> None:
    machine.client().post("/upkeep/backup")
    assert (machine.settings.data_dir / "download.zip").exists()
    machine.client()
    assert not (machine.settings.data_dir / "download.zip").exists()


def test_a_backup_that_is_sent_is_checked_and_then_restored(
    machine: Machine, tmp_path: Path
) -> None:
    back_up(machine.settings.journal, None, tmp_path / "old.zip")
    game = machine.begin_game()
    client = machine.client()
    assert "Choose a backup first" in refusal(client, "/upkeep/restore")
    sent = {"backup": (io.BytesIO((tmp_path / "old.zip").read_bytes()), "old.zip")}
    assert client.post("/upkeep/check", data=sent).status_code == 303
    assert "/upkeep/restore" in text(client)
    assert machine.ended == []
    answer = client.post("/upkeep/restore")
    assert "starts again" in answer.get_data(as_text=True)
    assert machine.ended == ["again"]
    machine.table.close()
    machine.again.take(machine.settings.journal)
    assert check(machine.settings.journal) == 0
    (kept,) = machine.settings.data_dir.glob("journal-*.sqlite")
    assert check(kept) == 1, game
    assert not (machine.settings.data_dir / "upload.zip").exists()


@pytest.mark.parametrize("sent", [b"", b"PK\x03\x04 no zip", b"x" * 100])
def test_what_is_no_backup_is_never_restored(machine: Machine, sent: bytes) -> None:
    client = machine.client()
    told = refusal(client, "/upkeep/check", backup=(io.BytesIO(sent), "evening.zip"))
    assert "no backup of Dragonbag" in told
    assert "Choose a backup first" in refusal(client, "/upkeep/restore")
    assert machine.ended == []


def test_a_form_without_a_file_is_a_sentence(machine: Machine) -> None:
    client = machine.client()
    assert "Choose a file first" in refusal(client, "/upkeep/check")
    assert "Choose a file first" in refusal(client, "/upkeep/release")


def test_a_restore_that_fails_leaves_the_journal(machine: Machine, tmp_path: Path) -> None:
    machine.begin_game()
    machine.table.close()
    (tmp_path / "torn.zip").write_bytes(b"torn")
    machine.again.ask(tmp_path / "torn.zip")
    machine.again.take(machine.settings.journal)
    assert check(machine.settings.journal) == 1
    assert "not restored" in machine.log.lines[-1]


# Lamps and log.


def test_the_lamps_are_dimmed_at_once_and_for_good(machine: Machine) -> None:
    client = machine.client()
    ready = machine.panel.get()
    assert ready is not None
    assert 'value="100"' in text(client)
    assert client.post("/upkeep/brightness", data={"percent": "40"}).status_code == 303
    assert 'value="40"' in text(client)
    assert kept_brightness(machine.settings) == 0.4


@pytest.mark.parametrize("percent", ["", "4", "101", "bright"])
def test_a_brightness_that_no_lamp_has_is_refused(machine: Machine, percent: str) -> None:
    answer = machine.client().post("/upkeep/brightness", data={"percent": percent})
    assert answer.status_code == 400


def test_a_damaged_file_of_choices_counts_as_none(machine: Machine) -> None:
    (machine.settings.data_dir / FILE).write_text("{")
    assert kept_brightness(replace(machine.settings, brightness=0.3)) == 0.3
    (machine.settings.data_dir / FILE).write_text('{"brightness": 7}')
    assert kept_brightness(machine.settings) == 1.0


def test_the_log_shows_the_newest_lines_first_and_has_bounds(machine: Machine) -> None:
    for number in range(LINES + 10):
        logging.getLogger("a test").warning("line %s %s", number, "x" * LETTERS)
    lines = re.findall(r"line (\d+)", text(machine.client(), "/upkeep/log"))
    assert lines == [str(number) for number in range(LINES + 9, 9, -1)]


# The caretaker.


@dataclass
class Caretaker:
    """Takes orders at the socket of a scratch root, and does nothing."""

    root: Path
    orders: list[tuple[Order, dict[str, bytes]]] = field(default_factory=list)

    def serve(self, door: socket.socket, folder: Path) -> None:
        line, _ = door.accept()
        with line:
            order = receive(line, folder, 1000)
            self.orders.append((order, {f.name: f.read_bytes() for f in folder.iterdir()}))
            line.sendall(b"\n")


@pytest.fixture
def caretaker(machine: Machine, tmp_path: Path) -> Iterator[Caretaker]:
    machine.install()
    address = machine.root / SOCKET.relative_to("/")
    address.parent.mkdir(parents=True)
    (tmp_path / "given").mkdir()
    caretaker = Caretaker(machine.root)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(address))
        door.listen(1)
        serving = threading.Thread(
            target=caretaker.serve, args=(door, tmp_path / "given"), daemon=True
        )
        serving.start()
        yield caretaker
        serving.join(10)


def test_a_release_goes_to_the_caretaker_as_it_was_sent(
    machine: Machine, caretaker: Caretaker
) -> None:
    files = [(io.BytesIO(b"12345"), "a.tar.gz"), (io.BytesIO(b"67"), "SHA256SUMS")]
    client = machine.client()
    client.post("/language", data={"language": "ja"})
    assert client.post("/upkeep/release", data={"files": files}).status_code == 303
    [(order, given)] = caretaker.orders
    assert (order.verb, order.language) == (Verb.OFFER, "ja")
    assert given == {"a.tar.gz": b"12345", "SHA256SUMS": b"67"}


@pytest.mark.parametrize(
    ("button", "verb"),
    [("release", Verb.OFFER), ("update", Verb.UPDATE), ("rollback", Verb.ROLLBACK)],
)
def test_each_button_gives_its_order(
    machine: Machine, caretaker: Caretaker, button: str, verb: Verb
) -> None:
    answer = machine.client().post(f"/upkeep/{button}", data={"look": "1"})
    assert answer.status_code == 303
    assert [(order.verb, given) for order, given in caretaker.orders] == [(verb, {})]


def report(machine: Machine, state: State, offer: Offer | None = None) -> None:
    file = machine.root / PROGRESS.relative_to("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(dump(Progress(Verb.OFFER, state, "", ("one <b>step",), offer)))


def test_the_page_shows_progress_what_is_new_and_the_way_back(machine: Machine) -> None:
    machine.install()
    client = machine.client()
    assert "/upkeep/release" not in text(client), "nobody is there to do it"
    (machine.root / SOCKET.relative_to("/")).parent.mkdir(parents=True)
    (machine.root / SOCKET.relative_to("/")).touch()
    page = text(client)
    assert "7.8.9" in page
    assert "/upkeep/release" in page
    assert "/upkeep/rollback" not in page, "there is no version before"
    place = Place(machine.root, tell=lambda told: None)
    place.link(CURRENT, versions.folder_of("7.8.9-0123abcd"))
    place.link(versions.BEFORE, versions.folder_of("7.8.0-0123abcd"))
    assert "Back to version 7.8.0" in text(client)
    report(machine, State.RUNNING)
    page = text(client)
    assert "one &lt;b&gt;step" in page
    assert "upkeep.js" in page
    assert "/upkeep/update" not in page
    assert "/upkeep/release" not in page, "one order at a time"
    report(machine, State.DONE, Offer("8.0.0", "The dragon sings."))
    page = text(client)
    assert "Version 8.0.0 can be installed" in page
    assert "The dragon sings." in page
    assert "/upkeep/update" in page


def test_without_a_caretaker_an_order_is_refused_with_a_sentence(machine: Machine) -> None:
    assert "does not answer" in refusal(machine.client(), "/upkeep/rollback")


# Switching off.


def test_only_an_installed_table_is_switched_off(machine: Machine) -> None:
    assert "not the table" in refusal(machine.client(), "/upkeep/off")
    assert machine.ended == []
    machine.install()
    client = machine.client()
    assert "/upkeep/off" in text(client)
    assert "green light" in client.post("/upkeep/off").get_data(as_text=True)
    assert machine.ended == ["off"]


def test_a_computer_that_refuses_to_go_off_says_so(machine: Machine) -> None:
    machine.install()

    def refuse() -> None:
        raise PowerOffFailed("The system refuses.")

    client = machine.client(switch_off=refuse)
    assert "The system refuses." in refusal(client, "/upkeep/off")
