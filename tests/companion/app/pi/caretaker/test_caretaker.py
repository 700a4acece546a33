"""The caretaker in a scratch root: real sockets, real signatures, and versions that really run."""

import http.server
import io
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

import pytest

from companion.app.pi import versions
from companion.app.pi.caretaker.duties import OFFERED, serve
from companion.app.pi.caretaker.orders import (
    MOST_FILES,
    PROGRESS,
    Progress,
    State,
    Verb,
    read_progress,
    send,
)
from companion.app.pi.caretaker.units import CARETAKER_FILES, SERVICE_TEXT, SOCKET_UNIT
from companion.app.pi.install import install, uninstall
from companion.app.pi.release import MANIFEST, SIGNATURE
from companion.app.pi.system_files import SETTINGS
from companion.engine.errors import StepFailed
from tests.companion.app.pi.releases import new_key, sign, tell_sums
from tests.support.places import ROOT
from tests.support.scratch_pi import RESTART, Pi, copy_source, new_pi

pytestmark = pytest.mark.slow
USED = "1.2.3"
NEWS = "# Changelog\n\n## 9.9.9\n\n- The dragon sings.\n\n## 1.0\n\n- Old.\n"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "key"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """What is installed: as few files as an installation needs."""
    return a_few_files(tmp_path / "source", USED)


@pytest.fixture
def pi(tmp_path: Path, key: Path, source: Path) -> Pi:
    """A Pi on which Dragonbag is installed, and whose settings name a key."""
    pi = new_pi(tmp_path)
    install(pi.place(), source)
    settings = pi.root / SETTINGS.relative_to("/")
    settings.write_text(f'{settings.read_text()}release_key = "{new_key(key)}"\n')
    pi.ran.clear()
    return pi


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    a_few_files(tmp_path / "new/dragonbag", "9.9.9")
    return packed(tmp_path / "new")


def a_few_files(folder: Path, version: str) -> Path:
    """Make a source that can be installed, and does nothing."""
    for name in ("companion", "hardware", "web_ui"):
        (folder / name).mkdir(parents=True)
    for name in versions.FILES:
        (folder / name).write_text(name)
    return numbered(folder, version)


def numbered(folder: Path, version: str) -> Path:
    """Give a source a number, and news."""
    (folder / "companion/__init__.py").write_text(f'"""Other."""\n\n__version__ = "{version}"\n')
    (folder / "CHANGELOG.md").write_text(NEWS)
    return folder


def packed(folder: Path) -> Path:
    """Return the archive of the source in a folder."""
    return Path(shutil.make_archive(str(folder / "dragonbag"), "tar", folder, "dragonbag"))


def release(archive: Path, folder: Path, key: Path) -> Path:
    """Put an archive into a folder as its makers publish it."""
    folder.mkdir()
    made = folder / archive.name
    shutil.copyfile(archive, made)
    tell_sums(made)
    sign(made, key)
    return folder


@contextmanager
def listening(pi: Pi) -> Iterator[Path]:
    """Serve one order at an address, as systemd lets the caretaker."""
    with socket.socket(socket.AF_UNIX) as door:
        address = pi.root / "s"  # short: a socket's address has 107 bytes
        door.bind(str(address))
        door.listen(1)
        answers = threading.Thread(target=lambda: serve(pi.place(), door.accept()[0]))
        answers.start()
        yield address
        answers.join()
        address.unlink()


def order(pi: Pi, verb: Verb, files: Sequence[Path] = (), language: str = "") -> Progress:
    """Give an order, wait until it is carried out, and return what pages read."""
    opened: list[tuple[str, BinaryIO, int]] = [
        (file.name, file.open("rb"), file.stat().st_size) for file in files
    ]
    with listening(pi) as address:
        send(address, verb, language, opened)
    for _, file, _ in opened:
        file.close()
    progress = read_progress(pi.root / PROGRESS.relative_to("/"))
    assert progress is not None
    assert progress.verb is verb
    return progress


def offered(pi: Pi) -> Path:
    return pi.root / OFFERED.relative_to("/")


def test_a_signed_release_from_a_phone_is_offered_and_then_installed(
    pi: Pi, key: Path, tmp_path: Path
) -> None:
    install(pi.place(), ROOT)
    pi.ran.clear()
    numbered(copy_source(tmp_path / "new/dragonbag"), "9.9.9")
    archive = packed(tmp_path / "new")
    files = list(release(archive, tmp_path / "there", key).iterdir())
    assert len(files) == MOST_FILES
    told = order(pi, Verb.OFFER, files)
    assert told.state is State.DONE, told
    assert told.offer is not None
    assert (told.offer.version, told.offer.news) == ("9.9.9", "9.9.9\n\n- The dragon sings.")
    assert told.told[-1] == "9.9.9 is signed by your release_key, and whole."
    assert pi.ran == [], "nothing is installed before it is ordered"
    now: list[Progress | None] = []
    pi.on_restart = lambda: now.append(read_progress(pi.root / PROGRESS.relative_to("/")))
    told = order(pi, Verb.UPDATE)
    assert told.state is State.DONE, told
    assert told.offer is None
    assert [(step.state, step.now) for step in now if step] == [
        (State.RUNNING, "Starting version 9.9.9")
    ]
    assert told.now == ""
    assert any("starts and answers" in line for line in told.told)
    assert versions.current(pi.place()).startswith("9.9.9-")
    assert pi.ran[-1] == RESTART
    assert not offered(pi).exists()


