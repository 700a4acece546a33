"""The host's page about the machine: real journals, a scratch root, and a real socket."""

import io
import logging
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.app.pi.backup import back_up, check, drained
from companion.app.upkeep.choices import FILE, kept_brightness
from companion.app.upkeep.log_tail import LETTERS, LINES
from companion.app.upkeep.upkeep import Upkeep
from companion.engine.errors import PowerOffFailed
from companion.language.epochs import epoch
from companion.table.table import Table
from companion.worker.work import R, Ticket, Work, X
from tests.companion.app.upkeep.machine import Machine, a_machine, refusal, text
from tests.support.pages import create_app
from web_ui.app import Options

POSTS = ("backup", "check", "restore", "brightness", "release", "update", "rollback", "off")
GETS = ("/upkeep", "/upkeep/log", "/upkeep/backup.zip")


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with a_machine(tmp_path) as machine:
        yield machine


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
        machine.table, Options(address=lambda: "", version="1", guests=machine.guests)
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
    not_begun = machine.table.open_game("cli", "clank").game_id
    machine.client().post("/upkeep/backup")
    assert [line for line in machine.epochs(left) if "copied" in line]
    assert machine.table.snapshot.game_id not in (left, not_begun), "its seed is in the backup"
    assert "holds all secrets" in str(epoch({"why": "copied"})[0])
    now = machine.table.snapshot.game_id
    machine.table.close()
    with Table.open(machine.settings.journal) as table:
        assert table.snapshot.game_id == now
        assert not table.snapshot.notices
        table.return_to("cli", left)  # its chain is whole
        assert table.snapshot.is_going_on


def test_a_backup_of_an_earlier_life_is_gone(machine: Machine) -> None:
    machine.client().post("/upkeep/backup")
    assert (machine.settings.data_dir / "download.zip").exists()
    machine.client()
    assert not (machine.settings.data_dir / "download.zip").exists()


def test_what_a_power_cut_left_of_a_backup_is_gone_after_the_start(machine: Machine) -> None:
    folder = machine.settings.data_dir
    for name in (".backup-1", ".restore-2", ".check-3"):
        (folder / name).mkdir()
        (folder / name / "journal.sqlite").write_text("all secrets")
    machine.client()
    assert not [file.name for file in folder.iterdir() if file.name.startswith(".")]
    assert machine.settings.journal.exists()


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
    assert client.post("/upkeep/restore").status_code == 200, "a second tap changes nothing"
    assert machine.ended == ["again"], "a second signal could end the restore"
    machine.table.close()
    machine.again.take(machine.settings.journal)
    assert check(machine.settings.journal) == 0
    (kept,) = machine.settings.data_dir.glob("journal-*.sqlite")
    assert check(kept) == 1, game
    assert not (machine.settings.data_dir / "upload.zip").exists()
    with Table.open(machine.settings.journal) as machine.table:
        told = text(machine.client())
        assert "UTC was restored" in told
        assert kept.name in told
        assert "UTC was restored" not in text(machine.client()), "one start later"


def test_only_the_backup_that_the_host_has_seen_is_restored(
    machine: Machine, tmp_path: Path
) -> None:
    file = tmp_path / "old.zip"
    back_up(machine.settings.journal, None, file)
    client = machine.client()
    client.post("/upkeep/check", data={"backup": (io.BytesIO(file.read_bytes()), "old.zip")})
    (seen,) = re.findall(r'name="seen" value="(\w{64})"', text(client))
    told = refusal(client, "/upkeep/restore", seen="0" * 64)
    assert "Another phone has changed this" in told
    assert client.post("/upkeep/restore", data={"seen": seen}).status_code == 200
    assert machine.ended == ["again"]


def test_what_an_old_page_sends_again_ends_nothing(machine: Machine) -> None:
    machine.install()
    client = machine.client()
    (life,) = set(re.findall(r'name="life" value="(\w+)"', text(client)))
    for path in ("restore", "off", "camera", "pins/forget"):
        told = refusal(client, f"/upkeep/{path}", life="0123abcd")
        assert "started again since this page" in told
    assert machine.ended == []
    assert client.post("/upkeep/off", data={"life": life}).status_code == 200
    assert machine.ended == ["off"]


@dataclass
class Later:
    """A desk that does nothing until it is told to."""

    asked: list[Callable[[], object]] = field(default_factory=list)

    def ask(
        self, work: Work[R], then: Callable[[R], X], patience_s: float | None = None
    ) -> Ticket[X]:
        self.asked.append(lambda: then(drained(work.job(*work.args))))
        return Ticket()


def test_two_phones_that_send_backups_at_once_do_not_mix_them(
    machine: Machine, tmp_path: Path
) -> None:
    desk, sent = Later(), []
    parts = (machine.table, machine.settings, desk, machine.panel, machine.again, machine.log)
    upkeep = Upkeep(*parts, root=machine.root)
    for name in ("empty.zip", "one game.zip"):
        back_up(machine.settings.journal, None, tmp_path / name)
        sent.append((tmp_path / name).read_bytes())
        upkeep.check(io.BytesIO(sent[-1]), name)
        machine.table.open_game("cli", "clank")
    for finish in desk.asked:
        finish()
    assert upkeep.given is not None
    assert upkeep.given.manifest.games == 1
    assert upkeep.given.file.read_bytes() == sent[1]


@pytest.mark.parametrize("sent", [b"", b"PK\x03\x04 no zip", b"x" * 100])
def test_what_is_no_backup_is_never_restored(machine: Machine, sent: bytes) -> None:
    client = machine.client()
    told = refusal(client, "/upkeep/check", backup=(io.BytesIO(sent), "evening.zip"))
    assert "evening.zip is no backup of Dragonbag" in told, "as its sender calls it"
    assert not list(machine.settings.data_dir.glob("upload*"))
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
    with Table.open(machine.settings.journal) as machine.table:
        client = machine.client()
        assert "torn.zip is no backup" in text(client)
        for language, told in (("ja", "torn.zip はDragonbagの"), ("ru", "torn.zip — не резервная")):
            answer = client.get("/upkeep", headers={"Accept-Language": language})
            assert told in answer.get_data(as_text=True)


def test_a_disk_that_refuses_the_backup_is_told_after_the_start(
    machine: Machine, tmp_path: Path
) -> None:
    back_up(machine.settings.journal, None, tmp_path / "old.zip")
    machine.again.ask(tmp_path / "old.zip")
    in_its_place = machine.settings.data_dir / "folder.sqlite"
    in_its_place.mkdir()
    machine.again.take(in_its_place)
    assert "The disk refuses: [Errno" in text(machine.client())


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
