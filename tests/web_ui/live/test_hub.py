"""The live streams on real sockets: whole first, then what changed, and nobody waits."""

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from web_ui.live.hub import MOST_OF_ONE, Hub
from web_ui.live.streams import LampSource, Listener

WAIT_S = 30.0


@dataclass(frozen=True)
class Shown:
    version: int
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Looker:
    name: str
    priority: int = 0


class Board:
    """A source of pictures that a test sets by hand."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self.snapshot = Shown(1, {"noise": "0", "rage": "2"})
        self.waits_s: list[float | None] = []
        self.is_closed = False

    def show(self, **parts: str) -> int:
        with self._news:
            newer = {**self.snapshot.parts, **parts}
            self.snapshot = Shown(self.snapshot.version + 1, newer)
            self._news.notify_all()
            return self.snapshot.version

    def wait_newer(
        self, version: int, timeout_s: float | None, or_when: Callable[[], bool]
    ) -> Shown | None:
        with self._news:
            self.waits_s.append(timeout_s)
            self._news.wait_for(
                lambda: self.is_closed or self.snapshot.version > version or or_when(), timeout_s
            )
            return self.snapshot if self.snapshot.version > version else None

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()


class Counted(socket.socket):
    """A stream that writes down each send: whose it was, and how much was to go."""

    def __init__(self, stream: socket.socket, name: str, sent: list[tuple[str, int]]) -> None:
        super().__init__(fileno=stream.detach())
        self.name, self.sent = name, sent

    def send(self, data: Any, flags: int = 0) -> int:
        self.sent.append((self.name, len(data)))
        return super().send(data, flags)


class Phone:
    """The far end of a stream; hang_up() ends all of a test's."""

    lines: ClassVar[list[socket.socket]] = []

    def __init__(self, near: socket.socket) -> None:
        self.line = near
        self.lines.append(near)
        self.line.settimeout(WAIT_S)
        self._text = b""
        self._held: dict[str, str] = {}

    def block(self) -> str:
        """Return the next block of the stream, up to an empty line."""
        while b"\n\n" not in self._text:
            data = self.line.recv(1 << 16)
            if not data:
                raise EOFError
            self._text += data
        block, _, self._text = self._text.partition(b"\n\n")
        return block.decode()

    def event(self) -> dict[str, object]:
        """Return the next picture; heads and beats are passed over, patches made whole."""
        event = self.raw_event()
        news = event["fragments"]
        whole = {name: patched(self._held.get(name, ""), news[name]) for name in news}
        self._held |= whole
        return {**event, "fragments": whole}

    def raw_event(self) -> dict[str, Any]:
        """Return the next picture as it was sent."""
        while True:
            block = self.block()
            if block.startswith("id: "):
                event: dict[str, Any] = json.loads(block.split("data: ", 1)[1])
                return event


def patched(text: str, news: str | list[tuple[int, int, str]]) -> str:
    """Return a fragment as stream.js makes it of the one before and of what came."""
    if isinstance(news, str):
        return news
    for place, gone, more in news:
        text = text[:place] + more + text[place + gone :]
    return text


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    yield
    while Phone.lines:
        Phone.lines.pop().close()


def render(role: Looker, shown: Shown) -> Mapping[str, str]:
    if role.name == "broken" and shown.version > 1:
        raise ValueError("this page cannot be drawn")
    return {**shown.parts, "me": role.name}


def connect(
    hub: Hub[Looker, Shown],
    role: Looker,
    sent: list[tuple[str, int]] | None = None,
    owner: str = "",
    most: int = MOST_OF_ONE,
) -> Phone:
    return adopted(lambda far: hub.adopt(far, role, owner=owner, most=most), role, sent)


def adopted(
    adopt: Callable[[socket.socket], None], role: Looker, sent: list[tuple[str, int]] | None = None
) -> Phone:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        near = socket.create_connection(listener.getsockname())
        far, _ = listener.accept()
    adopt(far if sent is None else Counted(far, role.name, sent))
    return Phone(near)


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def hub(board: Board) -> Iterator[Hub[Looker, Shown]]:
    with Hub(board, render) as hub:
        yield hub


RED = Looker("red")


def test_the_first_event_is_the_whole_picture(hub: Hub[Looker, Shown]) -> None:
    event = connect(hub, RED).event()
    assert event["fragments"] == {"noise": "0", "rage": "2", "me": "red"}
    assert event["version"] == 1