def test_long_news_of_a_release_end_at_a_whole_entry(pi: Pi, key: Path, tmp_path: Path) -> None:
    source = a_few_files(tmp_path / "new/dragonbag", "9.9.9")
    (source / "CHANGELOG.md").write_text("# Changelog\n\n## 9.9.9\n" + "\n- It sings.\n" * 2000)
    files = release(packed(tmp_path / "new"), tmp_path / "there", key).iterdir()
    offer = order(pi, Verb.OFFER, list(files)).offer
    assert offer is not None
    assert offer.news.endswith("\n- It sings.\n\n- ...")


def test_what_it_does_is_told_in_the_hosts_language(pi: Pi) -> None:
    told = order(pi, Verb.ROLLBACK, language="ru")
    assert told.state is State.FAILED
    assert re.search(r"[\u0430-\u044f]", told.told[-1]), "in Russian"


def test_an_order_that_fails_says_why_and_keeps_the_offer(
    pi: Pi, archive: Path, key: Path, tmp_path: Path
) -> None:
    order(pi, Verb.OFFER, list(release(archive, tmp_path / "there", key).iterdir()))
    told = order(pi, Verb.ROLLBACK)
    assert (told.state, told.told[-1]) == (State.FAILED, "There is no version before this one.")
    assert told.offer is not None


@pytest.mark.parametrize("broken", ["sum", "signature", "other key", "none", "no archive", "two"])
def test_what_is_not_signed_and_whole_is_never_offered(
    pi: Pi, archive: Path, key: Path, tmp_path: Path, broken: str
) -> None:
    folder = release(archive, tmp_path / "there", key)
    made = folder / archive.name
    match broken:
        case "sum":
            made.write_bytes(made.read_bytes() + b"\0")
        case "signature":
            (folder / MANIFEST).write_text("0" * 64 + f"  {made.name}\n")
        case "other key":
            new_key(tmp_path / "other")
            sign(made, tmp_path / "other")
        case "none":
            (folder / SIGNATURE).unlink()
        case "no archive":
            made.unlink()
        case "two":
            (folder / SIGNATURE).rename(folder / "b.tar")
    told = order(pi, Verb.OFFER, list(folder.iterdir()))
    assert (told.state, told.offer) == (State.FAILED, None)
    assert not offered(pi).exists()
    assert order(pi, Verb.UPDATE).told == ("There is no release to install. Choose one first.",)
    assert pi.ran == []


def test_without_a_key_in_the_settings_nothing_comes_from_a_phone(
    pi: Pi, archive: Path, key: Path, tmp_path: Path
) -> None:
    (pi.root / SETTINGS.relative_to("/")).write_text("port = 80\n")
    told = order(pi, Verb.OFFER, list(release(archive, tmp_path / "there", key).iterdir()))
    assert told.state is State.FAILED
    assert "release_key" in told.told[-1]


@pytest.mark.parametrize("version", ["0.0.1", USED])
def test_an_older_release_is_refused_although_it_is_signed(
    pi: Pi, key: Path, tmp_path: Path, version: str
) -> None:
    a_few_files(tmp_path / "old/dragonbag", version)
    archive = packed(tmp_path / "old")
    told = order(pi, Verb.OFFER, list(release(archive, tmp_path / "there", key).iterdir()))
    assert told.state is State.FAILED
    expected = f"There is nothing newer: this is version {version}, {USED} is in use."
    assert told.told == (expected,)


def test_what_was_offered_is_checked_once_more(
    pi: Pi, archive: Path, key: Path, tmp_path: Path
) -> None:
    order(pi, Verb.OFFER, list(release(archive, tmp_path / "there", key).iterdir()))
    (offered(pi) / archive.name).write_bytes(b"something else")
    told = order(pi, Verb.UPDATE)
    assert told.state is State.FAILED
    assert "SHA256SUMS tells otherwise" in told.told[-1]


# A release from the address of the settings.


@contextmanager
def published(folder: Path) -> Iterator[str]:
    """Serve a folder over HTTP."""
    silent = type("Silent", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: 0})
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(silent, directory=folder)
    ) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def name_address(pi: Pi, address: str) -> None:
    settings = pi.root / SETTINGS.relative_to("/")
    settings.write_text(f'{settings.read_text()}releases = "{address}"\n')


