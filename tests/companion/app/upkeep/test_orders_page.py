"""Orders to the caretaker as the host gives them on a phone, and what the page says of them."""

import io
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.app.pi import versions
from companion.app.pi.caretaker.orders import (
    PROGRESS,
    SOCKET,
    Offer,
    Order,
    Progress,
    State,
    Verb,
    at_work,
    receive,
)
from companion.app.pi.place import Place
from companion.app.pi.system_files import CURRENT
from companion.engine.codec import dump
from tests.companion.app.upkeep.machine import Machine, a_machine, refusal, text


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with a_machine(tmp_path) as machine:
        yield machine


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


def files(*names: str) -> list[tuple[io.BytesIO, str]]:
    return [(io.BytesIO(name.encode()), name) for name in names]


def test_a_release_goes_to_the_caretaker_whatever_the_phone_calls_its_files(
    machine: Machine, caretaker: Caretaker
) -> None:
    sent = files("dragonbag-1.tar (1).gz", "SHA256SUMS.txt", "SHA256SUMS(2).sig")
    client = machine.client()
    client.post("/language", data={"language": "ja"})
    answer = client.post("/upkeep/release", data={"files": sent})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/upkeep#version")
    [(order, given)] = caretaker.orders
    assert (order.verb, order.language) == (Verb.OFFER, "ja")
    assert given == {
        "dragonbag-1.tar.gz": b"dragonbag-1.tar (1).gz",
        "SHA256SUMS": b"SHA256SUMS.txt",
        "SHA256SUMS.sig": b"SHA256SUMS(2).sig",
    }


@pytest.mark.parametrize(
    "names",
    [
        ("a.tar.gz",),
        ("a.tar.gz", "SHA256SUMS"),
        ("a.tar.gz", "SHA256SUMS", "SHA256SUMS.txt"),
        ("a.tar.gz", "b.tar.gz", "SHA256SUMS", "SHA256SUMS.sig"),
    ],
)
def test_a_release_without_its_three_files_is_not_sent_on(
    machine: Machine, names: tuple[str, ...]
) -> None:
    told = refusal(machine.client(), "/upkeep/release", files=files(*names))
    assert "all three files" in told, "and not that nobody answers, whom nobody has asked"


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
    with at_work(machine.root / PROGRESS.parent.relative_to("/")):
        report(machine, State.RUNNING)
        page = text(client)
    assert "one &lt;b&gt;step" in page
    assert "upkeep.js" in page
    assert "/upkeep/update" not in page
    assert "/upkeep/release" not in page, "one order at a time"
    page = text(client)
    assert "cut off before its end" in page, "its caretaker lives no more"
    assert "upkeep.js" not in page
    assert "/upkeep/release" in page
    report(machine, State.DONE, Offer("8.0.0", "The dragon sings."))
    page = text(client)
    assert "Version 8.0.0 can be installed" in page
    assert "The dragon sings." in page
    assert "/upkeep/update" in page


def test_nothing_is_done_that_another_phone_has_changed(machine: Machine) -> None:
    machine.install()
    report(machine, State.DONE, Offer("8.0.0", "News."))
    place = Place(machine.root, tell=lambda told: None)
    place.link(versions.BEFORE, versions.folder_of("7.8.0-0123abcd"))
    for path in ("/upkeep/update", "/upkeep/rollback"):
        told = refusal(machine.client(), path, seen="6.0.0")
        assert "Another phone has changed this" in told
        assert "does not answer" not in told, "nobody was asked"


def test_without_a_caretaker_an_order_is_refused_with_a_sentence(machine: Machine) -> None:
    assert "does not answer" in refusal(machine.client(), "/upkeep/rollback")
