"""The caretaker of networks in a scratch root: real sockets, a recorded nmcli."""

import socket
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.app.pi.place import Place
from companion.app.pi.wifi.decide import Move
from companion.app.pi.wifi.duties import HOUSE_PROFILE, NAMES, NMCLI_UP, OWN_PROFILE, serve
from companion.app.pi.wifi.keeper import Doors, NetworkKeeper
from companion.app.pi.wifi.orders import Order, Verb, send
from companion.app.pi.wifi.secret import FILE, LETTERS, Secret, kept_secret
from companion.app.pi.wifi.served import network_of
from companion.app.pi.wifi.sight import DEVICES, Seen
from companion.app.pi.wifi.units import SERVICE_TEXT, SOCKET_TEXT
from companion.app.settings import Settings
from companion.engine.errors import CommandError, StepFailed
from companion.engine.sentence import Sentence
from companion.table.table import Table

ALONE = "wlan0:wifi:disconnected:\n"
CABLE = "eth0:ethernet:connected:Wired\n" + ALONE
OPEN = Order(Verb.OPEN, "Drachen Ä", "eight  8\\")


@dataclass
class Root:
    """A scratch root, what NetworkManager answers in it, and what it is asked to do."""

    folder: Path
    devices: str = ALONE
    ran: list[tuple[str, ...]] = field(default_factory=list)
    fails_at: tuple[str, ...] | None = None  # the beginning of a command

    def ask(self, words: tuple[str, ...]) -> str:
        return self.devices if words == DEVICES else ""

    def run(self, words: tuple[str, ...]) -> bool:
        self.ran.append(words)
        if self.fails_at is not None and words[: len(self.fails_at)] == self.fails_at:
            raise StepFailed(Sentence("no such network"))
        return True

    def order(self, order: Order) -> None:
        """Give an order over a real socket, as the table does."""
        self.raw(lambda address: send(address, order))

    def raw(self, ask: Callable[[Path], None]) -> None:
        address = self.folder / "s"  # short: a socket's address has 107 bytes
        place = Place(self.folder, self.run, lambda words: False, tell=lambda text: None)
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(address))
            door.listen(1)
            answers = threading.Thread(target=lambda: serve(place, door.accept()[0], self.ask))
            answers.start()
            try:
                ask(address)
            finally:
                answers.join()
                address.unlink()

    def files(self) -> set[str]:
        found = self.folder.rglob("*")
        return {f"/{path.relative_to(self.folder)}" for path in found if path.is_file()}


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(tmp_path)


def test_the_own_wifi_is_opened_by_a_profile_that_only_root_reads(root: Root) -> None:
    root.order(OPEN)
    assert root.files() == {str(NAMES), str(OWN_PROFILE)}
    profile = root.folder / OWN_PROFILE.relative_to("/")
    assert stat.S_IMODE(profile.stat().st_mode) == 0o600
    text = profile.read_text()
    assert f"ssid={''.join(f'{byte};' for byte in 'Drachen Ä'.encode())}\n" in text
    assert "psk=eight  8\\\\\n" in text
    assert "interface-name=wlan0\n" in text
    assert root.ran[-1] == (*NMCLI_UP, "dragonbag-hotspot")
    assert not any("eight" in word for words in root.ran for word in words), "ps shows no password"


def test_root_looks_itself_whether_a_cable_works(root: Root) -> None:
    root.devices = CABLE
    with pytest.raises(StepFailed, match="A cable works"):
        root.order(OPEN)
    root.devices = "lo:loopback:connected (externally):lo\n"
    with pytest.raises(StepFailed, match="no Wi-Fi card"):
        root.order(OPEN)
    assert (root.ran, root.files()) == ([], set())


def test_closing_takes_everything_back(root: Root) -> None:
    root.order(OPEN)
    root.order(Order(Verb.CLOSE))
    assert not {str(NAMES), str(OWN_PROFILE)} & root.files()
    assert root.ran[-1] == ("nmcli", "connection", "delete", "id", "dragonbag-hotspot")
    root.ran.clear()
    root.order(Order(Verb.CLOSE))
    assert root.ran == []


def test_joining_the_house_keeps_it_and_says_if_it_is_not_there(root: Root) -> None:
    root.order(Order(Verb.JOIN, "Home", "a password"))
    assert root.ran[-1] == (*NMCLI_UP, "dragonbag-house")
    profile = root.folder / HOUSE_PROFILE.relative_to("/")
    assert "autoconnect=true" in profile.read_text()
    kept = profile.read_text()
    root.fails_at = NMCLI_UP
    with pytest.raises(StepFailed, match="no such network"):
        root.order(Order(Verb.JOIN, "Home", "wrong one"))
    assert profile.read_text() == kept, "a slip costs no way home"


def test_a_wifi_that_was_never_joined_is_not_kept(root: Root) -> None:
    root.fails_at = NMCLI_UP
    with pytest.raises(StepFailed, match="no such network"):
        root.order(Order(Verb.JOIN, "Home", "wrong one"))
    assert root.files() == set()
    assert root.ran[-1] == ("nmcli", "connection", "reload")


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("", "12345678"),
        ("x" * 33, "12345678"),
        ("a\nb", "12345678"),
        ("a", "short"),
        ("a", "1234567\n[ipv4]"),
        ("a", "п" * 9),
        ("a", "x" * 64),
    ],
)
def test_what_no_wifi_takes_never_reaches_a_file(root: Root, name: str, password: str) -> None:
    for verb in (Verb.OPEN, Verb.JOIN):
        with pytest.raises(StepFailed):
            root.order(Order(verb, name, password))
    assert (root.ran, root.files()) == ([], set())