def test_a_release_is_fetched_from_the_address_of_the_settings(
    pi: Pi, archive: Path, key: Path, tmp_path: Path
) -> None:
    folder = release(archive, tmp_path / "there", key)
    with published(folder) as address:
        name_address(pi, address)
        told = order(pi, Verb.OFFER)
    assert told.offer is not None, told
    assert {file.name for file in offered(pi).iterdir()} == {MANIFEST, SIGNATURE, archive.name}


@pytest.mark.parametrize("missing", [MANIFEST, SIGNATURE, "archive", "names"])
def test_an_address_without_a_whole_release_is_a_sentence(
    pi: Pi, archive: Path, key: Path, tmp_path: Path, missing: str
) -> None:
    folder = release(archive, tmp_path / "there", key)
    if missing == "names":
        (folder / MANIFEST).write_text("../../etc/passwd\n")
    else:
        (folder / (archive.name if missing == "archive" else missing)).unlink()
    with published(folder) as address:
        name_address(pi, address)
        told = order(pi, Verb.OFFER)
    assert told.state is State.FAILED
    assert address in told.told[-1]


@pytest.mark.parametrize("address", ["", "file:///etc", "http://127.0.0.1:9"])
def test_an_address_that_is_none_is_a_sentence(pi: Pi, address: str) -> None:
    name_address(pi, address)
    told = order(pi, Verb.OFFER)
    assert told.state is State.FAILED
    assert (address or "releases") in told.told[-1]


# The wire.


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\n",
        b"x" * 9000,
        b'{"verb":"erase"}\n',
        b'{"verb":"offer","files":{"../x":1}}\n1',
        b'{"verb":"offer","files":{"a/b":1}}\n1',
        b'{"verb":"offer","files":{"a":-1}}\n',
        b'{"verb":"offer","files":{"a":99999999999}}\n',
        b'{"verb":"offer","files":{"a":5}}\n123',
        b'{"verb":"offer","files":{"a":0,"b":0,"c":0,"d":0}}\n',
    ],
)
def test_nonsense_is_no_order(pi: Pi, sent: bytes) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(sent)
        ours.shutdown(socket.SHUT_WR)
        serve(pi.place(), theirs)
        with suppress(ConnectionResetError):  # it has not read everything
            assert ours.recv(10) == b""
    assert pi.told[-1].startswith("no order: ")
    assert pi.ran == []
    assert not (pi.root / PROGRESS.relative_to("/")).exists()


def test_a_table_without_a_caretaker_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(StepFailed, match="does not answer"):
        send(tmp_path / "s", Verb.ROLLBACK, "")


def test_a_caretaker_that_hangs_up_is_busy(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "s"))
        door.listen(1)
        hanging_up = threading.Thread(target=lambda: door.accept()[0].close())
        hanging_up.start()
        with pytest.raises(StepFailed, match="busy"):
            send(tmp_path / "s", Verb.OFFER, "", [("a", io.BytesIO(b"1"), 1)])
        hanging_up.join()


def test_the_program_takes_its_order_from_the_connection_on_standard_input() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(b'{"verb":"erase"}\n')
        command = [sys.executable, "-m", "companion.app.pi.caretaker"]
        done = subprocess.run(
            command, stdin=theirs.fileno(), capture_output=True, text=True, cwd=ROOT
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("no order: ")


# Its units.


def test_the_caretaker_listens_once_it_is_installed_and_is_removed_with_the_rest(
    pi: Pi, source: Path
) -> None:
    for path, text in CARETAKER_FILES.items():
        assert (pi.root / path.relative_to("/")).read_text() == text
    order(pi, Verb.ROLLBACK)
    pi.running()
    install(pi.place(), source)
    assert not [words for words in pi.ran if "dragonbag-caretaker.socket" in words]
    (pi.root / SOCKET_UNIT.relative_to("/")).write_text("of an earlier version\n")
    install(pi.place(), source)
    assert ("systemctl", "restart", "dragonbag-caretaker.socket") in pi.ran
    uninstall(pi.place(), purge=True)
    assert ("systemctl", "disable", "--now", "dragonbag-caretaker.socket") in pi.ran
    assert [name for name in pi.files() if "caretaker" in name] == []


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_the_caretaker_is_hardened(tmp_path: Path) -> None:
    unit = tmp_path / "dragonbag-caretaker@.service"
    unit.write_text(SERVICE_TEXT)
    judged = {
        bound: subprocess.run(
            ["systemd-analyze", "security", "--offline=true", f"--threshold={bound}", unit],
            capture_output=True,
            check=False,
        ).returncode
        for bound in (21, 1)
    }
    assert judged[21] == 0, "an exposure of at most 2.1, although it is root"
    assert judged[1] != 0, "the check can fail"