def marked(hub: Hub[Looker, Shown], mark: str) -> Phone:
    return adopted(hub.stream(RED, mark=mark).adopt, RED)


def test_a_page_that_was_loaded_with_the_newest_picture_gets_none_and_then_what_changed(
    board: Board,
) -> None:
    with Hub(board, render, lambda role, shown: f"{role.name} {shown.version}") as hub:
        phone, older = marked(hub, "red 1"), marked(hub, "red 0")
        first = phone.event()
        assert (first["version"], first["fragments"]) == (1, {})
        assert older.event()["fragments"] == {"noise": "0", "rage": "2", "me": "red"}
        board.show(noise="1")
        assert phone.event()["fragments"] == {"noise": "1"}


LONG = "".join(f"<li>{number}</li>" for number in range(100))


def test_a_page_gets_what_changed_in_the_fragments_that_it_holds(board: Board) -> None:
    board.show(noise=f"{LONG}<b>1</b>")
    with Hub(board, render, lambda role, shown: "red", is_patched=lambda role: True) as hub:
        holds, loaded = connect(hub, RED), marked(hub, "red")
        assert holds.event()["fragments"] != loaded.event()["fragments"] == {}
        board.show(noise=f"{LONG}<b>2</b>")
        assert holds.raw_event()["fragments"] == {"noise": [[len(LONG) + 3, 1, "2"]]}
        assert loaded.raw_event()["fragments"] == {"noise": f"{LONG}<b>2</b>"}
        board.show(noise=f"{LONG}<b>3</b>")
        patch = {"noise": [[len(LONG) + 3, 1, "3"]]}
        assert [phone.raw_event()["fragments"] for phone in (holds, loaded)] == [patch, patch]
        assert connect(hub, RED).event()["fragments"]["noise"] == f"{LONG}<b>3</b>"  # type: ignore[index]


def test_a_program_gets_whole_fragments(board: Board, hub: Hub[Looker, Shown]) -> None:
    board.show(noise=f"{LONG}<b>1</b>")
    program = connect(hub, RED)
    program.event()
    board.show(noise=f"{LONG}<b>2</b>")
    while (event := program.raw_event())["version"] < board.snapshot.version:
        pass  # the hub may still have been at the picture before
    assert event["fragments"] == {"noise": f"{LONG}<b>2</b>"}


def test_without_marks_nobody_is_taken_for_having_the_picture(hub: Hub[Looker, Shown]) -> None:
    assert marked(hub, "").event()["fragments"] != {}


def test_later_events_hold_only_what_changed(hub: Hub[Looker, Shown], board: Board) -> None:
    phone = connect(hub, RED)
    phone.event()
    board.show(noise="1")
    assert phone.event()["fragments"] == {"noise": "1"}


def test_a_newcomer_between_two_pictures_misses_nothing(
    hub: Hub[Looker, Shown], board: Board
) -> None:
    first = connect(hub, RED)
    first.event()
    board.show(noise="1")
    newcomer = connect(hub, RED)
    seen = dict(newcomer.event()["fragments"])  # type: ignore[call-overload]
    last = board.show(noise="2")
    version: object = 0
    while version != last:
        event = newcomer.event()
        version = event["version"]
        seen |= event["fragments"]
    assert seen == {"noise": "2", "rage": "2", "me": "red"}


def test_many_pictures_come_in_order_and_the_newest_last(
    hub: Hub[Looker, Shown], board: Board
) -> None:
    phone = connect(hub, RED)
    versions = [phone.event()["version"]]
    last = 0
    for number in range(1000):
        last = board.show(noise=str(number))
    while versions[-1] != last:
        versions.append(phone.event()["version"])
    assert versions == sorted(set(versions))  # type: ignore[type-var]


def test_each_event_is_one_send_for_each_phone_and_players_come_first(
    hub: Hub[Looker, Shown], board: Board
) -> None:
    sent: list[tuple[str, int]] = []
    lookers = [Looker("watch", 1), RED, Looker("watch", 1), Looker("green")]
    phones = [connect(hub, looker, sent) for looker in lookers]
    assert [phone.event()["version"] for phone in phones] == [1] * len(sent)
    sent.clear()
    board.show(noise="1")
    assert [phone.event()["fragments"] for phone in phones] == [{"noise": "1"}] * 4
    assert [name for name, _ in sent] == ["red", "green", "watch", "watch"]


