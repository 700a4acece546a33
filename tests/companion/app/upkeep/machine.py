"""A table of a host on a machine in a scratch root, as its pages see it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from flask.testing import FlaskClient

from companion.app.https.served import Https
from companion.app.panel_keeper import PanelKeeper, ReadyPanel
from companion.app.settings import INSTALLED_SETTINGS, Settings
from companion.app.upkeep.again import Again
from companion.app.upkeep.log_tail import LogTail
from companion.app.upkeep.upkeep import Upkeep
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from companion.worker.work import AtOnce
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from tests.companion.app.pi.wifi.own_wifi import OwnWifi
from tests.support.pages import create_app
from web_ui.access.guests import Guests
from web_ui.app import Options


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
    wifi: OwnWifi = field(default_factory=OwnWifi)

    def client(
        self, kind: str = "host", switch_off: Callable[[], None] | None = None
    ) -> FlaskClient:
        """Return the browser of a phone; a new Upkeep is a table that was started again."""
        off = switch_off or partial(self.ended.append, "off")
        parts = (self.table, self.settings, AtOnce(), self.panel, self.again, self.log)
        upkeep = Upkeep(*parts, root=self.root, switch_off=off)
        link = self.guests.link("", is_host=kind == "host")
        app = create_app(
            self.table,
            Options(
                address=lambda: link,
                version="7.8.9",
                guests=self.guests,
                upkeep=upkeep,
                network=self.wifi,
                https=Https(self.settings),
            ),
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
        self.table.open_game("cli", "clank")
        seats = (Seat(Colour.RED), Seat(Colour.GREEN))
        return self.table.submit(StartGame(seats, Colour.RED), "cli").game_id

    def epochs(self, game: str) -> list[str]:
        lines = self.table.journal.lines(game)
        return [line.command or "" for line in lines if line.kind == "epoch"]


@contextmanager
def a_machine(tmp_path: Path) -> Iterator[Machine]:
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