@pytest.mark.parametrize("told", [b"\n", b'{"verb": "shell"}\n', b"x" * 9000])
def test_what_is_no_order_is_not_answered(root: Root, told: bytes) -> None:
    def ask(address: Path) -> None:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(address))
            line.sendall(told)
            line.shutdown(socket.SHUT_WR)
            with suppress(ConnectionResetError):  # it hung up before it had read everything
                assert line.recv(1) == b""

    root.raw(ask)
    assert root.ran == []


def test_the_caretaker_of_networks_has_no_right_of_root_and_no_network() -> None:
    assert "\nCapabilityBoundingSet=\n" in SERVICE_TEXT
    assert "\nPrivateNetwork=yes\n" in SERVICE_TEXT
    assert "\nRestrictAddressFamilies=AF_UNIX\n" in SERVICE_TEXT
    assert "\nSocketMode=0660\n" in SOCKET_TEXT


# Name and password.


def test_name_and_password_are_made_once_and_easy_to_type(tmp_path: Path) -> None:
    made = kept_secret(tmp_path)
    assert kept_secret(tmp_path) == made
    assert set(made.password) <= set(LETTERS)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_password_of_an_earlier_version_stays(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("kept before\n")
    assert kept_secret(tmp_path) == Secret("Dragonbag", "kept before")


# The keeper.


@dataclass
class World:
    """The networks around a keeper, which its orders change."""

    seen: Seen = field(default_factory=lambda: Seen(card="wlan0"))
    now_s: float = 10.0
    orders: list[Order] = field(default_factory=list)
    notices: list[Sentence | None] = field(default_factory=list)
    changes: int = 0
    was_ordered: threading.Event = field(default_factory=threading.Event)
    trouble: CommandError | None = None

    def order(self, order: Order) -> None:
        self.orders.append(order)
        self.was_ordered.set()
        if self.trouble:
            raise self.trouble
        self.seen = Seen(card="wlan0", is_own=order.verb is Verb.OPEN)

    def changed(self) -> None:
        self.changes += 1

    def doors(self) -> Doors:
        return Doors(
            self.order, self.notices.append, self.changed, lambda: self.seen, lambda: self.now_s
        )


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def keeper(world: World, tmp_path: Path) -> NetworkKeeper:
    """A keeper without a thread: each test lets it look."""
    return NetworkKeeper(tmp_path, world.doors(), port=8000)


def stepped(keeper: NetworkKeeper, world: World, now_s: float) -> None:
    world.now_s = now_s
    keeper.step(None)


def test_the_keeper_opens_with_the_kept_name_and_leads_phones(
    keeper: NetworkKeeper, world: World
) -> None:
    assert keeper.captive == ""
    stepped(keeper, world, 12.0)
    stepped(keeper, world, 61.0)
    secret = keeper.secret
    assert world.orders == [Order(Verb.OPEN, secret.name, secret.password)]
    assert keeper.captive == "http://10.42.0.1:8000/"
    assert world.changes == 2, "the first look, and the own Wi-Fi"


def test_a_failure_is_told_to_the_players_and_taken_back(
    keeper: NetworkKeeper, world: World
) -> None:
    stepped(keeper, world, 12.0)
    world.trouble = StepFailed(Sentence("blocked"))
    stepped(keeper, world, 60.0)
    assert str(world.notices[-1]) == "The table’s own Wi-Fi did not open: blocked"
    assert keeper.trouble == world.notices[-1], "the host's page tells it, too"
    world.trouble = None
    stepped(keeper, world, 130.0)
    stepped(keeper, world, 200.0)
    assert (len(world.orders), world.notices[-1], keeper.trouble) == (2, None, None)


def test_who_asks_for_it_beside_a_cable_is_told_why_not(
    keeper: NetworkKeeper, world: World
) -> None:
    world.seen = Seen(card="wlan0", cable=True)
    keeper.step(Move.OPEN)
    assert str(world.notices[-1]).startswith("A cable works")
    stepped(keeper, world, 30.0)
    assert (world.orders, world.notices[-1]) == ([], None)


def test_a_wish_is_carried_out_by_the_keepers_own_thread(world: World, tmp_path: Path) -> None:
    with NetworkKeeper(tmp_path, world.doors(), every_s=3600) as keeper:
        keeper.join("Home", "a password")
        assert world.was_ordered.wait(20)
    assert world.orders == [Order(Verb.JOIN, "Home", "a password")]


def test_a_new_name_counts_from_the_next_time_on(keeper: NetworkKeeper) -> None:
    keeper.rename("Drachen", "another one")
    assert keeper.secret == Secret("Drachen", "another one")
    with pytest.raises(CommandError, match="8 to 63"):
        keeper.rename("Drachen", "short")
    assert keeper.secret == Secret("Drachen", "another one")


def test_on_a_read_only_system_the_house_is_forgotten(world: World, tmp_path: Path) -> None:
    keeper = NetworkKeeper(tmp_path, world.doors(), root=tmp_path)
    assert not keeper.forgets
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cmdline").write_text("root=/dev/mmcblk0p2 overlayroot=tmpfs:recurse=0\n")
    (tmp_path / "proc/mounts").write_text("overlayroot / overlay rw 0 0\n")
    assert keeper.forgets


def test_a_computer_on_which_nothing_is_installed_leaves_its_networks_alone(
    table: Table, tmp_path: Path
) -> None:
    assert network_of(table, Settings(data_dir=tmp_path), lambda: None) is None
    assert list(tmp_path.glob("hotspot*")) == []


def test_the_card_has_both_codes_and_the_words(keeper: NetworkKeeper) -> None:
    keeper.rename("Höhle <1>", "another one")
    drawn = keeper.card("en")
    assert "Höhle &lt;1&gt;" in drawn
    assert "another one" in drawn
    assert "http://10.42.0.1:8000/" in drawn
    assert drawn.count("<rect") > 200