def test_the_table_is_never_waited_for_with_a_time_limit(board: Board) -> None:
    with Hub(board, render, beat_s=0.02) as hub:
        phone = connect(hub, RED)
        phone.event()
        board.show(noise="1")
        phone.event()
    assert board.waits_s == [None, None]  # for the picture, and for the end


def test_a_source_that_has_closed_is_not_asked_again(board: Board, hub: Hub[Looker, Shown]) -> None:
    [follower] = (thread for thread in threading.enumerate() if thread.name == "hub")
    board.is_closed = True
    board.wake()
    follower.join(WAIT_S)
    assert not follower.is_alive()


def test_a_hundred_phones_add_no_thread_and_all_hear(hub: Hub[Looker, Shown], board: Board) -> None:
    connect(hub, RED).event()
    before = threading.active_count()
    phones = [connect(hub, Looker("watch", 1)) for _ in range(100)]
    for phone in phones:
        phone.event()
    board.show(rage="3")
    assert [phone.event()["fragments"] for phone in phones] == [{"rage": "3"}] * 100
    assert threading.active_count() == before


def test_a_phone_that_never_reads_is_dropped_and_the_others_hear(board: Board) -> None:
    with Hub(board, render) as hub:
        deaf, phone = connect(hub, RED), connect(hub, RED)
        phone.event()
        for number in range(200):
            board.show(noise=str(number) * 9000)
            phone.event()
            if hub.count == 1:
                break
        assert hub.count == 1
        board.show(noise="heard")
        assert phone.event()["fragments"] == {"noise": "heard"}
        deaf.line.close()


def test_the_heartbeat_speaks_at_a_silent_table_and_forgets_a_closed_phone(board: Board) -> None:
    with Hub(board, render, beat_s=0.02) as hub:
        phone = connect(hub, RED)
        phone.event()
        assert phone.block() == "event: beat\ndata: 1"
        phone.line.close()
        assert hub.wait_until(lambda count: count == 0, WAIT_S)


def test_one_stream_too_many_is_told_to_come_back_later(board: Board) -> None:
    with Hub(board, render, most=1) as hub:
        connect(hub, RED).event()
        late = connect(hub, RED)
        assert late.line.recv(1 << 10).startswith(b"HTTP/1.1 503 ")
        assert hub.count == 1


def test_a_page_that_cannot_be_drawn_leaves_the_others_alone_and_is_logged_once(
    board: Board, hub: Hub[Looker, Shown], caplog: pytest.LogCaptureFixture
) -> None:
    broken, phone = connect(hub, Looker("broken", 0)), connect(hub, Looker("watch", 1))
    broken.event()
    phone.event()
    board.show(noise="1")
    assert phone.event()["fragments"] == {"noise": "1"}
    with pytest.raises((EOFError, ConnectionResetError)):
        broken.event()
    for _ in range(3):
        again = connect(hub, Looker("broken"))
        assert again.line.recv(1 << 10).startswith(b"HTTP/1.1 503 ")
    assert caplog.text.count("cannot draw") == 1
    assert hub.count == 1


@dataclass
class Pins:
    """A panel whose lamp a test sets by hand."""

    red: float = 0.0
    looks: int = 0

    def lamp_values(self) -> dict[str, float]:
        self.looks += 1
        return {"red": self.red}

    def press(self, button: str) -> None: ...

    def release(self, button: str) -> None: ...


def test_what_is_sampled_has_a_hub_of_its_own_and_is_not_looked_at_for_nobody() -> None:
    pins = Pins()
    with LampSource(pins).hub() as hub:
        assert pins.looks == 1  # the picture to begin with
        phone = adopted(hub.stream(Listener("lamps")).adopt, RED)
        assert phone.event()["fragments"] == {"lamps": '{"red":0.0}'}
        pins.red = 1.0
        assert phone.event()["fragments"] == {"lamps": '{"red":1.0}'}


def test_closing_ends_every_stream_and_thread(board: Board) -> None:
    with Hub(board, render) as hub:
        phone = connect(hub, RED)
        phone.event()
    with pytest.raises((EOFError, ConnectionResetError)):
        phone.event()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("hub")]
