"""What the table may order of its caretaker, and where it reads how far that is.

An order goes over a socket: one line of JSON, then the bytes of the files that it names. The
caretaker answers with one line, "" for yes, and hangs up; from then on its progress stands in a
file, because an update ends the table that ordered it.
"""

import fcntl
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import IO

from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage, StepFailed
from companion.engine.sentence import Sentence
from companion.engine.value import Value, field, replace

SOCKET = PurePosixPath("/run/dragonbag-caretaker.sock")
PROGRESS = PurePosixPath("/run/dragonbag-caretaker/progress.json")
AT_WORK = "at-work"  # beside it: locked as long as a caretaker lives
ANSWER_S = 60.0  # for a busy Pi to start the caretaker and read a release
LINE_BYTES = 4096
PIECE_BYTES = 1 << 20
FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
MOST_FILES = 3
NO_CARETAKER = Sentence("The caretaker of this table does not answer: {error}")
BUSY = Sentence("The caretaker is busy. Look again in a minute.")


class Verb(StrEnum):
    """The three orders. Whatever else they need, the caretaker finds itself."""

    OFFER = "offer"  # check a release that is sent along or lies at the address of the settings
    UPDATE = "update"  # use what was offered
    ROLLBACK = "rollback"  # use the version before


class State(StrEnum):
    """Where an order is."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CUT_OFF = "cut off"  # the caretaker ended in the middle: nobody writes this, pages see it


class Order(Value, frozen=True):
    """What is to be done, in whose language it is told, and the sizes of the files that follow."""

    verb: Verb
    language: str = ""
    files: Mapping[str, int] = field(default_factory=dict)


class Offer(Value, frozen=True):
    """A release that may be installed: its number, and what is new in it."""

    version: str
    news: str


class Progress(Value, frozen=True):
    """How far the newest order is: its steps so far, in the words of whoever gave it."""

    verb: Verb
    state: State
    at: str
    told: tuple[str, ...] = ()
    offer: Offer | None = None  # what waits to be installed
    now: str = ""  # what is being done, in a few words


def read_progress(file: Path) -> Progress | None:
    """Return how far the newest order is; None if there was none since the Pi was started."""
    is_alive = _is_at_work(file.with_name(AT_WORK))  # before the look: it may end in between
    try:
        progress = convert(parse(file.read_bytes()), Progress)
    except (OSError, BadMessage):
        return None
    if progress.state is State.RUNNING and not is_alive:
        return replace(progress, state=State.CUT_OFF)
    return progress


@contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """Show that a caretaker lives as long as the block runs, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / AT_WORK).open("wb") as file:
        (folder / AT_WORK).chmod(0o644)
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _is_at_work(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, FileNotFoundError):
        return True  # without the file it is a caretaker of before there was one
    return False


def send(
    address: Path, verb: Verb, language: str, files: Sequence[tuple[str, IO[bytes], int]] = ()
) -> None:
    """Give an order with files as (name, content, bytes); StepFailed if it is not taken."""
    order = Order(verb, language, {name: size for name, _, size in files})
    deliver(address, order, ANSWER_S, [content for _, content, _ in files])


def deliver(
    address: Path, order: object, seconds: float, contents: Sequence[IO[bytes]] = ()
) -> None:
    """Send an order and what belongs to it over a socket; StepFailed if the answer is not yes."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(seconds)
            line.connect(str(address))
            line.sendall(dump(order) + b"\n")
            for content in contents:
                line.sendfile(content)
            answer = line_of(line)
    except (ConnectionResetError, BrokenPipeError) as error:  # systemd lets in one at a time
        raise StepFailed(BUSY) from error
    except OSError as error:
        raise StepFailed(NO_CARETAKER.about(error=error.strerror or str(error))) from error
    if answer is None:
        raise StepFailed(BUSY)
    if answer:
        raise StepFailed(answer)


def receive(line: socket.socket, folder: Path, most_bytes: int) -> Order:
    """Take an order and put its files into a folder; BadMessage or OSError if it is none."""
    line.settimeout(ANSWER_S)
    told = line_of(line)
    order = convert(parse((told or "").encode()), Order)
    sizes = order.files.values()
    if len(sizes) > MOST_FILES or min(sizes, default=0) < 0 or sum(sizes) > most_bytes:
        raise BadMessage("the files are too large")
    for name, size in order.files.items():
        if not FILE_NAME.fullmatch(name):
            raise BadMessage("this is no name of a file of a release")
        with (folder / name).open("xb") as file:
            for piece in _pieces(line, size):
                file.write(piece)
    return order


def _pieces(line: socket.socket, size: int) -> Iterator[bytes]:
    while size:
        piece = line.recv(min(size, PIECE_BYTES))
        if not piece:
            raise BadMessage("the files ended too soon")
        size -= len(piece)
        yield piece


def line_of(line: socket.socket) -> str | None:
    """Return one line, without reading what follows it; None if there is none."""
    told = bytearray()
    while len(told) < LINE_BYTES and (letter := line.recv(1)):
        if letter == b"\n":
            return told.decode(errors="replace")
        told += letter
    return None
